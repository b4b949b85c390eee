package fit

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
	"github.com/plustwo/plustwo/vision/synth"
)

// closeUp is a puzzle alone on a plain table, photographed from near by.
type closeUp struct {
	event string
	seed  uint64
	tilt  geom.Angle // off vertical
	focal float64    // picture widths
	wide  int        // pixels
	state synth.Case
}

// shot renders a close-up; its views know no camera.
func (c closeUp) shot(t testing.TB) (*shot, *calib.Camera) {
	t.Helper()
	rng := rand.New(rand.NewPCG(c.seed, 17))
	s := &shot{}
	var err error
	if s.scene, err = synth.Random(rng, synth.Options{Event: c.event, Case: c.state, Kind: synth.Stickered, Plain: true}); err != nil {
		t.Fatal(err)
	}
	if s.puz, err = puzzle.Load(c.event); err != nil {
		t.Fatal(err)
	}
	s.m = newModel(s.puz, 0)
	p := s.scene.Puzzle
	p.Axis, p.XMM, p.YMM, p.YawDeg = s.m.axis, 0, 0, 33
	s.scene.Settle(rng)
	s.scene.Things = nil
	m := &s.scene.Table.Mat
	m.WidthMM, m.DepthMM, m.Prints, m.Colour = 1500, 1500, nil, synth.RGB{96, 104, 112}
	s.scene.Table.WidthMM, s.scene.Table.DepthMM = 2000, 2000
	const far = 340 // mm: a puzzle on a quarter of the picture's width
	sin, cos := math.Sincos(c.tilt.Radians())
	w, h := c.wide, c.wide*3/4
	f := c.focal * float64(w)
	to := geom.Vec{Z: p.SizeMM / 2}
	cam := &calib.Camera{Width: w, Height: h, Fx: f, Fy: f, Cx: float64(w-1) / 2, Cy: float64(h-1) / 2,
		CamFromMat: synth.LookAt(to.Add(geom.Vec{Y: -far * sin, Z: far * cos}), to, 0)}
	im, err := synth.Render(s.scene, *cam)
	if err != nil {
		t.Fatal(err)
	}
	s.views = []vision.View{{Name: "v", Image: im}}
	if s.known, err = synth.MakeTruth(s.scene, map[string]*calib.Camera{"v": cam}); err != nil {
		t.Fatal(err)
	}
	return s, cam
}

// unknownScore is how near a measurement without a rig comes to the truth.
type unknownScore struct {
	visible, placed, coloured int
	off                       geom.Angle // the worst interface
	outcome                   adjudicate.Ruling
}

func (s *shot) scoreUnknown(t testing.TB, m vision.Measurement, view string, cam *calib.Camera) (out unknownScore) {
	t.Helper()
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	out.outcome = adjudicate.Adjudicate(m.Observation, book)
	for i := range s.known.Stickers {
		q := &s.known.Stickers[i]
		if !q.Visible[view] {
			continue
		}
		out.visible++
		if s.misplaced(&m, i, view) >= 1.0/3 {
			continue
		}
		out.placed++
		best, colour := math.Inf(1), puzzle.Unknown
		for _, r := range m.Stickers {
			if d := math.Hypot(r.Px[view].U-q.Px[view][0], r.Px[view].V-q.Px[view][1]); d < best {
				best, colour = d, r.Colour
			}
		}
		if colour == q.Colour {
			out.coloured++
		}
	}
	// the axes are compared as the camera sees them
	a := geom.Vec{X: s.known.AxisWorld[0], Y: s.known.AxisWorld[1], Z: s.known.AxisWorld[2]}
	along := m.Cameras[view].CamFromMat.R.Apply(m.MatFromPuzzle.R.Apply(m.Puzzle.Axes[m.Axis].Normal)).Dot(cam.CamFromMat.R.Apply(a))
	slips := m.Observation.Explanations[0].Slips
	const same = 0.95
	for i, deg := range s.known.RelativeDeg {
		got := geom.Angle(0)
		switch {
		case along > same:
			got = slips[i].Turn
		case along < -same:
			got = slips[len(slips)-1-i].Turn
		}
		out.off = max(out.off, (got - geom.Angle(deg)*geom.Degree).Fold(s.m.step).Abs())
	}
	return out
}

// Without a rig a puzzle alone is measured from any height, whatever its kind and
// the lens: colours are right and angles good to a few degrees.
func TestFitUnknownCamera(t *testing.T) {
	for _, c := range []closeUp{
		{"333", 3, 25 * geom.Degree, 1.2, 640, synth.Aligned},
		{"333", 3, 45 * geom.Degree, 1.2, 640, synth.NearOK},
		{"333", 3, 60 * geom.Degree, 1.0, 640, synth.Turned},
		{"333", 4, 45 * geom.Degree, 1.2, 640, synth.NearOK}, // lies on an edge, its layer turned from the face seen best
		{"333", 3, 45 * geom.Degree, 1.2, 1280, synth.NearOK},
		{"222", 3, 45 * geom.Degree, 1.2, 640, synth.NearOK},
		{"444", 3, 60 * geom.Degree, 1.2, 640, synth.NearOK},
		{"pyram", 3, 45 * geom.Degree, 1.2, 640, synth.NearOK},
		{"skewb", 3, 25 * geom.Degree, 1.2, 640, synth.NearOK},
		{"minx", 3, 45 * geom.Degree, 1.2, 640, synth.Turned},
	} {
		s, cam := c.shot(t)
		m := s.fit(t)
		if !m.Found {
			t.Errorf("%+v: not found: %v", c, m.Why)
			continue
		}
		got := s.scoreUnknown(t, m, "v", cam)
		if got.placed*20 < got.visible*19 || got.coloured*20 < got.placed*19 {
			t.Errorf("%+v: of %d stickers %d are placed, %d coloured", c, got.visible, got.placed, got.coloured)
		}
		if got.off > 3*geom.Degree {
			t.Errorf("%+v: an interface is off by %v", c, got.off)
		}
		if w := m.Cameras["v"]; w == nil || w.Width != c.wide || w.Height != c.wide*3/4 {
			t.Errorf("%+v: camera %+v", c, w)
		}
		for _, x := range m.Observation.Explanations[0].Slips {
			if x.Sigma < lensDoubt {
				t.Errorf("%+v: an angle's deviation is %v, less than the lens leaves", c, x.Sigma)
			}
		}
		s.checkWords(t, m)
	}
}

// checkWords fails where a cube's face that looks up is not called top, or one to
// the right of another is said to be to its left.
func (s *shot) checkWords(t *testing.T, m vision.Measurement) {
	t.Helper()
	if _, cube := gridOf(m.Puzzle); !cube {
		return
	}
	if !slices.ContainsFunc(s.known.Stickers, func(q synth.TruthSticker) bool { return q.Visible["v"] && q.Normal[2] > 0.99 }) {
		return // it lies on an edge
	}
	up := -1 // the measured face whose middle sticker the picture has highest on the true top
	mean := map[int]geom.Pixel{}
	count := map[int]float64{}
	for i := range s.known.Stickers {
		q := &s.known.Stickers[i]
		for _, r := range m.Stickers {
			if math.Hypot(r.Px["v"].U-q.Px["v"][0], r.Px["v"].V-q.Px["v"][1]) > 4 || !q.Visible["v"] {
				continue
			}
			face := m.Puzzle.Stickers[r.Place].Face
			mean[face] = geom.Pixel{U: mean[face].U + q.Px["v"][0], V: mean[face].V + q.Px["v"][1]}
			count[face]++
			if q.Normal[2] > 0.99 {
				up = face
			}
		}
	}
	where := m.Observation.Explanations[0].FaceWhere
	if up < 0 || where[up]["en"] != "top" {
		t.Errorf("%s: the face that looks up is %d, of faces at %v", s.known.ID, up, where)
		return
	}
	for face, sum := range mean {
		right := sum.U/count[face] - mean[up].U/count[up]
		word := where[face]["en"]
		if face != up && math.Abs(right) > 20 && strings.Contains(word, map[bool]string{true: "left", false: "right"}[right > 0]) {
			t.Errorf("%s: a face %.0f pixels to the right of the top is called %s", s.known.ID, right, word)
		}
	}
}

// Pictures of a whole mat do without their rig (with it, too, 3 of 18 stickers of
// 333-01040 are taken for another colour).
func TestFitUnknownStills(t *testing.T) {
	for _, c := range []struct{ id, view string }{{"333-01010", "offset"}, {"333-01020", "offset"}, {"333-01040", "offset"}, {"333-01010", "overhead"}} {
		s := still(t, c.id, c.view)
		cam := s.views[0].Camera
		s.views[0].Camera = nil
		m := s.fit(t)
		if !m.Found {
			t.Errorf("%+v: not found: %v", c, m.Why)
			continue
		}
		got := s.scoreUnknown(t, m, c.view, cam)
		if got.off > 3*geom.Degree || got.placed*10 < got.visible*9 || got.coloured*5 < got.placed*4 || !s.sound(got.outcome) {
			t.Errorf("%+v: %d stickers, %d placed, %d coloured, an interface off by %v, %s ruled %v",
				c, got.visible, got.placed, got.coloured, got.off, s.known.Suggestion, got.outcome.Possible)
		}
	}
}

// Of several pictures the one that shows the puzzle is taken, in any order, and
// the answer is the same each time.
func TestFitUnknownTakesTheBest(t *testing.T) {
	s, _ := closeUp{"333", 3, 45 * geom.Degree, 1.2, 640, synth.NearOK}.shot(t)
	alone := s.fit(t)
	if again := s.fit(t); !reflect.DeepEqual(alone, again) {
		t.Error("the same picture is measured in two ways")
	}
	grey := vision.View{Name: "grey", Image: &vision.Image{Width: 200, Height: 160, Pix: bytes.Repeat([]byte{99, 104, 98}, 200*160)}}
	for _, views := range [][]vision.View{{s.views[0], grey}, {grey, s.views[0]}} {
		m, err := Fit(views, s.puz)
		if err != nil || !reflect.DeepEqual(m, alone) {
			t.Errorf("with another picture: error %v, found %v, cameras %v", err, m.Found, m.Cameras)
		}
	}
}

// A picture twice as large gives the same answer.
func TestFitUnknownScale(t *testing.T) {
	s, _ := closeUp{"333", 3, 45 * geom.Degree, 1.2, 640, synth.NearOK}.shot(t)
	once := s.fit(t)
	im := s.views[0].Image
	big := &vision.Image{Width: 2 * im.Width, Height: 2 * im.Height, Pix: make([]uint8, 4*len(im.Pix))}
	for i := range big.Width * big.Height {
		copy(big.Pix[3*i:3*i+3], im.Pix[3*(i/big.Width/2*im.Width+i%big.Width/2):])
	}
	twice, err := Fit([]vision.View{{Name: "v", Image: big}}, s.puz)
	if err != nil || !once.Found || !twice.Found || len(once.Stickers) != len(twice.Stickers) {
		t.Fatalf("error %v, found %v and %v, %d and %d stickers", err, once.Found, twice.Found, len(once.Stickers), len(twice.Stickers))
	}
	for _, a := range once.Stickers {
		near := slices.ContainsFunc(twice.Stickers, func(b vision.SeenSticker) bool {
			return b.Colour == a.Colour && math.Hypot((b.Px["v"].U+0.5)/2-0.5-a.Px["v"].U, (b.Px["v"].V+0.5)/2-0.5-a.Px["v"].V) < 2
		})
		if !near {
			t.Errorf("no %v at %v in the large picture", a.Colour, a.Px["v"])
		}
	}
	for i := range once.Layers {
		if d := (once.Layers[i] - twice.Layers[i]).Fold(s.m.step).Abs(); once.Axis == twice.Axis && d > 1.5*geom.Degree {
			t.Errorf("layer %d differs by %v", i, d)
		}
	}
}

// A face alone, from straight above, gives its colours and no angle.
func TestFitUnknownFaceAlone(t *testing.T) {
	s, cam := closeUp{"333", 3, 0, 1.2, 640, synth.Aligned}.shot(t)
	n, _ := gridOf(s.puz)
	faces := locate.Faces(s.views[0].Image, n)
	if len(faces) == 0 {
		t.Fatal("no face")
	}
	o := fitFace(&s.views[0], usualCamera(s.views[0].Image), s.puz, &faces[0])
	if o == nil {
		t.Fatal("no camera sees it")
	}
	m := o.alone(&s.views[0])
	got := s.scoreUnknown(t, m, "v", cam)
	if !m.Found || len(m.Stickers) != n*n || len(m.Observation.Explanations[0].Sightings) != n*n || got.coloured < n*n {
		t.Errorf("found %v, %d stickers, %d coloured right", m.Found, len(m.Stickers), got.coloured)
	}
	for _, x := range m.Observation.Explanations[0].Slips {
		if x.Sigma < unseen {
			t.Errorf("an angle's deviation is %v where one face alone was seen", x.Sigma)
		}
	}
	if got.outcome.Proven {
		t.Errorf("proven %s by one face", got.outcome.Suggestion)
	}
}

// Pictures of nothing by no camera are measured as nothing, whatever their size.
func TestFitUnknownNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, colour := range map[string]func(x, y int) [3]uint8{
		"noise": func(int, int) [3]uint8 {
			return [3]uint8{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32())}
		},
		"black":   func(int, int) [3]uint8 { return [3]uint8{} },
		"slope":   func(x, y int) [3]uint8 { return [3]uint8{uint8(x), uint8(y), uint8(x + y)} },
		"stripes": func(x, _ int) [3]uint8 { return [3]uint8{uint8(x / 5 % 2 * 200), 90, 60} },
		"chequer": func(x, y int) [3]uint8 { return [3]uint8{uint8((x/12 + y/12) % 2 * 200), 90, 60} },
	} {
		for _, event := range []string{"333", "222", "pyram", "minx"} {
			for _, size := range [][2]int{{minSide, minSide}, {191, 107}, {3000, minSide}} {
				im := &vision.Image{Width: size[0], Height: size[1], Pix: make([]uint8, 0, 3*size[0]*size[1])}
				for i := range size[0] * size[1] {
					c := colour(i%size[0], i/size[0])
					im.Pix = append(im.Pix, c[:]...)
				}
				got, err := Fit([]vision.View{{Name: "v", Image: im}}, load(t, event).puz)
				if err != nil || got.Found {
					t.Errorf("%s %s %v: found %v, error %v", name, event, size, got.Found, err)
				}
				checkUnsure(t, name, got)
			}
		}
	}
}

// A face is read alone where all of its stickers but one are seen just where a
// plane has them.
func TestPlainFace(t *testing.T) {
	for _, c := range []struct {
		name    string
		n, seen int
		off     float64
		want    bool
	}{
		{"all of a 3x3", 3, 9, 0.01, true},
		{"a logo", 3, 8, 0.01, true},
		{"two missing", 3, 7, 0.01, false},
		{"bent", 3, 9, 0.051, false},
		{"just flat", 3, 9, 0.049, true},
		{"four stickers fit any plane", 2, 4, 0, false},
		{"a 7x7", 7, 48, 0.02, true},
	} {
		f := locate.Face{Seen: make([]locate.Cell, c.seen), Off: c.off}
		if got := plainFace(&f, c.n); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A measurement agrees with a lattice where its stickers are at the lattice's.
func TestAgrees(t *testing.T) {
	f := locate.Face{Span: 90}
	m := vision.Measurement{}
	for i := range 9 {
		at := geom.Pixel{U: float64(30 * (i % 3)), V: float64(30 * (i / 3))}
		f.Seen = append(f.Seen, locate.Cell{Px: at})
		m.Stickers = append(m.Stickers, vision.SeenSticker{Place: i, Px: map[string]geom.Pixel{"a": at}})
	}
	if !agrees(&m, "a", &f, 3) {
		t.Error("the same places do not agree")
	}
	if agrees(&m, "b", &f, 3) {
		t.Error("stickers of another view agree")
	}
	for i := range 2 { // 7 of 9 are less than most
		m.Stickers[i].Px["a"] = geom.Pixel{U: m.Stickers[i].Px["a"].U + 11, V: m.Stickers[i].Px["a"].V}
	}
	if agrees(&m, "a", &f, 3) {
		t.Error("two stickers of nine are off by more than a third, and yet they agree")
	}
}
