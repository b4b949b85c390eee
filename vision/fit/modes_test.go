package fit

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/plustwo/plustwo/calib/geom"
)

// modeAt is a guess of a 3x3 whose second interface is turned.
func modeAt(m *model, turn geom.Angle) guess {
	e := restsOf(m, [maxLayers]float64{})[0]
	g := guess{pose: pose{rest: e.rest, size: 56, fill: 0.9, rim: 0.975}}
	g.pose.turn[2] = turn.Radians()
	return g
}

func TestScatterOfTwoModes(t *testing.T) {
	m := load(t, "333")
	f := &fitter{m: m}
	here, there := modeAt(m, 2*geom.Degree), modeAt(m, 32*geom.Degree)
	for _, c := range []struct {
		log  float64
		want geom.Angle
	}{
		{math.Inf(-1), 0},
		{0, 30 * geom.Degree * geom.Angle(math.Sqrt(0.5))},
		{-math.Log(9), 30 * geom.Degree * geom.Angle(math.Sqrt(0.1))},
		{math.Inf(1), 30 * geom.Degree},
	} {
		of := weighted{&here, 0}
		got := f.scatter(of, []weighted{of, {&there, c.log}})
		if got[0] != 0 || (got[1]-c.want).Abs() > 0.01*geom.Degree {
			t.Errorf("at log %v: scatter %v, want 0 and %v", c.log, got, c.want)
		}
	}
}

// The same puzzle told from the other end of its axis, or a step further on, is
// the same mode.
func TestScatterOfOneModeToldAnew(t *testing.T) {
	m := load(t, "333")
	f := &fitter{m: m}
	var flip geom.Rot // half a turn that swaps the axis' ends
	for _, n := range m.puz.Faces {
		if math.Abs(n.Normal.Dot(m.normal)) < 1e-6 {
			flip = geom.AxisAngle(n.Normal, geom.Turn/2)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a := geom.Angle(rapid.Float64Range(-0.7, 0.7).Draw(t, "first"))
		b := geom.Angle(rapid.Float64Range(-0.7, 0.7).Draw(t, "second"))
		steps := rapid.IntRange(-2, 2).Draw(t, "steps")
		here := modeAt(m, 0)
		here.pose.turn[1], here.pose.turn[2] = a.Radians(), (a + b).Radians()
		mp := here.pose.matFromPuzzle(m)
		there := guess{pose: free(geom.Pose{R: mp.R.Mul(flip), T: mp.T}, here.pose)}
		there.pose.turn[1] = (b + geom.Angle(steps)*m.step).Radians()
		there.pose.turn[2] = there.pose.turn[1] + a.Radians()
		of := weighted{&here, 0}
		for l, s := range f.scatter(of, []weighted{of, {&there, 0}}) {
			if s > 0.001*geom.Degree {
				t.Fatalf("interface %d: scatter %v", l, s)
			}
		}
	})
}
