package calib

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
)

// good is a rig with one camera 0.6 m above the mat, looking down.
const good = `{"note":"ignored","cameras":{"overhead":{"file":"ignored.jpg","width":1280,"height":720,
 "K":[[1200,0,640],[0,1200,360],[0,0,1]],"dist":[-0.1,0.02,0.001,-0.001,0],
 "R":[[1,0,0],[0,-1,0],[0,0,-1]],"t":[0.01,0.02,0.6],"T":"ignored","expected":"ok"}}}`

func TestParseRig(t *testing.T) {
	rig, err := ParseRig("rig.json", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	cam, err := rig.Camera("overhead")
	if err != nil {
		t.Fatal(err)
	}
	want := Camera{Width: 1280, Height: 720, Fx: 1200, Fy: 1200, Cx: 640, Cy: 360,
		Dist:       [5]float64{-0.1, 0.02, 0.001, -0.001, 0},
		CamFromMat: geom.Pose{R: geom.Rot{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: geom.Vec{X: 10, Y: 20, Z: 600}}}
	if *cam != want {
		t.Errorf("got %+v, want %+v", *cam, want)
	}
	if c := cam.Centre(); c.Sub(geom.Vec{X: -10, Y: 20, Z: 600}).Norm() > 1e-9 {
		t.Errorf("centre %v", c)
	}
}

func TestReadRig(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rig.json")
	if err := os.WriteFile(path, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadRig(path); err != nil {
		t.Error(err)
	}
	if _, err := ReadRig(path + ".none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// Each row breaks one thing in the good file; the message names the field and
// what it should be.
func TestBadRig(t *testing.T) {
	for _, c := range []struct{ name, old, new, says string }{
		{"not JSON", good, "{", "not a JSON object"},
		{"a list", good, "[]", "not a JSON object"},
		{"null", good, "null", "cameras: need"},
		{"no cameras", `"cameras"`, `"camera"`, "cameras: need"},
		{"camera null", `{"file"`, `null,"x":{"file"`, "need an object"},
		{"width missing", `"width":1280`, `"w":1280`, "width: need"},
		{"width zero", `1280,"h`, `0,"h`, "width: need"},
		{"width fraction", `1280,"h`, `1280.5,"h`, "width: need"},
		{"height huge", `720`, `70000`, "height: need"},
		{"height text", `720`, `"720"`, "height: need"},
		{"K missing", `"K"`, `"k"`, "K: has 0 rows"},
		{"K two rows", `,[0,0,1]],"dist"`, `],"dist"`, "K: has 2 rows"},
		{"K short row", `[1200,0,640]`, `[1200,0]`, "K: row 1 has 2"},
		{"K null", `[1200,0,640]`, `[null,0,640]`, "K: need"},
		{"K NaN", `[1200,0,640]`, `[NaN,0,640]`, "not a JSON object"},
		{"K too large", `[1200,0,640]`, `[1e999,0,640]`, "K: need"},
		{"K singular", `[1200,0,640]`, `[0,0,640]`, "K: singular"},
		{"K mirrored", `[0,1200,360]`, `[0,-1200,360]`, "K: singular or mirrored"},
		{"K skew", `[1200,0,640]`, `[1200,2,640]`, "K: skew"},
		{"K last row", `[0,0,1]],"dist"`, `[0,0,2]],"dist"`, "K: the last row"},
		{"dist short", `0.001,-0.001,0]`, `0.001]`, "dist: has 3 numbers, needs 5"},
		{"dist missing", `"dist"`, `"distortion"`, "dist: has 0 numbers"},
		{"dist folds", `[-0.1,0.02,0.001,-0.001,0]`, `[-2,0,0,0,0]`, "dist: the lens would fold"},
		{"R scaled", `[1,0,0],`, `[2,0,0],`, "R: not a rotation"},
		{"R mirrored", `[1,0,0],`, `[-1,0,0],`, "R: not a rotation"},
		{"R zero", `[1,0,0],[0,-1,0],[0,0,-1]`, `[0,0,0],[0,0,0],[0,0,0]`, "R: not a rotation"},
		{"R short", `[1,0,0],[0,-1,0],[0,0,-1]`, `[1,0,0]`, "R: has 1 rows"},
		{"t short", `[0.01,0.02,0.6]`, `[0.01,0.02]`, "t: has 2 numbers, needs 3"},
		{"t millimetres", `[0.01,0.02,0.6]`, `[10,20,600]`, "give metres"},
		{"pose inverted", `[0.01,0.02,0.6]`, `[0.01,0.02,-0.6]`, "R, t: the camera would be below"},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw := strings.Replace(good, c.old, c.new, 1)
			if raw == good {
				t.Fatal("the row changes nothing")
			}
			_, err := ParseRig("rig.json", []byte(raw))
			if !errors.Is(err, ErrRig) {
				t.Fatalf("got %v, want ErrRig", err)
			}
			for _, s := range []string{"rig.json", c.says} {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("%q does not say %q", err, s)
				}
			}
		})
	}
}

func TestCameraMissing(t *testing.T) {
	rig, err := ParseRig("rig.json", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	_, err = rig.Camera("left")
	if !errors.Is(err, ErrRig) || !strings.Contains(err.Error(), `no camera "left"; it has overhead`) {
		t.Errorf("got %v", err)
	}
}

func TestCheckSize(t *testing.T) {
	cam := Camera{Width: 1280, Height: 720}
	for _, c := range []struct {
		w, h int
		says string
	}{{1280, 720, ""}, {720, 1280, "EXIF"}, {640, 360, "neither scaled nor cropped"}} {
		err := cam.CheckSize(c.w, c.h)
		if c.says == "" && err != nil {
			t.Error(err)
		}
		if c.says != "" && (!errors.Is(err, ErrRig) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%dx%d: %v", c.w, c.h, err)
		}
	}
}

// FuzzParseRig: any bytes give an error or cameras whose numbers are usable.
func FuzzParseRig(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"cameras":{"a":null}}`))
	f.Add([]byte(`{"cameras":{"a":{"width":1,"height":1,"K":[[1e-300,0,0],[0,1e300,0],[0,0,1]],"dist":[1e300,-1e300,0,0,0],"R":[[1,0,0],[0,1,0],[0,0,1]],"t":[0,0,-1]}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		rig, err := ParseRig("fuzz", raw)
		if err != nil {
			if !errors.Is(err, ErrRig) {
				t.Errorf("error without sentinel: %v", err)
			}
			return
		}
		for name, c := range rig.Cameras {
			if !c.CamFromMat.R.Valid(1e-9) || c.Fx <= 0 || c.Fy <= 0 || c.Centre().Z <= 0 || c.CheckSize(c.Width, c.Height) != nil {
				t.Errorf("camera %q got through: %+v", name, c)
			}
			for _, x := range append(c.Dist[:], c.Fx, c.Fy, c.Cx, c.Cy, c.CamFromMat.T.Norm()) {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("camera %q holds %v", name, x)
				}
			}
		}
	})
}
