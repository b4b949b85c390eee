package attempt

import (
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// change returns a rulebook with another notation or precision.
func change(t *testing.T, name string, f func(*rules.Procedure)) *rules.Rulebook {
	b := load(t, name)
	f(b.Procedure)
	return b
}

func older(p *rules.Procedure)  { p.Notation.Style = rules.BeforeEnd }
func always(p *rules.Procedure) { p.Notation.DNFTime = rules.DNFTimeAlways }

// The results of rules.md: A7b4, the judge tutorials, 9f1, 9f2, A1a2+, SRA 66.
func TestNotation(t *testing.T) {
	w, s := load(t, rules.Default), load(t, "sra-trial")
	old := change(t, rules.Default, older)
	for _, c := range []struct {
		book *rules.Rulebook
		ms   Millis
		pad  []string
		v    rules.Verdict
		cum  bool
		want string
	}{
		{w, 12190, nil, "ok", false, "12.19"},
		{w, 12190, []string{"A4d1"}, "+2", false, "12.19 + 4 = 16.19"},
		{w, 17650, nil, "+2", false, "17.65 + 2 = 19.65"},
		{w, 17650, []string{"A6d", "A6c"}, "ok", false, "17.65 + 4 = 21.65"},
		{old, 32100, nil, "ok", false, "32.10"},
		{old, 32100, []string{"A4b"}, "ok", false, "2 + 32.10 = 34.10"},
		{old, 32100, nil, "+2", false, "32.10 + 2 = 34.10"},
		{old, 32100, []string{"A4b"}, "+2", false, "2 + 32.10 + 2 = 36.10"},
		{old, 32100, []string{"A6c", "A4b", "A6d"}, "+2", false, "2 + 32.10 + 2 + 2 + 2 = 40.10"},
		{w, 12190, nil, "DNF", false, "DNF"},
		{w, 12190, nil, "DNF", true, "DNF (12.19)"},
		{w, 12190, []string{"A6d"}, "DNF", true, "DNF (12.19)"},
		{w, 12190, []string{"A6e1"}, "ok", true, "DNF (12.19)"},
		{s, 12190, nil, "DNF", true, "DNF"},
		{change(t, "sra-trial", always), 12190, nil, "DNF", false, "DNF (12.190)"},

		// Cut off, never rounded.
		{w, 12199, nil, "ok", false, "12.19"},
		{w, 12191, nil, "+2", false, "12.19 + 2 = 14.19"},
		{w, 999, nil, "ok", false, "0.99"},
		{w, 5, []string{"A4b"}, "ok", false, ""},
		{w, 59999, nil, "ok", false, "59.99"},
		{w, 60000, nil, "ok", false, "1:00.00"},
		{w, 62350, nil, "+2", false, "1:02.35 + 2 = 1:04.35"},
		{w, 599990, nil, "ok", false, "9:59.99"},
		{w, 599999, nil, "ok", false, "9:59.99"},
		{w, 600000, nil, "ok", false, "10:00"},
		{w, 600999, nil, "ok", false, "10:00"},
		{w, 598550, nil, "+2", false, "9:58.55 + 2 = 10:00"},
		{w, 598000, nil, "+2", false, "9:58.00 + 2 = 10:00"},
		{w, 597999, nil, "+2", false, "9:57.99 + 2 = 9:59.99"},
		{w, 603990, nil, "+2", false, "10:03 + 2 = 10:05"},
		{w, 3599999, nil, "ok", false, "59:59"},
		{w, 3600000, nil, "ok", false, "1:00:00"},
		{w, 3723999, nil, "+2", true, "1:02:03 + 2 = 1:02:05"},
		{s, 12197, nil, "ok", false, "12.197"},
		{s, 12197, nil, "+2", false, "12.197 + 2 = 14.197"},
		{s, 600001, nil, "ok", false, "10:00.001"},
	} {
		p := begin(t, c.book, Open{Event: "333", Cumulative: c.cum}).do(20, table, Start{}).do(10000, table, Stop{TimeMS: c.ms})
		if c.want == "" { // an early stop has no result by a judge
			p.no(10001, judge, Decide{Verdict: c.v}, ErrHeld)
			continue
		}
		for i, id := range c.pad {
			p.do(10001+float64(i), judge, Penalise{Penalty: id})
		}
		if got := p.s.Preview(c.book, c.v).Text; got != c.want {
			t.Errorf("%s %d %v %s: preview %q, want %q", c.book.Name, c.ms, c.pad, c.v, got, c.want)
		}
		p.do(10020, judge, Decide{Verdict: c.v}).wantResult(c.want)
		if r := p.s.Standing().Result; r.TimeMS != c.ms || !r.Timed {
			t.Errorf("the raw time is %d, was %d", r.TimeMS, c.ms)
		}
	}
}

func TestPreviewWithoutTime(t *testing.T) {
	p := wca(t, Open{Event: "333"})
	if got := p.s.Preview(p.book, rules.IsOK); got.Text != "" || got.Timed {
		t.Errorf("%+v", got)
	}
	if got := (State{}).Preview(p.book, rules.IsOK); got.Text != "" {
		t.Errorf("%+v", got)
	}
}

// Cube by cube; every +2 is added to the time (WCA H1d); 9f12c.
func TestMultiBlind(t *testing.T) {
	for _, c := range []struct {
		marks   []rules.Verdict
		ms      Millis
		pad     []string
		want    string
		article string
	}{
		{[]rules.Verdict{"ok", "ok"}, 3597000, nil, "2/2 59:57", ""},
		{[]rules.Verdict{"+2", "+2", "ok"}, 3597000, nil, "3/3 59:57 + 2*2 = 60:01", "10e3"},
		{[]rules.Verdict{"+2", "ok", "DNF"}, 3597999, nil, "2/3 59:57 + 2 = 59:59", "10e3"},
		{[]rules.Verdict{"+2", "ok", "DNF"}, 3597999, []string{"A6d"}, "2/3 59:57 + 2*2 = 60:01", "A6d"},
		{[]rules.Verdict{"ok", "ok", "DNF", "DNF"}, 1000000, nil, "2/4 16:40", ""},
		{[]rules.Verdict{"ok", "ok", "DNF", "DNF", "DNF"}, 1000000, nil, "DNF", "9f12c"},
		{[]rules.Verdict{"ok", "DNF"}, 1000000, nil, "DNF", "9f12c"},
		{[]rules.Verdict{"ok", "ok"}, 1000000, []string{"B5c"}, "DNF", "B5c"},
	} {
		n := len(c.marks)
		p := wca(t, Open{Event: "333mbf", Cubes: n}).no(1, table, Inspect{}, ErrPhase).do(20, table, Start{}).
			no(21, judge, Mark{Cube: 1, Verdict: "ok"}, ErrPhase).do(4000, table, Stop{TimeMS: c.ms})
		for i, v := range c.marks {
			p.no(4001, judge, Decide{Verdict: rules.IsOK}, ErrPhase)
			p.do(4001, judge, Mark{Cube: i + 1, Verdict: v})
		}
		p.no(4002, judge, Mark{Cube: n + 1, Verdict: "ok"}, ErrEvent).no(4002, judge, Mark{Verdict: "ok"}, ErrEvent).
			no(4002, judge, Mark{Cube: 1, Verdict: "DNS"}, ErrEvent).no(4002, judge, Mark{Cube: 1, Verdict: c.marks[0]}, ErrDecided).
			no(4002, judge, Decide{Verdict: rules.IsPlusTwo}, ErrPhase)
		for _, id := range c.pad {
			p.do(4003, judge, Penalise{Penalty: id})
		}
		p.do(4010, judge, Decide{Verdict: rules.IsOK}).wantResult(c.want)
		if a := p.s.Standing().Result.Articles; c.article != "" && !slices.Contains(a, c.article) {
			t.Errorf("%v: articles %v lack %s", c.marks, a, c.article)
		}
		p.no(4020, judge, Mark{Cube: 1, Verdict: "+2"}, ErrDecided)
	}
}

func TestMultiBlindSuggestions(t *testing.T) {
	p := wca(t, Open{Event: "333mbf", Cubes: 2}).do(20, table, Start{}).do(100, table, Stop{TimeMS: 80000})
	p.no(101, table, Suggest{Ruling: ruling(p.book, 1)}, ErrEvent).no(101, table, Suggest{Cube: 3, Ruling: ruling(p.book, 1)}, ErrEvent).
		do(101, table, Suggest{Cube: 2, Ruling: ruling(p.book, 1)})
	p.no(102, judge, Mark{Cube: 2, Verdict: "ok"}, ErrStale).no(101.2, judge, Mark{Cube: 2, Verdict: "ok", Seen: 1}, ErrDoubleTap).
		no(102, judge, Mark{Cube: 2, Verdict: "+2", Seen: 1}, ErrReason).do(102, judge, Mark{Cube: 2, Verdict: "+2", Seen: 1, Reason: "one_move"}).
		do(103, judge, Mark{Cube: 1, Verdict: "ok"})
	if m := p.s.Marks; m[0].Kind != Overrides || m[0].Article != "10e3" || m[1].Kind != Unaided {
		t.Errorf("%+v", m)
	}
	p.do(104, judge, Decide{Verdict: rules.IsOK}).wantResult("2/2 1:20.00 + 2 = 1:22.00")
	p.do(120, chief, Amend{Verdict: rules.IsOK, Cubes: []rules.Verdict{"ok", "ok"}, Reason: "aligned"}).wantResult("2/2 1:20.00")
	p.no(130, chief, Amend{Verdict: rules.IsOK, Cubes: []rules.Verdict{"ok"}, Reason: "aligned"}, ErrEvent).
		no(130, chief, Amend{Verdict: rules.IsOK, Cubes: []rules.Verdict{"ok", ""}, Reason: "aligned"}, ErrEvent).
		no(130, chief, Amend{Verdict: rules.IsPlusTwo, Cubes: []rules.Verdict{"+2", "ok"}, Reason: "one_move"}, ErrEvent)
	wca(t, Open{Event: "333"}).do(1, table, Stop{TimeMS: 9000}).no(2, judge, Mark{Cube: 1, Verdict: "ok"}, ErrEvent).
		no(2, table, Suggest{Cube: 1, Ruling: ruling(p.book, 1)}, ErrEvent).no(2, table, Suggest{Ruling: ruling(load(t, "sra-trial"), 1)}, ErrRulebook)
}
