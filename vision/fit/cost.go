package fit

import "math"

// fullCost rates a pose on every fine pixel: mat outside the puzzle, one free
// colour a sticker, one colour for all grooves, one for each exposed inner
// face; each pixel's cost is capped, so print, glare and logos cannot outweigh
// the rest.
func (w *window) fullCost(lv *level, d *painter, p *pose, l *labels, sums []tally) float64 {
	if !d.draw(w.cam, p, lv.patch, l) {
		return math.Inf(1)
	}
	return w.drawnCost(lv, d.m, l, sums)
}

// drawnCost is fullCost of a pose that is drawn in l.
func (w *window) drawnCost(lv *level, m *model, l *labels, sums []tally) float64 {
	parts := lv.partColours(m, l, sums)
	mr, mg, mb := w.ground.At(lv.x0+lv.scale*float64(lv.w)/2, lv.y0+lv.scale*float64(lv.h)/2)
	sums[groundPart(sums)] = tally{n: 1, a: float32(lightness * mr), b: float32(mg), c: float32(mb)}
	total := 0.0
	for y := l.y0; y < l.y1; y++ {
		at := y * l.w
		for i := at + l.x0; i < at+l.x1; i++ {
			if l.id[i] != background {
				total += float64(lv.pixelCost(m, l, sums, i) - lv.mat[i])
			}
		}
	}
	return total + perPart*float64(parts)
}

// partColours gathers the colour of each part in sight into sums, from every
// other pixel of a chequer, and returns their number.
func (lv *level) partColours(m *model, l *labels, sums []tally) (parts int) {
	clear(sums)
	for y := l.y0; y < l.y1; y++ {
		for x := l.x0 + (l.x0+y)&1; x < l.x1; x += 2 {
			i := y*l.w + x
			id := l.id[i]
			if id == background {
				continue
			}
			q := lv.pix[3*i : 3*i+3 : 3*i+3]
			t := &sums[m.part[id]]
			t.n++
			t.a += q[0]
			t.b += q[1]
			t.c += q[2]
		}
	}
	for i := range sums {
		if t := &sums[i]; t.n > 0 {
			k := 1 / float32(t.n)
			t.a, t.b, t.c = t.a*k, t.b*k, t.c*k
			parts++
		}
	}
	lv.recentre(l, m.part, sums)
	return parts
}

// groundPart is the tally that holds the mat's own colour: the last one.
func groundPart(sums []tally) int { return len(sums) - 1 }

// precision is one over the variance of a pixel within its part.
const precision = 1 / (spread * spread)

// pixelCost rates puzzle pixel i: by the colour of its part or, next to
// another part, by the nearest mixture of the two colours, which blur makes.
func (lv *level) pixelCost(m *model, l *labels, sums []tally, i int) float32 {
	id := l.id[i]
	q := lv.pix[3*i : 3*i+3 : 3*i+3]
	t := &sums[m.part[id]]
	a, b, c := q[0]-t.a, q[1]-t.b, q[2]-t.c
	if m.shaded[id] {
		k := shade(q, t)
		a, b, c = q[0]-k*t.a, q[1]-k*t.b, q[2]-k*t.c
	}
	e := a*a + b*b + c*c
	if e < limit*spread*spread/8 {
		return e * precision
	}
	last := id
	for _, j := range [4]int{i - 1, i + 1, i - l.w, i + l.w} {
		if j < 0 || j >= len(l.id) || l.id[j] == last || l.id[j] == id {
			continue
		}
		last = l.id[j]
		o := &sums[groundPart(sums)]
		if last != background {
			o = &sums[m.part[last]]
		}
		e = min(e, mixture(a, b, c, o.a-t.a, o.b-t.b, o.c-t.c))
	}
	return min(e*precision, m.limits[id])
}

// mixture returns the squared distance of (a, b, c) from the segment between
// the origin and (u, v, w).
func mixture(a, b, c, u, v, w float32) float32 {
	k := (a*u + b*v + c*w) / max(u*u+v*v+w*w, 1)
	k = min(max(k, 0), 1)
	a, b, c = a-k*u, b-k*v, c-k*w
	return a*a + b*b + c*c
}

// recentre moves each part's colour to the mean of the pixels near its first
// mean, so that a groove or a neighbour inside a part pulls it less.
func (lv *level) recentre(l *labels, part []int16, sums []tally) {
	next := l.next(len(sums))
	for y := l.y0; y < l.y1; y++ {
		for x := l.x0 + (l.x0+y)&1; x < l.x1; x += 2 {
			i := y*l.w + x
			id := l.id[i]
			if id == background {
				continue
			}
			k := part[id]
			q := lv.pix[3*i : 3*i+3 : 3*i+3]
			t := &sums[k]
			a, b, c := q[0]-t.a, q[1]-t.b, q[2]-t.c
			if a*a+b*b+c*c > 2*limit*spread*spread {
				continue
			}
			u := &next[k]
			u.n++
			u.a += q[0]
			u.b += q[1]
			u.c += q[2]
		}
	}
	for i := range sums {
		if u := &next[i]; u.n > sums[i].n/4 {
			k := 1 / float32(u.n)
			sums[i].a, sums[i].b, sums[i].c = u.a*k, u.b*k, u.c*k
		}
	}
}

// shade returns how light a pixel is against its part, within the bounds that
// a shadow across the part explains.
func shade(q []float32, t *tally) float32 {
	k := (q[0]*t.a + q[1]*t.b + q[2]*t.c) / max(t.a*t.a+t.b*t.b+t.c*t.c, 1)
	return min(max(k, 0.4), 1.6)
}
