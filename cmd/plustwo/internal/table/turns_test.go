package table

import (
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// A table knows who comes next, and goes by what its judge enters.
func TestTurns(t *testing.T) {
	play(t, func(r *rig) {
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		r.turns = []Turn{{Competitor: "Early", Event: "333oh", Round: "333oh-r1", Attempts: 2, Until: r.start.Add(-time.Hour)},
			{Competitor: "Ada", Registrant: 1, Event: "333oh", Round: "333oh-r1", Attempts: 2},
			{Competitor: "Mira", Registrant: 2, Event: "333oh", Round: "333oh-r1", Attempts: 2}}
		r.open()
		ada := web.Turn{Competitor: "Ada", Registrant: 1, Event: "333oh", Round: "333oh-r1", Number: 1}
		if s := r.Snapshot(); len(s.Turns) != 2 || s.Turns[0] != ada {
			t.Fatalf("turns %+v", s.Turns)
		}
		judged := func(competitor string, number int, then web.Turn) {
			t.Helper()
			o := r.solve(9 * time.Second).Attempt.Opened
			if o.Competitor != competitor || o.Number != number {
				t.Errorf("%+v, not attempt %d of %s", o, number, competitor)
			}
			r.patient()
			r.do("", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
			s := r.until("next", func(s web.Snapshot) bool { return s.Attempt.Opened == nil })
			next := web.Turn{}
			if len(s.Turns) > 0 {
				next = s.Turns[0]
			}
			if next != then {
				t.Errorf("after attempt %d of %s: %+v", number, competitor, next)
			}
		}
		ada.Number = 2
		judged("Ada", 1, ada)
		mira := web.Turn{Competitor: "Mira", Registrant: 2, Event: "333oh", Round: "333oh-r1", Number: 1}
		r.do("", judge, attempt.Enter{Competitor: "Mira", Round: "333oh-r1", Number: 1})
		mira.Number = 2
		judged("Mira", 1, mira)
		r.do("", judge, attempt.Enter{Competitor: "A guest"})
		judged("A guest", 0, mira)
		r.do("", judge, attempt.Enter{Competitor: "Ada", Round: "333oh-r1", Number: 2})
		judged("Ada", 2, mira)
		judged("Mira", 2, web.Turn{})
		judged("", 0, web.Turn{})
	})
}
