package fit

import (
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// shaken returns a picture of the same scene a moment later: other noise.
func shaken(im *vision.Image, seed uint64) *vision.Image {
	const deviation = 4 // sRGB steps: a webcam in a dim hall
	rng := rand.New(rand.NewPCG(seed, 5))
	out := &vision.Image{Width: im.Width, Height: im.Height, Pix: make([]byte, len(im.Pix))}
	for i, v := range im.Pix {
		out.Pix[i] = byte(min(max(float64(v)+deviation*rng.NormFloat64(), 0), 255))
	}
	return out
}

// A puzzle that has not moved is measured as it would be from the start, but for
// what the noise does.
func TestAgain(t *testing.T) {
	for _, id := range bundled[:4] {
		s := still(t, id.id, "overhead")
		before := s.fit(t)
		later := s.views[0]
		later.Image = shaken(later.Image, 1)
		got, ok := Again([]vision.View{later}, &before)
		if !ok {
			t.Errorf("%s: not measured again", id.id)
			continue
		}
		want, err := Fit([]vision.View{later}, s.puz)
		if err != nil || !want.Found {
			t.Fatal(id.id, err, want.Found)
		}
		if d := got.MatFromPuzzle.T.Sub(want.MatFromPuzzle.T).Norm(); d > 0.5 {
			t.Errorf("%s: %.2f mm from where it is", id.id, d)
		}
		if a, b := len(got.Stickers), len(want.Stickers); a < b-1 || a > b+1 {
			t.Errorf("%s: %d stickers, want about %d", id.id, a, b)
		}
		if got.Memory == nil {
			t.Errorf("%s: cannot be measured a third time", id.id)
		}
	}
}

// A puzzle that is not where it was, or another picture, is not measured again.
func TestAgainElsewhere(t *testing.T) {
	s := still(t, "333-01010", "overhead")
	before := s.fit(t)
	moved := func(du, dv int) *vision.Image {
		im := s.views[0].Image
		out := &vision.Image{Width: im.Width, Height: im.Height, Pix: make([]byte, len(im.Pix))}
		for v := range im.Height {
			for u := range im.Width {
				a, b := min(max(u-du, 0), im.Width-1), min(max(v-dv, 0), im.Height-1)
				copy(out.Pix[3*(v*im.Width+u):][:3], im.Pix[3*(b*im.Width+a):])
			}
		}
		return out
	}
	for _, c := range []struct {
		du, dv int
		ok     bool
	}{{0, 0, true}, {1, 0, false}, {0, 1, false}, {-2, 1, false}, {40, 0, false}} {
		v := s.views[0]
		v.Image = moved(c.du, c.dv)
		if _, ok := Again([]vision.View{v}, &before); ok != c.ok {
			t.Errorf("moved by %d, %d: measured again %v", c.du, c.dv, ok)
		}
	}
	other := still(t, "333-01005", "overhead")
	if _, ok := Again(other.views, &before); ok {
		t.Error("another scene was measured by this one's memory")
	}
	covered := s.views[0]
	px := before.Cameras["overhead"]
	at, _ := px.Project(before.MatFromPuzzle.T)
	covered.Image = bar(covered.Image, geom.Pixel{U: at.U + 200, V: at.V}, at, 30, [3]uint8{205, 150, 120})
	if _, ok := Again([]vision.View{covered}, &before); ok {
		t.Error("measured again under a finger")
	}
	var nothing vision.Measurement
	if _, ok := Again(s.views, &nothing); ok {
		t.Error("measured again without a first time")
	}
}
