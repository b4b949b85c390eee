package calib

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/plustwo/plustwo/calib/geom"
)

// Homography maps points of a plane to pixels: row-major 3x3, in homogeneous
// coordinates, u right and v down.
type Homography [9]float64

// Apply returns where a point of the plane appears.
func (h *Homography) Apply(x, y float64) geom.Pixel {
	w := h[6]*x + h[7]*y + h[8]
	return geom.Pixel{U: (h[0]*x + h[1]*y + h[2]) / w, V: (h[3]*x + h[4]*y + h[5]) / w}
}

// FitHomography fits a homography to at least four points of a plane and their
// pixels by the direct linear transform with Hartley's normalisation (Hartley
// and Zisserman, Multiple View Geometry, algorithm 4.2). It fails where the
// points do not determine one.
func FitHomography(plane [][2]float64, px []geom.Pixel) (Homography, bool) {
	if len(plane) < 4 || len(plane) != len(px) {
		return Homography{}, false
	}
	to := make([][2]float64, len(px))
	for i, p := range px {
		to[i] = [2]float64{p.U, p.V}
	}
	a, b := normalise(plane), normalise(to)
	m := mat.NewDense(2*len(plane), 9, nil)
	for i := range plane {
		x, y := a.apply(plane[i])
		u, v := b.apply(to[i])
		m.SetRow(2*i, []float64{x, y, 1, 0, 0, 0, -u * x, -u * y, -u})
		m.SetRow(2*i+1, []float64{0, 0, 0, x, y, 1, -v * x, -v * y, -v})
	}
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDFull) {
		return Homography{}, false
	}
	s := svd.Values(nil)
	const flat = 1e-6 // of the largest: all points on one line leave two small values
	if len(s) < 8 || s[7] < flat*s[0] {
		return Homography{}, false
	}
	var v mat.Dense
	svd.VTo(&v)
	var n [9]float64
	for i := range n {
		n[i] = v.At(i, 8)
	}
	// undo the normalisations: B^-1 N A
	var h Homography
	back := [9]float64{1 / b.scale, 0, b.x, 0, 1 / b.scale, b.y, 0, 0, 1}
	forth := [9]float64{a.scale, 0, -a.scale * a.x, 0, a.scale, -a.scale * a.y, 0, 0, 1}
	h = mul3(mul3(back, n), forth)
	if math.Abs(h[8]) < 1e-12 {
		return Homography{}, false
	}
	k := h[8]
	for i := range h {
		h[i] /= k
	}
	return h, true
}

// similarity moves points to mean 0 and mean distance sqrt 2.
type similarity struct{ x, y, scale float64 }

func (s similarity) apply(p [2]float64) (x, y float64) {
	return s.scale * (p[0] - s.x), s.scale * (p[1] - s.y)
}

func normalise(pts [][2]float64) similarity {
	var s similarity
	n := float64(len(pts))
	for _, p := range pts {
		s.x += p[0] / n
		s.y += p[1] / n
	}
	d := 0.0
	for _, p := range pts {
		d += math.Hypot(p[0]-s.x, p[1]-s.y) / n
	}
	s.scale = math.Sqrt2 / math.Max(d, 1e-12)
	return s
}

func mul3(a, b [9]float64) (c [9]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				c[3*i+j] += a[3*i+k] * b[3*k+j]
			}
		}
	}
	return c
}

// PlanePoses returns the two poses camFromPlane of a plane that a camera without
// distortion sees by a homography: the one that agrees with it, and the one
// mirrored about the line of sight, which looks the same but for perspective
// (Schweighofer and Pinz, Robust Pose Estimation from a Planar Target, 2006).
// The plane's z points so that x, y, z are right-handed; lengths are the
// plane's. It fails where the homography is none of a plane before the camera.
func (c *Camera) PlanePoses(h Homography) (poses [2]geom.Pose, ok bool) {
	var col [3]geom.Vec
	for j := range col {
		z := h[6+j]
		col[j] = geom.Vec{X: (h[j] - c.Cx*z) / c.Fx, Y: (h[3+j] - c.Cy*z) / c.Fy, Z: z}
	}
	norm := (col[0].Norm() + col[1].Norm()) / 2
	if !(norm > 0) || math.IsInf(norm, 1) {
		return poses, false
	}
	k := 1 / norm
	if col[2].Z < 0 {
		k = -k
	}
	x, y, t := col[0].Mul(k), col[1].Mul(k), col[2].Mul(k)
	// the nearest orthonormal pair: turn both by the same angle
	a, b := x.Add(y).Unit(), x.Sub(y)
	b = b.Sub(a.Mul(a.Dot(b))).Unit()
	x, y = a.Add(b).Mul(math.Sqrt2/2), a.Sub(b).Mul(math.Sqrt2/2)
	z := x.Cross(y)
	if !(z.Norm() > 0.5) || !(t.Z > 0) {
		return poses, false
	}
	poses[0] = geom.Pose{R: columns(x, y, z), T: t}
	l := t.Unit()
	flip := func(v geom.Vec) geom.Vec { return v.Sub(l.Mul(2 * l.Dot(v))) }
	poses[1] = geom.Pose{R: columns(flip(x), flip(y), flip(z).Mul(-1)), T: t}
	return poses, true
}

// columns returns the rotation with the given columns.
func columns(x, y, z geom.Vec) geom.Rot {
	return geom.Rot{x.X, y.X, z.X, x.Y, y.Y, z.Y, x.Z, y.Z, z.Z}
}
