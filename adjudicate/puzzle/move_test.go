package puzzle

import "testing"

// Numbers of single moves: blocks times numbers of steps.
func TestMoveCounts(t *testing.T) {
	for _, c := range []struct {
		event                      string
		outer, distinct, rotations int
	}{
		{"222", 18, 9, 24}, {"333", 36, 18, 24}, {"444", 54, 27, 24}, {"555", 72, 36, 24},
		{"666", 90, 45, 24}, {"777", 108, 54, 24}, {"pyram", 16, 16, 12}, {"skewb", 8, 8, 24}, {"minx", 48, 48, 60},
	} {
		p := load(t, c.event)
		if a, b, r := len(p.OuterMoves()), len(p.DistinctMoves()), len(p.Rotations()); a != c.outer || b != c.distinct || r != c.rotations {
			t.Errorf("%s: %d outer moves, %d distinct, %d rotations; want %d, %d, %d", c.event, a, b, r, c.outer, c.distinct, c.rotations)
		}
		for _, m := range p.OuterMoves() {
			s := p.Solved().Apply(m)
			if n, d := p.Cost(m), s.Distance(); n != 1 || d != 1 {
				t.Errorf("%s %s costs %d and leads to distance %d, want 1 and 1", c.event, m.Name, n, d)
			}
			if !s.Apply(p.Inverse(m)).Solved(Exactly) {
				t.Errorf("%s: %s then %s is not solved", c.event, m.Name, p.Inverse(m).Name)
			}
		}
	}
}

// Every outer move equals just one distinct move up to a rotation, and no
// pattern of NearStates appears twice.
func TestDistinctMoves(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		for _, m := range p.OuterMoves() {
			n := 0
			for _, d := range p.DistinctMoves() {
				if p.Solved().Apply(m).Compose(p.Solved().Apply(d).Inverse()).Solved(UpToRotation) {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s: %s equals %d distinct moves", event, m.Name, n)
			}
		}
		seen := map[string]bool{}
		for _, n := range p.NearStates() {
			if seen[string(n.Faces)] {
				t.Errorf("%s: a near pattern appears twice (%s)", event, n.Move.Name)
			}
			seen[string(n.Faces)] = true
		}
		if want := len(p.Rotations()) * (1 + len(p.DistinctMoves())); len(seen) != want {
			t.Errorf("%s: %d near patterns, want %d", event, len(seen), want)
		}
	}
}

// What single moves do to stickers, as the scramble pictures of the WCA's
// program draw it (thewca/tnoodle-lib, the puzzles' turn functions) and, for
// cubes, as the notation's words say: stickers of each face go to the next face
// of the cycle and to no other.
func TestMoveDirections(t *testing.T) {
	for _, c := range []struct {
		event, move string
		cycle       []string
	}{
		{"333", "R", []string{"F", "U", "B", "D"}},
		{"333", "L", []string{"F", "D", "B", "U"}},
		{"333", "U", []string{"F", "L", "B", "R"}},
		{"333", "D", []string{"F", "R", "B", "L"}},
		{"333", "F", []string{"U", "R", "D", "L"}},
		{"333", "B", []string{"U", "L", "D", "R"}},
		{"333", "M", []string{"F", "D", "B", "U"}},
		{"333", "E", []string{"F", "R", "B", "L"}},
		{"333", "S", []string{"U", "R", "D", "L"}},
		{"333", "x", []string{"F", "U", "B", "D"}},
		{"333", "y", []string{"F", "L", "B", "R"}},
		{"333", "z", []string{"U", "R", "D", "L"}},
		{"777", "3Rw", []string{"F", "U", "B", "D"}},
		{"skewb", "R", []string{"R", "B", "D"}},
		{"skewb", "U", []string{"U", "L", "B"}},
		{"skewb", "L", []string{"F", "D", "L"}},
		{"skewb", "B", []string{"B", "L", "D"}},
		{"pyram", "U", []string{"F", "L", "R"}},
		{"pyram", "L", []string{"F", "D", "L"}},
		{"pyram", "R", []string{"F", "R", "D"}},
		{"pyram", "B", []string{"D", "R", "L"}},
		{"pyram", "u", []string{"F", "L", "R"}},
		{"pyram", "b", []string{"D", "R", "L"}},
		{"minx", "U", []string{"F", "L", "BL", "BR", "R"}},
		{"minx", "F", []string{"U", "R", "DR", "DL", "L"}},
		{"minx", "R", []string{"U", "BR", "DBR", "DR", "F"}},
		{"minx", "R++", []string{"U", "DBL", "F", "BL", "DL"}},
		{"minx", "R++", []string{"BR", "D", "R", "B", "DR"}},
		{"minx", "D++", []string{"R", "BL", "F", "BR", "L"}},
		{"minx", "D++", []string{"B", "DL", "DBR", "DBL", "DR"}},
	} {
		p := load(t, c.event)
		moves, err := p.ParseMoves(c.move)
		if err != nil {
			t.Fatal(err)
		}
		s := p.Solved().Apply(moves[0])
		for i, from := range c.cycle {
			to := c.cycle[(i+1)%len(c.cycle)]
			if !shows(s, to, from) {
				t.Errorf("%s %s: no sticker of %s goes to %s", c.event, c.move, from, to)
			}
			for _, f := range p.Faces {
				if f.Name != to && f.Name != from && shows(s, f.Name, from) {
					t.Errorf("%s %s: a sticker of %s goes to %s, want %s", c.event, c.move, from, f.Name, to)
				}
			}
		}
	}
}

// shows reports whether the face shows a sticker of another one.
func shows(s State, face, colour string) bool {
	p := s.Puzzle()
	for place, f := range s.Faces() {
		if p.Faces[p.Stickers[place].Face].Name == face && p.Faces[f].Name == colour {
			return true
		}
	}
	return false
}

func TestCost(t *testing.T) {
	for _, c := range []struct {
		event, move string
		cost, away  int
	}{
		{"333", "U2", 1, 1}, {"333", "M", 2, 2}, {"333", "E2", 2, 2}, {"333", "Rw'", 1, 1}, {"333", "x", 0, 0},
		{"444", "3Rw2", 1, 1}, {"777", "3Rw", 1, 1}, {"777", "6Rw", 1, 1}, {"777", "y2", 0, 0},
		{"pyram", "U", 1, 1}, {"pyram", "u'", 1, 1}, {"skewb", "B'", 1, 1},
		{"minx", "U2'", 1, 1}, {"minx", "R++", 1, 1}, {"minx", "D--", 1, 1},
	} {
		p := load(t, c.event)
		m, err := p.ParseMoves(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if cost, away := p.Cost(m[0]), p.Solved().Apply(m[0]).Distance(); cost != c.cost || away != c.away {
			t.Errorf("%s %s: cost %d, distance %d, want %d, %d", c.event, c.move, cost, away, c.cost, c.away)
		}
	}
}

// The states of rules 10e as sequences: how far they are from solved.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		event, moves string
		want         int
	}{
		{"333", "", 0}, {"333", "x y2 z'", 0}, {"333", "x R y'", 1}, {"333", "R L", 2}, {"333", "R L'", 2}, {"333", "R Lw'", 0},
		{"333", "R M' L'", 0}, {"333", "U2 D2", 2}, {"333", "U R", 2}, {"333", "Uw D'", 0}, {"333", "Uw D", 1}, {"333", "R R", 1}, {"333", "R R R R", 0},
		{"222", "R L", 1}, {"222", "R L'", 0}, {"222", "U D2", 1}, {"222", "R U", 2},
		{"444", "Rw R'", 2}, {"444", "U D", 2}, {"444", "3Uw D", 1},
		{"555", "4Rw Rw'", 2}, {"777", "4Rw 3Rw'", 2}, {"777", "6Rw L", 1},
		{"pyram", "u l", 2}, {"pyram", "U u'", 2}, {"pyram", "U", 1}, {"pyram", "u", 1}, {"pyram", "U u u u", 1},
		{"skewb", "R", 1}, {"skewb", "R R", 1}, {"skewb", "R U", 2}, {"minx", "R D", 2}, {"minx", "U2 U2", 1}, {"minx", "D++ U2", 1}, {"minx", "D++ U2'", 0},
	} {
		p := load(t, c.event)
		m, err := p.ParseMoves(c.moves)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Solved().ApplyAll(m).Distance(); got != c.want {
			t.Errorf("%s after %q: distance %d, want %d", c.event, c.moves, got, c.want)
		}
	}
}
