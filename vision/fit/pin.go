package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// pin holds a point of a layer to where the only picture has it: the middle of
// a sticker of a face that was seen as a lattice.
type pin struct {
	layer int
	at    geom.Vec // puzzle frame, before the layer's turn
	px    geom.Pixel
	sigma float64 // picture pixels
}

// pinned adds the pins to the normal equations of the view at hand.
func (r *refiner) pinned(p *pose) {
	for i := range r.pins {
		q := &r.pins[i]
		du, dv, ok := r.offPin(q)
		if !ok {
			continue
		}
		s := q.sigma / r.lv.scale
		w := edgeSigma * edgeSigma / (s * s)
		b := border{layer: q.layer, by: -1}
		r.accumulate(&b, q.at, q.at, 1, 0, du/r.lv.scale, w)
		r.accumulate(&b, q.at, q.at, 0, 1, dv/r.lv.scale, w)
	}
}

// offPin returns how far the picture has a pin from where the pose in base has
// it, in picture pixels.
func (r *refiner) offPin(q *pin) (du, dv float64, ok bool) {
	c, ok := r.win.cam.ProjectCam(r.base[q.layer].apply(q.at))
	return q.px.U - c.U, q.px.V - c.V, ok
}

// pinCost is what one squared deviation of a pin adds to a pose's cost. It is a
// rough weight, not a measured one: a pin stands for the tens of pixels of its
// sticker.
const pinCost = 10.0

func (f *fitter) pinCost() float64 {
	r, sum := f.r, 0.0
	for i := range r.pins {
		q := &r.pins[i]
		if du, dv, ok := r.offPin(q); ok {
			sum += math.Min((du*du+dv*dv)/(q.sigma*q.sigma), limit)
		}
	}
	return pinCost * sum
}
