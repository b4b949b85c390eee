package synth

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// ErrTruth means that a truth file cannot be used.
var ErrTruth = errors.New("bad truth file")

// Truth is what a scene's pictures show, in the format of testdata/stills: see
// testdata/README.md. Lengths are metres in the mat frame. It serves as a rig
// file, too.
type Truth struct {
	ID            string                 `json:"id"`
	Event         string                 `json:"event"`
	Case          Case                   `json:"case"`
	SizeMM        float64                `json:"size_mm"`
	Axis          int                    `json:"axis"`
	Order         int                    `json:"order"`
	LimitDeg      float64                `json:"limit_deg"`
	LayersDeg     []float64              `json:"layer_angles_deg"`
	MovesToSolved int                    `json:"moves_to_solved"` // 2 stands for two or more
	Suggestion    string                 `json:"suggestion"`
	Timer         string                 `json:"timer,omitempty"`
	Build         Kind                   `json:"build"`
	World         string                 `json:"world"`
	Cameras       map[string]TruthCamera `json:"cameras"`
	Stickers      []TruthSticker         `json:"stickers"`
	Objects       []TruthObject          `json:"objects"`
	AxisWorld     [3]float64             `json:"axis_world"`
	RelativeDeg   []float64              `json:"relative_deg"`
	ExpectedAll   string                 `json:"expected_all_views"`
}

// TruthCamera is a camera and its picture.
type TruthCamera struct {
	File     string        `json:"file"`
	Width    int           `json:"width"`
	Height   int           `json:"height"`
	K        [3][3]float64 `json:"K"`
	Dist     [5]float64    `json:"dist"`
	R        [3][3]float64 `json:"R"`
	T        [3]float64    `json:"t"`
	Expected string        `json:"expected"` // the mildest outcome that what this view shows leaves possible
}

// TruthSticker is one sticker; px and visible are by view.
type TruthSticker struct {
	Colour  puzzle.Colour         `json:"colour"`
	Place   int                   `json:"place"` // index into puzzle.Puzzle.Stickers, before the layers turned
	Centre  [3]float64            `json:"centre"`
	Normal  [3]float64            `json:"normal"`
	Px      map[string][2]float64 `json:"px"`
	Visible map[string]bool       `json:"visible"`
}

// TruthObject is a thing that a conduct flag is about: a phone.
type TruthObject struct {
	Kind    string                  `json:"kind"`
	Screen  string                  `json:"screen"` // up or down
	Corners [][3]float64            `json:"corners"`
	Px      map[string][][2]float64 `json:"px"`
}

// MakeTruth tells what the cameras see of a scene. The error is ErrScene where
// the scene makes no sense or has no puzzle.
func MakeTruth(s Scene, cameras map[string]*calib.Camera) (*Truth, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.Puzzle == nil {
		return nil, fmt.Errorf("%w: puzzle: an empty table has no truth", ErrScene)
	}
	w, err := newWorld(&s)
	if err != nil {
		return nil, err
	}
	p, b := s.Puzzle, w.puzzle
	axis := b.pz.Axes[p.Axis]
	t := &Truth{
		ID: s.ID, Event: p.Event, Case: s.Case, SizeMM: p.SizeMM, Axis: p.Axis, Order: axis.Order, LimitDeg: axis.Step().Degrees() / 2,
		LayersDeg: p.LayersDeg, Build: p.Build.Kind, World: "metres, z up, origin at the mat's centre, +x to the competitor's right, +y away from the competitor",
		Cameras: map[string]TruthCamera{}, Objects: []TruthObject{}, AxisWorld: rounded3(b.pose.R.Apply(axis.Normal), 1e-6),
	}
	for i := 1; i < len(p.LayersDeg); i++ {
		t.RelativeDeg = append(t.RelativeDeg, round(p.LayersDeg[i]-p.LayersDeg[i-1], 1e-4))
	}
	t.addStickers(b)
	t.addThings(s.Things, w.top)
	settled := p.settled(b.pz)
	all := make([]bool, len(t.Stickers))
	for _, name := range names(cameras) {
		seen := t.addView(name, cameras[name], w)
		c := t.Cameras[name]
		c.Expected = outcome(leastMoves(b.pz, p.Colours, settled, seen))
		t.Cameras[name] = c
		for i := range all {
			all[i] = all[i] || seen[i]
		}
	}
	t.ExpectedAll = outcome(leastMoves(b.pz, p.Colours, settled, all))
	t.MovesToSolved = leastMoves(b.pz, p.Colours, settled, nil)
	t.Suggestion = outcome(t.MovesToSolved)
	return t, nil
}

func names(cameras map[string]*calib.Camera) []string {
	var out []string
	for n := range cameras {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

func outcome(moves int) string {
	return [...]adjudicate.Outcome{adjudicate.OK, adjudicate.PlusTwo, adjudicate.DNF}[min(moves, 2)].String()
}

func (t *Truth) addStickers(b *body) {
	for place, st := range b.pz.Stickers {
		l := b.pz.LayerOf(b.spec.Axis, st.Piece)
		t.Stickers = append(t.Stickers, TruthSticker{
			Colour: b.spec.Colours[place], Place: place,
			Centre: rounded3(b.place(l, st.Centre()).Mul(1/meter), 1e-6), Normal: rounded3(b.turn(l, st.Normal), 1e-6),
			Px: map[string][2]float64{}, Visible: map[string]bool{},
		})
	}
}

func (t *Truth) addThings(things []Thing, top float64) {
	for i := range things {
		th := &things[i]
		switch th.What {
		case Timer:
			t.Timer = th.Text
		case Phone:
			o := TruthObject{Kind: "phone", Screen: "down", Px: map[string][][2]float64{}}
			if th.ScreenUp {
				o.Screen = "up"
			}
			for _, c := range level(top+th.LiftMM+th.HeightMM, plan(th.WidthMM, th.DepthMM, 0), pt{th.XMM, th.YMM}, th.YawDeg) {
				o.Corners = append(o.Corners, rounded3(c.Mul(1/meter), 1e-6))
			}
			t.Objects = append(t.Objects, o)
		}
	}
}

// addView adds a camera and returns which stickers it sees.
func (t *Truth) addView(name string, cam *calib.Camera, w *world) []bool {
	r, at := cam.CamFromMat.R, cam.CamFromMat.T.Mul(1/meter)
	t.Cameras[name] = TruthCamera{
		File: t.ID + "-" + name + ".jpg", Width: cam.Width, Height: cam.Height, Dist: cam.Dist,
		K: [3][3]float64{{cam.Fx, 0, cam.Cx}, {0, cam.Fy, cam.Cy}, {0, 0, 1}},
		R: [3][3]float64{{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}}, T: [3]float64{at.X, at.Y, at.Z},
	}
	seen := make([]bool, len(t.Stickers))
	for i := range t.Stickers {
		st := &t.Stickers[i]
		c := vec(st.Centre).Mul(meter)
		px, front := cam.Project(c)
		st.Px[name] = [2]float64{round(px.U, 0.01), round(px.V, 0.01)}
		inside := px.U >= 0 && px.V >= 0 && px.U <= float64(cam.Width-1) && px.V <= float64(cam.Height-1)
		seen[i] = front && inside && w.sees(cam.Centre(), st.Place, c, vec(st.Normal))
		st.Visible[name] = seen[i]
	}
	for i := range t.Objects {
		for _, c := range t.Objects[i].Corners {
			px, _ := cam.Project(vec(c).Mul(meter))
			t.Objects[i].Px[name] = append(t.Objects[i].Px[name], [2]float64{round(px.U, 0.01), round(px.V, 0.01)})
		}
	}
	return seen
}

// flattest is the least cosine between a sticker's normal and the eye at which
// the sticker counts as seen: at 7 degrees above its plane a sticker 30 pixels
// wide is 3.6 high, and side rows need 3 to be told apart.
const flattest = 0.12

// sees reports whether the middle of a sticker is in sight of the eye.
func (w *world) sees(eye geom.Vec, place int, c, normal geom.Vec) bool {
	to := eye.Sub(c)
	d := to.Norm()
	to = to.Mul(1 / d)
	if to.Dot(normal) <= flattest {
		return false
	}
	b := w.puzzle
	own := b.layers[b.pz.LayerOf(b.spec.Axis, b.pz.Stickers[place].Piece)]
	return !blocked(c, to, d, w.others(own))
}

// settled returns, for each place of the puzzle with every interface brought
// to the nearest aligned position (10e1), the place that its sticker has in
// Colours.
func (p *Puzzle) settled(pz *puzzle.Puzzle) []int {
	step := pz.Axes[p.Axis].Step()
	out := make([]int, len(pz.Stickers))
	steps := 0
	for l, layer := range pz.Layers(p.Axis) {
		if l > 0 {
			steps += (geom.Angle(p.LayersDeg[l]-p.LayersDeg[l-1]) * geom.Degree).Steps(step)
		}
		perm := pz.Permutation(p.Axis, []int{l}, steps)
		for _, place := range layer.Stickers {
			out[place] = perm[place]
		}
	}
	return out
}

// leastMoves returns the fewest outer-block moves, 2 standing for two or more,
// that the seen stickers (nil for all) leave possible: a pattern looks solved
// where no face shows two colours and no colour is on two faces, whatever the
// colour scheme. at[place] tells which sticker of colours is at a place.
func leastMoves(pz *puzzle.Puzzle, colours []puzzle.Colour, at []int, seen []bool) int {
	looksSolved := func(perm []int) bool {
		faceOf := map[puzzle.Colour]int{}
		colourOf := make([]puzzle.Colour, len(pz.Faces))
		for place, st := range pz.Stickers {
			from := place
			if perm != nil {
				from = perm[place]
			}
			from = at[from]
			if seen != nil && !seen[from] {
				continue
			}
			c := colours[from]
			if f, ok := faceOf[c]; (ok && f != st.Face) || (colourOf[st.Face] != puzzle.Unknown && colourOf[st.Face] != c) {
				return false
			}
			faceOf[c], colourOf[st.Face] = st.Face, c
		}
		return true
	}
	if looksSolved(nil) {
		return 0
	}
	for _, m := range pz.DistinctMoves() {
		if looksSolved(pz.Permutation(m.Axis, m.Layers, m.Steps)) {
			return 1
		}
	}
	return 2
}

// ReadTruth reads a truth file's content. The error is ErrTruth, and says
// which field is wrong.
func ReadTruth(raw []byte) (*Truth, error) {
	t := &Truth{}
	if err := json.Unmarshal(raw, t); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTruth, err)
	}
	switch {
	case t.Event == "":
		return nil, fmt.Errorf("%w: event: missing", ErrTruth)
	case t.Order < 2:
		return nil, fmt.Errorf("%w: order: is %d; a turn has at least 2 steps", ErrTruth, t.Order)
	case len(t.LayersDeg) < 2 || len(t.RelativeDeg) != len(t.LayersDeg)-1:
		return nil, fmt.Errorf("%w: relative_deg: needs one angle fewer than layer_angles_deg, which needs two", ErrTruth)
	case len(t.Stickers) == 0:
		return nil, fmt.Errorf("%w: stickers: none", ErrTruth)
	}
	for _, st := range t.Stickers {
		for name := range t.Cameras {
			if _, ok := st.Px[name]; !ok {
				return nil, fmt.Errorf("%w: stickers.px: no pixel for view %q", ErrTruth, name)
			}
		}
	}
	return t, nil
}

// rounded3 rounds each coordinate to a multiple of step.
func rounded3(v geom.Vec, step float64) [3]float64 {
	return [3]float64{round(v.X, step), round(v.Y, step), round(v.Z, step)}
}

func round(v, step float64) float64 { return math.Round(v/step) / (1 / step) }
