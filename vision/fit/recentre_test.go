package fit

import (
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/locate"
)

// A puzzle that lies off the middle of where it was looked for is seen whole in
// the end; one in the middle is left alone.
func TestRecentred(t *testing.T) {
	s := still(t, "333-01010", "overhead")
	g, by := s.found(t)
	scenes := []*locate.Scene{s.locate(&s.views[0])}
	at := g.pose.matFromPuzzle(s.m).T
	for _, c := range []struct {
		off  float64 // puzzle sizes
		same bool
	}{{0, true}, {0.15, true}, {0.3, false}, {0.6, false}} {
		place, ok := locate.At(&s.views[0], at.Add(geom.Vec{X: c.off * g.pose.size}), by.place.SizeMM)
		if !ok {
			t.Fatal("the place is not in the picture")
		}
		f := newFitter(s.m, windows(s.views, scenes, 0, place)...)
		f.place = place
		h, out := f.recentred(s.views, scenes, 0, []guess{g})
		if (h == f) != c.same {
			t.Errorf("off by %v: left alone %v", c.off, h == f)
		}
		if a, b := len(h.sightings(&out[0].pose)), len(by.sightings(&g.pose)); a != b {
			t.Errorf("off by %v: %d stickers in sight, want %d", c.off, a, b)
		}
	}
}
