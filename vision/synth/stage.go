package synth

import (
	"fmt"
	"math"
	"slices"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// Stage draws many pictures of one table fast: what stands still is drawn once,
// and each picture only where it differs from that. It shows what Raw shows, but
// for shadows on shadows, for the noise, which is the same at all levels, and
// for auto-exposure, of which it has none. It serves one goroutine.
type Stage struct {
	scene  Scene // without puzzle; Things are those that stand still
	cam    calib.Camera
	lit    *frame // what stands still, in its light
	coarse *lights
	onMat  rgb
	gain   float64
	taps   []uint64

	sources []source
	total   []rgb // of the sources
	outer   []ray // those that reach farthest, of those that cast a shadow to be seen

	grain   grain
	tone    [1 << (16 - toneShift)]uint8
	back    *Layer
	display *display
	work    frame
	shade   []float32
	cells   raster
}

// source is a lamp or the sky, and its light on the mat's plane past what stands
// still, by cell.
type source struct {
	light []rgb
	rays  []ray
}

// ray is one direction or point that light comes from, with its share of the
// source's.
type ray struct {
	at    geom.Vec // a point, or a direction
	far   bool     // a direction
	share float32
}

// down returns the direction in which the shadow of a point falls, scaled to a
// fall of 1.
func (r *ray) down(q geom.Vec) geom.Vec {
	if r.far {
		return r.at.Mul(-1 / r.at.Z)
	}
	return q.Sub(r.at).Mul(1 / (r.at.Z - q.Z))
}

// Layer is a rectangle of a picture without noise. It is immutable.
type Layer struct {
	x, y, w, h int
	pix        []uint8 // sRGB less the noise's reach
	hides      []bool  // pixels of the display that something lies before; nil for none
}

// NewStage makes a stage of a scene's table, light and things; its puzzle is
// left out, and a timer's display is blank. The error is ErrScene where the
// scene makes no sense.
func NewStage(s Scene, cam calib.Camera) (*Stage, error) {
	s.Puzzle = nil
	s.Things = append([]Thing(nil), s.Things...)
	for i := range s.Things {
		if s.Things[i].What == Timer {
			s.Things[i].Text = ""
		}
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := checkSize(&cam); err != nil {
		return nil, err
	}
	w, err := newWorld(&s)
	if err != nil {
		return nil, err
	}
	st := &Stage{scene: s, cam: cam, lit: &frame{}, coarse: newLights(&s, coarse), taps: blurTaps(s.Sensor.BlurPx)}
	lights := newLights(&s, fine)
	st.onMat, _ = lights.at(geom.Vec{Z: w.top}, geom.Vec{Z: 1}, nil)
	st.grain = newGrain(s.Sensor.Noise)
	for i, v := range tones() {
		st.tone[i] = st.grain.store(v)
	}
	st.lit.reserve(cam.Width, cam.Height)
	p := &painter{world: w, frame: st.lit, lens: newLens(&st.cam), lights: lights, onMat: st.onMat}
	p.drawGround()
	p.applyLight(st.light(p))
	p.lights = st.coarse
	for _, it := range farToNear(w.items, p.lens.eye) {
		it.draw(p)
	}
	st.scene.Table.Grain = 0 // from here on it is in the picture
	st.findOuter()
	st.gain = exposure(p.frame, s.Sensor.Mean)
	all := rect{0, 0, cam.Width, cam.Height}
	st.back = st.develop(p, all, all)
	st.work.reserve(cam.Width, cam.Height)
	st.display = newDisplay(&s, newLens(&st.cam))
	return st, nil
}

func checkSize(cam *calib.Camera) error {
	if cam.Width < 16 || cam.Height < 16 || cam.Width > maxSide || cam.Height > maxSide {
		return fmt.Errorf("%w: a camera of %d x %d pixels: use 16 to %d", ErrScene, cam.Width, cam.Height, maxSide)
	}
	return nil
}

// light measures the light of each source on the ground, and returns their sum.
func (st *Stage) light(p *painter) *groundLight {
	g := &groundLight{w: (p.w + cell - 1) / cell, h: (p.h + cell - 1) / cell}
	g.e = make([]rgb, g.w*g.h)
	st.cells = newRaster(g.w, g.h)
	st.shade, st.total = make([]float32, g.w*g.h), make([]rgb, g.w*g.h)
	spots := p.spots(g)
	add := func(rays []ray, full []float32, c rgb) {
		clear(st.shade)
		for i := range rays {
			p.cast(p.lens, &st.cells, st.shade, rays[i].share, rays[i].down)
		}
		g.add(full, st.shade, c)
		// Right under a thing no light would be left for its upper side.
		const most = 0.8
		for i, v := range st.shade {
			st.shade[i] = min(v, most)
		}
		one := groundLight{g.w, g.h, make([]rgb, len(g.e))}
		one.add(full, st.shade, c)
		for i, e := range one.e {
			st.total[i] = st.total[i].add(e)
		}
		st.sources = append(st.sources, source{one.e, rays})
	}
	for i := range p.lights.lamps {
		m := &p.lights.lamps[i]
		var rays []ray
		for _, s := range m.samples {
			rays = append(rays, ray{s, false, 1 / float32(len(m.samples))})
		}
		add(rays, spots.of(func(q geom.Vec) float32 { return float32(m.on(q, geom.Vec{Z: 1})) }), m.colour)
	}
	up := float32(0)
	for _, d := range p.lights.dome {
		up += float32(d.Z)
	}
	var rays []ray
	for _, d := range p.lights.dome {
		rays = append(rays, ray{d, true, float32(d.Z) / up})
	}
	add(rays, spots.of(func(geom.Vec) float32 { return up }), p.lights.sky)
	return g
}

// reserve makes a frame of a size, in memory that it has where that suffices.
func (f *frame) reserve(w, h int) {
	if len(f.r.lo) < h || cap(f.pix) < w*h || cap(f.r.acc) < (w+2)*h {
		*f = frame{pix: make([]rgb, w*h), r: newRaster(w, h)}
	}
	f.w, f.h, f.pix = w, h, f.pix[:w*h]
	f.r.reuse(w, h)
}

// reuse makes the raster one of another size, no larger than at first.
func (r *raster) reuse(w, h int) {
	r.w, r.h, r.acc = w, h, r.acc[:(w+2)*h]
	for y := range h {
		r.lo[y], r.hi[y] = w+1, -1
	}
}

// painter starts on a part of the picture, whose corner lies on the light's
// grid: what stands still, with the shadows of moving solids.
func (st *Stage) painter(w *world, moving []*solid, at rect) *painter {
	cam := st.cam
	cam.Width, cam.Height = at.x1-at.x0, at.y1-at.y0
	cam.Cx, cam.Cy = cam.Cx-float64(at.x0), cam.Cy-float64(at.y0)
	st.work.reserve(cam.Width, cam.Height)
	const spacing = 8 // a third of a sticker, and what no eye tells from less
	p := &painter{world: w, frame: &st.work, lens: newLens(&cam), lights: st.coarse, onMat: st.onMat, spacing: spacing}
	for y := range cam.Height {
		copy(p.pix[y*p.w:][:p.w], st.lit.pix[(at.y0+y)*st.lit.w+at.x0:])
	}
	p.applyLight(st.shadow(p, moving, at))
	return p
}

// findOuter lists the rays that tell how far shadows reach: four of each lamp,
// and the sky's steep ones; low ones cast shadows too faint to see.
func (st *Stage) findOuter() {
	for i := range st.coarse.lamps {
		for _, at := range st.coarse.lamps[i].samples {
			st.outer = append(st.outer, ray{at: at})
		}
	}
	const steepest, steep = 0.95, 0.85
	for _, d := range st.coarse.dome {
		if d.Z > steep && d.Z < steepest {
			st.outer = append(st.outer, ray{at: d, far: true})
		}
	}
}

// shadow returns how much light the solids' shadows leave.
func (st *Stage) shadow(p *painter, moving []*solid, at rect) *groundLight {
	g := &groundLight{w: (p.w + cell - 1) / cell, h: (p.h + cell - 1) / cell}
	g.e = make([]rgb, g.w*g.h)
	st.cells.reuse(g.w, g.h)
	wide, shade := (st.cam.Width+cell-1)/cell, st.shade[:len(g.e)]
	caster := &painter{world: &world{all: moving, top: p.top}}
	for i := range st.sources {
		s := &st.sources[i]
		clear(shade)
		for k := range s.rays {
			caster.cast(p.lens, &st.cells, shade, s.rays[k].share, s.rays[k].down)
		}
		for y := range g.h {
			for x, e := range s.light[(at.y0/cell+y)*wide+at.x0/cell:][:g.w] {
				k := y*g.w + x
				g.e[k] = g.e[k].add(e.mul(max(0, 1-shade[k])))
			}
		}
	}
	for y := range g.h {
		for x, e := range st.total[(at.y0/cell+y)*wide+at.x0/cell:][:g.w] {
			c := &g.e[y*g.w+x]
			left := rgb{c.r / e.r, c.g / e.g, c.b / e.b}
			*c = rgb{1, 1, 1}.mix(left, st.fade(g, at, x, y))
		}
	}
	return g
}

// fadeCells is how broad a rim is, in cells, in which faint shadows that reach
// farther fade out.
const fadeCells = 5

// fade returns how much of a shadow is left in a cell, 0 at the border of the
// part but for that of the picture.
func (st *Stage) fade(g *groundLight, at rect, x, y int) float32 {
	near := fadeCells
	for _, d := range [4]struct {
		cells  int
		beyond bool
	}{{x, at.x0 > 0}, {y, at.y0 > 0}, {g.w - 1 - x, at.x1 < st.cam.Width}, {g.h - 1 - y, at.y1 < st.cam.Height}} {
		if d.beyond {
			near = min(near, d.cells)
		}
	}
	return float32(near) / fadeCells
}

// drawItems draws what moves, and what stands still before it.
func (p *painter) drawItems(farToNear []item, moving map[item]bool) {
	var drawn []rect
	for _, it := range farToNear {
		b := p.lens.bounds(it)
		if b.x1 <= 0 || b.y1 <= 0 || b.x0 >= p.w || b.y0 >= p.h {
			continue
		}
		if moving[it] || slices.ContainsFunc(drawn, b.meets) {
			it.draw(p)
			drawn = append(drawn, b)
		}
	}
}

// develop makes a layer of the part keep of the picture that was painted at at.
func (st *Stage) develop(p *painter, at, keep rect) *Layer {
	l := &Layer{x: keep.x0, y: keep.y0, w: keep.x1 - keep.x0, h: keep.y1 - keep.y0}
	l.pix = make([]uint8, 3*l.w*l.h)
	a := newAmplifier(p.frame, &st.scene.Sensor, st.onMat, st.gain)
	a.fall = float32(4 * st.scene.Sensor.Vignette / float64(st.cam.Width*st.cam.Width+st.cam.Height*st.cam.Height))
	a.midX, a.midY = float32(st.cam.Width)/2-float32(at.x0), float32(st.cam.Height)/2-float32(at.y0)
	y := at.y0
	a.through(st.taps, func(px []uint64) {
		if y >= keep.y0 && y < keep.y1 {
			row := l.pix[3*l.w*(y-keep.y0):][:3*l.w]
			for _, v := range px[keep.x0-at.x0:][:l.w] {
				row[0], row[1], row[2] = st.tone[v&laneMask>>toneShift], st.tone[v>>laneBits&laneMask>>toneShift], st.tone[v>>(2*laneBits)&laneMask>>toneShift]
				row = row[3:]
			}
		}
		y++
	})
	return l
}

// Draw draws a puzzle (nil for none) and things onto the table. Each layer
// shows some of them with their shadows; together with the background they make
// the picture. The error is ErrScene where the scene makes no sense.
func (st *Stage) Draw(p *Puzzle, things []Thing) ([]*Layer, error) {
	s := st.scene
	s.Puzzle = p
	s.Things = append(s.Things[:len(s.Things):len(s.Things)], things...)
	if err := s.check(); err != nil {
		return nil, err
	}
	w, err := newWorld(&s)
	if err != nil {
		return nil, err
	}
	still, err := newWorld(&st.scene)
	if err != nil {
		return nil, err
	}
	lens := newLens(&st.cam)
	var parts []rect
	var shades []*solid
	moving := map[item]bool{}
	for _, it := range w.moving(len(still.items)) {
		r := st.touched(lens, it)
		if r.empty() {
			continue
		}
		moving[it] = true
		parts = append(parts, r)
		if b, ok := it.(*body); ok {
			shades = append(shades, b.blocks...)
		} else {
			shades = append(shades, it.solids()...)
		}
	}
	order := farToNear(w.items, lens.eye)
	var out []*Layer
	for _, keep := range merge(parts) {
		at := keep.grown(len(st.taps), 1).within(st.cam.Width, st.cam.Height).aligned(cell).within(st.cam.Width, st.cam.Height)
		painter := st.painter(w, shades, at)
		before := st.display.cut(painter.frame, at)
		painter.drawItems(order, moving)
		l := st.develop(painter, at, keep)
		l.hides = hidden(before, st.display.cut(painter.frame, at))
		out = append(out, l)
	}
	return out, nil
}

// moving returns the items but those of the things that stand still, which come
// after the puzzle.
func (w *world) moving(still int) []item {
	n := 0
	if w.puzzle != nil {
		n = 1
	}
	return append(w.items[:n:n], w.items[n+still:]...)
}

// touched returns the part of the picture that an item changes: itself and its
// shadows. What is out of sight casts none.
func (st *Stage) touched(l *lens, it item) rect {
	top := st.scene.Table.Mat.ThicknessMM
	r := l.bounds(it)
	if r.empty() {
		return r
	}
	for _, s := range it.solids() {
		var q []pt
		cast := func(p, d geom.Vec) { // d falls by 1
			drop := math.Max(p.Z-top, 0)
			if at, ok := l.point(geom.Vec{X: p.X + d.X*drop, Y: p.Y + d.Y*drop, Z: top}); ok {
				q = append(q, at)
			}
		}
		for _, p := range s.pts {
			for _, r := range st.outer {
				cast(p, r.down(p))
			}
		}
		r = r.union(l.visible(q))
	}
	return r.grown(fadeCells, cell).within(st.cam.Width, st.cam.Height)
}
