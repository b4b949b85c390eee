package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// maxLayers bounds the layers of one axis; a 7x7 has 7.
const maxLayers = 7

// contact is a corner of a layer that touches the mat.
type contact struct {
	layer  int
	corner geom.Vec // puzzle frame, before the layer's turn
}

// rest is a facet of the turned puzzle's hull on which it lies: three of its corners.
type rest struct {
	touch [3]contact
	base  geom.Rot // takes the facet's normal at the table's angles to -z

	free   bool    // no facet: base is the rotation itself
	height float64 // mm, of the core where free
}

// pose is everything that the fit estimates about one explanation.
type pose struct {
	rest *rest
	x, y float64            // mm, core in the mat frame
	z    float64            // mm, height of the surface on which the puzzle lies
	yaw  float64            // rad, about the mat's z
	size float64            // mm
	tilt [2]float64         // rad, about the mat's x and y: what the resting facet does not explain
	fill float64            // sticker's size against its cell
	rim  float64            // an inner face's size, inside its rounded edge, against its layer's cut
	turn [maxLayers]float64 // rad, layer against layer 0
}

// Parameters of the least-squares step, in this order; turn[1:] follow.
const (
	pX = iota
	pY
	pYaw
	pSize
	pZ
	pTiltX
	pTiltY
	pFill
	pRim
	pTurn
)

const maxParams = pTurn + maxLayers - 1

// add moves one parameter.
func (p *pose) add(k int, d float64) {
	switch k {
	case pX:
		p.x += d
	case pY:
		p.y += d
	case pYaw:
		p.yaw += d
	case pSize:
		p.size += d
	case pZ:
		p.z += d
	case pTiltX:
		p.tilt[0] += d
	case pTiltY:
		p.tilt[1] += d
	case pFill:
		p.fill += d
	case pRim:
		p.rim += d
	default:
		p.turn[k-pTurn+1] += d
	}
}

// identity leaves the mat frame as it is.
var identity = geom.Pose{R: geom.Identity}

// affine is x -> A x + t.
type affine struct {
	a geom.Rot
	t geom.Vec
}

func (f *affine) apply(v geom.Vec) geom.Vec { return f.a.Apply(v).Add(f.t) }

// down returns the outward normal of the resting facet and its distance from
// the core (puzzle sizes) at the pose's layer turns.
func (r *rest) down(m *model, turn *[maxLayers]float64) (geom.Vec, float64) {
	var q [3]geom.Vec
	for i, c := range r.touch {
		q[i] = geom.AxisAngle(m.normal, geom.Angle(turn[c.layer])).Apply(c.corner)
	}
	n := q[1].Sub(q[0]).Cross(q[2].Sub(q[0])).Unit()
	d := n.Dot(q[0])
	if d < 0 {
		return n.Mul(-1), -d
	}
	return n, d
}

// matFromPuzzle returns the rotation and the core's place (mm) of the pose.
func (p *pose) matFromPuzzle(m *model) geom.Pose {
	n, d := geom.Vec{Z: -1}, 0.0
	if p.rest.free {
		n = p.rest.base.Inverse().Apply(n)
		d = (p.rest.height - p.z) / p.size
	} else {
		n, d = p.rest.down(m, &p.turn)
	}
	r := geom.Between(p.rest.base.Apply(n), geom.Vec{Z: -1}).Mul(p.rest.base)
	r = geom.AxisAngle(geom.Vec{Z: 1}, geom.Angle(p.yaw)).Mul(r)
	if t := math.Hypot(p.tilt[0], p.tilt[1]); t > 0 {
		r = geom.AxisAngle(geom.Vec{X: p.tilt[0], Y: p.tilt[1]}, geom.Angle(t)).Mul(r)
	}
	return geom.Pose{R: r, T: geom.Vec{X: p.x, Y: p.y, Z: p.z + d*p.size}}
}

// layersInto writes each layer's target-from-layer transform: puzzle sizes to
// mm in the frame that targetFromMat leads to.
func (p *pose) layersInto(m *model, targetFromMat geom.Pose, out []affine) {
	mp := p.matFromPuzzle(m)
	tp := targetFromMat.Mul(mp)
	for l := range m.layers {
		r := tp.R
		if p.turn[l] != 0 {
			r = r.Mul(geom.AxisAngle(m.normal, geom.Angle(p.turn[l])))
		}
		for i := range r {
			r[i] *= p.size
		}
		out[l] = affine{r, tp.T}
	}
}

// get returns one parameter.
func (p *pose) get(k int) float64 {
	switch k {
	case pX:
		return p.x
	case pY:
		return p.y
	case pYaw:
		return p.yaw
	case pSize:
		return p.size
	case pZ:
		return p.z
	case pTiltX:
		return p.tilt[0]
	case pTiltY:
		return p.tilt[1]
	case pFill:
		return p.fill
	case pRim:
		return p.rim
	}
	return p.turn[k-pTurn+1]
}
