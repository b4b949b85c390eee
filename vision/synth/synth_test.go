package synth

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// scene draws scene number n and a camera of the view.
func scene(t testing.TB, n uint64, o Options, view string) (Scene, *calib.Camera) {
	t.Helper()
	rng := rand.New(rand.NewPCG(n, 7))
	s, err := Random(rng, o)
	if err != nil {
		t.Fatal(err)
	}
	rig, err := RandomRig(rng, view)
	if err != nil {
		t.Fatal(err)
	}
	return s, rig[view]
}

// Where a sticker counts as visible, the picture at its centre shows it: it
// changes when that sticker changes colour, and only then.
func TestLabelsAreWhereThePictureShowsThem(t *testing.T) {
	for n, event := range puzzle.Events() {
		for k, view := range Views {
			s, cam := scene(t, uint64(100*n+k), Options{Event: event, Reach: k == 1}, view)
			s.Puzzle.Build.Logo, s.Puzzle.Build.Wear = nil, 0
			s.Puzzle.Build.Shades[puzzle.Black], s.Puzzle.Build.Shades[puzzle.White] = RGB{20, 20, 20}, RGB{240, 240, 240}
			truth, err := MakeTruth(s, map[string]*calib.Camera{view: cam})
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(s.Seed, 1))
			changed := make([]bool, len(s.Puzzle.Colours))
			for i := range s.Puzzle.Colours {
				s.Puzzle.Colours[i] = puzzle.Black
			}
			before := levels(t, s, cam)
			s.Puzzle.Colours = append([]puzzle.Colour(nil), s.Puzzle.Colours...)
			for i := range changed {
				if changed[i] = rng.IntN(2) == 0; changed[i] {
					s.Puzzle.Colours[i] = puzzle.White
				}
			}
			after := levels(t, s, cam)
			for _, st := range truth.Stickers {
				if !st.Visible[view] {
					continue
				}
				at := int(math.Round(st.Px[view][1]))*cam.Width + int(math.Round(st.Px[view][0]))
				if grew := after[at] > 2*before[at]; grew != changed[st.Place] {
					t.Errorf("%s %s: sticker %d at %v: changed %v, but light went from %.4f to %.4f", s.ID, view, st.Place, st.Px[view], changed[st.Place], before[at], after[at])
				}
			}
		}
	}
}

// levels returns each pixel's green light.
func levels(t *testing.T, s Scene, cam *calib.Camera) []float32 {
	p, err := paint(&s, cam)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float32, len(p.pix))
	for i, c := range p.pix {
		out[i] = c.g
	}
	return out
}

func TestRandomScenesRestOnTheMat(t *testing.T) {
	for n := range uint64(60) {
		s, _ := scene(t, n, Options{}, "overhead")
		b, err := newBody(s.Puzzle, s.Table.Mat.ThicknessMM)
		if err != nil {
			t.Fatal(err)
		}
		var feet []pt
		for _, l := range b.layers {
			for _, p := range l.pts {
				if p.Z < s.Table.Mat.ThicknessMM-1e-6 {
					t.Fatalf("%s: a corner is %g mm inside the mat", s.ID, s.Table.Mat.ThicknessMM-p.Z)
				}
				if p.Z < s.Table.Mat.ThicknessMM+0.05 {
					feet = append(feet, pt{p.X, p.Y})
				}
			}
		}
		foot := hull2(feet)
		for i, p := range foot {
			q := foot[(i+1)%len(foot)]
			if d := cross2(p, q, pt{s.Puzzle.XMM, s.Puzzle.YMM}) / math.Hypot(q.x-p.x, q.y-p.y); d < steady-0.5 {
				t.Errorf("%s %s: the core is %g mm inside its foot, want %d", s.ID, s.Case, d, steady)
			}
		}
	}
}

// A scene's case says what it really is. The distance comes from the puzzle's
// own tables: another way to count moves than the truth's.
func TestTruthOfEachCase(t *testing.T) {
	want := map[Case]string{Aligned: "ok", Slight: "ok", NearOK: "ok", NearPlusTwo: "+2", Turned: "+2", TwoOver: "DNF", Scrambled: "DNF", TurnedAndOff: "+2"}
	if len(want) != len(Cases) {
		t.Fatalf("%d cases, want %d", len(Cases), len(want))
	}
	for n, event := range puzzle.Events() {
		for k, c := range Cases {
			s, cam := scene(t, uint64(1000+10*n+k), Options{Event: event, Case: c.Case, Plain: true}, "offset")
			truth, err := MakeTruth(s, map[string]*calib.Camera{"offset": cam})
			if err != nil {
				t.Fatal(err)
			}
			if truth.Suggestion != want[c.Case] {
				t.Errorf("%s %s: %v is %s, want %s", s.ID, c.Case, truth.RelativeDeg, truth.Suggestion, want[c.Case])
			}
			if rank(truth.Cameras["offset"].Expected) > rank(truth.Suggestion) {
				t.Errorf("%s: a view leaves %s possible at the mildest, but it is %s", s.ID, truth.Cameras["offset"].Expected, truth.Suggestion)
			}
		}
	}
}

func rank(outcome string) int { return map[string]int{"ok": 0, "+2": 1, "DNF": 2}[outcome] }

// Two ways to count moves agree: the truth's, which knows no colour scheme,
// and the puzzle's tables of states near solved.
func TestMovesAgreeWithThePuzzlesTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, event := range puzzle.Events() {
		pz, err := puzzle.Load(event)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range Cases {
			p := &Puzzle{Event: event}
			faces, err := p.randomState(rng, pz, c.Case)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range faces {
				p.Colours = append(p.Colours, puzzle.Colour(f)+1)
			}
			at := p.settled(pz)
			settled := make([]uint8, len(at))
			for place, from := range at {
				settled[place] = faces[from]
			}
			if got, want := leastMoves(pz, p.Colours, at, nil), pz.FaceDistance(settled); got != want {
				t.Errorf("%s %s: %d moves, the tables say %d", event, c.Case, got, want)
			}
		}
	}
}

func TestTruthRoundTrip(t *testing.T) {
	for n := range uint64(9) {
		s, cam := scene(t, n, Options{Event: puzzle.Events()[n]}, "overhead")
		truth, err := MakeTruth(s, map[string]*calib.Camera{"overhead": cam})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(truth)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ReadTruth(raw)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(truth, back) {
			t.Errorf("%s: read differs from written", s.ID)
		}
		rig, err := calib.ParseRig(s.ID, raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, st := range back.Stickers {
			px, _ := rig.Cameras["overhead"].Project(vec(st.Centre).Mul(1000))
			if d := math.Hypot(px.U-st.Px["overhead"][0], px.V-st.Px["overhead"][1]); d > 0.02 {
				t.Errorf("%s: a sticker's pixel is %g off its centre's projection", s.ID, d)
			}
		}
	}
}

func TestSceneRoundTrip(t *testing.T) {
	for n := range uint64(20) {
		s, _ := scene(t, n, Options{}, "overhead")
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ReadScene(raw)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s, back) {
			t.Errorf("%s: read differs from written", s.ID)
		}
	}
}

func TestRenderIsDeterministic(t *testing.T) {
	s, cam := scene(t, 3, Options{Event: "333"}, "overhead")
	first, err := Render(s, *cam)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			if again, err := Render(s, *cam); err != nil || !reflect.DeepEqual(first, again) {
				t.Errorf("the same scene gave another picture (%v)", err)
			}
		})
	}
	wait.Wait()
	s.Seed++
	if other, _ := Render(s, *cam); reflect.DeepEqual(first, other) {
		t.Error("another seed gave the same noise")
	}
}

func TestBadScenes(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(*Scene)
		says string
	}{
		{"unknown event", func(s *Scene) { s.Puzzle.Event = "888" }, "event"},
		{"no such axis", func(s *Scene) { s.Puzzle.Axis = 3 }, "axis"},
		{"too few angles", func(s *Scene) { s.Puzzle.LayersDeg = s.Puzzle.LayersDeg[1:] }, "layers_deg"},
		{"too few colours", func(s *Scene) { s.Puzzle.Colours = nil }, "colours"},
		{"nothing down", func(s *Scene) { s.Puzzle.Down = [3]float64{} }, "down"},
		{"size 0", func(s *Scene) { s.Puzzle.SizeMM = 0 }, "size_mm"},
		{"size NaN", func(s *Scene) { s.Puzzle.SizeMM = math.NaN() }, "size_mm"},
		{"infinite place", func(s *Scene) { s.Puzzle.XMM = math.Inf(1) }, "puzzle"},
		{"lamp on the table", func(s *Scene) { s.Light.Lamps[0].AtMM[2] = 10 }, "at_mm"},
		{"blur too wide", func(s *Scene) { s.Sensor.BlurPx = 1e9 }, "blur_px"},
		{"endless text", func(s *Scene) { s.Things[0].Text = strings.Repeat("9", 1000) }, "text"},
		{"too many things", func(s *Scene) { s.Things = make([]Thing, 1000) }, "things"},
	} {
		s, cam := scene(t, 1, Options{Event: "333"}, "overhead")
		c.harm(&s)
		_, err := Render(s, *cam)
		if !errors.Is(err, ErrScene) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want ErrScene about %s", c.name, err, c.says)
		}
	}
	s, cam := scene(t, 1, Options{Event: "333"}, "overhead")
	cam.Width = 0
	if _, err := Render(s, *cam); !errors.Is(err, ErrScene) {
		t.Errorf("camera without pixels: %v, want ErrScene", err)
	}
}

func TestBadOptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	if _, err := Random(rng, Options{Event: "magic"}); !errors.Is(err, puzzle.ErrUnknown) {
		t.Errorf("event: %v, want puzzle.ErrUnknown", err)
	}
	if _, err := Random(rng, Options{Case: "upside_down"}); !errors.Is(err, ErrScene) {
		t.Errorf("case: %v, want ErrScene", err)
	}
	if _, err := Random(rng, Options{Kind: "wooden"}); !errors.Is(err, ErrScene) {
		t.Errorf("kind: %v, want ErrScene", err)
	}
	if _, err := RandomRig(rng, "below"); !errors.Is(err, ErrScene) {
		t.Errorf("view: %v, want ErrScene", err)
	}
}

// An empty table can be drawn, and from below, from inside the puzzle and from
// far away nothing breaks.
func TestRenderFromOddPlaces(t *testing.T) {
	s, cam := scene(t, 5, Options{Event: "minx", Reach: true}, "overhead")
	core := geom.Vec{X: s.Puzzle.XMM, Y: s.Puzzle.YMM, Z: 30}
	for name, at := range map[string]geom.Vec{"below": {Z: -400}, "inside": core, "on the mat": {X: 200, Z: 4}, "far": {Z: 9000, Y: 100}, "level": {X: 600, Z: 20}} {
		c := *cam
		c.CamFromMat = LookAt(at, core.Add(geom.Vec{X: 1, Y: 2}), 0)
		if _, err := Render(s, c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.Puzzle = nil
	if _, err := Render(s, *cam); err != nil {
		t.Errorf("empty table: %v", err)
	}
	if _, err := MakeTruth(s, nil); !errors.Is(err, ErrScene) {
		t.Errorf("truth of an empty table: %v, want ErrScene", err)
	}
}
