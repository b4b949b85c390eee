package synth

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

func FuzzReadScene(f *testing.F) {
	for n, o := range []Options{{Event: "333"}, {Event: "pyram", Plain: true}, {Event: "222", Reach: true}} {
		s, _ := scene(f, uint64(n), o, "overhead")
		raw, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := ReadScene(raw)
		if err != nil {
			if !errors.Is(err, ErrScene) {
				t.Fatalf("%v does not wrap ErrScene", err)
			}
			return
		}
		cam := calib.Camera{Width: 32, Height: 24, Fx: 40, Fy: 40, Cx: 16, Cy: 12, CamFromMat: LookAt(vec([3]float64{0, 50, 600}), vec([3]float64{0, 0, 0}), 0)}
		if _, err := Raw(s, cam); err != nil {
			t.Fatalf("a scene that reads well cannot be drawn: %v", err)
		}
	})
}

func FuzzReadTruth(f *testing.F) {
	files, err := filepath.Glob(testdata + "/stills/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no stills", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if _, err := ReadTruth(raw); err != nil {
			f.Errorf("%s: %v", file, err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		truth, err := ReadTruth(raw)
		if err != nil {
			if !errors.Is(err, ErrTruth) {
				t.Fatalf("%v does not wrap ErrTruth", err)
			}
			return
		}
		if _, err := json.Marshal(truth); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
	})
}

// Whatever a scene within its limits holds, and wherever the camera is, drawing
// it ends with a picture.
func TestExtremeScenes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s, err := Random(rng, Options{Reach: rapid.Bool().Draw(t, "reach")})
		if err != nil {
			t.Fatal(err)
		}
		edge := func(name string, lo, hi float64) float64 {
			return rapid.OneOf(rapid.SampledFrom([]float64{lo, hi}), rapid.Float64Range(lo, hi)).Draw(t, name)
		}
		p, b := s.Puzzle, &s.Puzzle.Build
		p.SizeMM, p.XMM, p.YMM = edge("size", 10, 300), edge("x", -maxMM, maxMM), edge("y", -300, 300)
		b.GapMM, b.BevelMM, b.InsetMM = edge("gap", 0, 5), edge("bevel", 0, 5), edge("inset", 0, 20)
		b.RoundMM, b.HollowMM, b.Wear, b.Gloss = edge("round", 0, 50), edge("hollow", 0, 50), edge("wear", 0, 1), edge("gloss", 0, 1)
		for i := range p.LayersDeg {
			p.LayersDeg[i] = edge("angle", -maxMM, maxMM)
		}
		for i := range p.Down {
			p.Down[i] = edge("down", 0.001, 1)
		}
		for i := range s.Things {
			th := &s.Things[i]
			th.XMM, th.LiftMM, th.WidthMM, th.HeightMM = edge("x", -500, 500), edge("lift", 0, 500), edge("width", 1, 1000), edge("height", 0, 400)
		}
		s.Sensor.BlurPx, s.Sensor.Noise, s.Sensor.JPEG = edge("blur", 0, maxBlur), edge("noise", 0, 1), rapid.IntRange(0, 100).Draw(t, "jpeg")
		cam := calib.Camera{Width: rapid.IntRange(16, 90).Draw(t, "width"), Height: rapid.IntRange(16, 70).Draw(t, "height"), Fx: edge("f", 10, 2000), Cx: 20, Cy: 20}
		cam.Fy = cam.Fx
		cam.Dist[0] = edge("k1", -0.4, 0.4)
		at := geom.Vec{X: edge("camera x", -800, 800), Y: edge("camera y", -800, 800), Z: edge("camera z", -100, 2000)}
		cam.CamFromMat = LookAt(at, geom.Vec{X: edge("to x", -50, 50), Z: 1}, geom.Angle(edge("roll", -3, 3)))
		im, err := Render(s, cam)
		if err != nil || len(im.Pix) != 3*cam.Width*cam.Height {
			t.Fatalf("no picture: %v", err)
		}
	})
}
