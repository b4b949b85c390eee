package puzzle

import (
	"fmt"
	"math"
	"slices"

	"github.com/plustwo/plustwo/calib/geom"
)

// near is how far a turned sticker's centre may lie from the place it takes,
// in puzzle sizes: far above rounding and far below a sticker's size (1e-2).
const near = 1e-6

// Rotation is a rotation of the whole puzzle that brings its shape onto itself.
type Rotation struct {
	geom.Rot       // takes a point of the puzzle frame to where it goes
	Perm     []int // Perm[place] is the place that the sticker now at place came from
}

// Rotations returns the rotations of the whole puzzle, the identity first:
// 24 for cubes and the Skewb, 12 for the Pyraminx, 60 for the Megaminx. The
// result is shared and must not be changed.
func (p *Puzzle) Rotations() []Rotation { return p.rotations }

type turnKey struct {
	axis   int
	layers uint64 // bit set
	steps  int
}

// Permutation tells what turning layers of an axis by right-handed steps does:
// the sticker now at place was at place perm[place] before. It comes from
// turning the stickers' centres and normals. Places index Puzzle.Stickers. It
// is nil where the axis or a layer is not there. The result is shared and must
// not be changed.
func (p *Puzzle) Permutation(axis int, layers []int, steps int) []int {
	if axis < 0 || axis >= len(p.Axes) {
		return nil
	}
	a := p.Axes[axis]
	key := turnKey{axis: axis, steps: mod(steps, a.Order)}
	for _, l := range layers {
		if l < 0 || l >= a.Layers() {
			return nil
		}
		key.layers |= 1 << l
	}
	if v, ok := p.perms.Load(key); ok {
		return v.([]int)
	}
	perm := identity(len(p.Stickers))
	for l := 0; l < a.Layers(); l++ {
		if key.layers>>l&1 == 0 {
			continue
		}
		once := p.steps[axis][l]
		for _, s := range p.layers[axis][l].Stickers {
			from := s
			for k := 0; k < key.steps; k++ {
				from = once[from]
			}
			perm[s] = from
		}
	}
	v, _ := p.perms.LoadOrStore(key, perm)
	return v.([]int)
}

// findTurns fills steps and rotations. It fails where a layer, turned by a
// step, does not fit its place.
func (p *Puzzle) findTurns() error {
	p.steps = make([][][]int, len(p.Axes))
	for i, a := range p.Axes {
		r := geom.AxisAngle(a.Normal, a.Step())
		for l := range p.layers[i] {
			perm, ok := p.moved(r, p.layers[i][l].Stickers)
			if !ok {
				return bad(fmt.Sprintf("axes[%d]", i), "layer %d does not fit when turned by a step", l)
			}
			p.steps[i] = append(p.steps[i], perm)
		}
	}
	p.findRotations()
	if len(p.rotations) == 0 || !slices.Equal(p.rotations[0].Perm, identity(len(p.Stickers))) {
		return bad("faces", "do not meet in edges")
	}
	return nil
}

// moved returns the permutation that turning some stickers makes, and whether
// each of them takes a place that one of them held, pieces staying together.
func (p *Puzzle) moved(r geom.Rot, stickers []int) ([]int, bool) {
	perm := identity(len(p.Stickers))
	pieceTo := map[int]int{}
	for _, s := range stickers {
		from := p.Stickers[s]
		c, n := r.Apply(p.centres[s]), r.Apply(from.Normal)
		to := -1
		for _, t := range stickers {
			if p.centres[t].Sub(c).Norm() < near && p.Stickers[t].Normal.Sub(n).Norm() < near {
				to = t
				break
			}
		}
		if to < 0 {
			return nil, false
		}
		if q, seen := pieceTo[from.Piece]; seen && q != p.Stickers[to].Piece {
			return nil, false
		}
		pieceTo[from.Piece] = p.Stickers[to].Piece
		perm[to] = s
	}
	return perm, true
}

// findRotations tries every rotation that takes one edge of the solid, with
// its two faces, to another.
func (p *Puzzle) findRotations() {
	all := identity(len(p.Stickers))
	frame := func(i, j int) geom.Rot { // columns: normal i, across the edge, along it
		x := p.Faces[i].Normal
		z := x.Cross(p.Faces[j].Normal).Unit()
		y := z.Cross(x)
		return geom.Rot{x.X, y.X, z.X, x.Y, y.Y, z.Y, x.Z, y.Z, z.Z}
	}
	first := p.neighbour(0)
	angle := p.Faces[0].Normal.Dot(p.Faces[first].Normal)
	base := frame(0, first).Inverse()
	for i := range p.Faces {
		for j := range p.Faces {
			if i == j || math.Abs(p.Faces[i].Normal.Dot(p.Faces[j].Normal)-angle) > near {
				continue
			}
			r := frame(i, j).Mul(base)
			perm, ok := p.moved(r, all)
			if !ok {
				continue
			}
			p.rotations = append(p.rotations, Rotation{r, perm})
			if slices.Equal(perm, all) {
				last := len(p.rotations) - 1
				p.rotations[0], p.rotations[last] = p.rotations[last], p.rotations[0]
			}
		}
	}
}

// neighbour returns the face whose normal is nearest to that of the given face.
func (p *Puzzle) neighbour(face int) int {
	best, dot := -1, -2.0
	for j, f := range p.Faces {
		if d := f.Normal.Dot(p.Faces[face].Normal); j != face && d > dot {
			best, dot = j, d
		}
	}
	return best
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
