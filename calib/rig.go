package calib

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"sort"

	"github.com/plustwo/plustwo/calib/geom"
)

// Rig is the set of calibrated cameras around one table, by view name.
type Rig struct {
	File    string             // where it was read from, for messages
	Cameras map[string]*Camera // those that can be used
	faults  map[string]*Fault  // of those that cannot
}

// Bounds of what a camera over a table can be. They are wide: what lies outside
// is a slip of the pen or another unit.
const (
	mmPerMetre = 1000
	// maxSide is the longest side of a picture in pixels that the rig may
	// claim: JPEG's own limit (ISO/IEC 10918-1, 16-bit X and Y).
	maxSide = 65535
	// leastView and mostView are angles that a picture's longer side spans.
	// With 5 degrees the competition mat, 0.3 m wide (WCA 7f1b+), fills the
	// picture from 3.4 m, where no camera over a table hangs; towards 180 no
	// pinhole's picture is finite, and lenses beyond 170 are fisheyes, which
	// this lens model does not hold (OpenCV has another for them).
	leastView, mostView = 5 * geom.Degree, 170 * geom.Degree
	// maxStretch is the largest ratio of fx and fy. Pixels are square; a lens
	// that squeezes the picture does so by 2 at most (anamorphic film).
	maxStretch = 2.0
	// maxDistance is further than any camera over a table stands (a hall's
	// ceiling is lower). A longer t is one in millimetres.
	maxDistance = 20.0 // metres
	// minDistance is the height of the tallest puzzles: a 7x7 of 71 mm that
	// stands on an edge.
	minDistance = 0.1 // metres
	// A 3x3 of cubeMM must be cubePixels wide for its stickers to be told apart
	// at all, 3 pixels each.
	cubeMM, cubePixels = 57.0, 9
	// rotTolerance is how far the entries of R R^T may be from the unit
	// matrix: R written with four decimals is off by 5e-5 an entry.
	rotTolerance = 1e-3
	// skewTolerance is the largest skew, in pixels, that is rounding.
	skewTolerance = 1e-6
)

// ReadRig reads a rig file. Errors are Faults; they wrap ErrRig, and fs.ErrNotExist
// where there is no such file.
func ReadRig(path string) (*Rig, error) {
	raw, err := os.ReadFile(path)
	if err == nil {
		return ParseRig(path, raw)
	}
	f := fault("", sayUnreadable)
	if info, e := os.Stat(path); e == nil && info.IsDir() {
		f = fault("", sayFolder)
	} else if errors.Is(err, fs.ErrNotExist) {
		f = fault("", sayNoFile)
	}
	f.File, f.Cause = path, err
	return nil, f
}

// ParseRig reads the content of a rig file:
//
//	{"cameras":{"overhead":{"width":1280,"height":720,
//	  "K":[[fx,0,cx],[0,fy,cy],[0,0,1]],"dist":[k1,k2,p1,p2,k3],
//	  "R":[[..],[..],[..]],"t":[x,y,z]}}}
//
// R and t take mat coordinates (here in metres) to the camera. Other keys are
// ignored. Errors are Faults. A camera that cannot be used spoils no other one:
// Rig.Camera tells what is wrong with it.
func ParseRig(file string, raw []byte) (*Rig, error) {
	cameras, f := parseCameras(raw)
	if f != nil {
		f.File = file
		return nil, f
	}
	rig := &Rig{File: file, Cameras: map[string]*Camera{}, faults: map[string]*Fault{}}
	for name, c := range cameras {
		if cam, f := parseCamera(c); f != nil {
			f.File, f.View = file, name
			rig.faults[name] = f
		} else {
			rig.Cameras[name] = cam
		}
	}
	return rig, nil
}

// Camera returns the camera of a view. The error is a Fault: that there is no
// such view, or what is wrong with it.
func (r *Rig) Camera(view string) (*Camera, error) {
	if c, ok := r.Cameras[view]; ok {
		return c, nil
	}
	f, ok := r.faults[view]
	if !ok {
		f = fault("", sayNoView, "views", r.Views())
		f.File, f.View = r.File, view
	}
	return nil, f
}

// Views lists the names of the cameras in alphabetical order, also of those
// that cannot be used.
func (r *Rig) Views() []string {
	var names []string
	for n := range r.Cameras {
		names = append(names, n)
	}
	for n := range r.faults {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// CheckSize says whether a picture is of the size that the camera was
// calibrated for, in pixels. The error is a Fault.
func (c *Camera) CheckSize(width, height int) error {
	says := saySize
	switch {
	case width == c.Width && height == c.Height:
		return nil
	case width == c.Height && height == c.Width:
		says = sayTurned
	}
	return fault("", says, "width", width, "height", height, "cw", c.Width, "ch", c.Height)
}

// checkK says whether the focal lengths and the principal point are those of a
// camera with pictures of its size.
func (c *Camera) checkK() *Fault {
	w, h := float64(c.Width), float64(c.Height)
	stretch := c.Fx / c.Fy
	long, focal := w, c.Fx
	if h > w {
		long, focal = h, c.Fy
	}
	angle := geom.Angle(2 * math.Atan(long/2/focal))
	switch {
	case stretch > maxStretch || stretch < 1/maxStretch:
		return fault("K", sayStretched, "fx", c.Fx, "fy", c.Fy)
	case angle < leastView || angle > mostView:
		return fault("K", sayView, "focal", focal, "side", long, "angle", short(angle.Degrees()),
			"least", leastView.Degrees(), "most", mostView.Degrees())
	case c.Cx < 0 || c.Cx > w-1 || c.Cy < 0 || c.Cy > h-1:
		return fault("K", sayMiddle, "u", c.Cx, "v", c.Cy, "width", c.Width, "height", c.Height)
	}
	return nil
}

// checkPose says whether the camera stands where it can see a puzzle on the mat.
func (c *Camera) checkPose() *Fault {
	t := c.CamFromMat.T.Mul(1.0 / mmPerMetre)
	far := t.Norm()
	px := cubeMM / mmPerMetre * math.Min(c.Fx, c.Fy) / far
	switch {
	case far > maxDistance:
		return fault("t", sayFar, "far", short(far))
	case far < minDistance:
		return fault("t", sayNear, "near", short(far))
	case c.Centre().Z <= 0:
		return fault("R, t", sayBelow)
	case t.Z <= 0:
		return fault("R, t", sayBehind)
	case px < cubePixels:
		return fault("K, t", saySmall, "mm", cubeMM, "px", short(px), "far", short(far), "least", cubePixels)
	}
	return nil
}

// short writes a figure with three digits.
func short(x float64) string { return fmt.Sprintf("%.3g", x) }

// orthonormal takes the rounding out of a rotation (Gram-Schmidt on its rows).
func orthonormal(r geom.Rot) geom.Rot {
	x := geom.Vec{X: r[0], Y: r[1], Z: r[2]}.Unit()
	y := geom.Vec{X: r[3], Y: r[4], Z: r[5]}
	y = y.Sub(x.Mul(x.Dot(y))).Unit()
	z := x.Cross(y)
	return geom.Rot{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z}
}
