package camera

import (
	"context"
	"time"

	"github.com/plustwo/plustwo/vision"
)

// Source is a stream of frames from one camera. One goroutine reads and closes
// it. Package cameratest holds what every source must keep to.
type Source interface {
	// Next waits for the next frame. The error is io.EOF after the last one of
	// a source that ends, that of the context where it is done, and else one
	// that says what went wrong; the source gives no further frames then.
	//
	// A frame's At is when it was taken, on the clock that the source was opened
	// with. A source that cannot tell takes the moment when the frame came.
	Next(ctx context.Context) (vision.Frame, error)
	// Close frees the source. It may be called twice.
	Close() error
}

// Clock gives the moment, from an origin that its owner chose. It never goes
// back, and runs as time.Now's monotonic reading does. All cameras and the timer
// of a table read the same one, from many goroutines, so that their moments
// compare.
type Clock func() time.Duration

// sinceNow is a clock that starts now.
func sinceNow() Clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
