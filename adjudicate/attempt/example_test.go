package attempt_test

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// An attempt with 16 s of inspection and a layer beyond the limit.
func ExampleStep() {
	book, err := rules.Load("wca-2026-04-01")
	if err != nil {
		fmt.Println(err)
		return
	}
	const second = attempt.Time(1e9)
	table := attempt.Actor{Role: rules.Device, ID: "table 7"}
	judge := attempt.Actor{Role: rules.Judge, ID: "Mei"}
	var state attempt.State
	for _, e := range []attempt.Event{
		{At: 0, By: table, Data: attempt.Open{ID: "A", Event: "333", Rulebook: book.Name}},
		{At: 10 * second, By: table, Data: attempt.Inspect{}},
		{At: 18 * second, By: table, Data: attempt.Tick{}},
		{At: 26 * second, By: table, Data: attempt.Start{}},
		{At: 39 * second, By: table, Data: attempt.Stop{TimeMS: 12190}},
		{At: 40 * second, By: table, Data: attempt.Suggest{Ruling: adjudicate.Ruling{Rulebook: book.Name, Suggestion: adjudicate.PlusTwo}}},
		{At: 42 * second, By: judge, Data: attempt.Penalise{Penalty: "A4d1"}},
		{At: 43 * second, By: judge, Data: attempt.Decide{Verdict: rules.IsPlusTwo, Seen: 1}},
	} {
		next, effects, err := attempt.Step(book, state, e)
		if err != nil {
			fmt.Println(err)
			return
		}
		state = next
		for _, f := range effects {
			if f.Kind == attempt.Say || f.Kind == attempt.Raised {
				fmt.Println(f.Kind, f.Article, f.Text.In(rules.English))
			}
		}
	}
	fmt.Println(state.Phase, state.Standing().Kind, state.Standing().Result.Text)
	// Output:
	// say A3b3 8 seconds
	// flag A4d1 The solve was started at 15 s of inspection or later: +2.
	// decided confirms 12.19 + 4 = 16.19
}
