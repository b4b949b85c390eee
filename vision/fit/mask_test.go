package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

func (m *mask) has(x, y int) bool {
	return x >= 0 && y >= 0 && x < maskSide && y < maskSide && m[y]>>x&1 == 1
}

// block sets the pixels of a rectangle, ends included.
func (m *mask) block(x0, y0, x1, y1 int) {
	for y := y0; y <= y1; y++ {
		m.span(y, x0, x1)
	}
}

func (m *mask) count() int {
	_, _, n := m.centroid()
	return n
}

func randomMask(seed uint64, share int) *mask {
	rng := rand.New(rand.NewPCG(seed, 3))
	m := &mask{}
	for y := range m {
		for x := range maskSide {
			if rng.IntN(100) < share {
				m[y] |= 1 << x
			}
		}
	}
	return m
}

func TestMaskPolygonAgreesWithFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pts := drawConvex(t, maskSide, maskSide)
		var l labels
		l.reset(maskSide, maskSide)
		l.fill(pts, 1)
		var m mask
		m.polygon(pts, new(rows))
		for i, id := range l.id {
			if m.has(i%maskSide, i/maskSide) != (id == 1) {
				t.Fatalf("pixel %d,%d of %v: the mask says %v, the picture part %d", i%maskSide, i/maskSide, pts, m.has(i%maskSide, i/maskSide), id)
			}
		}
	})
}

func TestSpan(t *testing.T) {
	for _, c := range []struct{ y, x0, x1, want int }{
		{0, 0, 63, 64}, {63, 0, 0, 1}, {5, 63, 63, 1}, {5, -9, 99, 64}, {5, 10, 9, 0}, {5, 64, 70, 0}, {5, -5, -1, 0}, {-1, 0, 63, 0}, {64, 0, 63, 0}, {7, 3, 12, 10},
	} {
		var m mask
		m.span(c.y, c.x0, c.x1)
		if n := m.count(); n != c.want {
			t.Errorf("span(%d, %d, %d) sets %d pixels, want %d", c.y, c.x0, c.x1, n, c.want)
		}
	}
}

func TestOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, f, void := randomMask(rapid.Uint64().Draw(t, "a"), 40), randomMask(rapid.Uint64().Draw(t, "f"), 60), randomMask(rapid.Uint64().Draw(t, "void"), 10)
		dx, dy := rapid.IntRange(-70, 70).Draw(t, "dx"), rapid.IntRange(-70, 70).Draw(t, "dy")
		both, either := 0, 0
		for y := range maskSide {
			for x := range maskSide {
				s := a.has(x-dx, y-dy)
				g := f.has(x, y) && !void.has(x-dx, y-dy)
				if s && g {
					both++
				}
				if s || g {
					either++
				}
			}
		}
		want := 0.0
		if either > 0 {
			want = float64(both) / float64(either)
		}
		if got := a.overlap(f, void, dx, dy); got != want {
			t.Fatalf("moved by %d,%d: %g, want %g", dx, dy, got, want)
		}
	})
	if got := (&mask{}).overlap(&mask{}, &mask{}, 0, 0); got != 0 {
		t.Errorf("nothing overlaps nothing by %g", got)
	}
}

func TestCentroid(t *testing.T) {
	var m mask
	if x, y, n := m.centroid(); x != 0 || y != 0 || n != 0 {
		t.Errorf("nothing has its middle at %g,%g and %d pixels", x, y, n)
	}
	m.block(10, 20, 13, 22)
	m.block(50, 60, 50, 60)
	if x, y, n := m.centroid(); n != 13 || math.Abs(x-(12*11.5+50)/13) > 1e-12 || math.Abs(y-(12*21.0+60)/13) > 1e-12 {
		t.Errorf("middle %g,%g of %d pixels", x, y, n)
	}
}

// Opening takes strokes narrower than 2r+1 away and leaves wider blocks as
// they are.
func TestOpened(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.IntRange(1, 3).Draw(t, "r")
		w, h := rapid.IntRange(2*r+1, 20).Draw(t, "w"), rapid.IntRange(2*r+1, 20).Draw(t, "h")
		x, y := rapid.IntRange(0, 30-w).Draw(t, "x"), rapid.IntRange(0, maskSide-h).Draw(t, "y")
		var block, m mask
		block.block(x, y, x+w-1, y+h-1)
		m = block
		thin := rapid.IntRange(1, 2*r).Draw(t, "thin")
		at := rapid.IntRange(32, 62-thin).Draw(t, "at") // clear of the block and the border
		if rapid.Bool().Draw(t, "upright") {
			m.block(at, 1, at+thin-1, 62)
		} else {
			m.block(32, at-30, 62, at-30+thin-1)
		}
		if got := m.opened(r); got != block {
			t.Fatalf("a block of %d by %d at %d,%d and a stroke of %d, opened by %d: %d pixels, want %d", w, h, x, y, thin, r, got.count(), block.count())
		}
	})
}

// Opening never adds, and opening again changes nothing.
func TestOpenedTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomMask(rapid.Uint64().Draw(t, "m"), 92)
		r := rapid.IntRange(1, 3).Draw(t, "r")
		once := m.opened(r)
		for y := range m {
			if once[y]&^m[y] != 0 {
				t.Fatalf("row %d gained pixels", y)
			}
		}
		if twice := once.opened(r); twice != once {
			t.Fatal("opening again changed the mask")
		}
	})
}

// scenery is a small picture made of rectangles on a mat, and what differs from
// the mat.
type scenery struct {
	p  *patch
	fg mask
}

func newScenery() *scenery {
	s := &scenery{p: &patch{w: 60, h: 60, scale: 1, pix: make([]float32, 3*60*60)}}
	s.paint(0, 0, 59, 59, 40, 0, 0)
	s.fg = mask{}
	return s
}

func (s *scenery) paint(x0, y0, x1, y1 int, l, rg, yb float32) {
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			i := 3 * (y*s.p.w + x)
			s.p.pix[i], s.p.pix[i+1], s.p.pix[i+2] = l, rg, yb
		}
	}
	s.fg.block(x0, y0, x1, y1)
}

func TestClutter(t *testing.T) {
	for name, c := range map[string]struct {
		draw func(s *scenery)
		want func(m *mask)
	}{
		"nothing": {func(*scenery) {}, func(*mask) {}},
		"the puzzle alone": {
			func(s *scenery) { s.paint(20, 20, 40, 40, 60, 40, -20) },
			func(*mask) {},
		},
		"a timer from below": {
			func(s *scenery) { s.paint(20, 20, 40, 40, 60, 40, -20); s.paint(0, 50, 59, 59, 90, 5, 5) },
			func(m *mask) { m.block(0, 50, 59, 59) },
		},
		"a hand that touches the puzzle": {
			func(s *scenery) { s.paint(20, 20, 40, 40, 60, 40, -20); s.paint(28, 0, 34, 19, 80, 30, 30) },
			func(m *mask) { m.block(28, 0, 34, 19) },
		},
		"things of two colours": {
			func(s *scenery) { s.paint(0, 0, 9, 59, 100, 0, 0); s.paint(50, 0, 59, 59, 10, -40, 0) },
			func(m *mask) { m.block(0, 0, 9, 59); m.block(50, 0, 59, 59) },
		},
		"shade across a thing": {
			func(s *scenery) {
				for x := range 20 {
					s.paint(x, 30, x, 40, 100-2*float32(x), 5, 5)
				}
			},
			func(m *mask) { m.block(0, 30, 19, 40) },
		},
		"a corner": {
			func(s *scenery) { s.paint(58, 58, 59, 59, 100, 5, 5) },
			func(m *mask) { m.block(58, 58, 59, 59) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScenery()
			c.draw(s)
			var want mask
			c.want(&want)
			if got := clutter(s.p, &s.fg); got != want {
				t.Errorf("%d pixels of clutter, want %d", got.count(), want.count())
			}
		})
	}
}

// Clutter is part of what differs from the mat, whatever the picture's size.
func TestClutterOfAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 80).Draw(t, "w"), rapid.IntRange(1, 80).Draw(t, "h")
		p := &patch{w: w, h: h, scale: 1, pix: make([]float32, 3*w*h)}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for i := range p.pix {
			p.pix[i] = 20 * rng.Float32()
		}
		fg := randomMask(rapid.Uint64().Draw(t, "fg"), 70)
		got := clutter(p, fg)
		for y := range got {
			if got[y]&^fg[y] != 0 {
				t.Fatalf("row %d: clutter where there is mat", y)
			}
		}
	})
}

// The silhouette and the picture of a puzzle cover the same pixels.
func TestSilhouetteAgreesWithDrawing(t *testing.T) {
	for _, event := range someEvents {
		m := load(t, event)
		rapid.Check(t, func(t *rapid.T) {
			p := drawPose(t, m)
			cam := overhead(geom.Angle(rapid.Float64Range(0, 60).Draw(t, "tilt")) * geom.Degree)
			centre, _ := cam.Project(geom.Vec{X: p.x, Y: p.y, Z: p.size / 2})
			to := &patch{x0: centre.U - 96, y0: centre.V - 96, scale: 3, w: maskSide, h: maskSide}
			d := painter{m: m}
			var l labels
			var outer, inner mask
			if !d.draw(cam, &p, to, &l) || !d.silhouette(cam, &p, to, &outer, &inner) {
				t.Fatal("a part is behind the camera")
			}
			for i, id := range l.id {
				x, y := i%maskSide, i/maskSide
				if (id != background) != (outer.has(x, y) || inner.has(x, y)) || outer.has(x, y) && inner.has(x, y) {
					t.Fatalf("%s: pixel %d,%d is part %d, in the silhouette %v, as an inner face %v", event, x, y, id, outer.has(x, y), inner.has(x, y))
				}
			}
		})
	}
}
