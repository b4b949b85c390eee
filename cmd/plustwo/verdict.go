package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
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
	placeFaces(&v.seen)
	v.ruling = adjudicate.Adjudicate(v.seen.Observation, book)
	v.took = time.Since(begin)
	return v, nil
}

// placeFaces tells the ruling in which direction each face looks, where the
// measurement has not said so.
func placeFaces(m *vision.Measurement) {
	if !m.Found || len(m.Observation.Explanations) == 0 || m.Observation.Explanations[0].FaceWhere != nil {
		return
	}
	for _, f := range m.Puzzle.Faces {
		where := phrase.Direction(m.MatFromPuzzle.R.Apply(f.Normal))
		m.Observation.Explanations[0].FaceWhere = append(m.Observation.Explanations[0].FaceWhere, where)
	}
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
		return m, badInput{fmt.Errorf("measuring the %s: %w", event, err)}
	case err != nil:
		return m, fmt.Errorf("measuring the %s: %w", event, err)
	}
	return m, nil
}

// identify tells which puzzle the pictures show: the only one that is found.
// Where several explain the pictures it does not choose; the error is badInput
// and asks for --event. Where none does, the measurement says so and the event
// is empty.
func identify(views []vision.View) (string, vision.Measurement, error) {
	var events []string
	var found, last vision.Measurement
	for _, e := range puzzle.Events() {
		m, err := measure(views, e)
		if err != nil {
			return "", m, err
		}
		last = m
		if m.Found {
			events, found = append(events, e), m
		}
	}
	switch len(events) {
	case 0:
		last.Puzzle, last.Observation = nil, adjudicate.Observation{}
		return "", last, nil
	case 1:
		return events[0], found, nil
	}
	return "", found, badInput{errors.New("cannot tell which puzzle this is (" + strings.Join(events, ", ") + " fit): give --event")}
}
