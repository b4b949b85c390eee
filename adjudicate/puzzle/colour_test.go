package puzzle_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

func TestColourJSON(t *testing.T) {
	for c := puzzle.Unknown; c < puzzle.NumColours; c++ {
		raw, err := json.Marshal(c)
		if err != nil || string(raw) != `"`+c.String()+`"` {
			t.Errorf("%v: wrote %s, %v", c, raw, err)
		}
		var back puzzle.Colour
		if err := json.Unmarshal(raw, &back); err != nil || back != c {
			t.Errorf("%s: read %v, %v", raw, back, err)
		}
	}
	var c puzzle.Colour
	if err := json.Unmarshal([]byte(`"mauve"`), &c); !errors.Is(err, puzzle.ErrColour) {
		t.Errorf("mauve: %v, want ErrColour", err)
	}
}
