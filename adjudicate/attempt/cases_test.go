package attempt

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Tricky cases that concern attempts, with the rulings that the WCA's texts and
// incidents give: each can be reached, and by whom it should be.
func TestCases(t *testing.T) {
	for _, c := range []struct {
		name string
		play func(*play)
		want string
	}{
		{"2: too close to call from every angle", func(p *play) {
			p.solve(12190).suggest(40, adjudicate.Refer).do(41, judge, Freeze{Why: Unsure}).
				do(60, chief, Decide{Verdict: rules.IsOK, Seen: 1, Reason: "doubt"})
		}, "12.19"},
		{"12: falls to the floor, judged where it lies", func(p *play) {
			p.solve(12190).do(33, table, RaiseFlag{Flag: rules.FlagLeftView}).do(34, judge, Decide{Verdict: rules.IsDNF, Reason: "rest"})
		}, "DNF"},
		{"13: lands in the lap", func(p *play) {
			p.solve(12190).do(33, table, RaiseFlag{Flag: rules.FlagTouched}).do(34, judge, Penalise{Penalty: "A6e2"}).
				do(36, judge, Decide{Verdict: rules.IsOK})
		}, "12.19 + 2 = 14.19"},
		{"14: grabs a misaligned cube before the verdict", func(p *play) {
			p.solve(12190).suggest(33, adjudicate.PlusTwo).do(34, table, RaiseFlag{Flag: rules.FlagMoved}).do(35, judge, Penalise{Penalty: "A6e1"}).
				do(36, judge, Decide{Verdict: rules.IsPlusTwo, Seen: 1})
		}, "DNF"},
		{"15: a fleeting touch is waived", func(p *play) {
			p.solve(12190).do(33, table, RaiseFlag{Flag: rules.FlagTouched}).do(34, judge, Dismiss{Flag: 1, Note: "brief"}).
				do(36, judge, Decide{Verdict: rules.IsOK})
		}, "12.19"},
		{"16: still holding when the timer stops", func(p *play) {
			p.solve(12190).do(33, table, RaiseFlag{Flag: rules.FlagHeld}).do(34, judge, Penalise{Penalty: "A6c"}).
				do(36, judge, Decide{Verdict: rules.IsOK})
		}, "12.19 + 2 = 14.19"},
		{"16: and a move cannot be excluded", func(p *play) {
			p.solve(12190).do(34, judge, Penalise{Penalty: "A6c-dnf"}).do(36, judge, Decide{Verdict: rules.IsOK})
		}, "DNF"},
		{"A6e++: held at the stop, let go, touched again", func(p *play) {
			p.solve(12190).do(34, judge, Penalise{Penalty: "A6c"}).do(35, judge, Penalise{Penalty: "A6e2"}).do(36, judge, Decide{Verdict: rules.IsOK})
		}, "12.19 + 4 = 16.19"},
		{"17: a bad stop that only single frames show", func(p *play) {
			p.solve(12190).do(36, judge, Decide{Verdict: rules.IsOK}).do(50, chief, View{SpeedPct: 10, Step: true, Reason: "single"}).
				no(60, chief, Amend{Verdict: rules.IsOK, Penalties: []string{"A6d"}, Reason: "recording"}, ErrEvidence).do(70, chief, Uphold{})
		}, "12.19"},
		{"18: a bad stop at full speed, debatable in slow motion", func(p *play) {
			p.solve(12190).do(34, judge, Penalise{Penalty: "A6d"}).do(36, judge, Decide{Verdict: rules.IsOK}).do(40, judge, Freeze{Why: Dispute}).
				do(50, chief, View{SpeedPct: 100}).do(51, chief, View{SpeedPct: 25, Reason: "remove"}).do(60, chief, Uphold{Note: "seen at full speed"})
		}, "12.19 + 2 = 14.19"},
		{"23: 15.00 s of inspection", func(p *play) {
			p.do(10, table, Inspect{}).do(25, table, Start{}).do(37.19, table, Stop{TimeMS: 12190}).wantFlags(rules.FlagLate).
				do(40, judge, Penalise{Penalty: "A4d1"}).do(41, judge, Decide{Verdict: rules.IsOK})
		}, "12.19 + 2 = 14.19"},
		{"23: 17.00 s of inspection", func(p *play) {
			p.do(10, table, Inspect{}).do(27, table, Start{}).do(39.19, table, Stop{TimeMS: 12190}).wantFlags(rules.FlagTooLate).
				do(40, judge, Penalise{Penalty: "A4d2"}).do(41, judge, Decide{Verdict: rules.IsOK})
		}, "DNF"},
		{"24: the judge did not call, the result stands", func(p *play) {
			p.do(10, table, Inspect{}).do(27.1, table, Start{}).do(39.19, table, Stop{TimeMS: 12090}).wantFlags(rules.FlagTooLate).
				do(41, judge, Decide{Verdict: rules.IsOK})
		}, "12.09"},
		{"25: the competitor resets before it is written", func(p *play) {
			p.solve(12190).do(33, table, Reset{}).do(34, judge, ResetBy{Who: ByCompetitor}).
				no(35, judge, Decide{Verdict: rules.IsOK}, ErrHeld).do(36, judge, Penalise{Penalty: "A6f"}).do(37, judge, Decide{Verdict: rules.IsOK})
		}, "DNF"},
		{"27: a screen towards the competitor, no advantage", func(p *play) {
			p.solve(12190).do(33, table, RaiseFlag{Flag: rules.FlagCameraScreen}).no(34, judge, Dismiss{Flag: 1}, ErrRole).
				do(35, chief, Dismiss{Flag: 1, Note: "no advantage"}).do(36, judge, Decide{Verdict: rules.IsOK})
		}, "12.19"},
		{"28: headphones", func(p *play) {
			p.solve(12190).do(33, table, RaiseFlag{Flag: rules.FlagHeadphones}).do(35, judge, Penalise{Penalty: "2i"}).do(36, judge, Decide{Verdict: rules.IsOK})
		}, "DNF"},
		{"30: 16 s of inspection and 60 degrees", func(p *play) {
			p.do(10, table, Inspect{}).do(26, table, Start{}).do(38.19, table, Stop{TimeMS: 12190}).suggest(39, adjudicate.PlusTwo).
				do(40, judge, Penalise{Penalty: "A4d1"}).do(41, judge, Decide{Verdict: rules.IsPlusTwo, Seen: 1})
		}, "12.19 + 4 = 16.19"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := wca(t, Open{Event: "333"})
			c.play(p)
			p.wantResult(c.want)
		})
	}
}

// A newer suggestion comes while the finger
// is on its way to agree with the older one.
func TestNewSuggestionUnderTheFinger(t *testing.T) {
	wca(t, Open{Event: "333"}).solve(12190).suggest(33, adjudicate.OK).suggest(36, adjudicate.PlusTwo).
		no(36.1, judge, Decide{Verdict: rules.IsOK, Seen: 1}, ErrDoubleTap).no(37, judge, Decide{Verdict: rules.IsOK, Seen: 1}, ErrStale).
		no(37, judge, Decide{Verdict: rules.IsOK, Seen: 2}, ErrReason).do(38, judge, Decide{Verdict: rules.IsPlusTwo, Seen: 2})
}
