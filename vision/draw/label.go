package draw

import (
	"image/color"
	"math"

	"github.com/plustwo/plustwo/adjudicate/phrase"
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

// label writes a string on a dark, rounded ground around a point.
func (c *canvas) label(f face, at pt, ink color.Color, s string) {
	b := c.boxAt(f, at, s)
	c.fill(faded(black, 190), rounded(b.x, b.y, b.w, b.h, b.h*0.3))
	c.text(f, pt{b.x + b.w/2, b.y + b.h*0.74}, centre, ink, s)
	c.taken = append(c.taken, b)
}

// free tells whether no label stands at a place yet.
func (c *canvas) free(b box) bool {
	for _, t := range c.taken {
		if b.meets(t) {
			return false
		}
	}
	return true
}

// unseen names, beside the puzzle, the side faces of which the cameras saw no
// sticker, where there is room; the column lists them all.
func (s *sheet) unseen(c *canvas, b *body) {
	middle, ok := b.project(geom.Vec{})
	if !ok {
		return
	}
	var all []pt
	for i := range b.Layers {
		all = append(all, b.outline(i)...)
	}
	border := hull(all)
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
		if out := outside([]pt{middle, middle.add(unit.mul(4 * c.reach()))}, border); len(out) > 0 {
			at = out[0][0]
		}
		text := phrase.Direction(normal).In(s.lang) + ": " + phrase.NotSeen.In(s.lang)
		// Clear of the outline by half the label's size in that direction, further where it is taken.
		clear := f.size*0.6 + math.Abs(unit.x)*f.width(text)/2 + math.Abs(unit.y)*f.size
		for try := 0.0; try < 4; try++ {
			spot := at.add(unit.mul(clear + try*f.size))
			if c.free(c.boxAt(f, spot, text)) {
				c.label(f, spot, soft, text)
				break
			}
		}
	}
}

// reach is the radius of the largest circle on the canvas.
func (c *canvas) reach() float64 { return float64(min(c.Rect.Dx(), c.Rect.Dy())) / 2 }
