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

var linearShades = func() (out [puzzle.NumColours][]RGB) {
	for c, list := range shades {
		for _, v := range list {
			out[c] = append(out[c], RGB{Linear(float64(v >> 16)), Linear(float64(v >> 8 & 255)), Linear(float64(v & 255))})
		}
	}
	return out
}()
