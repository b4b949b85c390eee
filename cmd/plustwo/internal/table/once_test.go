package table

import (
	"errors"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// What a screen sends again after a restart, because the answer was lost, is not
// done again; something else by that id is refused.
func TestSentAgainAfterARestart(t *testing.T) {
	play(t, func(r *rig) {
		id := r.solve(9 * time.Second).Attempt.Opened.ID
		ctx := r.t.Context()
		flag := attempt.RaiseFlag{Flag: rules.FlagHeadphones, Note: "once"}
		r.patient()
		once := func(ref string, by attempt.Actor, d attempt.Data) (bool, error) {
			return r.DoOnce(ctx, ref, id, by, d)
		}
		if before, err := once("flag-one", judge, flag); before || err != nil {
			t.Fatal(before, err)
		}
		if before, err := once("freeze-one", judge, attempt.Freeze{Why: attempt.Dispute}); before || err != nil {
			t.Fatal(before, err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		r.watcher.Reset()
		r.open()
		for range 2 {
			if before, err := once("flag-one", judge, flag); !before || err != nil {
				t.Errorf("again: %v, %v", before, err)
			}
			if before, err := once("freeze-one", judge, attempt.Freeze{Why: attempt.Dispute}); !before || err != nil {
				t.Errorf("again: %v, %v", before, err)
			}
		}
		s, err := r.Attempt(ctx, id)
		if err != nil || len(s.Flags) != 1 || len(s.Freezes) != 1 {
			t.Errorf("%d flags, %d freezes, %v", len(s.Flags), len(s.Freezes), err)
		}
		other := flag
		other.Note = "something else"
		if _, err := once("flag-one", judge, other); !errors.Is(err, web.ErrIDUsed) {
			t.Error(err)
		}
		if _, err := once("flag-one", attempt.Actor{Role: rules.Judge, ID: "Eve"}, flag); !errors.Is(err, web.ErrIDUsed) {
			t.Error(err)
		}
		if before, err := once("flag-two", judge, other); before || err != nil {
			t.Error(before, err)
		}
		if _, err := r.DoOnce(ctx, "flag-three", "none", judge, flag); !errors.Is(err, web.ErrNoAttempt) {
			t.Error(err)
		}

		// Likewise where the attempt is decided and has left the table.
		r.do(id, chief, attempt.Dismiss{Flag: 1})
		r.do(id, chief, attempt.Dismiss{Flag: 2})
		decide := attempt.Decide{Verdict: rules.IsOK, Seen: 1}
		if before, err := r.DoOnce(ctx, "decide-one", id, chief, decide); before || err != nil {
			t.Fatal(before, err)
		}
		r.wait(15 * time.Second)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		r.watcher.Reset()
		r.open()
		if before, err := r.DoOnce(ctx, "decide-one", id, chief, decide); !before || err != nil {
			t.Errorf("decided again: %v, %v", before, err)
		}
		if s, err := r.Attempt(ctx, id); err != nil || len(s.Decisions) != 1 {
			t.Errorf("%d decisions, %v", len(s.Decisions), err)
		}
	})
}
