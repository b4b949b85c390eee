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

// tableKey names a table.
type tableKey struct {
	event string
	axis  int
}

var tables sync.Map // tableKey -> []entry

// table returns the coarse shapes of a puzzle about one axis without those
// that a symmetry of the solved puzzle makes alike.
func table(m *model) []entry {
	key := tableKey{m.puz.Event, m.axis}
	if t, ok := tables.Load(key); ok {
		return t.([]entry)
	}
	var out []entry
	seen := map[string]bool{}
	group := symmetries(m)
	for _, turn := range turnGrid(m) {
		for _, e := range restsOf(m, turn) {
			name, alike := canonical(m, group, e)
			if !seen[name] {
				seen[name] = true
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

// fine is the step to which turns are rounded to find facets, so that two
// layers' faces are either one plane or plainly two, as in puzzle.Rests.
const fine = 0.001 * geom.Degree

// restsOf returns the stable facets of the puzzle with the given turns.
func restsOf(m *model, turn [maxLayers]float64) []entry {
	var pts []contact
	var at []geom.Vec
	for l, q := range m.layers {
		r := geom.AxisAngle(m.normal, fine*geom.Angle(math.Round(turn[l]/fine.Radians())))
		for _, c := range q.corners {
			pts = append(pts, contact{l, c})
			at = append(at, r.Apply(c))
		}
	}
	var out []entry
	for _, f := range geom.Hull(at) {
		if margin(at, f) < minMargin {
			continue
		}
		k := len(f.Corners)
		a, b, c := f.Corners[0], f.Corners[k/3], f.Corners[2*k/3]
		out = append(out, entry{rest: &rest{touch: [3]contact{pts[a], pts[b], pts[c]}, base: geom.Between(f.Normal, geom.Vec{Z: -1})}, turn: turn, yaws: 1})
	}
	return out
}

// margin returns how far inside a facet of the hull the foot of the core lies;
// negative outside.
func margin(at []geom.Vec, f geom.Facet) float64 {
	best := math.Inf(1)
	for i, c := range f.Corners {
		a, b := at[c], at[f.Corners[(i+1)%len(f.Corners)]]
		best = min(best, -a.Dot(f.Normal.Cross(b.Sub(a)).Unit()))
	}
	return best
}
