package fit

import (
	"math"

	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// A second puzzle in the picture is looked for among the other places that
// stand out: where a face shows as a lattice, or where an aligned shape covers about
// as much, those with one turn are tried.
const (
	anotherScore = 0.6  // least standing out
	roughOverlap = 0.60 // least overlap with an aligned shape
	goodOverlap  = 0.75 // and with the best shape
	anotherKeep  = 8
)

// another reports whether a view shows a second puzzle beside the one found.
func another(m *model, v *vision.View, sc *locate.Scene, found *window) bool {
	for _, c := range sc.Candidates {
		at := found.fine.from(centre(found.fine.patch))
		if c.Score < anotherScore || math.Hypot(c.Centre.U-at.U, c.Centre.V-at.V) < 1.5*c.Span {
			continue
		}
		if latticeAt(m, v, c) {
			return true
		}
		c = m.enclosed(v, c)
		f := newFitter(m, newWindow(v, sc, c))
		size := m.puz.Size.TypicalMM
		if g := f.win.shapesOf(m, aligned(m), c, size, surfaceMM, 1); len(g) == 0 || -g[0].cost < roughOverlap {
			continue
		}
		g := f.win.shapesOf(m, turnedOnce(m), c, size, surfaceMM, anotherKeep)
		if len(g) == 0 || -g[0].cost < goodOverlap {
			continue
		}
		for j := range g {
			f.polish(&g[j], half, 2, 9, 7, 5, 4)
			if g[j].support > sureSupport {
				return true
			}
		}
	}
	return false
}

// latticeAt reports whether a whole face of a cube shows as a lattice of stickers
// at a candidate. Four stickers are no lattice: much else looks like them.
func latticeAt(m *model, v *vision.View, c locate.Candidate) bool {
	n, cube := gridOf(m.puz)
	if !cube || n < 3 {
		return false
	}
	x0, y0 := max(int(c.Centre.U-c.Span), 0), max(int(c.Centre.V-c.Span), 0)
	x1, y1 := min(int(c.Centre.U+c.Span), v.Image.Width), min(int(c.Centre.V+c.Span), v.Image.Height)
	if min(x1-x0, y1-y0) < minSide {
		return false
	}
	for _, face := range locate.Faces(v.Image.Crop(x0, y0, x1, y1), n) {
		if len(face.Seen) == n*n && face.Span > c.Span/2 {
			return true
		}
	}
	return false
}

// aligned returns the table's shapes without a turn.
func aligned(m *model) []entry {
	var out []entry
	for _, e := range table(m) {
		if e.turn == [maxLayers]float64{} {
			out = append(out, e)
		}
	}
	return out
}

// turnedOnce returns the table's shapes with one interface turned at the most.
func turnedOnce(m *model) []entry {
	var out []entry
	for _, e := range table(m) {
		n := 0
		for l := 1; l < len(m.layers); l++ {
			if e.turn[l] != e.turn[l-1] {
				n++
			}
		}
		if n <= 1 {
			out = append(out, e)
		}
	}
	return out
}
