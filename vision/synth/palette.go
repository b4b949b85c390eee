package synth

import (
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// shadesOf are shades in which makers produce each colour: standard, dark,
// bright or fluorescent. A puzzle's own lies between two of them.
var shadesOf = map[puzzle.Colour][]RGB{
	puzzle.White:      {{0xf6, 0xf6, 0xf4}, {0xe6, 0xe9, 0xec}, {0xff, 0xfd, 0xf8}},
	puzzle.Yellow:     {{0xff, 0xd2, 0x08}, {0xf4, 0xe4, 0x30}, {0xe2, 0xf2, 0x22}},
	puzzle.Red:        {{0xc0, 0x18, 0x2c}, {0xa8, 0x0c, 0x14}, {0xe6, 0x20, 0x36}, {0xf4, 0x38, 0x58}},
	puzzle.Orange:     {{0xff, 0x5c, 0x08}, {0xf8, 0x88, 0x20}, {0xff, 0x72, 0x30}},
	puzzle.Blue:       {{0x08, 0x4c, 0xb0}, {0x1c, 0x44, 0xd0}, {0x30, 0x90, 0xf0}},
	puzzle.Green:      {{0x08, 0x94, 0x44}, {0x28, 0xb8, 0x3c}, {0x58, 0xdc, 0x40}},
	puzzle.Purple:     {{0x74, 0x2c, 0xa8}, {0x54, 0x20, 0x80}, {0x8e, 0x40, 0xc8}},
	puzzle.Grey:       {{0x84, 0x88, 0x8c}, {0xa4, 0xa6, 0xa8}, {0x70, 0x72, 0x78}},
	puzzle.LightGreen: {{0x98, 0xe0, 0x38}, {0xb4, 0xec, 0x60}, {0x80, 0xe8, 0x58}},
	puzzle.LightBlue:  {{0x8c, 0xcc, 0xf4}, {0x68, 0xc0, 0xec}, {0xa4, 0xdc, 0xf8}},
	puzzle.Cream:      {{0xf2, 0xe4, 0xb4}, {0xec, 0xd8, 0x98}, {0xf8, 0xee, 0xc8}},
	puzzle.Pink:       {{0xf4, 0x8c, 0xb4}, {0xf2, 0xa4, 0xc6}, {0xf4, 0x70, 0xa8}},
	puzzle.Black:      {{0x14, 0x14, 0x16}, {0x24, 0x24, 0x28}},
}

func randomShades(rng *rand.Rand) map[puzzle.Colour]RGB {
	out := map[puzzle.Colour]RGB{}
	for c := puzzle.Unknown + 1; c < puzzle.NumColours; c++ {
		of := shadesOf[c]
		a, b := pick(rng, of...), pick(rng, of...)
		out[c] = between3(a, b, rng.Float64())
	}
	return out
}

func between3(a, b RGB, t float64) RGB {
	var out RGB
	for i := range out {
		out[i] = uint8(math.Round(float64(a[i]) + t*(float64(b[i])-float64(a[i]))))
	}
	return out
}

// jitter moves each channel a little.
func jitter(rng *rand.Rand, c RGB, by float64) RGB {
	for i := range c {
		c[i] = uint8(math.Max(0, math.Min(255, float64(c[i])+by*rng.NormFloat64())))
	}
	return c
}

// randomBuild draws how a puzzle is made. Lengths grow with the pieces.
func randomBuild(rng *rand.Rand, pz *puzzle.Puzzle, kind Kind) Build {
	b := Build{Kind: kind, Shades: randomShades(rng), Gloss: between(rng, 0.05, 0.85)}
	b.Body = jitter(rng, RGB{0x16, 0x16, 0x18}, 4)
	if kind != Stickerless && chance(rng, 0.2) {
		b.Body = pick(rng, RGB{0xee, 0xee, 0xec}, RGB{0xe8, 0xe6, 0xdc}, RGB{0x7a, 0x7c, 0x80}, RGB{0xf0, 0xa8, 0xc0})
	}
	piece := pieceWidth(pz) // mm
	b.GapMM = between(rng, 0.08, 0.35)
	b.BevelMM = math.Min(between(rng, 0.25, 1.1), 0.07*piece)
	b.RoundMM = between(rng, 0.03, 0.12) * piece
	b.HollowMM = between(rng, 0.04, 0.35) * piece
	switch kind {
	case Stickered:
		b.InsetMM = between(rng, 0.02, 0.09) * piece
		if chance(rng, 0.5) {
			b.Wear = between(rng, 0, 1)
		}
	case Tiled:
		b.InsetMM = between(rng, 0.02, 0.05) * piece
	case Stickerless:
		if chance(rng, 0.2) {
			b.Wear = between(rng, 0, 0.3) // scratches
		}
	}
	if chance(rng, 0.4) {
		b.Logo = &Logo{Place: rng.IntN(len(pz.Stickers)), Text: pick(rng, "", "QUBO", "SpinX", "M3", "TEKU", "Vela", "RS"),
			Colour: pick(rng, RGB{0x10, 0x10, 0x10}, RGB{0xc0, 0x20, 0x20}, RGB{0x20, 0x50, 0xc0}, RGB{0xf0, 0xf0, 0xf0}, RGB{0xc8, 0xa0, 0x30}),
			Share:  between(rng, 0.35, 0.8)}
		if c := centres(pz); len(c) > 0 {
			b.Logo.Place = pick(rng, c...) // 3l: a logo goes on a centre where there is one
		}
	}
	return b
}

// pieceWidth is the width of a typical sticker of the typical puzzle (mm).
func pieceWidth(pz *puzzle.Puzzle) float64 {
	area := 0.0
	for _, s := range pz.Stickers {
		for i := 2; i < len(s.Corners); i++ {
			area += s.Corners[i].Sub(s.Corners[0]).Cross(s.Corners[i-1].Sub(s.Corners[0])).Norm() / 2
		}
	}
	return math.Sqrt(area/float64(len(pz.Stickers))) * pz.Size.TypicalMM
}

// centres lists the stickers in the middle of a face.
func centres(pz *puzzle.Puzzle) []int {
	var out []int
	for i, s := range pz.Stickers {
		f := pz.Faces[s.Face]
		if s.Centre().Sub(f.Normal.Mul(f.Distance)).Norm() < 1e-6 {
			out = append(out, i)
		}
	}
	return out
}
