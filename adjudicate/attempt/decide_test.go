package attempt

import (
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestMannerOfADecision(t *testing.T) {
	for _, c := range []struct {
		name    string
		suggest adjudicate.Outcome
		decide  Decide
		want    error
		manner  Manner
		article string
	}{
		{"agree ok", adjudicate.OK, Decide{Verdict: rules.IsOK, Seen: 1}, nil, Confirms, "10e2"},
		{"agree +2", adjudicate.PlusTwo, Decide{Verdict: rules.IsPlusTwo, Seen: 1}, nil, Confirms, "10e3"},
		{"agree DNF", adjudicate.DNF, Decide{Verdict: rules.IsDNF, Seen: 1}, nil, Confirms, "10e4"},
		{"otherwise", adjudicate.PlusTwo, Decide{Verdict: rules.IsOK, Seen: 1, Reason: "aligned"}, nil, Overrides, "10f"},
		{"otherwise, harsher", adjudicate.OK, Decide{Verdict: rules.IsDNF, Seen: 1, Reason: "more_moves"}, nil, Overrides, "10e4"},
		{"otherwise, no reason", adjudicate.PlusTwo, Decide{Verdict: rules.IsOK, Seen: 1}, ErrReason, "", ""},
		{"otherwise, reason of another verdict", adjudicate.PlusTwo, Decide{Verdict: rules.IsOK, Seen: 1, Reason: "more_moves"}, ErrReason, "", ""},
		{"otherwise, no such reason", adjudicate.PlusTwo, Decide{Verdict: rules.IsOK, Seen: 1, Reason: "mood"}, ErrReason, "", ""},
		{"a Delegate's reason", adjudicate.PlusTwo, Decide{Verdict: rules.IsOK, Seen: 1, Reason: "other", Note: "x"}, ErrRole, "", ""},
		{"to look oneself", adjudicate.Refer, Decide{Verdict: rules.IsPlusTwo, Seen: 1}, nil, Unaided, "10e3"},
		{"to look oneself, with a reason", adjudicate.Refer, Decide{Verdict: rules.IsOK, Seen: 1, Reason: "doubt"}, nil, Unaided, "10f"},
		{"refer is no decision", adjudicate.Refer, Decide{Verdict: "refer", Seen: 1}, ErrEvent, "", ""},
		{"old screen", adjudicate.OK, Decide{Verdict: rules.IsOK, Seen: 0}, ErrStale, "", ""},
		{"screen of the future", adjudicate.OK, Decide{Verdict: rules.IsOK, Seen: 2}, ErrStale, "", ""},
		{"DNS after the start", adjudicate.OK, Decide{Verdict: rules.IsDNS, Seen: 1, Reason: "absent"}, ErrPhase, "", ""},
		{"no verdict", adjudicate.OK, Decide{Seen: 1}, ErrEvent, "", ""},
		{"rests on nothing known", adjudicate.OK, Decide{Verdict: rules.IsOK, Seen: 1, RestsOn: "luck"}, ErrEvent, "", ""},
		{"long note", adjudicate.OK, Decide{Verdict: rules.IsOK, Seen: 1, Note: strings.Repeat("x", maxText+1)}, ErrEvent, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := wca(t, Open{Event: "333"}).solve(12190).suggest(40, c.suggest)
			if c.want != nil {
				p.no(42, judge, c.decide, c.want)
				return
			}
			d := p.do(42, judge, c.decide).s.Standing()
			if d.Kind != c.manner || d.Article != c.article {
				t.Errorf("%s %s, want %s %s", d.Kind, d.Article, c.manner, c.article)
			}
			if p.s.Suggestions[0].Ruling.Suggestion != c.suggest {
				t.Error("the suggestion changed")
			}
		})
	}
}

// A judge never has to wait for the screen, and what comes later changes nothing.
func TestDecideWithoutASuggestion(t *testing.T) {
	p := wca(t, Open{Event: "333"}).do(1, table, Start{}).do(13.2, table, Stop{TimeMS: 12190}).
		do(14, judge, Decide{Verdict: rules.IsOK}).suggest(14.2, adjudicate.DNF).phase(Decided).wantResult("12.19")
	if p.s.Standing().Kind != Unaided {
		t.Errorf("%+v", p.s.Standing())
	}
	p.do(16, judge, TakeBack{}).phase(Suggested).no(17, judge, Decide{Verdict: rules.IsDNF}, ErrStale).
		do(17, judge, Decide{Verdict: rules.IsDNF, Seen: 1}).wantResult("DNF")
}

func TestBeforeTheStop(t *testing.T) {
	wca(t, Open{Event: "333"}).no(1, judge, Decide{Verdict: rules.IsOK}, ErrPhase).no(1, judge, Decide{Verdict: rules.IsPlusTwo}, ErrPhase).
		no(1, judge, Decide{Verdict: rules.IsDNF}, ErrReason).do(1, judge, Decide{Verdict: rules.IsDNS, Reason: "absent"}).wantResult("DNS")
	p := wca(t, Open{Event: "333"}).do(1, table, Inspect{}).do(5, judge, Penalise{Penalty: "A3c1"}).
		do(6, judge, Decide{Verdict: rules.IsDNF}).wantResult("DNF")
	if d := p.s.Standing(); d.Article != "A3c1" {
		t.Errorf("article %s", d.Article)
	}
	wca(t, Open{Event: "333"}).do(1, table, Start{}).do(5, judge, Decide{Verdict: rules.IsDNF, Reason: "stopped"}).wantResult("DNF")
	wca(t, Open{Event: "333"}).do(1, table, Start{}).no(5, judge, Decide{Verdict: rules.IsDNS, Reason: "absent"}, ErrPhase)
}

// A DNF that was tapped by mistake while the timer runs loses nothing.
func TestTheTimerRunsOnBehindADecision(t *testing.T) {
	wca(t, Open{Event: "333"}).do(1, table, Start{}).do(5, judge, Decide{Verdict: rules.IsDNF, Reason: "stopped"}).
		do(7, table, Stop{TimeMS: 6000}).phase(Decided).do(8, judge, TakeBack{}).phase(Stopped).
		do(9, judge, Decide{Verdict: rules.IsOK}).wantResult("6.00")
}

func TestTakeBackBoundary(t *testing.T) {
	for _, c := range []struct {
		after float64
		want  error
	}{{0.499, ErrDoubleTap}, {0.5, nil}, {9.999, nil}, {10, nil}, {10.001, ErrLate}, {600, ErrLate}} {
		p := wca(t, Open{Event: "333"}).solve(12190).suggest(40, adjudicate.OK).do(42, judge, Decide{Verdict: rules.IsOK, Seen: 1})
		if c.want != nil {
			p.no(42+c.after, judge, TakeBack{}, c.want).wantResult("12.19")
			continue
		}
		p.do(42+c.after, judge, TakeBack{}).want(Withdrawn).phase(Suggested).wantResult("none")
		if len(p.s.Decisions) != 1 || p.s.Decisions[0].Result.Text != "12.19" || *p.s.Decisions[0].TakenBack != sec(42+c.after) {
			t.Errorf("the decision was lost: %+v", p.s.Decisions)
		}
		p.no(43+c.after, judge, TakeBack{}, ErrPhase)
	}
}

func TestTakeBackIsOnesOwn(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190).do(40, judge, Decide{Verdict: rules.IsOK}).do(41, judge, Sign{})
	p.no(42, other, TakeBack{}, ErrRole).no(42, chief, TakeBack{}, ErrRole).no(42, Actor{Role: rules.Delegate, ID: judge.ID}, TakeBack{}, ErrRole)
	p.do(42, judge, TakeBack{})
	if p.s.Signed != nil {
		t.Error("the signatures stand on a result that was taken back")
	}
}

// A clock that runs backwards does not lengthen the time to take back.
func TestTakeBackByAnOldClock(t *testing.T) {
	wca(t, Open{Event: "333"}).solve(12190).do(40, judge, Decide{Verdict: rules.IsOK}).do(51, table, Tick{}).want(Final).
		no(41, judge, TakeBack{}, ErrLate)
}

// The second tap of two decides nothing, whatever lies under the finger.
func TestDoubleTap(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190).suggest(40, adjudicate.OK)
	p.no(40.499, judge, Decide{Verdict: rules.IsOK, Seen: 1}, ErrDoubleTap).do(40.5, judge, Decide{Verdict: rules.IsOK, Seen: 1})
	p.no(40.7, judge, Decide{Verdict: rules.IsOK, Seen: 1}, ErrDecided).no(40.8, judge, TakeBack{}, ErrDoubleTap)
	p.do(42, judge, TakeBack{}).no(42.3, judge, Decide{Verdict: rules.IsOK, Seen: 1}, ErrDoubleTap).
		do(42.5, judge, Decide{Verdict: rules.IsOK, Seen: 1})
	q := wca(t, Open{Event: "333"}).solve(12190).do(40, judge, Penalise{Penalty: "A6d"}).
		no(40.3, judge, Penalise{Penalty: "A6d"}, ErrDoubleTap).do(40.3, judge, Penalise{Penalty: "A6c"}).do(40.6, judge, Penalise{Penalty: "A6d"})
	if n := len(q.s.Penalties()); n != 3 {
		t.Errorf("%d penalties", n)
	}
}

// Silence and time decide nothing.
func TestSilenceDecidesNothing(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190).suggest(40, adjudicate.OK)
	for s := 41.0; s < 100000; s *= 1.5 {
		p.do(s, table, Tick{}).phase(Suggested).lacks(Announce, Final)
	}
}

func TestFinalOnce(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190).do(40, judge, Decide{Verdict: rules.IsOK})
	if w, ok := p.s.Wake(p.book); !ok || w != sec(50)+1 {
		t.Errorf("wake %d, %v", w, ok)
	}
	p.do(50, table, Tick{}).lacks(Final).do(50.001, table, Tick{}).want(Final).do(60, table, Tick{}).lacks(Final)
	if _, ok := p.s.Wake(p.book); ok {
		t.Error("it waits for more")
	}
	p.do(70, chief, Amend{Verdict: rules.IsDNF, Reason: "written_wrong"}).want(Announce, Final).do(90, table, Tick{}).lacks(Final)
}

func TestClockIsNeverPlusTwo(t *testing.T) {
	for _, name := range rules.Books() {
		p := begin(t, load(t, name), Open{Event: "clock"}).solve(9000)
		p.no(40, judge, Decide{Verdict: rules.IsPlusTwo}, ErrEvent).do(40, judge, Decide{Verdict: rules.IsOK}).
			no(60, chief, Amend{Verdict: rules.IsPlusTwo, Reason: "written_wrong"}, ErrEvent)
	}
}

func TestManyPenaltiesCallTheDelegate(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12190)
	for i, id := range []string{"A3d", "A4b", "A6c"} {
		p.do(40+float64(i), judge, Penalise{Penalty: id}).lacks(CallDelegate)
	}
	three := *p
	p.do(45, judge, Penalise{Penalty: "A6d"}).want(CallDelegate)
	four := *p
	p.do(46, judge, Forgive{Entry: 4, Note: "slip"}).
		no(46, judge, Forgive{Entry: 4}, ErrEvent).no(46, judge, Forgive{Entry: 5}, ErrEvent).no(46, judge, Forgive{}, ErrEvent)
	p.do(47, judge, Decide{Verdict: rules.IsOK}).lacks(CallDelegate).wantResult("12.19 + 6 = 18.19")
	// The end state's own +2 is the fourth.
	q := &three
	q.do(45, judge, Decide{Verdict: rules.IsPlusTwo}).want(CallDelegate).wantResult("12.19 + 8 = 20.19")
	q.no(46, judge, Penalise{Penalty: "A6d"}, ErrDecided).no(46, judge, Forgive{Entry: 1}, ErrDecided).
		no(46, judge, Penalise{Penalty: "A9z"}, ErrDecided)
	if len(p.s.Pad) != 4 || p.s.Pad[3].Forgiven == nil || four.s.Pad[3].Forgiven != nil {
		t.Errorf("pad %+v", p.s.Pad)
	}
}

func TestSRAPadIsTheExaminers(t *testing.T) {
	p := begin(t, load(t, "sra-trial"), Open{Event: "333"}).solve(12197)
	p.no(40, judge, Penalise{Penalty: "82-held"}, ErrRole).do(40, chief, Penalise{Penalty: "82-held"}).
		no(41, judge, Forgive{Entry: 1}, ErrRole).do(41, judge, Penalise{Penalty: "22"}).do(42, judge, Forgive{Entry: 2}).
		do(43, judge, Decide{Verdict: rules.IsOK}).wantResult("12.197 + 2 = 14.197")
}
