package clip

import (
	"context"
	"io"
	"math"
	"time"

	"github.com/plustwo/plustwo/stream/encode"
)

// Cut writes what a tape holds from a time to another: from the last key frame
// at or before from, or the first there is, to the last frame at or before to.
func Cut(tape *encode.Tape, w io.Writer, from, to time.Duration) (Info, error) {
	now, cancel := context.WithCancel(context.Background())
	cancel() // waits for nothing
	r := &Recording{reader: tape.From(from), writer: NewWriter(w)}
	r.write(now, to)
	return r.close()
}

// Recording is a clip whose end is not known yet. It is written as it happens.
type Recording struct {
	reader *encode.Reader
	writer *Writer
	missed int
	err    error // of adding a unit

	open   context.Context // until Finish
	finish context.CancelFunc
	last   chan ending // what Finish was given
	done   chan struct{}
	info   Info // once done
}

type ending struct {
	ctx context.Context
	to  time.Duration
}

// Record starts to write a tape from the last key frame at or before a time, or
// the first there is, until Finish. A writer that is slower than the camera may
// lag as far as the tape reaches back; see Info.Missed.
func Record(tape *encode.Tape, w io.Writer, from time.Duration) *Recording {
	open, finish := context.WithCancel(context.Background())
	r := &Recording{
		reader: tape.From(from), writer: NewWriter(w),
		open: open, finish: finish, last: make(chan ending, 1), done: make(chan struct{}),
	}
	go func() {
		defer close(r.done)
		for open.Err() == nil && r.one(open, math.MaxInt64) {
		}
		if open.Err() != nil && r.err == nil {
			end := <-r.last
			r.write(end.ctx, end.to)
		}
		r.info, r.err = r.close()
	}()
	return r
}

// write writes units to the last one at or before a time, or until the context
// is done and nothing is left to read.
func (r *Recording) write(ctx context.Context, to time.Duration) {
	for r.one(ctx, to) {
	}
}

// one writes the next unit where there is one at or before a time.
func (r *Recording) one(ctx context.Context, to time.Duration) bool {
	if at, ok := r.writer.last(); ok && at >= to {
		return false
	}
	u, missed, err := r.reader.Next(ctx)
	r.missed += missed
	if err != nil || u.At > to {
		return false
	}
	r.err = r.writer.Add(u)
	return r.err == nil
}

func (r *Recording) close() (Info, error) {
	info, err := r.writer.Close()
	info.Missed = r.missed
	if err == nil {
		err = r.err
	}
	return info, err
}

// Finish ends the clip with the last frame at or before a time, and waits until
// it is written. Where the time has passed, it ends with what was taken until
// it, or with what was already written. Where the context ends first or the
// camera does, the clip ends there. Info says what was written also where there
// is an error: that of writing, ErrOrder where the camera's pictures changed
// their size, or ErrNothing. Later calls return the same.
func (r *Recording) Finish(ctx context.Context, to time.Duration) (Info, error) {
	select {
	case r.last <- ending{ctx, to}:
		r.finish()
	default: // it was called before
	}
	<-r.done
	return r.info, r.err
}

// Done is closed when the recording has ended, by itself (the tape ended or
// writing failed) or by Finish.
func (r *Recording) Done() <-chan struct{} { return r.done }
