// Package rtc sends live video to browsers over WebRTC. It is the only door to
// pion. It implements web.Peers.
//
// The browser offers to receive one video and opens a data channel, the server
// answers (WHEP, draft-ietf-wish-whep); everything goes through one UDP port or,
// where UDP is blocked, through TCP on the same number. There are host
// candidates only: no server outside the hall is asked. Each viewer reads the
// camera's one encoded stream by itself, so that a slow one skips to the next
// key frame and holds up nobody. Thirty viewers of 1280 x 720 at 30 pictures a
// second and 4 Mbit/s cost about a fifth of a core (AMD EPYC) beside the encode,
// most of it the system's sending.
//
// # The page's side
//
//	pc.addTransceiver("video", {direction: "recvonly"})
//	pc.createDataChannel("overlay", {ordered: false, maxRetransmits: 0})
//	pc.createDataChannel("table")
//	await pc.setLocalDescription()       // wait until gathering is complete, then POST
//
// Both channels may be left out. On "overlay" comes a JSON text with each
// picture, just before it is sent, that says which frame it is:
//
//	{"rtp":2953213,"seq":812,"at_ns":27066666666}
//
// rtp is what requestVideoFrameCallback gives as rtpTimestamp when the picture
// is shown, seq is the frame's number at its camera, and at_ns when it was taken
// on the clock of its camera's frames; what belongs to the picture comes with it,
// see Config.Overlay. On a busy machine one text in ten is handled by the browser
// a few ms after its picture is shown, so a page keeps what it has until the text
// is there. On "table" come the table's own texts, see Config.Messages.
package rtc
