package puzzle

import (
	"errors"
	"fmt"
	"math/big"
)

// ErrState means that a list of stickers or faces is no state of the puzzle.
var ErrState = errors.New("bad state")

// StateOf returns the state with the sticker at[place] at each place. The error
// is ErrState where that is no permutation of the puzzle's stickers. It need
// not be Legal.
func (p *Puzzle) StateOf(at []int) (State, error) {
	if len(at) != len(p.Stickers) {
		return State{}, fmt.Errorf("%w: %d stickers, want %d", ErrState, len(at), len(p.Stickers))
	}
	s := State{p, make([]uint16, len(at))}
	seen := make([]bool, len(at))
	for place, x := range at {
		if x < 0 || x >= len(at) || seen[x] {
			return State{}, fmt.Errorf("%w: place %d holds sticker %d, want each of 0 to %d once", ErrState, place, x, len(at)-1)
		}
		seen[x] = true
		s.at[place] = uint16(x)
	}
	return s, nil
}

// Legal reports whether moves and rotations of the whole puzzle lead from
// solved to exactly this state: a test of membership in the group that they
// generate. Two lookalike pieces count as different; LegalFaces is the question
// about colours. The first call for a puzzle builds its group.
func (s State) Legal() bool { return s.puzzle.group().contains(s.at) }

// States returns the number of legal states, those that differ by a rotation of
// the whole puzzle or by lookalike pieces counted as one.
func (p *Puzzle) States() *big.Int {
	n := new(big.Int).Set(p.colouring().group.order())
	for _, o := range p.orbits {
		if o.Lookalikes {
			n.Mul(n, p.arrangements(o))
		}
	}
	n.Mul(n, big.NewInt(int64(len(p.colouring().holds))))
	return n.Div(n, big.NewInt(int64(len(p.rotations))))
}

// arrangements counts the ways to lay out an orbit of lookalikes: a multinomial.
func (p *Puzzle) arrangements(o Orbit) *big.Int {
	n := new(big.Int).MulRange(1, int64(len(o.Pieces)))
	for _, k := range p.perFace(o) {
		n.Div(n, new(big.Int).MulRange(1, int64(k)))
	}
	return n
}

// perFace counts the orbit's pieces by the face of their first sticker.
func (p *Puzzle) perFace(o Orbit) []int {
	n := make([]int, len(p.Faces))
	for _, q := range o.Pieces {
		n[p.Stickers[p.Pieces[q].Stickers[0]].Face]++
	}
	return n
}

// group is the group of all legal states, rotations included.
func (p *Puzzle) group() *chain {
	p.groupOnce.Do(func() {
		gens := p.moveGens()
		for _, r := range p.rotations[1:] {
			gens = append(gens, toPerm(r.Perm))
		}
		p.legal = newChain(len(p.Stickers), gens, nil)
	})
	return p.legal
}

// moveGens returns one step of every outer block.
func (p *Puzzle) moveGens() []perm {
	var out []perm
	for _, m := range p.outer {
		if m.Steps == 1 {
			out = append(out, toPerm(p.Permutation(m.Axis, m.Layers, m.Steps)))
		}
	}
	return out
}

func toPerm(a []int) perm {
	out := make(perm, len(a))
	for i, x := range a {
		out[i] = uint16(x)
	}
	return out
}
