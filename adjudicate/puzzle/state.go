package puzzle

// State tells which sticker of the solved puzzle sits at each place. Places
// and stickers are both indices into Puzzle.Stickers. It knows no more than
// stickers show: the turn of a centre about its own axis, which no plain
// sticker shows, is not part of it. States are immutable.
type State struct {
	puzzle *Puzzle
	at     []uint16
}

// Solved returns the solved state.
func (p *Puzzle) Solved() State {
	s := State{p, make([]uint16, len(p.Stickers))}
	for i := range s.at {
		s.at[i] = uint16(i)
	}
	return s
}

// Puzzle returns the puzzle that the state belongs to.
func (s State) Puzzle() *Puzzle { return s.puzzle }

// At returns the sticker at a place.
func (s State) At(place int) int { return int(s.at[place]) }

// Apply returns the state after a move, or the state itself where m names an
// axis or a layer that the puzzle lacks.
func (s State) Apply(m Move) State {
	perm := s.puzzle.Permutation(m.Axis, m.Layers, m.Steps)
	if perm == nil {
		return s
	}
	return s.permuted(perm)
}

// ApplyAll returns the state after the moves, from the first to the last.
func (s State) ApplyAll(moves []Move) State {
	for _, m := range moves {
		s = s.Apply(m)
	}
	return s
}

// Rotate returns the state after a rotation of the whole puzzle.
func (s State) Rotate(r Rotation) State { return s.permuted(r.Perm) }

func (s State) permuted(perm []int) State {
	out := State{s.puzzle, make([]uint16, len(perm))}
	for place, from := range perm {
		out.at[place] = s.at[from]
	}
	return out
}

// Compose returns the state after what made s from solved and then what made t
// from solved. Both must be states of one puzzle.
func (s State) Compose(t State) State {
	out := State{s.puzzle, make([]uint16, len(s.at))}
	for place, from := range t.at {
		out.at[place] = s.at[from]
	}
	return out
}

// Inverse returns the state that Compose brings back to solved.
func (s State) Inverse() State {
	out := State{s.puzzle, make([]uint16, len(s.at))}
	for place, sticker := range s.at {
		out.at[sticker] = uint16(place)
	}
	return out
}

// Equal reports whether the same sticker sits at every place.
func (s State) Equal(t State) bool {
	if s.puzzle != t.puzzle || len(s.at) != len(t.at) {
		return false
	}
	for i := range s.at {
		if s.at[i] != t.at[i] {
			return false
		}
	}
	return true
}

// Faces returns the face whose colour each place shows: Faces()[place] indexes
// Puzzle.Faces.
func (s State) Faces() []uint8 {
	out := make([]uint8, len(s.at))
	for place, sticker := range s.at {
		out[place] = uint8(s.puzzle.Stickers[sticker].Face)
	}
	return out
}

// Alike says what a comparison of states leaves out of account.
type Alike uint8

// What a comparison may ignore; join them with |. The turn of a centre about
// its own axis is never compared: State does not hold it.
const (
	Exactly        Alike = 0      // every sticker at its own place
	UpToRotation   Alike = 1 << 0 // rotations of the whole puzzle (WCA 10c)
	UpToLookalikes Alike = 1 << 1 // swaps of pieces that look alike: centres of one colour on 4x4 and bigger
)

// Solved reports whether the state is solved, but for what ignore names. The
// rules' meaning is UpToRotation|UpToLookalikes.
func (s State) Solved(ignore Alike) bool {
	rotations := s.puzzle.rotations
	if ignore&UpToRotation == 0 {
		rotations = rotations[:1]
	}
	for _, r := range rotations {
		if s.matches(r.Perm, ignore&UpToLookalikes != 0) {
			return true
		}
	}
	return false
}

func (s State) matches(perm []int, byFace bool) bool {
	st := s.puzzle.Stickers
	for place, want := range perm {
		got := int(s.at[place])
		if got != want && !(byFace && st[got].Face == st[want].Face) {
			return false
		}
	}
	return true
}
