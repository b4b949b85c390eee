package calib

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// checkLens says whether the radial distortion takes different directions to
// different pixels over the whole picture. Beyond its turning point the
// polynomial of Brown (1971) folds the picture over itself, and no pixel there
// has one direction.
func (c *Camera) checkLens() *Fault {
	k1, k2, k3 := c.Dist[0], c.Dist[1], c.Dist[4]
	corner := c.cornerRadius()
	const (
		steps = 1000       // of the corner's radius: finer than a pixel of a 2-megapixel picture
		most  = 10 * steps // a lens that squeezes ten times as far as the corner into the picture is none
	)
	for i := 1; i <= most; i++ {
		r := corner * float64(i) / steps
		r2 := r * r
		slope := 1 + r2*(3*k1+r2*(5*k2+r2*7*k3))
		if !(slope > 0) {
			break
		}
		if r*(1+r2*(k1+r2*(k2+r2*k3))) >= corner {
			return nil
		}
	}
	return fault("dist", sayFolds)
}

// cornerRadius returns the distance of the picture's furthest corner from the
// principal point on the normalised image plane.
func (c *Camera) cornerRadius() float64 {
	x := math.Max(c.Cx, float64(c.Width-1)-c.Cx) / c.Fx
	y := math.Max(c.Cy, float64(c.Height-1)-c.Cy) / c.Fy
	return math.Hypot(x, y)
}

// undistort inverts distort by Newton's method, from the point itself.
func (c *Camera) undistort(xd, yd float64) (x, y float64) {
	x, y = xd, yd
	if c.Dist == [5]float64{} {
		return x, y
	}
	k1, k2, p1, p2, k3 := c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]
	const (
		maxSteps = 50    // plain Newton needs 3 to 6; the rest is for damped steps
		enough   = 1e-12 // of the focal length: 1e-9 pixels
	)
	for i := 0; i < maxSteps; i++ {
		dx, dy := c.distort(x, y)
		ex, ey := xd-dx, yd-dy
		if math.Abs(ex)+math.Abs(ey) < enough {
			break
		}
		r2 := x*x + y*y
		d := 1 + r2*(k1+r2*(k2+r2*k3))
		g := 2 * (k1 + r2*(2*k2+r2*3*k3)) // d's slope over r2, times 2
		a := d + x*x*g + 2*p1*y + 6*p2*x
		b := x*y*g + 2*p1*x + 2*p2*y
		e := d + y*y*g + 6*p1*y + 2*p2*x
		det := a*e - b*b
		sx, sy := (e*ex-b*ey)/det, (a*ey-b*ex)/det
		x, y = c.damped(x, y, sx, sy, xd, yd)
	}
	return x, y
}

// damped takes the longest of the steps (sx, sy), halved again and again, that
// brings the point nearer to its goal.
func (c *Camera) damped(x, y, sx, sy, xd, yd float64) (float64, float64) {
	miss := func(x, y float64) float64 {
		dx, dy := c.distort(x, y)
		return math.Hypot(xd-dx, yd-dy)
	}
	now := miss(x, y)
	const halvings = 30 // below that the step is rounding
	for f, i := 1.0, 0; i < halvings; f, i = f/2, i+1 {
		if nx, ny := x+f*sx, y+f*sy; miss(nx, ny) < now {
			return nx, ny
		}
	}
	return x, y
}

// Ray returns the direction, in the mat frame, in which the camera sees a
// pixel; a unit vector.
func (c *Camera) Ray(p geom.Pixel) geom.Vec {
	x, y := c.undistort((p.U-c.Cx)/c.Fx, (p.V-c.Cy)/c.Fy)
	return c.CamFromMat.R.Inverse().Apply(geom.Vec{X: x, Y: y, Z: 1}).Unit()
}
