package results

import (
	"cmp"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Rank returns the rank of each result in the round, in the order given: by the
// best attempt, or by the average and then the best attempt (WCA 9f12 to 9f14).
// Equal results share a rank and the next ones are left out (9f15): 1, 2, 2, 4.
// A DNF average and none at all are alike, as in WCA Live. A competitor without
// attempts has rank 0. The error is ErrRound.
func (r Round) Rank(results []Result) ([]int, error) {
	f, err := r.check()
	if err != nil {
		return nil, err
	}
	compare := func(a, b Result) int {
		if f.Ranks == rules.ByAverage {
			if c := cmp.Compare(a.Average.worth(), b.Average.worth()); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Best.worth(), b.Best.worth())
	}
	var order []int
	for i, x := range results {
		if len(x.Attempts) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(results[i], results[j]) })
	ranks := make([]int, len(results))
	for n, i := range order {
		ranks[i] = n + 1
		if n > 0 && compare(results[i], results[order[n-1]]) == 0 {
			ranks[i] = ranks[order[n-1]]
		}
	}
	return ranks, nil
}
