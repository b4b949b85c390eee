// Package demo stands a table that does not exist before the cameras: its scripts
// (vision/synth/play) are seen by synth: cameras, heard as a timer, and told to
// the table where no device would.
package demo

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/synth/play"
)

// Stage is what stands before one table's synth: cameras.
type Stage struct {
	clock func() time.Duration
	log   *slog.Logger
	timer *timer.Manual
	cues  chan play.Cue

	mu    sync.Mutex
	plays map[string]*play.Table // by the camera's name
}

// New returns a stage; the clock is the table's.
func New(clock func() time.Duration, log *slog.Logger) *Stage {
	const waiting = 64 // cues: an attempt has about fifteen
	return &Stage{clock: clock, log: log, timer: timer.NewManual(), cues: make(chan play.Cue, waiting), plays: map[string]*play.Table{}}
}

// Open opens a synth: camera; it is a camera.Opener. What is played is told by
// the camera that is called as the first one was.
func (s *Stage) Open(spec, name string, _ camera.Options) (camera.Source, error) {
	t, err := s.play(spec, name)
	if err != nil {
		return nil, err
	}
	return t.Open(name)
}

// play returns what a camera sees.
func (s *Stage) play(spec, name string) (*play.Table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.plays[name]; t != nil {
		return t, nil
	}
	o, err := play.Parse(spec)
	if err != nil {
		return nil, err
	}
	var tell func(play.Cue)
	if len(s.plays) == 0 {
		tell = s.tell
	}
	t, err := play.NewTable(o, s.clock, tell)
	if err == nil {
		s.plays[name] = t
	}
	return t, err
}

// Camera returns the model of a camera and begins to play before it.
func (s *Stage) Camera(spec, name string) (*calib.Camera, error) {
	t, err := s.play(spec, name)
	if err != nil {
		return nil, err
	}
	c := t.Camera()
	return &c, nil
}

// Timer is the timer of what is played.
func (s *Stage) Timer() (timer.Source, error) { return s.timer, nil }

// tell passes on what happens.
func (s *Stage) tell(c play.Cue) {
	var kind timer.Kind
	if !c.Kind.OfTimer() {
		select {
		case s.cues <- c:
		default:
			s.log.Warn("a cue is lost", "cue", c.Kind)
		}
		return
	}
	err := kind.UnmarshalText([]byte(c.Kind))
	if err == nil {
		err = s.timer.Report(timer.Report{Kind: kind, At: c.At, Time: c.Time, Left: c.Left, Right: c.Right})
	}
	if err != nil {
		s.log.Warn("a cue of the timer is not taken", "cue", c.Kind, "err", err)
	}
}

// Run tells a table what is played and what is played of the table's decisions,
// until the context ends.
func (s *Stage) Run(ctx context.Context, t web.Table) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { s.pass(ctx, t) })
	open := false
	for now := range t.Watch(ctx) {
		if a := now.Attempt; open && a.Course < attempt.Stopped {
			s.decided()
			open = false
		} else if a.Course >= attempt.Stopped {
			open = true
		}
	}
}

// decided ends the waiting for the judge.
func (s *Stage) decided() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.plays {
		t.Decided()
	}
}

// pass tells the table of the cover, as its judge would.
func (s *Stage) pass(ctx context.Context, t web.Table) {
	by := attempt.Actor{Role: rules.Device, ID: play.Scheme}
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-s.cues:
			var err error
			switch c.Kind {
			case play.Covered:
				err = t.Do(ctx, "", by, attempt.Cover{})
			case play.Lifted:
				err = t.Do(ctx, "", by, attempt.Inspect{})
			}
			if err != nil && ctx.Err() == nil {
				s.log.Debug("a cue means nothing", "cue", c.Kind, "err", err)
			}
		}
	}
}

// Close ends what is played. It may be called twice.
func (s *Stage) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.plays {
		t.Close()
	}
	if err := s.timer.Close(); err != nil {
		return fmt.Errorf("the timer of the demonstration: %w", err)
	}
	return nil
}

// Plays tells whether anything is played.
func (s *Stage) Plays() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.plays) > 0
}
