package vision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawn draws a small picture of any bytes.
func drawn(t *rapid.T) *Image {
	w, h := rapid.IntRange(1, 24).Draw(t, "w"), rapid.IntRange(1, 24).Draw(t, "h")
	return &Image{Width: w, Height: h, Pix: rapid.SliceOfN(rapid.Byte(), 3*w*h, 3*w*h).Draw(t, "pix")}
}

// A shrunk picture's pixels are the rounded means of the pixels they stand for.
func TestShrunk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		im, k := drawn(t), rapid.IntRange(-1, 7).Draw(t, "k")
		got := im.Shrunk(k)
		if k <= 1 {
			if got != im {
				t.Fatal("another picture of the same size")
			}
			return
		}
		if got.Width != im.Width/k || got.Height != im.Height/k || len(got.Pix) != 3*got.Width*got.Height {
			t.Fatalf("%d x %d, %d bytes", got.Width, got.Height, len(got.Pix))
		}
		for i, v := range got.Pix {
			x, y, c := i/3%got.Width, i/3/got.Width, i%3
			sum := 0.0
			for j := range k * k {
				sum += float64(im.Pix[3*((y*k+j/k)*im.Width+x*k+j%k)+c])
			}
			if math.Abs(sum/float64(k*k)-float64(v)) > 0.5 {
				t.Fatalf("pixel %d,%d is %d, want %g", x, y, v, sum/float64(k*k))
			}
		}
	})
}

// A crop's pixels are the picture's, and a copy.
func TestCrop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		im := drawn(t)
		x0, y0 := rapid.IntRange(0, im.Width).Draw(t, "x0"), rapid.IntRange(0, im.Height).Draw(t, "y0")
		x1, y1 := rapid.IntRange(x0, im.Width).Draw(t, "x1"), rapid.IntRange(y0, im.Height).Draw(t, "y1")
		got := im.Crop(x0, y0, x1, y1)
		if got.Width != x1-x0 || got.Height != y1-y0 || len(got.Pix) != 3*got.Width*got.Height {
			t.Fatalf("%d x %d, %d bytes", got.Width, got.Height, len(got.Pix))
		}
		for i := range got.Pix {
			at := 3*((y0+i/3/got.Width)*im.Width+x0+i/3%got.Width) + i%3
			if got.Pix[i] != im.Pix[at] {
				t.Fatalf("byte %d is %d, want %d", i, got.Pix[i], im.Pix[at])
			}
			got.Pix[i]++
			if got.Pix[i] == im.Pix[at] {
				t.Fatal("the crop shares the picture's bytes")
			}
		}
	})
}
