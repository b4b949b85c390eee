package timer

import (
	"errors"
	"io"
	"time"
)

// Live is a Stackmat on a serial line or a sound card. When that is lost it is
// opened again until that succeeds.
type Live struct {
	pump
	open     func() (input, error)
	clock    Clock
	stackmat *stackmat
}

// input is an open line or sound card. Closing it must end a next that waits.
type input interface {
	// next waits for what comes, and gives what the owner is to do with it.
	next() (func(), error)
	io.Closer
}

const (
	// tickEvery is how often silence is looked for: told within silence and this.
	tickEvery = 50 * time.Millisecond
	// firstRetry and lastRetry bound the wait before a lost input is opened again.
	firstRetry = 250 * time.Millisecond
	lastRetry  = 4 * time.Second
)

// newLive opens the input, which must succeed at once, as a wrong name would
// else pass for a timer that is switched off.
func newLive(s *stackmat, open func() (input, error), clock Clock) (*Live, error) {
	in, err := open()
	if err != nil {
		return nil, err
	}
	l := &Live{pump: newPump(), open: open, clock: clock, stackmat: s}
	go l.run(in)
	return l, nil
}

// errQuit is how the parts of a source tell each other that it was closed.
var errQuit = errors.New("closed")

// run owns the decoder.
func (l *Live) run(in input) {
	for {
		err := l.session(in)
		if over(err) {
			l.end(notQuit(err))
			return
		}
		l.stackmat.lose(l.clock(), err.Error())
		if in, err = l.reopen(); err != nil {
			l.end(notQuit(err))
			return
		}
	}
}

// over tells whether an error ends the source, not only its input.
func over(err error) bool { return errors.Is(err, errQuit) || errors.Is(err, ErrBehind) }

func notQuit(err error) error {
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// heard is what one next gave.
type heard struct {
	do  func()
	err error
}

// session listens to an input until it fails or the source is closed; the
// error is never nil. Waiting has a goroutine of its own, as only closing the
// input ends it.
func (l *Live) session(in input) error {
	news := make(chan heard)
	quit := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		wait(in, news, quit)
	}()
	err := l.listen(news)
	close(quit)
	closed := in.Close()
	<-done
	if errors.Is(err, errQuit) {
		return err
	}
	return errors.Join(err, closed)
}

func wait(in input, news chan<- heard, quit <-chan struct{}) {
	for {
		do, err := in.next()
		select {
		case news <- heard{do, err}:
		case <-quit:
			return
		}
		if err != nil {
			return
		}
	}
}

func (l *Live) listen(news <-chan heard) error {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	for {
		out, e := l.head()
		select {
		case n := <-news:
			if n.err != nil {
				return n.err
			}
			n.do()
		case <-tick.C:
			l.stackmat.tick(l.clock())
		case out <- e:
			l.sent()
		case <-l.quit:
			return errQuit
		}
		if err := l.add(l.stackmat.take(), l.stackmat.counts); err != nil {
			return err
		}
	}
}

// reopen tries until the input opens or the source is closed.
func (l *Live) reopen() (input, error) {
	for after := firstRetry; ; after = min(2*after, lastRetry) {
		if err := l.pause(after); err != nil {
			return nil, err
		}
		if in, err := l.open(); err == nil { // else it is still unplugged, which was told
			return in, nil
		}
	}
}

// pause gives events to the reader for a while.
func (l *Live) pause(while time.Duration) error {
	if err := l.add(l.stackmat.take(), l.stackmat.counts); err != nil {
		return err
	}
	up := time.NewTimer(while)
	defer up.Stop()
	for {
		out, e := l.head()
		select {
		case <-up.C:
			return nil
		case out <- e:
			l.sent()
		case <-l.quit:
			return errQuit
		}
	}
}

var _ Source = (*Live)(nil)
