package puzzle

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/calib/geom"
)

// eps is the tolerance of the cutting, in puzzle sizes: far above rounding
// (1e-15) and far below the smallest part of any puzzle (1e-2).
const eps = 1e-9

// Polygon is one flat face of a solid, its corners counter-clockwise as seen
// from outside, in puzzle sizes.
type Polygon struct {
	Face    int // index into Puzzle.Faces, or Inner
	Normal  geom.Vec
	Corners []geom.Vec
}

// Inner marks a polygon that is a cut, not a face of the solved puzzle.
const Inner = -1

// Centre returns the mean of the polygon's corners.
func (p Polygon) Centre() geom.Vec { return geom.Centroid(p.Corners) }

// plane holds the half-space n.x <= d.
type plane struct {
	n geom.Vec
	d float64
}

// clip returns the part of a convex polygon inside the half-space, and the
// points of the result that lie on its border.
func clip(pts []geom.Vec, h plane) (in, on []geom.Vec) {
	m := len(pts)
	for i, p := range pts {
		q := pts[(i+1)%m]
		sp, sq := p.Dot(h.n)-h.d, q.Dot(h.n)-h.d
		if sp <= eps {
			in = append(in, p)
			if sp >= -eps {
				on = append(on, p)
			}
		}
		if (sp < -eps && sq > eps) || (sp > eps && sq < -eps) {
			x := p.Add(q.Sub(p).Mul(sp / (sp - sq)))
			in, on = append(in, x), append(on, x)
		}
	}
	if len(in) < 3 {
		return nil, on
	}
	return in, on
}

// solidOf returns the convex solid bounded by the given faces.
func solidOf(faces []Face) []Polygon {
	var out []Polygon
	for i, f := range faces {
		u := orthogonal(f.Normal)
		v := f.Normal.Cross(u)
		var pts []geom.Vec
		for _, c := range [4][2]float64{{-far, -far}, {far, -far}, {far, far}, {-far, far}} {
			pts = append(pts, f.Normal.Mul(f.Distance).Add(u.Mul(c[0])).Add(v.Mul(c[1])))
		}
		for j, g := range faces {
			if j != i && pts != nil {
				pts, _ = clip(pts, plane{g.Normal, g.Distance})
			}
		}
		if pts != nil {
			out = append(out, Polygon{i, f.Normal, pts})
		}
	}
	return out
}

// half returns the part of a convex solid inside the half-space, closed by a cut.
func half(solid []Polygon, h plane) []Polygon {
	var keep []Polygon
	var rim []geom.Vec
	for _, f := range solid {
		in, on := clip(f.Corners, h)
		rim = append(rim, on...)
		if in != nil {
			keep = append(keep, Polygon{f.Face, f.Normal, in})
		}
	}
	if lid := ordered(rim, h.n); lid != nil {
		keep = append(keep, Polygon{Inner, h.n, lid})
	}
	return keep
}

// cut splits every solid that the plane crosses in two.
func cut(solids [][]Polygon, n geom.Vec, d float64) [][]Polygon {
	var out [][]Polygon
	for _, s := range solids {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, f := range s {
			for _, p := range f.Corners {
				x := p.Dot(n) - d
				lo, hi = math.Min(lo, x), math.Max(hi, x)
			}
		}
		if hi <= eps || lo >= -eps {
			out = append(out, s)
			continue
		}
		out = append(out, half(s, plane{n, d}), half(s, plane{n.Mul(-1), -d}))
	}
	return out
}

// corners returns the distinct corners of a solid.
func corners(solid []Polygon) []geom.Vec {
	var out []geom.Vec
	for _, f := range solid {
		out = append(out, f.Corners...)
	}
	return distinct(out)
}

// distinct returns the points without repetitions.
func distinct(pts []geom.Vec) []geom.Vec {
	var q []geom.Vec
next:
	for _, p := range pts {
		for _, o := range q {
			if p.Sub(o).Norm() < 10*eps {
				continue next
			}
		}
		q = append(q, p)
	}
	return q
}

// ordered returns the distinct points of a plane as a counter-clockwise
// polygon about n, or nil where fewer than three are distinct.
func ordered(pts []geom.Vec, n geom.Vec) []geom.Vec {
	q := distinct(pts)
	if len(q) < 3 {
		return nil
	}
	c := geom.Centroid(q)
	u := orthogonal(n)
	v := n.Cross(u)
	at := func(p geom.Vec) float64 { d := p.Sub(c); return math.Atan2(d.Dot(v), d.Dot(u)) }
	sort.Slice(q, func(i, j int) bool { return at(q[i]) < at(q[j]) })
	return q
}

// orthogonal returns a unit vector at right angles to n.
func orthogonal(n geom.Vec) geom.Vec {
	u := n.Cross(geom.Vec{X: 0.3, Y: 0.5, Z: 0.8})
	if u.Norm() < 1e-3 {
		u = n.Cross(geom.Vec{X: 1})
	}
	return u.Unit()
}
