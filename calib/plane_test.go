package calib

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// A plane drawn by a camera gives back its homography and, as the first pose,
// where it is.
func TestPlanePoses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64Range(500, 2000).Draw(t, "focal length")
		c := Camera{Width: 1280, Height: 720, Fx: f, Fy: f, Cx: 640, Cy: 360}
		angle := func(name string, most float64) geom.Angle {
			return geom.Angle(rapid.Float64Range(-most, most).Draw(t, name)) * geom.Degree
		}
		// facing the camera: the plane's z against the camera's
		r := geom.AxisAngle(geom.Vec{X: 1}, 180*geom.Degree)
		r = geom.AxisAngle(geom.Vec{Z: 1}, angle("roll", 180)).Mul(r)
		r = geom.AxisAngle(geom.Vec{X: 1}, angle("pitch", 50)).Mul(geom.AxisAngle(geom.Vec{Y: 1}, angle("yaw", 50))).Mul(r)
		want := geom.Pose{R: r, T: geom.Vec{X: rapid.Float64Range(-80, 80).Draw(t, "x"), Y: rapid.Float64Range(-50, 50).Draw(t, "y"), Z: 500}}
		var plane [][2]float64
		var px []geom.Pixel
		for _, p := range [][2]float64{{-20, -20}, {20, -20}, {20, 20}, {-20, 20}, {0, 5}} {
			q, ok := c.ProjectCam(want.Apply(geom.Vec{X: p[0], Y: p[1]}))
			if !ok {
				t.Fatal("behind the camera")
			}
			plane, px = append(plane, p), append(px, q)
		}
		h, ok := FitHomography(plane, px)
		if !ok {
			t.Fatal("no homography")
		}
		for i, p := range plane {
			if q := h.Apply(p[0], p[1]); math.Hypot(q.U-px[i].U, q.V-px[i].V) > 1e-6 {
				t.Errorf("%v at %v, want %v", p, q, px[i])
			}
		}
		got, ok := c.PlanePoses(h)
		if !ok {
			t.Fatal("no pose")
		}
		for i, x := range got[0].R {
			if math.Abs(x-want.R[i]) > 1e-6 {
				t.Fatalf("rotation %v, want %v", got[0].R, want.R)
			}
		}
		if d := got[0].T.Sub(want.T).Norm(); d > 1e-4 {
			t.Errorf("%.6f mm off", d)
		}
		if !got[1].R.Valid(1e-9) {
			t.Errorf("the mirrored pose's rotation is none: %v", got[1].R)
		}
	})
}

func TestFitHomographyRefuses(t *testing.T) {
	line := [][2]float64{{0, 0}, {1, 1}, {2, 2}, {3, 3}}
	px := []geom.Pixel{{U: 0, V: 0}, {U: 1, V: 1}, {U: 2, V: 2}, {U: 3, V: 3}}
	if _, ok := FitHomography(line, px); ok {
		t.Error("four points of a line were taken")
	}
	if _, ok := FitHomography(line[:3], px[:3]); ok {
		t.Error("three points were taken")
	}
	c := Camera{Fx: 1000, Fy: 1000}
	if _, ok := c.PlanePoses(Homography{}); ok {
		t.Error("a homography of zeros was taken")
	}
}
