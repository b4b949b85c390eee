package puzzle

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// order returns how often the moves must be repeated to come back to solved.
func order(t *testing.T, event, text string, ignore Alike) int {
	t.Helper()
	p := load(t, event)
	m, err := p.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Solved()
	for n := 1; n <= 10_000; n++ {
		if s = s.ApplyAll(m); s.Solved(ignore) {
			return n
		}
	}
	t.Fatalf("%s: %q does not come back", event, text)
	return 0
}

// Orders of sequences on the 3x3 that the literature gives: Singmaster's Notes
// (1981) lists most; 1260 is the largest that any sequence has.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		event, moves string
		want         int
	}{
		{"333", "R", 4}, {"333", "R2", 2}, {"333", "R U", 105}, {"333", "R U'", 63}, {"333", "R2 U2", 6},
		{"333", "R U R' U'", 6}, {"333", "R U2", 30}, {"333", "R U2 D' B D'", 1260}, {"333", "R L' F B' U D' R L'", 3},
		{"333", "R U R' U R U2 R'", 6}, {"333", "M2 E2 S2", 2}, {"333", "x", 4}, {"333", "x y", 3},
		{"444", "Rw", 4}, {"pyram", "U", 3}, {"pyram", "u", 3}, {"skewb", "R", 3}, {"minx", "U", 5}, {"minx", "R++", 5},
		{"minx", "R U R' U'", 6},
	} {
		if got := order(t, c.event, c.moves, Exactly); got != c.want {
			t.Errorf("%s: %q has order %d, want %d", c.event, c.moves, got, c.want)
		}
	}
}

// Solved asks for what the caller names and nothing else.
func TestSolvedIgnoresWhatItIsTold(t *testing.T) {
	p := load(t, "444")
	rotated := p.Solved().Rotate(p.Rotations()[7])
	var centres []int // of U
	for i, s := range p.Stickers[:16] {
		if len(p.Pieces[s.Piece].Stickers) == 1 {
			centres = append(centres, i)
		}
	}
	at := identity(len(p.Stickers))
	at[centres[0]], at[centres[1]] = at[centres[1]], at[centres[0]]
	swapped, err := p.StateOf(at)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		state  State
		ignore Alike
		want   bool
	}{
		{"solved", p.Solved(), Exactly, true},
		{"rotated", rotated, Exactly, false},
		{"rotated", rotated, UpToLookalikes, false},
		{"rotated", rotated, UpToRotation, true},
		{"swapped", swapped, Exactly, false},
		{"swapped", swapped, UpToRotation, false},
		{"swapped", swapped, UpToLookalikes, true},
		{"swapped and rotated", swapped.Rotate(p.Rotations()[5]), UpToLookalikes, false},
		{"swapped and rotated", swapped.Rotate(p.Rotations()[5]), UpToRotation | UpToLookalikes, true},
	} {
		if got := c.state.Solved(c.ignore); got != c.want {
			t.Errorf("%s, ignoring %d: %v, want %v", c.name, c.ignore, got, c.want)
		}
	}
	// One swap of two centres is odd, and moves cannot make it alone on a 4x4,
	// but nobody can see it.
	if swapped.Legal() || !p.LegalFaces(swapped.Faces()) {
		t.Errorf("one swap of centres: legal %v, legal by colours %v; want false, true", swapped.Legal(), p.LegalFaces(swapped.Faces()))
	}
}

func TestStateOf(t *testing.T) {
	p := load(t, "222")
	twice := identity(24)
	twice[3] = 4
	for name, at := range map[string][]int{"short": identity(23), "long": identity(25), "twice": twice, "negative": append(identity(23), -1), "nil": nil} {
		if _, err := p.StateOf(at); !errors.Is(err, ErrState) {
			t.Errorf("%s: %v, want ErrState", name, err)
		}
	}
}

func TestApplyOfForeignMove(t *testing.T) {
	p := load(t, "222")
	for _, m := range []Move{{Axis: 3, Layers: []int{0}, Steps: 1}, {Axis: -1}, {Axis: 0, Layers: []int{2}, Steps: 1}} {
		if !p.Solved().Apply(m).Solved(Exactly) {
			t.Errorf("%+v changes the state", m)
		}
	}
}

func anyPuzzle(t *rapid.T) *Puzzle {
	p, err := Load(rapid.SampledFrom(Events()).Draw(t, "event"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func anyMoves(t *rapid.T, p *Puzzle, name string) []Move {
	return rapid.SliceOfN(rapid.SampledFrom(p.OuterMoves()), 0, 20).Draw(t, name)
}

func anyState(t *rapid.T, p *Puzzle, name string) State {
	r := rapid.IntRange(0, len(p.Rotations())-1).Draw(t, name+" held")
	return p.Solved().Rotate(p.Rotations()[r]).ApplyAll(anyMoves(t, p, name))
}

func TestGroupLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPuzzle(t)
		a, b, c := anyState(t, p, "a"), anyState(t, p, "b"), anyState(t, p, "c")
		if !a.Compose(b).Compose(c).Equal(a.Compose(b.Compose(c))) {
			t.Error("composition is not associative")
		}
		if !a.Compose(a.Inverse()).Solved(Exactly) || !a.Inverse().Compose(a).Solved(Exactly) {
			t.Error("a state and its inverse do not cancel")
		}
		if !a.Compose(b).Inverse().Equal(b.Inverse().Compose(a.Inverse())) {
			t.Error("the inverse of a product is not the product of the inverses, reversed")
		}
		moves := anyMoves(t, p, "moves")
		if !a.ApplyAll(moves).Equal(a.Compose(p.Solved().ApplyAll(moves))) {
			t.Error("applying moves is not composing with their state")
		}
		undone := a.ApplyAll(moves)
		for i := len(moves) - 1; i >= 0; i-- {
			undone = undone.Apply(p.Inverse(moves[i]))
		}
		if !undone.Equal(a) {
			t.Error("undoing the moves does not lead back")
		}
	})
}

// A conjugate has the order of what it conjugates.
func TestConjugation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPuzzle(t)
		by, m := anyState(t, p, "by"), rapid.SampledFrom(p.OuterMoves()).Draw(t, "move")
		s := p.Solved()
		conjugate := by.Compose(s.Apply(m)).Compose(by.Inverse())
		power := conjugate
		for n := 1; n < p.Axes[m.Axis].Order; n++ {
			if want := m.Steps*n%p.Axes[m.Axis].Order == 0; power.Solved(Exactly) != want {
				t.Errorf("%s conjugated: solved after %d is %v", m.Name, n, !want)
			}
			power = power.Compose(conjugate)
		}
		if !power.Solved(Exactly) {
			t.Errorf("%s conjugated: not solved after a whole turn", m.Name)
		}
	})
}

// Turning the whole puzzle first, moving and turning back is another move.
func TestRotationsCarryMoves(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		for _, r := range p.Rotations() {
			turned := p.Solved().Rotate(r)
			for _, m := range p.DistinctMoves() {
				carried := turned.Inverse().Apply(m).Compose(turned)
				if d := carried.Distance(); d != 1 {
					t.Fatalf("%s: %s seen from another side has distance %d", event, m.Name, d)
				}
			}
		}
	}
}

// Distance is what trying every single move tells.
func TestDistanceAgreesWithTrying(t *testing.T) {
	const ignore = UpToRotation | UpToLookalikes
	rapid.Check(t, func(t *rapid.T) {
		p := anyPuzzle(t)
		r := rapid.IntRange(0, len(p.Rotations())-1).Draw(t, "held")
		s := p.Solved().Rotate(p.Rotations()[r])
		s = s.ApplyAll(rapid.SliceOfN(rapid.SampledFrom(p.OuterMoves()), 0, 3).Draw(t, "moves"))
		want := 2
		for _, m := range p.OuterMoves() {
			if s.Apply(m).Solved(ignore) {
				want = 1
			}
		}
		if s.Solved(ignore) {
			want = 0
		}
		if got := s.Distance(); got != want {
			t.Errorf("distance %d, want %d", got, want)
		}
		other := rapid.IntRange(0, len(p.Rotations())-1).Draw(t, "turned")
		if got := s.Rotate(p.Rotations()[other]).Distance(); got != want {
			t.Errorf("distance %d once turned as a whole, want %d", got, want)
		}
	})
}

// A move permutes stickers as turning them in space does.
func TestPermutationIsAPermutation(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		for i, a := range p.Axes {
			for l := 0; l < a.Layers(); l++ {
				whole := identity(len(p.Stickers))
				once := p.Permutation(i, []int{l}, 1)
				for k := 0; k < a.Order; k++ {
					for place := range whole {
						whole[place] = once[whole[place]]
					}
				}
				if !slices.Equal(whole, identity(len(p.Stickers))) {
					t.Errorf("%s axis %s layer %d: a whole turn is not the identity", event, a.Name, l)
				}
				if !slices.Equal(p.Permutation(i, []int{l}, -1), p.Permutation(i, []int{l}, a.Order-1)) {
					t.Errorf("%s axis %s layer %d: -1 is not order-1", event, a.Name, l)
				}
			}
		}
		if p.Permutation(len(p.Axes), nil, 1) != nil || p.Permutation(0, []int{99}, 1) != nil {
			t.Errorf("%s: an axis or layer that is not there gives a permutation", event)
		}
	}
}
