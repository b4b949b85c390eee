package fit

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
)

// bar draws a straight bar of one colour between two places of a copy.
func bar(im *vision.Image, a, b geom.Pixel, width float64, rgb [3]uint8) *vision.Image {
	out := &vision.Image{Width: im.Width, Height: im.Height, Pix: append([]uint8(nil), im.Pix...)}
	d := geom.Vec{X: b.U - a.U, Y: b.V - a.V}
	for y := range im.Height {
		for x := range im.Width {
			p := geom.Vec{X: float64(x) - a.U, Y: float64(y) - a.V}
			t := min(max(p.Dot(d)/d.Dot(d), 0), 1)
			if p.Sub(d.Mul(t)).Norm() < width/2 {
				copy(out.Pix[3*(y*im.Width+x):], rgb[:])
			}
		}
	}
	return out
}

// placeAt returns which sticker a measurement reads at a pixel, -1 for none: two
// fits of one puzzle may number its places from different ends.
func placeAt(m *vision.Measurement, at geom.Pixel) int {
	const near = 5.0 // pixels, of stickers 25 wide
	for _, s := range m.Stickers {
		if p := s.Px["overhead"]; math.Hypot(p.U-at.U, p.V-at.V) < near {
			return s.Place
		}
	}
	return -1
}

// Whatever reaches in from outside over a sticker takes the trust in it, and a
// solved puzzle is not called anything worse for a finger.
func TestFingerOverSticker(t *testing.T) {
	const still = "../../testdata/stills/333-01012"
	im, err := camera.ReadFile(still + "-overhead.jpg")
	if err != nil {
		t.Fatal(err)
	}
	rig, err := calib.ReadRig(still + ".json")
	if err != nil {
		t.Fatal(err)
	}
	cam, err := rig.Camera("overhead")
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, "333").puz
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	judge := func(im *vision.Image) (vision.Measurement, adjudicate.Ruling) {
		m, err := Fit([]vision.View{{Name: "overhead", Image: im, Camera: cam}}, p)
		if err != nil || !m.Found {
			t.Fatalf("%v, found %v: %v", err, m.Found, m.Why)
		}
		return m, adjudicate.Adjudicate(m.Observation, book)
	}
	free, want := judge(im)
	core, _ := cam.Project(free.MatFromPuzzle.T)
	read := 0
	for _, s := range free.Stickers {
		at := s.Px["overhead"]
		// from the side of the sticker, away from the puzzle's middle
		from := geom.Pixel{U: at.U + 3*(at.U-core.U), V: at.V + 3*(at.V-core.V)}
		m, r := judge(bar(im, from, at, 22, [3]uint8{205, 150, 120}))
		place := placeAt(&m, at)
		for _, q := range m.Observation.Explanations[0].Sightings {
			if q.Place == place && q.P[puzzle.Unknown] < 0.5 {
				read++ // inner stickers, and those seen almost edge on
				t.Logf("finger over the %v sticker at %.0f: its reading says nothing with %.2f only", s.Colour, at, q.P[puzzle.Unknown])
			}
		}
		if r.Proven && r.Suggestion != want.Suggestion || r.Suggestion != want.Suggestion && r.Suggestion != adjudicate.Refer && r.Suggestion > want.Suggestion {
			t.Errorf("finger over the %v sticker at %s %.0f: %v (proven %v), without it %v", s.Colour, filepath.Base(still), at, r.Suggestion, r.Proven, want.Suggestion)
		}
	}
	if read > len(free.Stickers)/5 {
		t.Errorf("%d of %d stickers were read through a finger", read, len(free.Stickers))
	}
}

// A picture is over-exposed where more than half of the stickers have two
// channels clipped.
func TestOverExposed(t *testing.T) {
	sticker := func(clips int) seen {
		s := seen{}
		for k := range clips {
			s.patch.Clipped[k] = true
		}
		return s
	}
	for _, c := range []struct {
		name string
		list []seen
		want bool
	}{
		{"none", nil, false},
		{"one channel each", []seen{sticker(1), sticker(1), sticker(1)}, false},
		{"half", []seen{sticker(2), sticker(3), sticker(0), sticker(1)}, false},
		{"more than half", []seen{sticker(2), sticker(3), sticker(0)}, true},
	} {
		if got := overExposed(c.list); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
