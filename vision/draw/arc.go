package draw

import (
	"fmt"
	"math"
	"sort"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// arc is the turn of one interface drawn in the picture, in the plane of the
// cut: a ring sector just outside the layers, from the lower layer's direction
// to the upper one's.
type arc struct {
	*body
	adjudicate.Interface
	from   geom.Vec // direction of the lower layer's mark, unit
	radius float64  // of the layers' corners, puzzle sizes
}

const (
	// maxArcs is how many arcs a picture shows; the dials show all.
	maxArcs = 2
	// edgeOn is the sine of the angle between the line of sight and the cut's
	// plane below which an arc is too flat to read: 15 degrees.
	edgeOn = 0.26
)

// arcs chooses the interfaces to draw in the picture: the widest one, unless
// its arc would be thinner than its lines, and the next if it too is over the
// limit or too close to it.
func (b *body) arcs(r adjudicate.Ruling) []arc {
	var out []arc
	for _, f := range r.Interfaces {
		if f.Axis == b.Axis && phrase.Measured(f.Sigma) && f.Between[0] >= 0 && f.Between[1] < len(b.Layers) {
			out = append(out, b.arc(f))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Turn.Abs() > out[j].Turn.Abs() })
	n := 0
	const thin = 5 * geom.Degree // drawn no longer than its lines are thick; the dial tells
	for n < min(len(out), maxArcs) && (out[n].Over || out[n].Close || n == 0 && out[n].Turn.Abs() > thin) {
		n++
	}
	return out[:n]
}

func (b *body) arc(f adjudicate.Interface) arc {
	a := arc{body: b, Interface: f}
	lower := f.Between[0]
	normal := b.axis().Normal
	for _, l := range []int{lower, lower + 1} {
		for _, p := range b.Puzzle.Layers(b.Axis)[l].Polygons {
			for _, c := range p.Corners {
				a.radius = math.Max(a.radius, c.Sub(normal.Mul(c.Dot(normal))).Norm())
			}
		}
	}
	// Of the directions that look alike take the one whose arc covers the least
	// of the puzzle, and of these the one nearest to the camera.
	covers, near := math.Inf(1), math.Inf(-1)
	border := b.border()
	for k := 0; k < b.axis().Order; k++ {
		dir := b.turned(lower, geom.AxisAngle(normal, geom.Angle(k)*b.axis().Step()).Apply(b.mark()))
		try := a
		try.from = dir
		c, n := try.covers(border), geom.AxisAngle(normal, f.Turn/2).Apply(dir).Dot(a.sight())
		if c < covers || c == covers && n > near {
			covers, near, a.from = c, n, dir
		}
	}
	return a
}

// covers counts the points, of some along the arc, that lie on the puzzle.
func (a arc) covers(border []pt) float64 {
	const points = 12
	inner, outer := ringAt(0)
	end := a.side() * max(a.Turn.Abs(), a.Limit)
	n := 0.0
	for i := 0; i <= points; i++ {
		for _, share := range []float64{inner, outer} {
			p := a.spoke(end*geom.Angle(i)/points, share)
			if in, _, _ := within(p, p.add(pt{1e-3, 0}), border); in {
				n++
			}
		}
	}
	return n
}

// sight returns the way from the cut's middle to the camera, puzzle frame.
func (a arc) sight() geom.Vec { return a.eye().Sub(a.centre()) }

// flat tells whether the camera sees the cut too nearly edge-on for an arc.
func (a arc) flat() bool {
	return math.Abs(a.sight().Unit().Dot(a.axis().Normal)) < edgeOn
}

// mark returns a direction at right angles to the axis that belongs to the
// puzzle's shape: that of a face.
func (b *body) mark() geom.Vec {
	normal := b.axis().Normal
	for _, f := range b.Puzzle.Faces {
		if flat := f.Normal.Sub(normal.Mul(f.Normal.Dot(normal))); flat.Norm() > 0.3 { // not along the axis
			return flat.Unit()
		}
	}
	return geom.Vec{}
}

// centre returns the middle of the cut, puzzle frame.
func (a arc) centre() geom.Vec { return a.axis().Normal.Mul(a.axis().Cuts[a.Between[0]]) }

// spoke returns where the point at a turn from the lower layer's mark and a
// share of the radius is drawn.
func (a arc) spoke(turn geom.Angle, share float64) pt {
	dir := geom.AxisAngle(a.axis().Normal, turn).Apply(a.from)
	p, _ := a.project(a.centre().Add(dir.Mul(a.radius * share)))
	return p
}

// ring returns the sector between two turns.
func (a arc) ring(from, to geom.Angle, inner, outer float64) []pt {
	return sector(a.spoke, from, to, inner, outer)
}

// draw paints the k-th arc: where solved would be, the limit on the side of
// the turn, the measured turn with its error band.
func (a arc) draw(c *canvas, k int) {
	inner, outer := ringAt(k)
	colour := standingInk(a.Interface)
	if a.flat() {
		c.outlined(colour, 4, a.cutLine(inner, outer))
		return
	}
	limit := a.side() * a.Limit
	band := a.Margin
	c.fill(faded(black, 110), a.ring(0, a.side()*max(a.Turn.Abs()+band, a.Limit), inner, outer))
	c.fill(faded(colour, 120), a.ring(0, a.Turn, inner, outer))
	c.fill(faded(white, 150), a.ring(a.Turn-band, a.Turn+band, inner, outer))
	c.outlined(white, 2, []pt{a.spoke(0, inner-0.04), a.spoke(0, outer+0.02)})
	line := []pt{a.spoke(limit, inner-0.1), a.spoke(limit, outer+0.08)}
	c.stroke(halo, 9, line)
	c.stroke(white, 4, dashed(line, 12, 9)...)
	c.outlined(colour, 5, []pt{a.spoke(a.Turn, inner-0.04), a.spoke(a.Turn, outer+0.06)})
}

// name writes the k-th arc's figures, clear of the puzzle.
func (a arc) name(c *canvas, lang rules.Lang, k int) {
	inner, outer := ringAt(k)
	figure := fmt.Sprintf("%.1f°", a.Turn.Abs().Degrees())
	big, small := faceOf(lang, bold, 30), faceOf(lang, bold, 24)
	var limits, figures []pt
	const step = 0.12 // of the radius: half a label
	for try := 0.0; try < 8; try++ {
		limits = append(limits, a.spoke(a.side()*a.Limit, outer+0.22+step*try))
		if a.flat() {
			figures = append(figures, a.cutLine(inner, outer+0.16+step*try)[1])
			continue
		}
		const roomy = 30 * geom.Degree // an arc as long as the figure
		if a.Turn.Abs() >= roomy && try == 0 {
			figures = append(figures, a.spoke(a.Turn/2, (inner+outer)/2))
		}
		figures = append(figures, a.spoke(a.Turn/2, outer+0.26+step*try), a.spoke(-a.side()*roomy/2, outer+step*try))
	}
	if !a.flat() {
		c.labelFree(small, white, degreeText(a.Limit), limits...)
	}
	if !c.labelFree(big, standingInk(a.Interface), figure, figures...) {
		c.label(big, figures[len(figures)-1], standingInk(a.Interface), figure)
	}
}

// reserve keeps labels off the k-th arc.
func (a arc) reserve(c *canvas, k int) {
	inner, outer := ringAt(k)
	end := a.side() * max(a.Turn.Abs(), a.Limit)
	const pieces = 12
	for i := range pieces + 1 {
		p, q := a.spoke(end*geom.Angle(i)/pieces, inner), a.spoke(end*geom.Angle(i)/pieces, outer)
		c.reserved = append(c.reserved, box{math.Min(p.x, q.x), math.Min(p.y, q.y), math.Abs(p.x - q.x), math.Abs(p.y - q.y)})
	}
}

// ringAt returns the inner and outer radius of the k-th arc.
func ringAt(k int) (inner, outer float64) {
	const first, step, thick = 1.06, 0.36, 0.30
	return first + step*float64(k), first + step*float64(k) + thick
}

// side returns the sign of the turn.
func (a arc) side() geom.Angle {
	if a.Turn < 0 {
		return -1
	}
	return 1
}

// cutLine returns the piece of a cut's plane, seen edge-on, that sticks out of
// the puzzle, to the right in the picture.
func (a arc) cutLine(inner, outer float64) []pt {
	dir := a.axis().Normal.Cross(a.sight()).Unit()
	at := func(d geom.Vec, share float64) pt {
		p, _ := a.project(a.centre().Add(d.Mul(a.radius * share)))
		return p
	}
	if at(dir, outer).x < at(dir.Mul(-1), outer).x {
		dir = dir.Mul(-1)
	}
	return []pt{at(dir, inner-0.3), at(dir, outer)}
}
