// Package draw makes the annotated picture: what was seen of the puzzle, how
// far its layers are turned against the limit, and the suggestion. Pure Go.
package draw

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// pt is a point of a canvas: x right, y down, in pixels from its corner (a
// pixel's centre is at a half).
type pt struct{ x, y float64 }

func (p pt) add(q pt) pt          { return pt{p.x + q.x, p.y + q.y} }
func (p pt) sub(q pt) pt          { return pt{p.x - q.x, p.y - q.y} }
func (p pt) mul(s float64) pt     { return pt{p.x * s, p.y * s} }
func (p pt) cross(q pt) float64   { return p.x*q.y - p.y*q.x }
func (p pt) norm() float64        { return math.Hypot(p.x, p.y) }
func polar(r, angle float64) pt   { s, c := math.Sincos(angle); return pt{r * c, r * s} }
func (p pt) towards(d float64) pt { return p.mul(d / math.Max(p.norm(), 1e-9)) }

// canvas draws anti-aliased shapes on a picture.
type canvas struct {
	*image.RGBA
	puzzle   []pt  // its convex outline, where labels must not stand
	reserved []box // where else they must not
	taken    []box // where they stand
}

func newCanvas(w, h int, ink color.Color) *canvas {
	c := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, w, h))}
	draw.Draw(c, c.Bounds(), image.NewUniform(ink), image.Point{}, draw.Src)
	return c
}

// part returns the canvas of a rectangle, with its own corner as origin.
func (c *canvas) part(r image.Rectangle) *canvas {
	sub := c.SubImage(r).(*image.RGBA)
	return &canvas{RGBA: &image.RGBA{Pix: sub.Pix, Stride: sub.Stride, Rect: image.Rect(0, 0, r.Dx(), r.Dy())}}
}

// fill paints closed shapes as one: where they overlap the ink is laid on once.
func (c *canvas) fill(ink color.Color, shapes ...[]pt) {
	lo, hi := pt{math.Inf(1), math.Inf(1)}, pt{math.Inf(-1), math.Inf(-1)}
	for _, s := range shapes {
		for _, p := range s {
			lo, hi = pt{math.Min(lo.x, p.x), math.Min(lo.y, p.y)}, pt{math.Max(hi.x, p.x), math.Max(hi.y, p.y)}
		}
	}
	// Only what is on the canvas; a shape that is not finite is on none.
	if !(hi.x >= 0 && hi.y >= 0 && lo.x <= float64(c.Rect.Dx()) && lo.y <= float64(c.Rect.Dy())) {
		return
	}
	const far = 4 // canvases: shapes are clamped there, so that counts stay small
	w, h := float64(c.Rect.Dx()), float64(c.Rect.Dy())
	box := image.Rect(int(math.Floor(math.Max(lo.x, 0))), int(math.Floor(math.Max(lo.y, 0))),
		int(math.Ceil(math.Min(hi.x, w))), int(math.Ceil(math.Min(hi.y, h))))
	if box.Empty() {
		return
	}
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, s := range shapes {
		for i, p := range oriented(s) {
			x := float32(math.Max(-far*w, math.Min(p.x, far*w)) - float64(box.Min.X))
			y := float32(math.Max(-far*h, math.Min(p.y, far*h)) - float64(box.Min.Y))
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(c.RGBA, box, image.NewUniform(ink), image.Point{})
}

// oriented returns the shape with a positive area, so that shapes that overlap
// add up instead of cancelling.
func oriented(s []pt) []pt {
	area := 0.0
	for i, p := range s {
		area += p.cross(s[(i+1)%len(s)])
	}
	if area >= 0 {
		return s
	}
	out := make([]pt, len(s))
	for i, p := range s {
		out[len(s)-1-i] = p
	}
	return out
}

// stroke draws lines through points with round joints and ends.
func (c *canvas) stroke(ink color.Color, width float64, lines ...[]pt) {
	var shapes [][]pt
	for _, l := range lines {
		for i, p := range l {
			shapes = append(shapes, disc(p, width/2))
			if i == 0 {
				continue
			}
			q := l[i-1]
			n := pt{q.y - p.y, p.x - q.x}.towards(width / 2)
			shapes = append(shapes, []pt{q.add(n), p.add(n), p.sub(n), q.sub(n)})
		}
	}
	c.fill(ink, shapes...)
}

// outlined strokes lines over a darker, wider copy, to be seen on any ground.
func (c *canvas) outlined(ink color.Color, width float64, lines ...[]pt) {
	c.stroke(halo, width+4, lines...)
	c.stroke(ink, width, lines...)
}

// halo goes around lines and letters on photographs.
var halo = color.NRGBA{0, 0, 0, 150}

// disc returns a circle as a polygon, fine enough for its size.
func disc(at pt, r float64) []pt {
	n := int(math.Max(8, math.Min(96, 3*math.Sqrt(r)*math.Pi)))
	out := make([]pt, n)
	for i := range out {
		out[i] = at.add(polar(r, 2*math.Pi*float64(i)/float64(n)))
	}
	return out
}

// dashed cuts a line into dashes.
func dashed(line []pt, dash, gap float64) [][]pt {
	var out [][]pt
	var now []pt
	on, left := true, dash
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		for d := q.sub(p).norm(); d > 1e-6; d = q.sub(p).norm() {
			step := math.Min(d, left)
			next := p.add(q.sub(p).mul(step / d))
			if on {
				if now == nil {
					now = []pt{p}
				}
				now = append(now, next)
			}
			p, left = next, left-step
			if left <= 1e-9 {
				if on {
					out = append(out, now)
					now, left = nil, gap
				} else {
					left = dash
				}
				on = !on
			}
		}
	}
	if now != nil {
		out = append(out, now)
	}
	return out
}

// rounded returns a rectangle with round corners.
func rounded(x, y, w, h, r float64) []pt {
	var out []pt
	const n = 8 // sides of each corner
	for k, at := range []pt{{x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}, {x + w - r, y + r}} {
		for i := 0; i <= n; i++ {
			out = append(out, at.add(polar(r, math.Pi/2*(float64(k)+float64(i)/n))))
		}
	}
	return out
}
