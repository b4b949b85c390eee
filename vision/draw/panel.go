package draw

import (
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	xdraw "golang.org/x/image/draw"
)

// picture copies a picture for drawing.
func picture(v *vision.Image) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	for i, j := 0, 0; i+2 < len(v.Pix); i, j = i+3, j+4 {
		out.Pix[j], out.Pix[j+1], out.Pix[j+2], out.Pix[j+3] = v.Pix[i], v.Pix[i+1], v.Pix[i+2], 255
	}
	return out
}

// show scales the part of a picture inside crop, whose shape is that of the
// canvas, onto the canvas. It returns where the picture's pixels went.
func (c *canvas) show(src *image.RGBA, crop image.Rectangle) func(geom.Pixel) pt {
	zoom := float64(c.Rect.Dx()) / float64(crop.Dx())
	at := func(p geom.Pixel) pt {
		return pt{(p.U + 0.5 - float64(crop.Min.X)) * zoom, (p.V + 0.5 - float64(crop.Min.Y)) * zoom}
	}
	part := crop.Intersect(src.Rect)
	lo := at(geom.Pixel{U: float64(part.Min.X) - 0.5, V: float64(part.Min.Y) - 0.5})
	hi := at(geom.Pixel{U: float64(part.Max.X) - 0.5, V: float64(part.Max.Y) - 0.5})
	to := image.Rect(int(math.Round(lo.x)), int(math.Round(lo.y)), int(math.Round(hi.x)), int(math.Round(hi.y)))
	xdraw.CatmullRom.Scale(c.RGBA, to, src, part, xdraw.Src, nil)
	return at
}

// whole returns the crop of the canvas' shape that holds the whole picture.
func (c *canvas) whole(src image.Rectangle) image.Rectangle {
	return c.shaped(pt{float64(src.Dx()) / 2, float64(src.Dy()) / 2}, float64(src.Dx())/2, float64(src.Dy())/2)
}

// shaped returns the smallest crop of the canvas' shape around a point that
// reaches at least rx and ry pixels from it.
func (c *canvas) shaped(at pt, rx, ry float64) image.Rectangle {
	w, h := float64(c.Rect.Dx()), float64(c.Rect.Dy())
	half := math.Max(rx, ry*w/h)
	tall := half * h / w
	return image.Rect(int(math.Floor(at.x-half)), int(math.Floor(at.y-tall)), int(math.Ceil(at.x+half)), int(math.Ceil(at.y+tall)))
}

// panel draws one view: the puzzle enlarged, with everything measured on it.
// It returns the part of the picture that it shows.
func (s *sheet) panel(c *canvas, v vision.View) image.Rectangle {
	src := picture(v.Image)
	b := &body{Measurement: s.seen, cam: s.seen.Cameras[v.Name], at: func(p geom.Pixel) pt { return pt{p.U, p.V} }}
	if b.cam == nil {
		b.cam = v.Camera
	}
	crop := c.whole(src.Rect)
	measured := s.seen.Found && b.cam != nil && len(b.Layers) == len(b.axis().Cuts)+1
	if measured {
		crop = c.around(b, len(b.arcs(s.ruling)), src.Rect)
	}
	b.at = c.show(src, crop)
	if len(s.views) > 1 {
		f := faceOf(s.lang, bold, 24)
		c.label(f, pt{f.width(v.Name)/2 + 20, 28}, ink, v.Name)
	}
	if measured {
		c.puzzle = b.border()
		arcs := b.arcs(s.ruling)
		for k, a := range arcs {
			a.draw(c, k)
		}
		s.layers(c, b)
		for k, a := range arcs {
			a.name(c, s.lang, k)
		}
		for k, a := range arcs {
			a.reserve(c, k)
		}
		if v.Camera != nil { // a camera that was estimated from some faces says little of where others are
			s.unseen(c, b)
		}
	}
	s.stickers(c, b, v.Name)
	return crop
}

// stickers marks the stickers that a view shows, those out of place besides.
func (s *sheet) stickers(c *canvas, b *body, view string) {
	if !s.seen.Found {
		return
	}
	for _, k := range s.seen.Stickers {
		p, ok := k.Px[view]
		if !ok {
			continue
		}
		if slices.Contains(s.ruling.OutOfPlace, k.Place) {
			c.cross(b.at(p))
		}
		c.dot(b.at(p), stickerInk[k.Colour])
	}
}

// around returns the crop that shows the puzzle with room for a number of arcs
// and labels, moved into the picture where it has room, or the whole picture
// where the puzzle fills it.
func (c *canvas) around(b *body, arcs int, src image.Rectangle) image.Rectangle {
	whole, all := c.whole(src), b.border()
	if len(all) < 3 {
		return whole
	}
	lo, hi := all[0], all[0]
	for _, p := range all {
		lo, hi = pt{math.Min(lo.x, p.x), math.Min(lo.y, p.y)}, pt{math.Max(hi.x, p.x), math.Max(hi.y, p.y)}
	}
	_, room := ringAt(arcs - 1) // times the puzzle
	const label = 0.3
	reach := math.Max(hi.x-lo.x, hi.y-lo.y) / 2 * (room + label)
	crop := c.shaped(lo.add(hi).mul(0.5), reach, reach)
	if crop.Dx() >= whole.Dx() {
		return whole
	}
	return crop.Add(image.Pt(inward(crop.Min.X, crop.Max.X, src.Dx()), inward(crop.Min.Y, crop.Max.Y, src.Dy())))
}

// inward returns by how much to move a stretch so that it lies within 0 to
// size; nothing where it is longer.
func inward(lo, hi, size int) int {
	switch {
	case hi-lo > size:
		return 0
	case lo < 0:
		return -lo
	}
	return min(0, size-hi)
}

// layers draws the outlines, the widest interface's layers last and in its colour.
func (s *sheet) layers(c *canvas, b *body) {
	lines := b.outlines()
	for _, l := range lines {
		c.stroke(halo, 7, l...)
	}
	for i, l := range lines {
		c.stroke(s.layerInk(i), 3, l...)
	}
}

// layerInk tells layers apart: the part of the puzzle on the upper side of the
// widest interface over the limit is drawn in that interface's colour.
func (s *sheet) layerInk(layer int) color.NRGBA {
	out, widest := white, geom.Angle(0)
	for _, f := range s.ruling.Interfaces {
		if f.Axis == s.seen.Axis && (f.Over || f.Close) && f.Turn.Abs() > widest && layer > f.Between[0] {
			out, widest = standingInk(f), f.Turn.Abs()
		}
	}
	return out
}

// dot shows a sticker's colour, ringed in black and white to be seen on any ground.
func (c *canvas) dot(at pt, ink color.NRGBA) {
	c.fill(black, disc(at, 11))
	c.fill(white, disc(at, 9.5))
	c.fill(ink, disc(at, 7.5))
}

// cross marks a sticker that is out of place: four ticks that stick out from
// under its dot, in a colour that no sticker has, to be seen also without it.
func (c *canvas) cross(at pt) {
	const from, to = 9, 21
	for _, d := range []pt{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		tick := []pt{at.add(d.mul(from / math.Sqrt2)), at.add(d.mul(to / math.Sqrt2))}
		c.stroke(black, 9, tick)
		c.stroke(markInk, 5, tick)
	}
}
