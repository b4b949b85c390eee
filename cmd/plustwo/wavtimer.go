package main

import (
	"os"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/stream/timer"
)

// playedTimer plays a recording of a timer as if it were heard now: at its own
// pace, with moments of the table's clock.
type playedTimer struct {
	timer.Source
	events chan timer.Event
	quit   chan struct{}
	once   sync.Once
}

// playTimer opens a WAV file. Errors are problem.Errors that name it.
func playTimer(path string, clock func() time.Duration) (timer.Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, problem.At(path, problem.New(err, problem.NoFile))
	}
	s, err := timer.NewWAV(f)
	if err != nil {
		return nil, problem.At(path, err)
	}
	p := &playedTimer{Source: s, events: make(chan timer.Event), quit: make(chan struct{})}
	go p.play(clock(), clock)
	return p, nil
}

// play sends each event when it was known, a base after the recording's start.
func (p *playedTimer) play(base time.Duration, clock func() time.Duration) {
	defer close(p.events)
	for e := range p.Source.Events() {
		e.At, e.Seen = e.At+base, e.Seen+base
		due := time.NewTimer(max(0, e.Seen-clock()))
		select {
		case <-due.C:
		case <-p.quit:
			due.Stop()
			return
		}
		select {
		case p.events <- e:
		case <-p.quit:
			return
		}
	}
}

// Events implements timer.Source.
func (p *playedTimer) Events() <-chan timer.Event { return p.events }

// Close implements timer.Source.
func (p *playedTimer) Close() error {
	p.once.Do(func() { close(p.quit) })
	err := p.Source.Close()
	for range p.events { // until play has ended
	}
	return err
}
