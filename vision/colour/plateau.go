package colour

import (
	"math"
	"slices"
)

// Where a camera multiplies its channels after they have reached their top (the
// white balance, a tone curve's shoulder), a channel ends below 1: several
// stickers then share its highest value though their other channels differ.
const (
	plateauFrom  = 0.7  // linear light: a channel that ends lower was lit poorly
	plateauWidth = 0.03 // share of the top: noise and compression
	plateauCount = 3
	// plateauRange is how far the other channels must differ, in logarithms:
	// twice what one colour's do under one light.
	plateauRange = 0.15
)

// clip returns the patches with channels on a plateau marked as clipped.
func clip(patches []Patch) []Patch {
	out := slices.Clone(patches)
	for k := range 3 {
		top := 0.0
		for i := range patches {
			top = math.Max(top, patches[i].Mean[k])
		}
		if top < plateauFrom {
			continue
		}
		n := 0
		var lo, hi triple
		for i := range patches {
			m := &patches[i].Mean
			if m[k] < top*(1-plateauWidth) || !(patches[i].Trust > 0) {
				continue
			}
			l := m.log(dark)
			for j := range l {
				if n == 0 {
					lo[j], hi[j] = l[j], l[j]
				}
				lo[j], hi[j] = math.Min(lo[j], l[j]), math.Max(hi[j], l[j])
			}
			n++
		}
		varied := false
		for j := range lo {
			varied = varied || hi[j]-lo[j] > plateauRange
		}
		for i := range out {
			if n >= plateauCount && varied && out[i].Mean[k] >= top*(1-plateauWidth) {
				out[i].Clipped[k] = true
			}
		}
	}
	return out
}
