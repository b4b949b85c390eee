package fit

import (
	"math"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

func TestGroups(t *testing.T) {
	for layers := 2; layers <= maxLayers; layers++ {
		for anchor := range layers {
			seen := map[string]bool{}
			for _, g := range groups(layers, anchor) {
				key := ""
				for _, l := range g {
					if l == anchor || l < 0 || l >= layers {
						t.Errorf("%d layers, anchor %d: group %v", layers, anchor, g)
					}
					key += string(rune('a' + l))
				}
				if key == "" || seen[key] {
					t.Errorf("%d layers, anchor %d: group %v is empty or comes twice", layers, anchor, g)
				}
				seen[key] = true
			}
			// Each layer is turned alone, and with all that lie beyond it.
			for l := range layers {
				if l == anchor {
					continue
				}
				from, to := l, layers-1
				if l < anchor {
					from, to = 0, l
				}
				key := ""
				for k := from; k <= to; k++ {
					key += string(rune('a' + k))
				}
				if !seen[key] || !seen[string(rune('a'+l))] {
					t.Errorf("%d layers, anchor %d: layer %d is not turned alone or not with those beyond", layers, anchor, l)
				}
			}
		}
	}
}

// A free pose is the same pose, wherever its rest would lay it.
func TestFreeKeepsThePose(t *testing.T) {
	m := load(t, "444")
	rapid.Check(t, func(t *rapid.T) {
		p := drawPose(t, m)
		p.tilt = [2]float64{0.01, -0.02}
		q := free(p.matFromPuzzle(m), p)
		for l := range m.layers {
			a, b := p.corners(m, l), q.corners(m, l)
			for i := range a {
				if a[i].Sub(b[i]).Norm() > 1e-6 {
					t.Fatalf("a corner of layer %d moved from %v to %v", l, a[i], b[i])
				}
			}
		}
	})
}

// Settling lays a turned puzzle on the stable facet nearest to the ground and
// turns it no more than that needs: the anchor keeps its place but for the
// tilt to that facet. Interfaces come out within half a step.
func TestSettle(t *testing.T) {
	for _, event := range someEvents {
		m := load(t, event)
		f := &fitter{m: m}
		rapid.Check(t, func(t *rapid.T) {
			like := drawPose(t, m)
			anchor := rapid.IntRange(0, len(m.layers)-1).Draw(t, "anchor")
			p := free(like.matFromPuzzle(m), like)
			all := groups(len(m.layers), anchor)
			by := rapid.Float64Range(0, 1).Draw(t, "by") * m.step.Radians()
			for _, l := range all[rapid.IntRange(0, len(all)-1).Draw(t, "group")] {
				p.turn[l] += by
			}
			before := p.matFromPuzzle(m)
			got := f.settle(p, anchor, like)
			if got.rest.free {
				t.Fatal("still free")
			}
			if got.turn[0] != 0 || got.z != like.z || got.x != p.x || got.y != p.y || got.tilt != [2]float64{} {
				t.Fatalf("got turn %v, place %g %g %g, tilt %v", got.turn, got.x, got.y, got.z, got.tilt)
			}
			for l := 1; l < len(m.layers); l++ {
				if d := geom.Angle(got.turn[l] - got.turn[l-1]); d.Abs() > m.step/2+1e-9 {
					t.Fatalf("interface %d is at %v", l-1, d)
				}
			}
			// The least turn to a stable facet, among those of the hull.
			base := before.R.Mul(geom.AxisAngle(m.normal, geom.Angle(p.turn[0])))
			least, second := math.Inf(1), math.Inf(1)
			for _, e := range restsOf(m, got.turn) {
				n, _ := e.rest.down(m, &got.turn)
				a := math.Acos(min(-base.Apply(n).Z, 1))
				least, second = min(least, a), max(least, min(second, a))
			}
			after := got.matFromPuzzle(m).R
			tilt := geom.Angle(math.Acos(min(after.Inverse().Apply(geom.Vec{Z: 1}).Dot(base.Inverse().Apply(geom.Vec{Z: 1})), 1))).Radians()
			if tilt > least+1e-6 {
				t.Fatalf("tilted by %g, a facet is within %g (the next %g)", tilt, least, second)
			}
			// Whole rotation: no turn about the vertical beyond the tilt's.
			r := after.Mul(base.Inverse())
			angle := math.Acos(max(min((r[0]+r[4]+r[8]-1)/2, 1), -1))
			if angle > tilt+1e-6 {
				t.Fatalf("turned by %g to tilt by %g", angle, tilt)
			}
			// The anchor's corners, whichever corner stands where.
			lift := math.Abs(got.matFromPuzzle(m).T.Z - before.T.Z)
			from, to := p.corners(m, anchor), got.corners(m, anchor)
			for _, a := range from {
				far := lift + 2*math.Sin(angle/2)*a.Sub(before.T).Norm() + 1e-3
				if !slices.ContainsFunc(to, func(b geom.Vec) bool { return a.Sub(b).Norm() <= far }) {
					t.Fatalf("the anchor's corner at %v has none within %g mm", a, far)
				}
			}
		})
	}
}
