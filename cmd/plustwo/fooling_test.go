package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"testing"
)

// A picture without a puzzle is judged: not found, refer, code 0.
func TestNoPuzzle(t *testing.T) {
	noise := image.NewRGBA(image.Rect(0, 0, 320, 240))
	seed := uint32(1)
	for i := range noise.Pix {
		seed = seed*1664525 + 1013904223 // Numerical Recipes' generator
		noise.Pix[i] = uint8(seed >> 24)
	}
	for name, img := range map[string]image.Image{
		"blank":    mat(1280, 720),
		"small":    mat(96, 72),
		"narrow":   mat(2000, 50),
		"noise":    noise,
		"grey":     image.NewGray16(image.Rect(0, 0, 300, 200)),
		"clear":    image.NewNRGBA64(image.Rect(0, 0, 300, 200)),
		"paletted": image.NewPaletted(image.Rect(0, 0, 300, 200), color.Palette{color.White, color.Black}),
	} {
		t.Run(name, func(t *testing.T) {
			r := judged(t, overhead(t, img)...)
			if r.Found || r.Suggestion != "refer" || r.Proven || len(r.Stickers) != 0 || len(r.Checks) == 0 {
				t.Errorf("got %+v", r)
			}
		})
	}
}

// Pictures that fool: a confident ruling on any would be a lie.
func TestFoolingPictures(t *testing.T) {
	src, err := jpeg.Decode(bytes.NewReader(read(t, photo)))
	if err != nil {
		t.Fatal(err)
	}
	half := image.NewRGBA(src.Bounds())
	draw.Draw(half, image.Rect(0, 0, 840, 720), src, image.Point{}, draw.Src)
	covered := image.NewRGBA(src.Bounds())
	draw.Draw(covered, src.Bounds(), src, image.Point{}, draw.Src)
	draw.Draw(covered, image.Rect(840, 230, 960, 400), image.NewUniform(color.RGBA{190, 140, 120, 255}), image.Point{}, draw.Src)
	for name, img := range map[string]image.Image{
		"drawing of a cube": drawing(),
		"half a puzzle":     half,
		"covered by a hand": covered,
		"phone":             phone(src),
		"two puzzles":       twice(src),
	} {
		t.Run(name, func(t *testing.T) {
			args := overhead(t, img)
			if img.Bounds() == src.Bounds() {
				args = []string{"--event", "333", "--rig", scene, "--view", "overhead", args[len(args)-1]}
			}
			if r := judged(t, args...); r.Proven {
				t.Errorf("proven %s from a picture that shows no whole puzzle", r.Suggestion)
			}
		})
	}
}

// twice shows a picture's middle again in its lower left quarter.
func twice(src image.Image) image.Image {
	img := image.NewRGBA(src.Bounds())
	draw.Draw(img, img.Bounds(), src, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(200, 350, 440, 550), src, image.Pt(725, 190), draw.Src)
	return img
}

// phone shows a picture of a puzzle on a black screen.
func phone(src image.Image) image.Image {
	img := image.NewRGBA(src.Bounds())
	draw.Draw(img, img.Bounds(), mat(src.Bounds().Dx(), src.Bounds().Dy()), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(480, 200, 800, 420), image.Black, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(520, 210, 760, 410), src, image.Pt(725, 190), draw.Src)
	return img
}

// drawing is a flat picture of one face: nine squares on white.
func drawing() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 640, 480))
	for y := range 480 {
		for x := range 640 {
			c := color.RGBA{255, 255, 255, 255}
			if u, v := x-220, y-140; u >= 0 && v >= 0 && u < 200 && v < 200 {
				c = color.RGBA{0, 0, 0, 255}
				if u%66 > 6 && v%66 > 6 {
					c = color.RGBA{200, 20, 30, 255}
				}
			}
			img.Set(x, y, c)
		}
	}
	return img
}
