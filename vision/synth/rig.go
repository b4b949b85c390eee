package synth

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// Views lists the names of the cameras that RandomRig can mount.
var Views = []string{"overhead", "offset", "left", "right"}

// RandomRig mounts cameras of 1280 x 720 pixels over a table, by view: overhead
// (0 to 20 degrees off vertical), offset (25 to 36 degrees, never from the
// competitor's side), left and right (low, from the sides). All are of one
// model. The error is ErrScene for an unknown view.
func RandomRig(rng *rand.Rand, views ...string) (map[string]*calib.Camera, error) {
	fov := between(rng, 50, 70)
	f := 640 / math.Tan(fov/2*math.Pi/180)
	lens := [5]float64{}
	if chance(rng, 0.7) { // webcams: barrel of a few percent, little else
		lens = [5]float64{between(rng, -0.16, 0.06), between(rng, -0.03, 0.05), between(rng, -0.001, 0.001), between(rng, -0.001, 0.001), 0}
	}
	out := map[string]*calib.Camera{}
	for _, name := range views {
		at, to, err := mount(rng, name)
		if err != nil {
			return nil, err
		}
		c := &calib.Camera{Width: 1280, Height: 720, Fx: f, Fy: f * between(rng, 0.998, 1.002), Cx: 639.5 + between(rng, -8, 8), Cy: 359.5 + between(rng, -8, 8), Dist: lens}
		c.CamFromMat = LookAt(at, to, geom.Angle(between(rng, -7, 7))*geom.Degree)
		out[name] = c
	}
	return out, nil
}

func mount(rng *rand.Rand, name string) (at, to geom.Vec, err error) {
	to = geom.Vec{X: between(rng, -20, 20), Y: between(rng, -10, 30)}
	around := func(tilt, from, dist float64) geom.Vec {
		s, c := math.Sincos(tilt * math.Pi / 180)
		sa, ca := math.Sincos(from * math.Pi / 180)
		return to.Add(geom.Vec{X: dist * s * ca, Y: dist * s * sa, Z: dist * c})
	}
	switch name {
	case "overhead":
		at = around(between(rng, 0, 20), between(rng, 60, 120), between(rng, 470, 690))
	case "offset":
		at = around(between(rng, 25, 36), between(rng, 15, 165), between(rng, 480, 680))
	case "left":
		at = around(between(rng, 50, 62), between(rng, 130, 165), between(rng, 500, 640))
	case "right":
		at = around(between(rng, 50, 62), between(rng, -35, 20), between(rng, 500, 640))
	default:
		return at, to, fmt.Errorf("%w: view %q: use %v", ErrScene, name, Views)
	}
	return at, to, nil
}

// LookAt returns the pose of a camera at a point that looks at another, rolled
// right-handedly about its axis. Up in the picture is the far side of the
// table, seen from the competitor, or, for a camera more than 40 degrees off
// vertical, what is up.
func LookAt(at, to geom.Vec, roll geom.Angle) geom.Pose {
	z := to.Sub(at).Unit()
	up := geom.Vec{Y: 1}
	if z.Z > -math.Cos(40*math.Pi/180) {
		up = geom.Vec{Z: 1}
	}
	x := z.Cross(up).Unit()
	y := z.Cross(x)
	r := geom.AxisAngle(geom.Vec{Z: 1}, roll).Mul(geom.Rot{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z})
	return geom.Pose{R: r, T: r.Apply(at).Mul(-1)}
}
