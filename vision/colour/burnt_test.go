package colour

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// What is clipped in the channels that tell two names apart may have either,
// unless the same side shows one of them with that channel measured: yellow and
// orange in red and green, white and yellow in all three.
func TestBurnt(t *testing.T) {
	burntYellow := Patch{Mean: RGB{1, 1, 0.35}, Clipped: [3]bool{true, true, false}, Trust: 1, Even: 1}
	orange := Patch{Mean: RGB{1, 0.6, 0.2}, Clipped: [3]bool{true, false, false}, Trust: 1, Even: 1}
	white := Patch{Mean: RGB{1, 1, 1}, Clipped: [3]bool{true, true, true}, Trust: 1, Even: 1}
	yellow := Patch{Mean: RGB{0.7, 0.6, 0.1}, Trust: 1, Even: 1}
	elsewhere := func(p Patch) Patch { p.Face = 1; return p }
	for _, c := range []struct {
		name      string
		it, other Patch
		likeness  puzzle.Colour
		shared    bool
	}{
		{"burnt yellow, orange on its side", burntYellow, orange, puzzle.Orange, false},
		{"burnt yellow, orange on another side", burntYellow, elsewhere(orange), puzzle.Orange, true},
		{"washed-out white, yellow on its side", white, yellow, puzzle.Yellow, false},
		{"washed-out white, yellow on another side", white, elsewhere(yellow), puzzle.Yellow, true},
	} {
		got, _ := Read([]Patch{c.it, c.it, c.other, c.other, c.other}, six, 9, RGB{0.04, 0.04, 0.04})
		p := &got[0].P
		if shared := p[c.likeness] > burnt/2; shared != c.shared {
			t.Errorf("%s: %v has %.3f of %.3f; shared %v, want %v", c.name, c.likeness, p[c.likeness], p, shared, c.shared)
		}
	}
}
