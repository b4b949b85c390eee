package table

import (
	"errors"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
)

// What was kept is judged again, also once the attempt has left; nothing of it
// goes on record.
func TestAgain(t *testing.T) {
	play(t, func(r *rig) {
		id := r.solve(9 * time.Second).Attempt.Opened.ID
		r.patient()
		r.do("", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
		r.until("gone", func(s web.Snapshot) bool { return s.Attempt.Opened == nil && len(s.Pending) == 0 })
		before, err := r.Attempt(r.t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r.says.Store(int32(adjudicate.PlusTwo))
		got, err := r.Again(r.t.Context(), id)
		if err != nil || got.First.Suggestion != adjudicate.OK || got.Second.Suggestion != adjudicate.PlusTwo ||
			got.Shown.Look != web.LooksPlus2 || got.Shown.Still != before.Suggestions[0].Still {
			t.Errorf("%+v, %v", got, err)
		}
		after, err := r.Attempt(r.t.Context(), id)
		if err != nil || len(after.Suggestions) != 1 || after.Suggestions[0].Ruling.Suggestion != adjudicate.OK {
			t.Errorf("%+v, %v", after.Suggestions, err)
		}
		if _, err := r.Again(r.t.Context(), "none"); !errors.Is(err, web.ErrNoAttempt) {
			t.Error(err)
		}
		r.report(timer.Running, 0)
		bare := r.until("solving", func(s web.Snapshot) bool { return s.Attempt.Course == attempt.Solving }).Attempt.Opened.ID
		if _, err := r.Again(r.t.Context(), bare); !errors.Is(err, web.ErrNoEvidence) {
			t.Error(err)
		}
	})
}

// The record tells which version suggested.
func TestSoftware(t *testing.T) {
	ctx := t.Context()
	record, err := journal.Open(ctx, t.TempDir(), journal.Options{Software: "v7"})
	if err != nil {
		t.Fatal(err)
	}
	defer record.Close()
	j := Journal{record}
	for i, d := range []attempt.Data{attempt.Open{ID: "A", Event: "333", Rulebook: rules.Default}, attempt.Start{}, attempt.Stop{TimeMS: 9000}, attempt.Rest{Still: "h"},
		attempt.Suggest{Ruling: adjudicate.Ruling{Rulebook: rules.Default}, Still: "h"}} {
		if v, err := j.Software(ctx, "T", "A"); v != "" || err != nil {
			t.Errorf("before event %d: %q, %v", i, v, err)
		}
		if err := j.Append(ctx, "T", "A", attempt.Event{At: attempt.Time(i+1) * 1e9, By: attempt.Actor{Role: rules.Device, ID: "T"}, Data: d}); err != nil {
			t.Fatal(err)
		}
	}
	if v, err := j.Software(ctx, "T", "A"); v != "v7" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
}
