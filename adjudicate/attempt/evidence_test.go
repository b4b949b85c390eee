package attempt

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestSlowMotionNeedsAReason(t *testing.T) {
	for _, c := range []struct {
		book string
		view View
		want error
	}{
		{rules.Default, View{SpeedPct: 100}, nil},
		{rules.Default, View{SpeedPct: 200}, nil},
		{rules.Default, View{SpeedPct: 99}, ErrEvidence},
		{rules.Default, View{SpeedPct: 100, Step: true}, ErrEvidence},
		{rules.Default, View{SpeedPct: 25, Reason: "curious"}, ErrEvidence},
		{rules.Default, View{SpeedPct: 25, Reason: "single"}, nil},
		{rules.Default, View{SpeedPct: 25, Reason: "average"}, nil},
		{rules.Default, View{SpeedPct: 25, Reason: "final"}, nil},
		{rules.Default, View{SpeedPct: 25, Step: true, Reason: "remove"}, nil},
		{rules.Default, View{SpeedPct: 0, Reason: "remove"}, ErrEvent},
		{rules.Default, View{SpeedPct: maxSpeed + 1}, ErrEvent},
		{"sra-trial", View{SpeedPct: 10, Step: true}, nil},
	} {
		p := begin(t, load(t, c.book), Open{Event: "333"}).solve(9000)
		if c.want != nil {
			p.no(40, chief, c.view, c.want)
			continue
		}
		p.do(40, chief, c.view)
		if v := p.s.Views[0]; v.View != c.view || v.By != chief || v.At != sec(40) {
			t.Errorf("%+v was recorded of %+v", v, c.view)
		}
	}
}

// What slow evidence may support (WCA 11f2): less, or A3c1, A4b, A4b1.
func TestSlowEvidence(t *testing.T) {
	for _, c := range []struct {
		name  string
		amend Amend
		want  error
	}{
		{"removes the end state's +2", Amend{Verdict: rules.IsOK, Reason: "recording", Penalties: []string{"A6d"}}, nil},
		{"removes the pad's +2", Amend{Verdict: rules.IsPlusTwo, Reason: "one_move"}, nil},
		{"turns +2 into DNF", Amend{Verdict: rules.IsDNF, Reason: "recording", Penalties: []string{"A6d"}}, ErrEvidence},
		{"adds a bad stop", Amend{Verdict: rules.IsPlusTwo, Reason: "one_move", Penalties: []string{"A6d", "A6c"}}, ErrEvidence},
		{"adds the same once more", Amend{Verdict: rules.IsPlusTwo, Reason: "one_move", Penalties: []string{"A6d", "A6d"}}, ErrEvidence},
		{"swaps one for another", Amend{Verdict: rules.IsOK, Reason: "recording", Penalties: []string{"A6e2"}}, ErrEvidence},
		{"adds a bad start", Amend{Verdict: rules.IsPlusTwo, Reason: "one_move", Penalties: []string{"A6d", "A4b", "A4b1"}}, nil},
		{"adds a move in inspection", Amend{Verdict: rules.IsPlusTwo, Reason: "one_move", Penalties: []string{"A6d", "A3c1"}}, nil},
		{"cheating", Amend{Verdict: rules.IsDNF, Reason: "cheating", Note: "two cubes", Penalties: []string{"A6d"}}, nil},
		{"DNF, seen on the table", Amend{Verdict: rules.IsDNF, Reason: "more_moves", RestsOn: OnTable, Penalties: []string{"A6d"}}, nil},
		{"DNF, seen in real time", Amend{Verdict: rules.IsDNF, Reason: "recording", RestsOn: OnReal, Penalties: []string{"A6d"}}, nil},
		{"DNF, said to be slow", Amend{Verdict: rules.IsDNF, Reason: "recording", RestsOn: OnSlow, Penalties: []string{"A6d"}}, ErrEvidence},
	} {
		for _, speed := range []View{{SpeedPct: 100}, {SpeedPct: 50, Reason: "final"}} {
			p := wca(t, Open{Event: "333"}).solve(9000).do(35, judge, Penalise{Penalty: "A6d"}).
				do(40, judge, Decide{Verdict: rules.IsPlusTwo}).do(50, chief, speed)
			if c.want != nil && speed.slow() {
				p.no(60, chief, c.amend, c.want)
			} else {
				p.do(60, chief, c.amend)
				if speed.slow() { // what stood before counts, not what the amendment made milder
					p.do(65, chief, speed).do(70, chief, Amend{Verdict: rules.IsPlusTwo, Penalties: []string{"A6d"}, Reason: "one_move", RestsOn: OnSlow})
				}
			}
		}
	}
}

// Each cube of several is measured by itself.
func TestSlowEvidenceByCube(t *testing.T) {
	for _, c := range []struct {
		first, second rules.Verdict
		want          error
	}{{"ok", "ok", nil}, {"+2", "ok", ErrDecided}, {"ok", "+2", ErrEvidence}, {"DNF", "ok", ErrEvidence}} {
		p := wca(t, Open{Event: "333mbf", Cubes: 2}).do(20, table, Start{}).do(100, table, Stop{TimeMS: 80000}).
			do(101, judge, Mark{Cube: 1, Verdict: "+2"}).do(102, judge, Mark{Cube: 2, Verdict: "ok"}).do(103, judge, Decide{Verdict: rules.IsOK}).
			do(120, chief, View{SpeedPct: 50, Reason: "remove"})
		a := Amend{Verdict: rules.IsOK, Cubes: []rules.Verdict{c.first, c.second}, Reason: "colours"}
		if c.want != nil {
			p.no(130, chief, a, c.want)
		} else {
			p.do(130, chief, a)
		}
	}
}

// Watched slowly before anybody decided: the suggestion is the measure, and
// where that refers only no penalty.
func TestSlowEvidenceBeforeADecision(t *testing.T) {
	for _, c := range []struct {
		suggest adjudicate.Outcome
		decide  Decide
		want    error
	}{
		{adjudicate.PlusTwo, Decide{Verdict: rules.IsPlusTwo, Seen: 1}, nil},
		{adjudicate.PlusTwo, Decide{Verdict: rules.IsDNF, Seen: 1, Reason: "more_moves"}, ErrEvidence},
		{adjudicate.Refer, Decide{Verdict: rules.IsOK, Seen: 1}, nil},
		{adjudicate.Refer, Decide{Verdict: rules.IsPlusTwo, Seen: 1}, ErrEvidence},
		{adjudicate.Refer, Decide{Verdict: rules.IsPlusTwo, Seen: 1, RestsOn: OnTable}, nil},
	} {
		p := wca(t, Open{Event: "333"}).solve(9000).suggest(35, c.suggest).do(36, judge, Freeze{Why: Unsure}).
			do(40, chief, View{SpeedPct: 50, Step: true, Reason: "final"})
		if c.want != nil {
			p.no(41, chief, c.decide, c.want)
		} else {
			p.do(41, chief, c.decide)
		}
	}
}
