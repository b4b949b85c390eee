package locate

import (
	"cmp"
	"math"
	"slices"

	"github.com/plustwo/plustwo/vision"
)

// blob is a compact piece of even colour: a sticker, perhaps.
type blob struct {
	u, v       float64 // centre, picture pixels
	uu, uv, vv float64 // covariance of its pixels, picture pixels squared
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

// mostBlobs bounds the blobs of one threshold, so that a texture of thousands
// costs no more than a busy table (noise of 12 pixels a grain at 1600 x 1200 took
// 57 s without, 0.05 s with it): 70 photographs of puzzles had 41 in the median
// and 564 at most.
const mostBlobs = 600

// blobs finds the even pieces of a picture at 1/scale of its size; where there
// are too many, the largest.
func blobs(im *vision.Image, scale int) []blob {
	s := shrink(im, scale)
	g := steps(s)
	var out []blob
	for i, limit := range evenness {
		for _, b := range largestOf(regions(s, g, limit), mostBlobs) {
			b.step = i
			if !known(out, &b) {
				out = append(out, b)
			}
		}
	}
	return out
}

// largestOf returns the n largest blobs at most, and none that could stand next
// to one that is left out: a part of a wide tiling could look like a face.
func largestOf(list []blob, n int) []blob {
	if len(list) <= n {
		return list
	}
	slices.SortStableFunc(list, func(a, b blob) int { return cmp.Compare(b.area, a.area) })
	least := list[n].area * likeArea
	for n > 0 && list[n-1].area <= least {
		n--
	}
	return list[:n]
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

// regions lists the compact ones of the connected pieces whose steps g are below
// a threshold (sRGB steps).
func regions(s *small, g []float32, limit float32) []blob {
	in := make([]bool, len(g))
	for i := range in {
		in[i] = g[i] < limit
	}
	var out []blob
	pieces(s.w, s.h, in, func(at []int) {
		n := float64(len(at))
		if n < minBlob || n > float64(len(g))/4 {
			return
		}
		var su, sv, uu, uv, vv float64
		for _, j := range at {
			x, y := float64(j%s.w), float64(j/s.w)
			su, sv = su+x, sv+y
			uu, uv, vv = uu+x*x, uv+x*y, vv+y*y
		}
		u, v := su/n, sv/n
		const pixel = 1.0 / 12 // the variance of a pixel itself
		b := blob{u: u, v: v, uu: uu/n - u*u + pixel, uv: uv/n - u*v, vv: vv/n - v*v + pixel, area: n}
		if b.compact() {
			b.scaled(s.scale)
			out = append(out, b)
		}
	})
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
	b.whiten()
}

// whiten finds the whitening: the Cholesky factor of the inverse of 12 times the
// covariance, a unit square's being 1/12.
func (b *blob) whiten() {
	det := 12 * (b.uu*b.vv - b.uv*b.uv)
	b.gx = math.Sqrt(b.uu / det)
	b.gv = -b.uv / det / b.gx
	b.gu = math.Sqrt(math.Max(b.vv/det-b.gv*b.gv, 0))
}

// white returns a step in the picture in units of the blob's own sides.
func (b *blob) white(du, dv float64) (x, y float64) {
	return b.gu * du, b.gv*du + b.gx*dv
}

// A blob is one that was found before where their middles are less than
// sameCentre of a side apart and neither is more than sameArea times the other:
// a higher threshold adds a rim of a pixel, a sixth of a sticker 12 pixels wide.
const (
	sameCentre = 0.2
	sameArea   = 1.4
)

// known tells whether the list has the blob already, found at another threshold.
func known(list []blob, b *blob) bool {
	for i := range list {
		o := &list[i]
		if x, y := o.white(b.u-o.u, b.v-o.v); x*x+y*y < sameCentre*sameCentre && b.area < sameArea*o.area && o.area < sameArea*b.area {
			return true
		}
	}
	return false
}
