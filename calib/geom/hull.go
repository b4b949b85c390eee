package geom

import (
	"math"
	"sort"
)

// Facet is one flat face of a convex hull.
type Facet struct {
	Normal   Vec     // outward, unit
	Distance float64 // of its plane from the origin, along Normal
	Corners  []int   // indices into the points, counter-clockwise seen from outside
}

// hullTol is the distance below which a point counts as lying on a plane or a
// line, as a share of the points' extent: far above rounding (1e-15), far
// below any part of a puzzle (1e-3).
const hullTol = 1e-8

// Hull returns the facets of the convex hull of the points, coplanar points
// gathered in one facet. It is nil where the points do not span a solid.
//
// It wraps: from one facet it turns a plane about each edge until the plane
// meets the next point (Chand and Kapur, JACM 17:1, 1970), so the cost is
// edges times points.
func Hull(pts []Vec) []Facet {
	w := wrapper{pts: pts, tol: hullTol * extent(pts)}
	if !(w.tol > 0) {
		return nil
	}
	w.once()
	first, ok := w.first()
	if !ok {
		return nil
	}
	seen := map[[2]int]bool{} // edges with a facet on their left
	var out []Facet
	for queue := []Facet{first}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		n := len(f.Corners)
		if n < 3 || seen[[2]int{f.Corners[0], f.Corners[1]}] {
			continue
		}
		out = append(out, f)
		for i, a := range f.Corners {
			seen[[2]int{a, f.Corners[(i+1)%n]}] = true
		}
		for i, a := range f.Corners {
			b := f.Corners[(i+1)%n]
			if seen[[2]int{b, a}] {
				continue
			}
			if g, ok := w.turn(a, pts[b].Sub(pts[a]).Unit(), f.Normal); ok {
				queue = append(queue, w.facet(a, g))
			}
		}
	}
	if len(out) < 4 {
		return nil
	}
	return out
}

type wrapper struct {
	pts []Vec
	ids []int // of the points to look at: of those that coincide, the first
	tol float64
}

func (w *wrapper) once() {
next:
	for i, p := range w.pts {
		for _, j := range w.ids {
			if p.Sub(w.pts[j]).Norm() < w.tol {
				continue next
			}
		}
		w.ids = append(w.ids, i)
	}
}

func extent(pts []Vec) float64 {
	e := 0.0
	for _, p := range pts {
		e = math.Max(e, p.Sub(pts[0]).Norm())
	}
	return e
}

// first finds a facet: a supporting plane at an extreme point, turned about
// that point and then about the edge that it meets.
func (w wrapper) first() (Facet, bool) {
	n := Vec{0.267, 0.534, 0.802}.Unit() // any direction will do
	a := w.ids[0]
	for _, i := range w.ids {
		if w.pts[i].Dot(n) > w.pts[a].Dot(n) {
			a = i
		}
	}
	u := n.Cross(Vec{1, 0, 0}).Unit()
	n, ok := w.turn(a, u, n)
	if !ok {
		return Facet{}, false
	}
	b := -1
	for _, i := range w.ids { // the plane has met one, unless the points are flat
		d := w.pts[i].Sub(w.pts[a])
		if math.Abs(d.Dot(n)) < w.tol && d.Norm() > w.tol && (b < 0 || d.Norm() > w.pts[b].Sub(w.pts[a]).Norm()) {
			b = i
		}
	}
	if b < 0 {
		return Facet{}, false
	}
	n, ok = w.turn(a, w.pts[b].Sub(w.pts[a]).Unit(), n)
	if !ok {
		return Facet{}, false
	}
	return w.facet(a, n), true
}

// turn rotates the supporting plane with normal n through point a about the
// direction u, away from what lies to the left of u, until it meets a point;
// it returns the new normal.
func (w wrapper) turn(a int, u, n Vec) (Vec, bool) {
	left := n.Cross(u)
	bx, by, found := 1.0, 0.0, false // the direction of the point met: x to the left, y below the plane
	for _, i := range w.ids {
		d := w.pts[i].Sub(w.pts[a])
		x, y := d.Dot(left), math.Max(-d.Dot(n), 0)
		if y < w.tol && x > -w.tol {
			continue // on the edge, or on the facet that we come from
		}
		if !found || x*by < bx*y {
			bx, by, found = x, y, true
		}
	}
	return left.Mul(-by).Add(n.Mul(-bx)).Unit(), found
}

// facet gathers the points of the plane with normal n through point a.
func (w wrapper) facet(a int, n Vec) Facet {
	d := w.pts[a].Dot(n)
	u := n.Cross(Vec{1, 0, 0})
	if math.Abs(n.X) > 0.9 {
		u = n.Cross(Vec{0, 1, 0})
	}
	u = u.Unit()
	v := n.Cross(u)
	var on []flatPoint
	for _, i := range w.ids {
		p := w.pts[i]
		if math.Abs(p.Dot(n)-d) < w.tol {
			on = append(on, flatPoint{p.Dot(u), p.Dot(v), i})
		}
	}
	return Facet{n, d, flatHull(on, w.tol)}
}

type flatPoint struct {
	x, y float64
	id   int
}

// flatHull returns the corners of the convex hull of points of a plane,
// counter-clockwise, without those that lie on an edge (Andrew's chain).
func flatHull(q []flatPoint, tol float64) []int {
	sort.Slice(q, func(i, j int) bool {
		if math.Abs(q[i].x-q[j].x) > tol {
			return q[i].x < q[j].x
		}
		return q[i].y < q[j].y
	})
	if len(q) < 3 {
		return nil
	}
	var out []int
	for pass := 0; pass < 2; pass++ {
		var chain []flatPoint
		for _, p := range q {
			for len(chain) >= 2 && offLine(chain[len(chain)-2], p, chain[len(chain)-1]) > -tol {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, p)
		}
		for _, p := range chain[:len(chain)-1] {
			out = append(out, p.id)
		}
		for i, j := 0, len(q)-1; i < j; i, j = i+1, j-1 {
			q[i], q[j] = q[j], q[i]
		}
	}
	return out
}

// offLine returns how far c lies to the left of the line from a to b.
func offLine(a, b, c flatPoint) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	return (dx*(c.y-a.y) - dy*(c.x-a.x)) / math.Hypot(dx, dy)
}
