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
// sides, the measured turn with its error band.
type dial struct {
	*canvas
	at     pt
	radius float64
	lang   rules.Lang
}

// bandSigmas is the width of the error band that is drawn: 95 % of errors.
const bandSigmas = 2

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
		half := f.Sigma * bandSigmas
		d.fill(faded(ink, 90), d.sector(f.Turn-half, f.Turn+half, 0, 0.86))
		d.fill(faded(ink, 200), d.sector(0, f.Turn, 0.40, 0.46))
	}
	for _, side := range []geom.Angle{-f.Limit, f.Limit} {
		d.stroke(white, 3, []pt{d.spoke(side, 0.62), d.spoke(side, 1.06)})
	}
	small := faceOf(d.lang, regular, d.radius*0.19)
	d.text(small, d.spoke(f.Limit, 1.14).add(pt{-4, 6}), right, soft, degreeText(f.Limit))
	d.text(small, d.spoke(-f.Limit, 1.14).add(pt{4, 6}), left, soft, degreeText(f.Limit))
	if phrase.Measured(f.Sigma) {
		d.stroke(black, 8, []pt{d.at, d.spoke(f.Turn, 0.92)})
		d.stroke(ink, 5, []pt{d.at, d.spoke(f.Turn, 0.92)})
	}
	d.fill(white, disc(d.at, d.radius*0.05))
	d.caption(f, ink)
}

// caption writes the figures below the dial.
func (d dial) caption(f adjudicate.Interface, ink color.NRGBA) {
	big, small := faceOf(d.lang, bold, d.radius*0.30), faceOf(d.lang, regular, d.radius*0.22)
	y := d.at.y + d.radius*1.36
	d.text(big, pt{d.at.x, y}, centre, white, phrase.Angle(f.Turn, f.Sigma, d.lang))
	standing := layersText(f, d.lang)
	if phrase.Measured(f.Sigma) {
		standing += ": " + standingText(f).In(d.lang)
	}
	d.text(small, pt{d.at.x, y + d.radius*0.30}, centre, ink, standing)
}

func layersText(f adjudicate.Interface, lang rules.Lang) string {
	return fmt.Sprintf("%s %d|%d", phrase.Layers.In(lang), f.Between[0], f.Between[1])
}

func standingText(f adjudicate.Interface) rules.Text {
	switch {
	case f.Close:
		return phrase.TooClose
	case f.Over:
		return phrase.Over
	}
	return phrase.Within
}

func degreeText(a geom.Angle) string { return fmt.Sprintf("%.0f°", a.Degrees()) }
