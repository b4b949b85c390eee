package synth

import (
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var typeface = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(gobold.TTF)
	if err != nil {
		return nil // the font is part of the program: a test sees to it
	}
	return f
})

// letters returns the outlines of a line of text about the origin, capitals
// high tall, y up.
func letters(text string, high float64) [][]pt {
	f := typeface()
	if f == nil {
		return nil
	}
	const em = 1024 // units a letter is drawn in
	const capital = 0.72
	var buf sfnt.Buffer
	var out [][]pt
	pen := 0.0
	for _, r := range text {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		seg, err := f.LoadGlyph(&buf, g, fixed.I(em), nil)
		if err != nil {
			continue
		}
		for _, c := range flatten(seg) {
			for i := range c {
				c[i].x += pen
			}
			out = append(out, c)
		}
		if a, err := f.GlyphAdvance(&buf, g, fixed.I(em), font.HintingNone); err == nil {
			pen += float64(a) / 64
		}
	}
	for _, c := range out {
		for i := range c {
			c[i] = pt{(c[i].x - pen/2) * high / (em * capital), -(c[i].y + em*capital/2) * high / (em * capital)}
		}
	}
	return out
}

// flatten turns a glyph's curves into polygons.
func flatten(seg sfnt.Segments) [][]pt {
	var out [][]pt
	var c []pt
	at := func(p fixed.Point26_6) pt { return pt{float64(p.X) / 64, float64(p.Y) / 64} }
	for _, s := range seg {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(c) > 2 {
				out = append(out, c)
			}
			c = []pt{at(s.Args[0])}
		case sfnt.SegmentOpLineTo:
			c = append(c, at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			a, b, d := c[len(c)-1], at(s.Args[0]), at(s.Args[1])
			const steps = 4
			for k := 1; k <= steps; k++ {
				t := float64(k) / steps
				u := 1 - t
				c = append(c, pt{u*u*a.x + 2*u*t*b.x + t*t*d.x, u*u*a.y + 2*u*t*b.y + t*t*d.y})
			}
		case sfnt.SegmentOpCubeTo: // TrueType has none
		}
	}
	if len(c) > 2 {
		out = append(out, c)
	}
	return out
}

// strokes returns made-up characters, one for each byte of text: bars and slants
// in a square, as dense as Chinese characters.
func strokes(text string, high float64) [][]pt {
	var out [][]pt
	thick := 0.09 * high
	for i := range len(text) {
		x := (float64(i) - float64(len(text)-1)/2) * 1.15 * high
		bits := uint32(text[i])*2654435761 + uint32(i)*40503
		for k := 0; k < 7; k++ {
			b := bits >> (k * 4) & 15
			at := (float64(b&3)/3 - 0.5) * 0.9 * high
			reach := (0.25 + 0.25*float64(b>>2&1)) * high
			switch {
			case k == 6:
				out = append(out, rod(pt{x, at / 2}, pt{x - 0.4*high, -0.45 * high}, thick))
			case k%2 == 0:
				out = append(out, rod(pt{x - reach, at}, pt{x + reach, at}, thick))
			default:
				out = append(out, rod(pt{x + at, -reach}, pt{x + at, reach}, thick))
			}
		}
	}
	return out
}

// digits returns a time as a seven-segment display shows it, about the origin.
func digits(text string, high float64) [][]pt {
	// Segments of each digit, bit 0 the top one, then clockwise, bit 6 the middle one.
	on := map[rune]int{'0': 0x3f, '1': 0x06, '2': 0x5b, '3': 0x4f, '4': 0x66, '5': 0x6d, '6': 0x7d, '7': 0x07, '8': 0x7f, '9': 0x6f}
	w, h, thick := 0.5*high, high, 0.12*high
	ends := [7][2]pt{
		{{0, h}, {w, h}}, {{w, h}, {w, h / 2}}, {{w, h / 2}, {w, 0}}, {{0, 0}, {w, 0}},
		{{0, 0}, {0, h / 2}}, {{0, h / 2}, {0, h}}, {{0, h / 2}, {w, h / 2}},
	}
	var out [][]pt
	x := 0.0
	for _, r := range text {
		if r == '.' || r == ':' {
			out = append(out, moved([][]pt{plan(thick, thick, 0)}, 1, 0, pt{x + thick/2, thick / 2})...)
			x += 0.28 * high
			continue
		}
		for k, e := range ends {
			if on[r]>>k&1 == 0 {
				continue
			}
			d := unit2(e[0], e[1])
			gap := 0.6 * thick
			a := pt{x + e[0].x + d.x*gap, e[0].y + d.y*gap}
			b := pt{x + e[1].x - d.x*gap, e[1].y - d.y*gap}
			out = append(out, rod(a, b, thick))
		}
		x += 0.75 * high
	}
	return moved(out, 1, 0, pt{-math.Max(x-0.25*high, 0) / 2, -h / 2})
}
