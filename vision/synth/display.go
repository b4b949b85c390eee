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
}

// newDisplay makes the display of a scene's timer; nil where it has none.
func newDisplay(s *Scene, l *lens) *display {
	for i := range s.Things {
		if t := &s.Things[i]; t.What == Timer {
			z := s.Table.Mat.ThicknessMM + t.LiftMM + math.Max(t.HeightMM, 0.2)
			return &display{l, t, z, newRaster(l.cam.Width, l.cam.Height)}
		}
	}
	return nil
}

// show writes a time.
func (d *display) show(im *vision.Image, text string) {
	if d == nil || text == "" {
		return
	}
	t := d.timer
	mid := turned(pt{0, 0.06 * t.DepthMM}, t.YawDeg)
	var flat [][]geom.Vec
	for _, c := range moved(digits(text, t.digitsMM()), 1, t.YawDeg, mid) {
		flat = append(flat, level(d.z, c, pt{t.XMM, t.YMM}, 0))
	}
	// The ink's albedo is 0.06 of the glass's, and sRGB's curve makes that 0.3.
	const dark = 0.7 * 256
	d.raster.each(d.lens.outlines(flat...), func(y, x0 int, cover []float32) {
		row := im.Pix[3*(y*im.Width+x0):][:3*len(cover)]
		for i, a := range cover {
			k := int(a * dark)
			for c := range 3 {
				v := &row[3*i+c]
				*v -= uint8(int(*v) * k >> 8)
			}
		}
	})
}
