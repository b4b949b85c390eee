package colour

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Yellow that is clipped in red and green may be orange, unless the same side
// shows an orange whose green is measured.
func TestBurnt(t *testing.T) {
	burntYellow := Patch{Mean: RGB{1, 1, 0.35}, Clipped: [3]bool{true, true, false}, Trust: 1, Even: 1}
	orange := Patch{Mean: RGB{1, 0.6, 0.2}, Clipped: [3]bool{true, false, false}, Trust: 1, Even: 1}
	elsewhere := orange
	elsewhere.Face = 1
	for _, c := range []struct {
		name   string
		other  Patch
		shared bool
	}{
		{"orange on the same side", orange, false},
		{"orange on another side", elsewhere, true},
	} {
		got, _ := Read([]Patch{burntYellow, burntYellow, c.other, c.other, c.other}, six, 9, RGB{0.04, 0.04, 0.04})
		p := &got[0].P
		if shared := p[puzzle.Orange] > burnt*p[puzzle.Yellow]; shared != c.shared {
			t.Errorf("%s: yellow %.3f, orange %.3f; shared %v, want %v", c.name, p[puzzle.Yellow], p[puzzle.Orange], shared, c.shared)
		}
	}
}

// What is clipped in all three channels may be white or a yellow washed out,
// unless the same side shows a yellow whose blue is measured.
func TestWashedOut(t *testing.T) {
	white := Patch{Mean: RGB{1, 1, 1}, Clipped: [3]bool{true, true, true}, Trust: 1, Even: 1}
	yellow := Patch{Mean: RGB{0.7, 0.6, 0.1}, Trust: 1, Even: 1}
	elsewhere := yellow
	elsewhere.Face = 1
	for _, c := range []struct {
		name   string
		other  Patch
		shared bool
	}{
		{"yellow on the same side", yellow, false},
		{"yellow on another side", elsewhere, true},
	} {
		got, _ := Read([]Patch{white, white, c.other, c.other, c.other}, six, 9, RGB{0.04, 0.04, 0.04})
		p := &got[0].P
		if shared := p[puzzle.Yellow] > 0.1; shared != c.shared {
			t.Errorf("%s: white %.3f, yellow %.3f; shared %v, want %v", c.name, p[puzzle.White], p[puzzle.Yellow], shared, c.shared)
		}
	}
}
