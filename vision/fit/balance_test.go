package fit

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/vision/colour"
	"github.com/plustwo/plustwo/vision/synth"
)

// seenAs lists stickers from a place on, of one colour after another, as a camera
// with the given gains has them.
func seenAs(from, n int, gain colour.RGB) []seen {
	var out []seen
	for i := from; i < from+n; i++ {
		c := colour.RGB{0.1 + 0.07*float64(i%5), 0.5 - 0.06*float64(i%7), 0.2 + 0.05*float64(i%3)}
		for k := range c {
			c[k] *= gain[k]
		}
		out = append(out, seen{place: i, patch: colour.Patch{Mean: c, Trust: 1}})
	}
	return out
}

func TestBalanced(t *testing.T) {
	gain, even := colour.RGB{1.5, 0.8, 0.5}, colour.RGB{1, 1, 1}
	mat := colour.RGB{0.03, 0.016, 0.01} // of the gains, where the other view has 0.02
	other := colour.RGB{0.02, 0.02, 0.02}
	for _, c := range []struct {
		name   string
		common int
		mat    colour.RGB
	}{
		{"by the stickers", leastCommon, colour.RGB{0.5, 0.5, 0.5}},
		{"by the mat", leastCommon - 1, mat},
		{"with nothing in common", 0, mat},
	} {
		like := seenAs(0, 9, even)
		got := balanced(seenAs(9-c.common, 9, gain), like, c.mat, other)
		want := seenAs(9-c.common, 9, even)
		for i := range got {
			for k := range got[i].patch.Mean {
				if a, b := got[i].patch.Mean[k], want[i].patch.Mean[k]; math.Abs(a-b) > 1e-9 {
					t.Errorf("%s: sticker %d channel %d: %v, want %v", c.name, i, k, a, b)
				}
			}
		}
	}
}

// Clipped channels say nothing of the gain.
func TestBalancedLeavesOutClipped(t *testing.T) {
	like := seenAs(0, 9, colour.RGB{1, 1, 1})
	list := seenAs(0, 9, colour.RGB{2, 2, 2})
	for i := range 5 {
		list[i].patch.Clipped[0], list[i].patch.Mean[0] = true, 1
	}
	got := balanced(list, like, colour.RGB{}, colour.RGB{})
	if a, b := got[8].patch.Mean[0], like[8].patch.Mean[0]; math.Abs(a-b) > 1e-9 {
		t.Errorf("red is %v, want %v", a, b)
	}
}

// Which faces look the same way does not depend on who sees them.
func TestNormalsShareAFrame(t *testing.T) {
	s := take(t, order{seed: 1, options: synth.Options{Event: "333", Case: synth.NearOK, Kind: synth.Stickered, Plain: true}, views: "overhead left"})
	f, p := s.fitter(t), s.pose(t)
	first, common := f.sightingsIn(f.wins[0], &p), 0
	for _, a := range f.sightingsIn(f.wins[1], &p) {
		for _, b := range first {
			if a.place == b.place {
				common++
				if d := a.patch.Normal.Sub(b.patch.Normal).Norm(); d > 1e-6 {
					t.Errorf("sticker %d: normals %v and %v", a.place, a.patch.Normal, b.patch.Normal)
				}
			}
		}
	}
	if common < leastCommon {
		t.Errorf("only %d stickers in common", common)
	}
}
