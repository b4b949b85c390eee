package attempt

import (
	"errors"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// The people and devices of the tests.
var (
	table = Actor{Role: rules.Device, ID: "table 1"}
	judge = Actor{Role: rules.Judge, ID: "J"}
	other = Actor{Role: rules.Judge, ID: "K"}
	chief = Actor{Role: rules.Delegate, ID: "D"}
)

// sec returns a time, exact for whole milliseconds.
func sec(s float64) Time { return Time(s*1000+0.5) * millisecond }

func load(t testing.TB, name string) *rules.Rulebook {
	t.Helper()
	b, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// play is an attempt that a test plays through.
type play struct {
	t      *testing.T
	book   *rules.Rulebook
	s      State
	fx     []Effect // of the last event
	all    []Effect
	events []Event // that were accepted
}

// wca begins an attempt under the WCA's rules.
func wca(t *testing.T, o Open) *play { return begin(t, load(t, rules.Default), o) }

func begin(t *testing.T, book *rules.Rulebook, o Open) *play {
	t.Helper()
	if o.ID == "" {
		o.ID = "A"
	}
	o.Rulebook = book.Name
	p := &play{t: t, book: book}
	p.do(0, table, o)
	return p
}

// do applies an event that must be accepted.
func (p *play) do(s float64, by Actor, d Data) *play {
	p.t.Helper()
	e := Event{At: sec(s), By: by, Data: d}
	next, fx, err := Step(p.book, p.s, e)
	if err != nil {
		p.t.Fatalf("%g s, %s %+v: %v", s, d.kind(), d, err)
	}
	p.s, p.fx, p.all, p.events = next, fx, append(p.all, fx...), append(p.events, e)
	return p
}

// no applies an event that must be refused.
func (p *play) no(s float64, by Actor, d Data, want error) *play {
	p.t.Helper()
	next, fx, err := Step(p.book, p.s, Event{At: sec(s), By: by, Data: d})
	if !errors.Is(err, want) || len(fx) > 0 {
		p.t.Fatalf("%g s, %s %+v: error %v, effects %v; want %v", s, d.kind(), d, err, fx, want)
	}
	if next.Now != p.s.Now || next.Phase != p.s.Phase {
		p.t.Fatalf("%g s, %s: a refused event changed the state", s, d.kind())
	}
	return p
}

// solve plays the usual course: inspection at 10 s, start at 20 s, stop at
// 20 s + ms, rest half a second after it.
func (p *play) solve(ms Millis) *play {
	p.t.Helper()
	stop := 20 + float64(ms)/1000
	return p.do(5, table, Cover{}).do(10, table, Inspect{}).do(20, table, Start{}).
		do(stop, table, Stop{TimeMS: ms}).do(stop+0.1, table, Moving{}).do(stop+0.5, table, Rest{Still: "s"})
}

// suggest brings a suggestion in.
func (p *play) suggest(s float64, o adjudicate.Outcome) *play {
	p.t.Helper()
	return p.do(s, table, Suggest{Ruling: ruling(p.book, o)})
}

func ruling(book *rules.Rulebook, o adjudicate.Outcome) adjudicate.Ruling {
	return adjudicate.Ruling{Rulebook: book.Name, Suggestion: o, Possible: []adjudicate.Outcome{o}}
}

func (p *play) phase(want Phase) *play {
	p.t.Helper()
	if p.s.Phase != want {
		p.t.Fatalf("phase %s, want %s", p.s.Phase, want)
	}
	return p
}

// flags lists the flags that stand.
func (p *play) flags() []rules.Flag {
	var out []rules.Flag
	for _, f := range p.s.Flags {
		if f.Dismissed == nil {
			out = append(out, f.Flag)
		}
	}
	return out
}

func (p *play) wantFlags(want ...rules.Flag) *play {
	p.t.Helper()
	if got := p.flags(); !slices.Equal(got, want) {
		p.t.Fatalf("flags %v, want %v", got, want)
	}
	return p
}

// result returns what the standing decision puts on paper.
func (p *play) result() string {
	d := p.s.Standing()
	if d == nil {
		return "none"
	}
	return d.Result.Text
}

func (p *play) wantResult(want string) *play {
	p.t.Helper()
	if got := p.result(); got != want {
		p.t.Fatalf("result %q, want %q", got, want)
	}
	return p
}

// has tells whether the last event had an effect of a kind.
func (p *play) has(k EffectKind) bool {
	return slices.ContainsFunc(p.fx, func(e Effect) bool { return e.Kind == k })
}

func (p *play) want(kinds ...EffectKind) *play {
	p.t.Helper()
	for _, k := range kinds {
		if !p.has(k) {
			p.t.Fatalf("effects %+v lack %s", p.fx, k)
		}
	}
	return p
}

func (p *play) lacks(kinds ...EffectKind) *play {
	p.t.Helper()
	for _, k := range kinds {
		if p.has(k) {
			p.t.Fatalf("effects %+v hold %s", p.fx, k)
		}
	}
	return p
}

func TestPlainAttempt(t *testing.T) {
	p := wca(t, Open{Event: "333"})
	p.phase(Idle).do(5, table, Cover{}).phase(Covered).do(10, table, Inspect{}).phase(Inspection).
		do(20, table, Start{}).phase(Solving).do(32.19, table, Stop{TimeMS: 12190}).phase(Stopped).
		do(32.3, table, Moving{}).phase(Settling).do(32.6, table, Rest{Still: "abc"}).phase(Settling).
		suggest(32.7, adjudicate.PlusTwo).phase(Suggested).
		do(35, judge, Decide{Verdict: rules.IsPlusTwo, Seen: 1}).phase(Decided).want(Announce, Clip).
		wantResult("12.19 + 2 = 14.19").wantFlags()
	d := p.s.Standing()
	if d.Kind != Confirms || d.Article != "10e3" || d.By != judge || d.Against != 1 {
		t.Errorf("%+v", d)
	}
	for _, e := range p.fx {
		if e.Kind == Clip && (e.From != sec(10) || e.To != sec(38)) {
			t.Errorf("clip from %d to %d", e.From, e.To)
		}
		if e.Kind == Announce && (e.Until == nil || *e.Until != sec(45)) {
			t.Errorf("take back until %v", e.Until)
		}
	}
	p.do(36, judge, Sign{}).no(37, judge, Sign{}, ErrPhase)
}

// What nothing sees may be left out; what comes too late in the course is refused.
func TestOrderOfTheCourse(t *testing.T) {
	wca(t, Open{Event: "333"}).do(1, table, Start{}).do(2, table, Stop{TimeMS: 9000}).phase(Stopped)
	wca(t, Open{Event: "333"}).do(1, table, Stop{TimeMS: 9000}).phase(Stopped)
	wca(t, Open{Event: "333"}).do(1, table, Inspect{}).do(2, table, Cover{}).phase(Covered).do(3, table, Inspect{}).phase(Inspection)
	p := wca(t, Open{Event: "333"}).no(1, table, Rest{}, ErrPhase).no(1, table, Moving{}, ErrPhase).
		no(1, table, Suggest{Ruling: ruling(load(t, rules.Default), adjudicate.OK)}, ErrPhase).no(1, table, Early{}, ErrPhase)
	p.solve(9000).no(30, table, Start{}, ErrPhase).no(30, table, Stop{TimeMS: 9100}, ErrPhase).no(30, table, Inspect{}, ErrPhase).
		no(30, table, Cover{}, ErrPhase).suggest(30, adjudicate.OK).no(31, table, Moving{}, ErrPhase).do(31, table, Rest{}).phase(Suggested)
	if _, _, err := Step(p.book, State{}, Event{Data: Cover{}, By: table}); !errors.Is(err, ErrPhase) {
		t.Errorf("before open: %v", err)
	}
	if _, _, err := Step(load(t, "sra-trial"), p.s, Event{At: sec(40), Data: Tick{}, By: table}); !errors.Is(err, ErrRulebook) {
		t.Errorf("another rulebook: %v", err)
	}
	p.no(32, table, Open{ID: "B", Event: "333", Rulebook: rules.Default}, ErrPhase)
}

func TestOpenRefuses(t *testing.T) {
	book := load(t, rules.Default)
	for _, c := range []struct {
		name string
		open Open
		want error
	}{
		{"fewest moves", Open{ID: "A", Event: "333fm", Rulebook: rules.Default}, ErrEvent},
		{"no such event", Open{ID: "A", Event: "magic", Rulebook: rules.Default}, ErrEvent},
		{"other rulebook", Open{ID: "A", Event: "333", Rulebook: "sra-trial"}, ErrRulebook},
		{"no id", Open{Event: "333", Rulebook: rules.Default}, ErrEvent},
		{"replaces itself", Open{ID: "A", Event: "333", Rulebook: rules.Default, Replaces: "A"}, ErrEvent},
		{"provisional for nothing", Open{ID: "A", Event: "333", Rulebook: rules.Default, Provisional: true}, ErrEvent},
		{"cubes of a single event", Open{ID: "A", Event: "333", Rulebook: rules.Default, Cubes: 2}, ErrEvent},
		{"multi-blind without cubes", Open{ID: "A", Event: "333mbf", Rulebook: rules.Default}, ErrEvent},
		{"multi-blind of one", Open{ID: "A", Event: "333mbf", Rulebook: rules.Default, Cubes: 1}, ErrEvent},
		{"multi-blind of 100", Open{ID: "A", Event: "333mbf", Rulebook: rules.Default, Cubes: 100}, ErrEvent},
		{"head to head of 777", Open{ID: "A", Event: "777", Rulebook: rules.Default, HeadToHead: true}, ErrEvent},
		{"attempt -1", Open{ID: "A", Event: "333", Rulebook: rules.Default, Number: -1}, ErrEvent},
	} {
		if s, _, err := Step(book, State{}, Event{By: table, Data: c.open}); !errors.Is(err, c.want) || s.Opened != nil {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	sra := load(t, "sra-trial")
	if _, _, err := Step(sra, State{}, Event{By: table, Data: Open{ID: "A", Event: "333", Rulebook: sra.Name, HeadToHead: true}}); !errors.Is(err, ErrEvent) {
		t.Errorf("the SRA has no Head-to-Head: %v", err)
	}
	if _, _, err := Step(nil, State{}, Event{By: table, Data: Tick{}}); !errors.Is(err, ErrRulebook) {
		t.Errorf("no rulebook: %v", err)
	}
}

func TestSenders(t *testing.T) {
	p := wca(t, Open{Event: "333"}).solve(9000).suggest(30, adjudicate.OK)
	p.no(31, table, Decide{Verdict: rules.IsOK, Seen: 1}, ErrRole).no(31, Actor{Role: "king", ID: "x"}, Tick{}, ErrEvent).
		no(31, Actor{Role: rules.Judge}, Decide{Verdict: rules.IsOK, Seen: 1}, ErrEvent).
		no(31, judge, View{SpeedPct: 100}, ErrRole).no(31, judge, Grant{Extra: "B", Reason: "incident"}, ErrRole).
		no(31, table, Freeze{Why: Unsure}, ErrRole).no(31, table, Penalise{Penalty: "A3d"}, ErrRole)
	p.do(31, judge, Decide{Verdict: rules.IsOK, Seen: 1}).no(45, judge, Uphold{}, ErrRole).
		no(45, judge, Amend{Verdict: rules.IsDNF, Reason: "more_moves"}, ErrRole)
	p.no(-1, table, Tick{}, ErrEvent).no(1e8, table, Tick{}, ErrEvent)
}
