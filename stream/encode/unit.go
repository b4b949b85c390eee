// Package encode turns a camera's pictures into H.264, once for everybody: the
// live screens and the clips take the same access units.
package encode

import "time"

// Unit is one picture as an H.264 access unit. It is immutable once made.
type Unit struct {
	Seq   uint64        // the frame's sequence number at its camera
	At    time.Duration // when it was taken, on the clock of its camera's frames
	Key   bool          // can be decoded by itself: SPS and PPS come with it
	NALUs [][]byte      // without start codes, in order
}
