package geom_test

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// Facets, edges and vertices of solids that everybody knows.
func TestHullKnownSolids(t *testing.T) {
	cube := box(1, 1, 1)
	golden := (1 + math.Sqrt(5)) / 2
	var icosahedron []geom.Vec
	for _, a := range []float64{-1, 1} {
		for _, b := range []float64{-golden, golden} {
			icosahedron = append(icosahedron, geom.Vec{Y: a, Z: b}, geom.Vec{X: a, Y: b}, geom.Vec{X: b, Z: a})
		}
	}
	inside := append(append([]geom.Vec{}, cube...), geom.Vec{}, geom.Vec{X: 0.5, Y: 1}, geom.Vec{X: 1, Y: 1})
	for _, c := range []struct {
		name                    string
		pts                     []geom.Vec
		facets, edges, vertices int
	}{
		{"tetrahedron", []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 1, Y: -1, Z: -1}, {X: -1, Y: 1, Z: -1}, {X: -1, Y: -1, Z: 1}}, 4, 6, 4},
		{"cube", cube, 6, 12, 8},
		{"cube, every corner twice", append(append([]geom.Vec{}, cube...), cube...), 6, 12, 8},
		{"cube, points inside, on a face and on an edge", inside, 6, 12, 8},
		{"icosahedron", icosahedron, 20, 30, 12},
		{"flat square", []geom.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}}, 0, 0, 0},
		{"line", []geom.Vec{{}, {X: 1}, {X: 2}}, 0, 0, 0},
		{"one point", []geom.Vec{{X: 1}}, 0, 0, 0},
		{"nothing", nil, 0, 0, 0},
	} {
		f, e, v := counts(geom.Hull(c.pts))
		if f != c.facets || e != c.edges || v != c.vertices {
			t.Errorf("%s: %d facets, %d edges, %d vertices; want %d, %d, %d", c.name, f, e, v, c.facets, c.edges, c.vertices)
		}
	}
}

// Every point lies below every facet, the facets close up (Euler), and each
// edge has a facet on both sides.
func TestHullProperties(t *testing.T) {
	const grid = 1000 // apart by far more than the hull's tolerance
	coord := rapid.OneOf(rapid.IntRange(-grid, grid), rapid.SampledFrom([]int{-grid, -grid / 2, 0, grid / 2, grid}))
	draw := func(t *rapid.T, label string) float64 { return float64(coord.Draw(t, label)) / grid }
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 40).Draw(t, "n")
		pts := make([]geom.Vec, n)
		for i := range pts {
			pts[i] = geom.Vec{X: draw(t, "x"), Y: draw(t, "y"), Z: draw(t, "z")}
		}
		facets := geom.Hull(pts)
		for _, f := range facets {
			if math.Abs(f.Normal.Norm()-1) > 1e-9 {
				t.Fatalf("normal %v is no unit vector", f.Normal)
			}
			for i, p := range pts {
				if p.Dot(f.Normal) > f.Distance+1e-6 {
					t.Fatalf("point %d lies %g above facet %v", i, p.Dot(f.Normal)-f.Distance, f)
				}
			}
		}
		if f, e, v := counts(facets); f > 0 && v-e+f != 2 {
			t.Fatalf("%d vertices - %d edges + %d facets is not 2", v, e, f)
		}
	})
}

func box(x, y, z float64) []geom.Vec {
	var out []geom.Vec
	for i := 0; i < 8; i++ {
		s := func(bit int, v float64) float64 { return v * float64(2*(i>>bit&1)-1) }
		out = append(out, geom.Vec{X: s(0, x), Y: s(1, y), Z: s(2, z)})
	}
	return out
}

// counts returns facets, edges (both of whose directions must occur) and vertices.
func counts(facets []geom.Facet) (f, e, v int) {
	directed, corners := map[[2]int]bool{}, map[int]bool{}
	for _, g := range facets {
		for i, a := range g.Corners {
			directed[[2]int{a, g.Corners[(i+1)%len(g.Corners)]}] = true
			corners[a] = true
		}
	}
	for d := range directed {
		if !directed[[2]int{d[1], d[0]}] {
			return len(facets), -1, len(corners)
		}
	}
	return len(facets), len(directed) / 2, len(corners)
}

func BenchmarkHull(b *testing.B) {
	var pts []geom.Vec
	for i := 0; i < 7; i++ {
		r := geom.AxisAngle(geom.Vec{Z: 1}, geom.Angle(i)*7*geom.Degree)
		for _, p := range box(0.5, 0.5, 0.5/7) {
			pts = append(pts, r.Apply(p).Add(geom.Vec{Z: (float64(i) - 3) / 7}))
		}
	}
	for i := 0; i < b.N; i++ {
		if geom.Hull(pts) == nil {
			b.Fatal("no hull")
		}
	}
}
