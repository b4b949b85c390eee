package fit

import (
	"math"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// laid returns the corners of a shape's layers, lying on the mat (puzzle
// sizes, yaw 0): all that tells one shape from another but for colours.
func laid(m *model, e entry) []geom.Vec {
	p := pose{rest: e.rest, turn: e.turn, size: 1}
	var out []geom.Vec
	for l := range m.layers {
		out = append(out, p.corners(m, l)...)
	}
	return out
}

// sameSpot is how far (puzzle sizes) corners of one shape may lie apart
// through rounding; corners of different shapes differ by a hundred times this.
const sameSpot = 1e-4

func turned(pts []geom.Vec, yaw float64) []geom.Vec {
	s, c := math.Sincos(yaw)
	out := make([]geom.Vec, len(pts))
	for i, p := range pts {
		out[i] = geom.Vec{X: c*p.X - s*p.Y, Y: s*p.X + c*p.Y, Z: p.Z}
	}
	return out
}

// coincide tells whether every point has one of the others within sameSpot.
func coincide(a, b []geom.Vec) bool {
	for _, p := range a {
		if !slices.ContainsFunc(b, func(q geom.Vec) bool { return p.Sub(q).Norm() < sameSpot }) {
			return false
		}
	}
	return true
}

// congruent returns the yaws that lay shape a on shape b.
func congruent(a, b []geom.Vec) (yaws []float64) {
	if len(a) != len(b) {
		return nil
	}
	// The corner furthest from the core's vertical must meet one of its kind.
	far := slices.MaxFunc(a, func(p, q geom.Vec) int {
		return int(math.Copysign(1, math.Hypot(p.X, p.Y)-math.Hypot(q.X, q.Y)))
	})
	for _, q := range b {
		if math.Abs(q.Z-far.Z) > sameSpot || math.Abs(math.Hypot(q.X, q.Y)-math.Hypot(far.X, far.Y)) > sameSpot {
			continue
		}
		yaw := math.Atan2(q.Y, q.X) - math.Atan2(far.Y, far.X)
		if r := turned(a, yaw); coincide(r, b) && coincide(b, r) &&
			!slices.ContainsFunc(yaws, func(o float64) bool {
				return geom.Angle(o-yaw).Fold(geom.Turn).Abs() < geom.Degree
			}) {
			yaws = append(yaws, yaw)
		}
	}
	return yaws
}

// profileOf sums up a shape in a way that yaw does not change: congruent
// shapes have the same to rounding.
func profileOf(pts []geom.Vec) [3]float64 {
	var s [3]float64
	for _, p := range pts {
		r := p.X*p.X + p.Y*p.Y
		s[0], s[1], s[2] = s[0]+p.Z*p.Z, s[1]+r*r, s[2]+r*p.Z
	}
	return s
}

func alikeProfiles(a, b [3]float64) bool {
	const rounding = 1e-2 // of sums over some dozens of corners at sameSpot
	return math.Abs(a[0]-b[0]) < rounding && math.Abs(a[1]-b[1]) < rounding && math.Abs(a[2]-b[2]) < rounding
}

// The table holds every resting shape of the grid once: those that it takes for
// alike are congruent, those that it holds are not, and each entry's yaws count
// the ways in which it is congruent to itself.
func TestTableHoldsEachShapeOnce(t *testing.T) {
	for _, event := range someEvents {
		m := load(t, event)
		group := symmetries(m)
		keyOf := func(e entry) string { k, _ := canonical(m, group, e); return k }
		held := map[string][]geom.Vec{}
		profiles := map[string][3]float64{}
		for _, e := range table(m) {
			pts := laid(m, e)
			if n := len(congruent(pts, pts)); n != e.yaws {
				t.Errorf("%s: turns %v down %v repeat %d times a turn, the table says %d", event, e.turn, e.rest.touch, n, e.yaws)
			}
			key, prof := keyOf(e), profileOf(pts)
			for k, o := range held {
				if alikeProfiles(prof, profiles[k]) && congruent(pts, o) != nil {
					t.Errorf("%s: the table holds one shape twice: %s and %s", event, k, key)
				}
			}
			held[key], profiles[key] = pts, prof
		}
		for _, turn := range turnGrid(m) {
			for _, e := range restsOf(m, turn) {
				if o, ok := held[keyOf(e)]; !ok || congruent(laid(m, e), o) == nil {
					t.Fatalf("%s: turns %v down %v are not congruent to the table's entry (held: %v)", event, turn, e.rest.touch, ok)
				}
			}
		}
	}
}

// angles returns turns as puzzle.Rests takes them.
func (m *model) angles(turn [maxLayers]float64) []geom.Angle {
	var out []geom.Angle
	for l := range m.layers {
		out = append(out, geom.Angle(turn[l]))
	}
	return out
}

// checkRests compares the resting facets with the rests of the puzzle that have
// the margin.
func checkRests(t rapid.TB, m *model, turn [maxLayers]float64) {
	got := restsOf(m, turn)
	matched := 0
	for _, r := range m.puz.Rests(m.axis, m.angles(turn)) {
		held := slices.ContainsFunc(got, func(e entry) bool {
			n, d := e.rest.down(m, &turn)
			const rounding = 1e-4 // turns are rounded to 2e-5
			return n.Sub(r.Normal).Norm() < rounding && math.Abs(d-r.Distance) < rounding
		})
		const close = 1e-5 // to the limit: rounding decides
		if r.Margin > minMargin+close && !held {
			t.Errorf("%s %v: the rest on %v, margin %g, is missing", m.puz.Event, turn, r.Normal, r.Margin)
		}
		if r.Margin >= minMargin-close {
			matched++
		}
	}
	if matched < len(got) {
		t.Errorf("%s %v: %d rests, of which the puzzle has %d", m.puz.Event, turn, len(got), matched)
	}
}

func TestRestsAreThePuzzles(t *testing.T) {
	for _, event := range someEvents {
		m := load(t, event)
		rapid.Check(t, func(t *rapid.T) {
			p := drawPose(t, m)
			checkRests(t, m, p.turn)
		})
	}
}

// A layer that is out by a hair leaves the puzzle its rests.
func TestRestsAtTinyTurns(t *testing.T) {
	for _, event := range someEvents {
		m := load(t, event)
		for _, a := range []geom.Angle{0.01, 0.02, 0.05, 0.07, 0.1, 0.3} {
			for l := 1; l < len(m.layers); l++ {
				var turn [maxLayers]float64
				for k := l; k < len(m.layers); k++ {
					turn[k] = (a * geom.Degree).Radians()
				}
				checkRests(t, m, turn)
			}
		}
	}
}

// offset returns how far (puzzle sizes) the corners of a are from those of b at
// most, at the best of b's yaws; layers' corners that symmetry exchanges count
// as the same.
func offset(a, b []geom.Vec, yaws int) float64 {
	best := math.Inf(1)
	for k := range yaws {
		r, worst := turned(b, 2*math.Pi*float64(k)/float64(yaws)), 0.0
		for _, p := range a {
			d := math.Inf(1)
			for _, q := range r {
				d = min(d, p.Sub(q).Norm())
			}
			if worst = max(worst, d); worst > best {
				break
			}
		}
		best = min(best, worst)
	}
	return best
}

// The grid has, near any turns of at most two interfaces, turns that differ by
// half its spacing at most at each.
func TestGridCovers(t *testing.T) {
	for _, event := range append(someEvents, "777") {
		m := load(t, event)
		grid := turnGrid(m)
		rapid.Check(t, func(t *rapid.T) {
			slips := make([]geom.Angle, len(m.layers))
			for range 2 {
				l := rapid.IntRange(1, len(m.layers)-1).Draw(t, "interface")
				slips[l] = geom.Angle(rapid.Float64Range(-0.5, 0.5).Draw(t, "turn")) * m.step
			}
			if !slices.ContainsFunc(grid, func(g [maxLayers]float64) bool {
				for l := 1; l < len(m.layers); l++ {
					// The grid's own spacing: the step's nearest whole part.
					if (geom.Angle(g[l]-g[l-1]) - slips[l]).Fold(m.step).Abs() > 0.55*coarse {
						return false
					}
				}
				return true
			}) {
				t.Fatalf("%s: no grid turn is near %v", event, slips)
			}
		})
	}
}

// Whatever the turns and the facet below, an entry lies near at one of the yaws
// that are tried: each interface and the yaw are off by half a spacing at most.
func TestTableCovers(t *testing.T) {
	for _, event := range []string{"222", "333", "skewb", "pyram"} {
		m := load(t, event)
		radius := 0.0
		for _, l := range m.layers {
			for _, c := range l.corners {
				radius = max(radius, c.Norm())
			}
		}
		reach := 0.5 * float64(len(m.layers)) * coarse.Radians() * radius
		var all [][]geom.Vec
		for _, e := range table(m) {
			all = append(all, laid(m, e))
		}
		yaws := int(geom.Turn / coarse)
		rapid.Check(t, func(t *rapid.T) {
			p := drawPose(t, m)
			a := laid(m, entry{rest: p.rest, turn: p.turn})
			if !slices.ContainsFunc(all, func(b []geom.Vec) bool { return offset(a, b, yaws) < reach }) {
				t.Fatalf("%s: nothing in the table lies within %g of turns %v on %v", event, reach, p.turn, p.rest.touch)
			}
		})
	}
}
