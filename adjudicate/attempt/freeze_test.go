package attempt

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestFrozenIsForTheDelegate(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190).suggest(40, adjudicate.PlusTwo).
		do(41, judge, Freeze{Why: Unsure, Note: "45 degrees?"}).want(Pin, CallDelegate).phase(Suggested)
	p.no(42, judge, Decide{Verdict: rules.IsPlusTwo, Seen: 1}, ErrFrozen).no(42, judge, Penalise{Penalty: "A3d"}, ErrFrozen).
		no(42, judge, Freeze{Why: Unsure}, ErrFrozen).no(42, judge, EnterTime{TimeMS: 1}, ErrFrozen).
		no(42, judge, Nullify{Reason: "opened_wrong"}, ErrFrozen)
	// What is seen goes on.
	p.do(43, table, RaiseFlag{Flag: rules.FlagTouched, Still: "t"}).suggest(44, adjudicate.PlusTwo).no(44, judge, Dismiss{Flag: 1}, ErrFrozen)
	p.do(100, chief, Decide{Verdict: rules.IsOK, Seen: 2, Reason: "doubt"}).phase(Decided).wantResult("12.19")
	if p.s.Frozen() != nil || p.s.Freezes[0].ResolvedBy != 1 {
		t.Errorf("%+v", p.s.Freezes)
	}
	p.do(105, chief, TakeBack{}).phase(Suggested)
	if p.s.Frozen() == nil {
		t.Error("the freeze is gone with the decision that ended it")
	}
	p.no(106, judge, Decide{Verdict: rules.IsPlusTwo, Seen: 2}, ErrFrozen).do(106, chief, Decide{Verdict: rules.IsPlusTwo, Seen: 2})
}

func TestFreezeAnyTime(t *testing.T) {
	for _, why := range []Why{Unsure, Dispute, Incident} {
		p := wca(t, Open{Event: "333"}).do(1, judge, Freeze{Why: why}).solve(12190)
		p.no(40, judge, Decide{Verdict: rules.IsOK}, ErrFrozen)
	}
	wca(t, Open{Event: "333"}).no(1, judge, Freeze{Why: "bored"}, ErrEvent).do(2, chief, Nullify{Reason: "incident"}).no(3, judge, Freeze{Why: Unsure}, ErrPhase)
}

// 30 minutes are within (WCA 2n1, SRA 30); a later dispute is recorded, marked.
func TestDisputeWindow(t *testing.T) {
	for _, name := range rules.Books() {
		for _, c := range []struct {
			after float64
			late  bool
		}{{1, false}, {1799.999, false}, {1800, false}, {1800.001, true}, {90000, true}} {
			p := begin(t, load(t, name), Open{Event: "333"}).solve(12190).do(40, judge, Decide{Verdict: rules.IsPlusTwo}).
				do(40+c.after, judge, Freeze{Why: Dispute, Note: "the competitor says 40 degrees"})
			if f := p.s.Frozen(); f == nil || *f.Until != sec(1840) {
				t.Fatalf("%s: %+v", name, f)
			}
			if c.late {
				p.wantFlags(rules.FlagLateDispute)
			} else {
				p.wantFlags()
			}
			p.no(41+c.after, judge, TakeBack{}, ErrFrozen)
		}
	}
}

func TestUpholdAndAmend(t *testing.T) {
	start := func() *play {
		return wca(t, Open{Event: "333"}).solve(12190).do(35, judge, Penalise{Penalty: "A6d"}).
			do(40, judge, Decide{Verdict: rules.IsPlusTwo}).do(41, judge, Freeze{Why: Dispute})
	}
	p := start().do(60, table, Tick{}).lacks(Final).do(100, chief, Uphold{Note: "seen"}).want(Announce, Final).wantResult("12.19 + 4 = 16.19")
	if p.s.Frozen() != nil || len(p.s.Decisions) != 2 || p.s.Standing().Kind != Upholds || p.s.Standing().By != chief {
		t.Errorf("%+v", p.s.Decisions)
	}
	p.no(100.3, chief, Uphold{}, ErrDoubleTap)

	p = start()
	p.no(100, chief, Amend{Verdict: rules.IsPlusTwo, Penalties: []string{"A6d"}, Reason: "written_wrong"}, ErrDecided).
		no(100, chief, Amend{Verdict: rules.IsOK}, ErrReason).no(100, chief, Amend{Verdict: rules.IsOK, Reason: "other"}, ErrReason).
		no(100, chief, Amend{Verdict: rules.IsOK, Reason: "one_move"}, ErrReason).
		no(100, chief, Amend{Verdict: rules.IsOK, Reason: "aligned", Penalties: []string{"A9"}}, ErrEvent).
		no(100, chief, Amend{Verdict: rules.IsOK, Reason: "aligned", Penalties: make([]string, maxPads+1)}, ErrEvent).
		no(100, chief, Amend{Verdict: "extra", Reason: "incident"}, ErrEvent)
	p.do(100, chief, Amend{Verdict: rules.IsOK, Penalties: []string{"A6d"}, Reason: "aligned"}).wantResult("12.19 + 2 = 14.19")
	tm := Millis(13190)
	p.do(110, chief, Amend{Verdict: rules.IsOK, TimeMS: &tm, Reason: "written_wrong"}).wantResult("13.19")
	if len(p.s.Decisions) != 3 || p.s.Decisions[0].Result.Text != "12.19 + 4 = 16.19" || p.s.Decisions[0].TakenBack != nil {
		t.Errorf("the original is gone: %+v", p.s.Decisions)
	}
	p.no(112, chief, TakeBack{}, ErrLate)
	wca(t, Open{Event: "333"}).no(1, chief, Uphold{}, ErrPhase).no(1, chief, Amend{Verdict: rules.IsOK, Reason: "aligned"}, ErrPhase)
}

func TestAmendNeedsATime(t *testing.T) {
	p := wca(t, Open{Event: "333"}).do(1, judge, Decide{Verdict: rules.IsDNS, Reason: "absent"})
	tm := Millis(9000)
	p.no(20, chief, Amend{Verdict: rules.IsOK, Reason: "written_wrong"}, ErrTime).
		no(20, chief, Amend{Verdict: rules.IsOK, Reason: "written_wrong", TimeMS: new(Millis), Cubes: []rules.Verdict{"ok"}}, ErrEvent).
		do(20, chief, Amend{Verdict: rules.IsOK, Reason: "written_wrong", TimeMS: &tm}).wantResult("9.00")
}

// Every flag that cameras raise is on the table at once and decides nothing.
func TestFlagsDecideNothing(t *testing.T) {
	for _, name := range rules.Books() {
		p := begin(t, load(t, name), Open{Event: "333"}).solve(12190).suggest(40, adjudicate.OK)
		for i, f := range rules.Raised() {
			p.do(40.1+float64(i)/100, table, RaiseFlag{Flag: f, Still: "s", Note: "n"}).want(Raised, Pin).phase(Suggested)
			if e := p.fx[0]; e.Flag != f || e.Text.In(rules.English) == "" {
				t.Errorf("%s %s: effect %+v", name, f, e)
			}
		}
		p.do(42, judge, Decide{Verdict: rules.IsOK, Seen: 1}).wantResult(map[string]string{rules.Default: "12.19", "sra-trial": "12.190"}[name])
		p.no(43, table, RaiseFlag{Flag: rules.FlagEarly}, ErrEvent).no(43, table, RaiseFlag{Flag: "ufo"}, ErrEvent)
		if since := p.s.Flags[0].SinceStop; since == nil || *since != sec(40.1)-sec(32.19) {
			t.Errorf("%s: time since the stop %v", name, since)
		}
	}
}
