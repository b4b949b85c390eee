package fit

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
	pins   []pin

	ata [maxParams][maxParams]float64
	atb [maxParams]float64
	// Of the last step, over all views: borders found, those of inner faces among
	// them, and borders looked for (picture pixels; samples for tried).
	hit, inner, tried float64
	shown             [maxLayers]float64 // by layer: borders found, puzzle sizes
	support           []float64          // by view: share of the looked-for borders that it shows
	looking           bool               // gather those only
	tiles             []share            // by label: borders of the view at hand found and looked for

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

// step does one Gauss-Newton step over all views at a scale, with the given
// reach of the search (hundredths of a puzzle) and sampling stride (pixels). It
// is false where a view cannot draw the pose or nothing determines it.
func (r *refiner) step(p *pose, s scale, reach, stride float64) bool {
	r.ata, r.atb = [maxParams][maxParams]float64{}, [maxParams]float64{}
	r.shown = [maxLayers]float64{}
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
		r.pinned(p)
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

// innerBorders returns how much border (picture pixels) the view at hand shows
// where the pose has the outlines of exposed inner faces; false where it cannot
// draw it.
func (r *refiner) innerBorders(p *pose, reach, stride float64) (float64, bool) {
	if !r.d.draw(r.win.cam, p, r.lv.patch, &r.lab) {
		return 0, false
	}
	r.meanColours()
	copy(r.base[:], r.d.xf[:])
	r.looking = true
	r.inner = 0
	for _, l := range r.d.order {
		r.innerOutlines(p, l, reach, stride)
	}
	r.looking = false
	return r.inner * r.lv.scale, true
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
