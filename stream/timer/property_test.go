package timer

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

// anyScript draws one to three solves of a timer of either kind.
func anyScript(t *rapid.T) (signal.Script, map[time.Duration]bool) {
	var s signal.Script
	results := map[time.Duration]bool{}
	for range rapid.IntRange(1, 3).Draw(t, "solves") {
		result := time.Duration(rapid.IntRange(30, 20000).Draw(t, "result")) * ms
		results[result], results[result.Truncate(10*ms)] = true, true
		s = append(s, signal.Solve(result)...)
	}
	if rapid.Bool().Draw(t, "gen 4") {
		s = s.Gen4()
	}
	return s, results
}

// TestNeverWrong: whatever happens to bytes on the way, the order of events
// holds, and no time is told as stopped that the timer did not show.
func TestNeverWrong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		script, results := anyScript(t)
		form := rapid.SampledFrom([]signal.Form{gen2, gen4, {Digits: 6, Tail: "\r"}, {Digits: 5}}).Draw(t, "form")
		in := form.Messages(script, 0)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		share := func(name string) float64 { return rapid.SampledFrom([]float64{0, 0.005, 0.02, 0.1}).Draw(t, name) }
		in = signal.Drop(in, share("dropped"), rng)
		in = signal.Garble(in, share("garbled"), rng)
		in = signal.Insert(in, share("inserted"), rng)
		events, _ := decode(in, script.Length()+second)
		if bad := order(events); bad != "" {
			t.Fatal(bad)
		}
		for _, e := range events {
			if e.Kind == Stopped && !results[e.Time] {
				t.Fatalf("stopped at %v, which was never shown", e.Time)
			}
			if e.Kind == Stopped && e.Time < earlyStop {
				t.Fatalf("%v is told as a stop", e.Time)
			}
		}
	})
}

// TestEverySolveIsTold: with clean bytes every solve is told, once.
func TestEverySolveIsTold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		script, _ := anyScript(t)
		events, counts := decode(gen4.Messages(script, 0), script.Length()+second)
		ends, truth := 0, 0
		for _, span := range script {
			if span.Runs {
				truth++
			}
		}
		for _, e := range events {
			if e.Ends() {
				ends++
			}
			if (e.Kind == Suspect) != (e.Ends() && e.Time < earlyStop) {
				t.Fatalf("%s at %v", e.Why, e.Time)
			}
		}
		if ends != truth || counts.Ignored != 0 {
			t.Fatalf("%d of %d solves, %d bytes ignored: %q", ends, truth, counts.Ignored, story(events))
		}
	})
}
