// Package fit measures a puzzle at rest: its pose, the angle of every
// interface of the turned axis and the colour of every sticker in sight. It
// keeps several explanations of a picture to the end and says so where they
// tell about equally well.
package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// surfaceMM is the height at which a puzzle is first thought to lie: a mat is
// 2 to 4 mm thick.
const surfaceMM = 2.5

// fitter measures one candidate in every view that shows it; hypotheses come
// from the first.
type fitter struct {
	m    *model
	wins []*window
	win  *window // wins[0]
	r    *refiner
	lab  labels
	sums []tally
	// modes are the places of the layers that the last search left behind.
	modes []guess
	place locate.Candidate // what the windows show; zero where a face led to it
}

func newFitter(m *model, wins ...*window) *fitter {
	f := &fitter{m: m, wins: wins, win: wins[0], r: newRefiner(m, wins), sums: make([]tally, m.parts()+1)}
	for k := range f.r.free {
		f.r.free[k] = true
	}
	s := m.puz.Size
	f.r.priors[pSize] = prior{s.TypicalMM, (s.MaxMM - s.MinMM) / 6}
	f.r.priors[pZ] = prior{surfaceMM, 1.5}
	f.r.priors[pTiltX] = prior{0, 0.004}
	f.r.priors[pTiltY] = prior{0, 0.004}
	f.r.priors[pFill] = prior{0.9, 0.06}
	f.r.priors[pRim] = prior{0.975, 0.02}
	return f
}

// innerGain is what a pixel of border found along an exposed inner face is
// worth: such borders are the only sign of a dark layer on a dark mat.
const innerGain = 10.0

// rate scores a pose over all views at a scale without moving it, in picture pixels.
func (f *fitter) rate(s scale, p *pose) float64 {
	sum := 0.0
	for _, w := range f.wins {
		lv := w.at(s)
		sum += w.fullCost(lv, &f.r.d, p, &f.lab, f.sums) * lv.scale * lv.scale
	}
	return sum
}

// survey scores a pose that is not refined, at half scale: regions, borders of
// inner faces, the prior on the interfaces.
func (f *fitter) survey(p *pose) float64 {
	sum := f.slipCost(p)
	for _, w := range f.wins {
		f.r.use(w, half)
		inner, ok := f.r.innerBorders(p, surveyReach, 1)
		if !ok {
			return math.Inf(1)
		}
		lv := f.r.lv
		sum += w.drawnCost(lv, f.m, &f.r.lab, f.sums)*lv.scale*lv.scale - innerGain*inner
	}
	return sum
}

// surveyReach is how far (pixels at half scale) a scan's border may lie from the picture's:
// half a scan step at a puzzle's half size.
const surveyReach = 2.0

// slipCost is the prior against an interface off the lattice: a puzzle at the
// end of a solve has few, so that a weak sign is not enough for one.
const slipCost = 300.0

func (f *fitter) slipCost(p *pose) float64 {
	c := 0.0
	for l := 1; l < len(f.m.layers); l++ {
		d := geom.Angle(p.turn[l]-p.turn[l-1]).Fold(f.m.step) / alignReach
		c += slipCost * float64(d*d/(1+d*d))
	}
	return c
}

// polish refines a guess at a scale and rates it.
func (f *fitter) polish(g *guess, s scale, stride float64, reach ...float64) {
	f.r.pins = g.pins
	for _, q := range reach {
		if !f.r.step(&g.pose, s, q, stride) {
			break
		}
	}
	g.inner = f.r.inner
	f.r.spread(&g.pose, &g.sigma)
	g.support = f.r.support[0]
	g.cost = f.rate(s, &g.pose) - innerGain*g.inner + f.slipCost(&g.pose) + f.pinCost()
}

// Shares of the borders looked for that the picture shows. On 116 rendered
// pictures the puzzle showed 0.65 or more where the mat's colour led to it (on
// one it did not), and the next best place 0.35 or less of the 63 that had one.
const (
	sureSupport = 0.55 // look no further
	someSupport = 0.50 // less is no puzzle, or one that is not seen well
)

// Fit measures the puzzle in the views of one scene. A picture without a
// puzzle is no error: the measurement then says Found false and Why.
func Fit(views []vision.View, p *puzzle.Puzzle) (vision.Measurement, error) {
	if err := check(views); err != nil {
		return vision.Measurement{}, err
	}
	for _, v := range views {
		if v.Camera == nil {
			return fitUnknown(views, p), nil
		}
	}
	m := newModel(p, 0)
	scenes := make([]*locate.Scene, len(views))
	for i := range views {
		scenes[i] = locate.Find(&views[i], m.shadow*p.Size.TypicalMM)
	}
	best, by, first := search(m, views, scenes)
	return conclude(m, views, scenes, best, by, first), nil
}

// conclude measures what was found, or says why that is no puzzle.
func conclude(m *model, views []vision.View, scenes []*locate.Scene, best []guess, by *fitter, first int) vision.Measurement {
	if why := refuse(m, views, scenes, best, by, first); why != nil {
		return vision.Measurement{Puzzle: m.puz, Why: why}
	}
	out := by.measurement(plausible(m, best))
	out.Memory = by.remember(first, best)
	return out
}

// plausible leaves out the further guesses that would not have been taken.
func plausible(m *model, gs []guess) []guess {
	s := m.puz.Size
	out := gs[:1:1]
	for _, g := range gs[1:] {
		if g.support >= someSupport && g.pose.size >= s.MinMM && g.pose.size <= s.MaxMM {
			out = append(out, g)
		}
	}
	return out
}

// viewSupport is the least share of borders that every view must show: half of
// what one view alone must.
const viewSupport = someSupport / 2

// disagrees reports whether a view shows something else at the guess's place:
// its camera has moved, or its picture is of another moment.
func (f *fitter) disagrees(g *guess) bool {
	for _, w := range f.wins {
		f.r.use(w, full)
		if f.r.look(&g.pose, borderReach, 1.5) && f.r.hit < viewSupport*f.r.tried*1.5 {
			return true
		}
	}
	return false
}

// search returns the guesses of the candidate whose borders the picture shows
// best, their fitter and the view that they come from; it stops at a sure one.
func search(m *model, views []vision.View, scenes []*locate.Scene) (best []guess, by *fitter, view int) {
	for first := range views {
		for _, c := range scenes[first].Candidates {
			c = m.enclosed(&views[first], c)
			f := newFitter(m, windows(views, scenes, first, c)...)
			f.place = c
			g := f.run(c, m.puz.Size.TypicalMM)
			f, g = f.recentred(views, scenes, first, g)
			if len(g) > 0 && (best == nil || g[0].support > best[0].support) {
				best, by, view = g, f, first
			}
			if best != nil && best[0].support > sureSupport {
				return best, by, view
			}
		}
	}
	if best == nil || best[0].support < someSupport {
		return searchFaces(m, views, best, by, view)
	}
	return best, by, view
}

// offCentre is how far, in the spans of a place, a puzzle may lie off it: windows
// reach reachOut, and a cube's corner 0.87.
const offCentre = 0.2

// recentred cuts the windows out anew where the puzzle was found off their middle,
// so that they show the whole of it.
func (f *fitter) recentred(views []vision.View, scenes []*locate.Scene, first int, g []guess) (*fitter, []guess) {
	if len(g) == 0 {
		return f, g
	}
	c, ok := locate.At(&views[first], g[0].pose.matFromPuzzle(f.m).T, f.place.SizeMM)
	if !ok || math.Hypot(c.Centre.U-f.place.Centre.U, c.Centre.V-f.place.Centre.V) < offCentre*c.Span {
		return f, g
	}
	out := newFitter(f.m, windows(views, scenes, first, c)...)
	out.place = c
	return out, out.again(slices.Concat(g, f.modes))
}

// refuse says why the best guess must not be taken for the puzzle; nil if it may.
func refuse(m *model, views []vision.View, scenes []*locate.Scene, best []guess, by *fitter, view int) rules.Text {
	s := m.puz.Size
	switch {
	case best == nil || best[0].support < someSupport:
		return phrase.NoPuzzle
	case best[0].pose.size < s.MinMM || best[0].pose.size > s.MaxMM:
		return phrase.WrongSize(best[0].pose.size, s.MinMM, s.MaxMM)
	case by.disagrees(&best[0]):
		return phrase.ViewsDisagree
	case by.larger(&best[0]):
		return phrase.NoPuzzle
	case another(m, &views[view], scenes[view], by.win):
		return phrase.SeveralPuzzles
	}
	return nil
}

// larger reports whether a view shows a pattern of more squares than a face has
// where a guess has the puzzle.
func (f *fitter) larger(g *guess) bool {
	n, cube := gridOf(f.m.puz)
	at := g.pose.matFromPuzzle(f.m).T
	for _, w := range f.wins {
		if px, ok := w.cam.Project(at); ok && cube && locate.Larger(w.im, px, w.span, n) {
			return true
		}
	}
	return false
}

// enclosed returns a candidate, found by a puzzle's mean shadow, with the size
// of a window that holds the whole puzzle.
func (m *model) enclosed(v *vision.View, c locate.Candidate) locate.Candidate {
	if d, ok := locate.At(v, c.Mat, m.extent*m.puz.Size.TypicalMM); ok {
		return d
	}
	return c
}

// windows cuts out the candidate of the first view in that view and in every
// other one that shows its place.
func windows(views []vision.View, scenes []*locate.Scene, first int, c locate.Candidate) []*window {
	out := []*window{newWindow(&views[first], scenes[first], c)}
	for i := range views {
		if i == first {
			continue
		}
		if d, ok := locate.At(&views[i], c.Mat, c.SizeMM); ok {
			out = append(out, newWindow(&views[i], scenes[i], d))
		}
	}
	return out
}

// ErrView means that a view cannot be measured.
var ErrView = errors.New("unusable view")

func check(views []vision.View) error {
	if len(views) == 0 {
		return fmt.Errorf("%w: give at least one picture", ErrView)
	}
	for _, v := range views {
		if v.Image == nil || v.Image.Width < minSide || v.Image.Height < minSide || len(v.Image.Pix) != 3*v.Image.Width*v.Image.Height {
			return fmt.Errorf("%w %s: a picture needs at least %d by %d pixels", ErrView, v.Name, minSide, minSide)
		}
	}
	return nil
}

// minSide is the smallest picture in which a 3x3's stickers could be told
// apart: 3 pixels each, with the puzzle on a fifth of the picture.
const minSide = 48
