package puzzle

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Numbers of states, lookalike centres and rotations of the whole cube counted
// as one: published values (Singmaster 1981 and the puzzles' articles; the big
// cubes' also follow from 8! 3^7 12! 2^10 24!^k / ... in every textbook).
var numbersOfStates = map[string]string{
	"222":   "3674160",
	"333":   "43252003274489856000",
	"444":   "7401196841564901869874093974498574336000000000",
	"555":   "282870942277741856536180333107150328293127731985672134721536000000000000000",
	"666":   "157152858401024063281013959519483771508510790313968742344694684829502629887168573442107637760000000000000000000000000",
	"777":   "19500551183731307835329126754019748794904992692043434567152132912323232706135469180065278712755853360682328551719137311299993600000000000000000000000000000000000",
	"pyram": "75582720", // 933120 times 3^4 for the tips
	"skewb": "3149280",
	"minx":  "100669616553523347122516032313645505168688116411019768627200000000000",
}

func TestNumbersOfStates(t *testing.T) {
	for _, event := range Events() {
		if got := load(t, event).States().String(); got != numbersOfStates[event] {
			t.Errorf("%s: %s states, want %s", event, got, numbersOfStates[event])
		}
	}
}

// The group of Legal tells lookalikes apart: every lookalike orbit of 24 adds
// 24! where colours give 24!/4!^6, and parities halve some of them: on a cube
// each such orbit's parity follows from the corners' and the wings'.
func TestOrderOfTheGroup(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		want, _ := new(big.Int).SetString(numbersOfStates[event], 10)
		want.Mul(want, big.NewInt(int64(len(p.Rotations()))))
		for _, o := range p.Orbits() {
			if o.Lookalikes {
				want.Mul(want, new(big.Int).Exp(big.NewInt(24), big.NewInt(6), nil))
				want.Div(want, big.NewInt(2))
			}
		}
		if got := p.group().order(); got.Cmp(want) != 0 {
			t.Errorf("%s: the group has %s elements, want %s", event, got, want)
		}
	}
}

func TestMovesLeadToLegalStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPuzzle(t)
		s := anyState(t, p, "state")
		if !s.Legal() || !p.LegalFaces(s.Faces()) {
			t.Errorf("legal %v, legal by colours %v", s.Legal(), p.LegalFaces(s.Faces()))
		}
	})
}

// piecesOf returns an orbit of a kind whose pieces turns reach.
func piecesOf(p *Puzzle, kind Kind) []int {
	for _, o := range p.Orbits() {
		if o.Kind == kind && !o.Lookalikes && (len(o.Pieces) > 3 || kind == Axial || kind == Tip) {
			return o.Pieces
		}
	}
	return nil
}

// turned seats the piece in its own place, turned by one sticker.
func turned(t *testing.T, s State, piece int) State {
	at := make([]int, len(s.at))
	for i := range at {
		at[i] = s.At(i)
	}
	a := s.puzzle.Around(piece)
	first := at[a[0]]
	for i := range a {
		if at[a[i]] = first; i+1 < len(a) {
			at[a[i]] = s.At(a[i+1])
		}
	}
	out, err := s.puzzle.StateOf(at)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// swapped exchanges two pieces of a kind, seated as moves could seat them.
func swapped(t *testing.T, s State, q, r int) State {
	at := make([]int, len(s.at))
	for i := range at {
		at[i] = s.At(i)
	}
	a, b := s.puzzle.Around(q), s.puzzle.Around(r)
	turn := 0
	for s.puzzle.stickerOrbit[a[0]] != s.puzzle.stickerOrbit[b[turn]] {
		turn++
	}
	for i := range a {
		j := b[(i+turn)%len(b)]
		at[a[i]], at[j] = at[j], at[a[i]]
	}
	out, err := s.puzzle.StateOf(at)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What taking a puzzle apart can do and turning it cannot.
func TestIllegalStates(t *testing.T) {
	for _, c := range []struct {
		event  string
		kind   Kind
		twist  bool // one piece turned in its place, else two swapped
		legal  bool
		colour bool // legal by colours
	}{
		{"222", Corner, true, false, false},
		{"222", Corner, false, true, true},
		{"333", Corner, true, false, false},
		{"333", Corner, false, false, false},
		{"333", Edge, true, false, false},
		{"333", Edge, false, false, false},
		{"444", Corner, true, false, false},
		{"444", Corner, false, false, true}, // the centres' parity pays, unseen
		{"444", Wing, false, true, true},
		{"444", Wing, true, false, false}, // a wing cannot flip in its place
		{"555", Edge, true, false, false},
		{"555", Edge, false, false, false},
		{"777", Corner, true, false, false},
		{"777", Wing, true, false, false},
		{"pyram", Edge, true, false, false},
		{"pyram", Edge, false, false, false},
		{"pyram", Tip, true, true, true},
		{"pyram", Axial, true, true, true},
		{"skewb", Corner, true, false, false},
		{"skewb", Corner, false, false, false},
		{"minx", Corner, true, false, false},
		{"minx", Corner, false, false, false},
		{"minx", Edge, true, false, false},
		{"minx", Edge, false, false, false},
	} {
		p := load(t, c.event)
		q := piecesOf(p, c.kind)
		s := p.Solved().ApplyAll(p.OuterMoves())
		if c.twist {
			s = turned(t, s, q[0])
		} else {
			s = swapped(t, s, q[0], q[1])
		}
		if got := s.Legal(); got != c.legal {
			t.Errorf("%s, %s, twist %v: legal %v, want %v", c.event, c.kind, c.twist, got, c.legal)
		}
		if got := p.LegalFaces(s.Faces()); got != c.colour {
			t.Errorf("%s, %s, twist %v: legal by colours %v, want %v", c.event, c.kind, c.twist, got, c.colour)
		}
	}
}

func TestLegalFacesOfOtherThings(t *testing.T) {
	p := load(t, "333")
	five := p.Solved().Faces()
	five[4] = 1 // a red centre on U as well
	for name, f := range map[string][]uint8{
		"nil": nil, "short": make([]uint8, 53), "all one colour": make([]uint8, 54),
		"two red centres": five, "no such face": append(p.Solved().Faces()[:53:53], 6),
	} {
		if p.LegalFaces(f) {
			t.Errorf("%s is legal", name)
		}
	}
}
