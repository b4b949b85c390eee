package adjudicate

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

func outcomes(list ...Outcome) []Outcome { return list }

// What a camera over the table sees: the top and two sides.
func TestThreeFaces(t *testing.T) {
	b := book(t, rules.Default)
	for _, c := range []struct {
		name     string
		event    string
		faces    []string
		build    func(scene) scene
		want     Outcome
		possible []Outcome
	}{
		{"3x3 solved", "333", []string{"U", "R", "F"}, func(s scene) scene { return s }, OK, outcomes(OK, DNF)},
		{"3x3 U turned", "333", []string{"U", "R", "F"}, func(s scene) scene { return s.move(y, 1, 2) }, PlusTwo, outcomes(PlusTwo, DNF)},
		{"3x3 D turned", "333", []string{"U", "R", "F"}, func(s scene) scene { return s.move(y, 1, 0) }, PlusTwo, outcomes(PlusTwo, DNF)},
		{"3x3 E turned", "333", []string{"U", "R", "F"}, func(s scene) scene { return s.move(y, 1, 1) }, DNF, outcomes(DNF)},
		{"3x3 seen from above only", "333", []string{"U"}, func(s scene) scene { return s.move(y, 1, 2) }, OK, outcomes(OK, PlusTwo, DNF)},
		{"3x3 but for the bottom", "333", []string{"U", "R", "F", "L", "B"}, func(s scene) scene { return s }, OK, outcomes(OK)},
		{"Pyraminx but for the bottom", "pyram", []string{"F", "R", "L"}, func(s scene) scene { return s }, OK, outcomes(OK)},
		{"Pyraminx tip, bottom unseen", "pyram", []string{"F", "R", "L"}, func(s scene) scene { return s.move(0, 1, 2) }, PlusTwo, outcomes(PlusTwo)},
		{"7x7 solved", "777", []string{"U", "R", "F"}, func(s scene) scene { return s }, OK, outcomes(OK, DNF)},
		{"7x7 inner slice", "777", []string{"U", "R", "F"}, func(s scene) scene { return s.move(y, 2, 4) }, DNF, outcomes(DNF)},
	} {
		s := c.build(aligned(t, c.event))
		r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, s.facing(c.faces...))), b)
		if r.Suggestion != c.want || !slices.Equal(r.Possible, c.possible) || r.Proven != (len(c.possible) == 1) {
			t.Errorf("%s: %s, want %v of %v", c.name, r.short(), c.want, c.possible)
		}
	}
}

// Three faces of a 2x2 show all but one corner, which can only be where it is,
// but may have been twisted there.
func TestHiddenCornerOf2x2(t *testing.T) {
	s := aligned(t, "222")
	r := Adjudicate(s.observe(s.look(s.turns, 0, s.facing("U", "R", "F"))), book(t, rules.Default))
	if r.Suggestion != OK || !slices.Equal(r.Possible, outcomes(OK, DNF)) {
		t.Errorf("three faces: %s, want ok of ok and DNF", r.short())
	}
	r = Adjudicate(s.observe(s.look(s.turns, 0, s.facing("U", "R", "F", "D"))), book(t, rules.Default))
	if r.Suggestion != OK || !r.Proven {
		t.Errorf("four faces: %s, want ok, proven", r.short())
	}
}

// A turned interface too close to call matters only where it matters.
func TestCloseButNoDoubt(t *testing.T) {
	b := book(t, rules.Default)
	s := aligned(t, "333").move(x, 1, 2).move(z, 1, 2).layers(y, 0, 0, 44.8)
	if r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, nil)), b); r.Suggestion != DNF || !r.Proven {
		t.Errorf("two moves and a close turn: %s, want DNF, proven", r.short())
	}
	s = aligned(t, "333").move(x, 1, 2).layers(y, 0, 0, 44.8)
	r := Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, nil)), b)
	if r.Suggestion != Refer || !slices.Equal(r.Possible, outcomes(PlusTwo, DNF)) {
		t.Errorf("one move and a close turn: %s, want refer of +2 and DNF", r.short())
	}
	s = aligned(t, "333").layers(y, 0, 44.8, 89.6)
	r = Adjudicate(s.observe(s.look(s.turns, geom.Degree/5, nil)), b)
	if r.Suggestion != Refer || !slices.Equal(r.Possible, outcomes(OK, PlusTwo, DNF)) {
		t.Errorf("two close turns: %s, want refer of everything", r.short())
	}
}

// A lower layer that nobody saw leaves the upper ones' ruling alone.
func TestUnseenLayer(t *testing.T) {
	s := aligned(t, "333").layers(y, 0, 0, 20)
	x := s.look(s.turns, geom.Degree/5, func(place int) bool {
		return s.puzzle.LayerOf(y, s.puzzle.Stickers[place].Piece) > 0
	})
	x.Slips[0] = Slip{Sigma: geom.Angle(math.Inf(1))}
	if r := Adjudicate(s.observe(x), book(t, rules.Default)); r.Suggestion != OK {
		t.Errorf("%s, want ok", r.short())
	}
}

func TestContradictions(t *testing.T) {
	s := aligned(t, "333")
	set := func(x *Explanation, place int, c puzzle.Colour) {
		x.Sightings[place].P = [puzzle.NumColours]float64{}
		x.Sightings[place].P[c] = 1
	}
	for _, c := range []struct {
		name  string
		spoil func(x *Explanation)
	}{
		{"a corner with two equal colours", func(x *Explanation) {
			c := s.puzzle.Pieces[s.puzzle.Stickers[0].Piece].Stickers
			set(x, c[1], s.scheme[s.puzzle.Stickers[c[0]].Face])
		}},
		{"ten of a colour", func(x *Explanation) { set(x, 12, s.scheme[0]) }},
		{"seven colours", func(x *Explanation) { set(x, 1, puzzle.Black) }},
		{"an edge of opposite colours", func(x *Explanation) {
			for _, q := range s.puzzle.Pieces {
				if len(q.Stickers) == 2 && s.puzzle.Stickers[q.Stickers[0]].Face == 0 { // U and its neighbour become U and D
					for f, face := range s.puzzle.Faces {
						if face.Name == "D" {
							set(x, q.Stickers[1], s.scheme[f])
						}
					}
					return
				}
			}
		}},
	} {
		x := s.look(s.turns, 0, nil)
		c.spoil(&x)
		r := Adjudicate(s.observe(x), book(t, rules.Default))
		if r.Suggestion != Refer || !slices.Equal(r.Possible, outcomes(OK, PlusTwo, DNF)) {
			t.Errorf("%s: %s, want refer of everything", c.name, r.short())
		}
	}
}

// Odd stickers at growing certainty: first they are taken for misread, then the
// judge is asked, then they count.
func TestHowSureColoursMustBe(t *testing.T) {
	b := book(t, rules.Default)
	s := aligned(t, "333").move(y, 1, 2)
	// the top and one sticker of the turned layer's side
	side := -1
	for place, st := range s.puzzle.Stickers {
		if s.puzzle.Faces[st.Face].Name == "F" && st.Row == 0 && st.Col == 1 {
			side = place
		}
	}
	see := func(place int) bool {
		f := s.puzzle.Faces[s.puzzle.Stickers[place].Face].Name
		return f == "U" || place == side || f == "F" && s.puzzle.Stickers[place].Row > 0
	}
	for _, c := range []struct {
		loss float64 // nats
		want Outcome
	}{{0.5, OK}, {5.5, OK}, {6.5, Refer}, {8.5, Refer}, {20, PlusTwo}} {
		x := s.look(s.turns, 0, see)
		for i := range x.Sightings {
			v := &x.Sightings[i]
			if v.Place != side {
				continue
			}
			for f := range s.puzzle.Faces {
				if v.P[s.scheme[f]] == 0 {
					v.P[s.scheme[f]] = math.Exp(-c.loss)
				}
			}
		}
		if r := Adjudicate(s.observe(x), b); r.Suggestion != c.want || !has(r.Possible, PlusTwo) {
			t.Errorf("one odd sticker, %v nats: %s, want %v", c.loss, r.short(), c.want)
		}
	}
}

// A classifier with 3 % of its stickers wrong that says so leads to no wrong
// ruling of a solved puzzle, and seldom to a referral.
func TestMisreadStickers(t *testing.T) {
	b := book(t, rules.Default)
	for _, event := range puzzle.Events() {
		s := aligned(t, event)
		rng := rand.New(rand.NewSource(7))
		referred := 0
		const tries = 40
		for i := 0; i < tries; i++ {
			x := s.look(s.turns, geom.Degree/5, upwards(s))
			misread(&x, len(s.puzzle.Faces), 0.03, rng)
			r := Adjudicate(s.observe(x), b)
			if r.Suggestion != OK && r.Suggestion != Refer || !has(r.Possible, OK) {
				t.Errorf("%s: %s, want ok or refer", event, r.short())
			}
			if r.Suggestion == Refer {
				referred++
			}
		}
		if referred > tries/5 {
			t.Errorf("%s: %d of %d referred", event, referred, tries)
		}
	}
}

func TestSeveralExplanations(t *testing.T) {
	b := book(t, rules.Default)
	ok := aligned(t, "333").layers(y, 0, 0, 30)
	two := aligned(t, "333").layers(y, 0, 0, 60)
	// 370 to one is 5.9 nats, of which a +2 brings ln 20 = 3.0 itself.
	a, z := ok.look(ok.turns, geom.Degree/5, nil), two.look(two.turns, geom.Degree/5, nil)
	for _, c := range []struct {
		weight   float64
		want     Outcome
		possible []Outcome
	}{{-1, Refer, outcomes(OK, PlusTwo)}, {-2.8, Refer, outcomes(OK, PlusTwo)}, {-3, OK, outcomes(OK)}} {
		z.LogWeight = c.weight
		r := Adjudicate(ok.observe(a, z), b)
		if r.Suggestion != c.want || !slices.Equal(r.Possible, c.possible) {
			t.Errorf("second explanation at %v: %s, want %v of %v", c.weight, r.short(), c.want, c.possible)
		}
	}
	// An explanation with colours that no puzzle shows loses to a sound one.
	z.LogWeight = -2
	bad := a
	bad.Sightings = append([]Sighting(nil), a.Sightings...)
	bad.Sightings[12].P = a.Sightings[0].P // a tenth sticker of a colour
	if r := Adjudicate(ok.observe(bad, z), b); r.Suggestion != PlusTwo {
		t.Errorf("a contradicting explanation first: %s, want +2", r.short())
	}
	if r := Adjudicate(ok.observe(a, a), b); r.Suggestion != OK || !r.Proven {
		t.Errorf("one explanation twice: %s, want ok, proven", r.short())
	}
}

// Turns of other axes that turn at the same time.
func TestAlso(t *testing.T) {
	b := book(t, rules.Default)
	s := aligned(t, "minx")
	x := s.look(s.turns, geom.Degree/5, nil)
	opposite := -1
	for i, a := range s.puzzle.Axes {
		if a.Normal.Dot(s.puzzle.Axes[0].Normal) < -0.99 {
			opposite = i
		}
	}
	x.Slips[0].Turn = 35.9 * geom.Degree
	x.Also = []AxisSlips{{opposite, []Slip{{Turn: 10 * geom.Degree, Sigma: geom.Degree / 5}}}}
	r := Adjudicate(s.observe(x), b)
	if r.Suggestion != Refer || len(r.Interfaces) != 2 || !r.Interfaces[0].Close || r.Interfaces[1].Close {
		t.Errorf("%s, interfaces %+v", r.short(), r.Interfaces)
	}
	x.Slips[0].Turn, x.Also[0].Slips[0].Turn = 10*geom.Degree, -35.9*geom.Degree
	if r = Adjudicate(s.observe(x), b); r.Suggestion != Refer || !slices.Equal(r.Possible, outcomes(OK, PlusTwo)) {
		t.Errorf("the other axis close: %s, want refer of ok and +2", r.short())
	}
}

// What is not usable is referred, whatever it is; nothing panics.
func TestBadObservations(t *testing.T) {
	b := book(t, rules.Default)
	s := aligned(t, "333")
	good := func() Explanation { return s.look(s.turns, geom.Degree/5, nil) }
	everything := outcomes(OK, PlusTwo, DNF)
	for _, c := range []struct {
		name string
		obs  func() Observation
	}{
		{"no puzzle", func() Observation { return Observation{} }},
		{"no explanation", func() Observation { return s.observe() }},
		{"nothing seen", func() Observation { x := good(); x.Sightings = nil; return s.observe(x) }},
		{"only logos", func() Observation {
			x := good()
			for i := range x.Sightings {
				x.Sightings[i].P = [puzzle.NumColours]float64{puzzle.Unknown: 1}
			}
			return s.observe(x)
		}},
		{"axis", func() Observation { x := good(); x.Axis = 3; return s.observe(x) }},
		{"axis below 0", func() Observation { x := good(); x.Axis = -1; return s.observe(x) }},
		{"slips", func() Observation { x := good(); x.Slips = x.Slips[:1]; return s.observe(x) }},
		{"turn", func() Observation { x := good(); x.Slips[0].Turn = geom.Angle(math.NaN()); return s.observe(x) }},
		{"turn of 5 rounds", func() Observation { x := good(); x.Slips[0].Turn = 5 * geom.Turn; return s.observe(x) }},
		{"sigma", func() Observation { x := good(); x.Slips[0].Sigma = -1; return s.observe(x) }},
		{"sigma NaN", func() Observation { x := good(); x.Slips[1].Sigma = geom.Angle(math.NaN()); return s.observe(x) }},
		{"place", func() Observation { x := good(); x.Sightings[0].Place = 54; return s.observe(x) }},
		{"probability", func() Observation { x := good(); x.Sightings[0].P[2] = -0.1; return s.observe(x) }},
		{"probability NaN", func() Observation { x := good(); x.Sightings[0].P[2] = math.NaN(); return s.observe(x) }},
		{"no probability", func() Observation {
			x := good()
			x.Sightings[0].P = [puzzle.NumColours]float64{}
			return s.observe(x)
		}},
		{"weight", func() Observation { x := good(); x.LogWeight = math.NaN(); return s.observe(x) }},
	} {
		r := Adjudicate(c.obs(), b)
		if r.Suggestion != Refer || r.Proven || !slices.Equal(r.Possible, everything) || len(r.Grounds) == 0 || len(r.Checks) == 0 {
			t.Errorf("%s: %s, grounds %v; want refer of everything, with a reason and a check", c.name, r.short(), r.Grounds)
		}
	}
	b.Limits = b.Limits[1:]
	if r := Adjudicate(s.observe(good()), b); r.Suggestion != Refer || !slices.Equal(r.Possible, everything) {
		t.Errorf("no limit for the event: %s", r.short())
	}
}

// Whatever numbers come, there is a ruling, and it is consistent.
func TestAnyObservation(t *testing.T) {
	b := book(t, rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		s := aligned(t, rapid.SampledFrom(puzzle.Events()).Draw(t, "event"))
		o := Observation{Puzzle: s.puzzle}
		for i := rapid.IntRange(0, 3).Draw(t, "explanations"); i > 0; i-- {
			x := Explanation{Axis: rapid.IntRange(-1, len(s.puzzle.Axes)).Draw(t, "axis"), LogWeight: -rapid.Float64Range(0, 9).Draw(t, "weight")}
			for j := rapid.IntRange(len(s.turns)-1, len(s.turns)).Draw(t, "slips"); j > 0; j-- {
				x.Slips = append(x.Slips, Slip{Turn: geom.Angle(rapid.Float64Range(-1.2, 1.2).Draw(t, "turn")), Sigma: geom.Angle(rapid.Float64Range(0, 2).Draw(t, "sigma"))})
			}
			for j := rapid.IntRange(0, 60).Draw(t, "sightings"); j > 0; j-- {
				v := Sighting{Place: rapid.IntRange(0, len(s.puzzle.Stickers)-1).Draw(t, "place")}
				v.P[rapid.IntRange(0, len(v.P)-1).Draw(t, "colour")] = 1
				v.P[rapid.IntRange(0, len(v.P)-1).Draw(t, "other")] += rapid.Float64Range(0, 1).Draw(t, "p")
				x.Sightings = append(x.Sightings, v)
			}
			o.Explanations = append(o.Explanations, x)
		}
		r := Adjudicate(o, b)
		if len(r.Possible) == 0 || r.Suggestion != Refer && !has(r.Possible, r.Suggestion) || r.Suggestion == Refer && len(r.Possible) < 2 ||
			r.Proven != (r.Suggestion != Refer && len(r.Possible) == 1) || len(r.Grounds) == 0 || (r.Suggestion == Refer && len(r.Checks) == 0) {
			t.Fatalf("inconsistent: %s, grounds %v, checks %v", r.short(), r.Grounds, r.Checks)
		}
	})
}

// Where one sticker alone tells two layers turned about one axis from one, that is
// no proof: it may be misread.
func TestTwoLayersByOneSticker(t *testing.T) {
	const unreadable = 0.0003 // as package colour has it
	s := aligned(t, "333").move(y, 1, 2).move(y, 1, 0)
	seen := func(place int) bool {
		k := s.puzzle.Stickers[place]
		switch s.puzzle.Faces[k.Face].Name {
		case "U":
			return true
		case "F":
			l := s.puzzle.LayerOf(y, k.Piece)
			corner := k.Centre().X < -0.1
			return l == 2 || l == 1 && k.Centre().X < 0.1 || l == 0 && corner
		}
		return false
	}
	x := s.look(s.turns, geom.Degree/5, seen)
	if n := len(x.Sightings); n != 15 {
		t.Fatalf("%d stickers, want 9 on top, 3, 2 and 1 on a side", n)
	}
	for i := range x.Sightings {
		p := &x.Sightings[i].P
		for c := range p {
			p[c] *= 1 - unreadable
		}
		p[puzzle.Unknown] = unreadable
	}
	r := Adjudicate(s.observe(x), book(t, rules.Default))
	if r.Suggestion != DNF || r.Proven || !slices.Equal(r.Possible, outcomes(DNF)) {
		t.Errorf("%s, want DNF alone, not proven", r.short())
	}
}

// One sticker out of place among a face of nine is more likely something on the
// puzzle than its state: the judge is asked.
func TestLoneSticker(t *testing.T) {
	s := aligned(t, "333")
	x := s.look(s.turns, geom.Degree/5, s.facing("U"))
	odd := puzzle.Colour(1 + (int(s.scheme[0])+1)%6)
	for i := range x.Sightings {
		p := &x.Sightings[i].P
		own := s.scheme[s.puzzle.Stickers[x.Sightings[i].Place].Face]
		if i == 0 {
			own = odd
		}
		*p = [puzzle.NumColours]float64{}
		p[own], p[puzzle.Unknown] = 0.9997, 0.0003
	}
	r := Adjudicate(s.observe(x), book(t, rules.Default))
	if r.Suggestion != Refer || !slices.Equal(r.Possible, outcomes(OK, PlusTwo, DNF)) {
		t.Errorf("%s, want refer of all", r.short())
	}
}
