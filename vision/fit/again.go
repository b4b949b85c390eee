package fit

import (
	"slices"

	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// memory is what a search found, for Again.
type memory struct {
	model   *model
	place   locate.Candidate
	first   int // the view that place is of
	windows []*window
	guesses []guess
}

// remember keeps what the search found at a place of a view; nil where it cannot
// begin there again.
func (f *fitter) remember(first int, g []guess) any {
	if f.place.Span == 0 {
		return nil
	}
	return &memory{f.m, f.place, first, f.wins, slices.Concat(g, f.modes)}
}

// Again measures a puzzle that Fit has measured a moment ago in pictures of the
// same cameras and that has not moved since: it refines the explanations that
// were found then. It returns false where the pictures do not show the puzzle and
// what is around it as they did, or the measurement came otherwise: Fit is for those.
func Again(views []vision.View, before *vision.Measurement) (vision.Measurement, bool) {
	mem, ok := before.Memory.(*memory)
	if !ok || check(views) != nil {
		return vision.Measurement{}, false
	}
	for i := range views {
		if views[i].Camera == nil {
			return vision.Measurement{}, false
		}
	}
	m := mem.model
	scenes := make([]*locate.Scene, len(views))
	for i := range views {
		scenes[i] = locate.Find(&views[i], m.shadow*m.puz.Size.TypicalMM)
	}
	if mem.first >= len(views) {
		return vision.Measurement{}, false
	}
	wins := windows(views, scenes, mem.first, mem.place)
	if !slices.EqualFunc(wins, mem.windows, (*window).unchanged) {
		return vision.Measurement{}, false
	}
	f := newFitter(m, wins...)
	f.place = mem.place
	out := conclude(m, views, scenes, f.again(slices.Clone(mem.guesses)), f, mem.first)
	return out, out.Found
}

// A pixel at half scale has changed where it differs by more than changedStep
// (sRGB steps, opponent channels) and five deviations of both pictures' noise: a
// clear border (edgeFull) that moves by a pixel of the picture, half of one here,
// changes by half. A window has changed where more than changedShare has: of a
// puzzle 50 pixels wide that moved by a pixel, five times as much does.
const (
	changedStep  = edgeFull / 2
	changedShare = 0.005
)

// unchanged tells whether a window shows what another of the same camera showed at
// the same place.
func (w *window) unchanged(o *window) bool {
	a, b := &w.mid, &o.mid
	if w.name != o.name || *w.cam != *o.cam || a.x0 != b.x0 || a.y0 != b.y0 || a.w != b.w || a.h != b.h {
		return false
	}
	const sure = 5
	least := changedStep*changedStep + sure*sure*(a.noise*a.noise+b.noise*b.noise)
	changed := 0
	for i := 0; i < len(a.pix); i += 3 {
		d0, d1, d2 := a.pix[i]-b.pix[i], a.pix[i+1]-b.pix[i+1], a.pix[i+2]-b.pix[i+2]
		if float64(d0*d0+d1*d1+d2*d2) > least {
			changed++
		}
	}
	return float64(changed) <= changedShare*float64(a.w*a.h)
}
