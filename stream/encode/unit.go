// Package encode turns a camera's pictures into H.264, once for everybody: the
// live screens and the clips take the same access units.
//
//	frames -> Stage (Encoder) -> Tape -> readers: screens, clips
//
// The encoder is openh264, constrained baseline, no B-frames. Measured on one
// core of an AMD EPYC, 240 pictures of 1280 x 720 (the rendered clips scaled up
// and given sensor noise), a key frame every 10, 4 Mbit/s:
//
//	openh264 2.3.1, low complexity      4.2 ms CPU a picture, 39.0 dB   BSD-2-Clause
//	openh264 2.3.1, medium complexity   7.6 ms                39.0 dB
//	x264 0.164, ultrafast, zerolatency  4.0 ms                38.7 dB   GPL
//	x264 0.164, superfast               6.5 ms                38.5 dB
//	ffmpeg 5.1 child, x264 ultrafast    5.0 ms                38.7 dB   GPL; 76 MB and a pipe a camera
//
// openh264 is as quick and as good, and its licence goes with that of this
// project; a child process could not be asked for a key frame either.
package encode

import "time"

// Unit is one picture as an H.264 access unit. It is immutable once made.
type Unit struct {
	Seq   uint64        // the frame's sequence number at its camera
	At    time.Duration // when it was taken, on the clock of its camera's frames
	Key   bool          // can be decoded by itself: SPS and PPS come with it
	NALUs [][]byte      // without start codes, in order
}

// Bytes is the length of the picture's NAL units.
func (u Unit) Bytes() int {
	n := 0
	for _, nalu := range u.NALUs {
		n += len(nalu)
	}
	return n
}
