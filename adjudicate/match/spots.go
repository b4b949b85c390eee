package match

import "github.com/plustwo/plustwo/adjudicate/puzzle"

// besides lists for each place those on the same piece, and those next to it on
// its face (sharing two corners).
func besides(p *puzzle.Puzzle) [][]int {
	const same = 1e-6 // puzzle sizes: above rounding, below any sticker
	shared := func(a, b puzzle.Sticker) int {
		n := 0
		for _, x := range a.Corners {
			for _, y := range b.Corners {
				if x.Sub(y).Norm() < same {
					n++
				}
			}
		}
		return n
	}
	out := make([][]int, len(p.Stickers))
	for i, a := range p.Stickers {
		for j, b := range p.Stickers {
			if i != j && (a.Piece == b.Piece || a.Face == b.Face && shared(a, b) > 1) {
				out[i] = append(out[i], j)
			}
		}
	}
	return out
}

// Spots counts the groups of seen stickers whose colours differ between two
// patterns, each with the scheme that suits it best. Stickers are of one group
// where they are on one piece, or next to each other on a face with the same
// two colours: a turned layer or a piece out of place makes one spot, misread
// stickers make many.
func (m *Matcher) Spots(a, b []uint8) int {
	var sa, sb Scheme
	m.Cost(a, &sa)
	m.Cost(b, &sb)
	clear(m.pattern)
	for _, p := range m.Places {
		if x, y := sa[a[p]], sb[b[p]]; x != y {
			m.pattern[p] = uint8(x)<<4 | uint8(y) // colours are below 16, and one of the two is not 0
		}
	}
	n := 0
	for _, p := range m.Places {
		if m.pattern[p] != 0 {
			n++
			m.wipe(p)
		}
	}
	return n
}

// wipe clears a spot of m.pattern.
func (m *Matcher) wipe(place int) {
	was := m.pattern[place]
	m.pattern[place] = 0
	piece := m.Puzzle.Stickers[place].Piece
	for _, q := range m.beside[place] {
		if m.pattern[q] == was || m.pattern[q] != 0 && m.Puzzle.Stickers[q].Piece == piece {
			m.wipe(q)
		}
	}
}
