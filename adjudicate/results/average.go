package results

import (
	"cmp"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// movesScale is what an average of fewest moves is multiplied by (WCIF): 24.33
// moves are 2433.
const movesScale = 100

// average returns the mean of the attempts that a format keeps (WCA 9f8 to
// 9f11, SRA 66 and 67).
func (r Round) average(f rules.Format, attempts []Value) Value {
	if len(attempts) < f.Attempts || slices.Contains(attempts, Skipped) {
		return Skipped
	}
	order := slices.Clone(attempts)
	slices.SortFunc(order, func(a, b Value) int { return cmp.Compare(a.worth(), b.worth()) })
	var sum int64
	kept := order[f.Drop : len(order)-f.Drop]
	for _, v := range kept {
		if !v.Complete() {
			return DNF
		}
		sum += int64(v)
	}
	if r.Event == fewestMoves {
		return Value(halfUp(sum*movesScale, int64(len(kept))))
	}
	return r.round(sum, int64(len(kept)))
}

// round returns sum / n as the rulebook rounds it: to its last digit, and from
// there to whole seconds where the average is that long. WCA 9f2 says so in
// hundredths: "x.49 becomes x, x.50 becomes x+1".
func (r Round) round(sum, n int64) Value {
	rounding := r.Book.Results.Rounding
	divide := halfUp
	if rounding.Mode == rules.Down {
		divide = down
	}
	unit := UnitMS(r.Book)
	step := max(unitMS(rounding.Decimals)/unit, 1) // of the attempts' units
	average := divide(sum, n*step) * step
	if whole := rounding.WholeFromMS; whole > 0 && average*unit >= whole {
		second := 1000 / unit
		average = divide(average, second) * second
	}
	return Value(average)
}

// halfUp returns a / b, x.5 to x+1, for a of 0 or more.
func halfUp(a, b int64) int64 { return (2*a + b) / (2 * b) }

func down(a, b int64) int64 { return a / b }
