package timer

import (
	"errors"
	"sync"
	"time"
)

// Source is a timer that is listened to.
type Source interface {
	// Events gives the stream. It is closed when the source ends by itself or
	// is closed. A reader that is slow misses readings of a running timer, and
	// nothing else.
	Events() <-chan Event

	// Counts gives the totals so far.
	Counts() Counts

	// Close ends the source and waits until it has ended. It gives why the
	// source had ended by itself; nil at the end of a file. It is safe twice.
	Close() error
}

// Clock gives the moment, from an origin that its owner chose. It never goes
// back, and runs as time.Now's monotonic reading does. A source that reads the
// clock of the table's cameras gives moments that compare with their frames'.
type Clock func() time.Duration

// ErrBehind ends a source whose events nobody took for a very long time.
var ErrBehind = errors.New("the timer's events are not read")

// mostQueued is how many events wait for a slow reader: minutes of the worst
// line, as at most nine packets a second come.
const mostQueued = 4096

// pump carries the events of a source's one goroutine, its owner, to the
// reader. The embedding source starts the owner, which must call end.
type pump struct {
	out   chan Event
	queue []Event // the owner's
	quit  chan struct{}
	done  chan struct{}
	once  sync.Once
	err   error // set before done is closed

	mu     sync.Mutex
	counts Counts
}

func newPump() pump {
	return pump{out: make(chan Event), quit: make(chan struct{}), done: make(chan struct{})}
}

// Events implements Source.
func (p *pump) Events() <-chan Event { return p.out }

// Counts implements Source.
func (p *pump) Counts() Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counts
}

// Close implements Source.
func (p *pump) Close() error {
	p.once.Do(func() { close(p.quit) })
	<-p.done
	return p.err
}

// end closes the stream; the owner's last act.
func (p *pump) end(err error) {
	p.err = err
	close(p.out)
	close(p.done)
}

// add queues events for the reader. A new reading of a running timer replaces
// one that nobody has taken yet.
func (p *pump) add(events []Event, c Counts) error {
	for _, e := range events {
		last := len(p.queue) - 1
		if last >= 0 && e.Kind == p.queue[last].Kind && (e.Kind == Running || e.Kind == Noisy) && e.Solve == p.queue[last].Solve {
			p.queue[last] = e
			continue
		}
		if len(p.queue) == mostQueued {
			return ErrBehind
		}
		p.queue = append(p.queue, e)
	}
	p.mu.Lock()
	p.counts = c
	p.mu.Unlock()
	return nil
}

// head gives the channel and the event to send; a nil channel where none waits.
func (p *pump) head() (chan<- Event, Event) {
	if len(p.queue) == 0 {
		return nil, Event{}
	}
	return p.out, p.queue[0]
}

// sent drops the event that was sent.
func (p *pump) sent() {
	p.queue = p.queue[1:]
}

// drain sends what is queued, unless the source is closed.
func (p *pump) drain() {
	for len(p.queue) > 0 {
		select {
		case p.out <- p.queue[0]:
			p.sent()
		case <-p.quit:
			return
		}
	}
}
