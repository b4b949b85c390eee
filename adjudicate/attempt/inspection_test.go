package attempt

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// 15.00 s and 17.00 s are late already (WCA A4d1+, A4d2+).
func TestInspectionBoundary(t *testing.T) {
	for _, c := range []struct {
		took float64
		want rules.Flag
	}{
		{0, ""}, {14.99, ""}, {14.999, ""}, {15, rules.FlagLate}, {15.01, rules.FlagLate},
		{16.99, rules.FlagLate}, {16.999, rules.FlagLate}, {17, rules.FlagTooLate}, {17.01, rules.FlagTooLate}, {60, rules.FlagTooLate},
	} {
		for _, h2h := range []bool{false, true} {
			p := wca(t, Open{Event: "333", HeadToHead: h2h}).do(100, table, Inspect{}).do(100+c.took, table, Start{})
			switch {
			case c.want == "" || h2h: // I4c6
				p.wantFlags()
			default:
				p.wantFlags(c.want)
			}
		}
	}
}

// A start that is stamped before the inspection, by clocks that disagree, is not late.
func TestInspectionBackwards(t *testing.T) {
	wca(t, Open{Event: "333"}).do(100, table, Inspect{}).do(99, table, Start{}).wantFlags().phase(Solving)
}

func TestLatePenaltyIsThePads(t *testing.T) {
	book := load(t, rules.Default)
	for flag, want := range map[rules.Flag]string{rules.FlagLate: "A4d1", rules.FlagTooLate: "A4d2"} {
		x, ok := book.Procedure.Penalty(book.Procedure.Flags[flag].Penalty)
		if !ok || x.Article != want {
			t.Errorf("%s leads to %+v, want %s", flag, x, want)
		}
	}
}

// said lists what is called out, with its time, when the clock is moved on by
// steps of a millisecond count.
func said(p *play, inspect, until float64, step float64) []string {
	var out []string
	for s := inspect; s <= until; s += step {
		p.do(s, table, Tick{})
		for _, e := range p.fx {
			if e.Kind == Say {
				out = append(out, fmt.Sprintf("%.2f %s", s-inspect, e.Text.In(rules.English)))
			}
		}
	}
	return out
}

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name string
		open Open
		want []string
	}{
		{"A3b3, A3b4", Open{Event: "333"}, []string{"8.00 8 seconds", "12.00 12 seconds"}},
		{"I4c6", Open{Event: "333", HeadToHead: true}, []string{"8.00 8 seconds", "11.00 3", "12.00 2", "13.00 1", "14.00 Go"}},
	} {
		p := wca(t, c.open).do(100, table, Inspect{})
		if got := said(p, 100, 130, 0.25); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestNoCallsOutsideInspection(t *testing.T) {
	p := wca(t, Open{Event: "333"}).do(100, table, Inspect{}).do(105, table, Start{})
	if got := said(p, 105, 130, 0.5); got != nil {
		t.Errorf("called during the solve: %v", got)
	}
	p = wca(t, Open{Event: "333"}).do(100, table, Inspect{}).do(105, table, Cover{})
	if got := said(p, 105, 130, 0.5); got != nil {
		t.Errorf("called under the cover: %v", got)
	}
	// The start itself brings no call that was due before it.
	wca(t, Open{Event: "333"}).do(100, table, Inspect{}).do(113, table, Start{}).lacks(Say)
	wca(t, Open{Event: "333"}).do(100, table, Inspect{}).do(103, chief, Nullify{Reason: "incident"}).do(113, table, Tick{}).lacks(Say)
}

func TestWake(t *testing.T) {
	p := wca(t, Open{Event: "333"})
	wake := func(want float64, some bool) {
		t.Helper()
		got, ok := p.s.Wake(p.book)
		if ok != some || ok && got != sec(want) {
			t.Errorf("wake at %d, %v; want %g s, %v", got, ok, want, some)
		}
	}
	wake(0, false)
	p.do(100, table, Inspect{})
	wake(108, true)
	p.do(108, table, Tick{}).want(Say)
	wake(112, true)
	p.do(112.5, table, Tick{}).want(Say)
	wake(0, false)
}

func TestBlindfoldedHasNoInspection(t *testing.T) {
	for _, event := range []string{"333bf", "444bf", "555bf"} {
		p := wca(t, Open{Event: event}).do(1, table, Cover{}).no(2, table, Inspect{}, ErrPhase).
			do(60, table, Start{}).do(100, table, Stop{TimeMS: 40000}).wantFlags()
		p.no(101, judge, Penalise{Penalty: "A4d1"}, ErrEvent).no(101, judge, Penalise{Penalty: "A3c1"}, ErrEvent).
			do(101, judge, Penalise{Penalty: "B2b"}).do(101, judge, Penalise{Penalty: "B5c"})
	}
	wca(t, Open{Event: "333"}).no(1, judge, Penalise{Penalty: "B2b"}, ErrEvent)
}

func TestHeadToHeadHasNoDeadline(t *testing.T) {
	wca(t, Open{Event: "333", HeadToHead: true}).do(1, table, Inspect{}).no(2, judge, Penalise{Penalty: "A4d1"}, ErrEvent).
		no(2, judge, Penalise{Penalty: "A4d2"}, ErrEvent).do(2, judge, Penalise{Penalty: "A3c1"})
}

func TestOneHanded(t *testing.T) {
	p := wca(t, Open{Event: "333oh"}).solve(20000).do(41, judge, Penalise{Penalty: "C1b"})
	p.do(42, judge, Decide{Verdict: rules.IsOK}).wantResult("DNF")
	if d := p.s.Standing(); !slices.Contains(d.Result.Articles, "C1b") {
		t.Errorf("articles %v", d.Result.Articles)
	}
	wca(t, Open{Event: "333"}).solve(20000).no(41, judge, Penalise{Penalty: "C1b"}, ErrEvent)
}
