package table

import (
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/still"
)

// looks are how outcomes look from a metre away.
var looks = map[adjudicate.Outcome]web.Look{adjudicate.Refer: web.CannotTell, adjudicate.OK: web.LooksSolved,
	adjudicate.PlusTwo: web.LooksPlus2, adjudicate.DNF: web.LooksDNF}

// show puts a verdict into what people see; picture is the still's hash.
func show(v *judging.Verdict, j job, picture string) web.Shown {
	r := v.Ruling
	s := web.Shown{Look: looks[r.Suggestion], Word: rules.OutcomeName(r.Suggestion.String()), Detail: detail(v),
		Possible: r.Possible, Proven: r.Proven, Checks: r.Checks, Notes: r.Flags, Still: picture,
		Camera: j.view.Name, Seq: j.seq, TookMS: float64(v.Took) / float64(time.Millisecond)}
	for _, g := range r.Grounds {
		s.Grounds = append(s.Grounds, web.Ground{Article: g.Article, Text: g.Text})
	}
	if c := closest(r); r.Suggestion == adjudicate.Refer && c != nil {
		s.Look, s.Word = web.TooClose, tooClose
	}
	if v.Seen.Found {
		s.Facelets, s.Outline = facelets(v), outlines(&v.Seen, v.Seen.Cameras[j.view.Name])
	}
	return s
}

// gone is shown while the puzzle is not in the picture.
func gone() web.Shown {
	return web.Shown{Look: web.NotInView, Word: notInView, Detail: judgeThere, Camera: Overhead}
}

// closest returns the interface that is too close to its limit to call, or nil.
func closest(r adjudicate.Ruling) *adjudicate.Interface {
	for i := range r.Interfaces {
		if f := &r.Interfaces[i]; f.Close && phrase.Measured(f.Sigma) {
			return f
		}
	}
	return nil
}

// detail says in one line what the suggestion rests on.
func detail(v *judging.Verdict) rules.Text {
	r := v.Ruling
	if !v.Seen.Found {
		return v.Seen.Why
	}
	if f := closest(r); f != nil && r.Suggestion == adjudicate.Refer {
		return turned(*f)
	}
	var over []rules.Text
	worst := -1
	for i, f := range r.Interfaces {
		if !phrase.Measured(f.Sigma) {
			continue
		}
		if f.Over {
			over = append(over, turned(f))
		}
		if worst < 0 || f.Turn.Abs() > r.Interfaces[worst].Turn.Abs() {
			worst = i
		}
	}
	switch {
	case len(over) > 0 && r.Suggestion != adjudicate.OK:
		return rules.Join(over)
	case r.Suggestion == adjudicate.OK && worst >= 0:
		return turned(r.Interfaces[worst])
	case len(r.Grounds) > 0:
		return r.Grounds[0].Text
	}
	return nil
}

// turned says how far two layers are turned: "layers 1 and 2 from the white face
// (top): 52.1° ± 0.9°".
func turned(f adjudicate.Interface) rules.Text {
	name, out := phrase.LayersOf(f.From, f.Layers), rules.Text{}
	for _, l := range rules.Langs() {
		out[l] = name.In(l) + rules.Colon(l) + phrase.Angle(f.Turn, f.Sigma, f.Margin, l)
	}
	return out
}

// facelets is what a drawing of the puzzle needs.
func facelets(v *judging.Verdict) *web.Facelets {
	f := &web.Facelets{Event: v.Event, Colours: make([]string, len(v.Seen.Puzzle.Stickers)), Wrong: v.Ruling.OutOfPlace, Axis: v.Seen.Axis}
	for _, s := range v.Seen.Stickers {
		if s.Colour != puzzle.Unknown && s.Place < len(f.Colours) {
			f.Colours[s.Place] = s.Colour.String()
		}
	}
	for _, a := range v.Seen.Layers {
		f.TurnDeg = append(f.TurnDeg, a.Degrees())
	}
	return f
}

// outlines returns each layer's outline in a camera's picture; nil where a part
// is behind the camera.
func outlines(m *vision.Measurement, cam *calib.Camera) [][]geom.Pixel {
	if cam == nil {
		return nil
	}
	var out [][]geom.Pixel
	axis := m.Puzzle.Axes[m.Axis].Normal
	for i, l := range m.Puzzle.Layers(m.Axis) {
		turn := geom.AxisAngle(axis, m.Layers[i])
		var pts []geom.Pixel
		for _, c := range l.Corners {
			p, ok := cam.Project(m.MatFromPuzzle.Apply(turn.Apply(c).Mul(m.SizeMM)))
			if !ok {
				return nil
			}
			pts = append(pts, p)
		}
		out = append(out, still.Hull(pts))
	}
	return out
}

// PuzzleOf returns the puzzle that is used in an event of attempts: 333 for
// 333oh. Where none is known it is the event itself.
func PuzzleOf(event string) string {
	for _, p := range puzzle.Events() {
		if strings.HasPrefix(event, p) {
			return p
		}
	}
	return event
}
