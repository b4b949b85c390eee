package match

import (
	"sort"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// orbit is a set of slots whose pieces can take one another's places, such as
// the edges. Slots and pieces are numbered alike: piece i is at home in slot i.
type orbit struct {
	n, k   int     // slots; stickers of a piece
	ways   int     // how many ways a piece fits a slot
	pieces []int   // index into Puzzle.Pieces of each slot
	places []int   // [slot*k+i]: the places of a slot
	looks  []uint8 // [((slot*n+piece)*ways+way)*k+i]: the label at the slot's i-th place
	kind   []int   // [piece]: pieces of one kind look alike everywhere
}

// look returns the labels that a piece shows in a slot.
func (o *orbit) look(slot, piece, way int) []uint8 {
	at := ((slot*o.n+piece)*o.ways + way) * o.k
	return o.looks[at : at+o.k]
}

// orbits finds where turns of the blocks bring each piece, and how it looks there.
func orbits(p *puzzle.Puzzle, blocks []block) []orbit {
	var moves [][]int // moves[i][place] is where a step takes the sticker at place
	for _, b := range blocks {
		moves = append(moves, p.Permutation(b.axis, b.layers, -1))
	}
	var out []orbit
	known := make([]bool, len(p.Pieces))
	for piece := range p.Pieces {
		if known[piece] {
			continue
		}
		var o orbit
		index := map[int]int{}
		for _, at := range reach(p, moves, piece) {
			slot := p.Stickers[at[0]].Piece
			if _, ok := index[slot]; !ok {
				index[slot], known[slot] = len(o.pieces), true
				o.pieces = append(o.pieces, slot)
			}
		}
		o.n, o.k = len(o.pieces), len(p.Pieces[piece].Stickers)
		o.fill(p, moves, index)
		out = append(out, o)
	}
	// Pieces with many stickers tell most about the colours' arrangement.
	sort.SliceStable(out, func(i, j int) bool { return out[i].k > out[j].k })
	return out
}

// reach returns every way in which turns place a piece: where each of its
// stickers lies, its home first.
func reach(p *puzzle.Puzzle, moves [][]int, piece int) [][]int {
	home := p.Pieces[piece].Stickers
	found := [][]int{home}
	seen := map[string]bool{key(home): true}
	for i := 0; i < len(found); i++ {
		for _, m := range moves {
			at := make([]int, len(home))
			for j, place := range found[i] {
				at[j] = m[place]
			}
			if k := key(at); !seen[k] {
				seen[k] = true
				found = append(found, at)
			}
		}
	}
	return found
}

func key(places []int) string {
	b := make([]byte, 0, 2*len(places))
	for _, p := range places {
		b = append(b, byte(p), byte(p>>8))
	}
	return string(b)
}

func (o *orbit) fill(p *puzzle.Puzzle, moves [][]int, index map[int]int) {
	for _, slot := range o.pieces {
		o.places = append(o.places, p.Pieces[slot].Stickers...)
	}
	var all [][][]int
	for _, piece := range o.pieces {
		all = append(all, reach(p, moves, piece))
	}
	o.ways = len(all[0]) / o.n // the turns act alike on all pieces of an orbit
	o.looks = make([]uint8, o.n*o.n*o.ways*o.k)
	for q, placings := range all {
		way := make([]int, o.n)
		for _, at := range placings {
			slot := index[p.Stickers[at[0]].Piece]
			labels := o.look(slot, q, way[slot])
			way[slot]++
			for i, place := range at {
				for j := range labels {
					if o.places[slot*o.k+j] == place {
						labels[j] = uint8(p.Stickers[p.Pieces[o.pieces[q]].Stickers[i]].Face)
					}
				}
			}
		}
	}
	for q := range o.pieces {
		o.kind = append(o.kind, q)
		for r := 0; r < q; r++ {
			if string(o.look(0, q, 0)) == string(o.look(0, r, 0)) && o.ways == 1 {
				o.kind[q] = r
				break
			}
		}
	}
}
