package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// lens draws outlines through a camera. It serves one goroutine.
type lens struct {
	cam  *calib.Camera
	eye  geom.Vec
	wide [2]float64 // half extents of the view in the plane z = 1, with a margin
	bent bool       // the lens distorts

	poly, seen []geom.Vec // scratch: a polygon in the mat frame and in the camera's
}

// nearest is the least distance from a camera at which things are drawn (mm).
const nearest = 20

func newLens(cam *calib.Camera) *lens {
	l := &lens{cam: cam, eye: cam.Centre(), bent: cam.Dist != [5]float64{}}
	const margin = 1.1
	w, h := float64(cam.Width-1), float64(cam.Height-1)
	for _, p := range []geom.Pixel{{}, {U: w}, {V: h}, {U: w, V: h}, {U: w / 2}, {V: h / 2}, {U: w, V: h / 2}, {U: w / 2, V: h}} {
		d := cam.CamFromMat.R.Apply(cam.Ray(p))
		l.wide[0] = math.Max(l.wide[0], margin*math.Abs(d.X/d.Z))
		l.wide[1] = math.Max(l.wide[1], margin*math.Abs(d.Y/d.Z))
	}
	return l
}

// point returns where a point appears, in raster coordinates.
func (l *lens) point(p geom.Vec) (pt, bool) {
	px, ok := l.cam.Project(p)
	return pt{px.U + 0.5, px.V + 0.5}, ok
}

// outline returns how a polygon of the mat frame appears: cut to the view,
// its edges bent as the lens bends them.
func (l *lens) outline(poly []geom.Vec) []pt {
	q := l.seen[:0]
	inside := true
	for _, p := range poly {
		v := l.cam.CamFromMat.Apply(p)
		q = append(q, v)
		inside = inside && v.Z > nearest && math.Abs(v.X) < l.wide[0]*v.Z && math.Abs(v.Y) < l.wide[1]*v.Z
	}
	l.seen = q
	if !inside {
		q = l.cut(q)
	}
	out := make([]pt, 0, len(q))
	for i, a := range q {
		out = append(out, l.pixel(a))
		if b := q[(i+1)%len(q)]; l.bent {
			// Pixels over which a lens bends a line by less than a tenth of one:
			// length^2/8 times a curvature of 6 k1 r/f, with k1 = 0.3, r = 0.7, f = 800.
			const straight = 22
			n := int(math.Hypot(a.X/a.Z-b.X/b.Z, a.Y/a.Z-b.Y/b.Z) * l.cam.Fx / straight)
			for k := 1; k <= n; k++ {
				out = append(out, l.pixel(a.Add(b.Sub(a).Mul(float64(k)/float64(n+1)))))
			}
		}
	}
	return out
}

func (l *lens) pixel(q geom.Vec) pt {
	p, _ := l.cam.ProjectCam(q)
	return pt{p.U + 0.5, p.V + 0.5}
}

// cut clips a polygon of the camera frame to the view's pyramid. Outside it a
// lens model may fold space back into the picture.
func (l *lens) cut(q []geom.Vec) []geom.Vec {
	depth := [5]func(geom.Vec) float64{
		func(v geom.Vec) float64 { return v.Z - nearest },
		func(v geom.Vec) float64 { return l.wide[0]*v.Z - v.X },
		func(v geom.Vec) float64 { return l.wide[0]*v.Z + v.X },
		func(v geom.Vec) float64 { return l.wide[1]*v.Z - v.Y },
		func(v geom.Vec) float64 { return l.wide[1]*v.Z + v.Y },
	}
	for _, d := range depth {
		var out []geom.Vec
		for i, a := range q {
			b := q[(i+1)%len(q)]
			da, db := d(a), d(b)
			if da >= 0 {
				out = append(out, a)
			}
			if (da > 0 && db < 0) || (da < 0 && db > 0) {
				out = append(out, a.Add(b.Sub(a).Mul(da/(da-db))))
			}
		}
		q = out
	}
	return q
}

// outlines is outline for several contours; those out of view are left out.
func (l *lens) outlines(polys ...[]geom.Vec) [][]pt {
	var out [][]pt
	for _, p := range polys {
		if o := l.outline(p); len(o) > 2 {
			out = append(out, o)
		}
	}
	return out
}

// balls returns the outline of the convex hull of balls, as they appear.
func (l *lens) balls(centres []geom.Vec, radius float64) []pt {
	const around = 10
	var q []pt
	for _, c := range centres {
		v := l.cam.CamFromMat.Apply(c)
		if v.Z < nearest || math.Abs(v.X) > 2*l.wide[0]*v.Z || math.Abs(v.Y) > 2*l.wide[1]*v.Z {
			continue
		}
		p, r := l.pixel(v), radius*l.cam.Fx/v.Z
		for k := 0; k < around; k++ {
			s, co := math.Sincos(2 * math.Pi * float64(k) / around)
			q = append(q, pt{p.x + r*co, p.y + r*s})
		}
	}
	if len(q) == 0 {
		return nil
	}
	return hull2(q)
}

// planeView sees one plane of the mat frame: it tells for each pixel where on the
// plane it looks. Lens distortion is taken at the plane's middle only: good for
// shading, not for outlines.
type planeView struct {
	origin, u, v, n geom.Vec // unit vectors
	eye             geom.Vec
	gap             float64    // of the eye above the plane
	du, dv, dn      [3]float64 // the ray of pixel (x, y), dotted with u, v, n: [0] x + [1] y + [2]
	eu, ev          float64    // of the eye from the origin
}

func (l *lens) plane(origin, u, v, n geom.Vec) planeView {
	p := planeView{origin: origin, u: u, v: v, n: n, eye: l.eye}
	rel := l.eye.Sub(origin)
	p.gap, p.eu, p.ev = rel.Dot(n), rel.Dot(u), rel.Dot(v)
	var bendX, bendY float64
	if l.bent {
		q := l.cam.CamFromMat.Apply(origin)
		if at, ok := l.cam.ProjectCam(q); ok {
			bendX, bendY = at.U-(l.cam.Fx*q.X/q.Z+l.cam.Cx), at.V-(l.cam.Fy*q.Y/q.Z+l.cam.Cy)
		}
	}
	back := l.cam.CamFromMat.R.Inverse()
	x := back.Apply(geom.Vec{X: 1 / l.cam.Fx})
	y := back.Apply(geom.Vec{Y: 1 / l.cam.Fy})
	o := back.Apply(geom.Vec{X: -(l.cam.Cx + bendX) / l.cam.Fx, Y: -(l.cam.Cy + bendY) / l.cam.Fy, Z: 1})
	p.du = [3]float64{x.Dot(u), y.Dot(u), o.Dot(u)}
	p.dv = [3]float64{x.Dot(v), y.Dot(v), o.Dot(v)}
	p.dn = [3]float64{x.Dot(n), y.Dot(n), o.Dot(n)}
	return p
}

// at returns where pixel (x, y) meets the plane, in the plane's u and v (mm).
func (p *planeView) at(x, y int) (s, t float64) {
	fx, fy := float64(x), float64(y)
	k := -p.gap / (p.dn[0]*fx + p.dn[1]*fy + p.dn[2])
	return p.eu + k*(p.du[0]*fx+p.du[1]*fy+p.du[2]), p.ev + k*(p.dv[0]*fx+p.dv[1]*fy+p.dv[2])
}
