package fit

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// drawSystem draws a positive definite matrix A = J^T J + d I.
func drawSystem(t *rapid.T) (a [maxParams][maxParams]float64, dense *mat.SymDense, n int) {
	n = rapid.IntRange(1, maxParams).Draw(t, "n")
	rows := rapid.IntRange(1, 20).Draw(t, "rows")
	j := mat.NewDense(rows, n, nil)
	for r := range rows {
		for c := range n {
			j.Set(r, c, rapid.Float64Range(-10, 10).Draw(t, "j"))
		}
	}
	dense = mat.NewSymDense(n, nil)
	dense.SymOuterK(1, j.T())
	for i := range n {
		dense.SetSym(i, i, dense.At(i, i)+rapid.Float64Range(0.1, 10).Draw(t, "d"))
		for k := i; k < n; k++ {
			a[i][k] = dense.At(i, k) // the upper triangle only
		}
	}
	return a, dense, n
}

func TestCholeskyAgreesWithGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, dense, n := drawSystem(t)
		var b [maxParams]float64
		for i := range n {
			b[i] = rapid.Float64Range(-100, 100).Draw(t, "b")
		}
		got, ok := cholesky(&a, &b, n)
		var ch mat.Cholesky
		if !ch.Factorize(dense) || !ok {
			t.Fatalf("a positive system of %d is not solved", n)
		}
		want := mat.NewVecDense(n, nil)
		if err := ch.SolveVecTo(want, mat.NewVecDense(n, b[:n])); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if math.Abs(got[i]-want.AtVec(i)) > 1e-7*(1+math.Abs(want.AtVec(i))) {
				t.Fatalf("x[%d] = %g, want %g", i, got[i], want.AtVec(i))
			}
		}
	})
}

func TestCholeskyRefuses(t *testing.T) {
	for name, a := range map[string][3][3]float64{
		"zero":            {},
		"indefinite":      {{1, 2, 0}, {0, 1, 0}, {0, 0, 1}},
		"singular":        {{1, 1, 0}, {0, 1, 0}, {0, 0, 1}},
		"negative":        {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"not numbers":     {{math.NaN(), 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"a number is not": {{1, math.NaN(), 0}, {0, 1, 0}, {0, 0, 1}},
	} {
		var big [maxParams][maxParams]float64
		for i := range a {
			copy(big[i][:], a[i][:])
		}
		if x, ok := cholesky(&big, &[maxParams]float64{1, 1, 1}, 3); ok {
			t.Errorf("%s: solved as %v", name, x[:3])
		}
	}
}

// The deviation of an interface is the covariance matrix's.
func TestDeviation(t *testing.T) {
	m := load(t, "444")
	rapid.Check(t, func(t *rapid.T) {
		r := &refiner{m: m}
		n := r.params()
		j := mat.NewDense(40, n, nil)
		for k := range 40 {
			for c := range n {
				j.Set(k, c, rapid.Float64Range(-10, 10).Draw(t, "j"))
			}
		}
		a := mat.NewSymDense(n, nil)
		a.SymOuterK(1, j.T())
		for i := range n {
			a.SetSym(i, i, a.At(i, i)+0.1)
			for k := i; k < n; k++ {
				r.ata[i][k] = a.At(i, k)
			}
		}
		var ch mat.Cholesky
		if !ch.Factorize(a) {
			t.Fatal("not positive")
		}
		cov := mat.NewSymDense(n, nil)
		if err := ch.InverseTo(cov); err != nil {
			t.Fatal(err)
		}
		for l := 1; l < len(m.layers); l++ {
			i := pTurn + l - 1
			want := cov.At(i, i)
			if l > 1 {
				want += cov.At(i-1, i-1) - 2*cov.At(i-1, i)
			}
			if got := float64(r.deviation(l)); math.Abs(got-math.Sqrt(want)) > 1e-6*math.Sqrt(want) {
				t.Fatalf("interface %d: %g, want %g", l-1, got, math.Sqrt(want))
			}
		}
	})
}

// An interface that the picture does not tell has no finite deviation, however
// sure the prior is; one that it tells well keeps its own, and the less of its
// layers' borders it shows the more.
func TestSpread(t *testing.T) {
	m := load(t, "333")
	r := &refiner{m: m, shown: [maxLayers]float64{9, 9, 9}}
	p := pose{size: 56}
	for k := range r.params() {
		r.ata[k][k] = 1e6
	}
	r.ata[pTurn+1][pTurn+1] = 1e-9 // the picture says nothing of layer 2
	r.lattice(&p)
	before := r.ata
	var got [maxLayers]geom.Angle
	r.spread(&p, &got)
	if !(got[0] < geom.Degree) || !math.IsInf(float64(got[1]), 1) {
		t.Errorf("deviations %v, want a small one and none", got[:2])
	}
	last := got[0]
	for _, shown := range []float64{2, 1, 0.5} {
		r.shown[1] = shown
		if r.spread(&p, &got); !(got[0] > last) || math.IsInf(float64(got[0]), 1) {
			t.Errorf("%v of a layer's borders shown: %v, more of them %v", shown, got[0], last)
		}
		last = got[0]
	}
	r.shown[1] = 0
	if r.spread(&p, &got); !math.IsInf(float64(got[0]), 1) {
		t.Errorf("none of a layer's borders shown: %v, want none", got[0])
	}
	for a := range before {
		for b := range before[a] {
			if math.Abs(r.ata[a][b]-before[a][b]) > 1e-6*math.Abs(before[a][b]) {
				t.Errorf("spread changed ata[%d][%d] from %g to %g", a, b, before[a][b], r.ata[a][b])
			}
		}
	}
}

// What the normal equations gather from one interface is the square of its row.
func TestNormal(t *testing.T) {
	m := load(t, "444")
	rapid.Check(t, func(t *rapid.T) {
		r := &refiner{m: m}
		l := rapid.IntRange(1, len(m.layers)-1).Draw(t, "l")
		w := rapid.Float64Range(0, 100).Draw(t, "w")
		e := rapid.Float64Range(-1, 1).Draw(t, "e")
		r.normal(l, w, e)
		var row [maxParams]float64
		row[pTurn+l-1] = 1
		if l > 1 {
			row[pTurn+l-2] = -1
		}
		for a := range maxParams {
			if got, want := r.atb[a], w*row[a]*e; got != want {
				t.Fatalf("atb[%d] = %g, want %g", a, got, want)
			}
			for b := a; b < maxParams; b++ {
				if got, want := r.ata[a][b], w*row[a]*row[b]; got != want {
					t.Fatalf("ata[%d][%d] = %g, want %g", a, b, got, want)
				}
			}
		}
	})
}

// The prior on an interface pulls toward the nearest aligned position, hardly
// at all from far away.
func TestLatticePrior(t *testing.T) {
	m := load(t, "333")
	r := &refiner{m: m}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Float64Range(-0.5, 0.5).Draw(t, "slip") * m.step.Radians()
		k := rapid.IntRange(-2, 2).Draw(t, "steps")
		p := pose{}
		p.turn[1] = rapid.Float64Range(-1, 1).Draw(t, "turn")
		p.turn[2] = p.turn[1] + d + float64(k)*m.step.Radians()
		w, off := r.pull(&p, 2)
		if math.Abs(off-d) > 1e-9 && math.Abs(math.Abs(d)-m.step.Radians()/2) > 1e-9 {
			t.Fatalf("off by %g, want %g", off, d)
		}
		if full := 1 / (alignSigma * alignSigma).Radians(); w > full*(1+1e-9) || w*off*off > float64(alignReach*alignReach)*full+1e-9 {
			t.Fatalf("weight %g at %g", w, off)
		}
		f := &fitter{m: m}
		if c := f.slipCost(&p); c < 0 || c > 2*slipCost {
			t.Fatalf("cost %g of two interfaces", c)
		}
	})
}

func float32s(t *rapid.T, lo, hi float64, name string, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(rapid.Float64Range(lo, hi).Draw(t, name))
	}
	return out
}

// mixture is the distance from a segment: no point of it is nearer, one is as near.
func TestMixture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, o := float32s(t, -250, 250, "q", 3), float32s(t, -250, 250, "o", 3)
		o[0] = max(o[0], 2) // colours a step apart are one
		got := float64(mixture(q[0], q[1], q[2], o[0], o[1], o[2]))
		want := math.Inf(1)
		const parts = 2000
		for i := 0; i <= parts; i++ {
			k, d := float64(i)/parts, 0.0
			for c := range q {
				x := float64(q[c]) - k*float64(o[c])
				d += x * x
			}
			want = min(want, d)
		}
		// A grid of 2000 on 433 steps of colour, and single precision.
		if got > want*(1+1e-4)+1e-2 || got < want-0.02*math.Sqrt(want)-0.5 {
			t.Fatalf("squared distance of %v from the segment to %v is %g, want %g", q, o, got, want)
		}
	})
}

// Shadows of a part's colour, within bounds, are that colour.
func TestShade(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := float32s(t, 5, 200, "colour", 3)
		own := &tally{n: 1, a: c[0], b: c[1], c: c[2]}
		k := float32(rapid.Float64Range(0, 3).Draw(t, "shade"))
		got := shade([]float32{k * c[0], k * c[1], k * c[2]}, own)
		if want := min(max(k, 0.4), 1.6); math.Abs(float64(got-want)) > 1e-3 {
			t.Fatalf("shade %g of %v is read as %g", k, c, got)
		}
		if got := shade([]float32{-c[0], -c[1], -c[2]}, own); got != 0.4 {
			t.Fatalf("an opposite colour is read as shade %g", got)
		}
	})
	if got := shade([]float32{1, 2, 3}, &tally{}); !(got >= 0.4 && got <= 1.6) {
		t.Errorf("against black the shade is %g", got)
	}
}

// The mat and its shadows are mat; what is brighter or of another hue is not.
func TestMatDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.Float64Range(20, 200).Draw(t, "l")
		rg := rapid.Float64Range(-80, 80).Draw(t, "rg")
		yb := rapid.Float64Range(-80, 80).Draw(t, "yb")
		at := func(k, off float64) float64 {
			// off is at right angles to the mat's colour
			n := math.Hypot(l, rg)
			return matDistance([]float32{float32(k*l - off*rg/n), float32(k*rg + off*l/n), float32(k * yb)}, l, rg, yb)
		}
		k := rapid.Float64Range(darkest, 1).Draw(t, "shadow")
		if d := at(k, 0); d > 1e-3 {
			t.Fatalf("a shadow of %g is %g from the mat", k, d)
		}
		off := rapid.Float64Range(0, 100).Draw(t, "off")
		if d := at(k, off); math.Abs(d-off*off) > 1e-2*(1+off*off) {
			t.Fatalf("%g off the mat's hue is %g, want %g", off, d, off*off)
		}
		norm := l*l + rg*rg + yb*yb
		for _, over := range []float64{1.5, darkest - 0.2} {
			e := over - min(max(over, darkest), 1)
			if d := at(over, 0); math.Abs(d-e*e*norm) > 1e-3*(1+norm) {
				t.Fatalf("%g times the mat is %g from it, want %g", over, d, e*e*norm)
			}
		}
	})
}
