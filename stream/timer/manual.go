package timer

import (
	"errors"
	"fmt"
	"time"
)

// ErrReport is wrapped by errors about a report that cannot be.
var ErrReport = errors.New("impossible timer report")

// ErrClosed is given by a Manual that was closed.
var ErrClosed = errors.New("the timer is closed")

// Report is what a person or another timing station says of a timer.
type Report struct {
	Kind Kind          // not Noisy nor Suspect
	At   time.Duration // when, by the table's clock
	// Time is what the timer shows. Running: 0 for "now it starts". Stopped: 0
	// for the time since that start. Others: not used.
	Time        time.Duration
	Left, Right bool // Hands: the pads that are touched
}

// longest is how long a reported time may be: a multi-blind attempt lasts up to
// an hour, and nothing lasts a day.
const longest = 24 * time.Hour

// Manual is a timer that others report: the judge's keys or screen, another
// timing station. Many may report at once.
type Manual struct {
	pump
	reports chan request
	scribe  scribe
	running bool
	last    Report // the last running or stopped
}

type request struct {
	Report
	answer chan error
}

// NewManual makes a timer that waits for reports.
func NewManual() *Manual {
	m := &Manual{pump: newPump(), reports: make(chan request)}
	go m.run()
	return m
}

// Report takes a report; it is sent on when Report comes back. The same stop
// reported twice is one stop, so that a station may repeat what got lost.
// Errors wrap ErrReport, ErrClosed or ErrBehind, and then nothing was taken.
func (m *Manual) Report(r Report) error {
	q := request{r, make(chan error, 1)}
	select {
	case m.reports <- q:
		return <-q.answer
	case <-m.done:
		return ErrClosed
	}
}

// run owns the state.
func (m *Manual) run() {
	for {
		out, e := m.head()
		select {
		case q := <-m.reports:
			err := m.take(q.Report)
			if err == nil {
				err = m.add(m.scribe.take(), Counts{})
			}
			q.answer <- err
			if errors.Is(err, ErrBehind) {
				m.end(err)
				return
			}
		case out <- e:
			m.sent()
		case <-m.quit:
			m.end(nil)
			return
		}
	}
}

func (m *Manual) take(r Report) error {
	if r.Time < 0 || r.Time >= longest {
		return fmt.Errorf("%w: %s: time %v; give one from 0 to less than %v", ErrReport, r.Kind, r.Time, longest)
	}
	s := &m.scribe
	switch r.Kind {
	case Running:
		return m.start(r)
	case Stopped:
		return m.stop(r)
	case Reset:
		s.reset(r.At, r.At)
		m.running, m.last = false, Report{}
	case Connected, Disconnected:
		s.write(Event{Kind: r.Kind, Solve: s.solve, At: r.At, Seen: r.At})
	case Ready:
		s.write(Event{Kind: Ready, Solve: s.solve, Left: true, Right: true, At: r.At, Seen: r.At})
	case Hands:
		s.write(Event{Kind: Hands, Solve: s.solve, Left: r.Left, Right: r.Right, At: r.At, Seen: r.At})
	default:
		return fmt.Errorf("%w: kind %s; report connected, ready, running, stopped, reset, hands or disconnected", ErrReport, r.Kind)
	}
	return nil
}

func (m *Manual) start(r Report) error {
	if m.running && r.Time < m.last.Time {
		return fmt.Errorf("%w: running at %v after %v; report reset first", ErrReport, r.Time, m.last.Time)
	}
	m.running, m.last = true, r
	m.scribe.running(r.Time, r.At, r.At)
	return nil
}

func (m *Manual) stop(r Report) error {
	if m.last.Kind == Stopped {
		if r.Time == m.last.Time || r.Time == 0 {
			return nil
		}
		return fmt.Errorf("%w: stopped at %v after a stop at %v; report reset first", ErrReport, r.Time, m.last.Time)
	}
	if r.Time == 0 {
		if !m.running {
			return fmt.Errorf("%w: stopped without a time, and no start was reported; give the time", ErrReport)
		}
		r.Time = r.At - m.last.At + m.last.Time
	}
	if r.Time <= 0 || r.Time >= longest {
		return fmt.Errorf("%w: stopped %v after the start; give the time", ErrReport, r.Time)
	}
	var why Why
	if r.Time < earlyStop {
		why = EarlyStop
	}
	m.running, m.last = false, r
	m.scribe.end(why, r.Time, r.At, r.At)
	return nil
}

var _ Source = (*Manual)(nil)
