package attempt

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// hall finds attempts by their ids.
type hall map[string]*play

func (h hall) counts(t *testing.T, id, want string, settled bool) {
	t.Helper()
	got, ok := Counts(id, func(id string) (State, bool) {
		p, ok := h[id]
		if !ok {
			return State{}, false
		}
		return p.s, true
	})
	if got != want || ok != settled {
		t.Errorf("%s: counts %q, %v; want %q, %v", id, got, ok, want, settled)
	}
}

func TestExtraReplaces(t *testing.T) {
	for _, name := range rules.Books() {
		book := load(t, name)
		a := begin(t, book, Open{Event: "333", Scramble: "1"}).solve(12190).do(35, judge, Request{Note: "the lights went out"}).want(CallDelegate)
		if a.s.Requests[0].Late {
			t.Errorf("%s: asked before the end, but late", name)
		}
		a.do(40, judge, Decide{Verdict: rules.IsDNF})
		a.no(50, judge, Grant{Extra: "B", Reason: "timer"}, ErrRole).no(50, chief, Grant{Extra: "B"}, ErrReason).
			no(50, chief, Grant{Extra: "A", Reason: "timer"}, ErrEvent).no(50, chief, Grant{Reason: "timer"}, ErrEvent).
			no(50, chief, Grant{Extra: "B", Reason: "timer", Scramble: "1"}, ErrEvent).
			no(50, chief, Grant{Extra: "B", Reason: "aligned"}, ErrReason)
		a.do(50, chief, Grant{Extra: "B", Reason: "timer", Scramble: "E1"}).want(OpenExtra, SetAside).phase(Void)
		if len(a.s.Decisions) != 1 {
			t.Errorf("%s: the replaced result is gone", name)
		}
		a.no(51, chief, Grant{Extra: "C", Reason: "timer"}, ErrPhase).no(51, judge, TakeBack{}, ErrPhase).
			no(51, chief, Decide{Verdict: rules.IsOK}, ErrDecided).no(51, chief, Uphold{}, ErrPhase)
		h := hall{"A": a}
		h.counts(t, "A", "B", false) // not opened yet
		h["B"] = begin(t, book, Open{ID: "B", Event: "333", Replaces: "A", Scramble: "E1"}).solve(10000).do(40, judge, Decide{Verdict: rules.IsOK})
		h.counts(t, "A", "B", true)
		h["B"].do(50, chief, Grant{Extra: "C", Reason: "timer"})
		h["C"] = begin(t, book, Open{ID: "C", Event: "333", Replaces: "B"})
		h.counts(t, "A", "C", true)
	}
}

func TestProvisionalExtra(t *testing.T) {
	start := func() hall {
		a := wca(t, Open{Event: "333"}).solve(12190).do(40, judge, Decide{Verdict: rules.IsDNF}).do(45, judge, Freeze{Why: Incident}).
			do(50, chief, Grant{Extra: "B", Reason: "incident", Provisional: true}).want(OpenExtra).lacks(SetAside).phase(Decided)
		b := wca(t, Open{ID: "B", Event: "333", Replaces: "A", Provisional: true}).solve(10000).do(40, judge, Decide{Verdict: rules.IsOK})
		return hall{"A": a, "B": b}
	}
	h := start()
	h.counts(t, "A", "A", false)
	h["A"].no(60, judge, Settle{Extra: "B", Use: true}, ErrRole).no(60, chief, Settle{Extra: "C", Use: true}, ErrPhase).
		do(60, chief, Settle{Extra: "B", Use: true, Note: "the alarm"}).want(SetAside).phase(Void).no(61, chief, Settle{Extra: "B"}, ErrPhase)
	h.counts(t, "A", "B", true)
	h["A"].do(70, chief, Restore{Note: "wrong person"}).want(BroughtBack, DropExtra).phase(Decided)
	h.counts(t, "A", "A", true)

	h = start()
	h["A"].do(60, chief, Settle{Extra: "B"}).want(DropExtra).phase(Decided).no(61, chief, Grant{Extra: "B", Reason: "incident"}, ErrEvent)
	h["B"].no(60, judge, Drop{}, ErrRole).do(60, table, Drop{}).want(SetAside).phase(Void).no(61, table, Drop{}, ErrPhase)
	h.counts(t, "A", "A", true)
	h["A"].no(62, table, Drop{}, ErrPhase).do(62, chief, Grant{Extra: "C", Reason: "incident"})
	h.counts(t, "A", "C", false)
	if len(h["A"].s.Extras) != 2 || h["B"].s.Decisions[0].Result.Text != "10.00" {
		t.Error("something was lost")
	}
}

func TestLateRequest(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190).do(40, judge, Decide{Verdict: rules.IsOK}).do(60, judge, Request{}).wantFlags(rules.FlagLateRequest)
	if !p.s.Requests[0].Late {
		t.Error("not late")
	}
}

func TestVoid(t *testing.T) {
	p := wca(t, Open{Event: "333"}).do(1, table, Cover{})
	p.no(2, judge, Nullify{}, ErrReason).no(2, judge, Nullify{Reason: "incident"}, ErrRole)
	opened := *p
	opened.do(3, judge, Nullify{Reason: "opened_wrong"}).phase(Void).no(4, judge, Restore{}, ErrRole).no(4, chief, Nullify{Reason: "opened_wrong"}, ErrPhase).
		do(5, chief, Restore{}).phase(Covered).no(6, chief, Restore{}, ErrPhase)
	p.do(3, table, Inspect{}).no(4, judge, Nullify{Reason: "opened_wrong"}, ErrRole).do(4, chief, Nullify{Reason: "scramble"}).
		do(5, table, Start{}).phase(Void).do(14, table, Stop{TimeMS: 9000}).do(20, chief, Restore{}).phase(Stopped)
	hall{"A": p}.counts(t, "A", "A", true)
	hall{"A": &opened}.counts(t, "A", "A", true)
	p.do(30, chief, Nullify{Reason: "other", Note: "n"})
	hall{"A": p}.counts(t, "A", "", true)
}

// A decision whose time ran out while the attempt was set aside is final at once.
func TestRestoreIsFinal(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190).do(40, judge, Decide{Verdict: rules.IsOK}).do(45, chief, Nullify{Reason: "incident"})
	soon := *p
	soon.do(47, chief, Restore{}).lacks(Final).do(50, judge, TakeBack{})
	q := *p
	p.do(60, table, Tick{}).lacks(Final).do(70, chief, Restore{}).want(Final).wantResult("12.19").do(80, table, Tick{}).lacks(Final)
	q.do(70, chief, Restore{})
	finals := 0
	for _, e := range q.fx {
		if e.Kind == Final {
			finals++
		}
	}
	if finals != 1 {
		t.Errorf("final %d times without a tick between", finals)
	}
}

func TestCountsSurvivesARing(t *testing.T) {
	a := wca(t, Open{}.of("A", "B")).do(1, chief, Grant{Extra: "C", Reason: "incident"})
	b := wca(t, Open{}.of("C", "A")).do(1, chief, Grant{Extra: "B", Reason: "incident"})
	c := wca(t, Open{}.of("B", "C")).do(1, chief, Grant{Extra: "A", Reason: "incident"})
	hall{"A": a, "C": b, "B": c}.counts(t, "A", "", false)
}

func (o Open) of(id, replaces string) Open {
	o.ID, o.Replaces, o.Event = id, replaces, "333"
	return o
}
