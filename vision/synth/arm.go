package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// arm is a hand and its forearm: round cones between joints, which a smooth
// skin joins.
type arm struct {
	bones []bone
	lying []*solid // rods that cast its shadow
}

// bone is a round cone from a to b with a radius at each (mm).
type bone struct {
	a, b   geom.Vec
	ra, rb float64
	colour rgb
	cloth  bool
	back   geom.Vec // of a finger's last bone: the direction in which the nail looks
}

// hand sizes are those of an adult's (mm); they scale with the breadth of the
// knuckles. x goes from the thumb to the little finger, y along the fingers, z
// up from the palm.
const (
	knuckles    = 84.0
	knuckleHigh = 21.0 // of the knuckles' middle over the underside
	fingerGap   = 21.0
)

// fingers are the lengths from knuckle to tip, index to little finger, and how
// far each knuckle is set back.
var fingers = [4]struct{ long, back float64 }{{72, 3}, {80, 0}, {75, 4}, {58, 13}}

// newArm makes an arm, palm down where its roll is 0.
func newArm(t *Thing, top float64) *arm {
	k := t.WidthMM / knuckles
	flip := 1.0 // a right hand's thumb is on its left
	if t.Left {
		flip = -1
	}
	sin, cos := math.Sincos(t.RollDeg * math.Pi / 180)
	dir := func(x, y, z float64) geom.Vec {
		q := turned(pt{flip * (x*cos + z*sin), y}, t.YawDeg)
		return geom.Vec{X: q.x, Y: q.y, Z: z*cos - x*sin}
	}
	at := func(x, y, z float64) geom.Vec {
		return dir(x*k, y*k, (z-knuckleHigh)*k).Add(geom.Vec{X: t.XMM, Y: t.YMM, Z: top + t.LiftMM + knuckleHigh*k})
	}
	m := &arm{}
	skin, sleeve := t.Colour.linear(), t.Second.linear()
	add := func(a, b geom.Vec, ra, rb float64, c rgb) *bone {
		m.bones = append(m.bones, bone{a: a, b: b, ra: ra * k, rb: rb * k, colour: c})
		return &m.bones[len(m.bones)-1]
	}
	add(at(3, -440, 62), at(3, -196, 33), 52, 37, sleeve).cloth = true
	add(at(3, -196, 33), at(2, -100, 24), 29, 24, skin)
	for i, f := range fingers {
		m.finger(t, i, f.long, f.back, at, dir, add, skin)
	}
	m.thumb(t.Curl, at, dir, add, skin)
	m.cast()
	return m
}

// cast makes the rods that cast the shadow: fewer than there are bones.
func (m *arm) cast() {
	rod := func(from, to int) {
		a, b := &m.bones[from], &m.bones[to]
		m.lying = append(m.lying, rodOf(a.a, b.b, (a.ra+b.rb)/2))
	}
	rod(0, 0)
	rod(1, 1)
	const wrist, each = 2, 4 // bones before the fingers, and of each
	for i := range fingers {
		first := wrist + each*i
		rod(first, first)
		rod(first+1, first+3)
	}
	rod(len(m.bones)-2, len(m.bones)-1)
}

type (
	place func(x, y, z float64) geom.Vec
	adder func(a, b geom.Vec, ra, rb float64, c rgb) *bone
)

func (m *arm) finger(t *Thing, i int, long, back float64, at, dir place, add adder, skin rgb) {
	x := fingerGap * (float64(i) - 1.5)
	fan := t.SpreadMM * (float64(i) - 1.5) / 3 / long
	add(at(0.62*x+1, -86, 22), at(x, -back, knuckleHigh), 15, 11.5, skin)
	shares := [3]float64{0.46, 0.30, 0.24}
	bends := [3]float64{6 + 62*t.Curl, 10 + 80*t.Curl, 6 + 45*t.Curl} // degrees
	radii := [4]float64{10.6, 9.6, 8.6, 7.2}
	if i == 3 {
		radii = [4]float64{9.4, 8.4, 7.6, 6.4}
	}
	px, py, pz, bent := x, -back, knuckleHigh, 0.0
	for j, s := range shares {
		bent += bends[j] * math.Pi / 180
		sin, cos := math.Sincos(bent)
		qx, qy, qz := px+fan*s*long, py+cos*s*long, pz-sin*s*long
		b := add(at(px, py, pz), at(qx, qy, qz), radii[j], radii[j+1], skin)
		if j == 2 {
			b.back = dir(0, sin, cos)
		}
		px, py, pz = qx, qy, qz
	}
}

// thumb lies beside the hand, and opposite to the fingers as they bend.
func (m *arm) thumb(curl float64, at, dir place, add adder, skin rgb) {
	mixed := func(open, shut [3]float64) geom.Vec {
		return at(mixf(open[0], shut[0], curl), mixf(open[1], shut[1], curl), mixf(open[2], shut[2], curl))
	}
	root := at(-17, -78, 19)
	ball := mixed([3]float64{-41, -42, 15}, [3]float64{-36, -40, 2})
	joint := mixed([3]float64{-56, -12, 12}, [3]float64{-42, -4, -12})
	tip := mixed([3]float64{-59, 16, 9}, [3]float64{-34, 22, -24})
	add(root, ball, 19, 15, skin)
	add(ball, joint, 13.5, 10.5, skin)
	add(joint, tip, 10.5, 8.2, skin).back = dir(-0.55, 0, 0.83)
}

func mixf(a, b, t float64) float64 { return a + (b-a)*t }

func (m *arm) solids() []*solid { return m.lying }

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
				if b := &bones[i]; b.lo.x < float64(x+tile) && b.hi.x > float64(x) && b.lo.y < float64(y+tile) && b.hi.y > float64(y) {
					s.near = append(s.near, b)
				}
			}
			if len(s.near) > 0 {
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
				if top >= sure {
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
// next outline within it (pixels).
func (s *skin) at(x, y float32) (c rgb, z, inside, within float32) {
	const (
		join  = 5 // mm over which two bones' skins run into each other
		reach = 2 // pixels outside a bone that are asked for
	)
	inside, within = -reach, reach
	high, nx, ny, nz := float32(-1e9), float32(0), float32(0), float32(1)
	var top *flatBone
	var along, crease float32
	for _, b := range s.near {
		px, py := x-b.x, y-b.y
		t := max(0, min((px*b.dx+py*b.dy)*b.per, 1))
		ex, ey := px-t*b.dx, py-t*b.dy
		r := b.ra + t*b.dr
		d2 := ex*ex + ey*ey
		out := r + reach
		if d2 >= out*out {
			continue
		}
		in := r + 0.5 - sqrt32(d2)
		inside, within = max(inside, in), min(within, max(in, -in))
		up := sqrt32(max(r*r-d2, 0.02*r*r))
		h := up*b.mm - (b.za + t*b.dz)
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
	sides []side
}

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
		if reaches {
			out = append(out, veil{at.grown(1, 1), s.sides})
		}
	}
	return out
}

// hidden tells whether a veil is nearer than a distance (mm along the camera's
// axis) at a pixel.
func (s *skin) hidden(x, y int, z float32) bool {
	for i := range s.veils {
		v := &s.veils[i]
		if x < v.at.x0 || x >= v.at.x1 || y < v.at.y0 || y >= v.at.y1 {
			continue
		}
		cam := s.p.lens.cam
		ray := cam.Ray(geom.Pixel{U: float64(x), V: float64(y)})
		near, far := 0.0, math.Inf(1)
		for k := range v.sides {
			d := &v.sides[k]
			gap, speed := d.dist-d.normal.Dot(s.p.lens.eye), d.normal.Dot(ray)
			switch {
			case speed > 1e-9:
				far = math.Min(far, gap/speed)
			case speed < -1e-9:
				near = math.Max(near, gap/speed)
			case gap < 0:
				near = math.Inf(1)
			}
		}
		const touch = 2 // mm by which fingers may sink into what they hold
		if near < far && near*cam.CamFromMat.R.Apply(ray).Z < float64(z)-touch {
			return true
		}
	}
	return false
}
