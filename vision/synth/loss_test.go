package synth

import (
	"bytes"
	"image/jpeg"
	"math"
	"testing"
)

// lose does what a JPEG file does: the pictures differ by less than a level
// where the file's differs from the original by several.
func TestLoseIsJPEG(t *testing.T) {
	s, cam := scene(t, 2, Options{Event: "333"}, "overhead")
	cam.Width, cam.Height = 333, 250 // no whole number of blocks
	for _, quality := range []int{30, 75, 95} {
		im, err := Raw(s, *cam)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := Encode(im, quality)
		if err != nil {
			t.Fatal(err)
		}
		file, err := jpeg.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		before := append([]uint8(nil), im.Pix...)
		lose(im, quality)
		var loss, differ float64
		for y := range im.Height {
			for x := range im.Width {
				r, g, b, _ := file.At(x, y).RGBA()
				for c, v := range [3]uint32{r, g, b} {
					i := 3*(y*im.Width+x) + c
					loss += math.Abs(float64(v>>8) - float64(before[i]))
					differ += math.Abs(float64(v>>8) - float64(im.Pix[i]))
				}
			}
		}
		n := float64(len(before))
		if differ/n > 1 || differ > 0.4*loss {
			t.Errorf("quality %d: %.2f levels from the file's, which is %.2f from the original", quality, differ/n, loss/n)
		}
	}
}
