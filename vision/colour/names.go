package colour

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// readings turns the accounts into each sticker's colour.
func (s *search) readings(patches []Patch, out []Reading) {
	best := s.found[0]
	total := 0.0
	for _, a := range s.found {
		total += math.Exp(a.weight - best.weight)
	}
	for i := range s.segs {
		for _, m := range s.segs[i].members {
			out[m] = Reading{}
		}
	}
	for _, a := range s.found {
		w := math.Exp(a.weight-best.weight) / total
		to := s.renamed(a, best)
		for i := range s.segs {
			for _, m := range s.segs[i].members {
				r := &out[m]
				r.P[to[a.names[i]]] += w
			}
		}
	}
	for i := range s.segs {
		for _, m := range s.segs[i].members {
			r := &out[m]
			r.Colour = likeliest(&r.P)
			for _, a := range s.found {
				if a.names[i] == r.Colour {
					r.Confidence += math.Exp(a.weight-best.weight) / total
				}
			}
			s.doubt(&r.P, &patches[m])
		}
	}
}

// doubt moves to Unknown what the patch itself leaves open, and black where it
// is no colour of the puzzle: the mat, a shadow, the body between the stickers.
func (s *search) doubt(p *[puzzle.NumColours]float64, patch *Patch) {
	miss := patch.unsure()
	for c := range p {
		p[c] *= 1 - miss
	}
	p[puzzle.Unknown] += miss
	if s.prior[puzzle.Black] < 0 {
		black := notSticker * p[puzzle.Black]
		p[puzzle.Black] -= black
		p[puzzle.Unknown] += black
	}
}

// notSticker is the chance that what looks black on a puzzle without black is
// not a sticker at all.
const notSticker = 0.95

// likeliest returns the likeliest name, Unknown where none has a chance.
func likeliest(p *[puzzle.NumColours]float64) puzzle.Colour {
	best := puzzle.Unknown
	for c := puzzle.White; c < puzzle.NumColours; c++ {
		if p[c] > 0 && (best == puzzle.Unknown || p[c] > p[best]) {
			best = c
		}
	}
	return best
}

// renamed returns names for an account's groups that agree best with those of
// another.
func (s *search) renamed(a, b *account) (to [puzzle.NumColours]puzzle.Colour) {
	var shared [puzzle.NumColours][puzzle.NumColours]int
	for i := range s.segs {
		shared[a.names[i]][b.names[i]] += len(s.segs[i].members)
	}
	var used [puzzle.NumColours]bool
	for {
		bx, by, best := puzzle.Unknown, puzzle.Unknown, 0
		for x := puzzle.White; x < puzzle.NumColours; x++ {
			if to[x] != puzzle.Unknown {
				continue
			}
			for y := puzzle.White; y < puzzle.NumColours; y++ {
				n := 2 * shared[x][y]
				if x == y {
					n++
				}
				if !used[y] && n > best {
					bx, by, best = x, y, n
				}
			}
		}
		if best == 0 {
			break
		}
		to[bx], used[by] = by, true
	}
	for x := puzzle.White; x < puzzle.NumColours; x++ {
		for y := puzzle.White; to[x] == puzzle.Unknown; y++ {
			if !used[y] {
				to[x], used[y] = y, true
			}
		}
	}
	return to
}
