package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// free makes a pose with an explicit rotation, which no resting facet binds:
// for scanning, and for a puzzle held in a hand.
func free(mp geom.Pose, p pose) pose {
	p.rest = &rest{base: mp.R, free: true, height: mp.T.Z}
	p.x, p.y, p.yaw, p.tilt = mp.T.X, mp.T.Y, 0, [2]float64{}
	return p
}

// anchor returns the layer that shows most sticker pixels in r.lab.
func (r *refiner) anchor() int {
	best, at := int32(-1), 0
	for l := range r.m.layers {
		n := int32(0)
		for _, s := range r.m.layers[l].stickers {
			n += r.colour[r.m.tileID(s.place)].n
		}
		if n > best {
			best, at = n, l
		}
	}
	return at
}

// groups lists the sets of layers that a scan moves against the anchor: every
// single other layer, and everything beyond each interface.
func groups(layers, anchor int) [][]int {
	var out [][]int
	for l := 0; l < layers; l++ {
		if l != anchor {
			out = append(out, []int{l})
		}
	}
	for i := 1; i < anchor; i++ {
		out = append(out, span(0, i))
	}
	for i := anchor + 1; i < layers-1; i++ {
		out = append(out, span(i, layers-1))
	}
	return out
}

func span(a, b int) []int {
	var s []int
	for i := a; i <= b; i++ {
		s = append(s, i)
	}
	return s
}

// scanStep is the spacing of a scan: the refinement mostly converges from half
// of it (TestRefineBasin).
const scanStep = 3 * geom.Degree

// scanKeep is how many places of each scan are refined.
const scanKeep = 3

// scan turns each group of layers through a whole step against the anchor,
// which keeps its place in the picture, and returns the best places, settled
// on a resting facet but not yet refined.
func (f *fitter) scan(g *guess) []guess {
	r := f.r
	r.use(f.win, half)
	if !r.d.draw(r.win.cam, &g.pose, r.lv.patch, &r.lab) {
		return nil
	}
	r.meanColours()
	a := r.anchor()
	mp := g.pose.matFromPuzzle(r.m)
	n := int(math.Round(float64(r.m.step / scanStep)))
	var out []guess
	for _, grp := range groups(len(r.m.layers), a) {
		cost := make([]float64, n)
		at := make([]pose, n)
		for k := range cost {
			p := free(mp, g.pose)
			for _, l := range grp {
				p.turn[l] += float64(k) / float64(n) * r.m.step.Radians()
			}
			at[k] = p
			cost[k] = math.Inf(1)
			if k > 0 {
				cost[k] = f.survey(&p)
			}
		}
		for j := 0; j < scanKeep; j++ {
			b := 0
			for k := range cost {
				if cost[k] < cost[b] {
					b = k
				}
			}
			if math.IsInf(cost[b], 1) {
				break
			}
			out = append(out, guess{pose: f.settle(at[b], a, g.pose), cost: cost[b], pins: g.pins})
			for d := -1; d <= 1; d++ {
				cost[(b+d+n)%n] = math.Inf(1)
			}
		}
	}
	return out
}

// settle puts a free pose down on the facet nearest below it, keeping the
// anchor layer as it is.
func (f *fitter) settle(p pose, anchor int, like pose) pose {
	m := f.m
	mp := p.matFromPuzzle(m)
	// Layer 0 carries the turns' zero.
	mp.R = mp.R.Mul(geom.AxisAngle(m.normal, geom.Angle(p.turn[0])))
	t0 := p.turn[0]
	for l := range m.layers {
		p.turn[l] -= t0
		if l > 0 {
			d := geom.Angle(p.turn[l] - p.turn[l-1])
			p.turn[l] = p.turn[l-1] + d.Fold(m.step).Radians()
		}
	}
	best, bestCos := -1, -1.0
	facets := restsOf(m, p.turn)
	for i, e := range facets {
		n, _ := e.rest.down(m, &p.turn)
		if c := -mp.R.Apply(n).Z; c > bestCos {
			best, bestCos = i, c
		}
	}
	if best < 0 {
		return like
	}
	p.rest = facets[best].rest
	p.z, p.tilt = like.z, [2]float64{}
	// R = Rz(yaw) base  =>  Rz(yaw) is the z-turn nearest to R base^-1
	q := mp.R.Mul(p.rest.base.Inverse())
	p.yaw = math.Atan2(q[3]-q[1], q[0]+q[4])
	return p
}
