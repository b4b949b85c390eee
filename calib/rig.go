package calib

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"

	"github.com/plustwo/plustwo/calib/geom"
)

// ErrRig means that a rig file cannot be used as it is.
var ErrRig = errors.New("bad rig file")

// Rig is the set of calibrated cameras around one table, by view name.
type Rig struct {
	File    string // where it was read from, for messages
	Cameras map[string]*Camera
}

const (
	mmPerMetre = 1000
	// maxSide is the longest side of a picture in pixels that the rig may
	// claim: JPEG's own limit (ISO/IEC 10918-1, 16-bit X and Y).
	maxSide = 65535
	// maxDistance is further than any camera over a table stands (a hall's
	// ceiling is lower). A longer t is one in millimetres.
	maxDistance = 20.0 // metres
	// rotTolerance is how far the entries of R R^T may be from the unit
	// matrix: R written with four decimals is off by 5e-5 an entry.
	rotTolerance = 1e-3
	// skewTolerance is the largest skew, in pixels, that is rounding.
	skewTolerance = 1e-6
)

// ReadRig reads a rig file. Errors wrap ErrRig, or are those of os.ReadFile.
func ReadRig(path string) (*Rig, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("rig file: %w", err)
	}
	return ParseRig(path, raw)
}

// ParseRig reads the content of a rig file:
//
//	{"cameras":{"overhead":{"width":1280,"height":720,
//	  "K":[[fx,0,cx],[0,fy,cy],[0,0,1]],"dist":[k1,k2,p1,p2,k3],
//	  "R":[[..],[..],[..]],"t":[x,y,z]}}}
//
// R and t take mat coordinates (here in metres) to the camera. Other keys are
// ignored. Every camera is checked; errors wrap ErrRig and name the file, the
// camera, the field and the fix.
func ParseRig(file string, raw []byte) (*Rig, error) {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(raw, &top); err != nil {
		return nil, fmt.Errorf("%w %s: not a JSON object: %v", ErrRig, file, err)
	}
	var cameras map[string]json.RawMessage
	if err := json.Unmarshal(orNull(top["cameras"]), &cameras); err != nil || len(cameras) == 0 {
		return nil, fmt.Errorf(`%w %s: cameras: need an object with one camera for each view, such as {"cameras":{"overhead":{...}}}`, ErrRig, file)
	}
	rig := &Rig{File: file, Cameras: map[string]*Camera{}}
	for name, c := range cameras {
		cam, err := parseCamera(c)
		if err != nil {
			return nil, fmt.Errorf("%w %s: camera %q: %v", ErrRig, file, name, err)
		}
		rig.Cameras[name] = cam
	}
	return rig, nil
}

// Camera returns the camera of a view. The error wraps ErrRig and lists the
// views that there are.
func (r *Rig) Camera(view string) (*Camera, error) {
	if c, ok := r.Cameras[view]; ok {
		return c, nil
	}
	return nil, fmt.Errorf("%w %s: no camera %q; it has %s", ErrRig, r.File, view, strings.Join(r.Views(), ", "))
}

// Views lists the names of the cameras in alphabetical order.
func (r *Rig) Views() []string {
	var names []string
	for n := range r.Cameras {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// CheckSize says whether a picture is of the size that the camera was
// calibrated for, in pixels. The error wraps ErrRig.
func (c *Camera) CheckSize(width, height int) error {
	switch {
	case width == c.Width && height == c.Height:
		return nil
	case width == c.Height && height == c.Width:
		return fmt.Errorf("%w: the picture is %d x %d and the camera %d x %d: it was turned, by its EXIF orientation or by a program; turn it back, or calibrate with turned pictures",
			ErrRig, width, height, c.Width, c.Height)
	}
	return fmt.Errorf("%w: the picture is %d x %d and the camera %d x %d: give the camera's own picture, neither scaled nor cropped, or calibrate at this size",
		ErrRig, width, height, c.Width, c.Height)
}

// number is a float64 that JSON must give: null and strings are errors.
type number float64

// UnmarshalJSON reads a number and nothing else.
func (n *number) UnmarshalJSON(raw []byte) error {
	var f *float64
	if err := json.Unmarshal(raw, &f); err != nil || f == nil {
		return fmt.Errorf("%.20s is not a number", raw)
	}
	*n = number(*f)
	return nil
}

// parseCamera reads one camera. Keys are matched by exact case, since a key
// such as "T" is one of the others, to be ignored.
func parseCamera(raw json.RawMessage) (*Camera, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, errors.New("need an object with width, height, K, dist, R and t")
	}
	cam := &Camera{}
	for _, part := range []func(map[string]json.RawMessage, *Camera) error{
		parseSize, parseK, parseDist, parsePose,
	} {
		if err := part(fields, cam); err != nil {
			return nil, err
		}
	}
	if err := cam.checkLens(); err != nil {
		return nil, err
	}
	return cam, nil
}

func parseSize(fields map[string]json.RawMessage, cam *Camera) error {
	for _, side := range []struct {
		key string
		to  *int
	}{{"width", &cam.Width}, {"height", &cam.Height}} {
		var v number
		err := json.Unmarshal(orNull(fields[side.key]), &v)
		if err != nil || v < 1 || v > maxSide || float64(v) != math.Trunc(float64(v)) {
			return fmt.Errorf("%s: need the picture's %s in pixels, a whole number from 1 to %d", side.key, side.key, maxSide)
		}
		*side.to = int(v)
	}
	return nil
}

func parseK(fields map[string]json.RawMessage, cam *Camera) error {
	k, err := matrix(fields, "K")
	if err != nil {
		return err
	}
	switch {
	case k[6] != 0 || k[7] != 0 || k[8] != 1:
		return fmt.Errorf("K: the last row must be [0,0,1], not [%v,%v,%v]", k[6], k[7], k[8])
	case !(k[0] > 0) || !(k[4] > 0):
		return fmt.Errorf("K: singular or mirrored: the focal lengths fx = %v and fy = %v, in pixels, must be above 0", k[0], k[4])
	case math.Abs(k[1]) > skewTolerance || math.Abs(k[3]) > skewTolerance:
		return fmt.Errorf("K: skew %v, %v: calibrate without skew, so that K is [[fx,0,cx],[0,fy,cy],[0,0,1]]", k[1], k[3])
	}
	cam.Fx, cam.Fy, cam.Cx, cam.Cy = k[0], k[4], k[2], k[5]
	return nil
}

func parseDist(fields map[string]json.RawMessage, cam *Camera) error {
	d, err := vector(fields, "dist", len(cam.Dist), "k1, k2, p1, p2, k3 (zeros for a lens without distortion)")
	if err != nil {
		return err
	}
	copy(cam.Dist[:], d)
	return nil
}

func parsePose(fields map[string]json.RawMessage, cam *Camera) error {
	m, err := matrix(fields, "R")
	if err != nil {
		return err
	}
	r := geom.Rot(m)
	if !r.Valid(rotTolerance) {
		return errors.New("R: not a rotation: its rows must be at right angles, of length 1 and right-handed (determinant +1)")
	}
	t, err := vector(fields, "t", 3, "x, y, z in metres")
	if err != nil {
		return err
	}
	at := geom.Vec{X: t[0], Y: t[1], Z: t[2]}
	if at.Norm() > maxDistance {
		return fmt.Errorf("t: the camera would be %.0f m away: give metres, not millimetres", at.Norm())
	}
	cam.CamFromMat = geom.Pose{R: orthonormal(r), T: at.Mul(mmPerMetre)}
	if cam.Centre().Z <= 0 {
		return errors.New("R, t: the camera would be below the table: R and t must take mat coordinates to the camera, not the camera's to the mat")
	}
	return nil
}

// orthonormal takes the rounding out of a rotation (Gram-Schmidt on its rows).
func orthonormal(r geom.Rot) geom.Rot {
	x := geom.Vec{X: r[0], Y: r[1], Z: r[2]}.Unit()
	y := geom.Vec{X: r[3], Y: r[4], Z: r[5]}
	y = y.Sub(x.Mul(x.Dot(y))).Unit()
	z := x.Cross(y)
	return geom.Rot{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z}
}

// matrix reads a 3x3 matrix, row by row.
func matrix(fields map[string]json.RawMessage, key string) ([9]float64, error) {
	var out [9]float64
	var rows [][]number
	if err := json.Unmarshal(orNull(fields[key]), &rows); err != nil {
		return out, fmt.Errorf("%s: need three rows of three numbers: %v", key, err)
	}
	if len(rows) != 3 {
		return out, fmt.Errorf("%s: has %d rows, needs three rows of three numbers", key, len(rows))
	}
	for i, row := range rows {
		if len(row) != 3 {
			return out, fmt.Errorf("%s: row %d has %d numbers, needs 3", key, i+1, len(row))
		}
		for j, v := range row {
			out[3*i+j] = float64(v)
		}
	}
	return out, nil
}

// vector reads a list of n numbers, named for the message.
func vector(fields map[string]json.RawMessage, key string, n int, names string) ([]float64, error) {
	var list []number
	if err := json.Unmarshal(orNull(fields[key]), &list); err != nil {
		return nil, fmt.Errorf("%s: need %d numbers: %v", key, n, err)
	}
	if len(list) != n {
		return nil, fmt.Errorf("%s: has %d numbers, needs %d: %s", key, len(list), n, names)
	}
	var out []float64
	for _, v := range list {
		out = append(out, float64(v))
	}
	return out, nil
}

// orNull stands in for a key that is missing.
func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}
