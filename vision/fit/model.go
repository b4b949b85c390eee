package fit

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// model is a puzzle turned about one axis: convex layers, drawn in painter's
// order, each with its stickers.
type model struct {
	puz    *puzzle.Puzzle
	axis   int
	normal geom.Vec
	cuts   []float64
	step   geom.Angle
	layers []layer
	faces  int     // number of body polygons over all layers
	extent float64 // edge, in puzzle sizes, of the cube that just encloses as much: 1 for cubes
	shadow float64 // edge, in puzzle sizes, of the cube whose mean shadow is as large: 1 for cubes

	part   []int16   // label id -> part with one colour
	shaded []bool    // label id -> an inner face, across which shadows run
	limits []float32 // label id -> most that a pixel may cost
}

// layer is a convex slab in the puzzle frame, before its turn.
type layer struct {
	polys    []facet
	corners  []geom.Vec // distinct
	stickers []tile
}

// facet is one polygon of a layer's body.
type facet struct {
	puzzle.Polygon
	id int // 0..model.faces-1
}

// tile is one sticker with its whole cell; the fit shrinks it toward its centre.
type tile struct {
	place   int
	face    int
	centre  geom.Vec
	normal  geom.Vec
	corners []geom.Vec
}

func newModel(p *puzzle.Puzzle, axis int) *model {
	a := p.Axes[axis]
	m := &model{puz: p, axis: axis, normal: a.Normal, cuts: a.Cuts, step: a.Step()}
	for _, l := range p.Layers(axis) {
		var out layer
		for _, f := range l.Polygons {
			out.polys = append(out.polys, facet{f, m.faces})
			m.faces++
			for _, c := range f.Corners {
				out.corners = appendDistinct(out.corners, c)
			}
		}
		for _, i := range l.Stickers {
			s := p.Stickers[i]
			out.stickers = append(out.stickers, tile{i, s.Face, s.Centre(), s.Normal, s.Corners})
		}
		m.layers = append(m.layers, out)
	}
	m.makeParts()
	surface := 0.0
	for _, l := range m.layers {
		for _, c := range l.corners {
			m.extent = max(m.extent, 2*c.Norm()/math.Sqrt(3))
		}
		for _, f := range l.polys {
			if f.Face >= 0 {
				surface += area(f.Corners)
			}
		}
	}
	// Cauchy: a convex body's mean shadow is a quarter of its surface.
	m.shadow = math.Sqrt(surface / 6)
	return m
}

// area returns the area of a flat convex polygon.
func area(pts []geom.Vec) float64 {
	var n geom.Vec
	for i := 2; i < len(pts); i++ {
		n = n.Add(pts[i-1].Sub(pts[0]).Cross(pts[i].Sub(pts[0])))
	}
	return n.Norm() / 2
}

// makeParts groups labels with one colour: the bodies of all outer faces (the
// grooves) are one part; inner faces and stickers stand alone.
func (m *model) makeParts() {
	m.part = make([]int16, m.parts())
	m.shaded = make([]bool, m.parts())
	m.limits = make([]float32, m.parts())
	for i := range m.part {
		m.part[i] = int16(i)
		m.limits[i] = limit
	}
	for _, l := range m.layers {
		for _, f := range l.polys {
			m.limits[m.bodyID(f.id)] = matLimit
			if f.Face >= 0 {
				m.part[m.bodyID(f.id)] = background // whose own pixels are never counted
			} else {
				m.part[m.bodyID(f.id)] = m.bodyID(0)
				m.shaded[m.bodyID(f.id)] = true
			}
		}
	}
}

func appendDistinct(pts []geom.Vec, p geom.Vec) []geom.Vec {
	const same = 1e-6 // puzzle sizes; cutting is exact to 1e-9
	for _, q := range pts {
		if q.Sub(p).Norm() < same {
			return pts
		}
	}
	return append(pts, p)
}

// order returns the painter's order of the layers for an eye at the given
// height along the axis (puzzle sizes): exact, since the cuts part space.
func (m *model) order(height float64, buf []int) []int {
	at := 0
	for at < len(m.cuts) && height > m.cuts[at] {
		at++
	}
	buf = buf[:0]
	for i := 0; i < at; i++ {
		buf = append(buf, i)
	}
	for i := len(m.layers) - 1; i > at; i-- {
		buf = append(buf, i)
	}
	return append(buf, at)
}
