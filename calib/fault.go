package calib

import (
	"errors"
	"fmt"
	"strings"
)

// ErrRig means that a rig file cannot be used as it is.
var ErrRig = errors.New("bad rig file")

// Fault is what is wrong with a rig file or with a picture for one of its
// cameras, and what to do. It wraps ErrRig. Its parts are kept apart so that it
// can be told in another language.
type Fault struct {
	File   string         // the rig file; empty where it is not known
	View   string         // the camera, where the fault is one camera's
	Field  string         // such as K, or "R, t"
	Says   string         // one of Sayings
	Values map[string]any // what stands at the {name} places of Says; a list of names is a []string
	Cause  error          // where there is one more
}

// Error returns the fault in English.
func (f *Fault) Error() string {
	says := f.Says
	for name, v := range f.Values {
		if list, ok := v.([]string); ok {
			v = strings.Join(list, ", ")
		}
		says = strings.ReplaceAll(says, "{"+name+"}", fmt.Sprint(v))
	}
	where := strings.TrimSpace(ErrRig.Error() + " " + f.File)
	if f.View != "" {
		where += fmt.Sprintf(": camera %q", f.View)
	}
	if f.Field != "" {
		where += ": " + f.Field
	}
	return where + ": " + says
}

// Unwrap returns ErrRig and the cause.
func (f *Fault) Unwrap() []error {
	if f.Cause == nil {
		return []error{ErrRig}
	}
	return []error{ErrRig, f.Cause}
}

// fault makes a Fault; values are pairs of a place's name and what stands there.
func fault(field, says string, values ...any) *Fault {
	f := &Fault{Field: field, Says: says, Values: map[string]any{}}
	for i := 0; i+1 < len(values); i += 2 {
		f.Values[fmt.Sprint(values[i])] = values[i+1]
	}
	return f
}

// What a Fault may say.
const (
	sayNoFile     = "there is no such file: check its name and folder"
	sayFolder     = "this is a folder: give the name of the rig file"
	sayUnreadable = "the file cannot be read: check that you may read it"
	sayEmpty      = "the file is empty: write the cameras into it"
	sayNotJSON    = "not JSON: line {line}, column {column} cannot be read; correct it there, or write the file anew"
	sayNotObject  = `it must hold an object such as {"cameras": {"overhead": {...}}}, not {found}`
	sayTwice      = "the key {key} stands there twice: leave one of them"
	sayNoCameras  = `is missing: give an object with one camera for each view, such as {"overhead": {...}}`
	sayCameras    = `is {found}: give an object with one camera for each view, such as {"overhead": {...}}`
	sayNoView     = "there is no such camera; the file has {views}"
	sayCamera     = "is {found}: give an object with width, height, K, dist, R and t"
	sayMissing    = "is missing: a camera needs width, height, K, dist, R and t"

	saySide   = "is {found}: give the picture's size in pixels, a whole number from 1 to {most}"
	sayMatrix = "is {found}: give three rows of three numbers, as [[1,0,0],[0,1,0],[0,0,1]]"
	sayDist   = "is {found}: give five numbers, k1, k2, p1, p2 and k3; zeros for a lens without distortion"
	sayPlace  = "is {found}: give three numbers, x, y and z in metres"

	sayLastRow   = "the last row must be [0,0,1], not {found}"
	sayFocal     = "the focal lengths fx = {fx} and fy = {fy} must be above 0: this matrix is singular or mirrored"
	saySkew      = "it is skewed by {skew} pixels: calibrate without skew, so that K is [[fx,0,cx],[0,fy,cy],[0,0,1]]"
	sayStretched = "the focal lengths fx = {fx} and fy = {fy} are more than twice each other, but pixels are square: calibrate again"
	sayView      = "with the focal length {focal} px a picture of {side} px would show {angle} degrees, and cameras show {least} to {most}: give the focal length in pixels of this picture"
	sayMiddle    = "the lens would look at pixel ({u}, {v}), outside the picture of {width} x {height}: give cx and cy in pixels of this picture, uncropped"
	sayFolds     = "the lens would fold the picture over itself before its corners: calibrate again, with boards near the picture's borders"

	sayNoRotation = "not a rotation: its rows must be at right angles, of length 1 and right-handed (determinant +1)"
	sayFar        = "the camera would be {far} m away: give metres, not millimetres"
	sayNear       = "the camera would be {near} m from the mat's middle, and a puzzle is as high: give metres from the mat to the camera"
	sayBelow      = "the camera would be below the table: R and t must take mat coordinates to the camera, not the camera's to the mat"
	sayBehind     = "the mat's middle would be behind the camera: R and t must take mat coordinates to the camera, z forward"
	saySmall      = "a puzzle of {mm} mm would be {px} pixels wide from {far} m away, and {least} are needed: calibrate again, or use a longer lens"

	sayTurned = "the picture is {width} x {height} and the camera {cw} x {ch}: it was turned; give the camera's own picture, or calibrate with turned pictures"
	saySize   = "the picture is {width} x {height} and the camera {cw} x {ch}: give the camera's own picture, neither scaled nor cropped, or calibrate at this size"
)

// Sayings lists all that a Fault may say, in English, with {name} places.
func Sayings() []string {
	return []string{
		sayNoFile, sayFolder, sayUnreadable, sayEmpty, sayNotJSON, sayNotObject, sayTwice, sayNoCameras, sayCameras, sayNoView, sayCamera, sayMissing,
		saySide, sayMatrix, sayDist, sayPlace,
		sayLastRow, sayFocal, saySkew, sayStretched, sayView, sayMiddle, sayFolds,
		sayNoRotation, sayFar, sayNear, sayBelow, sayBehind, saySmall, sayTurned, saySize,
	}
}
