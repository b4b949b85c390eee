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
	plateauWidth = 0.03 // the widest gap in it, as a share: noise and compression
	plateauCount = 3
	// plateauRange is how far the other channels must differ, in logarithms:
	// twice what one colour's do under one light.
	plateauRange = 0.15
)

// clip returns the patches with channels on a plateau marked as clipped.
func clip(patches []Patch) []Patch {
	out := slices.Clone(patches)
	for k := range 3 {
		end := plateau(patches, k)
		if end < plateauFrom {
			continue
		}
		n := 0
		var lo, hi triple
		for i := range patches {
			m := &patches[i].Mean
			if m[k] < end || !(patches[i].Trust > 0) {
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
			if n >= plateauCount && varied && out[i].Mean[k] >= end {
				out[i].Clipped[k] = true
			}
		}
	}
	return out
}

// plateau returns the lower end of the values of a channel that follow its
// highest one without a gap, 0 without patches.
func plateau(patches []Patch, k int) float64 {
	if len(patches) == 0 {
		return 0
	}
	v := make([]float64, 0, len(patches))
	for i := range patches {
		v = append(v, patches[i].Mean[k])
	}
	slices.Sort(v)
	i := len(v) - 1
	for i > 0 && v[i-1] > v[i]*(1-plateauWidth) {
		i--
	}
	return v[i]
}
