package synth

import (
	"cmp"
	"math"
	"slices"

	"github.com/plustwo/plustwo/calib/geom"
)

// side is one flat side of a solid, in the mat frame (mm).
type side struct {
	normal  geom.Vec // outward, unit
	dist    float64  // normal . x on the plane
	corners []geom.Vec
}

// solid is a convex body in the mat frame (mm), a polyhedron or a rod with round
// ends. It casts shadows and hides what is behind it.
type solid struct {
	sides []side     // of a polyhedron
	rod   []geom.Vec // the two ends of a rod's axis
	thick float64    // radius of a rod
	pts   []geom.Vec // their hull is the solid, nearly so for a rod
	mid   geom.Vec
	rad   float64 // of a ball about mid that holds it
}

// solidOf wraps the points.
func solidOf(pts []geom.Vec) *solid {
	s := &solid{pts: pts}
	for _, f := range geom.Hull(pts) {
		c := make([]geom.Vec, len(f.Corners))
		for i, k := range f.Corners {
			c[i] = pts[k]
		}
		s.sides = append(s.sides, side{f.Normal, f.Distance, c})
	}
	s.bound()
	return s
}

func (s *solid) bound() {
	s.mid, s.rad = geom.Centroid(s.pts), 0
	for _, p := range s.pts {
		s.rad = math.Max(s.rad, p.Sub(s.mid).Norm())
	}
}

// blocks reports whether the solid lies on the way from p in the unit
// direction dir, nearer than reach. Grazing contact does not count.
func (s *solid) blocks(p, dir geom.Vec, reach float64) bool {
	const graze = 0.05 // mm
	to := s.mid.Sub(p)
	along := to.Dot(dir)
	if along < -s.rad || along > reach+s.rad || to.Dot(to)-along*along > s.rad*s.rad {
		return false
	}
	if s.rod != nil {
		return apart(p.Add(dir.Mul(graze)), p.Add(dir.Mul(reach)), s.rod[0], s.rod[1]) < s.thick
	}
	near, far := graze, reach
	for i := range s.sides {
		f := &s.sides[i]
		gap, speed := f.dist-f.normal.Dot(p), f.normal.Dot(dir)
		switch {
		case speed > 1e-9:
			far = math.Min(far, gap/speed)
		case speed < -1e-9:
			near = math.Max(near, gap/speed)
		case gap < graze: // outside, or along the side
			return false
		}
		if near > far-graze {
			return false
		}
	}
	return true
}

// box returns the corners of an upright box whose corners are rounded in plan
// (round = 0: eight points), its underside at z.
func box(x, y, z, width, depth, height, yawDeg, round float64) []geom.Vec {
	var out []geom.Vec
	for _, p := range plan(width, depth, round) {
		q := turned(p, yawDeg)
		out = append(out, geom.Vec{X: x + q.x, Y: y + q.y, Z: z}, geom.Vec{X: x + q.x, Y: y + q.y, Z: z + height})
	}
	return out
}

// plan returns a rectangle about the origin, counter-clockwise, its corners rounded.
func plan(width, depth, round float64) []pt {
	r := math.Min(round, math.Min(width, depth)/2)
	if r <= 0 {
		return []pt{{-width / 2, -depth / 2}, {width / 2, -depth / 2}, {width / 2, depth / 2}, {-width / 2, depth / 2}}
	}
	steps := 4 // of a rounded corner
	if r > 15 {
		steps = 12
	}
	var out []pt
	for q, c := range [4]pt{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		for k := 0; k <= steps; k++ {
			s, co := math.Sincos(math.Pi + (float64(q)+float64(k)/float64(steps))*math.Pi/2)
			out = append(out, pt{c.x*(width/2-r) + r*co, c.y*(depth/2-r) + r*s})
		}
	}
	return out
}

func turned(p pt, yawDeg float64) pt {
	s, c := math.Sincos(yawDeg * math.Pi / 180)
	return pt{c*p.x - s*p.y, s*p.x + c*p.y}
}

// rodOf makes a rod with round ends.
func rodOf(a, b geom.Vec, r float64) *solid {
	const around = 8
	return rodWith(a, b, r, around)
}

// rodWith is rodOf with a number of points around each end.
func rodWith(a, b geom.Vec, r float64, around int) *solid {
	u := b.Sub(a).Unit()
	v := u.Cross(geom.Vec{X: 0.31, Y: 0.52, Z: 0.79}).Unit()
	w := u.Cross(v)
	s := &solid{rod: []geom.Vec{a, b}, thick: r, pts: []geom.Vec{a.Sub(u.Mul(r)), b.Add(u.Mul(r))}}
	for k := 0; k < around; k++ {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(around))
		e := v.Mul(cos * r).Add(w.Mul(sin * r))
		s.pts = append(s.pts, a.Add(e), b.Add(e))
	}
	s.bound()
	return s
}

// apart returns the distance between the segments from p to q and from a to b
// (C. Ericson, Real-Time Collision Detection, 2005, 5.1.9).
func apart(p, q, a, b geom.Vec) float64 {
	d, e, r := q.Sub(p), b.Sub(a), p.Sub(a)
	dd, ee, de := d.Dot(d), e.Dot(e), d.Dot(e)
	dr, er := d.Dot(r), e.Dot(r)
	s := 0.0
	if det := dd*ee - de*de; det > 1e-12*dd*ee {
		s = clamp01((de*er - dr*ee) / det)
	}
	t := 0.0
	if ee > 0 {
		t = (de*s + er) / ee
	}
	if t < 0 || t > 1 {
		t = clamp01(t)
		s = clamp01((de*t - dr) / dd)
	}
	return p.Add(d.Mul(s)).Sub(a.Add(e.Mul(t))).Norm()
}

func clamp01(v float64) float64 { return math.Max(0, math.Min(1, v)) }

// hull2 returns the convex hull of points of a plane, counter-clockwise
// (Andrew's chain).
func hull2(p []pt) []pt { return hullOf(append([]pt(nil), p...)) }

// hullOf is hull2 for points that it may put in another order.
func hullOf(q []pt) []pt {
	sortPts(q)
	out := make([]pt, 0, len(q)+1)
	for pass := 0; pass < 2; pass++ {
		start := len(out)
		for _, c := range q {
			for len(out) >= start+2 && cross2(out[len(out)-2], out[len(out)-1], c) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, c)
		}
		out = out[:len(out)-1]
		for i, j := 0, len(q)-1; i < j; i, j = i+1, j-1 {
			q[i], q[j] = q[j], q[i]
		}
	}
	return out
}

func cross2(a, b, c pt) float64 { return (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x) }

// sortPts sorts by x, then y.
func sortPts(q []pt) {
	const few = 24 // points, which insertion sorts faster
	if len(q) > few {
		slices.SortFunc(q, func(a, b pt) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
		return
	}
	for i := 1; i < len(q); i++ {
		for j := i; j > 0 && (q[j].x < q[j-1].x || (q[j].x == q[j-1].x && q[j].y < q[j-1].y)); j-- {
			q[j], q[j-1] = q[j-1], q[j]
		}
	}
}
