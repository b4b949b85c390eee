package colour

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestLinear(t *testing.T) {
	// IEC 61966-2-1: ends, the joint of the two parts, mid grey.
	for _, tt := range []struct{ in, want float64 }{{0, 0}, {255, 1}, {10.31475, 0.0031308}, {188, 0.5029}, {128, 0.2159}} {
		if got := Linear(tt.in); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("Linear(%v) = %v, want %v", tt.in, got, tt.want)
		}
	}
}

func TestAxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-3, 3)
		c := triple{x.Draw(t, "r"), x.Draw(t, "g"), x.Draw(t, "b")}
		p := c.onAxes()
		back := p.channels()
		q, r := 0.0, 0.0
		for k := range c {
			if math.Abs(back[k]-c[k]) > 1e-12 {
				t.Fatalf("%v there and back is %v", c, back)
			}
			q, r = q+c[k]*c[k], r+p[k]*p[k]
		}
		if math.Abs(q-r) > 1e-9 {
			t.Fatalf("length %v became %v", q, r)
		}
	})
}

func TestAbove(t *testing.T) {
	for _, z := range []float64{-8, -5.01, -4.99, -2, 0, 1, 4} {
		want := math.Log(math.Erfc(-z/math.Sqrt2) / 2)
		if z < 0 {
			want += z * z / 2
		}
		if got := above(z); math.Abs(got-want) > 0.05 {
			t.Errorf("above(%v) = %v, want %v", z, got, want)
		}
	}
}

func drawLens(t *rapid.T) (segment, expectation, lens) {
	var g segment
	var e expectation
	x := rapid.Float64Range(-1, 1)
	for k := range axes {
		g.at[k], e.mean[k] = x.Draw(t, "at"), x.Draw(t, "mean")
		g.noise[k] = rapid.Float64Range(0.001, 0.1).Draw(t, "noise")
		e.variance[k] = rapid.Float64Range(0.001, 1).Draw(t, "variance")
		g.clipped[k] = rapid.Bool().Draw(t, "clipped")
	}
	return g, e, g.lens(&e, &triple{})
}

// No value of the clipped channels above their bounds is nearer than what raise finds.
func TestRaise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, e, l := drawLens(t)
		var d triple
		for k := range d {
			d[k] = g.at[k] - e.mean[k]
		}
		from, best := d.channels(), d
		l.raise(&g, &best)
		to := best.channels()
		for k := range to {
			if to[k] < from[k]-1e-9 || !g.clipped[k] && math.Abs(to[k]-from[k]) > 1e-9 {
				t.Fatalf("channel %d went from %v to %v, clipped %v", k, from[k], to[k], g.clipped[k])
			}
		}
		for range 20 {
			other := from
			for k := range other {
				if g.clipped[k] {
					other[k] = math.Max(from[k], to[k]+rapid.Float64Range(-1, 1).Draw(t, "other"))
				}
			}
			if p := other.onAxes(); l.square(&p) < l.square(&best)-1e-9 {
				t.Fatalf("%v is nearer than %v", other, to)
			}
		}
	})
}

// With all but one channel clipped away and no bound in the way, what is left is
// the density of that channel alone.
func TestAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, e, _ := drawLens(t)
		g.clipped = [3]bool{true, false, true}
		l := g.lens(&e, &triple{})
		w := triple{1 / l.weight[0], 1 / l.weight[1], 1 / l.weight[2]}
		v := w.matrix()[1][1]
		d := triple{g.at[0] - e.mean[0], g.at[1] - e.mean[1], g.at[2] - e.mean[2]}
		c := d.channels()
		c[0], c[2] = -100, -100 // far below: no bound matters
		low := c.onAxes()
		l.raise(&g, &low)
		want := -c[1]*c[1]/(2*v) - math.Log(v)/2
		if got := l.log - l.square(&low)/2; math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
			t.Fatalf("log density %v, want %v", got, want)
		}
	})
}

// Two readings of a sum leave what linear regression leaves.
func TestBelief(t *testing.T) {
	b := belief{[]float64{0}, []float64{4}}
	b.grow(1)
	b.grow(9)
	b.update(1, 2, 7, 2) // gain + 1 + 2 = 7, of variance 14, read with noise 2
	want := []float64{7 * 4 / 16.0, 7 * 1 / 16.0, 7 * 9 / 16.0}
	for i, w := range want {
		if math.Abs(b.mean[i]-w) > 1e-12 {
			t.Errorf("mean %d = %v, want %v", i, b.mean[i], w)
		}
	}
	m, v := b.sum(1, 2)
	if math.Abs(m-7*14/16.0) > 1e-12 || math.Abs(v-14*2/16.0) > 1e-12 {
		t.Errorf("sum %v of variance %v, want %v of %v", m, v, 7*14/16.0, 14*2/16.0)
	}
	if m, v := b.sum(-1, -1); math.Abs(m-want[0]) > 1e-12 || math.Abs(v-(4-16/16.0)) > 1e-12 {
		t.Errorf("gain %v of variance %v", m, v)
	}
}

func TestHazePrior(t *testing.T) {
	for _, tt := range []struct {
		used uint8
		h    int
		want float64
	}{{0, 0, hazy[0]}, {1, 0, 0}, {1, 2, 2 * hazeStep}, {1 << 5, 2, 3 * hazeStep}, {1<<5 | 1<<1, 2, hazeStep}} {
		if got := hazePrior(tt.used, tt.h); got != tt.want {
			t.Errorf("hazePrior(%b, %d) = %v, want %v", tt.used, tt.h, got, tt.want)
		}
	}
}
