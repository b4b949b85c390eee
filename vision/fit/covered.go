package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// What reaches in from outside the puzzle, a finger or a sleeve, hides stickers
// under a colour of its own, which goes on from a sticker's middle across its
// border to beyond the puzzle's outline. Such paths are looked for through places
// along the border, at multiples of the way from the middle to it.
var (
	alongBorder = [...]float64{0.2, 0.5, 0.8}
	waysOut     = [...]float64{0.5, 0.8, 1, 1.3, 1.6, 2}
)

const (
	// sameCover is the distance (sRGB steps, opponent channels) of one thing's
	// colours: two deviations of a part's.
	sameCover = 2 * spread
	// besideIt is how far, in cells, a neighbour's middle lies at the most: that of
	// one across a corner.
	besideIt = 1.5
)

// look is one visible sticker in the window's fine patch.
type look struct {
	middle  geom.Pixel
	side    float64 // of its cell, pixels
	colour  [3]float64
	covered bool
}

// spreadCover marks what lies beside a covered sticker and looks like it.
func spreadCover(list []*look) {
	for i := 0; i < len(list); i++ {
		a := list[i]
		if !a.covered {
			continue
		}
		for _, b := range list {
			near := math.Hypot(a.middle.U-b.middle.U, a.middle.V-b.middle.V) < besideIt*max(a.side, b.side)
			if !b.covered && near && apart(a.colour, b.colour) < sameCover {
				b.covered = true
				i = -1 // its own neighbours too
			}
		}
	}
}

// lookAt looks at a sticker of a layer: at its middle and beyond its borders.
func (f *fitter) lookAt(w *window, x *affine, s *tile) *look {
	lv, d := &w.fine, &f.r.d
	out := &look{}
	if !d.project(w.cam, x, s.corners, s.centre, 1, lv.patch) {
		return out
	}
	c := w.fine.to(centreOf(w, x, s))
	out.middle, out.colour = c, lv.mean(c)
	out.side = math.Sqrt(polygonArea(d.pts))
	for i, p := range d.pts {
		q := d.pts[(i+1)%len(d.pts)]
		for _, a := range alongBorder {
			at := geom.Pixel{U: p.U + a*(q.U-p.U), V: p.V + a*(q.V-p.V)}
			out.covered = out.covered || f.goesOn(lv, c, at, out.colour)
		}
	}
	return out
}

// goesOn tells whether a colour goes on from a sticker's middle through a place
// of its border to outside the puzzle, where it is not the mat's.
func (f *fitter) goesOn(lv *level, middle, border geom.Pixel, colour [3]float64) bool {
	for _, k := range waysOut {
		v := geom.Pixel{U: middle.U + k*(border.U-middle.U), V: middle.V + k*(border.V-middle.V)}
		j, ok := lv.index(v)
		if !ok || apart(lv.mean(v), colour) > sameCover {
			return false
		}
		if k > 1 && (f.r.lab.id[j] != background || float64(lv.mat[j]) < likeMat) {
			return false
		}
	}
	return true
}

// centreOf returns where a sticker's middle appears in the picture.
func centreOf(w *window, x *affine, s *tile) geom.Pixel {
	px, _ := w.cam.ProjectCam(x.apply(s.centre))
	return px
}

// index returns the patch pixel at a place, and whether there is one.
func (p *patch) index(q geom.Pixel) (int, bool) {
	x, y := int(math.Round(q.U)), int(math.Round(q.V))
	return y*p.w + x, x >= 0 && y >= 0 && x < p.w && y < p.h
}

// mean returns the mean colour of 3 x 3 pixels about a place.
func (p *patch) mean(q geom.Pixel) (sum [3]float64) {
	n := 0.0
	for dy := -1.0; dy <= 1; dy++ {
		for dx := -1.0; dx <= 1; dx++ {
			if i, ok := p.index(geom.Pixel{U: q.U + dx, V: q.V + dy}); ok {
				for k := range sum {
					sum[k] += float64(p.pix[3*i+k])
				}
				n++
			}
		}
	}
	for k := range sum {
		sum[k] /= max(n, 1)
	}
	return sum
}

func apart(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
