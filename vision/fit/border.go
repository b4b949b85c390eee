package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// border is one straight border of a part, in its layer's frame.
type border struct {
	layer  int
	a, b   geom.Vec // ends at fill 1
	c      geom.Vec // what the size shrinks toward
	by     int      // the parameter that moves it: pFill or pRim
	id     int16
	centre geom.Pixel // the part's centre in the picture, which tells inside
}

func (r *refiner) outline(p *pose, b border, corners []geom.Vec, reach, stride float64) {
	c, ok := r.win.cam.ProjectCam(r.base[b.layer].apply(b.c))
	if !ok {
		return
	}
	b.centre = r.lv.to(c)
	for i, v := range corners {
		b.a, b.b = v, corners[(i+1)%len(corners)]
		r.along(p, &b, reach, stride)
	}
}

// ends is the share of a border left out at each end: corners are rounded (up
// to a quarter of the side on common stickers).
const ends = 0.15

// segment is the length (pixels) over which a border's profile is averaged.
const segment = 10.0

func (r *refiner) along(p *pose, b *border, reach, stride float64) {
	cam, x := r.win.cam, &r.base[b.layer]
	size := p.get(b.by)
	in := func(v geom.Vec) geom.Vec { return b.c.Add(v.Sub(b.c).Mul(size)) }
	pa, ok1 := cam.ProjectCam(x.apply(in(b.a)))
	pb, ok2 := cam.ProjectCam(x.apply(in(b.b)))
	if !ok1 || !ok2 {
		return
	}
	pa, pb = r.lv.to(pa), r.lv.to(pb)
	du, dv := pb.U-pa.U, pb.V-pa.V
	length := math.Hypot(du, dv)
	if length < 3 {
		return
	}
	nu, nv := dv/length, -du/length
	if nu*((pa.U+pb.U)/2-b.centre.U)+nv*((pa.V+pb.V)/2-b.centre.V) < 0 {
		nu, nv = -nu, -nv
	}
	n := max(int(length*(1-2*ends)/segment+0.5), 1)
	for i := 0; i < n; i++ {
		f := ends + (1-2*ends)*(float64(i)+0.5)/float64(n)
		half := (1 - 2*ends) / float64(n) / 2
		raw := b.a.Add(b.b.Sub(b.a).Mul(f))
		at := geom.Pixel{U: pa.U + du*f, V: pa.V + dv*f}
		r.sample(b, raw, in(raw), at, geom.Pixel{U: du * half, V: dv * half}, length*half, nu, nv, reach, stride)
	}
}

// sample looks for the edge at one border segment (its middle at, its half
// extent ext, patch coordinates) and adds it to the normal equations.
func (r *refiner) sample(b *border, raw, v geom.Vec, at, ext geom.Pixel, half float64, nu, nv, reach, stride float64) {
	k := r.profile(b, at, ext, half, nu, nv, reach, stride)
	if k == 0 {
		return
	}
	r.tried += float64(k)
	r.tiles[b.id].tried += float64(k) * stride
	s, e := r.edge(reach, &r.colour[b.id])
	noise := r.lv.noise * math.Sqrt2 / math.Sqrt(float64(k)*stride)
	if e < edgeFloor+edgeSure*noise {
		return
	}
	floor := edgeFloor + edgeSure*noise
	gain := func(seen float64) float64 {
		return min((e*e-floor*floor)/(seen*seen), 1) * float64(k) * stride * math.Exp(-s*s/2)
	}
	lit := gain(r.seen(&r.colour[b.id]))
	r.hit += lit
	r.shown[b.layer] += lit * r.lv.scale / r.win.span
	r.tiles[b.id].hit += lit
	if b.by == pRim {
		r.inner += gain(edgeSeen)
	}
	if r.looking {
		return
	}
	w := float64(k) / (1 + 4*noise*noise/(e*e)*float64(k)) * min(e/edgeFull, 1)
	c := max(reach/3, 0.7)
	w *= 1 / (1 + s*s/(c*c))
	r.accumulate(b, raw, v, nu, nv, s, w)
}

// Sizes of an edge (sRGB steps across two pixels): edgeFull is that of a clear
// one, which has its full weight; from edgeSeen on it counts as seen; below
// edgeFloor plus edgeSure deviations it may be texture or noise.
const (
	edgeFull  = 40.0
	edgeSeen  = 20.0
	edgeFloor = 3.0
	edgeSure  = 3.0
)

// Under less light every edge is smaller: from usualLight, in sRGB steps the mean
// of the three channels of a sticker, down to a third of it, edgeSeen follows the
// light. On 24 rendered pictures three stickers of four are lighter (the quartile
// is 121), and one of twenty is below 62.
const (
	usualLight = 110.0
	leastLight = 1.0 / 3
)

// seen is the size from which an edge of a part counts as seen.
func (r *refiner) seen(own *tally) float64 {
	mean := float64(own.a) / lightness / math.Sqrt(3)
	return edgeSeen * min(max(mean/usualLight, leastLight), 1)
}

// accumulate adds a residual s along the normal to the normal equations.
func (r *refiner) accumulate(b *border, raw, v geom.Vec, nu, nv, s, w float64) {
	cam := r.win.cam
	x := &r.base[b.layer]
	q := x.apply(v)
	fx, fy := cam.Fx/q.Z/r.lv.scale, cam.Fy/q.Z/r.lv.scale
	gx, gy := nu*fx, nv*fy
	gz := -(gx*q.X + gy*q.Y) / q.Z
	var j [maxParams]float64
	np := r.params()
	for k := 0; k < np; k++ {
		if !r.free[k] {
			continue
		}
		var d geom.Vec
		if k == pFill || k == pRim {
			if b.by != k {
				continue
			}
			d = x.a.Apply(raw.Sub(b.c))
		} else {
			d = r.deriv[k][b.layer].apply(v)
		}
		j[k] = gx*d.X + gy*d.Y + gz*d.Z
	}
	for a := 0; a < np; a++ {
		if j[a] == 0 {
			continue
		}
		wa := w * j[a]
		r.atb[a] += wa * s
		for c := a; c < np; c++ {
			r.ata[a][c] += wa * j[c]
		}
	}
}

const maxProfile = 33

// profile averages the picture across a border segment into r.prof, from
// -reach-1 to reach+1 along the outward normal, over the samples whose inner
// side shows the part. It returns their number.
func (r *refiner) profile(b *border, at, ext geom.Pixel, half, nu, nv, reach, stride float64) int {
	win := r.lv
	r.n = min(int(2*reach+0.5)+3, maxProfile)
	mid := float64(r.n-1) / 2
	for i := 0; i < r.n; i++ {
		r.prof[i] = [3]float32{}
	}
	n := max(int(2*half/stride+0.5), 1)
	k := 0
	for i := 0; i < n; i++ {
		f := 2*(float64(i)+0.5)/float64(n) - 1
		u, v := at.U+f*ext.U, at.V+f*ext.V
		iu, iv := int(u-1.2*nu+0.5), int(v-1.2*nv+0.5)
		if iu < 1 || iv < 1 || iu >= win.w-1 || iv >= win.h-1 || r.lab.id[iv*win.w+iu] != b.id {
			continue
		}
		k++
		for j := 0; j < r.n; j++ {
			s := float64(j) - mid
			a, c, d := win.at(u+s*nu, v+s*nv)
			q := &r.prof[j]
			q[0] += a
			q[1] += c
			q[2] += d
		}
	}
	if k > 1 {
		inv := 1 / float32(k)
		for i := 0; i < r.n; i++ {
			r.prof[i][0] *= inv
			r.prof[i][1] *= inv
			r.prof[i][2] *= inv
		}
	}
	return k
}

// edge returns where in r.prof the picture changes most from the part's colour
// on its inner side, and the size of that change.
func (r *refiner) edge(reach float64, own *tally) (pos, size float64) {
	n := r.n
	half := float64(n-1) / 2
	var g [maxProfile]float64
	best, bi := 0.0, -1
	for i := 1; i < n-1; i++ {
		a, b := &r.prof[i-1], &r.prof[i+1]
		d0, d1, d2 := float64(b[0]-a[0]), float64(b[1]-a[1]), float64(b[2]-a[2])
		e := math.Sqrt(d0*d0 + d1*d1 + d2*d2)
		g[i] = e
		// the inner side should look like the part, the outer side less so
		o0, o1, o2 := float64(a[0]-own.a), float64(a[1]-own.b), float64(a[2]-own.c)
		q0, q1, q2 := float64(b[0]-own.a), float64(b[1]-own.b), float64(b[2]-own.c)
		inner, outer := o0*o0+o1*o1+o2*o2, q0*q0+q1*q1+q2*q2
		if outer < inner {
			continue
		}
		s := (float64(i) - half) / (reach * 0.7)
		e *= math.Exp(-s*s/2) / (1 + inner/(35*35))
		if e > best {
			best, bi = e, i
		}
	}
	if bi < 0 {
		return 0, 0
	}
	pos = float64(bi) - half
	if bi > 1 && bi < n-2 {
		l, c, h := g[bi-1], g[bi], g[bi+1]
		if den := l - 2*c + h; den < -1e-9 && c >= l && c >= h {
			pos += max(-0.5, min(0.5, 0.5*(l-h)/den))
		}
	}
	return pos, best
}
