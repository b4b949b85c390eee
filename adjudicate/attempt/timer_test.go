package attempt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Strictly below 0.06 s an early stop is the timer's fault (WCA A6b1, A6b2).
func TestEarlyStopBoundary(t *testing.T) {
	for _, c := range []struct {
		ms   Millis
		want rules.Flag
	}{{0, rules.FlagEarly}, {7, rules.FlagEarly}, {59, rules.FlagEarly}, {60, rules.FlagEarlyDNF}, {61, rules.FlagEarlyDNF}, {5000, rules.FlagEarlyDNF}} {
		for _, name := range rules.Books() {
			p := begin(t, load(t, name), Open{Event: "333"}).solve(c.ms)
			if c.want == rules.FlagEarly {
				p.wantFlags(c.want) // nobody solves in that: the reading alone says so
			} else {
				p.wantFlags()
			}
			p.do(30, judge, Early{}).wantFlags(c.want)
		}
	}
}

// Who decides about each fault of the timer, and what a judge cannot do before.
func TestTimerFaultsHold(t *testing.T) {
	early := func(ms Millis) func(p *play) {
		return func(p *play) { p.solve(ms).do(30, table, Early{}) }
	}
	reset := func(who Who) func(p *play) {
		return func(p *play) { p.solve(9000).do(30, table, Reset{}).do(31, judge, ResetBy{Who: who}) }
	}
	for _, c := range []struct {
		name       string
		fault      func(*play)
		book       string
		time, dnf  error // what a judge gets
		flag       rules.Flag
		article    string
		mayDismiss Actor
	}{
		{"0.059", early(59), rules.Default, ErrHeld, ErrHeld, rules.FlagEarly, "A6b1", chief},
		{"0.060", early(60), rules.Default, ErrHeld, nil, rules.FlagEarlyDNF, "A6b2", judge},
		{"competitor resets", reset(ByCompetitor), rules.Default, ErrHeld, nil, rules.FlagResetCompetitor, "A6f1", judge},
		{"somebody resets", reset(ByOther), rules.Default, ErrHeld, nil, rules.FlagResetOther, "A6f1", chief},
		{"a fault resets", reset(ByFault), rules.Default, ErrHeld, nil, rules.FlagResetOther, "A6f1", chief},
		{"SRA 0.059", early(59), "sra-trial", ErrHeld, ErrHeld, rules.FlagEarly, "81(3)", chief},
		{"SRA 0.060", early(60), "sra-trial", ErrHeld, ErrHeld, rules.FlagEarlyDNF, "82", chief},
		{"SRA competitor resets", reset(ByCompetitor), "sra-trial", ErrHeld, ErrHeld, rules.FlagResetCompetitor, "82", chief},
		{"SRA somebody resets", reset(ByOther), "sra-trial", ErrHeld, ErrHeld, rules.FlagResetOther, "81(3)", chief},
	} {
		fresh := func() *play {
			p := begin(t, load(t, c.book), Open{Event: "333"})
			c.fault(p)
			return p.wantFlags(c.flag)
		}
		x := fresh().book.Procedure.Flags[c.flag]
		if x.Article != c.article {
			t.Errorf("%s: article %s, want %s", c.name, x.Article, c.article)
		}
		try := func(p *play, v rules.Verdict, want error) {
			if want == nil {
				p.do(40, judge, Decide{Verdict: v}).phase(Decided)
			} else {
				p.no(40, judge, Decide{Verdict: v}, want)
			}
		}
		try(fresh(), rules.IsOK, c.time)
		try(fresh(), rules.IsDNF, c.dnf)
		fresh().do(40, chief, Decide{Verdict: rules.IsOK}).phase(Decided)
		n := len(fresh().s.Flags)
		if c.mayDismiss == chief {
			fresh().no(40, judge, Dismiss{Flag: n}, ErrRole)
		}
		fresh().do(40, c.mayDismiss, Dismiss{Flag: n}).wantFlags().do(41, judge, Decide{Verdict: rules.IsOK}).phase(Decided)
	}
}

func TestResetIsAFaultOnlyBeforeTheRecord(t *testing.T) {
	wca(t, Open{Event: "333"}).do(5, table, Reset{}).do(10, table, Inspect{}).do(11, table, Reset{}).wantFlags()
	wca(t, Open{Event: "333"}).do(5, table, Start{}).do(6, table, Reset{}).wantFlags(rules.FlagReset)
	p := wca(t, Open{Event: "333"}).solve(9000).suggest(30, adjudicate.OK)
	p.do(32, table, Reset{}).do(33, table, Reset{}).wantFlags(rules.FlagReset).no(34, judge, Decide{Verdict: rules.IsOK, Seen: 1}, ErrHeld)
	p.no(35, judge, ResetBy{Who: "nobody"}, ErrEvent).do(35, judge, ResetBy{Who: ByOther}).no(36, judge, ResetBy{Who: ByOther}, ErrPhase).
		do(37, table, Reset{}).wantFlags(rules.FlagResetOther)
	wca(t, Open{Event: "333"}).solve(9000).do(30, judge, Decide{Verdict: rules.IsOK}).do(31, table, Reset{}).wantFlags().wantResult("9.00")
}

// After a competitor's reset no time is entered, by nobody; after another's a
// Delegate may take it from pictures (WCA A6f1, Handbook).
func TestNoTimeFromPictures(t *testing.T) {
	start := func() *play { return wca(t, Open{Event: "333"}).do(1, table, Start{}).do(10, table, Reset{}) }
	start().no(11, judge, EnterTime{TimeMS: 9000}, ErrHeld).no(11, chief, EnterTime{TimeMS: 9000}, ErrHeld)
	start().do(11, judge, ResetBy{Who: ByCompetitor}).no(12, judge, EnterTime{TimeMS: 9000}, ErrHeld).
		no(12, chief, EnterTime{TimeMS: 9000}, ErrHeld).do(13, judge, Decide{Verdict: rules.IsDNF, Reason: "stopped"}).
		no(14, chief, Amend{Verdict: rules.IsOK, TimeMS: new(Millis), Reason: "recording"}, ErrHeld)
	start().do(11, judge, ResetBy{Who: ByCompetitor}).do(12, judge, Dismiss{Flag: 2}).no(13, judge, EnterTime{TimeMS: 9000}, ErrHeld)
	start().do(11, judge, ResetBy{Who: ByCompetitor}).do(12, chief, Dismiss{Flag: 2}).do(13, judge, EnterTime{TimeMS: 9000})
	start().do(11, judge, ResetBy{Who: ByFault}).no(12, judge, EnterTime{TimeMS: 9000}, ErrRole).
		do(12, chief, EnterTime{TimeMS: 9000}).do(13, chief, Decide{Verdict: rules.IsOK}).wantResult("9.00")
}

// A glitch of 0.007 s on the wire is no stop.
func TestSuspectIsNoStop(t *testing.T) {
	p := wca(t, Open{Event: "333"}).do(1, table, Start{}).do(3, table, Suspect{TimeMS: 7}).phase(Solving).wantFlags(rules.FlagSuspect)
	if _, ok := p.s.Time(); ok {
		t.Error("it became a time")
	}
	if p.s.Flags[0].Note != "0.007" {
		t.Errorf("note %q", p.s.Flags[0].Note)
	}
	p.do(4, table, Suspect{TimeMS: 7}).wantFlags(rules.FlagSuspect).do(13, table, Stop{TimeMS: 12000}).
		do(20, judge, Decide{Verdict: rules.IsOK}).wantResult("12.00")
	p.no(21, table, Suspect{TimeMS: -1}, ErrEvent).no(21, table, Suspect{TimeMS: maxReading + 1}, ErrEvent)
}

func TestTimerLostGoesOnByHand(t *testing.T) {
	p := wca(t, Open{Event: "333"}).do(1, table, Start{}).do(3, table, Lost{}).do(4, table, Lost{}).wantFlags(rules.FlagLost)
	p.no(20, judge, Decide{Verdict: rules.IsOK}, ErrPhase).do(20, judge, EnterTime{TimeMS: 15230}).phase(Stopped).
		do(21, table, Back{}).do(22, judge, Decide{Verdict: rules.IsOK}).wantResult("15.23")
	if p.s.TimerLost || !p.s.Readings[0].ByHand {
		t.Errorf("%+v", p.s.Readings)
	}
}

func TestTimeByHandThatDiffers(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(12194)
	p.do(40, judge, EnterTime{TimeMS: 12194}).wantFlags().do(41, judge, EnterTime{TimeMS: 12204}).wantFlags(rules.FlagByHand).
		do(42, judge, Decide{Verdict: rules.IsOK}).wantResult("12.20").no(43, judge, EnterTime{TimeMS: 1}, ErrDecided)
	if len(p.s.Readings) != 3 || p.s.Readings[0].TimeMS != 12194 {
		t.Errorf("the timer's own reading is gone: %+v", p.s.Readings)
	}
}

func TestReadingBounds(t *testing.T) {
	for _, c := range []struct {
		ms Millis
		ok bool
	}{{-1, false}, {0, true}, {maxReading, true}, {maxReading + 1, false}} {
		p := wca(t, Open{Event: "333"})
		if c.ok {
			p.do(1, table, Stop{TimeMS: c.ms})
		} else {
			p.no(1, table, Stop{TimeMS: c.ms}, ErrEvent).no(1, judge, EnterTime{TimeMS: c.ms}, ErrEvent)
		}
	}
}

// The 0.06 s, 15 s and 17 s that the sentences name are those of the data.
func TestSentencesNameTheFigures(t *testing.T) {
	for _, name := range rules.Books() {
		p := load(t, name).Procedure
		for flag, want := range map[rules.Flag]string{
			rules.FlagEarly:    fmt.Sprintf("%.2f", float64(p.Early.BelowMS)/1000),
			rules.FlagEarlyDNF: fmt.Sprintf("%.2f", float64(p.Early.BelowMS)/1000),
			rules.FlagLate:     fmt.Sprint(p.Inspection.PlusTwoMS / 1000),
			rules.FlagTooLate:  fmt.Sprint(p.Inspection.DNFMS / 1000),
		} {
			for lang, s := range p.Flags[flag].Text {
				if !strings.Contains(s, want) {
					t.Errorf("%s %s %s: %q does not name %s", name, flag, lang, s, want)
				}
			}
		}
	}
}
