package colour

import "github.com/plustwo/plustwo/adjudicate/puzzle"

// burnt is the share of a name's probability that goes to its look-alike where
// light has clipped the two channels that tell them apart: yellow and orange in
// red and green. Clipped orange and clipped yellow then differ in blue alone,
// which haze changes as much. The share is a rough odds, not a measured rate.
const burnt = 0.2

// shareBurnt spreads the readings of stickers that are clipped in red and
// green, but not in blue, over yellow and orange. On a side that also shows an
// orange whose green is not clipped, green tells them apart.
func shareBurnt(segs []segment, out []Reading) {
	for i := range segs {
		s := &segs[i]
		if !s.clipped[0] || !s.clipped[1] || s.clipped[2] || showsOrange(segs, s.face, out) {
			continue
		}
		for _, j := range s.members {
			p := &out[j].P
			y, o := p[puzzle.Yellow], p[puzzle.Orange]
			p[puzzle.Yellow] = y + burnt*(o-y)
			p[puzzle.Orange] = o + burnt*(y-o)
		}
	}
}

// showsOrange reports whether a side has an orange with its green measured.
func showsOrange(segs []segment, face int, out []Reading) bool {
	for i := range segs {
		s := &segs[i]
		if s.face == face && !s.clipped[1] && out[s.members[0]].Colour == puzzle.Orange {
			return true
		}
	}
	return false
}
