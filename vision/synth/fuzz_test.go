package synth

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/plustwo/plustwo/calib"
)

func FuzzReadScene(f *testing.F) {
	for n, o := range []Options{{Event: "333"}, {Event: "pyram", Plain: true}, {Event: "222", Reach: true}} {
		s, _ := scene(f, uint64(n), o, "overhead")
		raw, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := ReadScene(raw)
		if err != nil {
			if !errors.Is(err, ErrScene) {
				t.Fatalf("%v does not wrap ErrScene", err)
			}
			return
		}
		cam := calib.Camera{Width: 32, Height: 24, Fx: 40, Fy: 40, Cx: 16, Cy: 12, CamFromMat: LookAt(vec([3]float64{0, 50, 600}), vec([3]float64{0, 0, 0}), 0)}
		if _, err := Raw(s, cam); err != nil {
			t.Fatalf("a scene that reads well cannot be drawn: %v", err)
		}
	})
}

func FuzzReadTruth(f *testing.F) {
	files, err := filepath.Glob(testdata + "/stills/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no stills", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if _, err := ReadTruth(raw); err != nil {
			f.Errorf("%s: %v", file, err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		truth, err := ReadTruth(raw)
		if err != nil {
			if !errors.Is(err, ErrTruth) {
				t.Fatalf("%v does not wrap ErrTruth", err)
			}
			return
		}
		if _, err := json.Marshal(truth); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
	})
}
