package puzzle

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/plustwo/plustwo/models"
)

func rawDefinition(t interface {
	Helper()
	Fatal(...any)
}, event string) []byte {
	t.Helper()
	raw, err := models.Puzzle(event)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Definitions are refused by the field that is wrong.
func TestParseDefinitionRefuses(t *testing.T) {
	for _, c := range []struct{ name, old, new, says string }{
		{"unknown field", `"event": "333",`, `"event": "333", "evnt": "333",`, "evnt"},
		{"unknown field of a face", `"distance": 0.5`, `"distance": 0.5, "tilt": 1`, "tilt"},
		{"no event", `"event": "333"`, `"event": ""`, "event"},
		{"no Chinese name", `"zh-TW": "三階方塊",`, ``, "names.zh-TW"},
		{"number out of range", `"distance": 0.5`, `"distance": 1e999`, "distance"},
		{"not a number", `"distance": 0.5`, `"distance": NaN`, "invalid character"},
		{"text for a number", `"distance": 0.5`, `"distance": "0.5"`, "distance"},
		{"negative distance", `"distance": 0.5`, `"distance": -0.5`, "faces[0].distance"},
		{"size", `"min_mm": 45`, `"min_mm": 95`, "size"},
		{"size of 0", `"min_mm": 45`, `"min_mm": 0`, "size"},
		{"normal of length 0", `"normal": [0, 1, 0]`, `"normal": [0, 0, 0]`, "faces[0]"},
		{"huge normal", `"normal": [0, 1, 0]`, `"normal": [0, 1e300, 0]`, "faces[0]"},
		{"up along normal", `"up": [0, 0, -1]`, `"up": [0, 2, 0]`, "faces[0].up"},
		{"two faces of a name", `"name": "L",`, `"name": "R",`, "name"},
		{"net nowhere", `"net": "F"`, `"net": "Q"`, "net"},
		{"net to itself", `"net": "F"`, `"net": "U"`, "net"},
		{"two roots", `"net": "F"`, `"net": ""`, "net"},
		{"net to the opposite face", `"net": "R"`, `"net": "F"`, "net"},
		{"order", `"order": 4`, `"order": 1`, "order"},
		{"order that the shape lacks", `"order": 4`, `"order": 5`, "does not fit"},
		{"cuts", `"cuts": [-0.16666666666666666, 0.16666666666666666]`, `"cuts": [0.2, 0.1]`, "axes[0].cuts"},
		{"uneven cuts", `"cuts": [-0.16666666666666666, 0.16666666666666666]`, `"cuts": [-0.1, 0.2]`, "does not fit"},
		{"no cuts", `"cuts": [-0.16666666666666666, 0.16666666666666666]`, `"cuts": []`, "axes[0].cuts"},
		{"layer", `"layers": [2]`, `"layers": [3]`, "axes[0].moves[0].layers"},
		{"inner block", `"layers": [2]`, `"layers": [1]`, "axes[0].moves[0].layers"},
		{"block of all", `"layers": [2]`, `"layers": [0, 1, 2]`, "axes[0].moves[0].layers"},
		{"no layer", `"layers": [2]`, `"layers": []`, "axes[0].moves[0].layers"},
		{"descending layers", `"layers": [1, 2]`, `"layers": [2, 1]`, "axes[0].moves[1].layers"},
		{"turn", `"turn": -1`, `"turn": 0`, "axes[0].moves[0].turn"},
		{"double turn", `"turn": -1`, `"turn": 2`, "axes[0].moves[0].turn"},
		{"two moves of a name", `"name": "Lw"`, `"name": "R"`, "axes[0].moves[3].name"},
		{"two axes of a name", "\"name\": \"y\",\n   \"normal\"", "\"name\": \"x\",\n   \"normal\"", "axes[1].name"},
		{"colour", `"U": "white"`, `"U": "octarine"`, "schemes[0].colours.U"},
		{"colour twice", `"U": "white"`, `"U": "red"`, "schemes[0].colours.R"},
		{"colour missing", `"U": "white",`, ``, "schemes[0]"},
	} {
		raw := string(rawDefinition(t, "333"))
		if !strings.Contains(raw, c.old) {
			t.Fatalf("%s: the file does not contain %q", c.name, c.old)
		}
		def, err := ParseDefinition([]byte(strings.Replace(raw, c.old, c.new, 1)))
		if err == nil {
			_, err = New(def)
		}
		if !errors.Is(err, ErrDefinition) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want ErrDefinition naming %q", c.name, err, c.says)
		}
	}
}

func TestParseDefinitionWantsOneObject(t *testing.T) {
	raw := string(rawDefinition(t, "222"))
	for name, text := range map[string]string{
		"empty": "", "null": "null", "list": "[]", "cut off": raw[:len(raw)/2], "two": raw + raw, "trailing bracket": raw + "]", "trailing text": raw + "x",
	} {
		if _, err := ParseDefinition([]byte(text)); !errors.Is(err, ErrDefinition) {
			t.Errorf("%s: %v, want ErrDefinition", name, err)
		}
	}
	if _, err := ParseDefinition([]byte(raw + " \n\t")); err != nil {
		t.Errorf("white space at the end: %v", err)
	}
}

// Numbers that JSON cannot hold do not get past New either.
func TestNewRefusesNonFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for name, spoil := range map[string]func(d *Definition){
			"distance": func(d *Definition) { d.FaceDefs[0].Distance = x },
			"normal":   func(d *Definition) { d.FaceDefs[0].Normal[2] = x },
			"up":       func(d *Definition) { d.FaceDefs[0].Up[0] = x },
			"axis":     func(d *Definition) { d.AxisDefs[0].Normal[0] = x },
			"cut":      func(d *Definition) { d.AxisDefs[0].Cuts[0] = x },
			"size":     func(d *Definition) { d.Size.MaxMM = x },
		} {
			def, err := ParseDefinition(rawDefinition(t, "333"))
			if err != nil {
				t.Fatal(err)
			}
			spoil(&def)
			if _, err := New(def); !errors.Is(err, ErrDefinition) {
				t.Errorf("%s of %v: %v, want ErrDefinition", name, x, err)
			}
		}
	}
}

func TestSchemes(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		for _, s := range p.Schemes {
			for i, c := range p.Colours(s) {
				if c.String() != s.Colours[p.Faces[i].Name] {
					t.Errorf("%s, %s: %s is %s, want %s", event, s.Name, p.Faces[i].Name, c, s.Colours[p.Faces[i].Name])
				}
			}
		}
	}
	// Opposite faces of the usual cube, and of the Megaminx as the WCA's
	// scramble pictures colour it (thewca/tnoodle-lib, MegaminxPuzzle).
	for _, c := range []struct{ event, a, b string }{
		{"333", "white", "yellow"}, {"333", "red", "orange"}, {"333", "green", "blue"},
		{"minx", "white", "grey"}, {"minx", "green", "lightgreen"}, {"minx", "red", "orange"},
		{"minx", "blue", "lightblue"}, {"minx", "yellow", "cream"}, {"minx", "purple", "pink"},
	} {
		p := load(t, c.event)
		colours := p.Colours(p.Schemes[0])
		for i, a := range colours {
			for j, b := range colours {
				if a.String() == c.a && b.String() == c.b && p.Faces[i].Normal.Add(p.Faces[j].Normal).Norm() > 1e-9 {
					t.Errorf("%s: %s is not opposite %s", c.event, c.a, c.b)
				}
			}
		}
	}
}

// However odd a solid and its cuts, New builds a puzzle whose moves can be
// undone, or says what is wrong.
func TestNewOfOddSolids(t *testing.T) {
	built := 0
	rapid.Check(t, func(t *rapid.T) {
		def, err := ParseDefinition(rawDefinition(t, rapid.SampledFrom(Events()).Draw(t, "event")))
		if err != nil {
			t.Fatal(err)
		}
		number := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{0, 0.5, 1, -1, 1e-9, 1e-7, 9.9}))
		for i := rapid.IntRange(0, 3).Draw(t, "changes"); i > 0; i-- {
			f := &def.FaceDefs[rapid.IntRange(0, len(def.FaceDefs)-1).Draw(t, "face")]
			a := &def.AxisDefs[rapid.IntRange(0, len(def.AxisDefs)-1).Draw(t, "axis")]
			x, at := number.Draw(t, "number"), rapid.IntRange(0, 2).Draw(t, "component")
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				f.Normal[at] = x
			case 1:
				f.Distance = x
			case 2:
				a.Normal[at] = x
			case 3:
				a.Cuts[at%len(a.Cuts)] = x
			case 4:
				a.Order = 2 + at
			case 5:
				f.Net = def.FaceDefs[at].Name
			}
		}
		p, err := New(def)
		if err != nil {
			if !errors.Is(err, ErrDefinition) {
				t.Fatalf("%v is not ErrDefinition", err)
			}
			return
		}
		built++
		for _, m := range p.OuterMoves() {
			if !p.Solved().Apply(m).Apply(p.Inverse(m)).Solved(Exactly) {
				t.Fatalf("%s and its inverse do not cancel", m.Name)
			}
		}
		p.Net()
		p.NearStates()
	})
	if built == 0 {
		t.Error("nothing was built")
	}
}

func FuzzParseDefinition(f *testing.F) {
	for _, event := range Events() {
		f.Add(rawDefinition(f, event))
	}
	f.Add([]byte(`{"event":"x","faces":[{"normal":[1e308,1e308,1e308]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		def, err := ParseDefinition(raw)
		if err != nil {
			if !errors.Is(err, ErrDefinition) {
				t.Fatalf("%v is not ErrDefinition", err)
			}
			return
		}
		text, err := json.Marshal(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseDefinition(text); err != nil {
			t.Fatalf("a definition does not read back: %v", err)
		}
		p, err := New(def)
		if err != nil {
			if !errors.Is(err, ErrDefinition) {
				t.Fatalf("%v is not ErrDefinition", err)
			}
			return
		}
		for _, m := range p.OuterMoves() {
			if !p.Solved().Apply(m).Apply(p.Inverse(m)).Solved(Exactly) {
				t.Fatalf("%s and its inverse do not cancel", m.Name)
			}
		}
		p.Net()
	})
}
