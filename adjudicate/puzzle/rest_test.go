package puzzle_test

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

func TestRestsOfAlignedPuzzles(t *testing.T) {
	for _, c := range []struct {
		event            string
		rests            int
		distance, margin float64 // of each, puzzle sizes
	}{
		{"333", 6, 0.5, 0.5},
		{"777", 6, 0.5, 0.5},
		{"skewb", 6, 0.5, 0.5},
		{"pyram", 4, 1 / (2 * math.Sqrt(6)), 1 / (2 * math.Sqrt(3))},              // inradius of the solid and of a face, edge 1
		{"minx", 12, 0.5, 0.5 * math.Tan((math.Pi-math.Acos(-1/math.Sqrt(5)))/2)}, // dihedral angle of the dodecahedron
	} {
		p := load(t, c.event)
		rests := p.Rests(0, make([]geom.Angle, p.Axes[0].Layers()))
		if len(rests) != c.rests {
			t.Fatalf("%s: %d rests, want %d", c.event, len(rests), c.rests)
		}
		for _, r := range rests {
			if math.Abs(r.Distance-c.distance) > 1e-9 || math.Abs(r.Margin-c.margin) > 1e-9 {
				t.Errorf("%s: distance %g, margin %g, want %g, %g", c.event, r.Distance, r.Margin, c.distance, c.margin)
			}
		}
	}
}

// A 3x3 whose top layer is turned by 45 degrees can lie on its top, on its
// bottom, on a corner edge of both blocks (eight planes along the axis), or on
// three corners, of which one block has two and the other one (eight).
func TestRestsOfTurnedCube(t *testing.T) {
	p := load(t, "333")
	got := map[string]int{}
	for _, r := range p.Rests(1, []geom.Angle{0, 0, 45 * geom.Degree}) {
		got[fmt.Sprintf("%.2f with %d feet", math.Round(r.Normal.Y*100)/100+0, len(r.Foot))]++
	}
	want := map[string]int{"1.00 with 4 feet": 1, "-1.00 with 4 feet": 1, "0.00 with 4 feet": 8, "0.53 with 3 feet": 4, "-0.30 with 3 feet": 4}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Laid down, no part is below the surface, the feet are on it, and the core
// is above their polygon by the margin.
func TestRestsAreStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := load(t, rapid.SampledFrom(puzzle.Events()).Draw(t, "event"))
		axis := rapid.IntRange(0, len(p.Axes)-1).Draw(t, "axis")
		angles := make([]geom.Angle, p.Axes[axis].Layers())
		for i := range angles {
			angles[i] = geom.Angle(rapid.Float64Range(-180, 180).Draw(t, "angle")) * geom.Degree
		}
		rests := p.Rests(axis, angles)
		if len(rests) < 2 {
			t.Fatalf("%s %v: %d rests; both ends of an axis are flat", p.Event, angles, len(rests))
		}
		for i, r := range rests {
			if i > 0 && r.Margin > rests[i-1].Margin+1e-6 {
				t.Fatalf("rest %d is steadier than the one before", i)
			}
			down := r.Down(geom.Angle(rapid.Float64Range(-3, 3).Draw(t, "yaw")))
			for _, c := range p.Corners(axis, angles) {
				if z := down.Apply(c).Z; z < -r.Distance-1e-4 {
					t.Fatalf("a corner is %g below the surface", -r.Distance-z)
				}
			}
			for k, c := range r.Foot {
				a, b := down.Apply(c), down.Apply(r.Foot[(k+1)%len(r.Foot)])
				if math.Abs(a.Z+r.Distance) > 1e-4 {
					t.Fatalf("foot %v is not on the surface", a)
				}
				if d := math.Abs(a.X*b.Y-a.Y*b.X) / math.Hypot(a.X-b.X, a.Y-b.Y); d < r.Margin-1e-6 {
					t.Fatalf("edge %d is %g from the core, margin %g", k, d, r.Margin)
				}
			}
		}
	})
}

// The claim of Rests: turning a layer does not move the centre of mass.
func TestLayersBalanceOnTheirAxis(t *testing.T) {
	for _, event := range puzzle.Events() {
		p := load(t, event)
		for i, a := range p.Axes {
			var whole geom.Vec
			for k, l := range p.Layers(i) {
				m, v := mass(l.Polygons)
				whole = whole.Add(m.Mul(v))
				if off := m.Cross(a.Normal).Norm(); off > 1e-9 {
					t.Errorf("%s axis %s layer %d: centre of mass %g off the axis", event, a.Name, k, off)
				}
			}
			if whole.Norm() > 1e-9 {
				t.Errorf("%s: centre of mass %v is not the core", event, whole)
			}
		}
	}
}

// mass returns the centroid and the volume of a convex solid: sums over the
// tetrahedra from the origin to each triangle of its surface.
func mass(solid []puzzle.Polygon) (geom.Vec, float64) {
	var m geom.Vec
	v := 0.0
	for _, f := range solid {
		for i := 2; i < len(f.Corners); i++ {
			a, b, c := f.Corners[0], f.Corners[i-1], f.Corners[i]
			w := a.Dot(b.Cross(c)) / 6
			m = m.Add(a.Add(b).Add(c).Mul(w / 4))
			v += w
		}
	}
	return m.Mul(1 / v), v
}

func load(t interface{ Fatal(...any) }, event string) *puzzle.Puzzle {
	p, err := puzzle.Load(event)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func BenchmarkRests333(b *testing.B) {
	p := load(b, "333")
	for i := 0; i < b.N; i++ {
		p.Rests(1, []geom.Angle{0, 0, geom.Angle(i) * geom.Degree})
	}
}
