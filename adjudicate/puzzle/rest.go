package puzzle

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/calib/geom"
)

// Rest is one way in which a puzzle lies still on a flat surface: a facet of
// its convex hull goes down. Lengths are in puzzle sizes, vectors in the
// puzzle frame.
type Rest struct {
	Normal   geom.Vec   // of the facet, outward: points down once the puzzle rests
	Distance float64    // of the surface below the core
	Margin   float64    // from the point below the core to the nearest edge of the facet
	Foot     []geom.Vec // the facet's corners, counter-clockwise seen from outside
}

// restStep moves a corner by 1 micrometre at most: less than any surface is flat.
const restStep = 0.001 * geom.Degree

// Rests returns the stable rests of the puzzle with each layer of the axis
// turned right-handedly by its angle (len(angles) = Axes[axis].Layers()), the
// most stable first. Each has a Margin above 0; how much a rest needs to
// survive a touch is the caller's choice, in millimetres after scaling.
//
// Angles are rounded to restStep first, so that two layers' faces are either
// one plane or plainly two.
//
// Every layer of these puzzles is symmetric about its axis, so turning a layer
// does not move its centre of mass, and that of the whole stays at the core.
func (p *Puzzle) Rests(axis int, angles []geom.Angle) []Rest {
	rounded := make([]geom.Angle, len(angles))
	for i, a := range angles {
		rounded[i] = restStep * geom.Angle(math.Round(float64(a/restStep)))
	}
	pts := p.Corners(axis, rounded)
	var out []Rest
	for _, f := range geom.Hull(pts) {
		r := Rest{Normal: f.Normal, Distance: f.Distance, Margin: math.Inf(1)}
		for i, c := range f.Corners {
			a, b := pts[c], pts[f.Corners[(i+1)%len(f.Corners)]]
			inward := f.Normal.Cross(b.Sub(a)).Unit()
			r.Margin = math.Min(r.Margin, -a.Dot(inward))
			r.Foot = append(r.Foot, a)
		}
		if r.Margin > eps {
			out = append(out, r)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Margin > out[j].Margin+eps })
	return out
}

// Down returns the rotation matFromPuzzle that lays the rest's facet on the
// mat and then turns the puzzle by yaw about the mat's z. Scaled to s mm, the
// core then lies s*Distance above the surface.
func (r Rest) Down(yaw geom.Angle) geom.Rot {
	up := geom.Vec{Z: 1}
	return geom.AxisAngle(up, yaw).Mul(geom.Between(r.Normal, up.Mul(-1)))
}

// Corners returns the corners of the layers of an axis, each turned
// right-handedly by its angle: the convex hull of the puzzle is theirs.
func (p *Puzzle) Corners(axis int, angles []geom.Angle) []geom.Vec {
	var out []geom.Vec
	for i, l := range p.layers[axis] {
		turn := geom.AxisAngle(p.Axes[axis].Normal, angles[i])
		for _, c := range l.Corners {
			out = append(out, turn.Apply(c))
		}
	}
	return out
}
