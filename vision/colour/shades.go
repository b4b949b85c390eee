package colour

import "github.com/plustwo/plustwo/adjudicate/puzzle"

// shades are typical sRGB values of stickers and coloured plastic: half-bright,
// full-bright and fluorescent kinds as they are on sale.
var shades = [puzzle.NumColours][]uint32{
	puzzle.White:      {0xf5f5f5},
	puzzle.Yellow:     {0xffd500, 0xf5e61e, 0xfff04a, 0xe5ff30},
	puzzle.Red:        {0xb7141e, 0xd6202c, 0xff3048},
	puzzle.Orange:     {0xff5800, 0xff7814, 0xff9632},
	puzzle.Blue:       {0x0046ad, 0x1560c8, 0x2a80f5},
	puzzle.Green:      {0x009b48, 0x1fb04a, 0x45dc40},
	puzzle.Purple:     {0x6a2aa8, 0x8e44c0},
	puzzle.Grey:       {0x8c8f92},
	puzzle.LightGreen: {0x8ae234},
	puzzle.LightBlue:  {0x7fc8f8},
	puzzle.Cream:      {0xf1e3b0},
	puzzle.Pink:       {0xf58ab8},
	puzzle.Black:      {0x141416},
}

// shadeSpread is how far a make's shade lies from the nearest one listed, on the
// axes: half of what neighbours in the list differ by.
var shadeSpread = triple{0.10, 0.07, 0.15}

// haze lists how much white light a surface may add to its own by gloss, as
// shares of what a white sheet in its place would give, and hazy the log prior
// of each. Fresnel's law gives plastic 0.04 of what it mirrors: less than the
// first steps under an even sky, the last ones beside and in a lamp's image.
var (
	haze = [...]float64{0.01, 0.04, 0.10, 0.20, 0.40, 0.80, 2.5}
	hazy = [len(haze)]float64{-0.1, -0.3, -0.8, -1.6, -3.2, -6.4, -8}
)

// kind is what one shade of a name looks like under white light: its place on
// the axes for each step of haze, and how fast it moves there, per step.
type kind struct {
	at, moves [len(haze)]triple
}

// linearShades holds the shades in linear light.
var linearShades = func() (out [puzzle.NumColours][]RGB) {
	for c, list := range shades {
		for _, v := range list {
			out[c] = append(out[c], RGB{Linear(float64(v >> 16)), Linear(float64(v >> 8 & 255)), Linear(float64(v & 255))})
		}
	}
	return out
}()

var kinds = func() (out [puzzle.NumColours][]kind) {
	for c, list := range linearShades {
		for _, s := range list {
			var k kind
			for h, w := range haze {
				k.at[h] = RGB{s[0] + w, s[1] + w, s[2] + w}.log(0).onAxes()
			}
			for h := range haze {
				lo, hi := max(h-1, 0), min(h+1, len(haze)-1)
				for j := range axes {
					k.moves[h][j] = (k.at[hi][j] - k.at[lo][j]) / float64(hi-lo)
				}
			}
			out[c] = append(out[c], k)
		}
	}
	return out
}()
