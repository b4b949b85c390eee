package locate

import (
	"math"

	"github.com/plustwo/plustwo/vision"
)

// Around is Find where the place is known: the ground's colour is learnt in the
// ring about the candidate, where no more of the puzzle reaches.
func Around(v *vision.View, c Candidate) *Scene {
	// Half sides of the ring, in spans: from just outside a puzzle whose place is
	// off by half its size to where other things are likely.
	const inner, outer = 1.1, 2.0
	s := shrink(v.Image, shrinkBy)
	in := make([]bool, s.w*s.h)
	for j := range in {
		u, w := s.place(j)
		d := math.Max(math.Abs(u-c.Centre.U), math.Abs(w-c.Centre.V)) / c.Span
		in[j] = d > inner && d < outer
	}
	g := fitGround(s, in)
	return &Scene{Ground: g, Candidates: []Candidate{c}, fg: foreground(s, g)}
}
