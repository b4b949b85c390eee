package attempt

import (
	"errors"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Who attempts is entered until somebody has decided, and then by who may amend;
// the state before keeps what it said.
func TestEnter(t *testing.T) {
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := Replay(book, []Event{
		{By: table, Data: Open{ID: "A", Event: "333", Rulebook: book.Name, Competitor: "Ada", Round: "333-r1", Number: 2}}})
	mira := Enter{Competitor: "Mira", Round: "333-r1", Number: 1}
	decided, refused := Replay(book, []Event{
		{By: table, Data: Open{ID: "A", Event: "333", Rulebook: book.Name}},
		{At: 1e9, By: table, Data: Start{}}, {At: 9e9, By: table, Data: Stop{8000}}, {At: 12e9, By: judge, Data: Decide{Verdict: rules.IsOK}}})
	if refused != 0 || decided.Phase != Decided {
		t.Fatalf("%d, %v", refused, decided.Phase)
	}
	frozen, _, err := Step(book, s, Event{By: judge, Data: Freeze{Why: Incident}})
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := Step(book, s, Event{By: chief, Data: Nullify{Reason: "incident", Note: "n"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		from State
		by   Actor
		data Enter
		want error
	}{
		"judge":            {s, judge, mira, nil},
		"nobody":           {s, judge, Enter{Competitor: " "}, ErrEvent},
		"attempt -1":       {s, judge, Enter{Competitor: "Mira", Number: -1}, ErrEvent},
		"device":           {s, table, mira, ErrRole},
		"decided":          {decided, judge, mira, ErrRole},
		"decided Delegate": {decided, chief, mira, nil},
		"frozen":           {frozen, judge, mira, ErrFrozen},
		"frozen Delegate":  {frozen, chief, mira, nil},
		"set aside":        {set, chief, mira, ErrDecided},
	} {
		before := *c.from.Opened
		next, _, err := Step(book, c.from, Event{At: 20e9, By: c.by, Data: c.data})
		if !errors.Is(err, c.want) || *c.from.Opened != before {
			t.Errorf("%s: %v, %+v", name, err, c.from.Opened)
		}
		if err != nil {
			continue
		}
		o := next.Opened
		if o.Competitor != "Mira" || o.Round != "333-r1" || o.Number != 1 || o.ID != "A" || len(next.Entered) != 1 || next.Entered[0].By != c.by || next.Phase != c.from.Phase {
			t.Errorf("%s: %+v, %+v", name, o, next.Entered)
		}
	}
}
