package camera

import (
	"bytes"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/vision"
)

// noisy is a 720p picture as a sensor gives it.
func noisy(seed uint64) *image.YCbCr {
	im := image.NewYCbCr(image.Rect(0, 0, 1280, 720), image.YCbCrSubsampleRatio420)
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range im.Y {
		im.Y[i] = uint8(i%1280/8 + r.IntN(8))
	}
	for i := range im.Cb {
		im.Cb[i], im.Cr[i] = 100, 150
	}
	return im
}

// endless repeats what it holds.
type endless struct {
	raw []byte
	at  int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.raw[e.at:])
	e.at = (e.at + n) % len(e.raw)
	return n, nil
}

// A 720p frame of a network camera, from the line to the picture.
func BenchmarkMJPEG(b *testing.B) {
	var one bytes.Buffer
	if err := jpeg.Encode(&one, noisy(1), &jpeg.Options{Quality: 85}); err != nil {
		b.Fatal(err)
	}
	in := newJPEGs(&endless{raw: one.Bytes()})
	for b.Loop() {
		raw, _, err := in.next()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := liveJPEG(raw); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(one.Len())/1000, "kB/picture")
}

// What the watchdog costs a 720p frame, and at worst: where nothing changes.
func BenchmarkPulse(b *testing.B) {
	pictures := []*vision.Image{toRGB(noisy(1)), toRGB(noisy(2))}
	same := &vision.Image{Width: 1280, Height: 720, Pix: bytes.Clone(pictures[0].Pix)}
	for name, other := range map[string]*vision.Image{"live": pictures[1], "stuck": same} {
		b.Run(name, func(b *testing.B) {
			var p pulse
			for i := 0; b.Loop(); i++ {
				if i%2 == 0 {
					p.newest = pictures[0]
				}
				p.beat(0, other)
			}
		})
	}
}
