package adjudicate

import (
	"fmt"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// scene is a puzzle on the table, with all that there is to know about it.
type scene struct {
	puzzle *puzzle.Puzzle
	state  puzzle.State // aligned
	axis   int
	turns  []geom.Angle    // of each interface, besides the state, any size
	scheme []puzzle.Colour // by face
}

func aligned(t failer, event string) scene {
	t.Helper()
	p, err := puzzle.Load(event)
	if err != nil {
		t.Fatal(err)
	}
	s := scene{puzzle: p, state: p.Solved(), turns: make([]geom.Angle, p.Axes[0].Layers()-1)}
	for f := range p.Faces {
		s.scheme = append(s.scheme, puzzle.Colour(f+1))
	}
	return s
}

// move turns layers of an axis by whole steps.
func (s scene) move(axis, steps int, layers ...int) scene {
	s.state = s.state.Apply(puzzle.Move{Axis: axis, Layers: layers, Steps: steps})
	return s
}

// layers turns every layer of an axis by an angle in degrees, from the axis'
// negative end.
func (s scene) layers(axis int, deg ...float64) scene {
	s.axis = axis
	s.turns = make([]geom.Angle, len(deg)-1)
	for i := range s.turns {
		s.turns[i] = geom.Angle(deg[i+1]-deg[i]) * geom.Degree
	}
	return s
}

// nearest splits the turns into whole steps and slips within half a step.
func (s scene) nearest(turns []geom.Angle) (puzzle.State, []geom.Angle) {
	state, slips := s.state, make([]geom.Angle, len(turns))
	step := s.puzzle.Axes[s.axis].Step()
	for i, t := range turns {
		slips[i] = t.Fold(step)
		state = state.Apply(puzzle.Move{Axis: s.axis, Layers: above(s.puzzle, s.axis, i), Steps: t.Steps(step)})
	}
	return state, slips
}

// truth is what the letter of the rules says: interfaces over the limit, plus
// what the nearest aligned position's colours need. At half a step, where two
// aligned positions are nearest, the milder one holds.
func (s scene) truth() Outcome {
	best := DNF
	const hair = 1e-10 * geom.Radian
	n := len(s.turns)
	for bits := 0; bits < 1<<n; bits++ {
		turns := append([]geom.Angle(nil), s.turns...)
		for i := range turns {
			turns[i] += hair * geom.Angle(2*(bits>>i&1)-1) // both sides of half a step
		}
		state, _ := s.nearest(turns)
		best = min(best, OK+Outcome(state.Distance()))
	}
	return best
}

// look returns the explanation of one who measures the turns as given and sees
// some places (nil: all).
func (s scene) look(turns []geom.Angle, sigma geom.Angle, seen func(place int) bool) Explanation {
	state, slips := s.nearest(turns)
	x := Explanation{Axis: s.axis}
	for _, t := range slips {
		x.Slips = append(x.Slips, Slip{Turn: t, Sigma: sigma})
	}
	for place, face := range state.Faces() {
		if seen != nil && !seen(place) {
			continue
		}
		v := Sighting{Place: place}
		v.P[s.scheme[face]] = 1
		x.Sightings = append(x.Sightings, v)
	}
	return x
}

func (s scene) observe(x ...Explanation) Observation {
	return Observation{Puzzle: s.puzzle, Explanations: x}
}

// facing sees the stickers of some faces only.
func (s scene) facing(names ...string) func(int) bool {
	return func(place int) bool {
		f := s.puzzle.Faces[s.puzzle.Stickers[place].Face].Name
		for _, n := range names {
			if f == n {
				return true
			}
		}
		return false
	}
}

func book(t testing.TB, name string) *rules.Rulebook {
	t.Helper()
	b, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// letter is a rulebook that knows every angle exactly.
func letter(t testing.TB, name string) *rules.Rulebook {
	b := book(t, name)
	b.Doubt = b.Doubt.Exact()
	return b
}

func (r Ruling) short() string {
	return fmt.Sprintf("%v proven=%v possible=%v", r.Suggestion, r.Proven, r.Possible)
}

func articles(r Ruling) string {
	s := ""
	for _, g := range r.Grounds {
		s += g.Article + " "
	}
	return s
}

// failer is what testing.TB and rapid.T have in common.
type failer interface {
	Helper()
	Fatal(args ...any)
}
