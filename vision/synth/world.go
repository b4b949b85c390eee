package synth

import (
	"fmt"
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// item is something that stands on the mat and can hide what is behind it.
type item interface {
	solids() []*solid
	draw(p *painter)
}

// world is a scene made of solids.
type world struct {
	scene  *Scene
	top    float64 // z of the mat's upper side
	puzzle *body   // nil for an empty table
	items  []item
	all    []*solid // what casts shadows
}

func newWorld(s *Scene) (*world, error) {
	w := &world{scene: s, top: s.Table.Mat.ThicknessMM}
	if s.Puzzle != nil {
		b, err := newBody(s.Puzzle, w.top)
		if err != nil {
			return nil, err
		}
		w.puzzle = b
		w.items = append(w.items, b)
	}
	for i := range s.Things {
		w.items = append(w.items, thingItems(&s.Things[i], w.top)...)
	}
	for _, it := range w.items {
		if b, ok := it.(*body); ok {
			w.all = append(w.all, b.blocks...)
		} else {
			w.all = append(w.all, it.solids()...)
		}
	}
	return w, nil
}

// body is the puzzle in the mat frame.
type body struct {
	spec   *Puzzle
	pz     *puzzle.Puzzle
	pose   geom.Pose  // x_mat = pose (SizeMM x_puzzle)
	turns  []geom.Rot // of each layer, in the puzzle frame
	layers []*solid
	blocks []*solid // neighbouring layers that are turned alike, as one
	block  []int    // of each layer, its block
}

func newBody(s *Puzzle, top float64) (*body, error) {
	pz, err := s.load()
	if err != nil {
		return nil, err
	}
	b := &body{spec: s, pz: pz}
	for _, a := range s.LayersDeg {
		b.turns = append(b.turns, geom.AxisAngle(pz.Axes[s.Axis].Normal, geom.Angle(a)*geom.Degree))
	}
	up := geom.Vec{Z: 1}
	b.pose.R = geom.AxisAngle(up, geom.Angle(s.YawDeg)*geom.Degree).Mul(geom.Between(vec(s.Down), up.Mul(-1)))
	low := math.Inf(1)
	for i, l := range pz.Layers(s.Axis) {
		for _, c := range l.Corners {
			low = math.Min(low, b.place(i, c).Z)
		}
	}
	b.pose.T = geom.Vec{X: s.XMM, Y: s.YMM, Z: top - low + s.LiftMM}
	for i, l := range pz.Layers(s.Axis) {
		b.layers = append(b.layers, b.layer(i, l))
	}
	b.join()
	return b, nil
}

// join makes the blocks: for shadows, layers that are turned alike are one.
func (b *body) join() {
	layers := b.pz.Layers(b.spec.Axis)
	for i := 0; i < len(layers); {
		end := i + 1
		for end < len(layers) && b.alike(i, end) {
			end++
		}
		one := b.layers[i]
		if end > i+1 {
			var pts []geom.Vec
			for _, l := range layers[i:end] {
				for _, c := range l.Corners {
					pts = append(pts, b.place(i, c))
				}
			}
			one = solidOf(pts)
		}
		for ; i < end; i++ {
			b.block = append(b.block, len(b.blocks))
		}
		b.blocks = append(b.blocks, one)
	}
}

// alike reports whether two layers are turned so alike that neither shades the
// other: such a step overhangs by less than a millimetre.
func (b *body) alike(i, k int) bool {
	const alike = 2 * geom.Degree
	return b.offset(i, k).Abs() < alike
}

// offset returns layer k's turn against layer i from the nearest position in
// which they look aligned.
func (b *body) offset(i, k int) geom.Angle {
	turn := geom.Angle(b.spec.LayersDeg[k]-b.spec.LayersDeg[i]) * geom.Degree
	return turn.Fold(b.pz.Axes[b.spec.Axis].Step())
}

// load returns the puzzle's geometry, or ErrScene where the spec does not fit it.
func (p *Puzzle) load() (*puzzle.Puzzle, error) {
	pz, err := puzzle.Load(p.Event)
	if err != nil {
		return nil, fmt.Errorf("%w: puzzle.event: %w", ErrScene, err)
	}
	if p.Axis < 0 || p.Axis >= len(pz.Axes) {
		return nil, fmt.Errorf("%w: puzzle.axis: %s has axes 0 to %d", ErrScene, p.Event, len(pz.Axes)-1)
	}
	if n := pz.Axes[p.Axis].Layers(); len(p.LayersDeg) != n {
		return nil, fmt.Errorf("%w: puzzle.layers_deg: %s needs %d angles on that axis", ErrScene, p.Event, n)
	}
	if len(p.Colours) != len(pz.Stickers) {
		return nil, fmt.Errorf("%w: puzzle.colours: %s needs %d", ErrScene, p.Event, len(pz.Stickers))
	}
	return pz, nil
}

// place takes a point of the solved puzzle, in a layer, to the mat frame.
func (b *body) place(layer int, p geom.Vec) geom.Vec {
	return b.pose.Apply(b.turns[layer].Apply(p).Mul(b.spec.SizeMM))
}

// turn takes a direction of the solved puzzle, in a layer, to the mat frame.
func (b *body) turn(layer int, d geom.Vec) geom.Vec {
	return b.pose.R.Apply(b.turns[layer].Apply(d))
}

func (b *body) layer(i int, l puzzle.Layer) *solid {
	s := &solid{}
	for _, c := range l.Corners {
		s.pts = append(s.pts, b.place(i, c))
	}
	for _, f := range l.Polygons {
		d := side{normal: b.turn(i, f.Normal)}
		for _, c := range f.Corners {
			d.corners = append(d.corners, b.place(i, c))
		}
		d.dist = d.normal.Dot(d.corners[0])
		s.sides = append(s.sides, d)
	}
	s.bound()
	return s
}

func (b *body) solids() []*solid { return b.layers }

// farToNear sorts the items so that none hides an earlier one from the eye. Arms
// come last: they know themselves what hides them.
func farToNear(items []item, eye geom.Vec) []item {
	isArm := func(it item) bool { _, ok := it.(*arm); return ok }
	arms := slices.DeleteFunc(slices.Clone(items), func(it item) bool { return !isArm(it) })
	others := slices.DeleteFunc(slices.Clone(items), isArm)
	return append(sorted(others, eye), sorted(arms, eye)...)
}

func sorted(items []item, eye geom.Vec) []item {
	type rest struct {
		item
		foot   []pt
		lo, hi float64
		dist   float64
	}
	var left []rest
	for _, it := range items {
		r := rest{item: it, lo: math.Inf(1), hi: math.Inf(-1)}
		var q []pt
		var all []geom.Vec
		for _, s := range it.solids() {
			for _, p := range s.pts {
				q = append(q, pt{p.X, p.Y})
				all = append(all, p)
				r.lo, r.hi = math.Min(r.lo, p.Z), math.Max(r.hi, p.Z)
			}
		}
		r.foot, r.dist = hull2(q), geom.Centroid(all).Sub(eye).Norm()
		left = append(left, r)
	}
	first := func(a, b rest) bool { // whether a cannot hide b
		const touch = 0.5 // mm by which things that touch may overlap
		return (a.hi <= b.lo+touch && eye.Z >= b.lo) || (b.hi <= a.lo+touch && eye.Z <= b.hi) ||
			parted(a.foot, b.foot, pt{eye.X, eye.Y}, touch)
	}
	var out []item
	for len(left) > 0 {
		best, clean := 0, false
		for i, a := range left {
			ok := true
			for j, b := range left {
				if i != j && !first(a, b) {
					ok = false
					break
				}
			}
			if (ok && !clean) || (ok == clean && a.dist > left[best].dist) {
				best, clean = i, ok
			}
		}
		out = append(out, left[best].item)
		left = append(left[:best], left[best+1:]...)
	}
	return out
}

// parted reports whether a line, along an edge of one of the convex polygons,
// parts a from b and the eye.
func parted(a, b []pt, eye pt, touch float64) bool {
	beyond := func(edges, other []pt, eyeOut bool) bool {
		for i, p := range edges {
			q := edges[(i+1)%len(edges)]
			n := math.Hypot(q.x-p.x, q.y-p.y)
			if n == 0 {
				continue
			}
			out := func(c pt) float64 { return -cross2(p, q, c) / n } // distance to the right of the edge: outside
			if (out(eye) >= 0) != eyeOut {
				continue
			}
			clear := true
			for _, c := range other {
				if out(c) < -touch {
					clear = false
					break
				}
			}
			if clear {
				return true
			}
		}
		return false
	}
	return beyond(a, b, true) || beyond(b, a, false)
}
