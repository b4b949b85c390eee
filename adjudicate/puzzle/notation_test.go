package puzzle

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseMoves(t *testing.T) {
	for _, c := range []struct {
		event, text string
		want        string // as FormatMoves writes it
	}{
		{"333", "", ""},
		{"333", "  R\tU'\n F2 ", "R U' F2"},
		{"333", "Rw 2Rw' Uw2 x y' z2 M' E S2", "Rw Rw' Uw2 x y' z2 M' E S2"},
		{"333", "R2' R’", "R2 R'"},
		{"222", "R U2 F' x", "R U2 F' x"},
		{"444", "3Rw2 2Fw'", "3Rw2 Fw'"},
		{"777", "3Rw 3Bw' 6Lw2", "3Rw 3Bw' 6Lw2"},
		{"pyram", "U l' B b", "U l' B b"},
		{"skewb", "R U' L B'", "R U' L B'"},
		{"minx", "R++ D-- R-- D++ U U' BR2 DBL2'", "R++ D-- R-- D++ U U' BR2 DBL2'"},
	} {
		p := load(t, c.event)
		m, err := p.ParseMoves(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.event, err)
			continue
		}
		if got := FormatMoves(m); got != c.want {
			t.Errorf("%s: %q reads as %q, want %q", c.event, c.text, got, c.want)
		}
	}
}

// 12a2+: 1Rw is no move of any cube, nor 3Rw of the 3x3. The others belong to
// other puzzles or to nobody.
func TestParseMovesRefuses(t *testing.T) {
	for _, c := range []struct{ event, text string }{
		{"333", "1Rw"}, {"333", "3Rw"}, {"222", "Rw"}, {"222", "M"}, {"444", "M"}, {"444", "4Rw"}, {"444", "r"},
		{"333", "R3"}, {"333", "R22"}, {"333", "R''"}, {"333", "R'2"}, {"333", "RU"}, {"333", "r"}, {"333", "2R"}, {"333", "22Rw"},
		{"333", "'"}, {"333", "2"}, {"333", "R++"}, {"333", "(R U)"}, {"333", "Ｒ"},
		{"pyram", "U2"}, {"pyram", "F"}, {"pyram", "Uw"}, {"skewb", "F"}, {"skewb", "R2"}, {"skewb", "x"},
		{"minx", "R++'"}, {"minx", "R+"}, {"minx", "R++2"}, {"minx", "U3"}, {"minx", "y"}, {"minx", "2R++"},
	} {
		p := load(t, c.event)
		m, err := p.ParseMoves("  " + c.text)
		if !errors.Is(err, ErrNotation) {
			t.Errorf("%s: %q reads as %v (%v), want ErrNotation", c.event, c.text, m, err)
		} else if !strings.Contains(err.Error(), p.Event) {
			t.Errorf("%s: the error does not name the event: %v", c.event, err)
		}
	}
}

func TestEveryMoveReadsBack(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		names := map[string]bool{}
		for _, m := range p.OuterMoves() {
			back, err := p.ParseMoves(m.Name)
			if err != nil {
				t.Fatal(err)
			}
			if len(back) != 1 || back[0].Axis != m.Axis || !slices.Equal(back[0].Layers, m.Layers) || back[0].Steps != m.Steps {
				t.Errorf("%s: %v reads back as %v", event, m, back)
			}
			if names[m.Name] {
				t.Errorf("%s: two moves are called %s", event, m.Name)
			}
			names[m.Name] = true
		}
	}
}

func TestSequencesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPuzzle(t)
		moves := anyMoves(t, p, "moves")
		back, err := p.ParseMoves(FormatMoves(moves))
		if err != nil {
			t.Fatal(err)
		}
		if !p.Solved().ApplyAll(moves).Equal(p.Solved().ApplyAll(back)) {
			t.Errorf("%s reads back as %s", FormatMoves(moves), FormatMoves(back))
		}
	})
}

// A move that the notation cannot name says so and still turns.
func TestTurnWithoutAName(t *testing.T) {
	p := load(t, "444")
	m := p.Turn(0, []int{2}, 1) // the slice beside R
	if m.Name != "" || FormatMoves([]Move{m}) != "?" || p.Cost(m) != 2 {
		t.Errorf("%+v, written %q, cost %d; want no name, ?, 2", m, FormatMoves([]Move{m}), p.Cost(m))
	}
	two, err := p.ParseMoves("Rw' R")
	if err != nil {
		t.Fatal(err)
	}
	if !p.Solved().Apply(m).Equal(p.Solved().ApplyAll(two)) {
		t.Error("the slice beside R does not turn like Rw' R")
	}
	if whole := p.Turn(0, []int{3}, 4); whole.Name != "" || whole.Steps != 0 || p.Cost(whole) != 0 {
		t.Errorf("a whole turn is %+v and costs %d, want no name, 0 steps, 0", whole, p.Cost(whole))
	}
}

func FuzzParseMoves(f *testing.F) {
	for _, s := range []string{"R U R' U'", "3Rw2 2Fw'", "R++ D-- U'", "U l' B b", "M E2 S'", "x y z2", "R’ 2Rw", "1Rw", "'2", "  \t"} {
		for i := range Events() {
			f.Add(uint8(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, event uint8, text string) {
		p, err := Load(Events()[int(event)%len(Events())])
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMoves(text)
		if err != nil {
			if !errors.Is(err, ErrNotation) {
				t.Fatalf("%v is not ErrNotation", err)
			}
			return
		}
		again, err := p.ParseMoves(FormatMoves(m))
		if err != nil || FormatMoves(again) != FormatMoves(m) {
			t.Fatalf("%q is written %q, which reads as %q (%v)", text, FormatMoves(m), FormatMoves(again), err)
		}
		if !p.Solved().ApplyAll(m).Legal() {
			t.Fatalf("%q leads to an illegal state", text)
		}
	})
}
