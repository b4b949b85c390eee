package locate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/vision"
	"pgregory.net/rapid"
)

// Opponent keeps lengths: its axes are orthonormal.
func TestOpponentKeepsDistances(t *testing.T) {
	step := rapid.Float64Range(0, 255)
	rapid.Check(t, func(t *rapid.T) {
		r, g, b := step.Draw(t, "r"), step.Draw(t, "g"), step.Draw(t, "b")
		l, rg, yb := Opponent(r, g, b)
		if got, want := l*l+rg*rg+yb*yb, r*r+g*g+b*b; math.Abs(got-want) > 1e-9*(1+want) {
			t.Fatalf("squared length %g, want %g", got, want)
		}
	})
	if l, rg, yb := Opponent(90, 90, 90); l <= 0 || math.Abs(rg) > 1e-12 || math.Abs(yb) > 1e-12 {
		t.Errorf("grey is %g, %g, %g", l, rg, yb)
	}
	if _, rg, _ := Opponent(200, 10, 10); rg <= 0 {
		t.Errorf("red is %g on red against green", rg)
	}
	if _, _, yb := Opponent(200, 200, 10); yb <= 0 {
		t.Errorf("yellow is %g on yellow against blue", yb)
	}
}

// RGB gives back what Opponent was made from.
func TestRGBInvertsOpponent(t *testing.T) {
	step := rapid.Float64Range(0, 255)
	rapid.Check(t, func(t *rapid.T) {
		r, g, b := step.Draw(t, "r"), step.Draw(t, "g"), step.Draw(t, "b")
		gr := &Ground{w: 100, h: 80}
		gr.coef[0][0], gr.coef[1][0], gr.coef[2][0] = Opponent(r, g, b)
		x, y, z := gr.RGB(rapid.Float64Range(0, 100).Draw(t, "u"), rapid.Float64Range(0, 80).Draw(t, "v"))
		if math.Abs(x-r)+math.Abs(y-g)+math.Abs(z-b) > 1e-9 {
			t.Fatalf("%g,%g,%g came back as %g,%g,%g", r, g, b, x, y, z)
		}
	})
}

// surface makes a small picture whose mat is a quadratic surface with noise,
// and returns the surface.
func surface(seed uint64, noise float64) (*small, *Ground) {
	rng := rand.New(rand.NewPCG(seed, 2))
	s := &small{w: 80, h: 60, scale: 4, pix: make([]float32, 3*80*60)}
	g := &Ground{w: 320, h: 240}
	for k := range g.coef {
		g.coef[k][0] = []float64{200, 10, -20}[k]
		for i := 1; i < 6; i++ {
			g.coef[k][i] = 12 * (2*rng.Float64() - 1)
		}
	}
	for j := range s.w * s.h {
		u, v := s.place(j)
		a, b, c := g.At(u, v)
		for k, x := range []float64{a, b, c} {
			s.pix[3*j+k] = float32(x + noise*rng.NormFloat64())
		}
	}
	return s, g
}

// disagree returns the largest difference of two surfaces over the picture.
func disagree(a, b *Ground) float64 {
	worst := 0.0
	for v := 0.0; v < 240; v += 16 {
		for u := 0.0; u < 320; u += 16 {
			l0, r0, y0 := a.At(u, v)
			l1, r1, y1 := b.At(u, v)
			worst = max(worst, math.Abs(l0-l1), math.Abs(r0-r1), math.Abs(y0-y1))
		}
	}
	return worst
}

func everywhere(s *small) []bool {
	in := make([]bool, s.w*s.h)
	for i := range in {
		in[i] = true
	}
	return in
}

func TestFitGroundRecoversTheSurface(t *testing.T) {
	for seed := range uint64(10) {
		s, want := surface(seed, 2)
		got := fitGround(s, everywhere(s))
		// 2 steps of noise over 4800 pixels leave 0.1 on 6 coefficients each.
		if d := disagree(got, want); d > 0.6 {
			t.Errorf("seed %d: off by %g steps", seed, d)
		}
		for k, x := range got.Sigma {
			if x < 1.6 || x > 2.4 {
				t.Errorf("seed %d: channel %d has deviation %g, want 2", seed, k, x)
			}
		}
	}
}

// A puzzle, a timer and print on a third of the zone do not move the surface.
func TestFitGroundIgnoresThings(t *testing.T) {
	for seed := range uint64(10) {
		s, want := surface(seed, 2)
		rng := rand.New(rand.NewPCG(seed, 4))
		covered := 0
		in := make([]bool, s.w*s.h)
		for covered < s.w*s.h*3/10 {
			w, h := 4+rng.IntN(16), 4+rng.IntN(16)
			x0, y0 := rng.IntN(s.w-w), rng.IntN(s.h-h)
			l, rg, yb := Opponent(255*rng.Float64(), 255*rng.Float64(), 255*rng.Float64())
			for y := y0; y < y0+h; y++ {
				for x := x0; x < x0+w; x++ {
					j := y*s.w + x
					s.pix[3*j], s.pix[3*j+1], s.pix[3*j+2] = float32(l), float32(rg), float32(yb)
					if !in[j] {
						in[j] = true
						covered++
					}
				}
			}
		}
		if d := disagree(fitGround(s, everywhere(s)), want); d > 4 {
			t.Errorf("seed %d: off by %g steps", seed, d)
		}
	}
}

// Only the zone counts: what lies outside may be anything.
func TestFitGroundStaysInTheZone(t *testing.T) {
	s, want := surface(3, 1)
	in := everywhere(s)
	for j := range in {
		if x := j % s.w; x > s.w*2/3 {
			in[j] = false
			s.pix[3*j], s.pix[3*j+1], s.pix[3*j+2] = 0, 90, 90
		}
	}
	got := fitGround(s, in)
	for v := 0.0; v < 240; v += 16 {
		for u := 0.0; u < 200; u += 16 {
			l0, _, _ := got.At(u, v)
			l1, _, _ := want.At(u, v)
			if math.Abs(l0-l1) > 0.6 {
				t.Fatalf("at %g,%g: %g, want %g", u, v, l0, l1)
			}
		}
	}
}

// Without a mat in sight, or with one of a single colour, the surface is still
// made of numbers.
func TestFitGroundOfNothing(t *testing.T) {
	flat := &small{w: 20, h: 20, scale: 4, pix: make([]float32, 3*400)}
	one := make([]bool, 400)
	one[7] = true
	for name, zone := range map[string][]bool{"no zone": make([]bool, 400), "one pixel": one, "one colour": everywhere(flat)} {
		g := fitGround(flat, zone)
		l, rg, yb := g.At(40, 40)
		if !(math.Abs(l)+math.Abs(rg)+math.Abs(yb) < 1e-3) || g.Sigma != [3]float64{minSigma, minSigma, minSigma} {
			t.Errorf("%s: %g,%g,%g deviation %v", name, l, rg, yb, g.Sigma)
		}
	}
}

// shrink averages squares of pixels and knows where they were.
func TestShrink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.IntRange(1, 5).Draw(t, "scale")
		w, h := rapid.IntRange(scale, 30).Draw(t, "w"), rapid.IntRange(scale, 30).Draw(t, "h")
		im := &vision.Image{Width: w, Height: h, Pix: make([]uint8, 3*w*h)}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for i := range im.Pix {
			im.Pix[i] = uint8(rng.Uint32())
		}
		s := shrink(im, scale)
		if s.w != w/scale || s.h != h/scale {
			t.Fatalf("%d by %d shrunk by %d is %d by %d", w, h, scale, s.w, s.h)
		}
		j := rapid.IntRange(0, s.w*s.h-1).Draw(t, "pixel")
		var sum [3]float64
		var cu, cv float64
		for k := range scale * scale {
			x, y := j%s.w*scale+k%scale, j/s.w*scale+k/scale
			cu, cv = cu+float64(x), cv+float64(y)
			for c := range sum {
				sum[c] += float64(im.Pix[3*(y*w+x)+c])
			}
		}
		n := float64(scale * scale)
		l, rg, yb := Opponent(sum[0]/n, sum[1]/n, sum[2]/n)
		for k, want := range []float64{l, rg, yb} {
			if got := float64(s.pix[3*j+k]); math.Abs(got-want) > 1e-3 {
				t.Fatalf("channel %d of pixel %d is %g, want %g", k, j, got, want)
			}
		}
		if u, v := s.place(j); math.Abs(u-cu/n) > 1e-9 || math.Abs(v-cv/n) > 1e-9 {
			t.Fatalf("pixel %d lies at %g,%g, want %g,%g", j, u, v, cu/n, cv/n)
		}
	})
}
