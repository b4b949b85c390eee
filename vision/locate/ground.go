// Package locate finds where in a picture the puzzle lies: it learns the mat's
// colour as a smooth surface and looks for compact things of a puzzle's size
// that differ from it.
package locate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/plustwo/plustwo/vision"
)

// Ground is the mat's colour as a quadratic surface over the picture.
type Ground struct {
	coef  [3][6]float64
	Sigma [3]float64 // residual's robust standard deviation: lightness, red-green, yellow-blue
	w, h  float64
}

// At returns the mat's colour (lightness, red-green, yellow-blue; sRGB steps)
// at a picture pixel.
func (g *Ground) At(u, v float64) (l, rg, yb float64) {
	t := g.terms(u, v)
	var c [3]float64
	for k := range c {
		for i, x := range t {
			c[k] += g.coef[k][i] * x
		}
	}
	return c[0], c[1], c[2]
}

func (g *Ground) terms(u, v float64) [6]float64 {
	x, y := 2*u/g.w-1, 2*v/g.h-1
	return [6]float64{1, x, y, x * x, x * y, y * y}
}

// Opponent turns sRGB steps to lightness, red against green, yellow against
// blue, an orthonormal basis.
func Opponent(r, g, b float64) (l, rg, yb float64) {
	return (r + g + b) / math.Sqrt(3), (r - g) / math.Sqrt2, ((r+g)/2 - b) * math.Sqrt(2.0/3)
}

// RGB returns the mat's colour in sRGB steps at a picture pixel.
func (g *Ground) RGB(u, v float64) (red, green, blue float64) {
	l, rg, yb := g.At(u, v)
	mean, d := l/math.Sqrt(3), rg/math.Sqrt2
	y := yb * math.Sqrt(1.5) // (R+G)/2 - B
	rgMean := mean + y/3     // (R+G)/2
	return math.Max(rgMean+d, 0), math.Max(rgMean-d, 0), math.Max(rgMean-y, 0)
}

// minSigma keeps a noise-free drawing's threshold above quantisation.
const minSigma = 1.5

// fitGround fits the surface to the small picture's pixels in the zone,
// leaving out what differs: puzzle, timer, print.
func fitGround(s *small, zone []bool) *Ground {
	g := &Ground{w: float64(s.w) * s.scale, h: float64(s.h) * s.scale}
	var idx []int
	for i, in := range zone {
		if in {
			idx = append(idx, i)
		}
	}
	if len(idx) > 4000 { // a sample is enough for 18 coefficients
		n := len(idx)/4000 + 1
		k := 0
		for i := 0; i < len(idx); i += n {
			idx[k] = idx[i]
			k++
		}
		idx = idx[:k]
	}
	for k := 0; k < 3; k++ {
		g.coef[k][0] = median(s, idx, k)
	}
	const rounds = 6
	scale := 3.0
	for r := 0; r < rounds; r++ {
		g.spread(s, idx)
		g.solve(s, idx, scale, r > 1)
		scale = 2.5
	}
	g.spread(s, idx)
	return g
}

func median(s *small, idx []int, k int) float64 {
	v := make([]float64, len(idx))
	for i, j := range idx {
		v[i] = float64(s.pix[3*j+k])
	}
	if len(v) == 0 {
		return 0
	}
	return nth(v, len(v)/2)
}

// spread sets Sigma from the residuals' median absolute value (x 1.4826 for a normal law).
func (g *Ground) spread(s *small, idx []int) {
	var v [3][]float64
	for k := range v {
		v[k] = make([]float64, len(idx))
	}
	for i, j := range idx {
		for k, d := range g.residual(s, j) {
			v[k][i] = math.Abs(d)
		}
	}
	for k := range v {
		g.Sigma[k] = minSigma
		if n := len(idx); n > 0 {
			g.Sigma[k] = math.Max(minSigma, 1.4826*nth(v[k], n/2))
		}
	}
}

func (g *Ground) residual(s *small, j int) [3]float64 {
	u, v := s.place(j)
	a, b, c := g.At(u, v)
	return [3]float64{float64(s.pix[3*j]) - a, float64(s.pix[3*j+1]) - b, float64(s.pix[3*j+2]) - c}
}

// solve refits the surface to the pixels within k sigmas in every channel.
func (g *Ground) solve(s *small, idx []int, k float64, quadratic bool) {
	n := 3
	if quadratic {
		n = 6
	}
	ata := mat.NewSymDense(n, nil)
	var atb [3][6]float64
	for _, j := range idx {
		r := g.residual(s, j)
		if math.Abs(r[0]) > k*g.Sigma[0] || math.Abs(r[1]) > k*g.Sigma[1] || math.Abs(r[2]) > k*g.Sigma[2] {
			continue
		}
		u, v := s.place(j)
		t := g.terms(u, v)
		for a := 0; a < n; a++ {
			for b := a; b < n; b++ {
				ata.SetSym(a, b, ata.At(a, b)+t[a]*t[b])
			}
			for c := 0; c < 3; c++ {
				atb[c][a] += t[a] * float64(s.pix[3*j+c])
			}
		}
	}
	for a := 0; a < n; a++ {
		ata.SetSym(a, a, ata.At(a, a)+1e-6)
	}
	var ch mat.Cholesky
	if !ch.Factorize(ata) {
		return
	}
	for c := 0; c < 3; c++ {
		x := mat.NewVecDense(n, nil)
		if ch.SolveVecTo(x, mat.NewVecDense(n, atb[c][:n])) == nil {
			for a := 0; a < n; a++ {
				g.coef[c][a] = x.AtVec(a)
			}
		}
	}
}

// small is the picture at a fraction of its size, in opponent channels.
type small struct {
	w, h  int
	scale float64
	pix   []float32
}

func shrink(im *vision.Image, scale int) *small {
	s := &small{w: im.Width / scale, h: im.Height / scale, scale: float64(scale)}
	s.pix = make([]float32, 3*s.w*s.h)
	inv := 1 / float64(scale*scale)
	for y := 0; y < s.h; y++ {
		for x := 0; x < s.w; x++ {
			var r, g, b int
			for j := 0; j < scale; j++ {
				o := 3 * ((y*scale+j)*im.Width + x*scale)
				row := im.Pix[o : o+3*scale]
				for i := 0; i < len(row); i += 3 {
					r += int(row[i])
					g += int(row[i+1])
					b += int(row[i+2])
				}
			}
			l, rg, yb := Opponent(float64(r)*inv, float64(g)*inv, float64(b)*inv)
			o := 3 * (y*s.w + x)
			s.pix[o], s.pix[o+1], s.pix[o+2] = float32(l), float32(rg), float32(yb)
		}
	}
	return s
}

// place returns the picture pixel at the middle of a small pixel.
func (s *small) place(j int) (u, v float64) {
	return (float64(j%s.w)+0.5)*s.scale - 0.5, (float64(j/s.w)+0.5)*s.scale - 0.5
}
