package synth

import (
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// draw paints the layers from the far one to the near one: the cuts between
// them part them, so that order is exact.
func (b *body) draw(p *painter) {
	axis := b.pz.Axes[b.spec.Axis]
	eye := b.pose.Inverse().Apply(p.lens.eye).Mul(1 / b.spec.SizeMM).Dot(axis.Normal)
	home := 0 // the eye's own layer, were the layers endless
	for home < len(axis.Cuts) && axis.Cuts[home] < eye {
		home++
	}
	for i := 0; i < home; i++ {
		b.drawLayer(p, i)
	}
	for i := len(b.layers) - 1; i >= home; i-- {
		b.drawLayer(p, i)
	}
}

func (b *body) drawLayer(p *painter, i int) {
	s := b.layers[i]
	b.drawSilhouette(p, i)
	others := b.shading(p, i)
	for k, poly := range b.pz.Layers(b.spec.Axis)[i].Polygons {
		if !s.sides[k].seen(p.lens.eye) || b.covered(i, poly) {
			continue
		}
		sf := p.newSurface(s.sides[k].corners, s.sides[k].normal, p.spacing, b.spec.Build.Gloss, others)
		f := &facePainter{surface: sf, body: b, layer: i, rng: rand.New(rand.NewPCG(p.scene.Seed, uint64(3+100*i+k)))}
		f.measureMean()
		if poly.Face == puzzle.Inner {
			f.drawInside(poly)
			continue
		}
		for place, st := range b.pz.Stickers {
			if st.Face == poly.Face && b.pz.LayerOf(b.spec.Axis, st.Piece) == i {
				f.drawPiece(place, st)
			}
		}
	}
}

// covered reports whether a side of a layer is a cut that the next layer lies on.
func (b *body) covered(i int, poly puzzle.Polygon) bool {
	if poly.Face != puzzle.Inner {
		return false
	}
	next := i - 1
	if poly.Normal.Dot(b.pz.Axes[b.spec.Axis].Normal) > 0 {
		next = i + 1
	}
	const shut = 0.5 * geom.Degree // lays less than a pixel bare: half a millimetre of the largest puzzles
	return b.offset(i, next).Abs() < shut
}

// shading lists what may shade a layer: everything but its own block and the
// layers that are turned like it.
func (b *body) shading(p *painter, i int) []*solid {
	var out []*solid
next:
	for _, s := range p.all {
		for k := range b.layers {
			if b.blocks[b.block[k]] == s && (b.block[k] == b.block[i] || b.alike(i, k)) {
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}

// drawSilhouette paints a layer's whole outline, edges rounded, in the colour
// of its grooves, so that no background shows through between its sides.
func (b *body) drawSilhouette(p *painter, i int) {
	r := b.edgeRadius()
	var in []geom.Vec
	for _, c := range b.pz.Layers(b.spec.Axis)[i].Corners {
		in = append(in, b.place(i, b.pulledIn(i, c, r/b.spec.SizeMM)))
	}
	e, _ := p.lights.at(b.layers[i].mid, geom.Vec{Z: 1}, nil)
	p.fill([][]pt{p.lens.balls(in, r)}, b.spec.Build.Body.linear().mul(0.4).times(e))
}

// edgeRadius is the radius of the solid's outer edges (mm).
func (b *body) edgeRadius() float64 { return math.Max(0.2, b.spec.Build.BevelMM*0.8) }

// pulledIn moves a corner of a layer inwards so that it keeps the distance r
// from all the layer's sides.
func (b *body) pulledIn(layer int, c geom.Vec, r float64) geom.Vec {
	var at []geom.Vec
	for _, f := range b.pz.Layers(b.spec.Axis)[layer].Polygons {
		if math.Abs(f.Normal.Dot(c.Sub(f.Corners[0]))) < 1e-9 {
			at = append(at, f.Normal)
		}
	}
	if len(at) < 3 {
		return c
	}
	n1, n2, n3 := at[0], at[1], at[2]
	det := n1.Dot(n2.Cross(n3))
	return c.Sub(n2.Cross(n3).Add(n3.Cross(n1)).Add(n1.Cross(n2)).Mul(r / det))
}

// facePainter paints one side of one layer.
type facePainter struct {
	*surface
	*body
	layer int
	rng   *rand.Rand
	rims  [rimDirs]rim
	mean  float32 // light on the middle of the side
}

// rim is the light on a piece's slanted edge that faces one way.
type rim struct {
	diffuse, glint rgb
	measured       bool
}

// rimDirs is the number of directions in which rims are lit.
const rimDirs = 16

// heart returns the middle of the side, in the mat frame.
func (f *facePainter) heart() geom.Vec {
	return f.at(pt{f.du * float64(f.nu-1) / 2, f.dv * float64(f.nv-1) / 2})
}

func (f *facePainter) measureMean() {
	c := f.heart()
	plain, _ := f.p.lights.at(c, f.view.n, nil)
	f.mean = plain.add(f.p.lights.fromMat(c, f.view.n, f.p.onMat)).g
}

// rim lights the slanted edges that face a direction of the surface: their
// normals are half way between the side's and the direction.
func (f *facePainter) rim(dir pt) *rim {
	k := int(math.Round(math.Atan2(dir.y, dir.x)/(2*math.Pi)*rimDirs)+rimDirs) % rimDirs
	r := &f.rims[k]
	if r.measured {
		return r
	}
	c := f.heart()
	eye := f.view.eye.Sub(c).Unit()
	s, co := math.Sincos(2 * math.Pi * float64(k) / rimDirs)
	n := f.view.n.Add(f.view.u.Mul(co)).Add(f.view.v.Mul(s)).Unit()
	e, _ := f.p.lights.at(c, n, nil)
	r.diffuse = e.add(f.p.lights.fromMat(c, n, f.p.onMat))
	r.glint = f.p.lights.glint(c, n, eye, max(2, f.sharp-2), f.gloss).add(f.p.lights.sheen(n, eye, f.gloss))
	r.measured = true
	return r
}

// sticker's polygon as it lies on the surface.
func (f *facePainter) polygon(corners []geom.Vec) []pt {
	out := make([]pt, len(corners))
	for i, c := range corners {
		out[i] = f.of(f.place(f.layer, c))
	}
	return out
}

// drawPiece paints one piece's face: groove, rim, plate and sticker.
func (f *facePainter) drawPiece(place int, st puzzle.Sticker) {
	bd := &f.spec.Build
	q := f.polygon(st.Corners)
	gaps, round := f.borders(st)
	colour := f.shade(f.spec.Colours[place])
	plateColour := bd.Body.linear()
	groove := plateColour.mul(0.25)
	if bd.Kind == Stickerless {
		plateColour = colour
		groove = colour.mul(0.2).mix(bd.Body.linear().mul(0.2), 0.5)
	}
	f.dull(groove, rounded(q, evenly(len(q), 0.6*f.edgeRadius())))
	outer := inset(q, gaps)
	for i := range gaps {
		gaps[i] += bd.BevelMM
	}
	inner := inset(q, gaps)
	rin := make([]float64, len(round))
	for i, r := range round {
		rin[i] = math.Max(r-bd.BevelMM, 0.1)
	}
	plate := rounded(inner, rin)
	f.drawRim(plateColour, rounded(outer, round), plate)
	switch bd.Kind {
	case Stickerless:
		f.paint(colour, plate)
	case Tiled:
		f.dull(plateColour, plate)
		tile := rounded(inset(inner, evenly(len(q), bd.InsetMM*0.4)), rin)
		top := rounded(inset(inner, evenly(len(q), bd.InsetMM)), rin)
		f.drawRim(colour, tile, top)
		f.paint(colour, top)
		plate = top
	default:
		f.paint(plateColour, plate)
		sticker := rounded(inset(inner, evenly(len(q), bd.InsetMM)), rin)
		f.paint(colour, sticker)
		plate = sticker
	}
	f.drawWear(plate, plateColour)
	if l := bd.Logo; l != nil && l.Place == place {
		f.drawLogo(l, plate)
	}
}

// borders returns, for each edge of a sticker's polygon, how far the piece
// stays back from it, and for each corner its radius.
func (f *facePainter) borders(st puzzle.Sticker) (gaps, round []float64) {
	bd := &f.spec.Build
	n := len(st.Corners)
	onBorder := make([]bool, n) // corner lies on the border of the face
	outer := func(c geom.Vec) bool {
		for j, g := range f.pz.Faces {
			if j != st.Face && math.Abs(g.Normal.Dot(c)-g.Distance) < 1e-9 {
				return true
			}
		}
		return false
	}
	for i, c := range st.Corners {
		onBorder[i] = outer(c)
	}
	for i, c := range st.Corners {
		gap := bd.GapMM
		if outer(c.Add(st.Corners[(i+1)%n]).Mul(0.5)) {
			gap = 0.1 * f.edgeRadius()
		}
		r := bd.HollowMM
		if onBorder[i] {
			r = bd.RoundMM
		}
		gaps, round = append(gaps, gap), append(round, r)
	}
	return gaps, round
}

// shade returns a colour's own shade with the small difference that every
// sticker has.
func (f *facePainter) shade(c puzzle.Colour) rgb {
	return f.spec.Build.Shades[c].linear().mul(float32(1 + 0.02*f.rng.NormFloat64()))
}

// drawRim paints the slanted edge between two outlines with as many points.
func (f *facePainter) drawRim(c rgb, outer, inner []pt) {
	here := f.light(middle(outer).x, middle(outer).y)
	there := float32(1)
	if f.mean > 0 {
		there = min(here.lit.g/f.mean, 1.2)
	}
	look := func(dir pt) rgb {
		r := f.rim(dir)
		return c.times(r.diffuse).mul(there).add(r.glint.mul(here.open))
	}
	f.p.fill(f.outlines(outer), c.times(here.lit))
	const single, visible = 1, 0.35
	width := f.rimPixels(outer)
	if width < visible {
		return // too thin to tell its sides apart
	}
	n, span := len(outer), 1
	if width < single && n%arc == 0 {
		span = arc // each straight edge with half of the corners beside it
	}
	for i := span / 4; i < n; i += span {
		var quad [2 * (arc + 1)]pt
		at := quad[:2*(span+1)]
		for k := 0; k <= span; k++ {
			at[k], at[len(at)-1-k] = outer[(i+k)%n], inner[(i+k)%n]
		}
		if d := unit2(at[0], at[span]); d != (pt{}) {
			f.p.fill(f.outlines(at), look(pt{d.y, -d.x}))
		}
	}
}

// rimPixels is the width of a rim in the picture, seen straight on.
func (f *facePainter) rimPixels(q []pt) float64 {
	z := f.p.lens.cam.CamFromMat.Apply(f.at(q[0])).Z
	return f.spec.Build.BevelMM * f.p.lens.cam.Fx / z
}
