package encode

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/vision"
)

// Stage encodes a camera's newest frames in a goroutine of its own and puts
// them on a tape. Its methods may be called from many goroutines.
type Stage struct {
	tape   *Tape
	asked  atomic.Bool // a key frame out of turn
	cancel context.CancelFunc
	done   chan struct{}

	encoded, keys, missed, bytes atomic.Uint64
	busy                         atomic.Int64 // nanoseconds
}

// Stats is what a stage has done.
type Stats struct {
	Encoded uint64        // units made
	Keys    uint64        // those that are key frames
	Missed  uint64        // frames that came and went while it encoded
	Bytes   uint64        // of all units
	Busy    time.Duration // spent encoding
}

// Start starts a stage. It ends by Close, when the feed is closed, or when a
// frame cannot be encoded; its readers then get feed.ErrClosed or that error.
func Start(frames *feed.Reader[vision.Frame], o Options) *Stage {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Stage{tape: NewTape(o.Keep), cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		s.tape.End(s.run(ctx, frames, o))
	}()
	return s
}

// run encodes until something ends it.
func (s *Stage) run(ctx context.Context, frames *feed.Reader[vision.Frame], o Options) error {
	e := NewEncoder(o)
	defer e.Close()
	keys := keyTimes{asked: &s.asked}
	for {
		f, missed, err := frames.Next(ctx)
		if errors.Is(err, feed.ErrClosed) || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		s.missed.Add(missed)
		began := time.Now()
		u, err := e.Encode(f, keys.due())
		if err != nil {
			return err
		}
		s.count(u, time.Since(began))
		keys.made(u)
		s.tape.Add(u)
	}
}

// keyTimes decides when a key frame that was asked for is made. Viewers that
// lose packets at once ask in a burst, and a key frame takes about four times the
// bits, so there are some frames between two.
type keyTimes struct {
	asked *atomic.Bool
	owed  bool
	since int // units since the last key frame
}

// due tells whether the next unit is to be a key frame out of turn.
func (k *keyTimes) due() bool {
	const between = 3 // 100 ms
	k.owed = k.asked.Swap(false) || k.owed
	return k.owed && k.since >= between
}

// made takes note of a unit: a key frame serves all who asked before it.
func (k *keyTimes) made(u Unit) {
	k.since++
	if u.Key {
		k.since, k.owed = 0, false
	}
}

func (s *Stage) count(u Unit, took time.Duration) {
	s.encoded.Add(1)
	if u.Key {
		s.keys.Add(1)
	}
	s.bytes.Add(uint64(u.Bytes()))
	s.busy.Add(int64(took))
}

// Tape returns the tape that the stage writes.
func (s *Stage) Tape() *Tape { return s.tape }

// Live returns a reader for a screen, see Tape.Live. Call Key to have it begin
// at once.
func (s *Stage) Live() *Reader { return s.tape.Live() }

// Key asks for a key frame as soon as may be: for a viewer that comes or lost
// something.
func (s *Stage) Key() { s.asked.Store(true) }

// Stats returns what the stage has done so far.
func (s *Stage) Stats() Stats {
	return Stats{Encoded: s.encoded.Load(), Keys: s.keys.Load(), Missed: s.missed.Load(), Bytes: s.bytes.Load(), Busy: time.Duration(s.busy.Load())}
}

// Close ends the stage and waits for it. The tape keeps what it holds. It may
// be called twice.
func (s *Stage) Close() error {
	s.cancel()
	<-s.done
	return nil
}
