package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// flatBone is a bone as the picture shows it.
type flatBone struct {
	x, y, dx, dy float32 // pixels: from a to b
	per          float32 // 1 / length^2
	ra, dr       float32 // radius at a, change to b: pixels
	za, dz       float32 // distance from the camera: mm
	mm           float32 // a pixel's size there
	lo, hi       pt
	bone         *bone
	backX, backY float32 // the nail's direction in the camera's frame
	backZ        float32
}

func (p *painter) flatten(b *bone) (flatBone, bool) {
	cam := p.lens.cam
	a, c := cam.CamFromMat.Apply(b.a), cam.CamFromMat.Apply(b.b)
	if a.Z < nearest || c.Z < nearest {
		return flatBone{}, false
	}
	pa, pc := p.lens.pixel(a), p.lens.pixel(c)
	ra, rc := b.ra*cam.Fx/a.Z, b.rb*cam.Fx/c.Z
	f := flatBone{x: float32(pa.x), y: float32(pa.y), dx: float32(pc.x - pa.x), dy: float32(pc.y - pa.y), ra: float32(ra), dr: float32(rc - ra),
		za: float32(a.Z), dz: float32(c.Z - a.Z), mm: float32((a.Z + c.Z) / 2 / cam.Fx), bone: b}
	f.per = 1 / max(f.dx*f.dx+f.dy*f.dy, 1e-3)
	f.lo = pt{math.Min(pa.x-ra, pc.x-rc) - 1, math.Min(pa.y-ra, pc.y-rc) - 1}
	f.hi = pt{math.Max(pa.x+ra, pc.x+rc) + 1, math.Max(pa.y+ra, pc.y+rc) + 1}
	back := cam.CamFromMat.R.Apply(b.back)
	f.backX, f.backY, f.backZ = float32(back.X), float32(back.Y), float32(-back.Z)
	return f, true
}

// near tells whether a tile with its middle at a place may show the bone.
func (b *flatBone) near(x, y float32) bool {
	const corner = 0.71*tile + outlineReach
	px, py := x-b.x, y-b.y
	t := max(0, min((px*b.dx+py*b.dy)*b.per, 1))
	ex, ey := px-t*b.dx, py-t*b.dy
	far := max(b.ra, b.ra+b.dr) + corner
	return ex*ex+ey*ey < far*far
}

// outlineReach is how far outside a bone it is asked for (pixels).
const outlineReach = 2

// tile is the side of the squares for which it is asked which bones they show.
const tile = 8

// draw paints the skin over the bones, pixel by pixel, where nothing of the
// puzzle or a block is nearer.
func (m *arm) draw(p *painter) {
	var bones []flatBone
	lo, hi := pt{math.Inf(1), math.Inf(1)}, pt{math.Inf(-1), math.Inf(-1)}
	for i := range m.bones {
		if f, ok := p.flatten(&m.bones[i]); ok {
			bones = append(bones, f)
			lo, hi = pt{math.Min(lo.x, f.lo.x), math.Min(lo.y, f.lo.y)}, pt{math.Max(hi.x, f.hi.x), math.Max(hi.y, f.hi.y)}
		}
	}
	if len(bones) == 0 {
		return
	}
	s := &skin{p: p, veils: p.veils(), look: p.looks(m.bones[len(m.bones)/2].a)}
	x0, y0 := max(0, int(lo.x))/tile*tile, max(0, int(lo.y))/tile*tile
	for y := y0; y < min(p.h, int(hi.y)+1); y += tile {
		for x := x0; x < min(p.w, int(hi.x)+1); x += tile {
			s.near = s.near[:0]
			for i := range bones {
				if bones[i].near(float32(x)+tile/2, float32(y)+tile/2) {
					s.near = append(s.near, &bones[i])
				}
			}
			if len(s.near) > 0 && !s.paintPlain(x, y) {
				s.paint(x, y)
			}
		}
	}
}

// skin paints the bones of one tile.
type skin struct {
	p     *painter
	near  []*flatBone
	veils []veil
	look  *looks
	met   []meeting
}

// meeting is how high a bone's skin is at a place, and how far inside its
// outline that lies.
type meeting struct{ high, inside float32 }

// paintPlain paints a tile through which no outline goes from its corners'
// colours, and tells whether it is one.
func (s *skin) paintPlain(x0, y0 int) bool {
	if x0+tile > s.p.w || y0+tile > s.p.h {
		return false
	}
	var corner [4]rgb
	for k := range corner {
		c, _, _, within := s.at(float32(x0+k%2*tile), float32(y0+k/2*tile))
		if within < tile {
			return false
		}
		corner[k] = c
	}
	for _, v := range s.veils {
		if v.at.meets(rect{x0, y0, x0 + tile, y0 + tile}) {
			return false
		}
	}
	for y := range tile {
		t := (float32(y) + 0.5) / tile
		c, end := corner[0].mix(corner[2], t), corner[1].mix(corner[3], t)
		step := end.add(c.mul(-1)).mul(1.0 / tile)
		c = c.add(step.mul(0.5))
		row := s.p.pix[(y0+y)*s.p.w+x0:][:tile]
		for x := range row {
			row[x] = c
			c = c.add(step)
		}
	}
	return true
}

// paint goes by squares of two pixels: inside the skin one colour does for each.
func (s *skin) paint(x0, y0 int) {
	w, h := s.p.w, s.p.h
	for y := y0; y < min(y0+tile, h); y += 2 {
		for x := x0; x < min(x0+tile, w); x += 2 {
			c, z, inside, top := s.at(float32(x)+1, float32(y)+1)
			if inside <= -1 {
				continue
			}
			const sure = 2 // pixels
			for k := range 4 {
				u, v := x+k%2, y+k/2
				if u >= w || v >= h || s.hidden(u, v, z) {
					continue
				}
				px := &s.p.pix[v*w+u]
				if inside >= sure && top >= sure/2 {
					*px = c
				} else if c, _, in, _ := s.at(float32(u)+0.5, float32(v)+0.5); in > 0 {
					*px = px.mix(c, min(in, 1))
				}
			}
		}
	}
}

// at returns the colour of a place, its distance from the camera (mm) and how
// far it lies inside the outline of the whole, half a pixel more, and from the
// next outline that may be seen (pixels).
func (s *skin) at(x, y float32) (c rgb, z, inside, within float32) {
	const join = 5 // mm over which two bones' skins run into each other
	inside, within = -outlineReach, 1e9
	high, nx, ny, nz := float32(-1e9), float32(0), float32(0), float32(1)
	var top *flatBone
	var along, crease float32
	met := s.met[:0]
	for _, b := range s.near {
		px, py := x-b.x, y-b.y
		t := max(0, min((px*b.dx+py*b.dy)*b.per, 1))
		ex, ey := px-t*b.dx, py-t*b.dy
		r := b.ra + t*b.dr
		d2 := ex*ex + ey*ey
		out := r + outlineReach
		if d2 >= out*out {
			continue
		}
		in := r + 0.5 - sqrt32(d2)
		inside = max(inside, in)
		up := sqrt32(max(r*r-d2, 0.02*r*r))
		h := up*b.mm - (b.za + t*b.dz)
		met = append(met, meeting{h, in})
		w := max(0, min(0.5+(h-high)/(2*join), 1)) // share of this bone
		if top != nil && top.bone.cloth != b.bone.cloth {
			within = 0
			if w = 0; h > high {
				w = 1
			}
		}
		mix := w * (1 - w)
		turn := 1 - (nx*ex/r + ny*ey/r + nz*up/r)
		nx, ny, nz = nx+(ex/r-nx)*w, ny+(ey/r-ny)*w, nz+(up/r-nz)*w
		if high > -1e8 {
			high = high + (h-high)*w + join*mix
			crease = max(crease*(1-w), 4*mix*min(turn, 1))
		} else {
			high = h
		}
		if w >= 0.5 {
			top, along = b, t
		}
	}
	for _, m := range met { // what lies deep below is not seen, nor is its outline
		if m.high > high-3*join {
			within = min(within, max(m.inside, -m.inside))
		}
	}
	if top == nil {
		return c, 0, inside, 0
	}
	n := 1 / sqrt32(nx*nx+ny*ny+nz*nz)
	nx, ny, nz = nx*n, ny*n, nz*n
	albedo := top.bone.colour
	shine := float32(0.025)
	switch {
	case top.bone.cloth:
		shine = 0
	case top.bone.back != geom.Vec{}:
		if nail := nx*top.backX + ny*top.backY + nz*top.backZ; along > 0.45 && nail > 0.8 {
			albedo = albedo.mix(rgb{0.75, 0.55, 0.5}, 0.45*min((nail-0.8)*20, 1))
			shine = 0.08
		}
	}
	// Where two fingers meet, less light comes in; light that enters skin at
	// its rim comes out redder.
	dark := 1 - 0.3*crease
	e := s.look.at(nx, ny)
	c = albedo.times(e.lit).mul(dark).add(e.mirror.mul(shine))
	if !top.bone.cloth {
		rim := (1 - nz) * (1 - nz) * 0.25
		c.r *= 1 + rim
	}
	return c, -high, inside, within
}

func sqrt32(v float32) float32 { return float32(math.Sqrt(float64(v))) }

// looks is the light on a small thing by the direction of its surface: lookSize
// by lookSize values of the normal's x and y in the camera's frame.
type looks [lookSize * lookSize]node

const lookSize = 13

// looks measures the light at a place of the mat frame, no shadows.
func (p *painter) looks(at geom.Vec) *looks {
	out := &looks{}
	back := p.lens.cam.CamFromMat.R.Inverse()
	eye := p.lens.eye.Sub(at).Unit()
	for j := range lookSize {
		for i := range lookSize {
			x, y := 2*float64(i)/(lookSize-1)-1, 2*float64(j)/(lookSize-1)-1
			if r := math.Hypot(x, y); r > 1 {
				x, y = x/r, y/r
			}
			n := back.Apply(geom.Vec{X: x, Y: y, Z: -math.Sqrt(math.Max(0, 1-x*x-y*y))})
			e, _ := p.lights.at(at, n, nil)
			o := &out[j*lookSize+i]
			o.lit = e.add(p.lights.fromMat(at, n, p.onMat))
			const softness = 4 // of the shine: a power of 2^4
			o.mirror = p.lights.glint(at, n, eye, softness, 1)
		}
	}
	return out
}

func (l *looks) at(x, y float32) node {
	fx, fy := (x+1)*((lookSize-1)/2.0), (y+1)*((lookSize-1)/2.0)
	i, j := max(0, min(int(fx), lookSize-2)), max(0, min(int(fy), lookSize-2))
	a := l[j*lookSize+i : j*lookSize+i+2]
	b := l[(j+1)*lookSize+i : (j+1)*lookSize+i+2]
	top, low := a[0].mix(&a[1], fx-float32(i)), b[0].mix(&b[1], fx-float32(i))
	return top.mix(&low, fy-float32(j))
}

// veil is a solid that may hide a part of an arm.
type veil struct {
	at    rect
	sides []veilSide
}

// veilSide is a side as the camera sees it: gap is the eye's distance below it,
// and a ray of pixel (x, y) whose depth grows by 1 rises by dx x + dy y + d
// towards it. Distortion is taken at the solid's middle only.
type veilSide struct{ gap, dx, dy, d float32 }

// veils lists the solids, but rods, that are high enough to hide a hand.
func (p *painter) veils() []veil {
	const high = 35 // mm over the mat: a timer is lower, a puzzle higher
	var out []veil
	for _, s := range p.all {
		if s.rod != nil {
			continue
		}
		at, reaches := nowhere, false
		for _, q := range s.pts {
			at, reaches = at.including(p.lens, q), reaches || q.Z > p.top+high
		}
		if !reaches {
			continue
		}
		v := veil{at: at.grown(1, 1)}
		for i := range s.sides {
			d := &s.sides[i]
			w := p.lens.plane(s.mid, d.normal, d.normal, d.normal)
			v.sides = append(v.sides, veilSide{float32(d.dist - d.normal.Dot(p.lens.eye)), float32(w.dn[0]), float32(w.dn[1]), float32(w.dn[2])})
		}
		out = append(out, v)
	}
	return out
}

// hidden tells whether a veil is nearer than a distance (mm along the camera's
// axis) at a pixel.
func (s *skin) hidden(x, y int, z float32) bool {
	const touch = 2 // mm by which fingers may sink into what they hold
	fx, fy := float32(x), float32(y)
	for i := range s.veils {
		v := &s.veils[i]
		if x < v.at.x0 || x >= v.at.x1 || y < v.at.y0 || y >= v.at.y1 {
			continue
		}
		near, far := float32(0), z-touch
		for k := range v.sides {
			d := &v.sides[k]
			speed := d.dx*fx + d.dy*fy + d.d
			switch {
			case speed > 1e-9:
				far = min(far, d.gap/speed)
			case speed < -1e-9:
				near = max(near, d.gap/speed)
			case d.gap < 0:
				near = far
			}
			if near >= far {
				break
			}
		}
		if near < far {
			return true
		}
	}
	return false
}
