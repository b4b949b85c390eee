package draw

import (
	"image/color"
	"math"

	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// box is the place of a label on a canvas.
type box struct{ x, y, w, h float64 }

// boxAt returns the place of a label around a point, kept inside the canvas.
func (c *canvas) boxAt(f face, at pt, s string) box {
	w, h := f.width(s)+f.size*0.7, f.size*1.35
	const edge = 4
	return box{math.Max(edge, math.Min(at.x-w/2, float64(c.Rect.Dx())-w-edge)),
		math.Max(edge, math.Min(at.y-h/2, float64(c.Rect.Dy())-h-edge)), w, h}
}

func (b box) meets(o box) bool {
	return b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h
}

// touches tells whether a box and a convex outline, which runs with a positive
// area, have a point in common: no side of either parts them.
func (b box) touches(outline []pt) bool {
	if len(outline) < 3 {
		return false
	}
	corners := []pt{{b.x, b.y}, {b.x + b.w, b.y}, {b.x + b.w, b.y + b.h}, {b.x, b.y + b.h}}
	return !parts(corners, outline) && !parts(outline, corners)
}

// parts tells whether the line along a side of a convex outline has all the
// points on its outer side.
func parts(outline, points []pt) bool {
	for i, a := range outline {
		side := outline[(i+1)%len(outline)].sub(a)
		outer := true
		for _, p := range points {
			outer = outer && side.cross(p.sub(a)) <= 0
		}
		if outer {
			return true
		}
	}
	return false
}

// label writes a string on a dark, rounded ground around a point.
func (c *canvas) label(f face, at pt, ink color.Color, s string) {
	b := c.boxAt(f, at, s)
	c.fill(faded(black, 190), rounded(b.x, b.y, b.w, b.h, b.h*0.3))
	c.text(f, pt{b.x + b.w/2, b.y + b.h*0.74}, centre, ink, s)
	c.taken = append(c.taken, b)
}

// labelFree writes a label at the first of the places where it covers neither
// the puzzle nor another label, and tells whether there is one.
func (c *canvas) labelFree(f face, ink color.Color, s string, places ...pt) bool {
	for _, at := range places {
		if c.free(c.boxAt(f, at, s)) {
			c.label(f, at, ink, s)
			return true
		}
	}
	return false
}

// free tells whether a place is clear of the puzzle and of the labels so far.
func (c *canvas) free(b box) bool {
	for _, t := range append(c.reserved[:len(c.reserved):len(c.reserved)], c.taken...) {
		if b.meets(t) {
			return false
		}
	}
	return !b.touches(c.puzzle)
}

// unseen names, beside the puzzle, the side faces of which the cameras read no
// sticker, where there is room; the column lists them all.
func (s *sheet) unseen(c *canvas, b *body) {
	middle, ok := b.project(geom.Vec{})
	if !ok {
		return
	}
	f := faceOf(s.lang, regular, 22)
	for _, i := range s.unseenFaces() {
		face := s.seen.Puzzle.Faces[i]
		normal := s.seen.MatFromPuzzle.R.Apply(face.Normal)
		tip, ok := b.project(face.Normal.Mul(face.Distance))
		const upright = 0.87 // cosine of 30 degrees: top and bottom have no side
		if !ok || math.Abs(normal.Z) > upright {
			continue
		}
		unit := tip.sub(middle).towards(1)
		at := tip
		if out := outside([]pt{middle, middle.add(unit.mul(4 * c.reach()))}, c.puzzle); len(out) > 0 {
			at = out[0][0]
		}
		why := phrase.NotSeen
		if b.eye().Dot(face.Normal) > face.Distance { // the camera sees it, but too slanted to read
			why = phrase.NotClear
		}
		text := phrase.Direction(normal).In(s.lang) + rules.Colon(s.lang) + why.In(s.lang)
		// Clear of the outline by half the label's size in that direction, further where it is taken.
		clear := f.size*0.6 + math.Abs(unit.x)*f.width(text)/2 + math.Abs(unit.y)*f.size
		var places []pt
		for try := 0.0; try < 6; try++ {
			places = append(places, at.add(unit.mul(clear+try*f.size)))
		}
		c.labelFree(f, soft, text, places...)
	}
}

// reach is the radius of the largest circle on the canvas.
func (c *canvas) reach() float64 { return float64(min(c.Rect.Dx(), c.Rect.Dy())) / 2 }
