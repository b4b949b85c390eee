// Package judging wires pictures of a puzzle at rest to a ruling: measurement,
// then adjudication. One picture from a file and a live table's still go the
// same way.
package judging

import (
	"fmt"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/fit"
	"github.com/plustwo/plustwo/vision/still"
)

// Verdict is everything that judging one scene gave.
type Verdict struct {
	Event  string // empty where it could not be told
	Views  []vision.View
	Seen   vision.Measurement
	Ruling adjudicate.Ruling
	Took   time.Duration // from the decoded pictures to the ruling
}

// Judge goes from pictures of one scene to a ruling. An empty event is told
// from the pictures. Errors wrap puzzle.ErrUnknown or fit.ErrView.
func Judge(views []vision.View, event string, book *rules.Rulebook) (*Verdict, error) {
	begin := time.Now()
	v := &Verdict{Event: event, Views: views}
	var err error
	if event == "" {
		v.Event, v.Seen, err = Identify(views)
	} else {
		v.Seen, err = Measure(views, event)
	}
	if err != nil {
		return nil, err
	}
	v.Seen.Memory = nil // a verdict is kept for long
	v.Ruling = adjudicate.Adjudicate(v.Seen.Observation, book)
	v.Took = time.Since(begin)
	return v, nil
}

// Still judges a view's still: its mean, which has less noise, or else its
// sharpest frame. The view's own picture does not matter.
func Still(s *still.Still, view vision.View, event string, book *rules.Rulebook) (v *Verdict, err error) {
	for _, im := range []*vision.Image{s.Mean, s.Sharp} {
		view.Image = im
		v, err = Judge([]vision.View{view}, event, book)
		if err != nil || v.Seen.Found {
			break
		}
	}
	return v, err
}

// Measure fits one event's puzzle to pictures. Errors wrap puzzle.ErrUnknown or
// fit.ErrView.
func Measure(views []vision.View, event string) (vision.Measurement, error) {
	p, err := puzzle.Load(event)
	if err != nil {
		return vision.Measurement{}, err
	}
	m, err := fit.Fit(views, p)
	if err != nil {
		return m, fmt.Errorf("measuring the %s: %w", event, err)
	}
	return m, nil
}

// plain is the share of borders from which a puzzle is told without a look at
// the other kinds: the right kind shows that much on most rendered pictures. A
// rough choice, tried on few pictures of each kind.
const plain = 0.7

// Identify tells which puzzle the pictures show: the first that they show
// plainly, else the one whose borders they show best; a face alone, which shows
// none, does not tell. Where none is found, the measurement says so and the event
// is empty.
func Identify(views []vision.View) (string, vision.Measurement, error) {
	var event string
	var best vision.Measurement
	for _, e := range likeliest() {
		m, err := Measure(views, e)
		if err != nil {
			return "", m, err
		}
		if m.Found && m.Support > best.Support {
			best, event = m, e
		} else if best.Puzzle == nil {
			best.Puzzle, best.Why = m.Puzzle, m.Why
		}
		if m.Found && m.Support > plain {
			break
		}
	}
	if event == "" {
		best = vision.Measurement{Why: best.Why}
		if len(best.Why) == 0 {
			best.Why = phrase.NoCamera
		}
	}
	return event, best, nil
}

// likeliest lists the events, the 3x3 first: most attempts are at one.
func likeliest() []string {
	out := []string{"333"}
	for _, e := range puzzle.Events() {
		if e != out[0] {
			out = append(out, e)
		}
	}
	return out
}
