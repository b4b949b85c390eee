package signal

import (
	"math"
	"math/rand/v2"
)

// Channel is what happens to a sound between the timer and the program, in the
// order of its fields. The zero value changes nothing.
type Channel struct {
	LowPass  float64 // Hz: the cable's and sound card's upper limit, first order
	HighPass float64 // Hz: the AC coupling, first order, which lets levels droop
	HumHz    float64 // mains
	Hum      float64 // its amplitude, in full scales
	SNR      float64 // dB: the signal's power while it is sent, white noise over the whole band; 0 for none
	Offset   float64 // full scales
	Gain     float64 // 0 for 1; above that what passes full scale is clipped
}

// Through gives the sound as it comes out. Level is half a step's height, as of
// the Line: the power of the signal that SNR means is its square.
func (c Channel) Through(in []float32, rate int, level float64, rng *rand.Rand) []float32 {
	gain := c.Gain
	if gain == 0 {
		gain = 1
	}
	noise := 0.0
	if c.SNR != 0 {
		noise = level * math.Pow(10, -c.SNR/20)
	}
	low := newPole(c.LowPass, rate)
	droop := newPole(c.HighPass, rate)
	if len(in) > 0 { // it has been at rest for long
		low.y, droop.y = float64(in[0]), float64(in[0])
	}
	out := make([]float32, len(in))
	for i, x := range in {
		y := float64(x)
		if c.LowPass > 0 {
			y = low.next(y)
		}
		if c.HighPass > 0 {
			y -= droop.next(y)
		}
		y += c.Hum*math.Sin(2*math.Pi*c.HumHz*float64(i)/float64(rate)) + noise*rng.NormFloat64() + c.Offset
		out[i] = float32(max(-1, min(1, gain*y)))
	}
	return out
}

// pole is a first-order low pass.
type pole struct{ a, y float64 }

func newPole(hz float64, rate int) pole {
	return pole{a: 1 - math.Exp(-2*math.Pi*hz/float64(rate))}
}

func (p *pole) next(x float64) float64 {
	p.y += p.a * (x - p.y)
	return p.y
}
