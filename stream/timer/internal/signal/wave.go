package signal

import "time"

// Baud is the speed of a Stackmat in bits a second.
const Baud = 1200

// Line is how bytes become samples.
type Line struct {
	Rate   int     // samples a second
	Clock  float64 // speed of the timer's bits against Baud: 1 is exact
	Invert bool    // polarity against a Stackmat's own, which is high for a start bit
	Level  float64 // half the height of a step, in full scales
}

// Samples gives the sound of messages, from 0 for the given length.
func (l Line) Samples(in []Message, length time.Duration) []float32 {
	out := make([]float32, int(length.Seconds()*float64(l.Rate)))
	rest, active := float32(-l.Level), float32(l.Level)
	if l.Invert {
		rest, active = active, rest
	}
	for i := range out {
		out[i] = rest
	}
	bit := float64(l.Rate) / (Baud * l.Clock)
	for _, m := range in {
		at := m.At.Seconds() * float64(l.Rate)
		for _, b := range m.Raw {
			at = l.byte(out, b, at, bit, active)
		}
	}
	return out
}

// byte writes the bits of one byte that are not at rest: the start bit and the
// zeros. It gives where the next byte begins.
func (l Line) byte(out []float32, b byte, at, bit float64, active float32) float64 {
	const bits = 10
	frame := uint16(b)<<1 | 1<<(bits-1)
	for i := range bits {
		if frame>>i&1 != 0 {
			continue
		}
		for j := int(at + float64(i)*bit); j < int(at+float64(i+1)*bit) && j < len(out); j++ {
			out[j] = active
		}
	}
	return at + bits*bit
}
