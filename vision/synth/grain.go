package synth

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/vision"
)

// grain is a sensor's noise for pictures that follow each other quickly. Its
// strength in sRGB is the same at all levels: the curve nearly makes that of
// shot noise.
//
// Levels are stored less the noise's reach, and the noise is stored plus it, so
// that one addition of eight bytes at a time can neither pass 255 nor go below
// 0.
type grain struct {
	reach int
	noise []uint8 // 0 to twice the reach
}

// newGrain makes the noise whose standard deviation at white is a share of white.
func newGrain(noise float64) grain {
	const (
		length = 1 << 17
		level  = 0.2 // linear: where a picture's mean is
		most   = 20
		sigmas = 3.5
	)
	slope := 255 * (toSRGB(1.01*level) - toSRGB(level)) / (0.01 * level)
	sigma := noise * math.Sqrt(level+0.004) * slope
	g := grain{reach: int(math.Min(math.Ceil(sigmas*sigma), most)), noise: make([]uint8, length)}
	normal, rng := gaussians(), rand.New(rand.NewPCG(3, 4))
	for i := range g.noise {
		n := math.Round(sigma * float64(normal[rng.IntN(len(normal))]))
		g.noise[i] = uint8(g.reach + int(math.Max(-float64(g.reach), math.Min(n, float64(g.reach)))))
	}
	return g
}

// store returns how a level is stored.
func (g *grain) store(v uint8) uint8 {
	return uint8(max(g.reach, min(int(v), 255-g.reach)) - g.reach)
}

// add writes levels plus noise from a place of the table.
func (g *grain) add(out, levels []uint8, from int) {
	noise := g.noise[from:][:len(levels)]
	out = out[:len(levels)]
	const word = 8
	for len(levels) >= word {
		binary.LittleEndian.PutUint64(out, binary.LittleEndian.Uint64(levels)+binary.LittleEndian.Uint64(noise))
		out, levels, noise = out[word:], levels[word:], noise[word:]
	}
	for i, v := range levels {
		out[i] = v + noise[i]
	}
}

// Shot is how a picture of a stage is taken.
type Shot struct {
	Gain    float64 // exposure, 1 for the stage's own
	Noise   uint64  // number of the noise: pictures of one number have the same
	Display string  // what the stage's timer shows
}

// Picture composes a picture of the background and layers, later ones over
// earlier ones.
func (st *Stage) Picture(layers []*Layer, shot Shot) *vision.Image {
	w := 3 * st.cam.Width
	im := &vision.Image{Width: st.cam.Width, Height: st.cam.Height, Pix: make([]uint8, w*st.cam.Height)}
	rng := rand.New(rand.NewPCG(st.scene.Seed, shot.Noise))
	g := &st.grain
	starts := make([]int, im.Height)
	for y := range starts {
		starts[y] = rng.IntN(len(g.noise) - w)
	}
	lut := g.exposed(shot.Gain)
	put := func(l *Layer) {
		for y := range l.h {
			out, levels := im.Pix[w*(l.y+y)+3*l.x:][:3*l.w], l.pix[3*l.w*y:][:3*l.w]
			if lut != nil {
				for i, v := range levels {
					out[i] = lut[v]
				}
				levels = out
			}
			g.add(out, levels, starts[l.y+y]+3*l.x)
		}
	}
	put(st.back)
	for _, l := range layers {
		put(l)
	}
	st.display.show(im, layers, shot.Display)
	return im
}

// exposed returns how stored levels change with the exposure; nil for 1.
func (g *grain) exposed(exposure float64) *[256]uint8 {
	if exposure == 1 {
		return nil
	}
	var t [256]uint8
	for i := range t {
		v := float64(toLinear(float64(i+g.reach)/255)) * exposure
		t[i] = g.store(uint8(math.Round(255 * toSRGB(math.Max(0, math.Min(v, 1))))))
	}
	return &t
}
