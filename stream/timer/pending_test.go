package timer

import (
	"testing"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

// TestPending: what a timer shows, when the judge records, and what was lost.
func TestPending(t *testing.T) {
	zero := still(second, 'I', 0)
	stopped := signal.Script{zero, runs(2*second, 0), still(3*second, 'S', 2*second), zero}
	glitch := signal.Script{zero, still(3*second, 'I', 7*ms), zero}
	const never = 0
	cases := []struct {
		name   string
		script signal.Script
		record Kind // recorded when this kind is told first; 0 for never
		out    bool // the cable is out over the reset
		want   []Lost
	}{
		{"recorded, then reset", stopped, Stopped, false, nil},
		{"reset, never recorded", stopped, never, false, []Lost{{Solve: 1, Time: 2 * second}}},
		{"reset unheard, never recorded", stopped, never, true, []Lost{{Solve: 1, Time: 2 * second}}},
		{"recorded while unheard", stopped, Disconnected, true, nil},
		{"an early stop, reset before anybody looked", glitch, never, false, []Lost{{Solve: 1, Time: 7 * ms, Why: EarlyStop}}},
		{"an early stop, recorded", glitch, Suspect, false, nil},
		{"recorded before it began", stopped, Ready, false, []Lost{{Solve: 1, Time: 2 * second}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := gen4.Messages(c.script, 0)
			if c.out {
				in = cut(in, c.script.Length()-1500*ms, c.script.Length()-500*ms)
			}
			events, _ := decode(in, c.script.Length())
			var p Pending
			var got []Lost
			for _, e := range events {
				if lost, ok := p.Take(e); ok {
					if lost.At != e.At {
						t.Errorf("lost at %v, reset at %v", lost.At, e.At)
					}
					lost.At = 0
					got = append(got, lost)
				}
				if end, shown := p.Shown(); shown && end.Solve != e.Solve {
					t.Errorf("shown %+v at %+v", end, e)
				}
				if e.Kind == c.record {
					p.Record(1)
				}
			}
			if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestPendingResumed(t *testing.T) {
	var p Pending
	p.Take(Event{Kind: Stopped, Solve: 1, Time: second})
	p.Take(Event{Kind: Suspect, Why: Resumed, Solve: 1})
	if p.Record(1) {
		t.Error("a stop that was taken back can be recorded")
	}
	p.Take(Event{Kind: Stopped, Solve: 1, Time: 2 * second})
	if p.Record(2) || !p.Record(1) || p.Record(1) {
		t.Error("a run is recorded once, by its number")
	}
}
