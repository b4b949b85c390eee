package adjudicate

import (
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// axes of the cubes' definitions
const (
	x = 0
	y = 1
	z = 2
)

// The examples that WCA 10e1, 10f and 12a5 decide, seen from all sides by one who
// knows every angle. Layer angles in degrees from the axis' negative end (D to U).
func TestLetterOfTheRules(t *testing.T) {
	for _, c := range []struct {
		name, event string
		build       func(scene) scene
		want        Outcome
	}{
		{"solved", "333", func(s scene) scene { return s }, OK},
		{"U 45", "333", func(s scene) scene { return s.layers(y, 0, 0, 45) }, OK},
		{"U -45", "333", func(s scene) scene { return s.layers(y, 0, 0, -45) }, OK},
		{"U 46", "333", func(s scene) scene { return s.layers(y, 0, 0, 46) }, PlusTwo},
		{"U 90", "333", func(s scene) scene { return s.layers(y, 0, 0, 90) }, PlusTwo},
		{"U 180", "333", func(s scene) scene { return s.layers(y, 0, 0, 180) }, PlusTwo},
		{"U 100", "333", func(s scene) scene { return s.layers(y, 0, 0, 100) }, PlusTwo},
		{"U 60", "333", func(s scene) scene { return s.layers(y, 0, 0, 60) }, PlusTwo},
		{"U 46 and D 46", "333", func(s scene) scene { return s.layers(y, 46, 0, 46) }, DNF},
		{"U2 D2", "333", func(s scene) scene { return s.layers(y, 180, 0, 180) }, DNF},
		{"E 46", "333", func(s scene) scene { return s.layers(y, 0, 46, 0) }, DNF},
		{"M 90", "333", func(s scene) scene { return s.layers(x, 0, 90, 0) }, DNF},
		{"S 46", "333", func(s scene) scene { return s.layers(z, 0, 46, 0) }, DNF},
		{"U +30, D -30", "333", func(s scene) scene { return s.layers(y, -30, 0, 30) }, OK},
		{"U +30, E -30", "333", func(s scene) scene { return s.layers(y, 0, -30, 30) }, PlusTwo},
		{"2x2 U 90", "222", func(s scene) scene { return s.layers(y, 0, 90) }, PlusTwo},
		{"4x4 inner slice 90", "444", func(s scene) scene { return s.layers(x, 0, 0, 90, 0) }, DNF},
		{"4x4 Rw 90", "444", func(s scene) scene { return s.layers(x, 0, 0, 90, 90) }, PlusTwo},
		{"4x4 U and D 90", "444", func(s scene) scene { return s.layers(y, 90, 0, 0, 90) }, DNF},
		{"5x5 middle three 90", "555", func(s scene) scene { return s.layers(y, 0, 90, 90, 90, 0) }, DNF},
		{"7x7 3Rw 50", "777", func(s scene) scene { return s.layers(x, 0, 0, 0, 0, 50, 50, 50) }, PlusTwo},
		{"staircase 80/40/0", "333", func(s scene) scene { return s.layers(y, 0, 40, 80) }, OK},
		{"staircase 90/60/30/0", "444", func(s scene) scene { return s.layers(y, 0, 30, 60, 90) }, OK},
		{"U and R 90", "333", func(s scene) scene { return s.move(y, 1, 2).move(x, 1, 2) }, DNF},
		{"R 90 and U 30", "333", func(s scene) scene { return s.move(x, 1, 2).layers(y, 0, 0, 30) }, PlusTwo},
		{"R 90 and U 50", "333", func(s scene) scene { return s.move(x, 1, 2).layers(y, 0, 0, 50) }, DNF},
		{"Pyraminx tip 61", "pyram", func(s scene) scene { return s.layers(0, 0, 0, 61) }, PlusTwo},
		{"Pyraminx tip 60", "pyram", func(s scene) scene { return s.layers(0, 0, 0, 60) }, OK},
		{"Pyraminx U 120", "pyram", func(s scene) scene { return s.layers(0, 0, 120, 120) }, PlusTwo},
		{"Pyraminx two tips", "pyram", func(s scene) scene { return s.move(0, 1, 2).move(1, 1, 2) }, DNF},
		{"Pyraminx second layer alone", "pyram", func(s scene) scene { return s.layers(0, 0, 120, 0) }, DNF},
		{"Skewb one twist", "skewb", func(s scene) scene { return s.layers(1, 0, 120) }, PlusTwo},
		{"Skewb 60", "skewb", func(s scene) scene { return s.layers(1, 0, 60) }, OK},
		{"Megaminx 72", "minx", func(s scene) scene { return s.layers(3, 0, 72) }, PlusTwo},
		{"Megaminx 144", "minx", func(s scene) scene { return s.layers(3, 0, 144) }, PlusTwo},
		{"Megaminx 36", "minx", func(s scene) scene { return s.layers(3, 0, 36) }, OK},
		{"Megaminx two faces", "minx", func(s scene) scene { return s.move(0, 1, 1).move(6, 1, 1) }, DNF},
	} {
		for _, name := range rules.Books() {
			s := c.build(aligned(t, c.event))
			if got := s.truth(); got != c.want {
				t.Fatalf("%s: the test's own truth is %v, want %v", c.name, got, c.want)
			}
			r := Adjudicate(s.observe(s.look(s.turns, 0, nil)), letter(t, name))
			if r.Suggestion != c.want || !r.Proven || r.Rulebook != name {
				t.Errorf("%s, %s: %s, want %v, proven", name, c.name, r.short(), c.want)
			}
		}
	}
}

// The limit is inclusive (10f "at most"), the band about it is not for guessing.
func TestLimitBoundary(t *testing.T) {
	for event, limit := range map[string]float64{"222": 45, "333": 45, "444": 45, "555": 45, "666": 45, "777": 45,
		"minx": 36, "pyram": 60, "skewb": 60} {
		for _, c := range []struct {
			off    float64 // degrees from the limit
			letter Outcome
			real   Outcome // with 0.1 degrees of sigma, so 0.8 of band
		}{{-1, OK, OK}, {-0.1, OK, Refer}, {0, OK, Refer}, {0.1, PlusTwo, Refer}, {1, PlusTwo, PlusTwo}} {
			for _, sense := range []float64{1, -1} {
				s := aligned(t, event)
				deg := make([]float64, s.puzzle.Axes[0].Layers())
				deg[len(deg)-1] = sense * (limit + c.off)
				s = s.layers(0, deg...)
				x := s.look(s.turns, 0, nil)
				if r := Adjudicate(s.observe(x), letter(t, rules.Default)); r.Suggestion != c.letter || !r.Proven {
					t.Errorf("%s at %v%+v: %s, want %v, proven", event, sense*limit, sense*c.off, r.short(), c.letter)
				}
				x = s.look(s.turns, geom.Degree/10, nil)
				r := Adjudicate(s.observe(x), book(t, rules.Default))
				if r.Suggestion != c.real {
					t.Errorf("%s at %v%+v: %s, want %v", event, sense*limit, sense*c.off, r.short(), c.real)
				}
				if c.real == Refer && (len(r.Possible) != 2 || r.Possible[0] != OK || r.Possible[1] != PlusTwo) {
					t.Errorf("%s at %v%+v: possible %v, want ok and +2", event, sense*limit, sense*c.off, r.Possible)
				}
			}
		}
	}
}

// A house rule stricter than half a step: positions between two limits need a
// move whichever way they are turned.
func TestStricterLimit(t *testing.T) {
	b := letter(t, rules.Default)
	b.Limits[0].Angle = 30 * geom.Degree
	for _, c := range []struct {
		layers []float64
		want   Outcome
	}{
		{[]float64{0, 0, 30}, OK}, {[]float64{0, 0, 30.1}, PlusTwo}, {[]float64{0, 0, 45}, PlusTwo},
		{[]float64{0, 0, 59}, PlusTwo}, {[]float64{0, 0, 61}, PlusTwo}, {[]float64{0, 0, 90}, PlusTwo},
		{[]float64{31, 0, 31}, DNF}, {[]float64{0, 31, 0}, DNF}, {[]float64{0, 31, 31}, PlusTwo},
	} {
		s := aligned(t, "333").layers(y, c.layers...)
		if r := Adjudicate(s.observe(s.look(s.turns, 0, nil)), b); r.Suggestion != c.want || !r.Proven {
			t.Errorf("layers %v with limit 30: %s, want %v", c.layers, r.short(), c.want)
		}
	}
	b.Limits[0].Angle = 50 * geom.Degree
	s := aligned(t, "333")
	if r := Adjudicate(s.observe(s.look(s.turns, 0, nil)), b); r.Suggestion != Refer {
		t.Errorf("a limit beyond half a step: %s, want refer", r.short())
	}
}

func TestStaircaseCallsTheDelegate(t *testing.T) {
	s := aligned(t, "333").layers(y, 0, 40, 80)
	r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/10, nil)), book(t, rules.Default))
	if r.Suggestion != OK || !r.Proven {
		t.Fatal(r.short())
	}
	check := ""
	for _, c := range r.Checks {
		check += c.In(rules.English)
	}
	if !strings.Contains(check, "call the Delegate") || !strings.Contains(articles(r), "10e1") {
		t.Errorf("checks %q, articles %s: want the Delegate and 10e1", check, articles(r))
	}
	s = aligned(t, "333").layers(y, 0, 20, 40)
	if r = Adjudicate(s.observe(s.look(s.turns, geom.Degree/10, nil)), book(t, rules.Default)); len(r.Checks) != 0 {
		t.Errorf("a sum of 40 degrees: checks %v, want none", r.Checks)
	}
}

// Parts that are not in place: WCA 5b5 and rules' cases 8 to 11, SRA 75.
func TestParts(t *testing.T) {
	s := aligned(t, "444")
	full := s.look(s.turns, 0, nil)
	for _, c := range []struct {
		name     string
		parts    []Part
		wca, sra Outcome
		article  string
	}{
		{"an inner part", []Part{{Colours: 0}}, OK, Refer, "5b5a"},
		{"one centre cap", []Part{{Colours: 1, Places: []int{5}}}, OK, Refer, "5b5b"},
		{"two caps", []Part{{Colours: 1, Places: []int{5}}, {Colours: 1, Places: []int{6}}}, DNF, Refer, "5b5c"},
		{"a wing popped out", []Part{{Colours: 2, Places: []int{1}}}, DNF, Refer, "5b5d"},
		{"a cap and an edge", []Part{{Colours: 1}, {Colours: 2}}, DNF, Refer, "5b5d"},
		{"a wing turned in its slot", []Part{{Colours: 2, Twisted: true, Places: []int{1}}}, OK, Refer, "5b5f++"},
		{"a corner turned in its slot", []Part{{Colours: 3, Twisted: true, Places: []int{0}}}, DNF, Refer, "5b5f+++"},
	} {
		o := s.observe(full)
		o.Parts = c.parts
		r := Adjudicate(o, book(t, "wca-2026-04-01"))
		if r.Suggestion != c.wca || !strings.Contains(articles(r), c.article+" ") {
			t.Errorf("WCA, %s: %s, articles %s; want %v by %s", c.name, r.short(), articles(r), c.wca, c.article)
		}
		r = Adjudicate(o, book(t, "sra-trial"))
		if r.Suggestion != c.sra || !strings.Contains(articles(r), "75 ") {
			t.Errorf("SRA, %s: %s, articles %s; want %v by 75", c.name, r.short(), articles(r), c.sra)
		}
	}
}

// A corner turned in its slot is no state that turning reaches, but a real end
// of a solve: DNF (WCA 5b5f+++), not a contradiction.
func TestTwistedCornerByColours(t *testing.T) {
	s := aligned(t, "333")
	x := s.look(s.turns, 0, nil)
	corner := s.puzzle.Stickers[0].Piece
	places := s.puzzle.Pieces[corner].Stickers
	if len(places) != 3 {
		t.Fatal("the first sticker is not a corner's")
	}
	at := func(place int) *Sighting { return &x.Sightings[place] }
	a, b, c := at(places[0]).P, at(places[1]).P, at(places[2]).P
	for _, turn := range [][3][len(a)]float64{{b, c, a}, {c, a, b}} {
		at(places[0]).P, at(places[1]).P, at(places[2]).P = turn[0], turn[1], turn[2]
		if r := Adjudicate(s.observe(x), book(t, rules.Default)); r.Suggestion != DNF || !r.Proven {
			t.Errorf("twisted corner: %s, want DNF, proven", r.short())
		}
	}
	at(places[0]).P, at(places[1]).P, at(places[2]).P = b, a, c // its mirror image
	if r := Adjudicate(s.observe(x), book(t, rules.Default)); r.Suggestion != Refer {
		t.Errorf("a corner that does not exist: %s, want refer", r.short())
	}
}
