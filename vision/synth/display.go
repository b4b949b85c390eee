package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// display writes a timer's digits into pictures that are already developed.
type display struct {
	lens   *lens
	timer  *Thing
	z      float64
	raster raster
	at     rect // where digits can be
}

// newDisplay makes the display of a scene's timer; nil where it has none.
func newDisplay(s *Scene, l *lens) *display {
	for i := range s.Things {
		if t := &s.Things[i]; t.What == Timer {
			z := s.Table.Mat.ThicknessMM + t.LiftMM + math.Max(t.HeightMM, 0.2)
			d := &display{lens: l, timer: t, z: z, raster: newRaster(l.cam.Width, l.cam.Height), at: nowhere}
			for _, c := range d.outlines("88:88.888") {
				d.at = d.at.union(l.visible(c))
			}
			d.at = d.at.within(l.cam.Width, l.cam.Height)
			return d
		}
	}
	return nil
}

// outlines returns how a time's digits appear.
func (d *display) outlines(text string) [][]pt {
	t := d.timer
	mid := turned(pt{0, 0.06 * t.DepthMM}, t.YawDeg)
	var flat [][]geom.Vec
	for _, c := range moved(digits(text, t.digitsMM()), 1, t.YawDeg, mid) {
		flat = append(flat, level(d.z, c, pt{t.XMM, t.YMM}, 0))
	}
	return d.lens.outlines(flat...)
}

// show writes a time where none of the layers hides the display.
func (d *display) show(im *vision.Image, layers []*Layer, text string) {
	if d == nil || text == "" || d.at.empty() {
		return
	}
	// The ink's albedo is 0.06 of the glass's, and sRGB's curve makes that 0.3.
	const dark = 0.7 * 256
	wide := d.at.x1 - d.at.x0
	d.raster.each(d.outlines(text), func(y, x0 int, cover []float32) {
		row := im.Pix[3*(y*im.Width+x0):][:3*len(cover)]
	next:
		for i, a := range cover {
			for _, l := range layers {
				if u, v := x0+i-d.at.x0, y-d.at.y0; l.hides != nil && u >= 0 && v >= 0 && u < wide && v < d.at.y1-d.at.y0 && l.hides[v*wide+u] {
					continue next
				}
			}
			k := int(a * dark)
			for c := range 3 {
				v := &row[3*i+c]
				*v -= uint8(int(*v) * k >> 8)
			}
		}
	})
}

// cut returns the part of a picture, painted at at, where digits can be; nil
// where it has none of it.
func (d *display) cut(f *frame, at rect) []rgb {
	if d == nil || !d.at.meets(at) {
		return nil
	}
	out := make([]rgb, 0, (d.at.x1-d.at.x0)*(d.at.y1-d.at.y0))
	for y := d.at.y0; y < d.at.y1; y++ {
		for x := d.at.x0; x < d.at.x1; x++ {
			var c rgb
			if x >= at.x0 && x < at.x1 && y >= at.y0 && y < at.y1 {
				c = f.pix[(y-at.y0)*f.w+x-at.x0]
			}
			out = append(out, c)
		}
	}
	return out
}

// hidden tells where something was drawn between two cuts; nil for nowhere.
func hidden(before, after []rgb) []bool {
	var out []bool
	for i, c := range before {
		if c != after[i] {
			if out == nil {
				out = make([]bool, len(before))
			}
			out[i] = true
		}
	}
	return out
}
