package fit

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
)

// A cube is as large as itself; a tetrahedron encloses more than it shadows, a
// dodecahedron less than it shadows.
func TestModelSizes(t *testing.T) {
	for event, want := range map[string][2]float64{ // extent, shadow
		"222": {1, 1}, "333": {1, 1}, "777": {1, 1}, "skewb": {1, 1},
		"pyram": {math.Sqrt(0.5), math.Sqrt(math.Sqrt(3) / 6)}, // of the edge
	} {
		m := load(t, event)
		if math.Abs(m.extent-want[0]) > 1e-6 || math.Abs(m.shadow-want[1]) > 1e-6 {
			t.Errorf("%s: extent %g, shadow %g, want %v", event, m.extent, m.shadow, want)
		}
	}
	if m := load(t, "minx"); m.shadow < m.extent {
		t.Errorf("a ball-like puzzle's shadow %g is less than its extent %g", m.shadow, m.extent)
	}
}

// The mean shadow is the mean over all directions of what the puzzle covers.
func TestShadowIsTheMeanShadow(t *testing.T) {
	for _, event := range []string{"333", "pyram", "minx"} {
		m := load(t, event)
		sum, n := 0.0, 0
		for z := -0.99; z < 1; z += 0.02 { // equal steps of z are equal areas of the sphere
			for a := 0.0; a < 2*math.Pi; a += 0.1 {
				s, c := math.Sincos(a)
				d := geom.Vec{X: c * math.Sqrt(1-z*z), Y: s * math.Sqrt(1-z*z), Z: z}
				for _, l := range m.layers {
					for _, f := range l.polys {
						if f.Face >= 0 {
							sum += area(f.Corners) * max(f.Normal.Dot(d), 0)
						}
					}
				}
				n++
			}
		}
		// A cube's mean shadow is 1.5 of its face.
		if got, want := m.shadow, math.Sqrt(sum/float64(n)/1.5); math.Abs(got-want) > 0.01 {
			t.Errorf("%s: shadow %g, want %g", event, got, want)
		}
	}
}

// Every label has a part with one colour; inner faces share theirs and may be
// in shade, the coloured faces' bodies are never counted.
func TestParts(t *testing.T) {
	for _, event := range someEvents {
		m := load(t, event)
		if m.parts() != 1+m.faces+len(m.puz.Stickers) {
			t.Fatalf("%s: %d parts", event, m.parts())
		}
		stickers := map[int]bool{}
		for _, l := range m.layers {
			for _, f := range l.polys {
				id := m.bodyID(f.id)
				if f.Face >= 0 && (m.part[id] != background || m.shaded[id]) {
					t.Errorf("%s: a coloured face's body is part %d, in shade %v", event, m.part[id], m.shaded[id])
				}
				if f.Face < 0 && (m.part[id] == background || !m.shaded[id]) {
					t.Errorf("%s: an inner face is part %d, in shade %v", event, m.part[id], m.shaded[id])
				}
			}
			for _, s := range l.stickers {
				id := m.tileID(s.place)
				if m.part[id] != id || stickers[s.place] {
					t.Errorf("%s: sticker %d is part %d, or in two layers", event, s.place, m.part[id])
				}
				stickers[s.place] = true
			}
		}
		if len(stickers) != len(m.puz.Stickers) {
			t.Errorf("%s: layers hold %d of %d stickers", event, len(stickers), len(m.puz.Stickers))
		}
	}
}
