package fit

import (
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
)

// checkUnsure fails where a measurement of a picture without a puzzle would
// let a ruling be proven, or is not fit for a ruling at all.
func checkUnsure(t testing.TB, name string, m vision.Measurement) {
	t.Helper()
	if !m.Found {
		if len(m.Why) == 0 || len(m.Stickers) != 0 || len(m.Observation.Explanations) != 0 {
			t.Errorf("%s: not found, why %v, %d stickers, %d explanations", name, m.Why, len(m.Stickers), len(m.Observation.Explanations))
		}
		return
	}
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	if r := adjudicate.Adjudicate(m.Observation, book); r.Proven {
		t.Errorf("%s: proven %s where there is no puzzle", name, r.Suggestion)
	}
}

// plainCamera looks straight down from 600 mm, as wide as its picture.
func plainCamera(w, h int) *calib.Camera {
	return &calib.Camera{Width: w, Height: h, Fx: float64(w), Fy: float64(w), Cx: float64(w) / 2, Cy: float64(h) / 2,
		CamFromMat: geom.Pose{R: geom.Rot{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: geom.Vec{Z: 600}}}
}

// Pictures of nothing are measured as nothing, whatever their size.
func TestFitNothing(t *testing.T) {
	m := load(t, "333")
	rng := rand.New(rand.NewPCG(1, 1))
	for name, colour := range map[string]func(x, y int) [3]uint8{
		"noise": func(int, int) [3]uint8 {
			return [3]uint8{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32())}
		},
		"black":   func(int, int) [3]uint8 { return [3]uint8{} },
		"white":   func(int, int) [3]uint8 { return [3]uint8{255, 255, 255} },
		"slope":   func(x, y int) [3]uint8 { return [3]uint8{uint8(x), uint8(y), uint8(x + y)} },
		"stripes": func(x, _ int) [3]uint8 { return [3]uint8{uint8(x / 5 % 2 * 200), 90, 60} },
		"chequer": func(x, y int) [3]uint8 { return [3]uint8{uint8((x/9 + y/9) % 2 * 200), 90, 60} },
	} {
		for _, size := range [][2]int{{minSide, minSide}, {191, 107}, {400, minSide}, {minSide, 301}} {
			im := &vision.Image{Width: size[0], Height: size[1], Pix: make([]uint8, 0, 3*size[0]*size[1])}
			for i := range size[0] * size[1] {
				c := colour(i%size[0], i/size[0])
				im.Pix = append(im.Pix, c[:]...)
			}
			got, err := Fit([]vision.View{{Name: "v", Image: im, Camera: plainCamera(size[0], size[1])}}, m.puz)
			if err != nil {
				t.Errorf("%s %v: %v", name, size, err)
			}
			if got.Found {
				t.Errorf("%s %v: a puzzle was found", name, size)
			}
			checkUnsure(t, name, got)
		}
	}
}

// A mat with a timer, print, hands and things, but no puzzle.
func TestFitEmptyMat(t *testing.T) {
	m := load(t, "333")
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(seed, 13))
		sc, err := synth.Random(rng, synth.Options{Event: "333"})
		if err != nil {
			t.Fatal(err)
		}
		sc.Puzzle = nil
		rig, err := synth.RandomRig(rng, "overhead")
		if err != nil {
			t.Fatal(err)
		}
		im, err := synth.Render(sc, *rig["overhead"])
		if err != nil {
			t.Fatal(err)
		}
		got, err := Fit([]vision.View{{Name: "overhead", Image: im, Camera: rig["overhead"]}}, m.puz)
		if err != nil || got.Found {
			t.Errorf("%s: found %v, error %v", sc.ID, got.Found, err)
		}
		checkUnsure(t, sc.ID, got)
	}
}

// quarter takes every fourth pixel each way.
func quarter(im *vision.Image) *vision.Image {
	out := &vision.Image{Width: im.Width / 4, Height: im.Height / 4}
	for i := range out.Width * out.Height {
		at := 3 * (i/out.Width*4*im.Width + i%out.Width*4)
		out.Pix = append(out.Pix, im.Pix[at:at+3]...)
	}
	return out
}

// A camera that is nonsense finds nothing.
func TestFitBadCameras(t *testing.T) {
	m := load(t, "333")
	s := take(t, plainShot)
	im := quarter(s.views[0].Image)
	good := *s.views[0].Camera
	good.Width, good.Height, good.Fx, good.Fy, good.Cx, good.Cy = im.Width, im.Height, good.Fx/4, good.Fy/4, good.Cx/4, good.Cy/4
	for name, change := range map[string]func(c *calib.Camera){
		"lies on the mat":  func(c *calib.Camera) { c.CamFromMat.T = geom.Vec{} },
		"no focal length":  func(c *calib.Camera) { c.Fx, c.Fy = 0, 0 },
		"a lens of glass":  func(c *calib.Camera) { c.Dist = [5]float64{9, -9, 1, 1, 9} },
		"a pose of zeroes": func(c *calib.Camera) { c.CamFromMat = geom.Pose{} },
	} {
		cam := good
		change(&cam)
		got, err := Fit([]vision.View{{Name: "v", Image: im, Camera: &cam}}, m.puz)
		if err != nil || got.Found {
			t.Errorf("%s: found %v, error %v", name, got.Found, err)
		}
	}
}

// FuzzFit makes a small picture of blocks and a camera from bytes.
func FuzzFit(f *testing.F) {
	f.Add(uint8(0), uint8(60), uint8(50), []byte{})
	f.Add(uint8(1), uint8(90), uint8(70), []byte("ten blocks of colours, some of them side by side like a puzzle's"))
	f.Add(uint8(2), uint8(48), uint8(120), []byte{255, 0, 0, 10, 10, 9, 0, 255, 0, 20, 10, 9, 0, 0, 255, 30, 10, 9, 255, 255, 255, 10, 20, 9})
	f.Add(uint8(3), uint8(200), uint8(48), []byte{1, 2, 3, 200, 200, 255, 4, 5, 6, 0, 0, 255})
	f.Fuzz(func(t *testing.T, kind, w, h uint8, blocks []byte) {
		// Those that take the least time; the others have no code of their own.
		events := []string{"222", "333", "skewb", "minx"}
		p, err := puzzle.Load(events[int(kind)%len(events)])
		if err != nil {
			t.Fatal(err)
		}
		im := &vision.Image{Width: minSide + int(w)%50, Height: minSide + int(h)%50}
		im.Pix = make([]uint8, 3*im.Width*im.Height)
		for i := range im.Pix {
			im.Pix[i] = 40 + 3*uint8(i%3)
		}
		for ; len(blocks) >= 6; blocks = blocks[6:] {
			x0, y0, side := int(blocks[3]), int(blocks[4]), int(blocks[5])
			for y := y0; y < min(y0+side, im.Height); y++ {
				for x := x0; x < min(x0+side, im.Width); x++ {
					copy(im.Pix[3*(y*im.Width+x):], blocks[:3])
				}
			}
		}
		cam := plainCamera(im.Width, im.Height)
		if len(blocks) > 2 { // what is left tilts and moves the camera
			at := geom.Vec{X: 2 * (float64(blocks[0]) - 128), Y: 4 * (float64(blocks[1]) - 128), Z: 100 + 4*float64(blocks[2])}
			cam.CamFromMat = synth.LookAt(at, geom.Vec{}, geom.Angle(blocks[0])*geom.Degree)
		}
		got, err := Fit([]vision.View{{Name: "v", Image: im, Camera: cam}}, p)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got.Observation.Explanations {
			if len(e.Slips) != p.Axes[e.Axis].Layers()-1 || e.LogWeight > 0 {
				t.Fatalf("an explanation has %d slips and weight %g", len(e.Slips), e.LogWeight)
			}
			for _, s := range e.Sightings {
				sum := 0.0
				for _, q := range s.P {
					sum += q
				}
				if s.Place < 0 || s.Place >= len(p.Stickers) || !(sum > 0.999 && sum < 1.001) {
					t.Fatalf("place %d with probabilities that sum to %g", s.Place, sum)
				}
			}
		}
	})
}
