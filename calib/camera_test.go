package calib

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// anyCamera draws a camera over a mat, its lens within what webcams and phones
// have (OpenCV calibrations of such report |k1| below 0.5).
func anyCamera(t *rapid.T) *Camera {
	real := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
	c := &Camera{Width: 1280, Height: 720,
		Fx: real("fx", 700, 2500), Fy: real("fy", 700, 2500), Cx: real("cx", 500, 780), Cy: real("cy", 260, 460),
		Dist: [5]float64{real("k1", -0.4, 0.4), real("k2", -0.2, 0.2), real("p1", -0.005, 0.005), real("p2", -0.005, 0.005), real("k3", -0.05, 0.05)}}
	tilt := geom.AxisAngle(geom.Vec{X: real("ax", -1, 1), Y: real("ay", -1, 1), Z: 2}, geom.Angle(real("turn", -3, 3)))
	down := geom.Rot{1, 0, 0, 0, -1, 0, 0, 0, -1}
	c.CamFromMat = geom.Pose{R: down.Mul(tilt), T: geom.Vec{X: real("x", -100, 100), Y: real("y", -100, 100), Z: real("z", 300, 1500)}}
	for c.checkLens() != nil { // a lens that folds, which the reader refuses: see TestBadRig
		for i := range c.Dist {
			c.Dist[i] /= 2
		}
	}
	return c
}

// A pixel's ray, followed to any depth, projects back to the pixel.
func TestRayThenProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCamera(t)
		p := geom.Pixel{U: rapid.Float64Range(0, 1279).Draw(t, "u"), V: rapid.Float64Range(0, 719).Draw(t, "v")}
		depth := rapid.Float64Range(50, 5000).Draw(t, "depth")
		q, ok := c.Project(c.Centre().Add(c.Ray(p).Mul(depth)))
		if !ok || math.Hypot(q.U-p.U, q.V-p.V) > 1e-6 {
			t.Fatalf("pixel %v came back as %v (in front: %v)", p, q, ok)
		}
	})
}

// A point half-way to the corner or nearer, projected, lies on its pixel's ray.
func TestProjectThenRay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCamera(t)
		corner := c.cornerRadius() / 2
		at := geom.Vec{X: rapid.Float64Range(-corner, corner).Draw(t, "x"), Y: rapid.Float64Range(-corner, corner).Draw(t, "y"), Z: 1}
		point := c.CamFromMat.Inverse().Apply(at.Mul(rapid.Float64Range(100, 3000).Draw(t, "depth")))
		p, ok := c.Project(point)
		if !ok {
			t.Fatal("not seen")
		}
		if off := c.Ray(p).Cross(point.Sub(c.Centre()).Unit()).Norm(); off > 1e-9 {
			t.Fatalf("the ray misses by %v rad", off)
		}
	})
}

// OpenCV's model by hand: x = 0.1, y = 0.2, r2 = 0.05, radial 1 + 0.05*0.3 + 0.0025*-0.1 = 1.01475;
// u = 0.1*1.01475 + 2*0.01*0.02 + 0.02*(0.05+0.02) = 0.103275; v = 0.2*1.01475 + 0.01*(0.05+0.08) + 2*0.02*0.02 = 0.20505.
func TestDistortionFormula(t *testing.T) {
	c := Camera{Fx: 1000, Fy: 1000, Cx: 500, Cy: 400, Dist: [5]float64{0.3, -0.1, 0.01, 0.02, 0}, CamFromMat: geom.Pose{R: geom.Identity}}
	p, ok := c.Project(geom.Vec{X: 10, Y: 20, Z: 100})
	if !ok || math.Abs(p.U-603.275) > 1e-9 || math.Abs(p.V-605.05) > 1e-9 {
		t.Errorf("got %v", p)
	}
}

func TestBehindCamera(t *testing.T) {
	c := Camera{Fx: 1000, Fy: 1000, CamFromMat: geom.Pose{R: geom.Identity}}
	if _, ok := c.Project(geom.Vec{Z: -1}); ok {
		t.Error("a point behind the camera was seen")
	}
}

// A shrunk camera sees a point where the shrunk picture has it.
func TestShrunk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, k := anyCamera(t), rapid.IntRange(1, 8).Draw(t, "k")
		s := c.Shrunk(k)
		if s.Width != c.Width/k || s.Height != c.Height/k {
			t.Fatalf("%d x %d of %d x %d", s.Width, s.Height, c.Width, c.Height)
		}
		at := geom.Vec{X: rapid.Float64Range(-100, 100).Draw(t, "x"), Y: rapid.Float64Range(-100, 100).Draw(t, "y")}
		px, ok := c.Project(at)
		got, ok2 := s.Project(at)
		if ok != ok2 {
			t.Fatalf("seen: %v, shrunk: %v", ok, ok2)
		}
		f := float64(k)
		if u, v := (px.U+0.5)/f-0.5, (px.V+0.5)/f-0.5; ok && math.Hypot(got.U-u, got.V-v) > 1e-6 {
			t.Fatalf("at %v, want %g, %g", got, u, v)
		}
	})
}
