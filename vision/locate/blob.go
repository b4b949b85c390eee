package locate

import (
	"math"

	"github.com/plustwo/plustwo/vision"
)

// blob is a compact piece of even colour: a sticker, perhaps.
type blob struct {
	u, v       float64 // centre, picture pixels
	uu, uv, vv float64 // covariance of its pixels
	area       float64 // picture pixels
	gu, gv, gx float64 // whitening: (gu du, gv du + gx dv) of a square blob is a square of side 1
	step       int     // the threshold that it was found at, index into evenness
}

// Blobs are grown from pixels whose colour changes less than a threshold to
// their neighbours (sRGB steps over two pixels). Grooves between pieces of one
// colour are faint, print and noise are not: several thresholds are tried.
var evenness = [...]float32{8, 14, 24, 40}

const (
	minBlob = 10.0 // small pixels: less has no shape
	// squareLow and squareHigh bound area against that of the parallelogram of
	// the same covariance: 1 for a parallelogram, 1.05 for an ellipse, less for
	// what has holes or arms.
	squareLow  = 0.80
	squareHigh = 1.15
	// flattest is the most that a blob may be longer than wide: a square sticker
	// seen 75 degrees off its normal.
	flattest = 4.0
)

// blobs finds the even pieces of a picture at one scale.
func blobs(im *vision.Image, scale int) []blob {
	s := shrink(im, scale)
	g := steps(s)
	var out []blob
	for i, limit := range evenness {
		for _, b := range regions(s, g, limit) {
			b.step = i
			if !known(out, &b) {
				out = append(out, b)
			}
		}
	}
	return out
}

// steps returns how much the colour changes at each pixel, in sRGB steps over
// two pixels, the most of both directions and all channels.
func steps(s *small) []float32 {
	g := make([]float32, s.w*s.h)
	for y := 1; y < s.h-1; y++ {
		for x := 1; x < s.w-1; x++ {
			i := y*s.w + x
			m := float32(0)
			for k := 0; k < 3; k++ {
				a := s.pix[3*(i+1)+k] - s.pix[3*(i-1)+k]
				b := s.pix[3*(i+s.w)+k] - s.pix[3*(i-s.w)+k]
				m = max(m, a, -a, b, -b)
			}
			g[i] = m
		}
	}
	for x := 0; x < s.w; x++ {
		g[x], g[(s.h-1)*s.w+x] = math.MaxFloat32, math.MaxFloat32
	}
	for y := 0; y < s.h; y++ {
		g[y*s.w], g[y*s.w+s.w-1] = math.MaxFloat32, math.MaxFloat32
	}
	return g
}

// regions lists the connected pieces below a threshold that are compact.
func regions(s *small, g []float32, limit float32) []blob {
	seen := make([]bool, len(g))
	var out []blob
	var stack []int32
	for i := range g {
		if seen[i] || g[i] >= limit {
			continue
		}
		var n, su, sv, uu, uv, vv float64
		seen[i] = true
		stack = append(stack[:0], int32(i))
		for len(stack) > 0 {
			j := int(stack[len(stack)-1])
			stack = stack[:len(stack)-1]
			x, y := float64(j%s.w), float64(j/s.w)
			n++
			su += x
			sv += y
			uu += x * x
			uv += x * y
			vv += y * y
			for _, k := range [4]int{j - 1, j + 1, j - s.w, j + s.w} {
				if !seen[k] && g[k] < limit { // the border is never below
					seen[k] = true
					stack = append(stack, int32(k))
				}
			}
		}
		if n < minBlob || n > float64(len(g))/4 {
			continue
		}
		u, v := su/n, sv/n
		const pixel = 1.0 / 12 // the variance of a pixel itself
		b := blob{u: u, v: v, uu: uu/n - u*u + pixel, uv: uv/n - u*v, vv: vv/n - v*v + pixel, area: n}
		if b.compact() {
			b.scaled(s.scale)
			out = append(out, b)
		}
	}
	return out
}

// compact tells whether the blob could be a sticker, seen from some side.
func (b *blob) compact() bool {
	det := b.uu*b.vv - b.uv*b.uv
	if !(det > 0) {
		return false
	}
	if q := b.area / (12 * math.Sqrt(det)); q < squareLow || q > squareHigh {
		return false
	}
	mean, half := (b.uu+b.vv)/2, math.Hypot((b.uu-b.vv)/2, b.uv)
	return mean+half < flattest*flattest*(mean-half)
}

// rim is how much of a sticker on each side is lost to its border's slope, in
// small pixels: one of the two pixels that steps looks over, and blur.
const rim = 1.5

// scaled turns the blob to picture pixels and finds its whitening, the lost rim
// given back.
func (b *blob) scaled(scale float64) {
	det := b.uu*b.vv - b.uv*b.uv
	side := math.Sqrt(math.Sqrt(det) * 12)
	grow := (side + 2*rim) / side
	k := scale * scale * grow * grow
	b.u, b.v = (b.u+0.5)*scale-0.5, (b.v+0.5)*scale-0.5
	b.uu, b.uv, b.vv, b.area = b.uu*k, b.uv*k, b.vv*k, b.area*k
	// Cholesky of the inverse of 12 times the covariance: a unit square's is 1/12
	det = 12 * (b.uu*b.vv - b.uv*b.uv)
	b.gx = math.Sqrt(b.uu / det)
	b.gv = -b.uv / det / b.gx
	b.gu = math.Sqrt(math.Max(b.vv/det-b.gv*b.gv, 0))
}

// white returns a step in the picture in units of the blob's own sides.
func (b *blob) white(du, dv float64) (x, y float64) {
	return b.gu * du, b.gv*du + b.gx*dv
}

// known tells whether the list has the blob already, found at another threshold.
func known(list []blob, b *blob) bool {
	for i := range list {
		o := &list[i]
		if x, y := o.white(b.u-o.u, b.v-o.v); x*x+y*y < 0.04 && b.area < 1.4*o.area && o.area < 1.4*b.area {
			return true
		}
	}
	return false
}
