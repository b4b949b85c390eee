package judging

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// A layer counts as moved where two measurements differ by more than they may.
func TestLayerMoved(t *testing.T) {
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	made := func(s adjudicate.Outcome, turn, sigma float64) *Verdict {
		v := &Verdict{Seen: vision.Measurement{Found: true}, Ruling: adjudicate.Ruling{Rulebook: book.Name, Suggestion: s}}
		v.Ruling.Interfaces = []adjudicate.Interface{{Axis: 1, Between: [2]int{0, 1}, Turn: geom.Angle(turn) * geom.Degree, Sigma: geom.Angle(sigma) * geom.Degree}}
		return v
	}
	none := &Verdict{}
	for _, c := range []struct {
		name string
		a, b *Verdict
		want bool
	}{
		{"nothing moved", made(adjudicate.OK, 3, 1), made(adjudicate.OK, 5, 1), false},
		{"from solved to one move", made(adjudicate.OK, 3, 1), made(adjudicate.PlusTwo, 3, 1), true},
		{"unsure before", made(adjudicate.Refer, 3, 1), made(adjudicate.PlusTwo, 3, 1), false},
		{"aligned", made(adjudicate.OK, 30, 1), made(adjudicate.OK, 1, 1), true},
		{"just under", made(adjudicate.OK, 17.9, 0.5), made(adjudicate.OK, 0, 0.5), false},
		{"just over", made(adjudicate.OK, 18.1, 0.5), made(adjudicate.OK, 0, 0.5), true},
		{"over, but not surely", made(adjudicate.OK, 18.1, 2), made(adjudicate.OK, 0, 2), false},
		{"the other way round", made(adjudicate.OK, 179, 0.5), made(adjudicate.OK, -179, 0.5), false},
		{"not found after", made(adjudicate.OK, 30, 1), none, false},
	} {
		if got := LayerMoved(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
