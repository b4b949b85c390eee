package adjudicate

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

func TestRulingJSON(t *testing.T) {
	r := Ruling{Rulebook: "wca-2026-04-01", Suggestion: PlusTwo, Possible: []Outcome{PlusTwo, DNF},
		Interfaces: []Interface{{Axis: 1, Between: [2]int{1, 2}, Turn: 52.25 * geom.Degree, Sigma: geom.Angle(math.Inf(1)), Limit: 45 * geom.Degree, Over: true}},
		Grounds:    []Ground{{"10e3", rules.Plain("x")}}}
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"rulebook":"wca-2026-04-01","suggestion":"+2","proven":false,"possible":["+2","DNF"],` +
		`"interfaces":[{"axis":1,"between":[1,2],"turn_deg":52.25,"sigma_deg":null,"limit_deg":45,"over":true,"close":false}],` +
		`"grounds":[{"article":"10e3","text":{"en":"x","zh-CN":"x","zh-TW":"x"}}],"checks":[]}`
	if string(raw) != want {
		t.Errorf("got  %s\nwant %s", raw, want)
	}
	r.Flags, r.OutOfPlace = []rules.Text{rules.Plain("dark")}, []int{3, 8}
	r.Interfaces[0].Margin, r.Interfaces[0].From, r.Interfaces[0].Layers = 2.5*geom.Degree, rules.Plain("top"), [2]int{1, 2}
	if raw, err = json.Marshal(r); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{`"margin_deg":2.5`, `"from":{"en":"top",`, `"layers":[1,2]`, `"flags":[{"en":"dark",`, `"out_of_place":[3,8]`} {
		if !strings.Contains(string(raw), s) {
			t.Errorf("%s lacks %s", raw, s)
		}
	}
	var back Ruling
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	if back.Interfaces[0].Sigma.Radians() != math.Inf(1) || back.Suggestion != PlusTwo || back.Grounds[0].Article != "10e3" ||
		(back.Interfaces[0].Margin-2.5*geom.Degree).Abs() > 1e-12 || back.Interfaces[0].Layers != [2]int{1, 2} || len(back.OutOfPlace) != 2 || len(back.Flags) != 1 {
		t.Errorf("read back: %+v", back)
	}
}

func TestRulingJSONRefuses(t *testing.T) {
	for _, bad := range []string{`{"suggestion":"maybe"}`, `{"suggestion":2}`, `{"colour":1}`, `{"rulebook":"a","Rulebook":"b"}`, `[]`,
		`{"interfaces":[{"turn_deg":"1"}]}`} {
		var r Ruling
		if err := json.Unmarshal([]byte(bad), &r); !errors.Is(err, ErrEncoding) {
			t.Errorf("%s: error %v, want ErrEncoding", bad, err)
		}
	}
	for _, turn := range []float64{math.NaN(), math.Inf(-1), 1e9} {
		_, err := json.Marshal(Ruling{Interfaces: []Interface{{Turn: geom.Angle(turn)}}})
		if err == nil || !strings.Contains(err.Error(), "bad ruling") {
			t.Errorf("turn %v: error %v", turn, err)
		}
	}
	if _, err := json.Marshal(Ruling{Suggestion: 9}); err == nil {
		t.Error("outcome 9 was written")
	}
}

// What was read back is written again byte for byte, and reads the same.
func TestRulingJSONSettles(t *testing.T) {
	wca := book(t, rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		sigma := geom.Angle(rapid.Float64Range(0, 3).Draw(t, "sigma")) * geom.Degree
		r := Adjudicate(s.observe(s.look(s.turns, sigma, drawSeen(t, s))), wca)
		first, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var one, two Ruling
		if err := json.Unmarshal(first, &one); err != nil {
			t.Fatal(err)
		}
		second, err := json.Marshal(one)
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%v\nfirst  %s\nsecond %s", err, first, second)
		}
		if err := json.Unmarshal(second, &two); err != nil || !reflect.DeepEqual(one, two) {
			t.Fatalf("%v: %+v is not %+v", err, one, two)
		}
	})
}
