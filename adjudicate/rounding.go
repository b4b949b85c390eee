package adjudicate

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/match"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// hair is the angle below which two angles are one: far above rounding (1e-15)
// and far below what anyone measures.
const hair geom.Angle = 1e-9

// maxReadings bounds how many ways of rounding one explanation are compared:
// three for each of three interfaces, and some.
const maxReadings = 64

// gap is an interface of an explanation with its measured slip.
type gap struct {
	axis, at int
	slip     Slip
	margin   geom.Angle // how far the true turn may lie from the measured one
	step     geom.Angle
	choices  []rounded
	exact    bool // there is no margin: several choices hold at once
	close    bool // the limit lies within the margin
}

// rounded is one way to read an interface: its upper layers belong offset steps
// from where the sightings have them, and from there they are over the limit or not.
type rounded struct {
	offset int
	over   bool
}

// margin returns how far a true turn may lie from the measured one: the
// rulebook's band. It is infinite for a turn that was not measured.
func margin(sigma geom.Angle, d rules.Doubt) geom.Angle {
	m := geom.Angle(d.Sigmas)*sigma + d.Floor
	if !(sigma >= 0) || math.IsNaN(float64(m)) {
		return geom.Angle(math.Inf(1))
	}
	return m
}

// round finds the choices of a gap: every aligned position that is nearest to
// some turn within the margin, over the limit or not. A turn of exactly half a
// step is nearest to two positions at once; so is, for the eye, every turn
// within a hair of it.
func (g *gap) round(limit geom.Angle) {
	t, half := g.slip.Turn, g.step/2
	m := g.margin
	if m > g.step {
		m = g.step // farther away, colours are as good a guide
	}
	g.exact = m < hair
	g.choices = g.choices[:0]
	for n := int(math.Ceil(float64((t - m - half - hair) / g.step))); geom.Angle(n)*g.step-half-hair <= t+m; n++ {
		at := geom.Angle(n) * g.step
		lo, hi := max(t-m, at-half), min(t+m, at+half)
		if !g.exact && hi-lo <= hair {
			continue
		}
		near, far := geom.Angle(0), max((lo-at).Abs(), (hi-at).Abs())
		if lo > at || hi < at {
			near = min((lo - at).Abs(), (hi - at).Abs())
		}
		if near <= limit+hair {
			g.choices = append(g.choices, rounded{n, false})
		}
		if far > limit+hair {
			g.choices = append(g.choices, rounded{n, true})
		}
	}
	g.close = !g.exact && len(g.choices) > 1
}

// forget drops the choices that the seen stickers cannot tell apart: where all
// of them lie on one side of the interface, turning that side turns them all,
// which is a rotation of what was seen.
func (g *gap) forget(p *puzzle.Puzzle, e *match.Evidence) {
	above, below := false, false
	for _, place := range e.Places {
		if p.LayerOf(g.axis, p.Stickers[place].Piece) > g.at {
			above = true
		} else {
			below = true
		}
	}
	if above && below {
		return
	}
	has := [2]bool{}
	for _, c := range g.choices {
		has[btoi(c.over)] = true
	}
	g.choices = g.choices[:0]
	for over, ok := range has {
		if ok {
			g.choices = append(g.choices, rounded{0, over == 1})
		}
	}
	g.close = g.close && len(g.choices) > 1
}

// gaps lists the interfaces of an explanation, rounded.
func gaps(p *puzzle.Puzzle, x *Explanation, e *match.Evidence, limit geom.Angle, d rules.Doubt) []gap {
	var out []gap
	add := func(axis int, slips []Slip) {
		for at, s := range slips {
			g := gap{axis: axis, at: at, slip: s, margin: margin(s.Sigma, d), step: p.Axes[axis].Step()}
			g.round(limit)
			g.forget(p, e)
			out = append(out, g)
		}
	}
	add(x.Axis, x.Slips)
	for _, a := range x.Also {
		add(a.Axis, a.Slips)
	}
	return out
}

// readings lists the combinations of the gaps' choices, in groups: within a
// group only exact gaps differ, so that all its readings hold at once. It is
// nil where there are more than maxReadings.
func readings(gs []gap) [][][]rounded {
	groups := [][][]rounded{{nil}}
	total := 1
	for _, g := range gs {
		if total *= len(g.choices); total > maxReadings {
			return nil
		}
		var next [][][]rounded
		for _, group := range groups {
			if g.exact {
				var all [][]rounded
				for _, c := range g.choices {
					all = append(all, extended(group, c)...)
				}
				next = append(next, all)
				continue
			}
			for _, c := range g.choices {
				next = append(next, extended(group, c))
			}
		}
		groups = next
	}
	return groups
}

func extended(group [][]rounded, c rounded) [][]rounded {
	out := make([][]rounded, len(group))
	for i, r := range group {
		out[i] = append(append(make([]rounded, 0, len(r)+1), r...), c)
	}
	return out
}

// moved brings the sightings to the aligned position of a reading.
func moved(p *puzzle.Puzzle, gs []gap, r []rounded, e *match.Evidence) *match.Evidence {
	for i, c := range r {
		if c.offset != 0 {
			e = e.Moved(p.Permutation(gs[i].axis, above(p, gs[i].axis, gs[i].at), -c.offset))
		}
	}
	return e
}

// above lists the layers above an interface.
func above(p *puzzle.Puzzle, axis, at int) []int {
	var out []int
	for l := at + 1; l < p.Axes[axis].Layers(); l++ {
		out = append(out, l)
	}
	return out
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
