package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// thingItems makes a thing of solids that can be drawn.
func thingItems(t *Thing, top float64) []item {
	switch t.What {
	case Pen:
		return penItems(t, top)
	case Hand:
		return handItems(t, top)
	case Arm:
		return []item{newArm(t, top)}
	case Card:
		return []item{newBlock(t, top, 0)}
	case Phone:
		return []item{newBlock(t, top, 9)}
	case Timer:
		return []item{newBlock(t, top, 12)}
	}
	return []item{newBlock(t, top, 3)}
}

// block is an upright box with things drawn on its upper side.
type block struct {
	thing *Thing
	body  *solid
}

// newBlock makes a block whose corners are rounded in plan by round mm.
func newBlock(t *Thing, top, round float64) *block {
	return &block{t, solidOf(box(t.XMM, t.YMM, top+t.LiftMM, t.WidthMM, t.DepthMM, math.Max(t.HeightMM, 0.2), t.YawDeg, round))}
}

func (b *block) solids() []*solid { return []*solid{b.body} }

func (b *block) draw(p *painter) {
	c := b.thing.Colour.linear()
	var hull []pt
	for _, q := range b.body.pts {
		if at, ok := p.lens.point(q); ok {
			hull = append(hull, at)
		}
	}
	if len(hull) < len(b.body.pts) {
		return // it reaches behind the camera
	}
	e, _ := p.lights.at(b.body.mid, geom.Vec{Z: 1}, nil)
	p.fill([][]pt{hull2(hull)}, c.times(e).mul(0.8))
	others := p.others(b.body)
	for i := range b.body.sides {
		d := &b.body.sides[i]
		if !d.seen(p.lens.eye) {
			continue
		}
		const spacing, gloss = 16, 0.3
		corners := d.corners
		up := d.normal.Z > 0.999
		if up {
			corners = b.upper()
		}
		s := p.newSurface(corners, d.normal, spacing, b.gloss(gloss), others)
		var q []pt
		for _, v := range d.corners {
			q = append(q, s.of(v))
		}
		s.paint(c, q)
		if up {
			b.decorate(s)
		}
	}
}

func (b *block) gloss(usual float64) float64 {
	switch b.thing.What {
	case Card:
		return 0
	case Phone:
		return 0.7
	}
	return usual
}

// upper returns the unrounded corners of the upper side, from the thing's own
// lower left corner: they set the frame that decorate draws in.
func (b *block) upper() []geom.Vec {
	t := b.thing
	z := b.body.pts[1].Z
	return level(z, plan(t.WidthMM, t.DepthMM, 0), pt{t.XMM, t.YMM}, t.YawDeg)
}

// decorate draws what is on the upper side; (0, 0) is its lower left corner.
func (b *block) decorate(s *surface) {
	t := b.thing
	mid := pt{t.WidthMM / 2, t.DepthMM / 2}
	at := func(w, d, round, dx, dy float64) []pt {
		return moved([][]pt{plan(w, d, round)}, 1, 0, pt{mid.x + dx, mid.y + dy})[0]
	}
	switch t.What {
	case Timer:
		b.drawTimer(s, at)
	case Phone:
		b.drawPhone(s, at)
	case Card:
		b.drawCard(s, at)
	case Cover:
		s.paint(t.Colour.linear().mul(0.8), at(t.WidthMM-8, t.DepthMM-8, 3, 0, 0))
	}
}

// part places a rounded rectangle relative to the middle of a side.
type part func(w, d, round, dx, dy float64) []pt

func (b *block) drawTimer(s *surface, at part) {
	t := b.thing
	side := t.WidthMM/2 - 0.13*t.WidthMM
	for _, dx := range []float64{-side, side} {
		s.paint(t.Second.linear(), at(0.22*t.WidthMM, 0.82*t.DepthMM, 6, dx, 0))
		s.paint(t.Second.linear().mul(1.4), at(0.12*t.WidthMM, 0.3*t.DepthMM, 8, dx, 0)) // the hand's print
	}
	s.paint(rgb{0.02, 0.02, 0.02}, at(0.34*t.WidthMM, 0.62*t.DepthMM, 3, 0, 0.06*t.DepthMM))
	glass := at(0.30*t.WidthMM, 0.48*t.DepthMM, 1, 0, 0.06*t.DepthMM)
	s.paint(rgb{0.33, 0.38, 0.27}, glass)
	s.paint(rgb{0.02, 0.02, 0.02}, moved(digits(t.Text, t.digitsMM()), 1, 0, middle(glass))...)
	for i, c := range []rgb{{0.5, 0.03, 0.03}, {0.03, 0.4, 0.05}} { // its two lamps
		s.paint(c, at(4, 4, 2, (float64(i)-0.5)*14, -0.38*t.DepthMM))
	}
	s.paint(rgb{0.6, 0.6, 0.6}, at(9, 5, 2.5, 0.2*t.WidthMM, -0.3*t.DepthMM)) // reset
}

// digitsMM is the height of a timer's digits.
func (t *Thing) digitsMM() float64 { return math.Min(0.36*t.DepthMM, 0.27*t.WidthMM/4.2) }

func (b *block) drawPhone(s *surface, at part) {
	t := b.thing
	if t.ScreenUp {
		s.paint(rgb{0.004, 0.004, 0.005}, at(t.WidthMM-3, t.DepthMM-3, 8, 0, 0))
		if t.Lit {
			b.drawScreen(s, at)
		}
		return
	}
	bump := t.Colour.linear().mul(0.85)
	x, y := -t.WidthMM/2+18, t.DepthMM/2-24
	s.paint(bump, at(28, 38, 7, x, y))
	for i, d := range []pt{{0, 9}, {0, -9}, {9, 0}} {
		r := 11.0
		if i == 2 {
			r = 5
		}
		s.paint(rgb{0.01, 0.01, 0.012}, at(r, r, r, x+d.x*0.6-2, y+d.y))
		s.paint(rgb{0.05, 0.05, 0.09}, at(r*0.4, r*0.4, r, x+d.x*0.6-2, y+d.y))
	}
}

// drawScreen draws a lit screen: it shines by itself.
func (b *block) drawScreen(s *surface, at part) {
	t := b.thing
	glow := t.Second.linear().mul(0.9)
	s.p.fill(s.outlines(at(t.WidthMM-7, t.DepthMM-9, 6, 0, 0)), glow)
	ink := rgb{0.8, 0.8, 0.8}
	if glow.g > 0.4 {
		ink = rgb{0.1, 0.1, 0.15}
	}
	for i := 0; i < 5; i++ {
		y := t.DepthMM*0.35 - float64(i)*t.DepthMM*0.15
		s.p.fill(s.outlines(at(12, 12, 3, -t.WidthMM*0.3, y)), glow.mix(ink, 0.5))
		s.p.fill(s.outlines(at(t.WidthMM*(0.35+0.05*float64(i*2%3)), 3, 1, t.WidthMM*0.08, y+2)), ink)
		s.p.fill(s.outlines(at(t.WidthMM*0.3, 2, 1, t.WidthMM*0.05, y-4)), glow.mix(ink, 0.6))
	}
}

func (b *block) drawCard(s *surface, at part) {
	t := b.thing
	ink := rgb{0.03, 0.03, 0.04}
	rows := 6
	high := t.DepthMM * 0.68 / float64(rows)
	y0 := t.DepthMM*0.22 - high/2
	s.paint(ink, moved(letters("Round 1", 5), 1, 0, pt{t.WidthMM / 2, t.DepthMM * 0.93})...)
	s.paint(ink, moved(letters(t.Text, 4), 1, 0, pt{t.WidthMM / 2, t.DepthMM * 0.84})...)
	for i := 0; i <= rows; i++ {
		s.paint(ink, at(t.WidthMM*0.9, 0.5, 0, 0, y0+high/2-float64(i)*high))
	}
	for _, x := range []float64{-0.45, -0.3, 0.05, 0.25, 0.45} {
		s.paint(ink, at(0.5, high*float64(rows), 0, t.WidthMM*x, y0+high/2-high*float64(rows)/2))
	}
	pen := t.Second.linear()
	for i := 0; i < 3; i++ { // results written by hand
		m := pt{t.WidthMM * 0.38, t.DepthMM/2 + y0 - float64(i)*high}
		for _, d := range digits("1"+string(rune('2'+i))+".4"+string(rune('1'+3*i)), 5) {
			s.paint(pen, moved([][]pt{d}, 1, 6, m)...)
		}
	}
}

// rounder is a rod with round ends: a finger, a pen.
type rounder struct {
	a, b   geom.Vec
	r      float64
	colour rgb
	gloss  float64
	nail   bool // at b
	body   *solid
}

func newRounder(a, b geom.Vec, r float64, c rgb, gloss float64) *rounder {
	return &rounder{a: a, b: b, r: r, colour: c, gloss: gloss, body: rodOf(a, b, r)}
}

func (k *rounder) solids() []*solid { return []*solid{k.body} }

// draw shades a rod across: its normal runs from one border through the eye's
// direction to the other.
func (k *rounder) draw(p *painter) {
	outline := p.lens.balls([]geom.Vec{k.a, k.b}, k.r)
	a, ok1 := p.lens.point(k.a)
	b, ok2 := p.lens.point(k.b)
	if len(outline) < 3 || !ok1 || !ok2 {
		return
	}
	mid := k.a.Add(k.b).Mul(0.5)
	eye := p.lens.eye.Sub(mid).Unit()
	across := k.b.Sub(k.a).Cross(eye).Unit()
	toEye := across.Cross(k.b.Sub(k.a)).Unit()
	if across.Norm() == 0 {
		across, toEye = geom.Vec{X: 1}, eye
	}
	if toEye.Dot(eye) < 0 {
		toEye = toEye.Mul(-1)
	}
	const steps = 12
	var look [steps + 1]rgb
	others := near(mid, toEye, p.others(k.body))
	for i := range look {
		s := 2*float64(i)/steps - 1
		n := across.Mul(s).Add(toEye.Mul(math.Sqrt(1 - s*s)))
		at := mid.Add(n.Mul(k.r + 0.5))
		e, open := p.lights.at(at, n, others)
		e = e.add(p.lights.fromMat(at, n, p.onMat))
		look[i] = k.colour.times(e).add(p.lights.glint(at, n, eye, 3+int(3*k.gloss), float32(k.gloss)*open))
	}
	side, _ := p.lens.point(mid.Add(across.Mul(k.r)))
	m, _ := p.lens.point(mid)
	dir := unit2(m, side)
	wide := math.Hypot(side.x-m.x, side.y-m.y)
	along := unit2(a, b)
	p.fillFunc([][]pt{outline}, func(x, y int) rgb {
		dx, dy := float64(x)+0.5-m.x, float64(y)+0.5-m.y
		// Distance from the axis, measured along the picture of "across".
		s := (dx*-along.y + dy*along.x) / (dir.x*-along.y + dir.y*along.x) / wide
		if !(s > -1) {
			s = -1
		}
		f := (math.Min(s, 1) + 1) / 2 * steps
		i := min(int(f), steps-1)
		return look[i].mix(look[i+1], float32(f-float64(i)))
	})
	if k.nail {
		k.drawNail(p, toEye, across, look[steps/2])
	}
}

func (k *rounder) drawNail(p *painter, up, across geom.Vec, c rgb) {
	u := k.b.Sub(k.a).Unit()
	tip := k.b.Add(up.Mul(k.r * 0.9))
	var q []geom.Vec
	for _, o := range plan(1.2*k.r, 1.5*k.r, 0.5*k.r) {
		q = append(q, tip.Add(across.Mul(o.x)).Add(u.Mul(o.y)))
	}
	p.fill(p.lens.outlines(q), c.mix(rgb{c.r, c.r * 0.8, c.r * 0.75}, 0.5).mul(1.1))
}

func penItems(t *Thing, top float64) []item {
	r := t.WidthMM / 2
	z := top + t.LiftMM + r
	at := func(along float64) geom.Vec {
		q := turned(pt{0, along}, t.YawDeg)
		return geom.Vec{X: t.XMM + q.x, Y: t.YMM + q.y, Z: z}
	}
	l := t.DepthMM / 2
	return []item{
		newRounder(at(-l), at(l*0.8), r, t.Colour.linear(), 0.7),
		newRounder(at(l*0.84), at(l), r*0.45, t.Second.linear(), 0.5),
		newRounder(at(-l*1.02), at(-l*0.6), r*1.12, t.Second.linear(), 0.6),
	}
}

// handItems makes a hand, palm down: wrist, back, four fingers, a thumb, a
// sleeve. Sizes are those of an adult's hand, scaled by WidthMM over the
// breadth of its knuckles.
func handItems(t *Thing, top float64) []item {
	const knuckles = 84 // mm, breadth of an adult's hand
	k := t.WidthMM / knuckles
	skin, sleeve := t.Colour.linear(), t.Second.linear()
	flip := 1.0 // a right hand's thumb is on its left
	if t.Left {
		flip = -1
	}
	at := func(x, y, z float64) geom.Vec {
		q := turned(pt{x * k * flip, y * k}, t.YawDeg)
		return geom.Vec{X: t.XMM + q.x, Y: t.YMM + q.y, Z: top + t.LiftMM + z*k}
	}
	var out []item
	add := func(a, b geom.Vec, r float64, c rgb) *rounder {
		o := newRounder(a, b, r*k, c, 0.15)
		out = append(out, o)
		return o
	}
	add(at(4, -210, 34), at(3, -420, 60), 42, sleeve)
	add(at(0, -95, 26), at(4, -215, 34), 29, skin)
	lengths := [4]float64{72, 80, 74, 58} // index to little finger, knuckle to tip
	for i, l := range lengths {
		x := -31.5 + 21*float64(i)
		fan := t.SpreadMM / k * (float64(i) - 1.5) / 3
		add(at(x*0.75, -78, 24), at(x, 6, 21), 14, skin)
		add(at(x, 6, 21), at(x+fan*0.5, l*0.52, 17), 9.8, skin)
		add(at(x+fan*0.5, l*0.52, 17), at(x+fan, l, 8.5), 8.2, skin).nail = true
	}
	add(at(-24, -70, 22), at(-48, -30, 16), 12.5, skin)
	add(at(-48, -30, 16), at(-52, 8, 10), 9.5, skin).nail = true
	return out
}
