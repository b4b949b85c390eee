// Package clip keeps what a camera saw: it cuts access units from the tape of
// the last seconds, or records on from there, as fragmented MP4 (ISO/IEC
// 14496-12, 8.8) that any player takes.
//
// # The file
//
//	ftyp moov (uuid moof mdat)...
//
// A fragment holds at most one second and is written with one call, so a crash
// loses no more than the last second; what is cut short anywhere still plays to
// its last whole fragment. Times are those of the frames' capture, to 1/90000 s,
// counted from the first frame; frame times vary as the camera's did. Fragments
// begin with a key frame where the key frames lie close enough, and sync samples
// are marked. The uuid box lists the fragment's frames, so that a picture can be
// found by its number at the camera, also in a file that was cut short:
//
//	version (1 byte, 1), 3 bytes of 0, number of frames (4 bytes), then for each
//	sequence number (8), capture time in ns (8), its bytes in mdat (4, the highest bit for a key frame)
package clip

import (
	"errors"
	"time"
)

var (
	// ErrNothing means that there was no key frame to begin with in the time asked for.
	ErrNothing = errors.New("nothing to record")
	// ErrOrder means that a unit does not continue the clip: its time goes back,
	// or its picture has another size.
	ErrOrder = errors.New("the unit does not continue the clip")
	// ErrClip means that a file is no clip of this package's.
	ErrClip = errors.New("no clip")
)

// Frame is one picture of a clip.
type Frame struct {
	Seq uint64        // its number at the camera
	At  time.Duration // when it was taken, on the clock of its camera's frames
	Key bool          // decodes by itself
}

// Info is what a clip holds.
type Info struct {
	Frames []Frame
	Missed int // units that had left the tape before they could be written
	Width  int
	Height int
	Bytes  int64
}
