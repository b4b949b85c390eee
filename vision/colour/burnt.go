package colour

import "github.com/plustwo/plustwo/adjudicate/puzzle"

// burnt is the share of a name's probability that goes to its look-alike where
// light has clipped the two channels that tell them apart: yellow and orange in
// red and green. Clipped orange and clipped yellow then differ in blue alone,
// which haze changes as much. The share is a rough odds, not a measured rate.
const burnt = 0.2

// shareBurnt spreads the readings of stickers that are clipped in red and
// green, but not in blue, over yellow and orange.
func shareBurnt(patches []Patch, out []Reading) {
	for i, p := range patches {
		if !p.Clipped[0] || !p.Clipped[1] || p.Clipped[2] {
			continue
		}
		y, o := out[i].P[puzzle.Yellow], out[i].P[puzzle.Orange]
		out[i].P[puzzle.Yellow] = y + burnt*(o-y)
		out[i].P[puzzle.Orange] = o + burnt*(y-o)
	}
}
