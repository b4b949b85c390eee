package synth

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

func TestBlocks(t *testing.T) {
	cube := solidOf(box(0, 0, 0, 20, 20, 20, 0, 0))
	rod := rodOf(geom.Vec{Z: 10}, geom.Vec{X: 50, Z: 10}, 5)
	for _, c := range []struct {
		name  string
		s     *solid
		p, d  geom.Vec
		reach float64
		want  bool
	}{
		{"cube from above", cube, geom.Vec{Z: 100}, geom.Vec{Z: -1}, 200, true},
		{"cube beyond reach", cube, geom.Vec{Z: 100}, geom.Vec{Z: -1}, 79, false},
		{"cube behind", cube, geom.Vec{Z: 100}, geom.Vec{Z: 1}, 200, false},
		{"past the cube", cube, geom.Vec{X: 10.5, Z: 100}, geom.Vec{Z: -1}, 200, false},
		{"from the cube's own side", cube, geom.Vec{Z: 20}, geom.Vec{Z: 1}, 200, false},
		{"along the cube's side", cube, geom.Vec{X: -50, Z: 20}, geom.Vec{X: 1}, 200, false},
		{"rod's middle", rod, geom.Vec{X: 25, Z: 100}, geom.Vec{Z: -1}, 200, true},
		{"rod's round end", rod, geom.Vec{X: 53, Z: 100}, geom.Vec{Z: -1}, 200, true},
		{"past the rod's round end", rod, geom.Vec{X: 55.5, Z: 100}, geom.Vec{Z: -1}, 200, false},
		{"beside the rod", rod, geom.Vec{X: 25, Y: 5.5, Z: 100}, geom.Vec{Z: -1}, 200, false},
		{"along the rod", rod, geom.Vec{X: -50, Z: 10}, geom.Vec{X: 1}, 200, true},
		{"away from the rod's skin", rod, geom.Vec{X: 25, Z: 15.1}, geom.Vec{Z: 1}, 200, false},
	} {
		if got := c.s.blocks(c.p, c.d, c.reach); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The distance between segments is no more than between any two of their points.
func TestApartIsLeast(t *testing.T) {
	c := rapid.Float64Range(-10, 10)
	rapid.Check(t, func(t *rapid.T) {
		v := func() geom.Vec { return geom.Vec{X: c.Draw(t, "x"), Y: c.Draw(t, "y"), Z: c.Draw(t, "z")} }
		p, q, a, b := v(), v(), v(), v()
		least := math.Inf(1)
		const steps = 40
		for i := 0; i <= steps; i++ {
			for j := 0; j <= steps; j++ {
				x := p.Add(q.Sub(p).Mul(float64(i) / steps))
				least = math.Min(least, x.Sub(a.Add(b.Sub(a).Mul(float64(j)/steps))).Norm())
			}
		}
		if got := apart(p, q, a, b); got > least+1e-9 || got < least-1 {
			t.Fatalf("%g, points %g apart", got, least)
		}
	})
}

func TestInset(t *testing.T) {
	square := []pt{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	triangle := []pt{{0, 0}, {12, 0}, {0, 5}} // inradius 2
	for _, c := range []struct {
		name string
		q    []pt
		by   []float64
		want float64 // area
	}{
		{"square by 1", square, evenly(4, 1), 64},
		{"square by its sides", square, []float64{1, 2, 3, 0}, 6 * 8},
		{"triangle by half its inradius", triangle, evenly(3, 1), 30 / 4.0},
		{"triangle by more than its inradius", triangle, evenly(3, 3), 30 / 100.0},
	} {
		if got := area(inset(c.q, c.by)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: area %g, want %g", c.name, got, c.want)
		}
	}
}

func TestRoundedKeepsInside(t *testing.T) {
	square := []pt{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	q := rounded(square, []float64{0, 1, 3, 100})
	if len(q) != 4*arc {
		t.Fatalf("%d points, want %d", len(q), 4*arc)
	}
	for _, p := range q {
		if p.x < -1e-9 || p.y < -1e-9 || p.x > 10+1e-9 || p.y > 10+1e-9 {
			t.Errorf("%v is outside the square", p)
		}
	}
	if a := area(q); a >= 100 || a < 85 {
		t.Errorf("area %g", a)
	}
}

func TestFarToNear(t *testing.T) {
	at := func(x, y, z float64) item {
		return &block{&Thing{}, solidOf(box(x, y, z, 40, 40, 40, 0, 0))}
	}
	near, far, onTop, below := at(0, -60, 0), at(0, 60, 0), at(100, 0, 40), at(100, 0, 0)
	eye := geom.Vec{Y: -500, Z: 400}
	order := map[item]int{}
	for i, it := range farToNear([]item{near, onTop, far, below}, eye) {
		order[it] = i
	}
	if order[near] < order[far] || order[onTop] < order[below] {
		t.Errorf("order %v", order)
	}
}
