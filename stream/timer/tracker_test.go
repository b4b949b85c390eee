package timer

import (
	"slices"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

const (
	second = time.Second
	minute = time.Minute
	ms     = time.Millisecond
)

// decode reads messages as a serial line brings them, with silence until the
// given moment.
func decode(in []signal.Message, until time.Duration) ([]Event, Counts) {
	var s stackmat
	now := time.Duration(0)
	pass := func(to time.Duration) {
		for ; now+tickEvery <= to; now += tickEvery {
			s.tick(now)
		}
	}
	for _, m := range in {
		pass(m.At)
		for i, b := range m.Raw {
			s.byte(b, m.At+time.Duration(i+1)*byteTime)
		}
		now = max(now, m.At+time.Duration(len(m.Raw))*byteTime)
	}
	pass(until)
	s.tick(until)
	return s.take(), s.counts
}

// cut leaves out the messages that begin from one moment to the other.
func cut(in []signal.Message, from, to time.Duration) []signal.Message {
	var out []signal.Message
	for _, m := range in {
		if m.At < from || m.At >= to {
			out = append(out, m)
		}
	}
	return out
}

// replace exchanges the one message that is under way at a moment.
func replace(in []signal.Message, at time.Duration, raw []byte) []signal.Message {
	out := append([]signal.Message(nil), in...)
	for i := range out {
		if out[i].At <= at && at < out[i].At+signal.Period {
			out[i].Raw = raw
		}
	}
	return out
}

func still(length time.Duration, status byte, shown time.Duration) signal.Span {
	return signal.Span{For: length, Status: status, From: shown}
}

func runs(length, from time.Duration) signal.Span {
	return signal.Span{For: length, Status: ' ', From: from, Runs: true}
}

// TestTracker: each case is what a timer shows, what is done to its messages,
// and what is told.
func TestTracker(t *testing.T) {
	zero, end := still(second, 'I', 0), still(second, 'I', 0)
	cases := []struct {
		name   string
		script signal.Script
		change func([]signal.Message) []signal.Message
		want   []string
	}{
		{"plain", signal.Solve(result), nil,
			[]string{"connected", "reset #0 0s", "hands true true", "ready", "running #1", "hands false false", "stopped #1 2.345s", "reset #1 2.345s"}},
		{"Gen 4 says I for all but running", signal.Solve(result).Gen4(), nil,
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 2.345s", "reset #1 2.345s"}},
		{"one stray A", signal.Script{zero, still(112*ms, 'A', 0), zero}, nil,
			[]string{"connected", "reset #0 0s"}},
		{"one hand, then the other", signal.Script{zero, still(500*ms, 'L', 0), still(500*ms, 'R', 0), zero}, nil,
			[]string{"connected", "reset #0 0s", "hands true false", "hands false true", "hands false false"}},
		{"the status says running but the time stands still", signal.Script{zero, runs(2*second, 0), still(second, ' ', 2*second), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 2s", "reset #1 2s"}},
		{"the status says stopped but the time runs", signal.Script{zero, {For: 2 * second, Status: 'S', Runs: true}, still(second, 'S', 2*second), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 2s", "reset #1 2s"}},

		{"ground glitch at the start", signal.Script{zero, still(second, 'I', 7*ms), end}, nil,
			[]string{"connected", "reset #0 0s", "early stop #1 7ms still", "reset #1 7ms"}},
		{"ground glitch in a run", signal.Script{zero, runs(3*second, 0), still(second, 'I', 7*ms), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "lost running #1", "reset #1 2.951s", "early stop #2 7ms still", "reset #2 7ms"}},
		{"59 ms", signal.Script{zero, still(second, 'S', 59*ms), end}, nil,
			[]string{"connected", "reset #0 0s", "early stop #1 59ms still", "reset #1 59ms"}},
		{"60 ms", signal.Script{zero, still(second, 'S', 60*ms), end}, nil,
			[]string{"connected", "reset #0 0s", "stopped #1 60ms", "reset #1 60ms"}},

		{"back to a time it cannot have run to", signal.Script{zero, runs(5*second, 0), runs(second, 3*second), still(second, 'S', 4*second), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "backwards #1", "running #1", "backwards #1 4s still", "reset #1 4s"}},
		{"ahead of the clock", signal.Script{zero, runs(2*second, 0), runs(second, 5*second), still(second, 'S', 6*second), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "jump #1", "running #1", "jump #1 6s still", "reset #1 6s"}},
		{"from zero ahead of the clock", signal.Script{zero, runs(second, 5*second), still(second, 'S', 6*second), end}, nil,
			[]string{"connected", "reset #0 0s", "jump #0", "running #1", "jump #1 6s still", "reset #1 6s"}},
		{"a stopped time changes", signal.Script{zero, runs(2*second, 0), still(second, 'S', 2*second), still(second, 'S', 9*second), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 2s", "resumed #1", "jump #1 9s still", "reset #1 9s"}},
		{"a stopped time goes back", signal.Script{zero, runs(9*second, 0), still(second, 'S', 9*second), still(second, 'S', 5*second), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 9s", "resumed #1", "backwards #1 5s still", "reset #1 5s"}},
		{"runs on after a stop", signal.Script{zero, runs(2*second, 0), still(400*ms, 'I', 2*second), runs(2*second, 2400*ms), still(second, 'S', 4400*ms), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 2s", "resumed #1", "running #1", "stopped #1 4.4s", "reset #1 4.4s"}},
		{"zero while running", signal.Script{zero, runs(2*second, 0), zero}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "lost running #1", "reset #1 1.943s"}},

		{"stops by itself", signal.Script{zero, runs(9*minute+59*second+850*ms, 0), still(second, 'I', 9*minute+59*second+850*ms), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "at limit #1 9m59.85s still", "reset #1 9m59.85s"}},
		{"just below that", signal.Script{zero, runs(9*minute+59*second+799*ms, 0), still(second, 'I', 9*minute+59*second+799*ms), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 9m59.799s", "reset #1 9m59.799s"}},
		{"rolls over", signal.Script{zero, runs(10*minute+3*second, 0), still(second, 'S', 3*second), end}, nil,
			[]string{"connected", "reset #0 0s", "running #1", "rollover #1", "running #1", "rollover #1 3s still", "reset #1 3s"}},

		{"connected while it runs", signal.Script{runs(second, minute), still(second, 'S', minute+second)}, nil,
			[]string{"connected", "running #1", "stopped #1 1m1s"}},
		{"connected when it has stopped", signal.Script{still(second, 'S', minute), end}, nil,
			[]string{"connected", "unseen run #1 1m0s still", "reset #1 1m0s"}},
		{"cable out while it runs", signal.Solve(5 * second), func(m []signal.Message) []signal.Message { return cut(m, 3*second, 4*second) },
			[]string{"connected", "reset #0 0s", "hands true true", "ready", "running #1", "hands false false", "disconnected", "connected", "running #1", "stopped #1 5s", "reset #1 5s"}},
		{"cable out over the stop", signal.Solve(5 * second), func(m []signal.Message) []signal.Message { return cut(m, 6*second, 6800*ms) },
			[]string{"connected", "reset #0 0s", "hands true true", "ready", "running #1", "hands false false", "disconnected", "connected", "stopped #1 5s", "reset #1 5s"}},
		{"cable out over the whole run", signal.Solve(5 * second), func(m []signal.Message) []signal.Message { return cut(m, 1400*ms, 6600*ms) },
			[]string{"connected", "reset #0 0s", "hands true true", "ready", "disconnected", "connected", "unseen run #1 5s still", "reset #1 5s"}},
		{"cable out over the reset", signal.Script{zero, runs(2*second, 0), still(second, 'S', 2*second), zero, runs(2*second, 0), still(second, 'S', 2*second)},
			func(m []signal.Message) []signal.Message { return cut(m, 3500*ms, 5500*ms) },
			[]string{"connected", "reset #0 0s", "running #1", "stopped #1 2s", "disconnected", "connected", "reset #1 2s", "running #2", "stopped #2 2s"}},

		{"one reading is wrong", signal.Solve(result), func(m []signal.Message) []signal.Message {
			return replace(m, 3*second, gen4.Encode(' ', minute))
		}, []string{"connected", "reset #0 0s", "hands true true", "ready", "running #1", "hands false false", "stopped #1 2.345s", "reset #1 2.345s"}},
		{"one zero in a run", signal.Solve(result), func(m []signal.Message) []signal.Message {
			return replace(m, 3*second, gen4.Encode('I', 0))
		}, []string{"connected", "reset #0 0s", "hands true true", "ready", "running #1", "hands false false", "stopped #1 2.345s", "reset #1 2.345s"}},
		{"one zero after the stop", signal.Solve(result), func(m []signal.Message) []signal.Message {
			return replace(m, signal.Start+result+600*ms, gen4.Encode('I', 0))
		}, []string{"connected", "reset #0 0s", "hands true true", "ready", "running #1", "hands false false", "stopped #1 2.345s", "reset #1 2.345s"}},
		{"a zero digit lost makes a short packet", signal.Script{zero, runs(12*second, 0), still(second, 'S', 12*second), end}, func(m []signal.Message) []signal.Message {
			raw := gen4.Encode(' ', 12*second)
			return replace(m, 12*second, append(raw[:1:1], raw[2:]...)) // reads 1:20.00
		}, []string{"connected", "reset #0 0s", "running #1", "stopped #1 12s", "reset #1 12s"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := gen4.Messages(c.script, 0)
			if c.change != nil {
				in = c.change(in)
			}
			events, _ := decode(in, c.script.Length())
			same(t, story(without(events, Noisy)), c.want)
			if bad := order(events); bad != "" {
				t.Error(bad)
			}
		})
	}
}

func TestSilence(t *testing.T) {
	script := signal.Solve(result)
	in := gen4.Messages(script, 0)
	events, _ := decode(in, script.Length()+2*second)
	last := events[len(events)-1]
	if last.Kind != Disconnected {
		t.Fatalf("%v", story(events))
	}
	end := in[len(in)-1].At + 8*byteTime // the line ends belong to no packet
	if wait := last.Seen - end; wait < 200*ms || wait > 500*ms || last.At != end {
		t.Errorf("silence from %v, told as from %v after %v", end, last.At, wait)
	}
	events, _ = decode(cut(in, 2*second, 2*second+2*signal.Period), script.Length())
	if got := story(events); slices.Contains(got, "disconnected") {
		t.Errorf("two packets lost: %q", got)
	}
}

func TestNoisy(t *testing.T) {
	script := signal.Script{still(3*second, 'I', 0)}
	in := gen4.Messages(script, 0)
	raw := make([]byte, 0, 20)
	for i := range 20 {
		raw = append(raw, byte(0x80+i))
	}
	in = append(in, signal.Message{At: 3 * second, Raw: raw})
	in = append(in, gen4.Messages(script, 4*second)...)
	events, counts := decode(in, 7*second)
	var told []int
	for _, e := range events {
		if e.Kind == Noisy {
			told = append(told, e.Noise)
		}
	}
	if len(told) != 2 || told[0] != 20 || told[1] != 0 || counts.Ignored != 20 {
		t.Errorf("20 bytes of garbage: told %v, counted %d", told, counts.Ignored)
	}
}

func TestLateBytes(t *testing.T) {
	// The machine stood still for half a second in a run, and then took all at once.
	script := signal.Solve(3 * second)
	in := gen4.Messages(script, 0)
	for i := range in {
		if in[i].At > 3*second && in[i].At < 3500*ms {
			in[i].At = 3500 * ms
		}
	}
	events, _ := decode(in, script.Length())
	for _, e := range events {
		if e.Kind == Suspect {
			t.Errorf("late bytes are told as %s", e.Why)
		}
	}
}
