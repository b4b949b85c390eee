package fit

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
	"github.com/plustwo/plustwo/vision/synth"
	"pgregory.net/rapid"
)

func TestGridOf(t *testing.T) {
	want := map[string]int{"222": 2, "333": 3, "444": 4, "555": 5, "666": 6, "777": 7}
	for _, event := range puzzle.Events() {
		p, err := puzzle.Load(event)
		if err != nil {
			t.Fatal(err)
		}
		n, ok := gridOf(p)
		if w, cube := want[p.Event]; ok != cube || ok && n != w {
			t.Errorf("%s: %d in a row, %v", event, n, ok)
		}
	}
}

// A picture is shrunk to what is needed, never to nothing.
func TestShrinkFor(t *testing.T) {
	for _, c := range []struct {
		w, h int
		span float64
		want int
	}{
		{1280, 720, 100, 1}, {1280, 720, 220, 1}, {1280, 720, 220.1, 2}, {1280, 720, 440, 2}, {1280, 720, 441, 3},
		{1280, 720, 1e9, 15}, {1280, 720, math.Inf(1), 15}, {4000, 48, 500, 1}, {minSide, minSide, 1e4, 1},
	} {
		if got := shrinkFor(&vision.Image{Width: c.w, Height: c.h}, c.span); got != c.want {
			t.Errorf("%d x %d, %g pixels: 1/%d, want 1/%d", c.w, c.h, c.span, got, c.want)
		}
	}
}

// A place on a face in mm is where the face's homography and the shrinking put it,
// and enlarging undoes the shrinking.
func TestMMOnFace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		h := calib.Homography{in(50, 200, "a"), in(-40, 40, "b"), in(0, 900, "u"), in(-40, 40, "d"), -in(50, 200, "e"), in(0, 900, "v"), in(-0.3, 0.3, "g"), in(-0.3, 0.3, "h"), 1}
		k, size := rapid.IntRange(1, 6).Draw(t, "k"), in(30, 80, "size")
		x, y := in(-0.5, 0.5, "x"), in(-0.5, 0.5, "y")
		mm := mmOnFace(&locate.Face{PxFromFace: h}, k, size)
		got, at := mm.Apply(x*size, y*size), h.Apply(x, y)
		want := shrunk(at, k)
		if math.Hypot(got.U-want.U, got.V-want.V) > 1e-6 {
			t.Fatalf("%v, want %v", got, want)
		}
		m := vision.Measurement{Stickers: []vision.SeenSticker{{Px: map[string]geom.Pixel{"v": want}}}}
		enlarge(&m, &vision.View{Image: &vision.Image{Width: 640, Height: 480}}, k)
		if back := m.Stickers[0].Px["v"]; math.Hypot(back.U-at.U, back.V-at.V) > 1e-6 {
			t.Fatalf("enlarged %v, want %v", back, at)
		}
	})
}

// The pins of a face that looks up lie on the puzzle's top, each in its layer and
// below its place, in every direction of the axis.
func TestPinned(t *testing.T) {
	for _, event := range []string{"222", "333", "777"} {
		m := load(t, event)
		n, _ := gridOf(m.puz)
		f := locate.Face{Span: 100}
		for i := range n * n {
			c := locate.Cell{X: (float64(i%n)+0.5)/float64(n) - 0.5, Y: (float64(i/n)+0.5)/float64(n) - 0.5}
			c.Px = geom.Pixel{U: 100 * c.X, V: -100 * c.Y}
			f.Seen = append(f.Seen, c)
		}
		size := m.puz.Size.TypicalMM
		starts := flats(m, size, pinsOf(&f, 2))
		if len(starts) != 3 {
			t.Errorf("%s: %d ways to lie, want 3", event, len(starts))
		}
		for _, g := range starts {
			x := g.pose.matFromPuzzle(m)
			inLayer := map[int]int{}
			for i, q := range g.pins {
				at := x.Apply(q.at.Mul(size))
				want := geom.Vec{X: f.Seen[i].X * size, Y: f.Seen[i].Y * size, Z: surfaceMM + size}
				if at.Sub(want).Norm() > 1e-6 {
					t.Errorf("%s: pin %d at %v, want %v", event, i, at, want)
				}
				if want := shrunk(f.Seen[i].Px, 2); q.px != want || !(q.sigma > 0) {
					t.Errorf("%s: pin %d at pixel %v, want %v; deviation %g", event, i, q.px, want, q.sigma)
				}
				inLayer[q.layer]++
			}
			for l, k := range inLayer {
				if k != n && k != n*n || l >= len(m.layers) {
					t.Errorf("%s: %d pins in layer %d", event, k, l)
				}
			}
		}
	}
}

// Approaching, a puzzle looks the same from the eye and its core is as high above
// the mat as its size wants.
func TestApproach(t *testing.T) {
	m := load(t, "333")
	rapid.Check(t, func(t *rapid.T) {
		in := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		eye := geom.Vec{X: in(-300, 300, "ex"), Y: in(-300, 300, "ey"), Z: in(300, 700, "ez")}
		at := geom.Vec{X: in(-200, 200, "x"), Y: in(-200, 200, "y"), Z: in(-60, 150, "z")}
		p := pose{rest: restsOf(m, [maxLayers]float64{})[0].rest, z: surfaceMM, size: in(40, 70, "size"), x: at.X, y: at.Y}
		was := p
		p.approach(m, eye, at)
		if !(p.size > 0) {
			t.Fatalf("size %g", p.size)
		}
		core := p.matFromPuzzle(m).T
		if off := core.Sub(eye).Unit().Sub(at.Sub(eye).Unit()).Norm(); off > 1e-6 {
			t.Fatalf("the core moved off its line of sight by %g", off)
		}
		if a, b := p.size/core.Sub(eye).Norm(), was.size/at.Sub(eye).Norm(); math.Abs(a-b) > 1e-6*b {
			t.Fatalf("it looks %g wide, not %g", a, b)
		}
	})
}

// A changed frame changes nothing that the camera sees.
func TestReframe(t *testing.T) {
	m333 := load(t, "333")
	rapid.Check(t, func(t *rapid.T) {
		in := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		turn := geom.AxisAngle(geom.Vec{X: in(-1, 1, "x"), Y: in(-1, 1, "y"), Z: 1.1}.Unit(), geom.Angle(in(-3, 3, "turn")))
		cam := overhead(geom.Angle(in(0, 70, "tilt")) * geom.Degree)
		m := vision.Measurement{Puzzle: m333.puz, MatFromPuzzle: geom.Pose{R: turn, T: geom.Vec{X: in(-50, 50, "u"), Y: in(-50, 50, "v"), Z: 30}},
			Cameras: map[string]*calib.Camera{"v": cam}}
		was := cam.CamFromMat.Mul(m.MatFromPuzzle)
		reframe(&m, cam)
		now := m.Cameras["v"].CamFromMat.Mul(m.MatFromPuzzle)
		for _, at := range []geom.Vec{{}, {X: 30}, {Y: 30}, {Z: 30}} {
			if d := was.Apply(at).Sub(now.Apply(at)).Norm(); d > 1e-6 {
				t.Fatalf("%v moved by %g mm", at, d)
			}
		}
		ups := 0
		for _, f := range m333.puz.Faces {
			if m.MatFromPuzzle.R.Apply(f.Normal).Z > 0.999 {
				ups++
			}
		}
		if ups != 1 {
			t.Fatalf("%d faces look up", ups)
		}
	})
}

// Where an edge counts as seen follows the light, down to a third.
func TestSeen(t *testing.T) {
	r := &refiner{}
	for _, c := range []struct{ mean, want float64 }{
		{255, edgeSeen}, {110, edgeSeen}, {55, edgeSeen / 2}, {37, 37.0 / 110 * edgeSeen}, {36, edgeSeen / 3}, {0, edgeSeen / 3},
	} {
		l, _, _ := locate.Opponent(c.mean, c.mean, c.mean)
		if got := r.seen(&tally{a: float32(lightness * l)}); math.Abs(got-c.want) > 0.01 {
			t.Errorf("grey %g: from %g on, want %g", c.mean, got, c.want)
		}
	}
}

// A puzzle found by its face is put down on the mat where it lies, in its size.
func TestSearchFaces(t *testing.T) {
	for _, o := range []order{
		{seed: 201, options: synth.Options{Event: "333", Case: synth.NearPlusTwo, Plain: true}, views: "offset"},
	} {
		s := take(t, o)
		g, _, _ := searchFaces(s.m, s.views, nil, nil, 0)
		if len(g) == 0 {
			t.Errorf("%+v: nothing found", o)
			continue
		}
		p := s.scene.Puzzle
		if d := math.Hypot(g[0].pose.x-p.XMM, g[0].pose.y-p.YMM); d > 3 || math.Abs(g[0].pose.size-p.SizeMM) > 3 {
			t.Errorf("%+v: %.1f mm off, %.1f mm large, not %.1f", o, d, g[0].pose.size, p.SizeMM)
		}
		if g[0].support < someSupport {
			t.Errorf("%+v: support %g", o, g[0].support)
		}
	}
}
