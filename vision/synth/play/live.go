package play

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/plustwo/plustwo/vision"
)

// Live is the camera of a table, a camera.Source. One goroutine reads it; Close
// may be called from another.
type Live struct {
	t      *Table
	name   string
	closed chan struct{}
	once   sync.Once
	dead   bool
	fresh  bool // nothing was read since it was opened
}

// Open returns the table's camera under a name. Only one should be open at a
// time. The error is ErrUnplugged while the script has it unplugged.
func (t *Table) Open(name string) (*Live, error) {
	if t.unplugged.Load() && !t.o.Fast {
		return nil, ErrUnplugged
	}
	return &Live{t: t, name: name, closed: make(chan struct{}), fresh: true}, nil
}

// Next waits for the next frame; where the reader is slow, frames are missed.
// Played fast none are. The error is ErrUnplugged where the script unplugs the
// camera, and then the Live is of no further use; io.EOF after Close.
func (l *Live) Next(ctx context.Context) (vision.Frame, error) {
	shots := l.t.newest
	if l.t.o.Fast {
		shots = l.t.ahead
	}
	for {
		if l.dead {
			return vision.Frame{}, ErrUnplugged
		}
		if err := ctx.Err(); err != nil {
			return vision.Frame{}, err
		}
		select {
		case <-l.closed:
			return vision.Frame{}, io.EOF
		default:
		}
		select {
		case x, ok := <-shots:
			if !ok {
				return vision.Frame{}, l.t.broken
			}
			if f, ok := l.take(x); ok {
				return f, nil
			}
		case <-ctx.Done():
			return vision.Frame{}, ctx.Err()
		case <-l.closed:
			return vision.Frame{}, io.EOF
		}
	}
}

// take makes a frame of a shot; false where the camera gives none.
func (l *Live) take(x *shot) (vision.Frame, bool) {
	t := l.t
	if t.o.Fast {
		t.happen(x)
	}
	f := vision.Frame{Camera: l.name, Seq: x.seq, At: x.due}
	switch x.moment.Fault {
	case Unplugged: // what is opened again, played fast, comes after it
		l.dead = !t.o.Fast || !l.fresh
		return f, false
	case Silent:
		return f, false
	case Frozen:
		if f.Image = t.last.Load(); f.Image != nil {
			l.fresh = false
			return f, true
		}
	}
	if x.layers == nil {
		return f, false
	}
	l.fresh = false
	f.Image = t.reel.Picture(&x.moment, x.layers, x.seq)
	switch t.o.Counter {
	case CountsFrames:
		DrawCounter(f.Image, x.seq)
	case CountsMS:
		DrawCounter(f.Image, uint64(time.Now().UnixMilli()))
	}
	t.last.Store(f.Image)
	return f, true
}

// Close ends the camera; the table plays on. It may be called twice.
func (l *Live) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}
