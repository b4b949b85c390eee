package journal

import (
	"context"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

var (
	camera   = attempt.Actor{Role: rules.Device, ID: "overhead"}
	timer    = attempt.Actor{Role: rules.Device, ID: "timer"}
	judge    = attempt.Actor{Role: rules.Judge, ID: "j1"}
	delegate = attempt.Actor{Role: rules.Delegate, ID: "d1"}
)

// second is a second of the table's clock.
const second = attempt.Time(1e9)

// solve returns the events of an attempt from its opening to its suggestion.
func solve(id, competitor string, at attempt.Time) []attempt.Event {
	return []attempt.Event{
		{At: at, By: camera, Data: attempt.Open{ID: id, Event: "333", Rulebook: rules.Default, Competitor: competitor, Round: "333-r1", Number: 1}},
		{At: at + second, By: camera, Data: attempt.Cover{}},
		{At: at + 2*second, By: camera, Data: attempt.Inspect{}},
		{At: at + 10*second, By: timer, Data: attempt.Start{}},
		{At: at + 22*second, By: timer, Data: attempt.Stop{TimeMS: 12190}},
		{At: at + 23*second, By: camera, Data: attempt.Rest{Still: "h"}},
		{At: at + 24*second, By: camera, Data: attempt.Suggest{Ruling: adjudicate.Ruling{Rulebook: rules.Default, Suggestion: adjudicate.OK,
			Possible: []adjudicate.Outcome{adjudicate.OK}}}},
	}
}

// decided returns the events of an attempt up to the judge's decision.
func decided(id, competitor string, at attempt.Time) []attempt.Event {
	return append(solve(id, competitor, at), attempt.Event{At: at + 26*second, By: judge, Data: attempt.Decide{Verdict: rules.IsOK, Seen: 1}})
}

// disputing returns the events of an attempt up to the competitor's dispute.
func disputing(id, competitor string, at attempt.Time) []attempt.Event {
	return append(decided(id, competitor, at), attempt.Event{At: at + 40*second, By: judge, Data: attempt.Freeze{Why: attempt.Dispute}})
}

// add appends events of an attempt one by one.
func add(t testing.TB, j *Journal, table, id string, events ...attempt.Event) {
	t.Helper()
	for _, e := range events {
		if _, err := j.Append(context.Background(), Of(table, id, e)); err != nil {
			t.Fatalf("%s: %v", e.Kind(), err)
		}
	}
}

// openTest opens the record of a folder until the test ends; it sweeps where opts
// says by what.
func openTest(t testing.TB, dir string, opts Options) *Journal {
	t.Helper()
	opts.NoSweep = opts.Retention == nil
	j, err := Open(context.Background(), dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}
