package fit

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// patch is a part of a picture at some scale: three channels a pixel, in 0..255
// sRGB steps: lightness, red against green, yellow against blue. Shading moves
// the first far more than the others, so it counts for less.
type patch struct {
	x0, y0 float64 // where the patch's first pixel's corner lies in the picture
	scale  float64 // picture pixels a patch pixel
	w, h   int
	pix    []float32
}

// lightness is the weight of a step of lightness against one of chroma: shade
// spreads lightness within one sticker, and chroma hardly.
const lightness = 0.5

// cutPatch takes the given picture rectangle, averaging scale x scale pixels.
func cutPatch(im *vision.Image, x0, y0, x1, y1, scale int) *patch {
	x0, y0 = max(x0, 0), max(y0, 0)
	x1, y1 = min(x1, im.Width), min(y1, im.Height)
	x0, x1 = atLeast(x0, x1, 2*scale)
	y0, y1 = atLeast(y0, y1, 2*scale)
	w, h := (x1-x0)/scale, (y1-y0)/scale
	p := &patch{x0: float64(x0), y0: float64(y0), scale: float64(scale), w: w, h: h, pix: make([]float32, 3*w*h)}
	inv := 1 / float32(scale*scale)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			var r, g, b int32
			for j := 0; j < scale; j++ {
				o := 3 * ((y0+y*scale+j)*im.Width + x0 + x*scale)
				for i := 0; i < scale; i++ {
					r += int32(im.Pix[o])
					g += int32(im.Pix[o+1])
					b += int32(im.Pix[o+2])
					o += 3
				}
			}
			q := p.pix[3*(y*w+x):]
			q[0], q[1], q[2] = opponent(float32(r)*inv, float32(g)*inv, float32(b)*inv)
		}
	}
	return p
}

// atLeast widens a span at a picture's border to n pixels, which every picture
// has (minSide).
func atLeast(a, b, n int) (int, int) {
	if b-a < n {
		a = max(min(a, b-n), 0)
		b = a + n
	}
	return a, b
}

func opponent(r, g, b float32) (l, rg, yb float32) {
	return lightness * (r + g + b) / 3 * 1.7320508, (r - g) * 0.70710678, ((r+g)/2 - b) * 0.81649658
}

// to takes a picture pixel to patch coordinates (0,0 the first pixel's centre).
func (p *patch) to(q geom.Pixel) geom.Pixel {
	return geom.Pixel{U: (q.U+0.5-p.x0)/p.scale - 0.5, V: (q.V+0.5-p.y0)/p.scale - 0.5}
}

// from is the inverse of to.
func (p *patch) from(q geom.Pixel) geom.Pixel {
	return geom.Pixel{U: (q.U+0.5)*p.scale + p.x0 - 0.5, V: (q.V+0.5)*p.scale + p.y0 - 0.5}
}

// at returns the bilinear value at patch coordinates, clamped to the patch.
func (p *patch) at(u, v float64) (a, b, c float32) {
	if !(u >= 0) {
		u = 0
	} else if u > float64(p.w)-1.001 {
		u = float64(p.w) - 1.001
	}
	if !(v >= 0) {
		v = 0
	} else if v > float64(p.h)-1.001 {
		v = float64(p.h) - 1.001
	}
	x, y := int(u), int(v)
	fx, fy := float32(u-float64(x)), float32(v-float64(y))
	i := 3 * (y*p.w + x)
	q := p.pix[i : i+6 : i+6]
	i += 3 * p.w
	s := p.pix[i : i+6 : i+6]
	w00, w10, w01, w11 := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	a = w00*q[0] + w10*q[3] + w01*s[0] + w11*s[3]
	b = w00*q[1] + w10*q[4] + w01*s[1] + w11*s[4]
	c = w00*q[2] + w10*q[5] + w01*s[2] + w11*s[5]
	return a, b, c
}

// noise estimates the deviation of one pixel's noise, summed over the three
// channels, from the median difference to the right-hand neighbour: edges are
// few enough not to move the median.
func (p *patch) noise() float64 {
	var v []float64
	for y := 0; y < p.h; y += 2 {
		for x := 0; x+1 < p.w; x += 2 {
			i := 3 * (y*p.w + x)
			a, b, c := float64(p.pix[i+3]-p.pix[i]), float64(p.pix[i+4]-p.pix[i+1]), float64(p.pix[i+5]-p.pix[i+2])
			v = append(v, a*a+b*b+c*c)
		}
	}
	if len(v) == 0 {
		return 1
	}
	sort.Float64s(v)
	// The median of a chi-squared with 3 degrees of freedom is 2.37; a
	// difference of two pixels has twice one pixel's variance.
	return max(math.Sqrt(v[len(v)/2]/2.37*3/2), 0.5)
}

// centre returns the patch's middle in its own coordinates.
func centre(p *patch) geom.Pixel {
	return geom.Pixel{U: float64(p.w-1) / 2, V: float64(p.h-1) / 2}
}
