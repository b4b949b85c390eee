package puzzle

import "testing"

func load(t testing.TB, event string) *Puzzle {
	t.Helper()
	p, err := Load(event)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

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
			if n := p.Cost(m); n != 1 {
				t.Errorf("%s %s costs %d moves, want 1", c.event, m.Name, n)
			}
			if d := p.Solved().Apply(m).Distance(); d != 1 {
				t.Errorf("%s %s is %d moves from solved, want 1", c.event, m.Name, d)
			}
			if !p.Solved().Apply(m).Apply(p.Inverse(m)).Solved(Exactly) {
				t.Errorf("%s: %s then %s is not solved", c.event, m.Name, p.Inverse(m).Name)
			}
		}
		if d := p.Solved().Distance(); d != 0 {
			t.Errorf("%s: solved is %d moves from solved", c.event, d)
		}
	}
}
