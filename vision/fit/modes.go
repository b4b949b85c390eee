package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// keepModes is how many places of the layers are kept, refined but not to the
// end, for what they say of an angle's doubt.
const keepModes = 16

// sameAxis is the cosine (14 degrees) from which two guesses' axes are one:
// axes of one puzzle are 63 degrees apart at least.
const sameAxis = 0.97

// turnsFor returns a guess's turns as those of another's interfaces. Where the
// two have different axes, the other's layers are aligned.
func (f *fitter) turnsFor(of, q *pose) (out [maxLayers]geom.Angle) {
	a := of.matFromPuzzle(f.m).R.Apply(f.m.normal)
	dot := q.matFromPuzzle(f.m).R.Apply(f.m.normal).Dot(a)
	n := len(f.m.layers) - 1
	for l := range n {
		switch {
		case dot > sameAxis:
			out[l] = geom.Angle(q.turn[l+1] - q.turn[l])
		case dot < -sameAxis:
			out[l] = geom.Angle(q.turn[n-l] - q.turn[n-l-1])
		}
	}
	return out
}

// weighted is a guess with its log likelihood.
type weighted struct {
	*guess
	log float64
}

// scatter returns what the other guesses of the same picture add to the
// deviation of each of a guess's turns: the root of the mean square distance,
// weighed by likelihood.
func (f *fitter) scatter(of weighted, all []weighted) []geom.Angle {
	n := len(f.m.layers) - 1
	out := make([]geom.Angle, n)
	own := f.turnsFor(&of.pose, &of.pose)
	sum, square := 0.0, make([]float64, n)
	for _, q := range all {
		const most = 20 // e^20 outweighs everything, and can be added up
		w := math.Exp(min(q.log-of.log, most))
		sum += w
		turns := f.turnsFor(&of.pose, &q.pose)
		for l := range n {
			d := (turns[l] - own[l]).Fold(f.m.step).Radians()
			square[l] += w * d * d
		}
	}
	for l := range out {
		out[l] = geom.Angle(math.Sqrt(square[l] / sum))
	}
	return out
}

// weights lists the guesses that were read and the other modes of the search,
// whose colours are taken to say as much as those of the best.
func (f *fitter) weights(all []read) []weighted {
	var out []weighted
	for i := range all {
		out = append(out, weighted{all[i].guess, all[i].log})
	}
	best := &all[0]
	colours := best.log + best.cost/temperature
	for i := range f.modes {
		out = append(out, weighted{&f.modes[i], colours - f.modes[i].cost/temperature})
	}
	return out
}
