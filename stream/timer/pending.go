package timer

import "time"

// Pending holds the time on a timer's display until it is recorded, and so
// tells a reset before that from one that is in order (A6f1). Its zero value is
// ready. It keeps no clock and is not safe for concurrent use.
type Pending struct {
	end  Event
	open bool
}

// Lost is a time that left the display before it was recorded.
type Lost struct {
	Solve int
	Time  time.Duration // what the timer showed; for the report, never for the result (A6f1)
	Why   Why           // why the end was suspect; zero after a plain stop
	At    time.Duration // when it was reset
}

// Take follows the stream, every event in turn, and tells of a time that was
// reset before Record.
func (p *Pending) Take(e Event) (Lost, bool) {
	switch {
	case e.Ends():
		p.end, p.open = e, true
	case e.Kind == Suspect && e.Why == Resumed:
		p.open = false
	case e.Kind == Reset && p.open:
		p.open = false
		return Lost{Solve: p.end.Solve, Time: p.end.Time, Why: p.end.Why, At: e.At}, true
	}
	return Lost{}, false
}

// Record says that the judge has recorded the result of a run. It tells whether
// that run's time was still on the display.
func (p *Pending) Record(solve int) bool {
	if !p.open || p.end.Solve != solve {
		return false
	}
	p.open = false
	return true
}

// Shown gives the end that waits to be recorded.
func (p *Pending) Shown() (Event, bool) { return p.end, p.open }
