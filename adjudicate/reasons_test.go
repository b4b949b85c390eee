package adjudicate

import (
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// western gives a cube its usual colours.
func (s scene) western() scene {
	for f, face := range s.puzzle.Faces {
		s.scheme[f] = map[string]puzzle.Colour{"U": puzzle.White, "D": puzzle.Yellow, "F": puzzle.Green, "B": puzzle.Blue,
			"R": puzzle.Red, "L": puzzle.Orange}[face.Name]
	}
	return s
}

func spoken(r Ruling, l rules.Lang) string {
	var out []string
	for _, g := range r.Grounds {
		out = append(out, strings.TrimSpace(g.Article+" "+g.Text.In(l)))
	}
	for _, c := range r.Checks {
		out = append(out, "? "+c.In(l))
	}
	return strings.Join(out, "\n")
}

// What the judge reads.
func TestWords(t *testing.T) {
	b := book(t, rules.Default)
	cube := aligned(t, "333").western()
	three := cube.facing("U", "R", "F")
	for _, c := range []struct {
		name  string
		scene scene
		seen  func(int) bool
		lang  rules.Lang
		want  string
	}{
		{"aligned", cube.layers(y, 0, 0, 12.3), nil, rules.English,
			"10f1 No two neighbouring layers are turned more than 45° against each other; the widest turn is 12.3° ± 1.1°.\n" +
				"10e2 No move is needed: solved, no penalty."},
		{"over", cube.layers(y, 0, 0, 52.3), three, rules.English,
			"10e1 Counted from the white face, layers 1 and 2 are turned 52.3° ± 1.1° against each other; more than 45° counts as one move.\n" +
				"10e3 One move is needed: solved with +2 seconds.\n" +
				"A6g Not every face was seen; what was not seen is taken as the mildest that is possible.\n" +
				"? Look at the face opposite the white face, the orange face, the face opposite the green face: if colours are out of place there, it may be DNF."},
		{"over, Taiwan", cube.layers(y, 0, 0, 52.3), nil, rules.Traditional,
			"10e1 從白色面數起，第 1 層與第 2 層之間偏轉 52.3° ± 1.1°；超過 45° 就算一步。\n10e3 還差一步：視為復原，加罰 2 秒（+2）。"},
		{"over, mainland", cube.layers(y, 52.3, 0, 0), nil, rules.Simplified,
			"10e1 从黄色面数起，第 1 层与第 2 层之间偏转 52.3° ± 1.1°；超过 45° 就算一步。\n10e3 还差一步：视为复原，加罚2秒（+2）。"},
		{"two over", cube.layers(y, 0, 90, 140), nil, rules.English,
			"10e1 Counted from the yellow face, layers 1 and 2 are turned 90.0° ± 1.1° against each other; more than 45° counts as one move.\n" +
				"10e1 Counted from the white face, layers 1 and 2 are turned 50.0° ± 1.1° against each other; more than 45° counts as one move.\n" +
				"10e4 More than one move is needed: DNF."},
		{"close", cube.layers(y, 0, 0, 44.6), nil, rules.English,
			"10f1 Too close to call: counted from the white face, layers 1 and 2 are turned 44.6° ± 1.1°, and the limit is 45°.\n" +
				"? Counted from the white face, look between layers 1 and 2 from several sides without touching. If you still cannot tell, call the Delegate."},
		{"from above", cube, cube.facing("U"), rules.English,
			"10f1 No two neighbouring layers are turned more than 45° against each other; the widest turn is 0.0° ± 1.1°.\n" +
				"10e2 No move is needed: solved, no penalty.\n" +
				"A6g Not every face was seen; what was not seen is taken as the mildest that is possible.\n" +
				"? Only one side was seen, and a flat picture could look like that: make sure that it is the puzzle.\n" +
				"? Look at the faces that the cameras did not see: if one layer is turned there, it is +2.\n" +
				"? Look at the faces that the cameras did not see: if colours are out of place there, it may be DNF."},
		{"mixed", cube.move(x, 1, 2).move(y, 1, 2), nil, rules.English,
			"10e The colours cannot be restored with one move.\n10e4 More than one move is needed: DNF."},
		{"another axis", cube.move(x, 1, 2), nil, rules.English,
			"10e The colours show a layer that is one whole move away from solved.\n10e3 One move is needed: solved with +2 seconds."},
	} {
		s := c.scene
		if s.axis == 0 {
			s.axis, s.turns = y, make([]geom.Angle, 2)
		}
		r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, c.seen)), b)
		if got := spoken(r, c.lang); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
	}
}

func TestWhereFacesAre(t *testing.T) {
	s := aligned(t, "333").western()
	x := s.look(s.turns, geom.Degree/5, s.facing("U", "R", "F"))
	x.FaceWhere = make([]rules.Text, len(s.puzzle.Faces))
	for f, face := range s.puzzle.Faces {
		if face.Name == "L" {
			x.FaceWhere[f] = rules.Plain("left side")
		}
	}
	got := spoken(Adjudicate(s.observe(x), book(t, rules.Default)), rules.English)
	const want = "Look at the face opposite the white face, the left side, the face opposite the green face: if"
	if !strings.Contains(got, want) {
		t.Errorf("%q lacks %q", got, want)
	}
}

// What may have spoilt the pictures is passed on, whatever is ruled.
func TestFlags(t *testing.T) {
	s := aligned(t, "333")
	for name, obs := range map[string]Observation{"ruled": s.observe(s.look(s.turns, geom.Degree/5, nil)), "nothing found": {}} {
		plain := Adjudicate(obs, book(t, rules.Default))
		obs.Flags = []rules.Text{rules.Plain("over-exposed")}
		r := Adjudicate(obs, book(t, rules.Default))
		if len(r.Flags) != 1 || len(plain.Flags) != 0 || r.short() != plain.short() {
			t.Errorf("%s: %v, %s", name, r.Flags, r.short())
		}
	}
}

// The chief examiner decides under the SRA's rules.
func TestWordsOfSRA(t *testing.T) {
	s := aligned(t, "333").western().layers(y, 0, 0, 44.6)
	r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, nil)), book(t, "sra-trial"))
	if got := spoken(r, rules.Simplified); !strings.Contains(got, "主考官") || !strings.Contains(got, "80(1)") {
		t.Errorf("%q names neither the chief examiner nor article 80(1)", got)
	}
}

// Interfaces tell the turn from solved where the colours do, and from the
// nearest aligned position where they do not.
func TestInterfaces(t *testing.T) {
	b := book(t, rules.Default)
	for _, c := range []struct {
		name   string
		event  string
		layers []float64
		seen   []string // nil: all
		turns  []float64
		over   []bool
	}{
		{"slip", "333", []float64{0, 0, -12}, nil, []float64{0, -12}, []bool{false, false}},
		{"beyond", "333", []float64{0, 0, 52}, nil, []float64{0, 52}, []bool{false, true}},
		{"far beyond", "333", []float64{0, 0, -100}, nil, []float64{0, -100}, []bool{false, true}},
		{"half a turn", "333", []float64{0, 0, 180}, nil, []float64{0, 180}, []bool{false, true}},
		{"lower layer", "333", []float64{70, 0, 5}, nil, []float64{-70, 5}, []bool{true, false}},
		{"two", "333", []float64{-70, 0, 100}, nil, []float64{70, 100}, []bool{true, true}},
		{"slice", "777", []float64{0, 0, 0, 60, 0, 0, 0}, nil, []float64{0, 0, 60, -60, 0, 0}, []bool{false, false, true, true, false, false}},
		{"top alone", "333", []float64{0, 0, 52}, []string{"U"}, []float64{0, -38}, []bool{false, false}},
		{"Megaminx", "minx", []float64{0, 130}, nil, []float64{130}, []bool{true}},
		{"Pyraminx", "pyram", []float64{0, 100, 90}, nil, []float64{100, -10}, []bool{true, false}},
	} {
		s := aligned(t, c.event)
		axis := y
		if c.event == "minx" || c.event == "pyram" {
			axis = 0
		}
		s = s.layers(axis, c.layers...)
		var seen func(int) bool
		if c.seen != nil {
			seen = s.facing(c.seen...)
		}
		r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, seen)), b)
		if len(r.Interfaces) != len(c.turns) {
			t.Errorf("%s: %d interfaces, want %d", c.name, len(r.Interfaces), len(c.turns))
			continue
		}
		for k, i := range r.Interfaces {
			off := (i.Turn - geom.Angle(c.turns[k])*geom.Degree).Fold(geom.Turn).Abs()
			if off > 1e-9 || i.Over != c.over[k] || i.Axis != axis || i.Between != [2]int{k, k + 1} {
				t.Errorf("%s, interface %d: %v over=%v between %v, want %v° over=%v", c.name, k, i.Turn, i.Over, i.Between, c.turns[k], c.over[k])
			}
		}
	}
}

// Every sentence of every ruling is whole, in every language.
func TestNoOpenPlaces(t *testing.T) {
	for _, name := range rules.Books() {
		b := book(t, name)
		for _, event := range puzzle.Events() {
			s := aligned(t, event)
			half := s.puzzle.Axes[0].Step().Degrees() / 2
			for _, top := range []float64{0, half - 0.1, half + 5, 2 * half} {
				deg := make([]float64, s.puzzle.Axes[0].Layers())
				deg[len(deg)-1] = top
				v := s.layers(0, deg...)
				for _, seen := range []func(int) bool{nil, s.facing(s.puzzle.Faces[0].Name), s.facing(s.puzzle.Faces[1].Name, s.puzzle.Faces[2].Name)} {
					r := Adjudicate(v.observe(v.look(v.turns, geom.Degree/5, seen)), b)
					for _, g := range r.Grounds {
						if g.Article == "" {
							t.Errorf("%s %s at %v: no article for %q", name, event, top, g.Text.In(rules.English))
						}
					}
					for _, l := range rules.Langs() {
						if text := spoken(r, l); text == "" || strings.ContainsAny(text, "{}") {
							t.Errorf("%s %s at %v: %q", name, event, top, text)
						}
					}
				}
			}
		}
	}
}
