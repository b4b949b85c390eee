package attempt

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"pgregory.net/rapid"
)

// one draws one of some values.
func one[T any](t *rapid.T, name string, of ...T) T { return rapid.SampledFrom(of).Draw(t, name) }

// usually draws the value that makes sense nine times of ten.
func usually[T any](t *rapid.T, name string, sense T, of ...T) T {
	if rapid.IntRange(0, 9).Draw(t, "sense of "+name) > 0 {
		return sense
	}
	return one(t, name, append(of, sense)...)
}

// drawSense draws an event that makes sense where the attempt stands, and who
// sends it.
func drawSense(t *rapid.T, s State, book *rules.Rulebook) (Actor, Data) {
	verdict := one(t, "verdict", rules.IsOK, rules.IsPlusTwo, rules.IsDNF)
	reason := map[rules.Verdict]string{rules.IsOK: "aligned", rules.IsPlusTwo: "one_move", rules.IsDNF: "more_moves"}[verdict]
	by := judge
	if s.Frozen() != nil {
		by = chief
	}
	switch s.Phase {
	case Idle:
		return table, one[Data](t, "sense", Cover{}, Start{})
	case Covered:
		return table, one[Data](t, "sense", Inspect{}, Start{})
	case Inspection:
		return table, Start{}
	case Solving:
		return table, one[Data](t, "sense", Stop{12190}, Stop{12190}, Stop{50})
	case Decided:
		d := s.Standing()
		slow := View{SpeedPct: 50, Reason: "final"}
		if !book.Procedure.Evidence.RealTime {
			slow.Reason = ""
		}
		tap := one(t, "sense", Event{By: d.By, Data: TakeBack{}}, Event{By: judge, Data: Freeze{Why: Dispute}}, Event{By: chief, Data: slow},
			Event{By: chief, Data: Uphold{}}, Event{By: chief, Data: Amend{Verdict: verdict, Reason: reason}}, Event{By: chief, Data: Sign{}},
			Event{By: chief, Data: Grant{Extra: "B", Reason: "timer", Provisional: true}}, Event{By: chief, Data: Settle{Extra: "B", Use: verdict == rules.IsOK}})
		return tap.By, tap.Data
	case Void:
		return chief, Restore{}
	}
	for i, v := range s.Cubes() {
		if n, _ := s.suggested(i + 1); v == "" {
			return by, Mark{Cube: i + 1, Verdict: verdict, Seen: n, Reason: reason}
		}
	}
	if s.Opened.Cubes > 0 {
		return by, Decide{Verdict: rules.IsOK}
	}
	n, _ := s.suggested(0)
	tap := one(t, "sense", Event{By: table, Data: Moving{}}, Event{By: table, Data: Rest{Still: "h"}}, Event{By: judge, Data: Freeze{Why: Unsure}},
		Event{By: table, Data: Suggest{Ruling: ruling(book, one(t, "outcome", adjudicate.Refer, adjudicate.OK, adjudicate.PlusTwo, adjudicate.DNF))}},
		Event{By: by, Data: Decide{Verdict: verdict, Seen: n, Reason: reason}}, Event{By: by, Data: Decide{Verdict: verdict, Seen: n, Reason: reason}})
	return tap.By, tap.Data
}

// drawData draws an event of any kind, with fields that may fit or not.
func drawData(t *rapid.T, s State, book *rules.Rulebook) Data {
	kind := one(t, "kind", slices.Sorted(maps.Keys(kinds))...)
	verdict := func() rules.Verdict {
		return one(t, "verdict", rules.IsOK, rules.IsOK, rules.IsOK, rules.IsPlusTwo, rules.IsDNF, rules.IsDNS, "refer")
	}
	reason := func() string {
		return one(t, "reason", "", "", "aligned", "one_move", "more_moves", "recording", "incident", "opened_wrong", "written_wrong", "other", "cheating", "mood")
	}
	penalty := func() string {
		return one(t, "penalty", "A3d", "A4b", "A6c", "A6e1", "A4d1", "B2b", "C1b", "82-held", "22", "none")
	}
	ms := func() Millis { return Millis(one(t, "ms", -1, 0, 59, 60, 9000, 12190, 599999, 4000000)) }
	note := one(t, "note", "", "n", "備註")
	cubes := s.Opened.Cubes
	cube := usually(t, "cube", rapid.IntRange(min(1, cubes), cubes).Draw(t, "a cube"), -1, 0, 1, 99)
	seen, _ := s.suggested(cube)
	seen = usually(t, "seen", seen, 0, 1, 2)
	rests := one(t, "rests", Unsaid, Unsaid, OnTable, OnReal, OnSlow, "luck")
	switch kind {
	case "open":
		return drawOpen(t, book)
	case "stop":
		return Stop{ms()}
	case "suspect":
		return Suspect{ms()}
	case "time":
		return EnterTime{ms()}
	case "reset_by":
		return ResetBy{one(t, "who", ByCompetitor, ByOther, ByFault, "x")}
	case "rest":
		return Rest{note}
	case "suggest":
		return Suggest{Cube: cube, Ruling: ruling(book, one(t, "outcome", adjudicate.Refer, adjudicate.OK, adjudicate.PlusTwo, adjudicate.DNF))}
	case "flag":
		return RaiseFlag{Flag: one(t, "flag", rules.FlagTouched, rules.FlagHeld, rules.FlagEarly, "ufo"), Note: note}
	case "dismiss":
		return Dismiss{Flag: rapid.IntRange(0, len(s.Flags)+1).Draw(t, "n"), Note: note}
	case "penalise":
		return Penalise{penalty()}
	case "forgive":
		return Forgive{Entry: rapid.IntRange(0, len(s.Pad)+1).Draw(t, "n"), Note: note}
	case "mark":
		return Mark{Cube: cube, Verdict: verdict(), Seen: seen, Reason: reason(), Note: note}
	case "decide":
		n, _ := s.suggested(0)
		return Decide{Verdict: verdict(), Seen: usually(t, "seen", n, 0, 1), Reason: reason(), Note: note, RestsOn: rests}
	case "freeze":
		return Freeze{Why: one(t, "why", Unsure, Dispute, Incident, "x"), Note: note}
	case "view":
		return View{SpeedPct: one(t, "speed", 0, 25, 100), Step: rapid.Bool().Draw(t, "step"), Reason: one(t, "why slow", "", "final", "remove", "x")}
	case "amend":
		a := Amend{Verdict: verdict(), Reason: reason(), Note: note, RestsOn: rests}
		for range rapid.IntRange(0, 2).Draw(t, "penalties") {
			a.Penalties = append(a.Penalties, penalty())
		}
		if rapid.Bool().Draw(t, "with time") {
			tm := ms()
			a.TimeMS = &tm
		}
		for range usually(t, "cubes", rapid.SampledFrom([]int{0, cubes}).Draw(t, "all"), 1, 3) {
			a.Cubes = append(a.Cubes, verdict())
		}
		return a
	case "uphold":
		return Uphold{note}
	case "request":
		return Request{note}
	case "grant":
		return Grant{Extra: one(t, "extra", "", "A", "B", "C"), Reason: reason(), Provisional: rapid.Bool().Draw(t, "provisional"), Note: note}
	case "settle":
		return Settle{Extra: one(t, "extra", "B", "C"), Use: rapid.Bool().Draw(t, "use")}
	case "drop":
		return Drop{note}
	case "void":
		return Nullify{Reason: reason(), Note: note}
	case "restore":
		return Restore{note}
	}
	d, err := kinds[kind].read(nil) // has no fields
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func drawOpen(t *rapid.T, book *rules.Rulebook) Open {
	o := Open{ID: "A", Event: one(t, "event", "333", "333", "333oh", "333bf", "clock", "333mbf", "333mbf", "333fm"), Rulebook: book.Name,
		HeadToHead: one(t, "h2h", false, false, true), Cumulative: rapid.Bool().Draw(t, "cumulative"), Replaces: one(t, "replaces", "", "Z")}
	if o.Event == "333mbf" {
		o.Cubes = one(t, "cubes", 1, 2, 2, 3)
	}
	return o
}

// drawEvent draws an event some time about or after the last.
func drawEvent(t *rapid.T, s State, book *rules.Rulebook) Event {
	step := one(t, "step", -5, 0, 0.001, 0.3, 0.6, 0.6, 0.8, 1, 1, 2, 2, 9.5, 11, 1900)
	if s.Opened == nil {
		return Event{By: table, Data: drawOpen(t, book)}
	}
	if rapid.IntRange(0, 2).Draw(t, "any") > 0 {
		by, data := drawSense(t, s, book)
		return Event{At: s.Now + Time(step*1e9), By: by, Data: data}
	}
	by := one(t, "by", table, judge, judge, other, chief, chief, Actor{Role: rules.Judge}, Actor{})
	return Event{At: s.Now + Time(step*1e9), By: by, Data: drawData(t, s, book)}
}

// Any events in any order: nothing panics, nothing is decided twice or by
// anybody who must not, nothing that was recorded is lost, and the record gives
// the same state again.
func TestAnyEvents(t *testing.T) {
	books := []*rules.Rulebook{load(t, rules.Default), load(t, "sra-trial")}
	reached := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		book := one(t, "book", books...)
		var s State
		var record [][]byte
		for range rapid.IntRange(1, 100).Draw(t, "events") {
			e := drawEvent(t, s, book)
			before := show(s)
			next, fx, err := Step(book, s, e)
			if show(s) != before {
				t.Fatalf("%s changed the state that it was given", e.Kind())
			}
			if err != nil {
				if !reflect.DeepEqual(next, s) || fx != nil {
					t.Fatalf("refused (%v), but changed", err)
				}
				continue
			}
			checkStep(t, s, next, e, fx)
			count(reached, s, next, e)
			raw, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			record = append(record, raw)
			s = next
		}
		checkRecord(t, book, record, s)
	})
	for _, want := range []string{"decided", "decided frozen", "taken back", "amended", "upheld", "void", "restored", "multi", "slow"} {
		if reached[want] == 0 {
			t.Errorf("the drawn events never reach %q: %v", want, reached)
		}
	}
}

func count(reached map[string]int, old, s State, e Event) {
	add := func(what string, yes bool) {
		if yes {
			reached[what]++
		}
	}
	decided := len(s.Decisions) > len(old.Decisions)
	add("decided", decided && e.Kind() == "decide")
	add("decided frozen", decided && e.Kind() == "decide" && old.Frozen() != nil)
	add("amended", decided && e.Kind() == "amend")
	add("upheld", decided && e.Kind() == "uphold")
	add("multi", decided && s.Opened.Cubes > 0)
	add("taken back", e.Kind() == "take_back")
	add("void", s.Phase == Void && old.Phase != Void)
	add("restored", s.Phase != Void && old.Phase == Void)
	add("slow", s.Before != nil && old.Before == nil)
}

func checkStep(t *rapid.T, old, s State, e Event, fx []Effect) {
	person := e.By.Role != rules.Device && e.By.ID != ""
	announced := 0
	for _, f := range fx {
		if f.Kind == Announce {
			announced++
		}
	}
	added := len(s.Decisions) - len(old.Decisions)
	if added != announced || added > 1 || added < 0 {
		t.Fatalf("%s: %d decisions added, %d announced", e.Kind(), added, announced)
	}
	if added == 1 {
		d := s.Standing()
		before := old.Standing()
		switch {
		case !person || old.Phase == Void || s.Phase != Decided:
			t.Fatalf("%s by %v decided in phase %s", e.Kind(), e.By, old.Phase)
		case e.Kind() == "decide" && before != nil:
			t.Fatal("decided twice")
		case e.Kind() != "decide" && (before == nil || e.By.Role != rules.Delegate):
			t.Fatalf("%s by %v on %v", e.Kind(), e.By, before)
		case old.Frozen() != nil && e.By.Role != rules.Delegate:
			t.Fatal("a judge decided a frozen attempt")
		case d.By != e.By || d.Result.timed() && (d.TimeMS == nil || d.Result.Text == ""):
			t.Fatalf("%+v", d)
		}
	}
	for i, d := range old.Decisions {
		now := s.Decisions[i]
		if d.TakenBack == nil && now.TakenBack != nil {
			if e.Kind() != "take_back" || d.By != e.By || s.Now-d.At > sec(10) || old.Frozen() != nil || d.Kind.later() {
				t.Fatalf("%s by %v took back %+v", e.Kind(), e.By, d)
			}
			now.TakenBack = nil
		}
		if !reflect.DeepEqual(now, d) {
			t.Fatalf("decision %d changed: %+v was %+v", i, now, d)
		}
	}
	if s.Now < old.Now || s.Phase != s.phase() || s.Course > Suggested {
		t.Fatalf("now %d after %d, phase %s, course %s", s.Now, old.Now, s.Phase, s.Course)
	}
	checkGrows(t, old, s)
}

// checkGrows holds that no list of the state loses anything.
func checkGrows(t *rapid.T, old, s State) {
	a, b := reflect.ValueOf(old), reflect.ValueOf(s)
	for i := range a.NumField() {
		if a.Field(i).Kind() == reflect.Slice && b.Field(i).Len() < a.Field(i).Len() {
			t.Fatalf("%s lost something", a.Type().Field(i).Name)
		}
	}
	for i, x := range old.Suggestions {
		if !reflect.DeepEqual(x, s.Suggestions[i]) {
			t.Fatal("a suggestion changed")
		}
	}
	for i, x := range old.Readings {
		if x != s.Readings[i] {
			t.Fatal("a reading changed")
		}
	}
}

func checkRecord(t *rapid.T, book *rules.Rulebook, record [][]byte, s State) {
	var events []Event
	for _, raw := range record {
		e, err := Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	again, refused := Replay(book, events)
	if refused > 0 || !reflect.DeepEqual(again, s) {
		t.Fatalf("replayed (%d refused):\n%s\nlive:\n%s", refused, show(again), show(s))
	}
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back State
	if err := json.Unmarshal(raw, &back); err != nil || !reflect.DeepEqual(back, s) {
		t.Fatalf("%v: read back\n%s\nis not\n%s", err, show(back), show(s))
	}
}

func show(s State) string {
	raw, err := json.Marshal(s)
	if err != nil {
		return fmt.Sprint(err)
	}
	return string(raw)
}

// Ticks carry nothing but the time: without them the same state comes out, so
// they need no record.
func TestTicksLeaveNoTrace(t *testing.T) {
	book := load(t, rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		with := State{}
		without := State{}
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			e := drawEvent(t, with, book)
			e.At = max(e.At, with.Now)
			a, _, errA := Step(book, with, e)
			with = a
			if e.Kind() == "tick" {
				continue
			}
			b, _, errB := Step(book, without, e)
			if (errA == nil) != (errB == nil) {
				t.Fatalf("%s: %v with ticks, %v without", e.Kind(), errA, errB)
			}
			without = b
		}
		without.Now = with.Now
		if !reflect.DeepEqual(with, without) {
			t.Fatalf("with ticks\n%s\nwithout\n%s", show(with), show(without))
		}
	})
}

// An inspection's calls come once each, in order, however the clock is told on.
func TestCallsOnceEach(t *testing.T) {
	book := load(t, rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		h2h := rapid.Bool().Draw(t, "h2h")
		s, _ := Replay(book, []Event{{At: 0, By: table, Data: Open{ID: "A", Event: "333", Rulebook: book.Name, HeadToHead: h2h}}, {At: sec(1), By: table, Data: Inspect{}}})
		var got []string
		for s.Now < sec(40) {
			next, fx, err := Step(book, s, Event{At: s.Now + Time(rapid.Int64Range(1, 9e9).Draw(t, "step")), By: table, Data: Tick{}})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range fx {
				got = append(got, f.Text.In(rules.English))
			}
			s = next
		}
		want := []string{"8 seconds", "12 seconds"}
		if h2h {
			want = []string{"8 seconds", "3", "2", "1", "Go"}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
