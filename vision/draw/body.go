package draw

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// body is the measured puzzle as one camera sees it: convex layers of one
// axis, with the cuts between them.
type body struct {
	vision.Measurement
	cam *calib.Camera
	at  func(geom.Pixel) pt // from the camera's picture to the canvas
}

// toMat takes a point of the puzzle frame, in puzzle sizes, to the mat.
func (b *body) toMat(v geom.Vec) geom.Vec { return b.MatFromPuzzle.Apply(v.Mul(b.SizeMM)) }

// project returns where a point of the puzzle frame is drawn.
func (b *body) project(v geom.Vec) (pt, bool) {
	p, ok := b.cam.Project(b.toMat(v))
	return b.at(p), ok
}

// eye returns the camera's centre in the puzzle frame, in puzzle sizes.
func (b *body) eye() geom.Vec {
	return b.MatFromPuzzle.Inverse().Apply(b.cam.Centre()).Mul(1 / b.SizeMM)
}

// turned returns a vector of a layer after the layer's turn.
func (b *body) turned(layer int, v geom.Vec) geom.Vec {
	return geom.AxisAngle(b.axis().Normal, b.Layers[layer]).Apply(v)
}

func (b *body) axis() puzzle.Axis { return b.Puzzle.Axes[b.Axis] }

// seenFaces returns the polygons of a layer that look at the camera, turned.
func (b *body) seenFaces(layer int) [][]geom.Vec {
	eye := b.eye()
	var out [][]geom.Vec
	for _, f := range b.Puzzle.Layers(b.Axis)[layer].Polygons {
		var corners []geom.Vec
		for _, c := range f.Corners {
			corners = append(corners, b.turned(layer, c))
		}
		if eye.Sub(corners[0]).Dot(b.turned(layer, f.Normal)) > 0 {
			out = append(out, corners)
		}
	}
	return out
}

// outline returns the convex outline of a layer on the canvas; nil where a
// part of it is behind the camera.
func (b *body) outline(layer int) []pt {
	var pts []pt
	for _, f := range b.Puzzle.Layers(b.Axis)[layer].Polygons {
		for _, c := range f.Corners {
			p, ok := b.project(b.turned(layer, c))
			if !ok {
				return nil
			}
			pts = append(pts, p)
		}
	}
	return hull(pts)
}

// border returns the convex outline of the whole puzzle; nil where it is
// behind the camera.
func (b *body) border() []pt {
	var all []pt
	for i := range b.Layers {
		all = append(all, b.outline(i)...)
	}
	if len(all) < 3 {
		return nil
	}
	return hull(all)
}

// outlines returns the visible edges of each layer, as lines on the canvas.
// Layers are convex and parted by planes, so that one hides another exactly
// where it lies on the camera's side of a plane between them.
func (b *body) outlines() [][][]pt {
	out := make([][][]pt, len(b.Layers))
	height := b.eye().Dot(b.axis().Normal)
	for i := range b.Layers {
		lines := b.edges(i)
		for j := range b.Layers {
			if !hides(b.axis().Cuts, height, j, i) {
				continue
			}
			block := b.outline(j)
			var left [][]pt
			for _, l := range lines {
				left = append(left, outside(l, block)...)
			}
			lines = left
		}
		out[i] = lines
	}
	return out
}

// hides tells whether layer j can hide layer i from an eye at a height along the axis.
func hides(cuts []float64, height float64, j, i int) bool {
	switch {
	case j > i: // every cut from i to j-1 parts them; the eye must be above one
		return height > cuts[i]
	case j < i:
		return height < cuts[i-1]
	}
	return false
}

// edges returns the edges of a layer's seen faces, each once, in short pieces
// since a lens bends them.
func (b *body) edges(layer int) [][]pt {
	const pieces = 6
	type edge struct{ a, b [3]int64 }
	key := func(v geom.Vec) [3]int64 {
		const grid = 1e6
		return [3]int64{int64(math.Round(v.X * grid)), int64(math.Round(v.Y * grid)), int64(math.Round(v.Z * grid))}
	}
	done := map[edge]bool{}
	var out [][]pt
	for _, f := range b.seenFaces(layer) {
		for i, p := range f {
			q := f[(i+1)%len(f)]
			if done[edge{key(q), key(p)}] {
				continue
			}
			done[edge{key(p), key(q)}] = true
			var line []pt
			for k := 0; k <= pieces; k++ {
				if c, ok := b.project(p.Add(q.Sub(p).Mul(float64(k) / pieces))); ok {
					line = append(line, c)
				}
			}
			out = append(out, line)
		}
	}
	return out
}

// outside returns the parts of a line that lie outside a convex outline.
func outside(line, block []pt) [][]pt {
	if len(block) < 3 {
		return [][]pt{line}
	}
	var out [][]pt
	var now []pt
	flush := func() {
		if len(now) > 1 {
			out = append(out, now)
		}
		now = nil
	}
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		in, from, to := within(p, q, block)
		cut := func(t float64) pt { return p.add(q.sub(p).mul(t)) }
		if !in {
			if now == nil {
				now = []pt{p}
			}
			now = append(now, q)
			continue
		}
		if from > 0 {
			if now == nil {
				now = []pt{p}
			}
			now = append(now, cut(from))
		}
		flush()
		if to < 1 {
			now = []pt{cut(to), q}
		}
	}
	flush()
	return out
}

// within returns the part of the segment p q, from 0 to 1, that lies inside a
// convex outline that runs with a positive area.
func within(p, q pt, block []pt) (in bool, from, to float64) {
	from, to = 0, 1
	for i, a := range block {
		side := block[(i+1)%len(block)].sub(a)
		d0, d1 := side.cross(p.sub(a)), side.cross(q.sub(a))
		switch {
		case d0 <= 0 && d1 <= 0:
			return false, 0, 0
		case d0 < 0:
			from = math.Max(from, d0/(d0-d1))
		case d1 < 0:
			to = math.Min(to, d0/(d0-d1))
		}
	}
	return from < to, from, to
}

// hull returns the convex outline of points, with a positive area (Andrew's
// monotone chain, 1979).
func hull(pts []pt) []pt {
	sort.Slice(pts, func(i, j int) bool {
		return pts[i].x < pts[j].x || pts[i].x == pts[j].x && pts[i].y < pts[j].y
	})
	var out []pt
	for pass := 0; pass < 2; pass++ {
		begin := len(out)
		for i := range pts {
			p := pts[i]
			if pass == 1 {
				p = pts[len(pts)-1-i]
			}
			for len(out) >= begin+2 && out[len(out)-1].sub(out[len(out)-2]).cross(p.sub(out[len(out)-1])) <= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		out = out[:len(out)-1]
	}
	return out
}
