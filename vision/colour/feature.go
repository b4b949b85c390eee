package colour

import "math"

// RGB is a linear-light colour, 0..1 a channel.
type RGB [3]float64

// Linear returns the linear light of an 8-bit sRGB value (IEC 61966-2-1).
func Linear(v float64) float64 {
	v /= 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// triple holds logarithms of channels (R, G, B), or a point on the axes below.
type triple [3]float64

// axes are orthonormal directions in the space of log channels: warm against
// cool (a lamp's temperature moves along it), green against magenta (hardly any
// lamp does), and lightness.
var axes = [3]triple{
	{math.Sqrt2 / 2, 0, -math.Sqrt2 / 2},
	{-1 / math.Sqrt(6), 2 / math.Sqrt(6), -1 / math.Sqrt(6)},
	{1 / math.Sqrt(3), 1 / math.Sqrt(3), 1 / math.Sqrt(3)},
}

const (
	warm = iota
	green
	light
)

// floor is the share of the mean channel that is added to each before its
// logarithm is taken, so that a channel near black, which compression and stray
// light rule, counts for little; dark is added besides: the last step of 8 bits.
const (
	floor = 0.03
	dark  = 0.001
)

func (c RGB) mean() float64 { return (c[0] + c[1] + c[2]) / 3 }

// log returns the logarithms of a colour's channels, above the floor.
func (c RGB) log(dark float64) triple {
	e := floor*c.mean() + dark
	return triple{math.Log(c[0] + e), math.Log(c[1] + e), math.Log(c[2] + e)}
}

// onAxes takes log channels to the axes.
func (t triple) onAxes() (p triple) {
	for j, a := range axes {
		p[j] = a[0]*t[0] + a[1]*t[1] + a[2]*t[2]
	}
	return p
}

// channels is the inverse of onAxes.
func (t triple) channels() (c triple) {
	for j, a := range axes {
		for k := range c {
			c[k] += a[k] * t[j]
		}
	}
	return c
}
