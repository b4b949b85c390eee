package fit

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
)

// score is how near a measurement comes to a shot's truth.
type score struct {
	visible, placed int // stickers in sight, and those reported at their places
	slips           []slipScore
	outcome         adjudicate.Ruling
}

// slipScore is one interface of the turned axis.
type slipScore struct {
	off, sigma geom.Angle // sigma is 0 where another axis was measured and this one taken as aligned
}

// near tells whether a measured turn agrees with the truth: within what a
// picture of 30 to 40 pixels a sticker tells nine times of ten, or its own deviation where that is wider.
func (s slipScore) near() bool {
	const close = 1.5 * geom.Degree
	return s.off < max(close, 3*s.sigma)
}

// seen tells whether the measurement claims to know the interface.
func (s slipScore) seen() bool { return s.sigma < unseen }

func (s *shot) score(t testing.TB, m vision.Measurement) score {
	t.Helper()
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	out := score{outcome: adjudicate.Adjudicate(m.Observation, book)}
	for i := range s.known.Stickers {
		for _, v := range s.views {
			if !s.known.Stickers[i].Visible[v.Name] {
				continue
			}
			out.visible++
			if s.misplaced(&m, i, v.Name) < 1.0/3 {
				out.placed++
			}
		}
	}
	axis := s.known.AxisWorld
	along := m.MatFromPuzzle.R.Apply(m.Puzzle.Axes[m.Axis].Normal).Dot(geom.Vec{X: axis[0], Y: axis[1], Z: axis[2]})
	slips := slices.Clone(m.Observation.Explanations[0].Slips)
	if along < 0 {
		slices.Reverse(slips) // the same turns from the other end
	}
	const same = 0.97 // axes are 60 degrees apart at least
	for i, deg := range s.known.RelativeDeg {
		want, got := geom.Angle(deg)*geom.Degree, adjudicate.Slip{}
		if math.Abs(along) > same {
			got = slips[i]
		}
		out.slips = append(out.slips, slipScore{(got.Turn - want).Fold(s.m.step).Abs(), got.Sigma})
	}
	return out
}

// misplaced returns how far the nearest reported sticker is from a true one, as
// a share of the way to that one's nearest neighbour (of 2.5 pixels' thrice,
// where that is more).
func (s *shot) misplaced(m *vision.Measurement, i int, view string) float64 {
	at := s.known.Stickers[i].Px[view]
	best, room := math.Inf(1), math.Inf(1)
	for _, q := range m.Stickers {
		if px, ok := q.Px[view]; ok {
			best = min(best, math.Hypot(px.U-at[0], px.V-at[1]))
		}
	}
	for j, o := range s.known.Stickers {
		if j != i && o.Visible[view] {
			room = min(room, math.Hypot(o.Px[view][0]-at[0], o.Px[view][1]-at[1]))
		}
	}
	return best / max(room, 7.5)
}

// sound tells whether the ruling leaves the true outcome possible.
func (s *shot) sound(r adjudicate.Ruling) bool {
	return slices.ContainsFunc(r.Possible, func(o adjudicate.Outcome) bool { return o.String() == s.known.Suggestion })
}

func (s *shot) fit(t testing.TB) vision.Measurement {
	t.Helper()
	m, err := Fit(s.views, s.puz)
	if err != nil {
		t.Fatalf("%s: %v", s.known.ID, err)
	}
	return m
}

// easy are pictures without clutter on which everything in sight must be right.
var easy = []order{
	{seed: 200, options: synth.Options{Event: "333", Case: synth.NearOK, Plain: true}, views: "overhead"},
	{seed: 201, options: synth.Options{Event: "333", Case: synth.NearPlusTwo, Plain: true}, views: "offset"},
	{seed: 202, options: synth.Options{Event: "333", Case: synth.TwoOver, Plain: true}, views: "overhead"},
	{seed: 203, options: synth.Options{Event: "333", Case: synth.Aligned, Plain: true}, views: "offset"},
	{seed: 204, options: synth.Options{Event: "333", Case: synth.Turned, Plain: true}, views: "overhead"},
	{seed: 206, options: synth.Options{Event: "333", Case: synth.NearPlusTwo, Plain: true}, views: "overhead"},
	{seed: 200, options: synth.Options{Event: "222", Case: synth.NearOK, Plain: true}, views: "overhead"},
	{seed: 200, options: synth.Options{Event: "pyram", Case: synth.NearOK, Plain: true}, views: "overhead"},
	{seed: 200, options: synth.Options{Event: "skewb", Case: synth.NearOK, Plain: true}, views: "overhead"},
}

func TestFitEasyPictures(t *testing.T) {
	for _, o := range easy {
		s := take(t, o)
		t.Run(s.known.ID, func(t *testing.T) {
			m := s.fit(t)
			if !m.Found {
				t.Fatalf("not found: %v", m.Why)
			}
			got := s.score(t, m)
			if got.placed*10 < got.visible*9 {
				t.Errorf("%d of %d stickers are at their places", got.placed, got.visible)
			}
			seen := 0
			for i, x := range got.slips {
				if !x.near() {
					t.Errorf("interface %d, %g degrees, is off by %v (deviation %v)", i, s.known.RelativeDeg[i], x.off, x.sigma)
				}
				if x.seen() {
					seen++
				}
			}
			if seen == 0 {
				t.Error("no interface was seen")
			}
			if d := math.Abs(m.SizeMM - s.scene.Puzzle.SizeMM); d > 3 {
				t.Errorf("size %g mm, want %g", m.SizeMM, s.scene.Puzzle.SizeMM)
			}
			if !s.sound(got.outcome) {
				t.Errorf("the outcome is %s, the ruling leaves %v", s.known.Suggestion, got.outcome.Possible)
			}
		})
	}
}

// bundled are the stills with the views that are fitted.
var bundled = []struct {
	id    string
	views []string
}{
	{"222-01047", []string{"overhead"}},
	{"333-01005", []string{"overhead"}},
	{"333-01010", []string{"overhead", "offset"}},
	{"333-01012", []string{"overhead"}},
	{"333-01020", []string{"overhead", "offset"}},
	{"333-01035", []string{"overhead"}},
	{"333-01040", []string{"overhead"}},
	{"444-01030", []string{"overhead"}},
	{"555-01022", []string{"overhead"}},
	{"666-01049", []string{"overhead"}},
	{"777-01006", []string{"overhead"}},
	{"minx-01034", []string{"overhead"}},
	{"pyram-01032", []string{"overhead"}},
	{"skewb-01038", []string{"overhead"}},
}

// On the stills nearly all puzzles are found with all that is in sight, every
// 3x3 with its turns; no ruling leaves the true outcome out.
func TestFitStills(t *testing.T) {
	pictures, found, slips, near := 0, 0, 0, 0
	for _, b := range bundled {
		for _, v := range b.views {
			s := still(t, b.id, v)
			pictures++
			m := s.fit(t)
			if !m.Found {
				t.Logf("%s %s: not found: %v", b.id, v, m.Why)
				if s.puz.Event == "333" {
					t.Errorf("%s %s: a 3x3 was not found", b.id, v)
				}
				continue
			}
			found++
			got := s.score(t, m)
			if got.placed*10 < got.visible*9 {
				t.Errorf("%s %s: %d of %d stickers are at their places", b.id, v, got.placed, got.visible)
			}
			if !s.sound(got.outcome) {
				t.Errorf("%s %s: the outcome is %s, the ruling leaves %v", b.id, v, s.known.Suggestion, got.outcome.Possible)
			}
			for i, x := range got.slips {
				if !x.seen() {
					continue
				}
				slips++
				switch {
				case x.near():
					near++
				case s.puz.Event == "333":
					t.Errorf("%s %s: interface %d, %g degrees, is off by %v (deviation %v)", b.id, v, i, s.known.RelativeDeg[i], x.off, x.sigma)
				default:
					t.Logf("%s %s: interface %d, %g degrees, is off by %v (deviation %v)", b.id, v, i, s.known.RelativeDeg[i], x.off, x.sigma)
				}
			}
		}
	}
	t.Logf("found %d of %d, %d of %d interfaces near", found, pictures, near, slips)
	if found < pictures-1 {
		t.Errorf("found %d of %d puzzles", found, pictures)
	}
	if near*100 < slips*85 || slips < 2*found {
		t.Errorf("%d of the %d interfaces that were seen are near the truth", near, slips)
	}
}

// Two views of a scene are fitted together: both show the stickers, and the
// turns are known better than from either alone.
func TestFitTwoViews(t *testing.T) {
	for _, id := range []string{"333-01010", "333-01020"} {
		both := still(t, id, "overhead", "offset")
		m := both.fit(t)
		if !m.Found {
			t.Errorf("%s: not found: %v", id, m.Why)
			continue
		}
		got := both.score(t, m)
		if got.placed*10 < got.visible*9 || !both.sound(got.outcome) {
			t.Errorf("%s: %d of %d stickers placed, %s ruled %v", id, got.placed, got.visible, both.known.Suggestion, got.outcome.Possible)
		}
		views := map[int]bool{}
		for _, s := range m.Stickers {
			views[len(s.Px)] = true
		}
		if !views[2] || len(m.Cameras) != 2 {
			t.Errorf("%s: no sticker is reported in both views, of %d cameras", id, len(m.Cameras))
		}
		g, f := both.found(t)
		for i := range both.views {
			alone := g
			newFitter(both.m, f.wins[i]).polish(&alone, full, 1.5, 2.5)
			for l := range len(both.m.layers) - 1 {
				if a, b := alone.sigma[l], g.sigma[l]; !(b < a) {
					t.Errorf("%s: interface %d has deviation %v in two views, %v in view %d", id, l, b, a, i)
				}
			}
		}
		for i, x := range got.slips {
			if !x.near() {
				t.Errorf("%s: interface %d, %g degrees, is off by %v (deviation %v)", id, i, both.known.RelativeDeg[i], x.off, x.sigma)
			}
		}
	}
}

// Pictures that cannot be measured are errors that say which and why; no camera
// is a matter for the judge.
func TestFitRefusesViews(t *testing.T) {
	m := load(t, "333")
	cam := overhead(0)
	image := func(w, h int) *vision.Image { return &vision.Image{Width: w, Height: h, Pix: make([]uint8, 3*w*h)} }
	for name, views := range map[string][]vision.View{
		"none":      nil,
		"no image":  {{Name: "a", Camera: cam}},
		"tiny":      {{Name: "a", Camera: cam, Image: image(minSide-1, 99)}},
		"flat":      {{Name: "a", Camera: cam, Image: image(99, 1)}},
		"empty":     {{Name: "a", Camera: cam, Image: &vision.Image{}}},
		"cut short": {{Name: "a", Camera: cam, Image: &vision.Image{Width: 99, Height: 99, Pix: make([]uint8, 99)}}},
		"one of two": {
			{Name: "a", Camera: cam, Image: image(99, 99)},
			{Name: "b", Camera: cam, Image: image(9, 9)},
		},
	} {
		if got, err := Fit(views, m.puz); !errors.Is(err, ErrView) || got.Found {
			t.Errorf("%s: found %v, error %v", name, got.Found, err)
		}
	}
	got, err := Fit([]vision.View{{Name: "a", Image: image(99, 99)}}, m.puz)
	if err != nil || got.Found || len(got.Why) == 0 {
		t.Errorf("no camera: found %v, why %v, error %v", got.Found, got.Why, err)
	}
}
