package synth

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Pictures look as they did when somebody last looked at them. -update rewrites
// them; look at the new ones.
func TestGoldens(t *testing.T) {
	for n, c := range []struct {
		event, view string
		kind        Kind
		situation   Case
	}{
		{"333", "overhead", Stickerless, NearPlusTwo},
		{"333", "left", Stickered, Scrambled},
		{"555", "offset", Tiled, NearOK},
		{"pyram", "offset", Stickerless, TwoOver},
		{"skewb", "overhead", Stickered, NearOK},
		{"minx", "right", Tiled, Turned},
	} {
		s, cam := scene(t, uint64(n), Options{Event: c.event, Kind: c.kind, Case: c.situation}, c.view)
		s.Sensor.Noise, s.Sensor.JPEG, s.Table.Grain = 0, 0, 0 // which no two processors need to round alike
		im, err := Render(s, *cam)
		if err != nil {
			t.Fatal(err)
		}
		got := crop(im, cam, &s)
		file := filepath.Join("testdata", "golden", fmt.Sprintf("%s-%s.png", c.event, c.view))
		if *update {
			writePNG(t, file, got)
		}
		if d := meanDifference(t, file, got); d > 0.5 {
			t.Errorf("%s: differs by %.2f levels on average", file, d)
		}
	}
}

// crop cuts out the puzzle's surroundings.
func crop(im *vision.Image, cam *calib.Camera, s *Scene) *image.RGBA {
	const w, h = 200, 160
	at, _ := cam.Project(geom.Vec{X: s.Puzzle.XMM, Y: s.Puzzle.YMM, Z: s.Puzzle.SizeMM / 2})
	x0, y0 := max(0, min(int(at.U)-w/2, im.Width-w)), max(0, min(int(at.V)-h/2, im.Height-h))
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			i := 3 * ((y0+y)*im.Width + x0 + x)
			copy(out.Pix[out.PixOffset(x, y):], append(im.Pix[i:i+3:i+3], 255))
		}
	}
	return out
}

func writePNG(t *testing.T, file string, im image.Image) {
	var w bytes.Buffer
	if err := png.Encode(&w, im); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, w.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func meanDifference(t *testing.T, file string, got *image.RGBA) float64 {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != got.Bounds() {
		t.Fatalf("%s: %v, want %v", file, got.Bounds(), want.Bounds())
	}
	sum := 0.0
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			r, g, b, _ := want.At(x, y).RGBA()
			i := got.PixOffset(x, y)
			for c, v := range [3]uint32{r, g, b} {
				sum += math.Abs(float64(v>>8) - float64(got.Pix[i+c]))
			}
		}
	}
	return sum / float64(3*got.Rect.Dx()*got.Rect.Dy())
}
