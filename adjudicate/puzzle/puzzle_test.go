package puzzle

import "testing"

// Counts of pieces and stickers: published facts about each puzzle.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		event            string
		pieces, stickers int
	}{
		{"222", 8, 24}, {"333", 26, 54}, {"444", 56, 96}, {"555", 98, 150}, {"666", 152, 216}, {"777", 218, 294},
		{"pyram", 14, 36}, {"skewb", 14, 30}, {"minx", 62, 132},
	} {
		p, err := Load(c.event)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Pieces) != c.pieces || len(p.Stickers) != c.stickers {
			t.Errorf("%s: %d pieces, %d stickers, want %d, %d", c.event, len(p.Pieces), len(p.Stickers), c.pieces, c.stickers)
		}
	}
}
