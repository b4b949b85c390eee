package truth

import (
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Row is how close one answer came to the truth.
type Row struct {
	ID, Event, Case string
	True            string  // what the scene really is
	Expected        string  // the mildest outcome that the views leave possible
	Got             string  // the suggestion
	Found           bool    // at least half of the visible stickers are reported at their places
	Stickers        float64 // share of the visible stickers that are reported at their places with their colours
	Angles          []Error // of each interface of the turned axis
	OK              bool    // Got is Expected
	Unsound         bool    // the true outcome was ruled out
	TookMS          float64
}

// Error is how far one interface was measured from the truth.
type Error struct {
	Error geom.Angle // absolute, modulo a step of the puzzle
	Sigma geom.Angle // as reported, infinite for an angle that was not seen; 0 where the interface was not reported but taken as aligned
}

// Measured reports whether the error belongs to an angle that was seen.
func (e Error) Measured() bool { return e.Sigma > 0 && !math.IsInf(float64(e.Sigma), 1) }

const (
	// A reported sticker is at its place where it is within a third of the
	// distance to its nearest neighbour, or within 2.5 pixels of the truth.
	nearShare  = 1.0 / 3
	nearPixels = 2.5
	loneSpread = 30 // pixels to the next sticker where there is no other
	// Axes are the same where their directions agree within 14 degrees: the
	// axes of every puzzle are at least 60 apart.
	sameAxis = 0.97
)

// Compare scores an answer for the given views of the scene.
func (s *Scene) Compare(views []string, m vision.Measurement, r adjudicate.Ruling) Row {
	row := Row{ID: s.ID, Event: s.Event, Case: s.Case, True: s.Suggestion, Expected: s.Expected(views), Got: r.Suggestion.String()}
	if !m.Found {
		return row
	}
	row.Found, row.Stickers = s.compareStickers(views, m)
	row.Angles = s.compareAngles(m, r)
	row.OK = row.Got == row.Expected
	row.Unsound = !slices.ContainsFunc(r.Possible, func(o adjudicate.Outcome) bool { return o.String() == s.Suggestion })
	return row
}

func (s *Scene) compareStickers(views []string, m vision.Measurement) (found bool, right float64) {
	var visible, placed, coloured int
	for _, v := range views {
		for i, t := range s.Stickers {
			if !t.Visible[v] {
				continue
			}
			visible++
			at := t.Px[v]
			best, dist := nearest(m, v, at)
			if best == nil || dist >= math.Max(nearPixels, s.spread(i, v)*nearShare) {
				continue
			}
			placed++
			if best.Colour.String() == t.Colour {
				coloured++
			}
		}
	}
	if visible == 0 {
		return false, 0
	}
	return 2*placed >= visible, float64(coloured) / float64(visible)
}

// nearest returns the reported sticker nearest to a pixel of a view.
func nearest(m vision.Measurement, view string, at [2]float64) (best *vision.SeenSticker, dist float64) {
	dist = math.Inf(1)
	for i := range m.Stickers {
		if p, ok := m.Stickers[i].Px[view]; ok {
			if d := math.Hypot(p.U-at[0], p.V-at[1]); d < dist {
				best, dist = &m.Stickers[i], d
			}
		}
	}
	return best, dist
}

// spread returns the distance in pixels from a sticker to the nearest other
// one that the view shows.
func (s *Scene) spread(i int, view string) float64 {
	out := math.Inf(1)
	at := s.Stickers[i].Px[view]
	for j, t := range s.Stickers {
		if j != i && t.Visible[view] {
			out = math.Min(out, math.Hypot(t.Px[view][0]-at[0], t.Px[view][1]-at[1]))
		}
	}
	if math.IsInf(out, 1) {
		return loneSpread
	}
	return out
}

// compareAngles returns the error at each interface of the axis that is really
// turned. Where the ruling does not list that axis, it is held to be aligned.
func (s *Scene) compareAngles(m vision.Measurement, r adjudicate.Ruling) []Error {
	axis := geom.Vec{X: s.Axis[0], Y: s.Axis[1], Z: s.Axis[2]}
	for i := range m.Puzzle.Axes {
		along := m.MatFromPuzzle.R.Apply(m.Puzzle.Axes[i].Normal).Dot(axis)
		listed := interfacesOf(r, i)
		if math.Abs(along) < sameAxis || len(listed) != len(s.RelativeDeg) {
			continue
		}
		if along < 0 { // the same turns, listed from the other end
			slices.Reverse(listed)
		}
		var out []Error
		for k, f := range listed {
			out = append(out, Error{(f.Turn - s.relative(k)).Fold(s.step()).Abs(), f.Sigma})
		}
		return out
	}
	var out []Error
	for k := range s.RelativeDeg {
		out = append(out, Error{Error: s.relative(k).Fold(s.step()).Abs()})
	}
	return out
}

func (s *Scene) relative(k int) geom.Angle { return geom.Angle(s.RelativeDeg[k]) * geom.Degree }

// interfacesOf lists the ruling's interfaces of one axis from its negative end.
func interfacesOf(r adjudicate.Ruling, axis int) []adjudicate.Interface {
	var out []adjudicate.Interface
	for _, f := range r.Interfaces {
		if f.Axis == axis {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b adjudicate.Interface) int { return a.Between[0] - b.Between[0] })
	return out
}
