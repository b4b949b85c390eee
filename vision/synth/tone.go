package synth

import "math"

// linear takes an sRGB colour to linear light (IEC 61966-2-1).
func (c RGB) linear() rgb {
	return rgb{toLinear(float64(c[0]) / 255), toLinear(float64(c[1]) / 255), toLinear(float64(c[2]) / 255)}
}

func toLinear(v float64) float32 {
	if v <= 0.04045 {
		return float32(v / 12.92)
	}
	return float32(math.Pow((v+0.055)/1.055, 2.4))
}

func toSRGB(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// kelvin returns the colour of daylight or of a lamp of a colour temperature
// from 2000 to 12000 K, brightest channel 1 or near it: Planck's law at the
// wavelengths 610, 550 and 465 nm, scaled to white at 6500 K.
func kelvin(k float64) rgb {
	at := func(nm float64) float64 {
		const c2 = 1.4388e7 // hc/k in nm K
		return (math.Exp(c2/(nm*6500)) - 1) / (math.Exp(c2/(nm*k)) - 1)
	}
	r, g, b := at(610), at(550), at(465)
	top := math.Max(r, math.Max(g, b))
	return rgb{float32(r / top), float32(g / top), float32(b / top)}
}
