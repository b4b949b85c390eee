package synth

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The coverages of a convex polygon sum to its area, whatever its place: within
// what the cut-off of opaque leaves on its border's pixels (80 at most).
func TestRasterArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const w, h = 40, 30
		n := rapid.IntRange(3, 9).Draw(t, "n")
		cx, cy := rapid.Float64Range(10, 30).Draw(t, "cx"), rapid.Float64Range(10, 20).Draw(t, "cy")
		rad, phase := rapid.Float64Range(0.1, 9.9).Draw(t, "r"), rapid.Float64Range(0, 6.3).Draw(t, "phase")
		var c []pt
		for i := 0; i < n; i++ {
			s, co := math.Sincos(phase + 2*math.Pi*float64(i)/float64(n))
			c = append(c, pt{cx + rad*co, cy + rad*s})
		}
		want := 0.5 * float64(n) * rad * rad * math.Sin(2*math.Pi/float64(n))
		if got := covered(w, h, c); math.Abs(got-want) > 0.1 {
			t.Fatalf("covered %g, area %g", got, want)
		}
	})
}

func TestRasterClips(t *testing.T) {
	for _, c := range []struct {
		name string
		poly []pt
		want float64
	}{
		{"whole picture and more", []pt{{-50, -50}, {90, -50}, {90, 90}, {-50, 90}}, 40 * 30},
		{"left half", []pt{{-50, -50}, {20, -50}, {20, 90}, {-50, 90}}, 20 * 30},
		{"right of it", []pt{{41, 0}, {60, 0}, {60, 30}, {41, 30}}, 0},
		{"above it", []pt{{0, -9}, {9, -9}, {9, -1}}, 0},
		{"a corner", []pt{{-10, 0}, {0, -10}, {10, 0}, {0, 10}}, 50},
	} {
		if got := covered(40, 30, c.poly); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%s: covered %g, want %g", c.name, got, c.want)
		}
	}
}

func TestRasterHole(t *testing.T) {
	outer := []pt{{2, 2}, {12, 2}, {12, 12}, {2, 12}}
	hole := []pt{{4, 4}, {4, 8.5}, {8.5, 8.5}, {8.5, 4}}
	if got, want := covered(20, 20, outer, hole), 100-4.5*4.5; math.Abs(got-want) > 1e-3 {
		t.Errorf("covered %g, want %g", got, want)
	}
}

func covered(w, h int, contours ...[]pt) float64 {
	f := newFrame(w, h)
	f.fill(contours, rgb{1, 1, 1})
	sum := 0.0
	for _, p := range f.pix {
		sum += float64(p.g)
	}
	return sum
}
