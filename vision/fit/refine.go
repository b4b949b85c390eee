package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// prior is a Gaussian prior on one parameter.
type prior struct{ mean, sigma float64 }

// refiner improves a pose by least squares on the borders of its parts: it
// looks along each projected border's normal for the picture's edge.
type refiner struct {
	m      *model
	wins   []*window // the views
	win    *window   // the view at hand
	lv     *level    // its scale at hand
	d      painter
	lab    labels
	base   [maxLayers]affine // camFromLayer at the pose
	deriv  [maxParams][maxLayers]affine
	colour []tally
	free   [maxParams]bool
	priors [maxParams]prior

	ata [maxParams][maxParams]float64
	atb [maxParams]float64
	// Of the last step, over all views: borders found, those of inner faces among
	// them, and borders looked for (picture pixels; samples for tried).
	hit, inner, tried float64
	support           []float64 // by view: share of the looked-for borders that it shows
	looking           bool      // gather those only
	tiles             []share   // by label: borders of the view at hand found and looked for

	prof [maxProfile][3]float32 // the profile at hand
	n    int                    // its length
}

// share is how much of a border was found.
type share struct{ hit, tried float64 }

func newRefiner(m *model, wins []*window) *refiner {
	return &refiner{m: m, wins: wins, win: wins[0], lv: &wins[0].fine, d: painter{m: m},
		colour: make([]tally, m.parts()), tiles: make([]share, m.parts()), support: make([]float64, len(wins))}
}

// use turns to a view at a scale.
func (r *refiner) use(w *window, s scale) {
	r.win, r.lv = w, w.at(s)
}

// pixels turns a reach in hundredths of a puzzle into pixels of the level at
// hand, at least what a pixel grid can tell.
func (r *refiner) pixels(reach float64) float64 {
	return max(reach*r.win.span/100/r.lv.scale, 2.5)
}

func (r *refiner) params() int { return pTurn + len(r.m.layers) - 1 }

// steps of the numeric derivative of the layers' transforms.
func delta(k int) float64 {
	switch k {
	case pX, pY, pZ, pSize:
		return 0.05 // mm
	case pFill, pRim:
		return 1 // not a transform
	}
	return 1e-3 // rad
}

// linearise fills base and deriv at the pose.
func (r *refiner) linearise(p *pose) {
	cm := r.win.cam.CamFromMat
	p.layersInto(r.m, cm, r.base[:])
	for k := 0; k < r.params(); k++ {
		if k == pFill || k == pRim || !r.free[k] {
			continue
		}
		q, h := *p, delta(k)
		q.add(k, h)
		q.layersInto(r.m, cm, r.deriv[k][:])
		for l := range r.m.layers {
			a, b := &r.deriv[k][l], &r.base[l]
			for i := range a.a {
				a.a[i] = (a.a[i] - b.a[i]) / h
			}
			a.t = a.t.Sub(b.t).Mul(1 / h)
		}
	}
}

// border is one straight border of a part, in its layer's frame.
type border struct {
	layer  int
	a, b   geom.Vec // ends at fill 1
	c      geom.Vec // what the size shrinks toward
	by     int      // the parameter that moves it: pFill or pRim
	id     int16
	centre geom.Pixel // the part's centre in the picture, which tells inside
}

// step does one Gauss-Newton step over all views at a scale, with the given
// reach of the search (hundredths of a puzzle) and sampling stride (pixels). It
// is false where a view cannot draw the pose or nothing determines it.
func (r *refiner) step(p *pose, s scale, reach, stride float64) bool {
	r.ata, r.atb = [maxParams][maxParams]float64{}, [maxParams]float64{}
	hit, tried, inner := 0.0, 0.0, 0.0
	for i, w := range r.wins {
		r.use(w, s)
		if !r.d.draw(w.cam, p, r.lv.patch, &r.lab) {
			return false
		}
		r.meanColours()
		r.linearise(p)
		r.hit, r.inner, r.tried = 0, 0, 0
		r.borders(p, r.pixels(reach), stride)
		r.support[i] = r.hit / max(r.tried*stride, 1)
		hit, inner, tried = hit+r.hit*r.lv.scale, inner+r.inner*r.lv.scale, tried+r.tried*r.lv.scale
	}
	r.hit, r.inner, r.tried = hit, inner, tried
	return r.solve(p)
}

// borders looks along the outlines of every visible part in the view at hand.
func (r *refiner) borders(p *pose, reach, stride float64) {
	for _, l := range r.d.order {
		x := &r.base[l]
		for i := range r.m.layers[l].stickers {
			s := &r.m.layers[l].stickers[i]
			if x.faces(s.centre, s.normal) && r.colour[r.m.tileID(s.place)].n > 2 {
				r.outline(p, border{layer: l, c: s.centre, by: pFill, id: r.m.tileID(s.place)}, s.corners, reach, stride)
			}
		}
		r.innerOutlines(p, l, reach, stride)
	}
}

// innerBorders returns how much border (picture pixels) the views show where
// the pose has the outlines of exposed inner faces.
func (r *refiner) innerBorders(p *pose, reach, stride float64) float64 {
	r.looking = true
	defer func() { r.looking = false }()
	sum := 0.0
	for _, w := range r.wins {
		r.use(w, half)
		if !r.d.draw(w.cam, p, r.lv.patch, &r.lab) {
			continue
		}
		r.meanColours()
		copy(r.base[:], r.d.xf[:])
		r.inner = 0
		for _, l := range r.d.order {
			r.innerOutlines(p, l, reach, stride)
		}
		sum += r.inner * r.lv.scale
	}
	return sum
}

// look gathers what the view at hand shows of every part's borders without
// moving the pose; false where it cannot draw it.
func (r *refiner) look(p *pose, reach, stride float64) bool {
	if !r.d.draw(r.win.cam, p, r.lv.patch, &r.lab) {
		return false
	}
	r.meanColours()
	copy(r.base[:], r.d.xf[:])
	r.looking = true
	r.hit, r.inner, r.tried = 0, 0, 0
	clear(r.tiles)
	r.borders(p, r.pixels(reach), stride)
	r.looking = false
	return true
}

// innerOutlines looks along the exposed inner faces of a layer.
func (r *refiner) innerOutlines(p *pose, l int, reach, stride float64) {
	x := &r.base[l]
	for i := range r.m.layers[l].polys {
		f := &r.m.layers[l].polys[i]
		if f.Face < 0 && r.colour[r.m.bodyID(f.id)].n > 2 && x.faces(f.Corners[0], f.Normal) {
			r.outline(p, border{layer: l, c: f.Centre(), by: pRim, id: r.m.bodyID(f.id)}, f.Corners, reach, stride)
		}
	}
}

// meanColours gathers each visible part's colour.
func (r *refiner) meanColours() {
	clear(r.colour)
	l := &r.lab
	for y := l.y0; y < l.y1; y++ {
		// every other pixel of a chequer is plenty for a mean
		for x := l.x0 + (l.x0+y)&1; x < l.x1; x += 2 {
			i := y*l.w + x
			id := l.id[i]
			if id == background {
				continue
			}
			q := r.lv.pix[3*i : 3*i+3]
			t := &r.colour[id]
			t.n++
			t.a += q[0]
			t.b += q[1]
			t.c += q[2]
		}
	}
	for i := range r.colour {
		if t := &r.colour[i]; t.n > 0 {
			k := 1 / float32(t.n)
			t.a, t.b, t.c = t.a*k, t.b*k, t.c*k
		}
	}
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
	gain := min((e*e-floor*floor)/(edgeSeen*edgeSeen), 1) * float64(k) * stride * math.Exp(-s*s/2)
	r.hit += gain
	r.tiles[b.id].hit += gain
	if b.by == pRim {
		r.inner += gain
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

// solve adds the priors and moves the pose by the least-squares step.
func (r *refiner) solve(p *pose) bool {
	np := r.params()
	// residuals are in pixels; one sample is worth edgeSigma
	const w = 1 / (edgeSigma * edgeSigma)
	for a := 0; a < np; a++ {
		r.atb[a] *= w
		for c := a; c < np; c++ {
			r.ata[a][c] *= w
		}
		if !r.free[a] {
			r.ata[a] = [maxParams]float64{}
			for c := 0; c < np; c++ {
				r.ata[c][a] = 0
			}
			r.ata[a][a], r.atb[a] = 1, 0
			continue
		}
		if s := r.priors[a].sigma; s > 0 {
			r.ata[a][a] += 1 / (s * s)
			r.atb[a] += (r.priors[a].mean - p.get(a)) / (s * s)
		}
		r.ata[a][a] *= 1 + 1e-6
	}
	r.lattice(p)
	dx, ok := cholesky(&r.ata, &r.atb, np)
	if !ok {
		return false
	}
	for k := 0; k < np; k++ {
		d := dx[k]
		switch {
		case k == pX || k == pY:
			d = max(-10, min(10, d))
		case k == pSize || k == pZ:
			d = max(-4, min(4, d))
		case k == pFill || k == pRim:
			d = max(-0.06, min(0.06, d))
		default:
			d = max(-0.15, min(0.15, d))
		}
		p.add(k, d)
	}
	p.fill = max(0.6, min(0.99, p.fill))
	p.rim = max(0.9, min(1, p.rim))
	return true
}

// Prior on an interface: most lie within a degree or so of an aligned position
// (alignSigma), the others anywhere; beyond alignReach the pull fades away.
const (
	alignSigma = 1.5 * geom.Degree
	alignReach = 3 * geom.Degree
)

// lattice adds that prior for each interface.
func (r *refiner) lattice(p *pose) {
	for l := 1; l < len(r.m.layers); l++ {
		w, d := r.pull(p, l)
		r.normal(l, w, -d)
	}
}

// pull returns the weight of the prior on the interface below layer l, and the
// interface's angle (rad) from the nearest aligned position.
func (r *refiner) pull(p *pose, l int) (w, d float64) {
	d = geom.Angle(p.turn[l] - p.turn[l-1]).Fold(r.m.step).Radians()
	f := d / alignReach.Radians()
	return 1 / (alignSigma.Radians() * alignSigma.Radians()) / (1 + f*f), d
}

// normal adds an observation of the interface below layer l: residual e (rad),
// weight w.
func (r *refiner) normal(l int, w, e float64) {
	b := pTurn + l - 1
	r.ata[b][b] += w
	r.atb[b] += w * e
	if a := b - 1; l > 1 {
		r.ata[a][a] += w
		r.ata[a][b] -= w
		r.atb[a] -= w * e
	}
}

// edgeSigma is the deviation of one border sample (pixels), correlation along
// the border included.
const edgeSigma = 2.0

// cholesky solves the symmetric positive system whose upper triangle is a.
func cholesky(a *[maxParams][maxParams]float64, b *[maxParams]float64, n int) (x [maxParams]float64, ok bool) {
	var l [maxParams][maxParams]float64
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			s := a[j][i]
			for k := 0; k < j; k++ {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				if !(s > 1e-12) {
					return x, false
				}
				l[i][i] = math.Sqrt(s)
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	var y [maxParams]float64
	for i := 0; i < n; i++ {
		s := b[i]
		for k := 0; k < i; k++ {
			s -= l[i][k] * y[k]
		}
		y[i] = s / l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		s := y[i]
		for k := i + 1; k < n; k++ {
			s -= l[k][i] * x[k]
		}
		x[i] = s / l[i][i]
	}
	return x, true
}

// unseen is the deviation from which an interface's angle counts as not seen:
// a twelfth of a cube's step is worse than a judge's glance.
const unseen = 7.5 * geom.Degree

// spread writes each interface's standard deviation after the last step:
// infinite where the picture alone does not tell its angle.
func (r *refiner) spread(p *pose, out *[maxLayers]geom.Angle) {
	for l := 1; l < len(r.m.layers); l++ {
		out[l-1] = r.deviation(l)
		w, _ := r.pull(p, l)
		r.normal(l, -w, 0)
		if !(r.deviation(l) < unseen) {
			out[l-1] = geom.Angle(math.Inf(1))
		}
		r.normal(l, w, 0)
	}
}

// deviation returns the standard deviation of the interface below layer l;
// infinite where the normal equations do not determine it.
func (r *refiner) deviation(l int) geom.Angle {
	var e [maxParams]float64
	e[pTurn+l-1] = 1
	if l > 1 {
		e[pTurn+l-2] = -1
	}
	x, ok := cholesky(&r.ata, &e, r.params())
	v := 0.0
	for k := range e {
		v += e[k] * x[k]
	}
	if !ok || !(v > 0) {
		return geom.Angle(math.Inf(1))
	}
	return geom.Angle(math.Sqrt(v))
}
