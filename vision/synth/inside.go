package synth

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// drawInside paints a cut that a turned layer lays bare: the pieces' feet in
// the body's plastic, tinted by their own colour where the whole piece is of
// coloured plastic, around a dark core.
func (f *facePainter) drawInside(cut puzzle.Polygon) {
	bd := &f.spec.Build
	dark := bd.Body.linear().mul(0.15)
	f.dull(dark, rounded(f.polygon(cut.Corners), evenly(len(cut.Corners), 0.6*f.edgeRadius())))
	for _, piece := range f.pz.Pieces {
		for _, poly := range piece.Polygons {
			if poly.Face != puzzle.Inner || poly.Normal.Dot(cut.Normal) < 0.999 || math.Abs(cut.Normal.Dot(poly.Corners[0].Sub(cut.Corners[0]))) > 1e-9 {
				continue
			}
			c := bd.Body.linear()
			if bd.Kind == Stickerless {
				c = bd.Shades[f.spec.Colours[piece.Stickers[0]]].linear().mix(c, 0.3)
			}
			q := f.polygon(poly.Corners)
			foot := rounded(inset(q, evenly(len(q), bd.GapMM+0.4)), evenly(len(q), math.Max(bd.HollowMM, 1)))
			f.paint(c.mul(0.7), foot)
		}
	}
	f.drawCore(cut)
}

// drawCore darkens the middle of a cut, where the mechanism is.
func (f *facePainter) drawCore(cut puzzle.Polygon) {
	c := f.of(f.place(f.layer, geom.Centroid(cut.Corners)))
	r := math.Inf(1)
	q := f.polygon(cut.Corners)
	for i := range q {
		e := unit2(q[i], q[(i+1)%len(q)])
		r = math.Min(r, math.Abs(e.x*(c.y-q[i].y)-e.y*(c.x-q[i].x)))
	}
	ball := moved([][]pt{plan(1.1*r, 1.1*r, r)}, 1, 0, c)
	f.dull(f.spec.Build.Body.linear().mul(0.08), ball...)
	f.dull(rgb{0.3, 0.3, 0.3}, moved([][]pt{plan(0.35*r, 0.35*r, r)}, 1, 0, c)...)
}

// drawWear chips the corners of a sticker and scratches it.
func (f *facePainter) drawWear(q []pt, under rgb) {
	wear := f.spec.Build.Wear
	if wear <= 0 {
		return
	}
	n := len(q)
	wide := math.Hypot(q[0].x-q[n/2].x, q[0].y-q[n/2].y)
	for i := 0; i < n; i += arc {
		if f.rng.Float64() > 0.4*wear {
			continue
		}
		k := (0.04 + 0.12*f.rng.Float64()) * wide
		a, b, c := q[i], q[(i+arc/2)%n], q[(i+arc-1)%n]
		e1, e2 := unit2(a, q[(i+n-1)%n]), unit2(c, q[(i+arc)%n])
		j := 0.5 + f.rng.Float64()
		f.dull(under, []pt{{a.x + e1.x*k, a.y + e1.y*k}, a, b, c, {c.x + e2.x*k*j, c.y + e2.y*k*j}})
	}
	if f.rng.Float64() < 0.3*wear {
		m := middle(q)
		s, c := math.Sincos(f.rng.Float64() * 2 * math.Pi)
		l := (0.1 + 0.25*f.rng.Float64()) * wide
		f.dull(rgb{0.5, 0.5, 0.5}, rod(pt{m.x - c*l, m.y - s*l}, pt{m.x + c*l*0.6, m.y + s*l*0.8}, 0.25))
	}
}

// drawLogo prints a maker's mark on a sticker.
func (f *facePainter) drawLogo(l *Logo, q []pt) {
	m := middle(q)
	wide := math.Inf(1)
	for i := range q {
		wide = math.Min(wide, 2*math.Hypot(q[i].x-m.x, q[i].y-m.y))
	}
	wide *= l.Share * math.Sqrt2 / 2
	mark := letters(l.Text, 1)
	if l.Text == "" {
		mark = append([][]pt{plan(1, 1, 1), reversed(plan(0.7, 0.7, 0.7))}, rod(pt{-0.5, -0.5}, pt{0.5, 0.5}, 0.14))
	}
	lo, hi := bounds(mark)
	scale := wide / math.Max(hi.x-lo.x, hi.y-lo.y)
	f.paint(l.Colour.linear(), moved(mark, scale, 0, m)...)
}

func bounds(contours [][]pt) (lo, hi pt) {
	lo, hi = pt{math.Inf(1), math.Inf(1)}, pt{math.Inf(-1), math.Inf(-1)}
	for _, c := range contours {
		for _, p := range c {
			lo = pt{math.Min(lo.x, p.x), math.Min(lo.y, p.y)}
			hi = pt{math.Max(hi.x, p.x), math.Max(hi.y, p.y)}
		}
	}
	return lo, hi
}
