package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// surface is one flat, lit side of a solid, seen from outside. Its own frame
// has u to the right, v up and n towards the viewer's side; lengths are mm.
type surface struct {
	p        *painter
	view     planeView
	nu, nv   int // nodes of the light's grid
	du, dv   float64
	nodes    []node
	gloss    float32
	sharp    int
	blockers []*solid
}

// node is the light at one point of a surface.
type node struct {
	lit    rgb     // falls on it
	mirror rgb     // is mirrored to the eye
	open   float32 // share of the lamps' light that arrives
}

func (a *node) mix(b *node, t float32) node {
	return node{a.lit.mix(b.lit, t), a.mirror.mix(b.mirror, t), a.open + (b.open-a.open)*t}
}

// newSurface measures the light on a side: nodes no more than spacing apart,
// the shadows of other solids included. gloss is 0 to 1.
func (p *painter) newSurface(corners []geom.Vec, n geom.Vec, spacing, gloss float64, others []*solid) *surface {
	u := corners[1].Sub(corners[0]).Unit()
	v := n.Cross(u)
	lo, hi := pt{math.Inf(1), math.Inf(1)}, pt{math.Inf(-1), math.Inf(-1)}
	for _, c := range corners {
		d := c.Sub(corners[0])
		lo = pt{math.Min(lo.x, d.Dot(u)), math.Min(lo.y, d.Dot(v))}
		hi = pt{math.Max(hi.x, d.Dot(u)), math.Max(hi.y, d.Dot(v))}
	}
	o := corners[0].Add(u.Mul(lo.x)).Add(v.Mul(lo.y))
	s := &surface{p: p, view: p.lens.plane(o, u, v, n), gloss: float32(gloss), sharp: 3 + int(math.Round(5*gloss))}
	s.nu, s.nv = 2+int((hi.x-lo.x)/spacing), 2+int((hi.y-lo.y)/spacing)
	s.du, s.dv = (hi.x-lo.x)/float64(s.nu-1), (hi.y-lo.y)/float64(s.nv-1)
	s.blockers = near(o, n, others)
	for j := 0; j < s.nv; j++ {
		for i := 0; i < s.nu; i++ {
			q := o.Add(u.Mul(float64(i) * s.du)).Add(v.Mul(float64(j) * s.dv))
			s.nodes = append(s.nodes, s.node(q))
		}
	}
	return s
}

// node measures the light at a point of the mat frame. Mirror images move so
// slowly across a flat side (half as fast as the eye's direction) that nodes
// hold them, too.
func (s *surface) node(q geom.Vec) node {
	l, n := s.p.lights, s.view.n
	e, open := l.at(q, n, s.blockers)
	out := node{lit: e.add(l.fromMat(q, n, s.p.onMat)), open: open}
	if s.gloss > 0 {
		eye := s.view.eye.Sub(q).Unit()
		out.mirror = l.glint(q, n, eye, s.sharp, s.gloss*open).add(l.sheen(n, eye, s.gloss))
	}
	return out
}

// light returns the light at (x, y) of the surface.
func (s *surface) light(x, y float64) node {
	i, tx := split(x/s.du, s.nu-1)
	j, ty := split(y/s.dv, s.nv-1)
	k := s.nodes[j*s.nu+i:]
	low, high := k[0].mix(&k[1], tx), k[s.nu].mix(&k[s.nu+1], tx)
	return low.mix(&high, ty)
}

// near returns the solids that reach above the plane through p with normal n,
// and are close enough to hide much of the light.
func near(p, n geom.Vec, solids []*solid) []*solid {
	const reach = 250 // mm
	var out []*solid
	for _, b := range solids {
		to := b.mid.Sub(p)
		if to.Norm() > reach+b.rad || to.Dot(n) < -b.rad {
			continue
		}
		for _, q := range b.pts {
			if q.Sub(p).Dot(n) > 0.1 {
				out = append(out, b)
				break
			}
		}
	}
	return out
}

// split returns the cell, of n, that v lies in or nearest to, and where in it.
func split(v float64, n int) (int, float32) {
	if !(v > 0) {
		return 0, 0
	}
	if i := int(v); i < n {
		return i, float32(v - float64(i))
	}
	return n - 1, 1
}

// at takes a point of the surface to the mat frame.
func (s *surface) at(q pt) geom.Vec {
	return s.view.origin.Add(s.view.u.Mul(q.x)).Add(s.view.v.Mul(q.y))
}

// of takes a point of the mat frame onto the surface.
func (s *surface) of(v geom.Vec) pt {
	d := v.Sub(s.view.origin)
	return pt{d.Dot(s.view.u), d.Dot(s.view.v)}
}

// outlines returns how contours on the surface appear.
func (s *surface) outlines(contours ...[]pt) [][]pt {
	l := s.p.lens
	out := make([][]pt, 0, len(contours))
	for _, c := range contours {
		l.poly = l.poly[:0]
		for _, q := range c {
			l.poly = append(l.poly, s.at(q))
		}
		if o := l.outline(l.poly); len(o) > 2 {
			out = append(out, o)
		}
	}
	return out
}

// even is a size (mm) over which the light on a side does not change to be seen.
const even = 4

// paint fills contours on the surface as plastic of a colour.
func (s *surface) paint(c rgb, contours ...[]pt) {
	lo, hi := bounds(contours)
	if hi.x-lo.x < even && hi.y-lo.y < even {
		n := s.light((lo.x+hi.x)/2, (lo.y+hi.y)/2)
		s.p.fill(s.outlines(contours...), c.times(n.lit).add(n.mirror))
		return
	}
	s.p.fillSmooth(s.outlines(contours...), func(x, y int) rgb {
		n := s.light(s.view.at(x, y))
		return c.times(n.lit).add(n.mirror)
	})
}

// dull fills contours on the surface in one shade: the light in the middle of
// the first contour.
func (s *surface) dull(c rgb, contours ...[]pt) {
	m := middle(contours[0])
	s.p.fill(s.outlines(contours...), c.times(s.light(m.x, m.y).lit))
}

func middle(q []pt) pt {
	var m pt
	for _, p := range q {
		m.x += p.x / float64(len(q))
		m.y += p.y / float64(len(q))
	}
	return m
}

// seen reports whether the side faces the eye.
func (d *side) seen(eye geom.Vec) bool { return d.normal.Dot(eye) > d.dist }

// others returns all solids but one.
func (w *world) others(s *solid) []*solid {
	out := make([]*solid, 0, len(w.all))
	for _, o := range w.all {
		if o != s {
			out = append(out, o)
		}
	}
	return out
}
