package camera

import (
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// State is how a camera that is kept does. Only in Live are its newest frames
// of use.
type State uint8

// The states of a camera.
const (
	Opening State = iota // no frame has come yet
	Live
	Frozen // it is open and shows nothing new
	Lost   // it cannot be opened, failed or ended, and is tried again
)

// String names the state for logs.
func (s State) String() string {
	return [...]string{"opening", "live", "frozen", "lost"}[s&3]
}

// Status is how a camera that is kept does, at one moment.
type Status struct {
	State State
	Why   rules.Text    // what is wrong and what to do; nil where nothing is
	Err   error         // what the source gave at last, for logs; nil where it is live
	Since time.Duration // when the state began
	Last  time.Duration // when the newest frame was taken

	FPS           float64 // frames a second over the last two seconds; 0 where it is not live
	Width, Height int     // pixels of the newest frame

	Frames     uint64 // published
	Dropped    uint64 // given by the camera and lost before they came here, as by gaps in its numbers
	Repeated   uint64 // the same picture as before, byte for byte, and so not published
	Reconnects uint64 // times that pictures came again after the source had been closed
}
