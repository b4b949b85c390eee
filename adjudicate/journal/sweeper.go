package journal

import (
	"context"
	"errors"
	"sync"
	"time"
)

// How often footage is looked through: often enough that a day means a day, and
// on a full disk not so often that it keeps others from it.
const (
	sweepEvery = time.Hour
	sweepPause = 10 * time.Second
)

// sweeper deletes what need not be kept while a journal is open: at the start,
// every hour, and when the disk is full.
type sweeper struct {
	full chan struct{} // takes a word when the disk is full
	stop context.CancelFunc
	done chan struct{}

	mu   sync.Mutex
	last Swept
	err  error
}

func newSweeper(j *Journal, r Retention) *sweeper {
	ctx, stop := context.WithCancel(context.Background())
	s := &sweeper{full: make(chan struct{}, 1), stop: stop, done: make(chan struct{})}
	go s.run(ctx, j, r)
	return s
}

func (s *sweeper) run(ctx context.Context, j *Journal, r Retention) {
	defer close(s.done)
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		swept, err := j.Sweep(ctx, r)
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.last, s.err = swept, err
		s.mu.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-time.After(sweepPause):
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.full:
		}
	}
}

// tell takes note of what became of a write.
func (s *sweeper) tell(err error) {
	if s == nil || !errors.Is(err, ErrFull) {
		return
	}
	select {
	case s.full <- struct{}{}:
	default: // it knows
	}
}

// end stops it and waits.
func (s *sweeper) end() {
	if s != nil {
		s.stop()
		<-s.done
	}
}

// found returns what the last sweep did.
func (s *sweeper) found() (Swept, error) {
	if s == nil {
		return Swept{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last, s.err
}
