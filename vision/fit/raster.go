package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// labels says which part of the puzzle each patch pixel shows.
type labels struct {
	w, h int
	id   []int16
	rows rows    // of the polygon at hand
	kept []tally // working space of a pass over the labels
	// the box of pixels that may differ from background
	x0, y0, x1, y1 int
}

// Part numbers in labels: background, then body polygons, then stickers.
const background = 0

func (m *model) bodyID(f int) int16     { return int16(1 + f) }
func (m *model) tileID(place int) int16 { return int16(1 + m.faces + place) }
func (m *model) parts() int             { return 1 + m.faces + len(m.puz.Stickers) }

func (l *labels) reset(w, h int) {
	n := w * h
	if cap(l.id) < n {
		l.id = make([]int16, n)
	}
	l.w, l.h, l.id = w, h, l.id[:n]
	clear(l.id)
	l.x0, l.y0, l.x1, l.y1 = w, h, 0, 0
}

// next returns n empty tallies, good until it is called again.
func (l *labels) next(n int) []tally {
	if cap(l.kept) < n {
		l.kept = make([]tally, n)
	}
	l.kept = l.kept[:n]
	clear(l.kept)
	return l.kept
}

// fill paints a convex polygon (patch coordinates) whose pixels' centres lie inside.
func (l *labels) fill(pts []geom.Pixel, id int16) {
	y0, y1 := l.rows.cut(pts, l.h)
	if y1 <= y0 {
		return
	}
	l.y0, l.y1 = min(l.y0, y0), max(l.y1, y1)
	for y := y0; y < y1; y++ {
		x0, x1 := l.rows.pixels(y, l.w)
		if x1 <= x0 {
			continue
		}
		l.x0, l.x1 = min(l.x0, x0), max(l.x1, x1)
		row := l.id[y*l.w+x0 : y*l.w+x1]
		for i := range row {
			row[i] = id
		}
	}
}

// rows holds where each row of pixels meets a convex polygon's borders: those
// that run down the picture and those that run up.
type rows struct{ down, up []float64 }

// cut finds the polygon's rows among the first h and returns them from y0 to
// before y1.
func (r *rows) cut(pts []geom.Pixel, h int) (y0, y1 int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range pts {
		lo, hi = min(lo, pts[i].V), max(hi, pts[i].V)
	}
	if !(hi >= 0 && lo <= float64(h)) {
		return 0, 0
	}
	y0, y1 = max(ceil(lo), 0), min(ceil(hi), h)
	if cap(r.down) < h {
		r.down, r.up = make([]float64, h), make([]float64, h)
	}
	r.down, r.up = r.down[:h], r.up[:h]
	p := &pts[len(pts)-1]
	for i := range pts {
		q := &pts[i]
		if p.V <= q.V {
			edge(r.down, p, q, y0, y1)
		} else {
			edge(r.up, q, p, y0, y1)
		}
		p = q
	}
	return y0, y1
}

// edge writes where a border that leads down from p to q meets the rows from y0
// to before y1.
func edge(to []float64, p, q *geom.Pixel, y0, y1 int) {
	a, b := max(ceil(p.V), y0), min(ceil(q.V), y1)
	if a >= b {
		return
	}
	slope := (q.U - p.U) / (q.V - p.V)
	u := p.U + (float64(a)-p.V)*slope
	for y := a; y < b; y++ {
		to[y] = u
		u += slope
	}
}

// pixels returns the pixels of a row inside the polygon and a picture w wide,
// from x0 to before x1.
func (r *rows) pixels(y, w int) (x0, x1 int) {
	a, b := min(r.down[y], r.up[y]), max(r.down[y], r.up[y])
	if !(b >= 0) || !(a < float64(w)) {
		return 0, 0
	}
	return ceil(max(a, 0)), min(int(b), w-1) + 1
}

// ceil returns the least whole number that is not below x, which is kept within
// what a picture can be.
func ceil(x float64) int {
	x = min(max(x, -maxCoordinate), maxCoordinate)
	i := int(x)
	if float64(i) < x {
		i++
	}
	return i
}

// maxCoordinate is beyond every picture and far from overflow.
const maxCoordinate = 1 << 30

// painter draws a posed model into labels.
type painter struct {
	m     *model
	order []int
	xf    [maxLayers]affine // camFromLayer
	pts   []geom.Pixel
	rows  rows // of a silhouette's polygon at hand
}

// place sets the transforms for a camera and the painter's order.
func (d *painter) place(cam *calib.Camera, p *pose) {
	p.layersInto(d.m, cam.CamFromMat, d.xf[:])
	mp := p.matFromPuzzle(d.m)
	eye := mp.R.Inverse().Apply(cam.Centre().Sub(mp.T)).Mul(1 / p.size)
	d.order = d.m.order(eye.Dot(d.m.normal), d.order)
}

// faces tells whether a plane through point c with normal n (layer frame) is
// seen from its front.
func (x *affine) faces(c, n geom.Vec) bool {
	return x.a.Apply(n).Dot(x.apply(c)) < 0
}

// draw paints body polygons and stickers; false if a part is behind the camera.
func (d *painter) draw(cam *calib.Camera, p *pose, to *patch, l *labels) bool {
	d.place(cam, p)
	l.reset(to.w, to.h)
	for _, i := range d.order {
		x := &d.xf[i]
		for _, f := range d.m.layers[i].polys {
			if x.faces(f.Corners[0], f.Normal) {
				if !d.project(cam, x, f.Corners, geom.Vec{}, 1, to) {
					return false
				}
				l.fill(d.pts, d.m.bodyID(f.id))
			}
		}
		for _, s := range d.m.layers[i].stickers {
			if x.faces(s.centre, s.normal) {
				d.project(cam, x, s.corners, s.centre, p.fill, to)
				l.fill(d.pts, d.m.tileID(s.place))
			}
		}
	}
	return true
}

// project puts a polygon, shrunk by fill toward c, into d.pts as patch coordinates.
func (d *painter) project(cam *calib.Camera, x *affine, corners []geom.Vec, c geom.Vec, fill float64, to *patch) bool {
	d.pts = d.pts[:0]
	for _, v := range corners {
		if fill != 1 {
			v = c.Add(v.Sub(c).Mul(fill))
		}
		q, ok := cam.ProjectCam(x.apply(v))
		if !ok {
			return false
		}
		d.pts = append(d.pts, to.to(q))
	}
	return true
}
