package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/locate"
	"github.com/plustwo/plustwo/vision/synth"
)

// shot is a rendered table: what was drawn, its pictures and what they show.
// Tests share shots and leave them as they are.
type shot struct {
	scene synth.Scene
	known *synth.Truth
	views []vision.View
	puz   *puzzle.Puzzle
	m     *model
}

// order says which shot to make: number seed of the scenes that options leave,
// by the views, space-separated.
type order struct {
	seed    uint64
	options synth.Options
	views   string
	clean   bool // no noise, no JPEG, no wear, no logo
}

var shots sync.Map // order -> func() (*shot, error)

// take renders an order, once.
func take(t testing.TB, o order) *shot {
	t.Helper()
	f, _ := shots.LoadOrStore(o, sync.OnceValues(func() (*shot, error) { return render(o) }))
	s, err := f.(func() (*shot, error))()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func render(o order) (*shot, error) {
	rng := rand.New(rand.NewPCG(o.seed, 11))
	s := &shot{}
	var err error
	if s.scene, err = synth.Random(rng, o.options); err != nil {
		return nil, err
	}
	if s.puz, err = puzzle.Load(s.scene.Puzzle.Event); err != nil {
		return nil, err
	}
	s.m = newModel(s.puz, 0)
	// The model's axis, so that the truth is one of its poses.
	s.scene.Puzzle.Axis = s.m.axis
	s.scene.Settle(rng)
	if o.clean {
		s.scene.Sensor.Noise, s.scene.Sensor.JPEG = 0, 0
		s.scene.Puzzle.Build.Wear, s.scene.Puzzle.Build.Logo = 0, nil
	}
	names := strings.Fields(o.views)
	rig, err := synth.RandomRig(rng, names...)
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		im, err := synth.Render(s.scene, *rig[n])
		if err != nil {
			return nil, err
		}
		s.views = append(s.views, vision.View{Name: n, Image: im, Camera: rig[n]})
	}
	s.known, err = synth.MakeTruth(s.scene, rig)
	return s, err
}

// pose returns the truth. Its fill and rim are usual ones, not the drawing's.
func (s *shot) pose(t testing.TB) pose {
	t.Helper()
	q := s.scene.Puzzle
	p := pose{x: q.XMM, y: q.YMM, z: s.scene.Table.Mat.ThicknessMM, size: q.SizeMM, fill: 0.9, rim: 0.975,
		yaw: (geom.Angle(q.YawDeg) * geom.Degree).Radians()}
	for l, d := range q.LayersDeg {
		p.turn[l] = (geom.Angle(d-q.LayersDeg[0]) * geom.Degree).Radians()
	}
	down := geom.Vec{X: q.Down[0], Y: q.Down[1], Z: q.Down[2]}
	for _, e := range restsOf(s.m, p.turn) {
		if n, _ := e.rest.down(s.m, &p.turn); n.Dot(down) > 1-1e-6 {
			p.rest = e.rest
			return p
		}
	}
	t.Fatalf("%s: no resting facet faces %v", s.scene.ID, down)
	return p
}

// span is the size (mm) of Fit's windows.
func (s *shot) span() float64 { return s.m.extent * s.puz.Size.TypicalMM }

// locate does as Fit does.
func (s *shot) locate(v *vision.View) *locate.Scene {
	return locate.Find(v, s.m.shadow*s.puz.Size.TypicalMM)
}

// candidate returns the puzzle's true place in the first view.
func (s *shot) candidate(t testing.TB) locate.Candidate {
	t.Helper()
	size := s.span()
	c, ok := locate.At(&s.views[0], geom.Vec{X: s.scene.Puzzle.XMM, Y: s.scene.Puzzle.YMM, Z: size / 2}, size)
	if !ok {
		t.Fatalf("%s: the puzzle is not in the picture", s.scene.ID)
	}
	return c
}

// window cuts the puzzle out of a view.
func (s *shot) window(t testing.TB, view int) *window {
	t.Helper()
	v, size := &s.views[view], s.span()
	c, ok := locate.At(v, s.candidate(t).Mat, size)
	if !ok {
		t.Fatalf("%s: the puzzle is not in view %s", s.scene.ID, v.Name)
	}
	return newWindow(v, s.locate(v), c)
}

// fitter is ready to measure the puzzle at its true place, in all views.
func (s *shot) fitter(t testing.TB) *fitter {
	t.Helper()
	var wins []*window
	for i := range s.views {
		wins = append(wins, s.window(t, i))
	}
	return newFitter(s.m, wins...)
}

// slipErrors returns how far each interface of a pose near the truth is off.
func (s *shot) slipErrors(p *pose) []geom.Angle {
	var out []geom.Angle
	for l := 1; l < len(s.m.layers); l++ {
		want := geom.Angle(s.known.RelativeDeg[l-1]) * geom.Degree
		out = append(out, (geom.Angle(p.turn[l]-p.turn[l-1]) - want).Fold(s.m.step).Abs())
	}
	return out
}

// overhead is a camera without distortion, tilt off the vertical, 600 mm from
// the mat's middle.
func overhead(tilt geom.Angle) *calib.Camera {
	sin, cos := math.Sincos(tilt.Radians())
	at := geom.Vec{Y: 600 * sin, Z: 600 * cos}
	return &calib.Camera{Width: 1280, Height: 720, Fx: 1000, Fy: 1003, Cx: 641, Cy: 358, CamFromMat: synth.LookAt(at, geom.Vec{}, 0)}
}

// load returns a puzzle's model about its first axis.
func load(t testing.TB, event string) *model {
	t.Helper()
	p, err := puzzle.Load(event)
	if err != nil {
		t.Fatal(err)
	}
	return newModel(p, 0)
}

const stillsDir = "../../testdata/stills"

// still reads views of a bundled scene.
func still(t testing.TB, id string, views ...string) *shot {
	t.Helper()
	file := filepath.Join(stillsDir, id+".json")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := &shot{}
	if s.known, err = synth.ReadTruth(raw); err != nil {
		t.Fatal(err)
	}
	rig, err := calib.ParseRig(file, raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range views {
		im, err := camera.ReadFile(filepath.Join(stillsDir, fmt.Sprintf("%s-%s.jpg", id, n)))
		if err != nil {
			t.Fatal(err)
		}
		s.views = append(s.views, vision.View{Name: n, Image: im, Camera: rig.Cameras[n]})
	}
	s.m = load(t, s.known.Event)
	s.puz = s.m.puz
	return s
}

// plainShot is an easy picture: a puzzle with one turned layer, a mat, a timer.
var plainShot = order{seed: 1, options: synth.Options{Event: "333", Case: synth.NearOK, Kind: synth.Stickered, Plain: true}, views: "overhead"}

// poseScene is a scene with a turned layer.
func poseScene(event string) synth.Options {
	return synth.Options{Event: event, Case: synth.NearOK, Plain: true}
}

// found returns what Fit keeps as the best guess, and its fitter.
func (s *shot) found(t testing.TB) (guess, *fitter) {
	t.Helper()
	scenes := make([]*locate.Scene, len(s.views))
	for i := range s.views {
		scenes[i] = s.locate(&s.views[i])
	}
	g, f, _ := search(s.m, s.views, scenes)
	if len(g) == 0 {
		t.Fatalf("%s: nothing found", s.known.ID)
	}
	return g[0], f
}
