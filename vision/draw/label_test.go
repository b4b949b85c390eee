package draw

import (
	"image"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"pgregory.net/rapid"
)

func TestTouches(t *testing.T) {
	diamond := hull([]pt{{0, -10}, {10, 0}, {0, 10}, {-10, 0}})
	for _, c := range []struct {
		name string
		box  box
		want bool
	}{
		{"inside", box{-1, -1, 2, 2}, true}, {"around", box{-20, -20, 40, 40}, true}, {"across", box{5, -1, 20, 2}, true},
		{"beside", box{11, -5, 5, 10}, false}, {"in the corner of its bounds", box{7, 7, 3, 3}, false}, {"just over a side", box{4, 4, 3, 3}, true},
	} {
		if got := c.box.touches(diamond); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
	if (box{0, 0, 9, 9}).touches(nil) {
		t.Error("nothing cannot be touched")
	}
}

// A box and an outline touch where a side of one runs through the other. Whole
// numbers make the border exact.
func TestTouchesLikeSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := func(name string, lo, hi int) float64 { return float64(rapid.IntRange(lo, hi).Draw(t, name)) }
		var pts []pt
		for range 5 {
			pts = append(pts, pt{whole("x", -10, 10), whole("y", -10, 10)})
		}
		outline := hull(pts)
		b := box{whole("left", -10, 10), whole("top", -10, 10), whole("w", 1, 10), whole("h", 1, 10)}
		corners := []pt{{b.x, b.y}, {b.x + b.w, b.y}, {b.x + b.w, b.y + b.h}, {b.x, b.y + b.h}}
		through := func(line, block []pt) bool {
			for i, p := range line {
				if in, from, to := within(p, line[(i+1)%len(line)], block); in && to-from > 1e-9 {
					return true
				}
			}
			return false
		}
		if len(outline) < 3 {
			return
		}
		if want := through(corners, outline) || through(outline, corners); b.touches(outline) != want && !same(corners, outline) {
			t.Fatalf("%v and %v: got %v", b, outline, !want)
		}
	})
}

// same tells whether two outlines have their corners in common.
func same(a, b []pt) bool {
	for _, p := range b {
		if !slices.Contains(a, p) {
			return false
		}
	}
	return true
}

func TestInward(t *testing.T) {
	for _, c := range []struct{ lo, hi, size, want int }{{-5, 20, 100, 5}, {90, 110, 100, -10}, {10, 20, 100, 0}, {-5, 120, 100, 0}, {0, 100, 100, 0}} {
		if got := inward(c.lo, c.hi, c.size); got != c.want {
			t.Errorf("%+v: got %d", c, got)
		}
	}
}

// Labels leave the puzzle's stickers, and each other, free.
func TestLabelsLeaveThePuzzleFree(t *testing.T) {
	for _, id := range []string{"333-01005", "333-01010", "333-01012", "333-01020", "333-01035", "333-01040"} {
		for _, lang := range rules.Langs() {
			views, m, r := trueScene(t, id, "overhead")
			s := &sheet{canvas: newCanvas(Width, Height, ground), views: views, seen: m, ruling: r, lang: lang}
			c := s.part(image.Rect(0, 0, 640, 900))
			s.panel(c, views[0])
			if len(c.taken) == 0 || len(c.puzzle) < 3 {
				t.Fatalf("%s: %d labels, %d corners", id, len(c.taken), len(c.puzzle))
			}
			for i, l := range c.taken {
				if l.touches(c.puzzle) {
					t.Errorf("%s %s: label %d, %v, is on the puzzle", id, lang, i, l)
				}
			}
		}
	}
}

func TestWithin(t *testing.T) {
	f := faceOf(rules.English, regular, 21)
	if g := f.within("short", 500); g.size != 21 {
		t.Errorf("a short text is %v pixels tall", g.size)
	}
	long := "layers 1 and 2 from the light green face (lower far right side)"
	if g := f.within(long, f.width(long)*0.8); g.width(long) > f.width(long)*0.8 || g.size < 14 {
		t.Errorf("a long text is %v wide, %v tall", g.width(long), g.size)
	}
}
