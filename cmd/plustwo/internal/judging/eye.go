package judging

import (
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/fit"
	"github.com/plustwo/plustwo/vision/still"
)

// Eye measures the pictures of one camera. It remembers what it measured last, so
// that a still of a puzzle that has not moved since is judged in half the time.
// It may be used by several goroutines.
type Eye struct {
	mu   sync.Mutex
	last vision.Measurement
}

// Measure is like the function, for one view.
func (e *Eye) Measure(view vision.View, event string) (vision.Measurement, error) {
	m, err := Measure([]vision.View{view}, event)
	if err == nil && m.Found {
		e.mu.Lock()
		e.last = m
		e.mu.Unlock()
	}
	return m, err
}

// Judge is like Still.
func (e *Eye) Judge(s *still.Still, view vision.View, event string, book *rules.Rulebook) (*Verdict, error) {
	begin := time.Now()
	e.mu.Lock()
	last := e.last
	e.mu.Unlock()
	if last.Found && last.Puzzle.Event == event && s.Mean != nil {
		view.Image = s.Mean
		if m, ok := fit.Again([]vision.View{view}, &last); ok {
			m.Memory = nil // a verdict is kept for long
			v := &Verdict{Event: event, Views: []vision.View{view}, Seen: m, Ruling: adjudicate.Adjudicate(m.Observation, book)}
			v.Took = time.Since(begin)
			return v, nil
		}
	}
	return Still(s, view, event, book)
}
