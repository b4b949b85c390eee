package diagram

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// pen writes paths of one view.
type pen struct {
	view  view
	scale float64 // units for one puzzle size
	x, y  float64 // of the core
}

func (p pen) at(c geom.Vec) puzzle.Point {
	q := p.view.at(c)
	return puzzle.Point{X: p.x + p.scale*q.X, Y: p.y + p.scale*q.Y}
}

// polygon writes a closed polygon of turned corners.
func (p pen) polygon(r geom.Rot, corners []geom.Vec) string {
	var b strings.Builder
	for i, c := range corners {
		q := p.at(r.Apply(c))
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], q.X, q.Y)
	}
	return b.String() + "z"
}

// rounded writes a closed polygon whose corners are rounded: each begins the
// given length before the corner, or at half its edge.
func (p pen) rounded(r geom.Rot, corners []geom.Vec, length float64) string {
	var b strings.Builder
	n := len(corners)
	for i, c := range corners {
		cut := func(to geom.Vec) puzzle.Point {
			d := to.Sub(c)
			return p.at(r.Apply(c.Add(d.Mul(min(0.5, length/d.Norm())))))
		}
		from, q, to := cut(corners[(i+n-1)%n]), p.at(r.Apply(c)), cut(corners[(i+1)%n])
		fmt.Fprintf(&b, "%c%.1f %.1fQ%.1f %.1f %.1f %.1f", "ML"[min(i, 1)], from.X, from.Y, q.X, q.Y, to.X, to.Y)
	}
	return b.String() + "z"
}

// cross writes two strokes across a sticker, upright in the picture so that they
// read as a cross on every face.
func (p pen) cross(r geom.Rot, s puzzle.Polygon, slant float64) string {
	const reach = 0.55 // of the sticker's inner radius, seen face on
	c := p.at(r.Apply(s.Centre()))
	l := reach * inradius(s) * p.scale * math.Sqrt(slant)
	return fmt.Sprintf("M%.1f %.1fl%.1f %.1fM%.1f %.1fl%.1f %.1f", c.X-l, c.Y-l, 2*l, 2*l, c.X+l, c.Y-l, -2*l, 2*l)
}

// outline writes the outline of a convex body (Andrew's monotone chain,
// Information Processing Letters 9:5, 1979).
func (p pen) outline(r geom.Rot, corners []geom.Vec) string {
	pts := make([]puzzle.Point, len(corners))
	for i, c := range corners {
		pts[i] = p.at(r.Apply(c))
	}
	sort.Slice(pts, func(i, j int) bool {
		return pts[i].X < pts[j].X || pts[i].X == pts[j].X && pts[i].Y < pts[j].Y
	})
	var hull []puzzle.Point
	chain := func(q puzzle.Point, floor int) {
		for len(hull) >= floor+2 {
			a, b := hull[len(hull)-2], hull[len(hull)-1]
			if (b.X-a.X)*(q.Y-a.Y)-(b.Y-a.Y)*(q.X-a.X) > 1e-9 {
				break
			}
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, q)
	}
	for _, q := range pts {
		chain(q, 0)
	}
	for i, floor := len(pts)-2, len(hull)-1; i >= 0; i-- {
		chain(pts[i], floor)
	}
	var b strings.Builder
	for i, q := range hull[:len(hull)-1] {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], q.X, q.Y)
	}
	return b.String() + "z"
}

// inradius is the distance from a polygon's centre to the nearest edge.
func inradius(s puzzle.Polygon) float64 {
	c, least := s.Centre(), math.Inf(1)
	for i, a := range s.Corners {
		e := s.Corners[(i+1)%len(s.Corners)].Sub(a).Unit()
		least = min(least, e.Cross(c.Sub(a)).Norm())
	}
	return least
}

// inset moves the edges of a convex polygon inwards.
func inset(s puzzle.Polygon, by float64) []geom.Vec {
	n := len(s.Corners)
	out := make([]geom.Vec, n)
	for i, c := range s.Corners {
		a := c.Sub(s.Corners[(i+n-1)%n]).Unit()
		b := s.Corners[(i+1)%n].Sub(c).Unit()
		// The new corner lies by off both edges: along a and b it is by/sin of the
		// angle between them.
		if sin := a.Cross(b).Norm(); sin > 1e-6 {
			out[i] = c.Add(b.Sub(a).Mul(by / sin))
		} else { // in the middle of an edge
			out[i] = c.Add(s.Normal.Cross(b).Mul(by))
		}
	}
	return out
}
