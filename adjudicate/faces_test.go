package adjudicate

import (
	"slices"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// Every set holds one of the faces, and no face is there for nothing.
func TestFewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const faces = 6
		var sets []map[int]bool
		for range rapid.IntRange(0, 12).Draw(t, "sets") {
			s := map[int]bool{}
			for _, f := range rapid.SliceOfN(rapid.IntRange(0, faces-1), 1, 4).Draw(t, "set") {
				s[f] = true
			}
			sets = append(sets, s)
		}
		got := fewest(slices.Clone(sets), faces)
		hit := func(s map[int]bool) bool { return slices.ContainsFunc(got, func(f int) bool { return s[f] }) }
		for _, s := range sets {
			if !hit(s) {
				t.Fatalf("%v holds none of %v", s, got)
			}
		}
		if len(got) > len(sets) || len(got) > faces || !slices.IsSorted(got) {
			t.Fatalf("got %v for %v", got, sets)
		}
	})
}

// Checks name the faces that nothing was seen of, up to three, and the rest in a word.
func TestChecksNameFewFaces(t *testing.T) {
	cube := aligned(t, "333").western()
	three := cube.facing("U", "R", "F")
	for _, c := range []struct {
		name string
		seen func(int) bool
		want string
	}{
		{"three sides", three, "Look at the face opposite the white face, the face opposite the red face, the face opposite the green face: if colours"},
		{"a finger on a seen side", func(p int) bool { return three(p) && p != 0 }, "the face opposite the green face, and what is hidden of the others: if colours"},
		{"a part of every side", func(p int) bool { return p%9 > 5 }, "Look at all that the cameras did not see: if colours"},
		{"two sides", cube.facing("U", "R"), "Look at the faces that the cameras did not see: if colours"},
	} {
		got := spoken(Adjudicate(cube.observe(cube.look(cube.turns, geom.Degree/5, c.seen)), book(t, rules.Default)), rules.English)
		if !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nlacks %q", c.name, got, c.want)
		}
	}
}

// The stickers that a solved puzzle would not show are listed, those of layers
// that are turned and listed as such are not.
func TestOutOfPlace(t *testing.T) {
	b := book(t, rules.Default)
	cube := aligned(t, "333").western()
	for _, c := range []struct {
		name  string
		scene scene
		seen  func(int) bool
		want  int // stickers
	}{
		{"solved", cube, nil, 0},
		{"turned", cube.layers(y, 0, 0, 30), nil, 0},
		{"over", cube.layers(y, 0, 0, 52), nil, 0},
		{"two over", cube.layers(y, 0, 90, 140), nil, 0},
		{"another axis", cube.move(x, 1, 2), nil, 12},
		{"another axis, half", cube.move(x, 2, 2), nil, 12},
		{"another axis, one side", cube.move(x, 1, 2), cube.facing("F", "R"), 3},
	} {
		s := c.scene
		if s.axis == 0 {
			s.axis, s.turns = y, make([]geom.Angle, 2)
		}
		r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, c.seen)), b)
		if len(r.OutOfPlace) != c.want || !slices.IsSorted(r.OutOfPlace) {
			t.Errorf("%s: %v, want %d stickers", c.name, r.OutOfPlace, c.want)
		}
	}
	// One sticker of another colour, as no turn makes it.
	x := cube.look(cube.turns, geom.Degree/5, nil)
	x.Sightings[7].P = [puzzle.NumColours]float64{puzzle.Yellow: 1}
	if r := Adjudicate(cube.observe(x), b); !slices.Equal(r.OutOfPlace, []int{7}) {
		t.Errorf("one sticker: %v of %s", r.OutOfPlace, r.short())
	}
}

// In the middle, layers are counted from the side that was seen.
func TestCountedFromTheSeenSide(t *testing.T) {
	for _, c := range []struct{ seen, want string }{{"U", "the white face"}, {"D", "the yellow face"}} {
		s := aligned(t, "222").western().layers(y, 0, 20)
		r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, s.facing(c.seen, "F"))), book(t, rules.Default))
		if got := r.Interfaces[0].From.In(rules.English); got != c.want || r.Interfaces[0].Layers != [2]int{1, 2} {
			t.Errorf("%s: counted from %s", c.seen, got)
		}
	}
}

// Interfaces say how people count their layers, and with which band.
func TestInterfacesForPeople(t *testing.T) {
	s := aligned(t, "444").western().layers(y, 0, 0, 0, 30)
	r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, nil)), book(t, rules.Default))
	for k, want := range []struct {
		from   string
		layers [2]int
	}{{"the yellow face", [2]int{1, 2}}, {"the white face", [2]int{2, 3}}, {"the white face", [2]int{1, 2}}} {
		i := r.Interfaces[k]
		if i.From.In(rules.English) != want.from || i.Layers != want.layers || (i.Margin-1.1*geom.Degree).Abs() > 1e-9 {
			t.Errorf("interface %d: %v of %v ± %v, want %v", k, i.Layers, i.From, i.Margin, want)
		}
	}
}
