package synth

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/plustwo/plustwo/vision"
)

// gaussians is a table of normal deviates: noise reads it from random places,
// which is ten times faster than drawing each.
var gaussians = sync.OnceValue(func() []float32 {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]float32, 1<<16)
	for i := range out {
		out[i] = float32(rng.NormFloat64())
	}
	return out
})

// A packed pixel holds R, G and B in one word, 21 bits each, so that sums of
// weights up to 32 times 16-bit levels do not run into each other.
const (
	laneBits = 21
	laneMask = 1<<16 - 1
	weights  = 32 // the weights of a blur sum to it
	lanes    = laneMask | laneMask<<laneBits | laneMask<<(2*laneBits)
)

// expose turns the frame's light into what the sensor's amplifier puts out,
// 65535 being white.
func expose(f *frame, s *Sensor, light rgb) []uint64 {
	gain := exposure(f, s.Mean) * laneMask
	wb := func(channel float32, i int) float32 {
		return float32(gain * s.WB[i] * math.Pow(float64(light.g/channel), s.Adapt))
	}
	r, g, b := wb(light.r, 0), wb(light.g, 1), wb(light.b, 2)
	out := f.packed
	fall := float32(4 * s.Vignette / float64(f.w*f.w+f.h*f.h)) // a pixel's loss for its squared distance from the middle
	for y := 0; y < f.h; y++ {
		dy := float32(y) - float32(f.h)/2
		row := out[y*f.w : (y+1)*f.w]
		edge := 1 - fall*dy*dy
		dx := -float32(f.w) / 2
		for x, c := range f.pix[y*f.w : (y+1)*f.w] {
			v := edge - fall*dx*dx
			dx++
			row[x] = level16(c.r*r*v) | level16(c.g*g*v)<<laneBits | level16(c.b*b*v)<<(2*laneBits)
		}
	}
	return out
}

// exposure returns the gain that brings the picture's mean to a level, or the
// most at which no more than a twentieth of it is burnt out, if that is less:
// cameras meter for highlights, too.
func exposure(f *frame, mean float64) float64 {
	const bins, top = 1024, 8.0 // levels per white, and the brightest that is told apart
	const every = 7             // pixels: enough for both figures
	var count [bins * top]int
	var sum float64
	n := 0
	for i := 0; i < len(f.pix); i += every {
		c := f.pix[i]
		l := 0.25*c.r + 0.6*c.g + 0.15*c.b
		sum += float64(l)
		count[max(0, min(int(l*bins), len(count)-1))]++
		n++
	}
	gain := mean * float64(n) / math.Max(sum, 1e-6)
	over := 0
	for k := len(count) - 1; k > 0; k-- {
		if over += count[k]; over > n/20 {
			return math.Min(gain, bins/float64(k))
		}
	}
	return gain
}

func level16(v float32) uint64 {
	n := int64(v)
	if n > laneMask {
		return laneMask
	}
	if n < 0 {
		return 0
	}
	return uint64(n)
}

// blur smooths by a normal curve of the given standard deviation in pixels:
// passes of three taps, each of variance 2a/32.
func blur(px []uint64, w, h int, sigma float64) {
	const most = 10 // the largest outer tap: flatter ones ring
	left := sigma * sigma * weights / 2
	for left > 0.5 {
		a := uint64(math.Min(math.Round(left), most))
		left -= float64(a)
		blurRows(px, w, a)
		blurColumns(px, w, h, a)
	}
}

func blurRows(px []uint64, w int, a uint64) {
	b := weights - 2*a
	for ; len(px) >= w; px = px[w:] {
		row := px[:w]
		before := row[0]
		for x := 0; x < w-1; x++ {
			here := row[x]
			row[x] = ((before+row[x+1])*a + here*b) / weights & lanes
			before = here
		}
		row[w-1] = ((before+row[w-1])*a + row[w-1]*b) / weights & lanes
	}
}

func blurColumns(px []uint64, w, h int, a uint64) {
	b := weights - 2*a
	above := append([]uint64(nil), px[:w]...)
	for y := 0; y < h; y++ {
		row := px[y*w : (y+1)*w]
		below := row
		if y < h-1 {
			below = px[(y+1)*w : (y+2)*w]
		}
		for x, here := range row {
			row[x] = ((above[x]+below[x])*a + here*b) / weights & lanes
			above[x] = here
		}
	}
}

// develop adds the sensor's noise and returns the 8-bit sRGB picture.
func develop(px []uint64, w, h int, s *Sensor, rng *rand.Rand) *vision.Image {
	const bins = 256
	var sd [bins + 1]float32 // of the noise, by level: shot noise and a little read noise
	for i := range sd {
		sd[i] = float32(s.Noise * math.Sqrt(float64(i)/bins+0.004) * laneMask)
	}
	tone := tones()
	noise := gaussians()
	im := &vision.Image{Width: w, Height: h, Pix: make([]uint8, 3*w*h)}
	level := func(v uint64, n float32) uint8 {
		l := int32(v & laneMask)
		l += int32(sd[l>>8] * n)
		if l < 0 {
			l = 0
		}
		if l > laneMask {
			l = laneMask
		}
		return tone[l>>toneShift]
	}
	for y := 0; y < h; y++ {
		at := rng.IntN(len(noise) - 3*w)
		row := im.Pix[3*y*w : 3*(y+1)*w]
		n := noise[at : at+3*w]
		for _, v := range px[y*w : (y+1)*w] {
			row[0], row[1], row[2] = level(v, n[0]), level(v>>laneBits, n[1]), level(v>>(2*laneBits), n[2])
			row, n = row[3:], n[3:]
		}
	}
	return im
}

// toneShift leaves 4096 levels, 0.8 of an 8-bit step at the dark end.
const toneShift = 4

var tones = sync.OnceValue(func() *[1 << (16 - toneShift)]uint8 {
	var t [1 << (16 - toneShift)]uint8
	for i := range t {
		t[i] = uint8(math.Round(255 * toSRGB(float64(i)/float64(len(t)-1))))
	}
	return &t
})

// Encode writes an image as a JPEG file of the given quality (1 to 100).
func Encode(im *vision.Image, quality int) ([]byte, error) {
	rgba := image.NewRGBA(image.Rect(0, 0, im.Width, im.Height))
	for i, k := 0, 0; i+2 < len(im.Pix); i, k = i+3, k+4 {
		rgba.Pix[k], rgba.Pix[k+1], rgba.Pix[k+2], rgba.Pix[k+3] = im.Pix[i], im.Pix[i+1], im.Pix[i+2], 255
	}
	var w bytes.Buffer
	if err := jpeg.Encode(&w, rgba, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("write JPEG: %w", err)
	}
	return w.Bytes(), nil
}
