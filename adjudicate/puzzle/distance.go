package puzzle

// Near is a state that the rules count as 0 or 1 move from solved, as a pattern
// of face colours.
type Near struct {
	Moves    int     // 0 or 1
	Move     Move    // the move that leads here from solved, where Moves is 1
	Rotation int     // index into Puzzle.Rotations: how the puzzle was held before the move
	Faces    []uint8 // the face whose colour each place shows
}

// NearStates returns every pattern of face colours that is at most one
// outer-block move (WCA 12a5) from solved, in every orientation of the whole
// puzzle: first the solved ones, the unrotated one foremost. No pattern appears
// twice. The result is shared and must not be changed.
func (p *Puzzle) NearStates() []Near {
	p.nearOnce.Do(func() {
		solved := p.Solved()
		for i, r := range p.rotations {
			p.near = append(p.near, Near{Rotation: i, Faces: solved.Rotate(r).Faces()})
		}
		for i, r := range p.rotations {
			held := solved.Rotate(r)
			for _, m := range p.distinct {
				p.near = append(p.near, Near{1, m, i, held.Apply(m).Faces()})
			}
		}
		p.nearMoves = map[string]int{}
		for _, n := range p.near {
			p.nearMoves[string(n.Faces)] = n.Moves
		}
	})
	return p.near
}

// Distance returns how many outer-block moves (WCA 12a5) lead from the state to
// solved, rotations of the whole puzzle and lookalike pieces ignored: 0, 1, or
// 2 for two or more.
func (s State) Distance() int { return s.puzzle.FaceDistance(s.Faces()) }

// FaceDistance is State.Distance for a pattern of face colours, one for each
// place: 0, 1, or 2 for two or more, or for no state at all (see LegalFaces).
func (p *Puzzle) FaceDistance(faces []uint8) int {
	p.NearStates()
	if moves, ok := p.nearMoves[string(faces)]; ok {
		return moves
	}
	return 2
}
