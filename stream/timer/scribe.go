package timer

import "time"

// scribe writes the events of one timer in the order that the package comment
// promises, whoever tells it what happened.
type scribe struct {
	out   []Event
	seen  time.Duration
	solve int
	on    bool          // a run is on the display: it runs, or came to its end
	ended bool          // and that end was told
	zero  bool          // a zero was told and nothing since
	shown time.Duration // the last time told of the run
}

// write completes an event: nothing happens after it is seen, and nothing is
// seen before what was seen already.
func (s *scribe) write(e Event) {
	s.seen = max(s.seen, e.Seen)
	e.Seen = s.seen
	e.At = min(e.At, e.Seen)
	s.out = append(s.out, e)
}

// take gives the events written since it was last called.
func (s *scribe) take() []Event {
	out := s.out
	s.out = nil
	return out
}

// begin opens a run where none is on, and a new one where the last came to its
// end and the timer must have been reset since.
func (s *scribe) begin(at, seen time.Duration) {
	if s.on && s.ended {
		s.reset(at, seen)
	}
	if !s.on {
		s.solve++
	}
	s.on, s.zero = true, false
}

func (s *scribe) running(shown, at, seen time.Duration) {
	s.begin(at-shown, seen)
	s.shown = shown
	s.write(Event{Kind: Running, Solve: s.solve, Time: shown, At: at, Seen: seen})
}

// end tells that the display stands still: a stop, or suspect for a reason.
func (s *scribe) end(why Why, shown, at, seen time.Duration) {
	s.begin(at-shown, seen)
	s.ended, s.shown = true, shown
	e := Event{Kind: Stopped, Solve: s.solve, Time: shown, At: at, Seen: seen}
	if why != 0 {
		e.Kind, e.Why, e.Frozen = Suspect, why, true
	}
	s.write(e)
}

// doubt tells of something suspect that is no end.
func (s *scribe) doubt(why Why, shown, at, seen time.Duration) {
	s.write(Event{Kind: Suspect, Why: why, Solve: s.solve, Time: shown, At: at, Seen: seen})
}

// resume takes an end back.
func (s *scribe) resume(shown, at, seen time.Duration) {
	s.doubt(Resumed, shown, at, seen)
	s.ended = false
}

// reset tells that the display shows zero, once.
func (s *scribe) reset(at, seen time.Duration) {
	if s.zero {
		return
	}
	s.write(Event{Kind: Reset, Solve: s.solve, Time: s.shown, At: at, Seen: seen})
	s.on, s.ended, s.zero, s.shown = false, false, true, 0
}
