package synth

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// randomState draws the turned axis, the layers' angles and the face whose
// colour each place shows.
func (p *Puzzle) randomState(rng *rand.Rand, pz *puzzle.Puzzle, c Case) ([]uint8, error) {
	p.Axis = rng.IntN(len(pz.Axes))
	axis := pz.Axes[p.Axis]
	limit := axis.Step().Degrees() / 2
	slips := make([]float64, axis.Layers()-1)
	for i := range slips {
		slips[i] = loose(rng)
	}
	slip := func(lo, hi float64) { slips[interfaceOf(rng, len(slips))] = sign(rng) * between(rng, lo, hi) * limit }
	state := pz.Solved()
	switch c {
	case Aligned:
	case Slight:
		slip(0.05, 0.5)
	case NearOK:
		slip(0.6, 0.97)
	case NearPlusTwo:
		slip(1.03, 1.45)
	case Turned:
		state = state.Apply(pick(rng, pz.OuterMoves()...))
	case TurnedAndOff:
		state = state.Apply(moveOff(rng, pz, p.Axis))
		slip(0.1, 0.85)
	case TwoOver:
		if len(slips) == 1 || chance(rng, 0.3) {
			state = state.Apply(moveOff(rng, pz, p.Axis))
			slip(1.03, 1.6)
			break
		}
		for _, k := range rng.Perm(len(slips))[:2] {
			slips[k] = sign(rng) * between(rng, 1.03, 1.6) * limit
		}
	case Scrambled:
		const moves = 30 // enough that no colour pattern of a solved face is left to see
		for i := 0; i < moves; i++ {
			state = state.Apply(pick(rng, pz.OuterMoves()...))
		}
	default:
		return nil, fmt.Errorf("%w: case %q is not one of synth.Cases", ErrScene, c)
	}
	p.LayersDeg = make([]float64, axis.Layers())
	for i, s := range slips {
		p.LayersDeg[i+1] = math.Round(1000*(p.LayersDeg[i]+s)) / 1000
	}
	return state.Faces(), nil
}

// loose is the turn that the play of an aligned puzzle leaves between two
// layers: within 2 degrees.
func loose(rng *rand.Rand) float64 { return math.Max(-2, math.Min(2, 0.8*rng.NormFloat64())) }

// interfaceOf draws an interface, an outer one twice in three times.
func interfaceOf(rng *rand.Rand, n int) int {
	if chance(rng, 2.0/3) {
		return pick(rng, 0, n-1)
	}
	return rng.IntN(n)
}

// moveOff draws an outer-block move about another axis that is not parallel to
// the given one (the Megaminx has two axes on each line).
func moveOff(rng *rand.Rand, pz *puzzle.Puzzle, axis int) puzzle.Move {
	for {
		m := pick(rng, pz.OuterMoves()...)
		if math.Abs(pz.Axes[m.Axis].Normal.Dot(pz.Axes[axis].Normal)) < 0.99 {
			return m
		}
	}
}

// randomScheme draws a colour for each face: mostly one of the definition's
// schemes, else its colours in another order, or with an unusual one among them.
func randomScheme(rng *rand.Rand, pz *puzzle.Puzzle) []puzzle.Colour {
	out := pz.Colours(pick(rng, pz.Schemes...))
	if chance(rng, 0.12) {
		rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	if len(out) < 12 && chance(rng, 0.08) { // the Megaminx already has nearly all colours
		odd := pick(rng, puzzle.Black, puzzle.Pink, puzzle.Purple, puzzle.Grey)
		out[rng.IntN(len(out))] = odd
	}
	return out
}
