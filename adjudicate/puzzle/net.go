package puzzle

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// Point is a place in a flat drawing: x right, y up, in puzzle sizes.
type Point struct{ X, Y float64 }

// Net unfolds the faces into the plane, as seen from outside, and returns each
// sticker's outline: Net()[i] belongs to Stickers[i], its corners run
// counter-clockwise. The face without FaceDef.Net lies with its Up upwards
// around the origin; every other shares an edge with the face that it hangs on.
func (p *Puzzle) Net() [][]Point {
	placed := make([]*geom.Pose, len(p.Faces)) // where unfolding takes the face in space
	for i := range p.Faces {
		p.unfold(i, placed)
	}
	root := p.Faces[p.netRoot()]
	right := root.Up.Cross(root.Normal)
	out := make([][]Point, len(p.Stickers))
	for i, s := range p.Stickers {
		for _, c := range s.Corners {
			q := placed[s.Face].Apply(c)
			out[i] = append(out[i], Point{q.Dot(right), q.Dot(root.Up)})
		}
	}
	return out
}

func (p *Puzzle) netRoot() int {
	for i, f := range p.FaceDefs {
		if f.Net == "" {
			return i
		}
	}
	return 0
}

// unfold swings a face about the edge that it shares with the one it hangs on,
// until both are level, and then goes along with that one.
func (p *Puzzle) unfold(face int, placed []*geom.Pose) geom.Pose {
	if placed[face] != nil {
		return *placed[face]
	}
	pose := geom.Pose{R: geom.Identity}
	if name := p.FaceDefs[face].Net; name != "" {
		on := p.faceNamed(name)
		a, b := p.Faces[face], p.Faces[on]
		r := geom.Between(a.Normal, b.Normal)
		edge := meet(a, b)
		swing := geom.Pose{R: r, T: edge.Sub(r.Apply(edge))}
		pose = p.unfold(on, placed).Mul(swing)
	}
	placed[face] = &pose
	return pose
}

func (p *Puzzle) faceNamed(name string) int {
	for i, f := range p.FaceDefs {
		if f.Name == name {
			return i
		}
	}
	return p.netRoot()
}

// meet returns the point of the line in which two faces' planes meet that is
// nearest to the core. The planes must not be parallel.
func meet(a, b Face) geom.Vec {
	c := a.Normal.Dot(b.Normal)
	d := 1 - c*c
	return a.Normal.Mul((a.Distance - c*b.Distance) / d).Add(b.Normal.Mul((b.Distance - c*a.Distance) / d))
}

// parallel reports whether two faces' planes do not meet.
func parallel(a, b Face) bool { return math.Abs(a.Normal.Dot(b.Normal)) > 1-near }
