package locate

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Thing is the largest piece of a picture that differs from the ground.
type Thing struct {
	Centre geom.Pixel
	Area   float64 // picture pixels
}

// Foremost learns the ground's colour along the picture's edges and returns
// the largest thing that stands out from it and does not reach the edges. It
// is for pictures of one thing on a plain ground, by an unknown camera. It
// returns false where no such thing covers a hundredth of the picture.
func Foremost(im *vision.Image) (Thing, bool) {
	const edge = 0.12 // of the shorter side: a third of the picture to learn from, and room for the thing
	s := shrink(im, max(1, min(max(im.Width, im.Height)/searchSide[0], min(im.Width, im.Height)/leastSide)))
	m := edge * float64(min(s.w, s.h))
	in := make([]bool, s.w*s.h)
	for j := range in {
		x, y := float64(j%s.w), float64(j/s.w)
		in[j] = math.Min(math.Min(x, float64(s.w)-x), math.Min(y, float64(s.h)-y)) < m
	}
	fg := foreground(s, fitGround(s, in))
	return largest(fg)
}

// largest returns the largest piece of more than half foreground (0..1 in channel
// 0) that does not touch the edges.
func largest(fg *small) (best Thing, ok bool) {
	const sure = 0.5
	const least = 0.01 // of the picture: the smallest that a puzzle can be read on
	in := make([]bool, fg.w*fg.h)
	for i := range in {
		in[i] = fg.pix[3*i] > sure
	}
	pieces(fg.w, fg.h, in, func(at []int) {
		var su, sv float64
		for _, j := range at {
			x, y := j%fg.w, j/fg.w
			if x == 0 || y == 0 || x == fg.w-1 || y == fg.h-1 {
				return
			}
			su, sv = su+float64(x), sv+float64(y)
		}
		n := float64(len(at))
		if area := n * fg.scale * fg.scale; n > least*float64(len(in)) && area > best.Area {
			best, ok = Thing{geom.Pixel{U: (su/n+0.5)*fg.scale - 0.5, V: (sv/n+0.5)*fg.scale - 0.5}, area}, true
		}
	})
	return best, ok
}
