package camera

import (
	"context"

	"github.com/plustwo/plustwo/vision"
)

// Source is a stream of frames from one camera. One goroutine reads it.
type Source interface {
	// Next waits for the next frame. The error is io.EOF after the last one of
	// a source that ends, that of the context where it is done, and else one
	// that says what went wrong; the source gives no further frames then.
	Next(ctx context.Context) (vision.Frame, error)
	// Close frees the source. It may be called twice.
	Close() error
}
