package fit

import (
	"math"
	"slices"

	"github.com/plustwo/plustwo/vision/colour"
)

// Cameras differ in exposure and white balance, and in their lenses' shading.
// leastCommon stickers seen by two views, unclipped, tell the gains between them.
const leastCommon = 4

// balanced multiplies the colours of a view's stickers by what makes those that
// another view sees too look as they do there. With too few of them the mats are
// compared.
func balanced(list, like []seen, mat, likeMat colour.RGB) []seen {
	var logs [3][]float64
	for i := range list {
		j := slices.IndexFunc(like, func(o seen) bool { return o.place == list[i].place })
		if j < 0 {
			continue
		}
		a, b := &list[i].patch, &like[j].patch
		for k := range logs {
			if !a.Clipped[k] && !b.Clipped[k] && a.Mean[k] > 0 && b.Mean[k] > 0 {
				logs[k] = append(logs[k], math.Log(b.Mean[k]/a.Mean[k]))
			}
		}
	}
	var gain [3]float64
	for k := range gain {
		switch {
		case len(logs[k]) >= leastCommon:
			slices.Sort(logs[k])
			gain[k] = math.Exp(logs[k][len(logs[k])/2])
		case mat[k] > 0 && likeMat[k] > 0:
			gain[k] = likeMat[k] / mat[k]
		default:
			gain[k] = 1
		}
	}
	out := slices.Clone(list)
	for i := range out {
		for k := range gain {
			out[i].patch.Mean[k] *= gain[k]
		}
	}
	return out
}

// trust is how far a view's stickers can be believed, together.
func trust(list []seen) float64 {
	sum := 0.0
	for i := range list {
		sum += list[i].patch.Trust
	}
	return sum
}
