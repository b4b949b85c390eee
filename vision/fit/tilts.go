package fit

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// tilts are the angles off vertical that an unknown camera is tried at: a
// puzzle on a table is photographed from somewhere between, and the fit comes
// back from half of what they differ by.
var tilts = [...]geom.Angle{25 * geom.Degree, 40 * geom.Degree, 55 * geom.Degree, 70 * geom.Degree}

// looseSize is the deviation of the size, as a share, where the camera's
// distance is guessed from the area of what stands out.
const looseSize = 0.15

// fitTilts measures a puzzle of any kind that lies on a plain ground in a
// picture of an unknown camera, by its silhouette; Found is false where nothing
// stands out, or nothing of the puzzle's shape.
func fitTilts(v *vision.View, p *puzzle.Puzzle) (best vision.Measurement) {
	thing, ok := locate.Foremost(v.Image)
	if !ok {
		return best
	}
	m := newModel(p, 0)
	size := p.Size.TypicalMM
	span := math.Sqrt(thing.Area) / m.shadow // of one puzzle size: its mean shadow's area is shadow squared
	k := shrinkFor(v.Image, span)
	small := vision.View{Name: v.Name, Image: v.Image.Shrunk(k)}
	centre, at := shrunk(thing.Centre, k), geom.Vec{Z: surfaceMM + size/2}
	for _, tilt := range tilts {
		cam := tiltedCamera(small.Image, centre, tilt, at, size/(span/float64(k)))
		view := small
		view.Camera = cam
		c, ok := locate.At(&view, at, m.extent*size)
		if !ok {
			continue
		}
		f := newFitter(m, newWindow(&view, locate.Around(&view, c), c))
		f.win.rescale = true
		f.r.priors[pSize] = prior{size, looseSize * size}
		f.r.priors[pTiltX], f.r.priors[pTiltY] = prior{0, poseDoubt.Radians()}, prior{0, poseDoubt.Radians()}
		if g := f.run(c, size); len(g) > 0 && g[0].support > best.Support {
			best = f.measurement(g)
			enlarge(&best, v, k)
			reframe(&best, cam)
		}
	}
	return best
}

// tiltedCamera returns an unknown camera, tilt off vertical, that sees a place at
// (mat frame, mm) at a pixel, where mmPerPx millimetres cover a pixel.
func tiltedCamera(im *vision.Image, px geom.Pixel, tilt geom.Angle, at geom.Vec, mmPerPx float64) *calib.Camera {
	cam := usualCamera(im)
	down := geom.AxisAngle(geom.Vec{X: 1}, 180*geom.Degree)
	r := geom.AxisAngle(geom.Vec{X: 1}, -tilt).Mul(down)
	ray := geom.Vec{X: (px.U - cam.Cx) / cam.Fx, Y: (px.V - cam.Cy) / cam.Fy, Z: 1}
	cam.CamFromMat = geom.Pose{R: r, T: ray.Mul(cam.Fx * mmPerPx).Sub(r.Apply(at))}
	return cam
}
