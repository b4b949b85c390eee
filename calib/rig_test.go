package calib

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
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
	if _, err := ReadRig(path + ".none"); !errors.Is(err, os.ErrNotExist) || !errors.Is(err, ErrRig) || !strings.Contains(err.Error(), "check its name") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := ReadRig(filepath.Dir(path)); !errors.Is(err, ErrRig) || !strings.Contains(err.Error(), "this is a folder") {
		t.Errorf("folder: %v", err)
	}
	if _, err := ParseRig("", []byte("\ufeff"+good)); err != nil {
		t.Errorf("byte order mark: %v", err)
	}
}

// Each row breaks one thing in the good file; the message names the field and
// what it should be.
func TestBadRig(t *testing.T) {
	for _, c := range []struct{ name, old, new, says string }{
		{"not JSON", good, "{", "not JSON: line 1, column 2 cannot be read"},
		{"cut off", good, good[:100], "not JSON: line 2, column"},
		{"nothing", good, "", "the file is empty"},
		{"a list", good, "[]", `it must hold an object such as {"cameras": {"overhead": {...}}}, not []`},
		{"a number", good, "3", "not 3"},
		{"null", good, "null", "not null"},
		{"no cameras", `"cameras"`, `"camera"`, "cameras: is missing"},
		{"cameras a list", good, `{"cameras":[1,2]}`, "cameras: is [1,2]: give an object"},
		{"cameras empty", good, `{"cameras":{}}`, "cameras: is {}: give"},
		{"cameras twice", good, `{"cameras":{"a":1},"cameras":{"a":1}}`, "the key cameras stands there twice"},
		{"camera twice", `"cameras":{`, `"cameras":{"overhead":{},`, "cameras: the key overhead stands there twice"},
		{"K twice", `"K"`, `"K":1,"K"`, `camera "overhead": the key K stands there twice`},
		{"camera null", `{"file"`, `null,"x":{"file"`, `camera "overhead": is null: give an object with width`},
		{"width missing", `"width":1280`, `"w":1280`, "width: is missing"},
		{"width zero", `1280,"h`, `0,"h`, "width: is 0: give"},
		{"width fraction", `1280,"h`, `1280.5,"h`, "width: is 1280.5: give"},
		{"height huge", `720`, `70000`, "height: is 70000: give"},
		{"height text", `720`, `"720"`, `height: is "720": give`},
		{"K missing", `"K"`, `"k"`, "K: is missing"},
		{"K two rows", `,[0,0,1]],"dist"`, `],"dist"`, "K: is [[1200,0,640],[0,1200,360]]: give three rows"},
		{"K short row", `[1200,0,640]`, `[1200,0]`, "K: is [[1200,0],"},
		{"K an object", `[[1200,0,640],[0,1200,360],[0,0,1]]`, `{"fx":1200}`, `K: is {"fx":1200}: give three rows`},
		{"K null", `[1200,0,640]`, `[null,0,640]`, "K: is [[null,"},
		{"K NaN", `[1200,0,640]`, `[NaN,0,640]`, "not JSON: line 2"},
		{"K too large", `[1200,0,640]`, `[1e999,0,640]`, "K: is [[1e999,"},
		{"K singular", `[1200,0,640]`, `[0,0,640]`, "K: the focal lengths fx = 0"},
		{"K mirrored", `[0,1200,360]`, `[0,-1200,360]`, "singular or mirrored"},
		{"K skew", `[1200,0,640]`, `[1200,2,640]`, "K: it is skewed by 2 pixels"},
		{"K last row", `[0,0,1]],"dist"`, `[0,0,2]],"dist"`, "K: the last row"},
		{"K of 1 px", `[1200,0,640],[0,1200,360]`, `[1,0,640],[0,1,360]`, "K: with the focal length 1 px a picture of 1280 px would show 180 degrees"},
		{"K of a fisheye", `[1200,0,640],[0,1200,360]`, `[55,0,640],[0,55,360]`, "would show 170 degrees, and cameras show 5 to 170"},
		{"K of a telescope", `[1200,0,640],[0,1200,360]`, `[1e6,0,640],[0,1e6,360]`, "would show 0.0733 degrees"},
		{"K in metres", `[1200,0,640],[0,1200,360]`, `[0.004,0,0.002],[0,0.004,0.001]`, "K: with the focal length 0.004 px"},
		{"K stretched", `[0,1200,360]`, `[0,500,360]`, "more than twice each other"},
		{"K looks aside", `[1200,0,640]`, `[1200,0,-1]`, "K: the lens would look at pixel (-1, 360), outside"},
		{"K looks below", `[0,1200,360]`, `[0,1200,720]`, "K: the lens would look at pixel (640, 720), outside"},
		{"dist short", `0.001,-0.001,0]`, `0.001]`, "dist: is [-0.1,0.02,0.001]: give five numbers"},
		{"dist missing", `"dist"`, `"distortion"`, "dist: is missing"},
		{"dist folds", `[-0.1,0.02,0.001,-0.001,0]`, `[-2,0,0,0,0]`, "dist: the lens would fold"},
		{"R scaled", `[1,0,0],`, `[2,0,0],`, "R: not a rotation"},
		{"R mirrored", `[1,0,0],`, `[-1,0,0],`, "R: not a rotation"},
		{"R zero", `[1,0,0],[0,-1,0],[0,0,-1]`, `[0,0,0],[0,0,0],[0,0,0]`, "R: not a rotation"},
		{"R short", `[1,0,0],[0,-1,0],[0,0,-1]`, `[1,0,0]`, "R: is [[1,0,0]]: give three rows"},
		{"t short", `[0.01,0.02,0.6]`, `[0.01,0.02]`, "t: is [0.01,0.02]: give three numbers"},
		{"t millimetres", `[0.01,0.02,0.6]`, `[10,20,600]`, "t: the camera would be 600 m away: give metres"},
		{"t on the mat", `[0.01,0.02,0.6]`, `[0,0,0.05]`, "t: the camera would be 0.05 m from"},
		{"t too far for the lens", `[0.01,0.02,0.6]`, `[0,0,8]`, "K, t: a puzzle of 57 mm would be 8.55 pixels wide from 8 m"},
		{"pose inverted", `[0.01,0.02,0.6]`, `[0.01,0.02,-0.6]`, "R, t: the camera would be below"},
		{"looks away", `[1,0,0],[0,-1,0],[0,0,-1]],"t":[0.01,0.02,0.6]`, `[1,0,0],[0,1,0],[0,0,1]],"t":[0.01,0.02,-0.6]`, "R, t: the mat's middle would be behind"},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw := strings.Replace(good, c.old, c.new, 1)
			if raw == good {
				t.Fatal("the row changes nothing")
			}
			rig, err := ParseRig("rig.json", []byte(raw))
			if err == nil {
				_, err = rig.Camera("overhead")
			}
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
	if !errors.Is(err, ErrRig) || !strings.Contains(err.Error(), `camera "left": there is no such camera; the file has overhead`) {
		t.Errorf("got %v", err)
	}
}

// A camera that cannot be used spoils no other one, and is still among the views.
func TestOneBrokenCamera(t *testing.T) {
	raw := strings.Replace(good, `"cameras":{`, `"cameras":{"broken":{"width":"wide"},`, 1)
	rig, err := ParseRig("rig.json", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rig.Camera("overhead"); err != nil {
		t.Error(err)
	}
	if _, err := rig.Camera("broken"); err == nil || !strings.Contains(err.Error(), `camera "broken": width: is "wide"`) {
		t.Errorf("got %v", err)
	}
	if got := rig.Views(); !slices.Equal(got, []string{"broken", "overhead"}) {
		t.Errorf("views %v", got)
	}
}

func TestCheckSize(t *testing.T) {
	cam := Camera{Width: 1280, Height: 720}
	for _, c := range []struct {
		w, h int
		says string
	}{{1280, 720, ""}, {720, 1280, "it was turned"}, {640, 360, "neither scaled nor cropped"}} {
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
