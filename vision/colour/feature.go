// Package colour reads sticker colours. It compares stickers with each other
// first and names the groups that it finds second, with the white balance
// estimated from the groups and the mat together.
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

// feature is a colour's chroma: the logarithms of red and of blue against
// green. Some of the lightness is added to each channel, so that a channel
// near black, where noise rules, does not.
type feature [2]float64

func (c RGB) feature() feature {
	l := (c[0] + c[1] + c[2]) / 3
	e := 0.03*l + 0.002
	g := math.Log(c[1] + e)
	return feature{math.Log(c[0]+e) - g, math.Log(c[2]+e) - g}
}

func (c RGB) light() float64 { return (c[0] + c[1] + c[2]) / 3 }

func (c RGB) times(g RGB) RGB { return RGB{c[0] * g[0], c[1] * g[1], c[2] * g[2]} }

func (a feature) minus(b feature) feature { return feature{a[0] - b[0], a[1] - b[1]} }

func (a feature) square() float64 { return a[0]*a[0] + a[1]*a[1] }
