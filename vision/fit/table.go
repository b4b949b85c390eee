package fit

import (
	"math"
	"sync"

	"github.com/plustwo/plustwo/calib/geom"
)

// entry is one coarse shape: layer turns and a stable facet to lie on.
type entry struct {
	rest *rest
	turn [maxLayers]float64
	yaws int // yaw runs over a full turn divided by yaws
}

// coarse is the spacing of the table's turns: the refinement converges from
// half of it (TestRefineBasin).
const coarse = 10 * geom.Degree

// minMargin is how far, in puzzle sizes, the core must stand inside the
// resting facet for it to hold: 0.02 is 1 mm on a 3x3.
const minMargin = 0.02

var tables sync.Map // event/axis -> []entry

// table returns the coarse shapes of a puzzle about one axis without those
// that a symmetry of the solved puzzle makes alike.
func table(m *model) []entry {
	key := m.puz.Event
	if t, ok := tables.Load(key); ok {
		return t.([]entry)
	}
	var out []entry
	seen := map[string]bool{}
	group := symmetries(m)
	for _, turn := range turnGrid(m) {
		for _, e := range restsOf(m, turn) {
			key, alike := canonical(m, group, e)
			if !seen[key] {
				seen[key] = true
				e.yaws = alike
				out = append(out, e)
			}
		}
	}
	t, _ := tables.LoadOrStore(key, out)
	return t.([]entry)
}

// turnGrid lists layer turns: every interface over one step.
func turnGrid(m *model) [][maxLayers]float64 {
	n := len(m.layers) - 1
	k := int(math.Round(float64(m.step / coarse)))
	var out [][maxLayers]float64
	var rec func(i int, turn [maxLayers]float64, off int)
	rec = func(i int, turn [maxLayers]float64, off int) {
		if i > n {
			out = append(out, turn)
			return
		}
		for j := 0; j < k; j++ {
			d := float64(geom.Angle(float64(j) * float64(m.step) / float64(k)).Fold(m.step))
			o := off
			if j != 0 {
				o++
			}
			if o > 2 {
				continue
			}
			turn[i] = turn[i-1] + d
			rec(i+1, turn, o)
		}
	}
	rec(1, [maxLayers]float64{}, 0)
	return out
}

// restsOf returns the stable facets of the puzzle with the given turns.
func restsOf(m *model, turn [maxLayers]float64) []entry {
	var pts []contact
	var at []geom.Vec
	for l, q := range m.layers {
		r := geom.AxisAngle(m.normal, geom.Angle(turn[l]))
		for _, c := range q.corners {
			pts = append(pts, contact{l, c})
			at = append(at, r.Apply(c))
		}
	}
	var out []entry
	var seen []geom.Vec
	for i := range at {
		for j := i + 1; j < len(at); j++ {
		next:
			for k := j + 1; k < len(at); k++ {
				n := at[j].Sub(at[i]).Cross(at[k].Sub(at[i]))
				if n.Norm() < 1e-2 {
					continue
				}
				n = n.Unit()
				d := n.Dot(at[i])
				if d < 0 {
					n, d = n.Mul(-1), -d
				}
				for _, s := range seen {
					if s.Dot(n) > 1-1e-6 {
						continue next
					}
				}
				for _, q := range at {
					if q.Dot(n) > d+1e-6 {
						continue next
					}
				}
				if margin(at, n, d) < minMargin {
					continue // not seen: where a turn is tiny, a facet that holds is near
				}
				seen = append(seen, n)
				out = append(out, entry{rest: &rest{touch: [3]contact{pts[i], pts[j], pts[k]}, base: geom.Between(n, geom.Vec{Z: -1})}, turn: turn, yaws: 1})
			}
		}
	}
	return out
}

// margin returns how far inside the facet (n, d) of the hull the foot of the
// core lies; negative outside.
func margin(at []geom.Vec, n geom.Vec, d float64) float64 {
	var f []geom.Vec
	for _, q := range at {
		if q.Dot(n) > d-1e-6 {
			f = append(f, q)
		}
	}
	foot := n.Mul(d)
	best := math.Inf(1)
	for i := range f {
	pair:
		for j := range f {
			e := f[j].Sub(f[i])
			if e.Norm() < 1e-6 {
				continue
			}
			out := e.Cross(n).Unit()
			for _, q := range f {
				if q.Sub(f[i]).Dot(out) > 1e-6 {
					continue pair
				}
			}
			best = min(best, -foot.Sub(f[i]).Dot(out))
		}
	}
	return best
}
