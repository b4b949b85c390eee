package play_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/plustwo/plustwo/vision/synth/play"
)

var update = flag.Bool("update", false, "rewrite goldens")

// Attempts look as they did when somebody last looked at them: four moments, at
// half of their size, which takes most of the noise out. -update rewrites the
// picture; look at the new one.
func TestGolden(t *testing.T) {
	const width, height = 480, 270
	s, err := play.Next("plus2", "333", 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	reel, err := play.NewReel(3, play.Camera(play.Overhead, width))
	if err != nil {
		t.Fatal(err)
	}
	got := image.NewRGBA(image.Rect(0, 0, width, height))
	for i, at := range []time.Duration{2250 * time.Millisecond, 7 * time.Second, s.Truth.Stop, s.Truth.Stop + 2*time.Second} {
		m, err := s.Moment(at)
		if err != nil {
			t.Fatal(err)
		}
		layers, err := reel.Draw(&m)
		if err != nil {
			t.Fatal(err)
		}
		im := reel.Picture(&m, layers, 1)
		for y := range height / 2 {
			for x := range width / 2 {
				to := got.Pix[got.PixOffset(i%2*width/2+x, i/2*height/2+y):]
				for c := range 3 {
					p := func(dx, dy int) int { return int(im.Pix[3*((2*y+dy)*width+2*x+dx)+c]) }
					to[c] = uint8((p(0, 0) + p(1, 0) + p(0, 1) + p(1, 1)) / 4)
				}
				to[3] = 255
			}
		}
	}
	file := filepath.Join("testdata", "golden", "attempt.png")
	if *update {
		var w bytes.Buffer
		if err := png.Encode(&w, got); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, w.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for y := range height {
		for x := range width {
			r, g, b, _ := want.At(x, y).RGBA()
			p := got.RGBAAt(x, y)
			sum += math.Abs(float64(r>>8)-float64(p.R)) + math.Abs(float64(g>>8)-float64(p.G)) + math.Abs(float64(b>>8)-float64(p.B))
		}
	}
	const most = 0.5 // levels
	if d := sum / (3 * width * height); d > most {
		t.Errorf("%s: differs by %.2f levels on average", file, d)
	}
}
