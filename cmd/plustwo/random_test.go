package main

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Pictures of coloured rectangles, some of them laid like faces of a puzzle,
// are judged without a panic, and none is ever certainly solved. (A block of
// nine squares of unrelated colours is what a scrambled puzzle looks like from
// straight above, so that DNF may be certain.)
func TestRandomPictures(t *testing.T) {
	const pictures = 15
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	events := []string{"333", "222", "pyram", "skewb", "minx"}
	for seed := range uint64(pictures) {
		event := events[seed%uint64(len(events))]
		v, err := judge([]vision.View{randomView(rand.New(rand.NewPCG(seed, 7)))}, event, book)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		r := v.report(rules.English)
		if (r.Proven && r.Suggestion != "DNF") || (!r.Found && r.Suggestion != "refer") {
			t.Errorf("seed %d, %s: %+v", seed, event, r)
		}
	}
}

// randomView is a small picture by a camera that looks straight down.
func randomView(rnd *rand.Rand) vision.View {
	const w, h = 240, 180
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	any := func() color.Color {
		return color.RGBA{uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), 255}
	}
	draw.Draw(img, img.Rect, image.NewUniform(any()), image.Point{}, draw.Src)
	for range rnd.IntN(12) {
		x, y, side := rnd.IntN(w), rnd.IntN(h), 3+rnd.IntN(25)
		n := 1 + rnd.IntN(4) // a block of n by n
		for k := range n * n {
			at := image.Pt(x+k%n*(side+2), y+k/n*(side+2))
			draw.Draw(img, image.Rectangle{at, at.Add(image.Pt(side, side))}, image.NewUniform(any()), image.Point{}, draw.Src)
		}
	}
	out := &vision.Image{Width: w, Height: h}
	for i := 0; i < len(img.Pix); i += 4 {
		out.Pix = append(out.Pix, img.Pix[i:i+3]...)
	}
	return vision.View{Name: "above", Image: out, Camera: &calib.Camera{Width: w, Height: h, Fx: w, Fy: w, Cx: w / 2, Cy: h / 2,
		CamFromMat: geom.Pose{R: geom.Rot{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: geom.Vec{Z: 600}}}}
}
