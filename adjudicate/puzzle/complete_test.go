package puzzle

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// hide marks places as unseen.
func hide(faces []uint8, places []int) []uint8 {
	out := append([]uint8(nil), faces...)
	for _, i := range places {
		out[i] = Unseen
	}
	return out
}

// everyCompletion tries every way to seat the pieces with a hidden sticker, one
// after the other, and asks Legal: slow and plain.
func everyCompletion(p *Puzzle, s State, seen []uint8) map[string]bool {
	var slots []int
	for q, piece := range p.Pieces {
		for _, i := range piece.Stickers {
			if seen[i] == Unseen {
				slots = append(slots, q)
				break
			}
		}
	}
	// Pieces with every sticker seen may be lookalikes: they stay as they are.
	free := map[int]bool{}
	for _, q := range slots {
		piece, _ := s.PieceAt(q)
		free[piece] = true
	}
	out := map[string]bool{}
	at := append([]uint16(nil), s.at...)
	var seat func(i int)
	seat = func(i int) {
		if i == len(slots) {
			if t := (State{p, append([]uint16(nil), at...)}); legalToTheEye(t, 0) {
				out[string(t.Faces())] = true
			}
			return
		}
		places := p.Around(slots[i])
		for piece := range p.Pieces {
			around := p.Around(piece)
			if !free[piece] || len(around) != len(places) {
				continue
			}
		turns:
			for turn := range around {
				for k, place := range places {
					x := around[(k+turn)%len(around)]
					if seen[place] != Unseen && int(seen[place]) != p.Stickers[x].Face {
						continue turns
					}
				}
				for k, place := range places {
					at[place] = uint16(around[(k+turn)%len(around)])
				}
				free[piece] = false
				seat(i + 1)
				free[piece] = true
			}
		}
	}
	seat(0)
	return out
}

// legalToTheEye reports whether the state is legal once two lookalikes are
// swapped in some of the orbits that have any, from the given one on.
func legalToTheEye(s State, orbit int) bool {
	if orbit == len(s.puzzle.Orbits()) {
		return s.Legal()
	}
	o := s.puzzle.Orbits()[orbit]
	if legalToTheEye(s, orbit+1) {
		return true
	}
	if !o.Lookalikes {
		return false
	}
	first := map[int]int{} // a place by the face it shows
	for _, q := range o.Pieces {
		i := s.puzzle.Pieces[q].Stickers[0]
		j, ok := first[s.puzzle.Stickers[s.at[i]].Face]
		if !ok {
			first[s.puzzle.Stickers[s.at[i]].Face] = i
			continue
		}
		t := State{s.puzzle, append([]uint16(nil), s.at...)}
		t.at[i], t.at[j] = t.at[j], t.at[i]
		return legalToTheEye(t, orbit+1)
	}
	return false
}

// With a few pieces hidden, Completions finds just what trying everything finds.
func TestCompletionsAreExact(t *testing.T) {
	for _, event := range []string{"222", "333", "555", "pyram", "skewb", "minx"} {
		rapid.Check(t, func(t *rapid.T) {
			p, err := Load(event)
			if err != nil {
				t.Fatal(err)
			}
			s := anyState(t, p, "state")
			var hidden []int
			for _, q := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(p.Pieces)-1), 0, 5, rapid.ID).Draw(t, "pieces") {
				list := p.Pieces[q].Stickers
				from := rapid.IntRange(0, len(list)-1).Draw(t, "from")
				hidden = append(hidden, list[from:]...)
			}
			seen := hide(s.Faces(), hidden)
			want := everyCompletion(p, s, seen)
			const limit = 10_000
			got, complete := p.Completions(seen, limit)
			if !complete || len(got) != len(want) {
				t.Fatalf("%s: %d completions (complete: %v), want %d", event, len(got), complete, len(want))
			}
			for _, f := range got {
				if !want[string(f)] {
					t.Fatalf("%s: a completion that nothing else finds", event)
				}
				delete(want, string(f))
			}
			if !p.LegalFaces(seen) {
				t.Fatalf("%s: not legal", event)
			}
		})
	}
}

// Whatever is hidden, what is found is legal, agrees with what was seen, comes
// once, and is all there is unless the limit cut it off.
func TestCompletionsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPuzzle(t)
		s := anyState(t, p, "state")
		truth := s.Faces()
		facing := p.Rotations()[rapid.IntRange(0, len(p.Rotations())-1).Draw(t, "side")]
		share := rapid.IntRange(0, 3).Draw(t, "stickers of four hidden")
		seen := append([]uint8(nil), truth...)
		for i := range seen {
			// What a camera above one vertex sees, less some stickers.
			n := facing.Apply(p.Stickers[i].Normal)
			if n.X+n.Y+n.Z < 0.1 || rapid.IntRange(0, 3).Draw(t, "covered") < share {
				seen[i] = Unseen
			}
		}
		const limit = 40
		got, complete := p.Completions(seen, limit)
		if len(got) > limit {
			t.Fatalf("%d completions, limit %d", len(got), limit)
		}
		once := map[string]bool{}
		for _, f := range got {
			if once[string(f)] {
				t.Fatal("a completion comes twice")
			}
			once[string(f)] = true
			for i := range f {
				if seen[i] != Unseen && seen[i] != f[i] {
					t.Fatal("a completion does not agree with what was seen")
				}
			}
			if !p.LegalFaces(f) {
				t.Fatal("a completion is not legal")
			}
		}
		if complete && len(got) < limit && !once[string(truth)] {
			t.Fatal("the truth is missing")
		}
		if !p.LegalFaces(seen) {
			t.Fatal("what was seen of a legal state counts as illegal")
		}
	})
}

// A solved cube seen from one corner, even with a fourth face in sight, can
// hide more than a move: with D and B hidden, LD may have changed places with
// LB and RD with RB; with U and D hidden, an even number of the pairs UF DF,
// UR DR, UB DB, UL DL may have changed places. Five faces hide nothing.
func TestWhatHiddenFacesLeaveOpen(t *testing.T) {
	p := load(t, "333")
	solved := p.Solved().Faces()
	for _, c := range []struct {
		name   string
		hidden string
		want   int // completions
		far    int // of them two moves away
	}{
		{"nothing hidden", "", 1, 0},
		{"D hidden", "D", 1, 0},
		{"D and B hidden", "DB", 2, 1},
		{"D and U hidden", "DU", 8, 7},
	} {
		var hidden []int
		for i, s := range p.Stickers {
			if bytes.ContainsAny([]byte(p.Faces[s.Face].Name), c.hidden) {
				hidden = append(hidden, i)
			}
		}
		got, complete := p.Completions(hide(solved, hidden), 50)
		if !complete || len(got) != c.want {
			t.Errorf("%s: %d completions (complete %v), want %d", c.name, len(got), complete, c.want)
			continue
		}
		far := 0
		for _, f := range got {
			if p.FaceDistance(f) == 2 {
				far++
			}
		}
		if far != c.far {
			t.Errorf("%s: %d of %d completions are two moves away, want %d", c.name, far, len(got), c.far)
		}
	}
}

// A corner twisted in sight needs a partner out of sight.
func TestTwistNeedsAPartner(t *testing.T) {
	p := load(t, "333")
	s := turned(t, p.Solved(), p.Stickers[8].Piece) // U, R and F
	f := s.Faces()
	if p.LegalFaces(f) {
		t.Error("one twisted corner is legal")
	}
	hidden := p.Pieces[p.Stickers[p.Around(p.Stickers[8].Piece)[0]].Piece].Stickers
	for q, piece := range p.Pieces {
		if q == p.Stickers[8].Piece || len(piece.Stickers) != 3 {
			continue
		}
		hidden = piece.Stickers
		break
	}
	if !p.LegalFaces(hide(f, hidden)) {
		t.Error("one twisted corner with another hidden is illegal")
	}
	if p.LegalFaces(hide(f, hidden[:1])) {
		t.Error("one twisted corner with one sticker of another hidden is legal")
	}
}

func BenchmarkCompletions(b *testing.B) {
	for _, event := range Events() {
		p := load(b, event)
		seen := append([]uint8(nil), p.Solved().Faces()...)
		for i, s := range p.Stickers {
			if n := s.Normal; n.X+n.Y+n.Z < 0.1 {
				seen[i] = Unseen
			}
		}
		for _, limit := range []int{1, 20, 100} {
			b.Run(fmt.Sprint(event, "/", limit), func(b *testing.B) {
				for b.Loop() {
					p.Completions(seen, limit)
				}
			})
		}
	}
}
