package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// rect is a rectangle of pixels, the second corner outside.
type rect struct{ x0, y0, x1, y1 int }

var nowhere = rect{math.MaxInt32, math.MaxInt32, math.MinInt32, math.MinInt32}

func (r rect) empty() bool { return r.x1 <= r.x0 || r.y1 <= r.y0 }

// grown moves the borders out by n times d.
func (r rect) grown(n, d int) rect { return rect{r.x0 - n*d, r.y0 - n*d, r.x1 + n*d, r.y1 + n*d} }

func (r rect) within(w, h int) rect {
	return rect{max(r.x0, 0), max(r.y0, 0), min(r.x1, w), min(r.y1, h)}
}

// aligned moves the borders out to multiples of n; none may be negative.
func (r rect) aligned(n int) rect {
	return rect{r.x0 / n * n, r.y0 / n * n, (r.x1 + n - 1) / n * n, (r.y1 + n - 1) / n * n}
}

func (r rect) union(q rect) rect {
	return rect{min(r.x0, q.x0), min(r.y0, q.y0), max(r.x1, q.x1), max(r.y1, q.y1)}
}

func (r rect) meets(q rect) bool {
	return r.x0 < q.x1 && q.x0 < r.x1 && r.y0 < q.y1 && q.y0 < r.y1
}

// including grows r so that it holds the pixel of a point of the mat frame, or
// the picture's border next to it.
func (r rect) including(l *lens, p geom.Vec) rect {
	at, ok := l.point(p)
	if !ok {
		return r
	}
	const far = 1 << 20
	x, y := int(math.Max(-far, math.Min(at.x, far))), int(math.Max(-far, math.Min(at.y, far)))
	return r.union(rect{x, y, x + 1, y + 1})
}

// bounds returns where an item lies in the picture, with room for its edges.
func (l *lens) bounds(it item) rect {
	r := nowhere
	for _, s := range it.solids() {
		q := make([]pt, 0, len(s.pts))
		for _, p := range s.pts {
			if at, ok := l.point(p); ok {
				q = append(q, at)
			}
		}
		r = r.union(l.visible(q))
	}
	return r
}

// visible returns where the hull of points lies in the picture, with room for
// edges.
func (l *lens) visible(q []pt) rect {
	if len(q) < 3 {
		return nowhere
	}
	const room = 4 // pixels
	lo, hi := bounds([][]pt{q})
	if lo.x >= 0 && lo.y >= 0 && hi.x <= float64(l.cam.Width) && hi.y <= float64(l.cam.Height) {
		return rect{int(lo.x) - room, int(lo.y) - room, int(hi.x) + 1 + room, int(hi.y) + 1 + room}
	}
	if hi.x < -room || hi.y < -room || lo.x > float64(l.cam.Width)+room || lo.y > float64(l.cam.Height)+room {
		return nowhere
	}
	w, h := float64(l.cam.Width)+2*room, float64(l.cam.Height)+2*room
	for i := range q {
		q[i] = pt{q[i].x + room, q[i].y + room}
	}
	q = hullOf(q)
	for side := 0; side < 4; side++ {
		q = cutSide(nil, q, side, w, h)
	}
	if len(q) == 0 {
		return nowhere
	}
	lo, hi = bounds([][]pt{q})
	return rect{int(lo.x) - 2*room, int(lo.y) - 2*room, int(hi.x) + 1, int(hi.y) + 1}
}

// merge joins rectangles until none meets another.
func merge(rs []rect) []rect {
	for i := 0; i < len(rs); i++ {
		for j := i + 1; j < len(rs); j++ {
			if rs[i].meets(rs[j]) {
				rs[i] = rs[i].union(rs[j])
				rs = append(rs[:j], rs[j+1:]...)
				i = -1
				break
			}
		}
	}
	return rs
}
