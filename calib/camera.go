// Package calib models cameras: lens, pose against the mat, rig file.
package calib

import "github.com/plustwo/plustwo/calib/geom"

// Camera is a calibrated camera: a pinhole with the Brown-Conrady distortion
// that OpenCV uses (k1, k2, p1, p2, k3), and its pose against the mat.
type Camera struct {
	Width, Height  int // pixels
	Fx, Fy, Cx, Cy float64
	Dist           [5]float64
	CamFromMat     geom.Pose // millimetres
}

// Project returns where a point of the mat frame (mm) appears, and whether it
// lies in front of the camera.
func (c *Camera) Project(p geom.Vec) (geom.Pixel, bool) {
	return c.ProjectCam(c.CamFromMat.Apply(p))
}

// ProjectCam is Project for a point of the camera frame.
func (c *Camera) ProjectCam(q geom.Vec) (geom.Pixel, bool) {
	if q.Z < 1e-6 {
		return geom.Pixel{}, false
	}
	x, y := q.X/q.Z, q.Y/q.Z
	if c.Dist != [5]float64{} {
		x, y = c.distort(x, y)
	}
	return geom.Pixel{U: c.Fx*x + c.Cx, V: c.Fy*y + c.Cy}, true
}

// distort applies the lens to a point of the normalised image plane.
func (c *Camera) distort(x, y float64) (float64, float64) {
	k1, k2, p1, p2, k3 := c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]
	r2 := x*x + y*y
	d := 1 + r2*(k1+r2*(k2+r2*k3))
	return x*d + 2*p1*x*y + p2*(r2+2*x*x), y*d + p1*(r2+2*y*y) + 2*p2*x*y
}

// Centre returns the camera's place in the mat frame (mm).
func (c *Camera) Centre() geom.Vec { return c.CamFromMat.Inverse().T }

// Shrunk returns the camera of its picture at 1/k of the size, k x k pixels
// being one.
func (c *Camera) Shrunk(k int) *Camera {
	f := 1 / float64(k)
	out := *c
	out.Width, out.Height = c.Width/k, c.Height/k
	out.Fx, out.Fy = c.Fx*f, c.Fy*f
	out.Cx, out.Cy = (c.Cx+0.5)*f-0.5, (c.Cy+0.5)*f-0.5 // (0,0) is the middle of a pixel
	return &out
}
