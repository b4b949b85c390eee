package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/fit"
)

// verdict is everything that judging one scene gave.
type verdict struct {
	event  string // empty where it could not be told
	views  []vision.View
	seen   vision.Measurement
	ruling adjudicate.Ruling
	took   time.Duration // from the decoded pictures to the ruling
}

// judge wires the stages: pictures, measurement, ruling. An empty event is
// told from the pictures.
func judge(views []vision.View, event string, book *rules.Rulebook) (*verdict, error) {
	begin := time.Now()
	v := &verdict{event: event, views: views}
	var err error
	if event == "" {
		v.event, v.seen, err = identify(views)
	} else {
		v.seen, err = measure(views, event)
	}
	if err != nil {
		return nil, err
	}
	v.ruling = adjudicate.Adjudicate(v.seen.Observation, book)
	v.took = time.Since(begin)
	return v, nil
}

// measure fits one event's puzzle to the pictures.
func measure(views []vision.View, event string) (vision.Measurement, error) {
	p, err := puzzleOf(event)
	if err != nil {
		return vision.Measurement{}, err
	}
	m, err := fit.Fit(views, p)
	switch {
	case errors.Is(err, fit.ErrView):
		return m, badInput{problem.At(smallest(views), problem.New(err, problem.FewPixels))}
	case err != nil:
		return m, fmt.Errorf("measuring the %s: %w", event, err)
	}
	return m, nil
}

// smallest names the view with the smallest picture.
func smallest(views []vision.View) string {
	small := slices.MinFunc(views, func(a, b vision.View) int {
		return min(a.Image.Width, a.Image.Height) - min(b.Image.Width, b.Image.Height)
	})
	return small.Name
}

// plain is the share of borders from which a puzzle is told without a look at
// the other kinds: the right kind shows that much on most rendered pictures. A
// rough choice, tried on few pictures of each kind.
const plain = 0.7

// identify tells which puzzle the pictures show: the first that they show
// plainly, else the one whose borders they show best; a face alone, which shows
// none, does not tell. Where none is found, the measurement says so and the event
// is empty.
func identify(views []vision.View) (string, vision.Measurement, error) {
	var event string
	var best vision.Measurement
	for _, e := range likeliest() {
		m, err := measure(views, e)
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
