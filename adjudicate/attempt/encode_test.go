package attempt

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// samples has one event of each kind as JSON, every field set.
var samples = []string{
	`{"kind":"open","at_ns":1,"by":{"role":"device","id":"hub"},"data":{"id":"A","event":"333mbf","rulebook":"wca-2026-04-01","competitor":"c","round":"r","number":3,"scramble":"s","cubes":2,"head_to_head":true,"cumulative":true,"replaces":"Z","provisional":true}}`,
	`{"kind":"cover","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"inspect","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"start","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"stop","at_ns":61234000000,"by":{"role":"device","id":"timer"},"data":{"time_ms":12190}}`,
	`{"kind":"sight","at_ns":1,"by":{"role":"device","id":"T"}}`,
	`{"kind":"early","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"reset","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"enter","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"competitor":"c","round":"r","number":3}}`,
	`{"kind":"reset_by","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"who":"competitor"}}`,
	`{"kind":"suspect","at_ns":1,"by":{"role":"device"},"data":{"time_ms":7}}`,
	`{"kind":"lost","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"back","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"time","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"time_ms":12190}}`,
	`{"kind":"moving","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"rest","at_ns":1,"by":{"role":"device"},"data":{"still":"h"}}`,
	`{"kind":"suggest","at_ns":1,"by":{"role":"device"},"data":{"cube":1,"ruling":{"rulebook":"wca-2026-04-01","suggestion":"+2","proven":true,"possible":["+2"],"interfaces":[{"axis":0,"between":[1,2],"turn_deg":52,"sigma_deg":0.4,"limit_deg":45,"over":true,"close":false}],"grounds":[{"article":"10e3","text":{"en":"x"}}],"checks":[{"en":"y"}]},"still":"h"}}`,
	`{"kind":"flag","at_ns":1,"by":{"role":"device"},"data":{"flag":"touched","still":"h","note":"n"}}`,
	`{"kind":"tick","at_ns":1,"by":{"role":"device"}}`,
	`{"kind":"dismiss","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"flag":1,"note":"n"}}`,
	`{"kind":"penalise","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"penalty":"A3d"}}`,
	`{"kind":"forgive","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"entry":1,"note":"n"}}`,
	`{"kind":"mark","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"cube":1,"verdict":"ok","seen":1,"reason":"aligned","note":"n"}}`,
	`{"kind":"decide","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"verdict":"+2","seen":1,"reason":"one_move","note":"n","rests_on":"table"}}`,
	`{"kind":"take_back","at_ns":1,"by":{"role":"judge","id":"J"}}`,
	`{"kind":"sign","at_ns":1,"by":{"role":"judge","id":"J"}}`,
	`{"kind":"freeze","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"why":"unsure","note":"n"}}`,
	`{"kind":"request","at_ns":1,"by":{"role":"judge","id":"J"},"data":{"note":"n"}}`,
	`{"kind":"view","at_ns":1,"by":{"role":"delegate","id":"D"},"data":{"speed_pct":50,"step":true,"reason":"final","clip":"h"}}`,
	`{"kind":"amend","at_ns":1,"by":{"role":"delegate","id":"D"},"data":{"verdict":"ok","penalties":["A3d"],"cubes":["ok","+2"],"time_ms":12190,"reason":"recording","note":"n","rests_on":"real_time"}}`,
	`{"kind":"uphold","at_ns":1,"by":{"role":"delegate","id":"D"},"data":{"note":"n"}}`,
	`{"kind":"grant","at_ns":1,"by":{"role":"delegate","id":"D"},"data":{"extra":"B","reason":"incident","provisional":true,"scramble":"s","note":"n"}}`,
	`{"kind":"settle","at_ns":1,"by":{"role":"delegate","id":"D"},"data":{"extra":"B","use":true,"note":"n"}}`,
	`{"kind":"drop","at_ns":1,"by":{"role":"device"},"data":{"note":"n"}}`,
	`{"kind":"void","at_ns":1,"by":{"role":"delegate","id":"D"},"data":{"reason":"incident","note":"n"}}`,
	`{"kind":"restore","at_ns":1,"by":{"role":"delegate","id":"D"},"data":{"note":"n"}}`,
}

// Every kind is written as it is read, and every field of it is set above.
func TestEventJSON(t *testing.T) {
	seen := map[Kind]bool{}
	for _, want := range samples {
		e, err := Decode([]byte(want))
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		got, err := json.Marshal(e)
		if err != nil || string(got) != want {
			t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
		}
		seen[e.Kind()] = true
		for i, v := 0, reflect.ValueOf(e.Data); i < v.NumField(); i++ {
			if v.Field(i).IsZero() {
				t.Errorf("%s: %s is not set", e.Kind(), v.Type().Field(i).Name)
			}
		}
	}
	for k := range kinds {
		if !seen[k] {
			t.Errorf("no sample of %s", k)
		}
	}
}

// The id of who sent it stays with an event, and changes nothing of what it does.
func TestRef(t *testing.T) {
	const want = `{"kind":"cover","at_ns":1,"by":{"role":"judge","id":"Jo"},"ref":"0123"}`
	e, err := Decode([]byte(want))
	if err != nil || e.Ref != "0123" {
		t.Fatalf("%+v, %v", e, err)
	}
	if got, err := json.Marshal(e); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	book := load(t, rules.Default)
	open := Event{By: table, Data: Open{ID: "A", Event: "333", Rulebook: book.Name}}
	plain, _, err1 := Step(book, State{}, open)
	open.Ref = strings.Repeat("x", maxRef)
	with, _, err2 := Step(book, State{}, open)
	if err1 != nil || err2 != nil || !reflect.DeepEqual(plain, with) {
		t.Errorf("%v, %v: %+v, %+v", err1, err2, plain, with)
	}
	open.Ref += "x"
	if _, _, err := Step(book, State{}, open); !errors.Is(err, ErrEvent) {
		t.Error(err)
	}
}

// The package's documentation names every kind, and on its lines every field.
func TestEveryKindIsDocumented(t *testing.T) {
	raw, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	doc := map[string]string{}
	last := ""
	for _, line := range strings.Split(string(raw), "\n") {
		text, ok := strings.CutPrefix(line, "//\t")
		if !ok {
			last = ""
			continue
		}
		if name, rest, _ := strings.Cut(text, " "); name != "" {
			last = name
			doc[name] = rest
			continue
		}
		doc[last] += " " + text
	}
	for k := range kinds {
		text, ok := doc[string(k)]
		if !ok {
			t.Errorf("%s is not documented", k)
			continue
		}
		data, err := kinds[k].read(nil)
		if err != nil {
			t.Fatal(err)
		}
		typ := reflect.TypeOf(data)
		for i := range typ.NumField() {
			name, omit, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if omit != "" {
				name += "?"
			}
			if !strings.Contains(text, name) {
				t.Errorf("%s: field %s is not documented in %q", k, name, text)
			}
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, bad := range []string{
		``, `null`, `[]`, `{}`, `{"kind":"stop"}`, `{"kind":"fly","at_ns":1,"by":{"role":"device"}}`,
		`{"kind":"tick","by":{"role":"device"}}`, `{"kind":"tick","at_ns":1.5,"by":{"role":"device"}}`,
		`{"kind":"tick","at_ns":1,"by":{"role":"device"},"colour":1}`, `{"kind":"tick","at_ns":1,"at_ns":2,"by":{"role":"device"}}`,
		`{"kind":"tick","at_ns":1,"AT_NS":2,"by":{"role":"device"}}`, `{"kind":"tick","at_ns":1,"by":{"role":"device"}}{}`,
		`{"kind":"tick","at_ns":1,"by":{"role":"device"},"data":{"x":1}}`, `{"kind":"stop","at_ns":1,"by":{"role":"device"},"data":{"time_ms":"9"}}`,
		`{"kind":"stop","at_ns":1,"by":{"role":"device"},"data":{"time_ms":1,"time_ms":2}}`, `{"kind":"stop","at_ns":1,"by":{"role":"device"},"data":[]}`,
		`{"kind":"suggest","at_ns":1,"by":{"role":"device"},"data":{"ruling":{"suggestion":"maybe"}}}`,
		`{"kind":"stop","at_ns":1,"by":{"role":"device","rank":1}}`,
	} {
		if e, err := Decode([]byte(bad)); !errors.Is(err, ErrEvent) || e.Data != nil {
			t.Errorf("%s: %v, %v", bad, e, err)
		}
	}
	if _, err := json.Marshal(Event{}); err == nil {
		t.Error("an event without data was written")
	}
	nan := adjudicate.Ruling{Interfaces: []adjudicate.Interface{{Turn: 1e300}}}
	if _, err := (Event{Data: Suggest{Ruling: nan}}).MarshalJSON(); !errors.Is(err, ErrEvent) {
		t.Errorf("a turn of 1e300: %v", err)
	}
	p := wca(t, Open{Event: "333"}).solve(9000)
	p.no(40, table, Suggest{Ruling: nan}, ErrEvent).no(40, table, nothing{}, ErrEvent)
}

// nothing is a kind of event that Step does not know.
type nothing struct{}

func (nothing) kind() Kind       { return "nothing" }
func (nothing) apply(*run) error { return nil }

func TestPhaseText(t *testing.T) {
	for i := range phaseNames {
		raw, err := json.Marshal(Phase(i))
		var back Phase
		if err != nil || json.Unmarshal(raw, &back) != nil || back != Phase(i) {
			t.Errorf("%s: %v, %s", raw, err, back)
		}
	}
	var p Phase
	if err := json.Unmarshal([]byte(`"asleep"`), &p); !errors.Is(err, ErrEvent) {
		t.Error(err)
	}
	if Phase(200).String() != "phase 200" {
		t.Error(Phase(200).String())
	}
}

// Whatever reads as an event is written and read again as the same one, and no
// event breaks an attempt, wherever it stands.
func FuzzDecode(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"kind":"amend","at_ns":9007199254740991,"by":{"role":"delegate","id":"D"},"data":{"time_ms":-9223372036854775808}}`))
	f.Add([]byte(strings.Repeat("[", 10000)))
	book := load(f, rules.Default)
	states := stations(book)
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := Decode(raw)
		if err != nil {
			if !errors.Is(err, ErrEvent) {
				t.Fatalf("%v is not ErrEvent", err)
			}
			return
		}
		first, err := json.Marshal(e)
		if err != nil {
			if !errors.Is(err, ErrEvent) {
				t.Fatal(err)
			}
			return
		}
		again, err := Decode(first)
		if err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if second, err := json.Marshal(again); err != nil || string(second) != string(first) {
			t.Fatalf("%v\nfirst  %s\nsecond %s", err, first, second)
		}
		for _, s := range states {
			if next, _, err := Step(book, s, e); err != nil && !reflect.DeepEqual(next, s) {
				t.Fatalf("refused, but changed: %v", err)
			}
		}
	})
}

// No state that can be read as JSON makes Step panic.
func FuzzState(f *testing.F) {
	book := load(f, rules.Default)
	for i, s := range stations(book) {
		raw, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw, []byte(samples[i%len(samples)]))
	}
	f.Add([]byte(`{"phase":"inspection","course":"inspection","opened":{"rulebook":"wca-2026-04-01","cubes":99999999999}}`), []byte(samples[16]))
	f.Fuzz(func(t *testing.T, state, event []byte) {
		var s State
		e, err := Decode(event)
		if err != nil || json.Unmarshal(state, &s) != nil {
			return
		}
		next, _, _ := Step(book, s, e)
		next.Wake(book)
		next.Preview(book, rules.IsOK)
		if _, err := json.Marshal(next); err != nil {
			t.Fatal(err)
		}
	})
}

// stations are attempts at every point of their course.
func stations(book *rules.Rulebook) []State {
	var out []State
	var s State
	for i, e := range []Event{
		{At: 0, By: table, Data: Open{ID: "A", Event: "333", Rulebook: book.Name}}, {At: 1, By: table, Data: Cover{}}, {At: 2, By: table, Data: Inspect{}}, {At: 3, By: table, Data: Start{}},
		{At: sec(9), By: table, Data: Stop{TimeMS: 9000}}, {At: sec(9), By: table, Data: Moving{}}, {At: sec(10), By: table, Data: Rest{}}, {At: sec(11), By: table, Data: Suggest{Ruling: ruling(book, adjudicate.PlusTwo)}},
		{At: sec(12), By: judge, Data: Penalise{"A3d"}}, {At: sec(13), By: judge, Data: Decide{Verdict: rules.IsPlusTwo, Seen: 1}}, {At: sec(14), By: judge, Data: Freeze{Why: Dispute}},
		{At: sec(15), By: chief, Data: View{SpeedPct: 50, Reason: "final"}}, {At: sec(16), By: chief, Data: Grant{Extra: "B", Reason: "incident", Provisional: true}}, {At: sec(17), By: chief, Data: Nullify{Reason: "incident"}},
	} {
		next, _, err := Step(book, s, e)
		if err != nil {
			panic([]any{i, err})
		}
		s = next
		out = append(out, s)
	}
	return append(out, State{})
}
