package results

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// From returns what a decided attempt counts. The error is ErrPending for one
// that has no verdict or no time, ErrAttempt for a multi-blind result that
// cannot be.
func From(book *rules.Rulebook, event string, r attempt.Result) (Attempt, error) {
	unit := UnitMS(book)
	switch r.Verdict {
	case rules.IsDNS:
		return Attempt{Value: DNS}, nil
	case rules.IsDNF:
		out := Attempt{Value: DNF}
		if r.Timed {
			out.Elapsed = Value(int64(r.TimeMS) / unit)
		}
		return out, nil
	case rules.IsOK, rules.IsPlusTwo:
	default:
		return Attempt{}, fmt.Errorf("%w: the verdict is %q", ErrPending, r.Verdict)
	}
	if !r.Timed {
		return Attempt{}, fmt.Errorf("%w: there is no time", ErrPending)
	}
	if event == multiBlind {
		v, err := Multi{r.Solved, r.Attempted, int64(r.FinalMS) / 1000}.Pack()
		return Attempt{Value: v}, err
	}
	return Attempt{Value: Value(int64(r.FinalMS) / unit)}, nil
}
