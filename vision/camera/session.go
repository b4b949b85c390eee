package camera

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/vision"
)

// session is one opening of a source. It has a goroutine of its own, which
// opens, reads and closes the source, because any of these may hang in C.
type session struct {
	news   chan news
	cancel context.CancelFunc
	done   chan struct{} // closed when the source is
}

// news is a frame, or why there are no more: the source is closed then.
type news struct {
	frame vision.Frame
	err   error
}

// begin opens a source.
func begin(ctx context.Context, open func() (Source, error)) *session {
	ctx, cancel := context.WithCancel(ctx)
	s := &session{news: make(chan news), cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		s.send(ctx, news{err: s.read(ctx, open)})
	}()
	return s
}

// read sends the source's frames until it ends; the error is never nil.
func (s *session) read(ctx context.Context, open func() (Source, error)) error {
	source, err := open()
	if err != nil {
		return err
	}
	for {
		f, err := source.Next(ctx)
		if err != nil {
			return errors.Join(err, source.Close())
		}
		if !s.send(ctx, news{frame: f}) {
			return errors.Join(ctx.Err(), source.Close())
		}
	}
}

// send gives news to the owner, unless that has left.
func (s *session) send(ctx context.Context, n news) bool {
	select {
	case s.news <- n:
		return true
	case <-ctx.Done():
		return false
	}
}

// over tells whether the source is closed.
func (s *session) over() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// leave ends a session. Where its source hangs it is left behind: it publishes
// nothing more, and closes its source when that comes back.
func (k *Keeper) leave(s *session) {
	s.cancel()
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-s.done:
	case <-t.C:
		k.hung = append(k.hung, s)
	}
}

// room waits until another source may be opened; false where the Keeper closes.
func (k *Keeper) room() bool {
	for k.stillHung() >= mostHung {
		k.change(Lost, problem.CameraHangs, ErrHung)
		if pause(k.ctx, lastRetry) != nil {
			return false
		}
	}
	return k.ctx.Err() == nil
}

// stillHung counts the sources that hang.
func (k *Keeper) stillHung() int {
	k.hung = slices.DeleteFunc(k.hung, (*session).over)
	return len(k.hung)
}
