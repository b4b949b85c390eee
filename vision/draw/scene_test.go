package draw

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
)

// trueScene is what a perfect fit of a cube in testdata/stills would measure,
// and what a ruling would then list, made from the scene's truth.
func trueScene(t testing.TB, id string, names ...string) ([]vision.View, vision.Measurement, adjudicate.Ruling) {
	t.Helper()
	dir := filepath.Join("..", "..", "testdata", "stills")
	raw, err := os.ReadFile(filepath.Join(dir, id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Event       string
		SizeMM      float64    `json:"size_mm"`
		Axis        [3]float64 `json:"axis_world"`
		RelativeDeg []float64  `json:"relative_deg"`
		Stickers    []struct {
			Colour         string
			Centre, Normal [3]float64
			Px             map[string][2]float64
			Visible        map[string]bool
		}
	}
	if err := json.Unmarshal(raw, &truth); err != nil {
		t.Fatal(err)
	}
	rig, err := calib.ParseRig(id, raw)
	if err != nil {
		t.Fatal(err)
	}
	p, err := puzzle.Load(truth.Event)
	if err != nil {
		t.Fatal(err)
	}
	m := vision.Measurement{Found: true, Puzzle: p, SizeMM: truth.SizeMM, Cameras: map[string]*calib.Camera{}}
	var views []vision.View
	for _, n := range names {
		img, err := camera.ReadFile(filepath.Join(dir, id+"-"+n+".jpg"))
		if err != nil {
			t.Fatal(err)
		}
		cam, err := rig.Camera(n)
		if err != nil {
			t.Fatal(err)
		}
		m.Cameras[n] = cam
		views = append(views, vision.View{Name: n, Image: img, Camera: cam})
	}
	vec := func(v [3]float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }
	up := vec(truth.Axis).Unit()
	var centres []geom.Vec
	for _, s := range truth.Stickers {
		centres = append(centres, vec(s.Centre).Mul(1000))
	}
	m.MatFromPuzzle.T = geom.Centroid(centres)
	low, side := math.Inf(1), geom.Vec{}
	for _, s := range truth.Stickers {
		h := vec(s.Centre).Mul(1000).Sub(m.MatFromPuzzle.T).Dot(up)
		if n := vec(s.Normal); math.Abs(n.Dot(up)) < 0.1 && h < low-1 {
			low, side = h, n.Sub(up.Mul(n.Dot(up))).Unit()
		}
	}
	out := side.Cross(up)
	m.MatFromPuzzle.R = geom.Rot{side.X, up.X, out.X, side.Y, up.Y, out.Y, side.Z, up.Z, out.Z}
	m.Axis = 1
	m.Layers = []geom.Angle{0}
	r := adjudicate.Ruling{Rulebook: "wca-2026-04-01", Suggestion: adjudicate.OK, Possible: []adjudicate.Outcome{adjudicate.OK}}
	over := 0
	for i, d := range truth.RelativeDeg {
		turn := geom.Angle(d) * geom.Degree
		m.Layers = append(m.Layers, m.Layers[i]+turn)
		f := adjudicate.Interface{Axis: 1, Between: [2]int{i, i + 1}, Turn: turn, Sigma: 0.6 * geom.Degree, Margin: 2.3 * geom.Degree, Limit: 45 * geom.Degree, Over: turn.Abs() > 45*geom.Degree,
			From: phrase.Direction(m.MatFromPuzzle.R.Apply(p.Axes[1].Normal.Mul(float64(2*i - 1)))), Layers: [2]int{1, 2}}
		r.Interfaces = append(r.Interfaces, f)
		if f.Over {
			over++
		}
	}
	r.Suggestion += adjudicate.Outcome(min(over, 2))
	r.Possible = []adjudicate.Outcome{r.Suggestion}
	r.Proven = true
	for k, s := range p.Stickers {
		layer := p.LayerOf(1, s.Piece)
		at := m.MatFromPuzzle.Apply(geom.AxisAngle(p.Axes[1].Normal, m.Layers[layer]).Apply(s.Centre()).Mul(m.SizeMM))
		for _, q := range truth.Stickers {
			if vec(q.Centre).Mul(1000).Sub(at).Norm() > m.SizeMM/12 {
				continue
			}
			seen := vision.SeenSticker{Place: k, Px: map[string]geom.Pixel{}, Confidence: 0.9}
			seen.Colour, _ = puzzle.ParseColour(q.Colour)
			for _, n := range names {
				if q.Visible[n] {
					seen.Px[n] = geom.Pixel{U: q.Px[n][0], V: q.Px[n][1]}
				}
			}
			if len(seen.Px) > 0 {
				m.Stickers = append(m.Stickers, seen)
			}
		}
	}
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	outcome := map[adjudicate.Outcome]rules.Key{adjudicate.OK: rules.SayOK, adjudicate.PlusTwo: rules.SayPlusTwo, adjudicate.DNF: rules.SayDNF}[r.Suggestion]
	for _, k := range []rules.Key{outcome, rules.SayUnseen} {
		s := book.Say(k, truth.Event, nil)
		r.Grounds = append(r.Grounds, adjudicate.Ground{Article: s.Article, Text: s.Text})
	}
	r.Checks = []rules.Text{book.Say(rules.CheckLook, truth.Event, nil).Text}
	r.Flags = []rules.Text{phrase.OverExposed}
	r.OutOfPlace = []int{m.Stickers[0].Place, m.Stickers[1].Place}
	return views, m, r
}
