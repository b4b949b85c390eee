package colour

import "github.com/plustwo/plustwo/adjudicate/puzzle"

// burnt is the share of a name's probability that goes to each look-alike where
// light has clipped the channels that tell them apart: yellow and orange in red
// and green, white too where blue is clipped besides. Clipped orange and clipped
// yellow then differ in blue alone, which haze changes as much. The share is a
// rough odds, not a measured rate.
const burnt = 0.2

// washed is the linear light from which blue is as good as clipped: what a
// camera's curve makes of twice the light differs little there.
const washed = 0.85

// shareBurnt spreads the readings of stickers that are clipped in red and green
// over their look-alikes, unless the same side shows one of these with the
// channel that tells them apart measured.
func shareBurnt(segs []segment, patches []Patch, out []Reading) {
	for i := range segs {
		s := &segs[i]
		if !s.clipped[0] || !s.clipped[1] {
			continue
		}
		var names []puzzle.Colour
		if !shows(segs, s.face, 1, puzzle.Orange, out) {
			names = append(names, puzzle.Orange)
		}
		if washedOut(s, patches) && !shows(segs, s.face, 2, puzzle.Yellow, out) {
			names = append(names, puzzle.White)
		} else if s.clipped[2] {
			continue // white, and a measured yellow says so
		}
		names = append(names, puzzle.Yellow)
		for _, j := range s.members {
			share(&out[j].P, names)
		}
	}
}

// share gives every name the burnt share of each other one's probability.
func share(p *[puzzle.NumColours]float64, names []puzzle.Colour) {
	sum := 0.0
	for _, c := range names {
		sum += p[c]
	}
	keep := 1 - burnt*float64(len(names))
	for _, c := range names {
		p[c] = keep*p[c] + burnt*sum
	}
}

// washedOut tells whether a segment's blue is as good as clipped.
func washedOut(s *segment, patches []Patch) bool {
	sum := 0.0
	for _, j := range s.members {
		sum += patches[j].Mean[2]
	}
	return s.clipped[2] || sum > washed*float64(len(s.members))
}

// shows reports whether a side has a sticker of a name with a channel measured.
func shows(segs []segment, face, channel int, name puzzle.Colour, out []Reading) bool {
	for i := range segs {
		s := &segs[i]
		if s.face == face && !s.clipped[channel] && out[s.members[0]].Colour == name {
			return true
		}
	}
	return false
}
