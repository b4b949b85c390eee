package synth

import (
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/calib/geom"
)

// painter draws one picture.
type painter struct {
	*world
	*frame
	lens   *lens
	lights *lights
	onMat  rgb // light on the mat's middle

	spacing float64 // mm between samples of the light on a puzzle
}

// drawGround paints floor, table, mat and what is printed on it, unlit.
func (p *painter) drawGround() {
	t := &p.scene.Table
	base := p.lens.outline(level(0, plan(t.WidthMM, t.DepthMM, 0), pt{}, 0))
	ground := t.Floor.linear()
	whole := area(p.r.clip(base)) > float64(p.w*p.h)-0.5 // nothing but table in view
	if whole {
		ground = t.Colour.linear()
	}
	for i := range p.pix {
		p.pix[i] = ground
	}
	if !whole {
		p.fill([][]pt{base}, t.Colour.linear())
	}
	p.drawStreaks()
	m := &t.Mat
	edge := plan(m.WidthMM, m.DepthMM, m.RoundMM)
	upper := p.lens.outline(level(p.top, edge, pt{}, 0))
	if rim := p.lens.outline(level(0, edge, pt{}, 0)); len(rim) > 2 && len(upper) > 2 {
		p.fill([][]pt{rim, reversed(upper)}, m.Colour.linear().mul(0.5)) // in its own shade
	}
	p.fill([][]pt{upper}, m.Colour.linear())
	for i := range m.Prints {
		p.drawPrint(&m.Prints[i])
	}
}

// level lifts a polygon into the mat frame.
func level(z float64, poly []pt, at pt, yawDeg float64) []geom.Vec {
	out := make([]geom.Vec, len(poly))
	for i, q := range poly {
		q = turned(q, yawDeg)
		out[i] = geom.Vec{X: at.x + q.x, Y: at.y + q.y, Z: z}
	}
	return out
}

// drawStreaks gives the table the long grain of wood.
func (p *painter) drawStreaks() {
	t := &p.scene.Table
	if t.Streaks <= 0 {
		return
	}
	rng := rand.New(rand.NewPCG(p.scene.Seed, 1))
	base := t.Colour.linear()
	const streaks = 70
	for i := 0; i < streaks; i++ {
		y := (rng.Float64() - 0.5) * t.DepthMM
		x := (rng.Float64() - 0.5) * t.WidthMM
		long, broad := 200+rng.Float64()*500, 1+rng.Float64()*9
		lean := (rng.Float64() - 0.5) * 8
		shade := 1 + float32(t.Streaks*(rng.Float64()-0.6)*0.5)
		q := []pt{{x, y}, {x + long, y + lean}, {x + 0.9*long, y + broad + lean}, {x + 0.1*long, y + broad}}
		p.fill(p.lens.outlines(level(0, trimmed(q, t.WidthMM, t.DepthMM), pt{}, 0)), base.mul(shade))
	}
}

func (p *painter) drawPrint(i *Print) {
	c, at := i.Colour.linear(), pt{i.XMM, i.YMM}
	put := func(contours ...[]pt) {
		var polys [][]geom.Vec
		m := &p.scene.Table.Mat
		for _, q := range moved(contours, 1, i.YawDeg, at) {
			polys = append(polys, level(p.top, trimmed(q, m.WidthMM, m.DepthMM), pt{}, 0))
		}
		p.fill(p.lens.outlines(polys...), c)
	}
	switch i.Shape {
	case Text:
		put(letters(i.Text, i.SizeMM)...)
	case Glyphs:
		put(strokes(i.Text, i.SizeMM)...)
	case Bar:
		put(plan(i.WidthMM, i.SizeMM, 0))
	case Disc:
		put(plan(i.SizeMM, i.SizeMM, i.SizeMM))
	case Ring:
		inner := i.SizeMM - 2*i.WidthMM
		put(plan(i.SizeMM, i.SizeMM, i.SizeMM), reversed(plan(inner, inner, inner)))
	case Frame:
		m := &p.scene.Table.Mat
		w, d := m.WidthMM-2*i.SizeMM, m.DepthMM-2*i.SizeMM
		put(plan(w, d, m.RoundMM), reversed(plan(w-2*i.WidthMM, d-2*i.WidthMM, m.RoundMM)))
	}
}

// trimmed cuts a contour to a rectangle about the origin.
func trimmed(q []pt, width, depth float64) []pt {
	q = moved([][]pt{q}, 1, 0, pt{width / 2, depth / 2})[0]
	for side := 0; side < 4; side++ {
		q = cutSide(nil, q, side, width, depth)
	}
	return moved([][]pt{q}, 1, 0, pt{-width / 2, -depth / 2})[0]
}

// area returns the area of a polygon, whichever way it is wound.
func area(q []pt) float64 {
	a := 0.0
	for i, p := range q {
		n := q[(i+1)%len(q)]
		a += p.x*n.y - n.x*p.y
	}
	return math.Abs(a) / 2
}

func reversed(q []pt) []pt {
	out := make([]pt, len(q))
	for i, p := range q {
		out[len(q)-1-i] = p
	}
	return out
}

// cell is the spacing, in pixels, of the light's grid on the ground: soft
// shadows need no finer one.
const cell = 4

// groundLight is the light on the plane of the mat as the picture sees it: one
// value in the middle of each cell.
type groundLight struct {
	w, h int
	e    []rgb
}

// lightGround finds the light on the mat's plane, the shadows of all solids
// included, through a lens of its own.
func (p *painter) lightGround(l *lens) *groundLight {
	g := &groundLight{w: (p.w + cell - 1) / cell, h: (p.h + cell - 1) / cell}
	g.e = make([]rgb, g.w*g.h)
	r := newRaster(g.w, g.h)
	shade := make([]float32, g.w*g.h)
	spots := p.spots(g)
	for i := range p.lights.lamps {
		m := &p.lights.lamps[i]
		clear(shade)
		for _, s := range m.samples {
			p.cast(l, &r, shade, 1/float32(len(m.samples)), func(q geom.Vec) geom.Vec { return q.Sub(s).Mul(1 / (s.Z - q.Z)) })
		}
		g.add(spots.of(func(q geom.Vec) float32 { return float32(m.on(q, geom.Vec{Z: 1})) }), shade, m.colour)
	}
	clear(shade)
	up := float32(0)
	for _, d := range p.lights.dome {
		up += float32(d.Z)
	}
	for _, d := range p.lights.dome {
		p.cast(l, &r, shade, float32(d.Z)/up, func(geom.Vec) geom.Vec { return d.Mul(-1 / d.Z) })
	}
	g.add(spots.of(func(geom.Vec) float32 { return up }), shade, p.lights.sky)
	return g
}

// cast adds weight to shade where the solids' shadow falls; down takes a point
// to the direction in which its shadow lies, scaled to a fall of 1.
func (p *painter) cast(l *lens, r *raster, shade []float32, weight float32, down func(geom.Vec) geom.Vec) {
	contours := make([][]pt, 0, len(p.all))
	var foot []pt
	for _, s := range p.all {
		foot = foot[:0]
		for _, q := range s.pts {
			d := down(q)
			drop := math.Max(q.Z-p.top, 0)
			foot = append(foot, pt{q.X + d.X*drop, q.Y + d.Y*drop})
		}
		l.poly = l.poly[:0]
		for _, q := range hullOf(foot) {
			l.poly = append(l.poly, geom.Vec{X: q.x, Y: q.y, Z: p.top})
		}
		o := l.outline(l.poly)
		if len(o) < 3 {
			continue
		}
		for i := range o {
			o[i].x /= cell
			o[i].y /= cell
		}
		contours = append(contours, o)
	}
	r.each(contours, func(y, x0 int, cover []float32) {
		row := shade[y*r.w+x0:]
		for i, a := range cover {
			row[i] += weight * a
		}
	})
}

func (g *groundLight) add(full, shade []float32, c rgb) {
	for i := range g.e {
		g.e[i] = g.e[i].add(c.mul(full[i] * max(0, 1-shade[i])))
	}
}

// spots is a coarse grid of points of the mat's plane, for what changes slowly.
type spots struct {
	g    *groundLight
	w, h int
	at   []geom.Vec
}

// spotCells is the spacing of spots in cells: 32 pixels, over which a lamp's
// light changes by a percent or two.
const spotCells = 8

func (p *painter) spots(g *groundLight) *spots {
	s := &spots{g: g, w: g.w/spotCells + 2, h: g.h/spotCells + 2}
	for j := 0; j < s.h; j++ {
		for i := 0; i < s.w; i++ {
			s.at = append(s.at, p.onGround(float64(i*spotCells*cell), float64(j*spotCells*cell)))
		}
	}
	return s
}

// onGround returns the point of the mat's plane that a pixel sees; where it
// sees none, a point far away.
func (p *painter) onGround(u, v float64) geom.Vec {
	const far = 5000 // mm
	d := p.lens.cam.Ray(geom.Pixel{U: u, V: v})
	k := (p.top - p.lens.eye.Z) / d.Z
	if d.Z >= 0 || k > far {
		k = far
	}
	q := p.lens.eye.Add(d.Mul(k))
	q.Z = p.top
	return q
}

// of evaluates a slowly changing function for every cell.
func (s *spots) of(f func(geom.Vec) float32) []float32 {
	coarse := make([]float32, len(s.at))
	for i, q := range s.at {
		coarse[i] = f(q)
	}
	out := make([]float32, s.g.w*s.g.h)
	for y := 0; y < s.g.h; y++ {
		j, fy := y/spotCells, float32(y%spotCells)/spotCells
		for x := 0; x < s.g.w; x++ {
			i, fx := x/spotCells, float32(x%spotCells)/spotCells
			c := coarse[j*s.w+i:]
			top := c[0] + (c[1]-c[0])*fx
			low := c[s.w] + (c[s.w+1]-c[s.w])*fx
			out[y*s.g.w+x] = top + (low-top)*fy
		}
	}
	return out
}

// applyLight lights what drawGround painted and gives it its grain.
func (p *painter) applyLight(g *groundLight) {
	grain := float32(p.scene.Table.Grain)
	noise := gaussians()
	rng := rand.New(rand.NewPCG(p.scene.Seed, 2))
	row := make([]rgb, g.w+1)
	for y := 0; y < p.h; y++ {
		fy := math.Min(math.Max((float64(y)+0.5)/cell-0.5, 0), float64(g.h-1))
		j := min(int(fy), g.h-2)
		t := float32(fy - float64(j))
		for i := 0; i < g.w; i++ {
			row[i] = g.e[j*g.w+i].mix(g.e[(j+1)*g.w+i], t)
		}
		row[g.w] = row[g.w-1]
		at := rng.IntN(len(noise) - p.w)
		px, n := p.pix[y*p.w:(y+1)*p.w], noise[at:at+p.w]
		for x := range px {
			fx := float32(x)/cell + (0.5/cell - 0.5)
			i := int(fx) // 0 for the first cell's left half, too
			a, b, t, g := &row[i], &row[i+1], fx-float32(i), 1+grain*n[x]
			c := &px[x]
			c.r *= (a.r + (b.r-a.r)*t) * g
			c.g *= (a.g + (b.g-a.g)*t) * g
			c.b *= (a.b + (b.b-a.b)*t) * g
		}
	}
}
