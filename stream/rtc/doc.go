// Package rtc sends live video to browsers over WebRTC. It is the only door to
// pion. It implements web.Peers.
//
// The browser offers to receive one video and opens a data channel, the server
// answers (WHEP, draft-ietf-wish-whep); everything goes through one UDP port or,
// where UDP is blocked, through TCP on the same number. There are host
// candidates only: no server outside the hall is asked. Each viewer reads the
// camera's one encoded stream by itself, so that a slow one skips to the next
// key frame and holds up nobody.
//
// # The page's side
//
//	pc.addTransceiver("video", {direction: "recvonly"})
//	channel = pc.createDataChannel("table")
//	await pc.setLocalDescription()       // wait until gathering is complete, then POST
//
// On the channel come JSON texts. Those of this package say which frame a
// picture is, just before it is sent:
//
//	{"kind":"frame","rtp":2953213,"seq":812,"at_ns":27066666666,"age_ms":11.2}
//
// rtp is what requestVideoFrameCallback gives as rtpTimestamp when the picture
// is shown; seq is the frame's number at its camera, at_ns when it was taken on
// the camera's clock, and age_ms how long ago that was, where that is known. All
// other texts are the table's own, see Config.Messages.
package rtc
