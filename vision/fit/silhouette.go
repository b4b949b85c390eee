package fit

import (
	"math/bits"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// mask is a small binary picture, one word a row, bit x for column x.
type mask [64]uint64

// maskSide is the side of a mask in pixels.
const maskSide = 64

// span sets the pixels x0..x1 of a row.
func (m *mask) span(y, x0, x1 int) {
	x0, x1 = max(x0, 0), min(x1, maskSide-1)
	if x0 <= x1 && y >= 0 && y < maskSide {
		m[y] |= (^uint64(0) >> (63 - (x1 - x0))) << x0
	}
}

// polygon adds a convex polygon's pixels.
func (m *mask) polygon(pts []geom.Pixel, r *rows) {
	y0, y1 := r.cut(pts, maskSide)
	for y := y0; y < y1; y++ {
		x0, x1 := r.pixels(y, maskSide)
		m.span(y, x0, x1-1)
	}
}

// silhouette draws the posed puzzle's coloured faces, and the inner faces that
// a turned layer exposes, which may look like the mat.
func (d *painter) silhouette(cam *calib.Camera, p *pose, to *patch, outer, inner *mask) bool {
	*outer, *inner = mask{}, mask{}
	p.layersInto(d.m, cam.CamFromMat, d.xf[:])
	for i := range d.m.layers {
		x := &d.xf[i]
		for _, f := range d.m.layers[i].polys {
			if x.faces(f.Corners[0], f.Normal) {
				if !d.project(cam, x, f.Corners, geom.Vec{}, 1, to) {
					return false
				}
				if f.Face < 0 {
					inner.polygon(d.pts, &d.rows)
				} else {
					outer.polygon(d.pts, &d.rows)
				}
			}
		}
	}
	for y := range inner {
		inner[y] &^= outer[y]
	}
	return true
}

func (m *mask) row(y, dx, dy int) uint64 {
	k := y - dy
	if k < 0 || k >= maskSide {
		return 0
	}
	if dx >= 0 {
		return m[k] << dx
	}
	return m[k] >> -dx
}

// overlap returns the intersection over union of m, moved by (dx, dy), with f,
// leaving out the pixels of void (moved too).
func (m *mask) overlap(f, void *mask, dx, dy int) float64 {
	both, either := 0, 0
	for y := 0; y < maskSide; y++ {
		s := m.row(y, dx, dy)
		g := f[y] &^ void.row(y, dx, dy)
		both += bits.OnesCount64(s & g)
		either += bits.OnesCount64(s | g)
	}
	if either == 0 {
		return 0
	}
	return float64(both) / float64(either)
}

// centroid returns the mean place of the set pixels and their number.
func (m *mask) centroid() (x, y float64, n int) {
	sx, sy := 0, 0
	for j, r := range m {
		if r == 0 {
			continue
		}
		c := bits.OnesCount64(r)
		n += c
		sy += j * c
		for k, half := range columns { // the sum of bit positions, a binary digit at a time
			sx += bits.OnesCount64(r&half) << k
		}
	}
	if n > 0 {
		x, y = float64(sx)/float64(n), float64(sy)/float64(n)
	}
	return x, y, n
}

// columns[k] has the bits whose position has the binary digit k.
var columns = [6]uint64{
	0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
	0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
}

// opened returns m without what is narrower than 2r+1 pixels: print on the mat.
func (m *mask) opened(r int) mask {
	e := m.sweep(r, func(a, b uint64) uint64 { return a & b })
	return e.sweep(r, func(a, b uint64) uint64 { return a | b })
}

// sweep combines every pixel with its square neighbourhood of radius r.
func (m *mask) sweep(r int, op func(a, b uint64) uint64) mask {
	rows, out := *m, mask{}
	for y, v := range m {
		s := v
		for k := 1; k <= r; k++ {
			s = op(s, op(v<<k, v>>k))
		}
		rows[y] = s
	}
	for y := range rows {
		s := rows[y]
		for k := 1; k <= r; k++ {
			s = op(s, op(rows[max(y-k, 0)], rows[min(y+k, maskSide-1)]))
		}
		out[y] = s
	}
	return out
}
