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

// fill paints a convex polygon (patch coordinates) whose pixels' centres lie inside.
func (l *labels) fill(pts []geom.Pixel, id int16) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range pts {
		lo, hi = min(lo, p.V), max(hi, p.V)
	}
	if !(hi >= 0 && lo <= float64(l.h)) {
		return
	}
	y0, y1 := max(int(math.Ceil(lo)), 0), min(int(math.Floor(hi)), l.h-1)
	l.y0, l.y1 = min(l.y0, y0), max(l.y1, y1+1)
	for y := y0; y <= y1; y++ {
		a, b := crossing(pts, float64(y))
		if !(b >= 0) || !(a <= float64(l.w)) {
			continue
		}
		x0, x1 := max(int(math.Ceil(a)), 0), min(int(math.Floor(b)), l.w-1)
		if x1 < x0 {
			continue
		}
		l.x0, l.x1 = min(l.x0, x0), max(l.x1, x1+1)
		row := l.id[y*l.w+x0 : y*l.w+x1+1]
		for i := range row {
			row[i] = id
		}
	}
}

// crossing returns where a line of pixels enters and leaves a convex polygon;
// nothing lies between +Inf and -Inf.
func crossing(pts []geom.Pixel, v float64) (a, b float64) {
	a, b = math.Inf(1), math.Inf(-1)
	p := pts[len(pts)-1]
	for _, q := range pts {
		if (p.V <= v) != (q.V <= v) {
			u := p.U + (q.U-p.U)*(v-p.V)/(q.V-p.V)
			a, b = min(a, u), max(b, u)
		}
		p = q
	}
	return a, b
}

// painter draws a posed model into labels.
type painter struct {
	m     *model
	order []int
	xf    [maxLayers]affine // camFromLayer
	pts   []geom.Pixel
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
