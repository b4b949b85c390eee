package locate

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// things draws boxes (x0, y0, x1, y1) on ground that is lighter on one side.
func things(w, h int, boxes ...[4]int) *vision.Image {
	return picture(w, h, func(x, y int) [3]uint8 {
		for _, b := range boxes {
			if x >= b[0] && y >= b[1] && x < b[2] && y < b[3] {
				return [3]uint8{200, uint8(30 + 40*(x/8%2)), 40}
			}
		}
		v := uint8(100 + 40*x/w)
		return [3]uint8{v, v, v}
	})
}

// The largest thing that the edges do not cut is taken.
func TestForemost(t *testing.T) {
	for _, c := range []struct {
		name  string
		boxes [][4]int
		found bool
		at    geom.Pixel
		area  float64
	}{
		{"nothing", nil, false, geom.Pixel{}, 0},
		{"one", [][4]int{{200, 150, 280, 230}}, true, geom.Pixel{U: 239.5, V: 189.5}, 6400},
		{"two", [][4]int{{60, 60, 100, 100}, {200, 150, 280, 230}}, true, geom.Pixel{U: 239.5, V: 189.5}, 6400},
		{"a larger one at the edge", [][4]int{{0, 100, 80, 300}, {200, 150, 260, 210}}, true, geom.Pixel{U: 229.5, V: 179.5}, 3600},
		{"at the edge", [][4]int{{200, 150, 280, 400}}, false, geom.Pixel{}, 0},
		{"0.9 hundredths", [][4]int{{200, 150, 240, 187}}, false, geom.Pixel{}, 0},
		{"1.1 hundredths", [][4]int{{200, 150, 244, 190}}, true, geom.Pixel{U: 221.5, V: 169.5}, 1760},
	} {
		for _, k := range []int{1, 2} {
			im := things(400, 400, c.boxes...)
			if k == 2 {
				im = doubled(im)
			}
			got, ok := Foremost(im)
			if ok != c.found {
				t.Errorf("%s, %d times: found is %v: %+v", c.name, k, ok, got)
				continue
			}
			f := float64(k)
			u, v := (c.at.U+0.5)*f-0.5, (c.at.V+0.5)*f-0.5
			if ok && (math.Hypot(got.Centre.U-u, got.Centre.V-v) > 1 || math.Abs(got.Area-f*f*c.area) > 0.05*f*f*c.area) {
				t.Errorf("%s, %d times: %+v, want %v and %g", c.name, k, got, c.at, c.area)
			}
		}
	}
}

// The ground about a known place is learnt there, not where another one lies.
func TestAround(t *testing.T) {
	im := picture(640, 480, func(x, y int) [3]uint8 {
		switch {
		case x >= 130 && x < 190 && y >= 210 && y < 270:
			return [3]uint8{200, 30, 40}
		case x > 330:
			return [3]uint8{30, 90, 160}
		}
		return [3]uint8{120, 118, 110}
	})
	sc := Around(&vision.View{Image: im}, Candidate{Centre: geom.Pixel{U: 160, V: 240}, Span: 70})
	r, g, b := sc.Ground.RGB(160, 240)
	if math.Abs(r-120) > 3 || math.Abs(g-118) > 3 || math.Abs(b-110) > 3 {
		t.Errorf("the ground is %.0f %.0f %.0f", r, g, b)
	}
	if sc.Foreground(160, 240) < 0.9 || sc.Foreground(100, 240) > 0.1 {
		t.Errorf("the thing differs by %g, the ground by %g", sc.Foreground(160, 240), sc.Foreground(100, 240))
	}
	if len(sc.Candidates) != 1 {
		t.Errorf("%d candidates", len(sc.Candidates))
	}
}
