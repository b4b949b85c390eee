package locate

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
	"pgregory.net/rapid"
)

const sizeMM = 56 // a 3x3's

// table renders a random scene; change, where given, alters it first.
func table(t testing.TB, seed uint64, o synth.Options, view string, change func(*synth.Scene)) (synth.Scene, vision.View) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	s, err := synth.Random(rng, o)
	if err != nil {
		t.Fatal(err)
	}
	rig, err := synth.RandomRig(rng, view)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&s)
	}
	im, err := synth.Render(s, *rig[view])
	if err != nil {
		t.Fatal(err)
	}
	return s, vision.View{Name: view, Image: im, Camera: rig[view]}
}

// rank returns which candidate lies on the puzzle, within a third of its size;
// -1 for none.
func rank(s synth.Scene, v *vision.View, sc *Scene) int {
	at, _ := v.Camera.Project(geom.Vec{X: s.Puzzle.XMM, Y: s.Puzzle.YMM, Z: s.Puzzle.SizeMM / 2})
	for i, c := range sc.Candidates {
		if math.Hypot(c.Centre.U-at.U, c.Centre.V-at.V) < c.Span/3 {
			return i
		}
	}
	return -1
}

// The puzzle is among the candidates, mostly first, whatever else lies there.
func TestFindPuzzles(t *testing.T) {
	for _, c := range []struct {
		name          string
		options       synth.Options
		least, firsts int // of eight
	}{
		{"mat and timer", synth.Options{Event: "333", Plain: true}, 8, 8},
		{"print, things and hands", synth.Options{Event: "333"}, 7, 6},
	} {
		among, first := 0, 0
		const pictures = 8
		for seed := range uint64(pictures) {
			s, v := table(t, seed, c.options, synth.Views[seed%2], nil)
			sc := Find(&v, sizeMM)
			switch i := rank(s, &v, sc); {
			case i == 0:
				first++
				fallthrough
			case i > 0:
				among++
			default:
				t.Logf("%s: seed %d, %s: not among %d candidates", c.name, seed, v.Name, len(sc.Candidates))
			}
		}
		t.Logf("%s: among the candidates %d of %d times, first %d times", c.name, among, pictures, first)
		if among < c.least || first < c.firsts {
			t.Errorf("%s: the puzzle is among the candidates %d of %d times, first %d times; want %d and %d", c.name, among, pictures, first, c.least, c.firsts)
		}
	}
}

// A hand over the puzzle hides a part of it, not its place.
func TestFindUnderAHand(t *testing.T) {
	among := 0
	const pictures = 6
	for seed := range uint64(pictures) {
		s, v := table(t, 50+seed, synth.Options{Event: "333", Plain: true, Reach: true}, "offset", nil)
		if rank(s, &v, Find(&v, sizeMM)) >= 0 {
			among++
		}
	}
	if among < pictures-2 {
		t.Errorf("among the candidates %d of %d times", among, pictures)
	}
}

// Candidates lie in the picture, apart from each other, best first.
func TestCandidates(t *testing.T) {
	for seed := range uint64(4) {
		_, v := table(t, seed, synth.Options{}, "overhead", func(s *synth.Scene) { s.Puzzle = nil })
		got := Find(&v, sizeMM).Candidates
		if len(got) > maxCandidates {
			t.Errorf("seed %d: %d candidates", seed, len(got))
		}
		for i, c := range got {
			if c.Centre.U < 0 || c.Centre.V < 0 || c.Centre.U > float64(v.Image.Width) || c.Centre.V > float64(v.Image.Height) || c.SizeMM != sizeMM || !(c.Span > 0) || !(c.Score > 0 && c.Score <= 1) {
				t.Errorf("seed %d: candidate %+v", seed, c)
			}
			for j, o := range got[:i] {
				if math.Hypot(c.Centre.U-o.Centre.U, c.Centre.V-o.Centre.V) < o.Span/2 {
					t.Errorf("seed %d: candidates %d and %d are one place", seed, j, i)
				}
				if o.Score < c.Score {
					t.Errorf("seed %d: candidate %d is worse than %d", seed, j, i)
				}
			}
		}
	}
}

// filled is a small picture of what differs from the mat: boxes.
func filled(boxes ...[4]int) *small {
	s := &small{w: 120, h: 90, scale: 4, pix: make([]float32, 3*120*90)}
	for _, b := range boxes {
		for y := b[1]; y < b[3]; y++ {
			for x := b[0]; x < b[2]; x++ {
				s.pix[3*(y*s.w+x)] = 1
			}
		}
	}
	return s
}

func TestBoxMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := func(n int, name string) int { return rapid.IntRange(-30, n+30).Draw(t, name) }
		s := filled([4]int{10, 20, 40, 50}, [4]int{60, 5, 61, 80})
		x0, y0 := at(s.w, "x0"), at(s.h, "y0")
		w, h := rapid.IntRange(1, 60).Draw(t, "w"), rapid.IntRange(1, 60).Draw(t, "h")
		sum := 0.0
		for y := y0; y < y0+h; y++ {
			for x := x0; x < x0+w; x++ {
				if x < 0 || y < 0 || x >= s.w || y >= s.h {
					sum++ // no mat is outside
				} else {
					sum += float64(s.pix[3*(y*s.w+x)])
				}
			}
		}
		const within = 0.5 // of a pixel: the box ends inside the last one
		got := boxMean(integral(s), s, s.scale*float64(x0), s.scale*float64(y0), s.scale*(float64(x0+w)-within), s.scale*(float64(y0+h)-within))
		if want := sum / float64(w*h); math.Abs(got-want) > 1e-9 {
			t.Fatalf("the box at %d,%d of %d by %d is %g full, want %g", x0, y0, w, h, got, want)
		}
	})
}

// What stands out is a compact thing with mat around it.
func TestStandout(t *testing.T) {
	c := Candidate{Centre: geom.Pixel{U: 240, V: 180}, Span: 80} // 20 small pixels wide, at 60,45
	puzzle := [4]int{50, 35, 70, 55}
	alone := standout(integral(filled(puzzle)), filled(puzzle), c)
	if alone < 0.99 {
		t.Errorf("a puzzle alone stands out by %g", alone)
	}
	for _, o := range []struct {
		name   string
		boxes  [][4]int
		lo, hi float64
	}{
		{"nothing", nil, 0, 0},
		{"all full", [][4]int{{0, 0, 120, 90}}, -0.1, 0},
		{"beside a timer", [][4]int{puzzle, {0, 61, 120, 90}}, 0.6, 0.99},
		{"in the table's corner", [][4]int{{0, 0, 70, 90}, {0, 0, 120, 55}}, -0.1, 0.4},
		{"a stroke of print", [][4]int{{0, 44, 120, 46}}, 0, 0.35},
		{"half as wide", [][4]int{{55, 40, 65, 50}}, 0.3, 0.6},
	} {
		s := filled(o.boxes...)
		if got := standout(integral(s), s, c); got < o.lo || got > o.hi {
			t.Errorf("%s stands out by %g, want %g to %g", o.name, got, o.lo, o.hi)
		}
	}
}

// The mat and its shadows are no distance from the mat; other colours are.
func TestShadowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.Float64Range(20, 255)
		l, rg, yb := Opponent(step.Draw(t, "r"), step.Draw(t, "g"), step.Draw(t, "b"))
		k := rapid.Float64Range(darkest, 1).Draw(t, "shadow")
		if d := shadowed(k*l, k*rg, k*yb, l, rg, yb); d > 1e-6 {
			t.Fatalf("a shadow of %g is %g away", k, d)
		}
		bright := rapid.Float64Range(1, 3).Draw(t, "bright")
		if d, want := shadowed(bright*l, bright*rg, bright*yb, l, rg, yb), (bright-1)*math.Sqrt(l*l+rg*rg+yb*yb); math.Abs(d-want) > 1e-6 {
			t.Fatalf("%g times as bright is %g away, want %g", bright, d, want)
		}
		a, b, c := Opponent(step.Draw(t, "r2"), step.Draw(t, "g2"), step.Draw(t, "b2"))
		if d, far := shadowed(a, b, c, l, rg, yb), math.Sqrt((a-l)*(a-l)+(b-rg)*(b-rg)+(c-yb)*(c-yb)); !(d >= 0 && d <= far+1e-9) {
			t.Fatalf("distance %g of a colour that is %g from the mat", d, far)
		}
	})
}

// What was found to differ from the mat is the puzzle, not the mat.
func TestForeground(t *testing.T) {
	s, v := table(t, 1, synth.Options{Event: "333", Plain: true, Kind: synth.Stickered}, "overhead", func(s *synth.Scene) {
		s.Table.Mat.Colour, s.Table.Mat.WidthMM, s.Table.Mat.DepthMM = synth.RGB{40, 42, 46}, 600, 400
		s.Puzzle.XMM, s.Puzzle.YMM = 0, 20
	})
	sc := Find(&v, sizeMM)
	on, _ := v.Camera.Project(geom.Vec{X: s.Puzzle.XMM, Y: s.Puzzle.YMM, Z: s.Puzzle.SizeMM / 2})
	share := 0.0
	for _, d := range [9]geom.Pixel{{}, {U: 8}, {U: -8}, {V: 8}, {V: -8}, {U: 8, V: 8}, {U: -8, V: 8}, {U: 8, V: -8}, {U: -8, V: -8}} {
		share += sc.Foreground(on.U+d.U, on.V+d.V) / 9
	}
	off, _ := v.Camera.Project(geom.Vec{X: s.Puzzle.XMM, Y: s.Puzzle.YMM + 1.6*s.Puzzle.SizeMM, Z: s.Table.Mat.ThicknessMM})
	if share < 0.6 || sc.Foreground(off.U, off.V) > 0.2 {
		t.Errorf("the puzzle differs by %g from the mat, the mat beside it by %g", share, sc.Foreground(off.U, off.V))
	}
	for _, p := range []geom.Pixel{{U: -9, V: 3}, {U: 3, V: -9}, {U: 1e6, V: 3}, {U: 3, V: 1e6}} {
		if got := sc.Foreground(p.U, p.V); got != 0 {
			t.Errorf("outside the picture, at %v, it is %g", p, got)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	_, v := table(b, 1, synth.Options{Event: "333"}, "overhead", nil)
	for b.Loop() {
		Find(&v, sizeMM)
	}
}
