package puzzle

import (
	"errors"
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
)

func load(t testing.TB, event string) *Puzzle {
	t.Helper()
	p, err := Load(event)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Numbers of pieces and stickers: published facts about each puzzle.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		event            string
		pieces, stickers int
		kinds            []Count
	}{
		{"222", 8, 24, []Count{{Corner, 8}}},
		{"333", 26, 54, []Count{{Corner, 8}, {Edge, 12}, {Centre, 6}}},
		{"444", 56, 96, []Count{{Corner, 8}, {Wing, 24}, {Centre, 24}}},
		{"555", 98, 150, []Count{{Corner, 8}, {Edge, 12}, {Wing, 24}, {Centre, 54}}},
		{"666", 152, 216, []Count{{Corner, 8}, {Wing, 48}, {Centre, 96}}},
		{"777", 218, 294, []Count{{Corner, 8}, {Edge, 12}, {Wing, 48}, {Centre, 150}}},
		{"pyram", 14, 36, []Count{{Edge, 6}, {Axial, 4}, {Tip, 4}}},
		{"skewb", 14, 30, []Count{{Corner, 8}, {Centre, 6}}},
		{"minx", 62, 132, []Count{{Corner, 20}, {Edge, 30}, {Centre, 12}}},
	} {
		p := load(t, c.event)
		if len(p.Pieces) != c.pieces || len(p.Stickers) != c.stickers {
			t.Errorf("%s: %d pieces, %d stickers, want %d, %d", c.event, len(p.Pieces), len(p.Stickers), c.pieces, c.stickers)
		}
		got := p.Counts()
		if len(got) != len(c.kinds) {
			t.Errorf("%s: kinds %v, want %v", c.event, got, c.kinds)
			continue
		}
		for i := range got {
			if got[i] != c.kinds[i] {
				t.Errorf("%s: %v, want %v", c.event, got[i], c.kinds[i])
			}
		}
	}
}

func TestOrbits(t *testing.T) {
	type orbit struct {
		kind            Kind
		pieces, modulus int
		lookalikes      bool
	}
	for _, c := range []struct {
		event string
		want  map[orbit]int
	}{
		{"333", map[orbit]int{{Corner, 8, 3, false}: 1, {Edge, 12, 2, false}: 1, {Centre, 6, 1, false}: 1}},
		{"777", map[orbit]int{{Corner, 8, 3, false}: 1, {Edge, 12, 2, false}: 1, {Wing, 24, 1, false}: 2,
			{Centre, 6, 1, false}: 1, {Centre, 24, 1, true}: 6}},
		{"pyram", map[orbit]int{{Edge, 6, 2, false}: 1, {Axial, 1, 3, false}: 4, {Tip, 1, 3, false}: 4}},
		// The four corners of one tetrahedron never mix with the others; the
		// one at the front of the notation's view never moves.
		{"skewb", map[orbit]int{{Corner, 4, 3, false}: 1, {Corner, 3, 3, false}: 1, {Corner, 1, 1, false}: 1, {Centre, 6, 1, false}: 1}},
		{"minx", map[orbit]int{{Corner, 20, 3, false}: 1, {Edge, 30, 2, false}: 1, {Centre, 1, 1, false}: 12}},
	} {
		got := map[orbit]int{}
		for _, o := range load(t, c.event).Orbits() {
			got[orbit{o.Kind, len(o.Pieces), o.Modulus, o.Lookalikes}]++
		}
		for o, n := range c.want {
			if got[o] != n {
				t.Errorf("%s: %d orbits %+v, want %d", c.event, got[o], o, n)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: orbits %v, want %v", c.event, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		seen := map[string]bool{}
		for _, lang := range languages {
			if p.Name(lang) == "" {
				t.Errorf("%s has no name in %s", event, lang)
			}
			seen[p.Name(lang)] = true
			for _, c := range p.Counts() {
				if kindNames[c.Kind][lang] == "" {
					t.Errorf("%s has no name in %s", c.Kind, lang)
				}
			}
		}
		if p.Name("xx") != p.Name("en") {
			t.Errorf("%s: an unknown language gives %q, want English", event, p.Name("xx"))
		}
	}
}

func TestUnknownEvent(t *testing.T) {
	for _, event := range []string{"", "888", "sq1", "clock", "../333", "333 "} {
		if _, err := Load(event); !errors.Is(err, ErrUnknown) {
			t.Errorf("Load(%q): %v, want ErrUnknown", event, err)
		}
	}
}

// Stickers are flat, face outwards, and cover the solid's faces exactly.
func TestStickersTileTheFaces(t *testing.T) {
	for event, want := range map[string]float64{
		"222": 1, "333": 1, "444": 1, "555": 1, "666": 1, "777": 1, "skewb": 1,
		"pyram": math.Sqrt(3) / 4, // an equilateral triangle of edge 1
		// A pentagon of a dodecahedron with inradius 1/2: edge a = r / 1.11352,
		// area 1.72048 a^2 (the usual closed forms).
		"minx": math.Pow(0.5/(math.Sqrt(250+110*math.Sqrt(5))/20), 2) * math.Sqrt(25+10*math.Sqrt(5)) / 4,
	} {
		p := load(t, event)
		area := make([]float64, len(p.Faces))
		for i, s := range p.Stickers {
			f := p.Faces[s.Face]
			for _, c := range s.Corners {
				if math.Abs(c.Dot(f.Normal)-f.Distance) > eps {
					t.Errorf("%s: sticker %d leaves its face", event, i)
				}
			}
			a := polygonArea(s.Polygon)
			if a <= 0 {
				t.Errorf("%s: sticker %d runs clockwise", event, i)
			}
			area[s.Face] += a
		}
		for f, a := range area {
			if math.Abs(a-want) > 1e-9 {
				t.Errorf("%s: stickers of %s cover %.9f, want %.9f", event, p.Faces[f].Name, a, want)
			}
		}
	}
}

// polygonArea is positive for corners that run counter-clockwise about Normal.
func polygonArea(p Polygon) float64 {
	var sum geom.Vec
	for i, a := range p.Corners {
		sum = sum.Add(a.Cross(p.Corners[(i+1)%len(p.Corners)]))
	}
	return sum.Dot(p.Normal) / 2
}

// Stickers are numbered face by face, row by row, as seen from outside.
func TestStickerOrder(t *testing.T) {
	p := load(t, "333")
	for _, c := range []struct {
		index  int
		centre geom.Vec
	}{
		{0, geom.Vec{X: -1, Y: 1.5, Z: -1}},   // U, back left
		{8, geom.Vec{X: 1, Y: 1.5, Z: 1}},     // U, front right
		{9, geom.Vec{X: 1.5, Y: 1, Z: 1}},     // R, top, at F
		{11, geom.Vec{X: 1.5, Y: 1, Z: -1}},   // R, top, at B
		{18, geom.Vec{X: -1, Y: 1, Z: 1.5}},   // F, top left
		{27, geom.Vec{X: -1, Y: -1.5, Z: 1}},  // D, front left
		{36, geom.Vec{X: -1.5, Y: 1, Z: -1}},  // L, top, at B
		{45, geom.Vec{X: 1, Y: 1, Z: -1.5}},   // B, top, at R
		{53, geom.Vec{X: -1, Y: -1, Z: -1.5}}, // B, bottom, at L
	} {
		if got := p.Stickers[c.index].Centre().Mul(3); got.Sub(c.centre).Norm() > 1e-9 {
			t.Errorf("sticker %d lies at %v/3, want %v/3", c.index, got, c.centre)
		}
	}
	for i, s := range p.Stickers {
		if i != s.Face*9+s.Row*3+s.Col {
			t.Errorf("sticker %d is face %d, row %d, column %d", i, s.Face, s.Row, s.Col)
		}
	}
}
