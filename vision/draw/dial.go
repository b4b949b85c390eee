package draw

import (
	"fmt"
	"image/color"
	"math"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// dial is a protractor that shows one interface: solved at the top, turns
// counter-clockwise as seen from the axis' positive end, the limits on both
// sides, the measured turn with the band that the ruling allows for.
type dial struct {
	*canvas
	at     pt
	radius float64
	wide   float64 // room for its caption
	lang   rules.Lang
}

// spoke returns the point of the dial at a turn and a share of its radius.
func (d dial) spoke(turn geom.Angle, share float64) pt {
	s, c := math.Sincos(turn.Radians())
	return d.at.add(pt{-s, -c}.mul(d.radius * share))
}

// sector returns the part of the dial's ring between two turns.
func (d dial) sector(from, to geom.Angle, inner, outer float64) []pt {
	return sector(d.spoke, from, to, inner, outer)
}

// sector returns the part of a ring between two turns, as one shape of straight
// pieces. spoke returns the point at a turn and a share of the radius.
func sector(spoke func(geom.Angle, float64) pt, from, to geom.Angle, inner, outer float64) []pt {
	const piece = 3 * geom.Degree // strays from a circle of 500 pixels by 0.2
	n := int(math.Ceil(float64((to-from).Abs()/piece))) + 1
	var out, back []pt
	for i := 0; i <= n; i++ {
		turn := from + (to-from)*geom.Angle(i)/geom.Angle(n)
		out = append(out, spoke(turn, outer))
		back = append(back, spoke(to+from-turn, inner))
	}
	return append(out, back...)
}

func (d dial) draw(f adjudicate.Interface) {
	ink := standingInk(f)
	d.fill(card, disc(d.at, d.radius))
	d.fill(faded(okInk, 70), d.sector(-f.Limit, f.Limit, 0.86, 1))
	d.fill(faded(dnfInk, 55), d.sector(f.Limit, geom.Turn-f.Limit, 0.86, 1))
	for a := geom.Angle(0); a < geom.Turn-geom.Degree; a += 15 * geom.Degree {
		d.stroke(faded(white, 90), 1.5, []pt{d.spoke(a, 0.94), d.spoke(a, 1)})
	}
	d.stroke(faded(white, 110), 2, []pt{d.at, d.spoke(0, 0.86)})
	if phrase.Measured(f.Sigma) {
		half := min(f.Margin, geom.Turn/2)
		d.fill(faded(ink, 90), d.sector(f.Turn-half, f.Turn+half, 0, 0.86))
		d.fill(faded(ink, 200), d.sector(0, f.Turn, 0.40, 0.46))
	}
	for _, side := range []geom.Angle{-f.Limit, f.Limit} {
		d.stroke(white, 3, []pt{d.spoke(side, 0.62), d.spoke(side, 1.06)})
	}
	small := faceOf(d.lang, regular, smallest)
	d.text(small, d.spoke(f.Limit, 1.12).add(pt{-4, 6}), right, soft, degreeText(f.Limit))
	d.text(small, d.spoke(-f.Limit, 1.12).add(pt{4, 6}), left, soft, degreeText(f.Limit))
	if phrase.Measured(f.Sigma) {
		d.stroke(black, 8, []pt{d.at, d.spoke(f.Turn, 0.92)})
		d.stroke(ink, 5, []pt{d.at, d.spoke(f.Turn, 0.92)})
	}
	d.fill(white, disc(d.at, d.radius*0.05))
	d.caption(f, ink)
}

// dialHeight is how tall a dial of a radius is with its caption.
func dialHeight(radius float64) float64 { return 2.2*radius + 4.7*smallest + 10 }

// caption writes below the dial what was measured, on which side of the limit
// that is, and which layers it is of.
func (d dial) caption(f adjudicate.Interface, ink color.NRGBA) {
	small := faceOf(d.lang, regular, smallest)
	y := d.at.y + d.radius + 32
	d.text(faceOf(d.lang, bold, 26), pt{d.at.x, y}, centre, white, phrase.Angle(f.Turn, f.Sigma, f.Margin, d.lang))
	if phrase.Measured(f.Sigma) {
		y += 26
		d.text(faceOf(d.lang, bold, smallest), pt{d.at.x, y}, centre, ink, standingText(f).In(d.lang))
	}
	name := phrase.LayersOf(f.From, f.Layers).In(d.lang)
	if tight := faceOf(d.lang, regular, smallest-2); tight.width(name) <= d.wide-10 {
		small = tight // one line
	}
	for i, line := range small.wrap(name, d.wide-10) {
		if i == 2 {
			break // a third line would stand in what follows
		}
		y += 25
		d.text(small, pt{d.at.x, y}, centre, soft, line)
	}
}

// scale shows one interface on two lines, where there are too many for dials:
// its layers and figures, and below them a scale with solved in the middle and
// the limits half way to its ends, turns counter-clockwise to the left.
func (s *sheet) scale(x, y, wide float64, f adjudicate.Interface) {
	ink := standingInk(f)
	figure := phrase.Angle(f.Turn, f.Sigma, f.Margin, s.lang)
	bigger := faceOf(s.lang, bold, 22)
	s.text(bigger, pt{x + wide, y + 22}, right, ink, figure)
	name := phrase.LayersOf(f.From, f.Layers).In(s.lang)
	s.text(faceOf(s.lang, regular, smallest).within(name, wide-bigger.width(figure)-12), pt{x, y + 22}, left, soft, name)
	const bar, top, bottom = 12.0, 30, 42
	box := func(from, to float64) []pt {
		return []pt{{x + from, y + top}, {x + to, y + top}, {x + to, y + bottom}, {x + from, y + bottom}}
	}
	at := func(turn geom.Angle) float64 {
		return wide / 2 * (1 - math.Max(-1, math.Min(1, float64(turn/(2*f.Limit)))))
	}
	s.fill(card, box(0, wide))
	s.fill(faded(dnfInk, 55), box(0, at(f.Limit)), box(at(-f.Limit), wide))
	s.fill(faded(okInk, 70), box(at(f.Limit), at(-f.Limit)))
	s.fill(faded(white, 110), box(at(0)-1, at(0)+1))
	if phrase.Measured(f.Sigma) {
		s.fill(faded(ink, 110), box(at(f.Turn+f.Margin), at(f.Turn-f.Margin)))
		s.stroke(black, 8, []pt{{x + at(f.Turn), y + top - 2}, {x + at(f.Turn), y + bottom + 2}})
		s.stroke(ink, 5, []pt{{x + at(f.Turn), y + top - 2}, {x + at(f.Turn), y + bottom + 2}})
	}
	for _, side := range []geom.Angle{-f.Limit, f.Limit} {
		s.stroke(white, 3, []pt{{x + at(side), y + top - bar/3}, {x + at(side), y + bottom + bar/3}})
	}
}

// scaleHeight is how tall a scale is.
const scaleHeight = 54

func standingText(f adjudicate.Interface) rules.Text {
	switch {
	case f.Close:
		return phrase.TooClose
	case f.Over:
		return phrase.OverBy(f.Turn.Abs() - f.Limit)
	}
	return phrase.Within
}

func degreeText(a geom.Angle) string { return fmt.Sprintf("%.0f°", a.Degrees()) }
