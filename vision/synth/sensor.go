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

// noises are the deviates as whole numbers, noiseBits after the point: up to
// five standard deviations, and products with any level's fit into 32 bits.
var noises = sync.OnceValue(func() []int16 {
	var out []int16
	for _, g := range gaussians() {
		out = append(out, int16(math.Round(float64(g)*(1<<noiseBits))))
	}
	return out
})

const noiseBits = 12

// A packed pixel holds R, G and B in one word, 21 bits each, so that sums of
// weights up to 32 times 16-bit levels do not run into each other.
const (
	laneBits = 21
	laneMask = 1<<16 - 1
	weights  = 32 // the weights of a blur sum to it
	lanes    = laneMask | laneMask<<laneBits | laneMask<<(2*laneBits)
)

// shoot takes the picture of the frame's light: the sensor's amplifier, the
// lens's blur, noise and the tone curve. light is what falls on the mat. Rows go
// from one step to the next while they are in the processor's cache.
func shoot(f *frame, s *Sensor, light rgb, rng *rand.Rand) *vision.Image {
	im := &vision.Image{Width: f.w, Height: f.h, Pix: make([]uint8, 3*f.w*f.h)}
	e := newAmplifier(f, s, light, exposure(f, s.Mean))
	e.through(blurTaps(s.BlurPx), newDeveloper(im, s, rng).row)
	return im
}

// through passes the rows through the passes of a blur to put.
func (a *amplifier) through(taps []uint64, put func([]uint64)) {
	var blurs []*blur
	for i := len(taps) - 1; i >= 0; i-- {
		b := newBlur(a.w, taps[i], put)
		put = b.row
		blurs = append([]*blur{b}, blurs...)
	}
	row := make([]uint64, a.w)
	for y := range a.h {
		a.row(y, row)
		put(row)
	}
	for _, b := range blurs {
		b.end()
	}
}

// amplifier turns the frame's light into what the sensor puts out, 65535 being
// white.
type amplifier struct {
	*frame
	r, g, b    float32
	fall       float32 // a pixel's loss for its squared distance from the middle
	midX, midY float32
}

func newAmplifier(f *frame, s *Sensor, light rgb, gain float64) amplifier {
	wb := func(channel float32, i int) float32 {
		return float32(gain * laneMask * s.WB[i] * math.Pow(float64(light.g/channel), s.Adapt))
	}
	return amplifier{f, wb(light.r, 0), wb(light.g, 1), wb(light.b, 2), float32(4 * s.Vignette / float64(f.w*f.w+f.h*f.h)), float32(f.w) / 2, float32(f.h) / 2}
}

func (a *amplifier) row(y int, out []uint64) {
	dy := float32(y) - a.midY
	edge := 1 - a.fall*dy*dy
	dx := -a.midX
	px := a.pix[y*a.w:][:len(out)]
	for x, c := range px {
		v := edge - a.fall*dx*dx
		dx++
		out[x] = level16(c.r*a.r*v) | level16(c.g*a.g*v)<<laneBits | level16(c.b*a.b*v)<<(2*laneBits)
	}
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
	if uint64(n) > laneMask {
		n = ^(n >> 63) & laneMask // all ones above, none below
	}
	return uint64(n)
}

// developer adds the sensor's noise and writes 8-bit sRGB, from the first row on.
type developer struct {
	left []uint8    // of the picture
	sd   [256]int32 // of the noise, by level: shot noise and a little read noise
	tone *toneCurve
	rng  *rand.Rand
}

func newDeveloper(im *vision.Image, s *Sensor, rng *rand.Rand) *developer {
	d := &developer{left: im.Pix, tone: tones(), rng: rng}
	for i := range d.sd {
		d.sd[i] = int32(s.Noise * math.Sqrt(float64(i)/float64(len(d.sd))+0.004) * laneMask)
	}
	return d
}

func (d *developer) row(px []uint64) {
	noise := noises()
	n := noise[d.rng.IntN(len(noise)-3*len(px)):][:3*len(px)]
	row := d.left[:3*len(px)]
	d.left = d.left[len(row):]
	for _, v := range px {
		row[0], row[1], row[2] = d.level(v, n[0]), d.level(v>>laneBits, n[1]), d.level(v>>(2*laneBits), n[2])
		row, n = row[3:], n[3:]
	}
}

func (d *developer) level(v uint64, n int16) uint8 {
	l := int32(v & laneMask)
	l += d.sd[l>>8] * int32(n) >> noiseBits
	if uint32(l) > laneMask {
		l = ^(l >> 31) & laneMask // all ones above, none below
	}
	return d.tone[l>>toneShift]
}

// toneShift leaves 4096 levels, 0.8 of an 8-bit step at the dark end.
const toneShift = 4

// toneCurve takes the sensor's levels to 8-bit sRGB.
type toneCurve [1 << (16 - toneShift)]uint8

var tones = sync.OnceValue(func() *toneCurve {
	var t toneCurve
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
