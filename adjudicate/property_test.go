package adjudicate

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// drawScene makes a puzzle in any state, mostly near solved, with layers of one
// axis turned by anything.
func drawScene(t *rapid.T) scene {
	s := aligned(t, rapid.SampledFrom(puzzle.Events()).Draw(t, "event"))
	moves := s.puzzle.OuterMoves()
	for i := rapid.SampledFrom([]int{0, 0, 0, 1, 1, 2, 2, 3, 30}).Draw(t, "moves"); i > 0; i-- {
		s.state = s.state.Apply(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	s.axis = rapid.IntRange(0, len(s.puzzle.Axes)-1).Draw(t, "axis")
	s.turns = make([]geom.Angle, s.puzzle.Axes[s.axis].Layers()-1)
	half := s.puzzle.Axes[s.axis].Step().Degrees() / 2
	for i := range s.turns {
		switch rapid.IntRange(0, 5).Draw(t, "kind of turn") {
		case 0:
			s.turns[i] = geom.Angle(rapid.Float64Range(-180, 180).Draw(t, "turn")) * geom.Degree
		case 1: // about a limit
			off := rapid.SampledFrom([]float64{-2, -0.3, 0, 0.3, 2}).Draw(t, "off")
			s.turns[i] = geom.Angle(half+off) * geom.Degree
		}
	}
	for i, c := range rapid.Permutation(allColours()).Draw(t, "scheme")[:len(s.puzzle.Faces)] {
		s.scheme[i] = c
	}
	return s
}

func allColours() []puzzle.Colour {
	var out []puzzle.Colour
	for c := puzzle.Colour(1); c < puzzle.NumColours; c++ {
		out = append(out, c)
	}
	return out
}

// drawSeen chooses what is seen: all, some faces, or any stickers, at least one.
func drawSeen(t *rapid.T, s scene) func(int) bool {
	switch rapid.IntRange(0, 2).Draw(t, "seen") {
	case 0:
		return nil
	case 1:
		keep := rapid.SliceOfN(rapid.Bool(), len(s.puzzle.Faces), len(s.puzzle.Faces)).Draw(t, "faces")
		keep[rapid.IntRange(0, len(keep)-1).Draw(t, "face")] = true
		return func(place int) bool { return keep[s.puzzle.Stickers[place].Face] }
	}
	share := rapid.Float64Range(0, 1).Draw(t, "share")
	keep := make([]bool, len(s.puzzle.Stickers))
	for i := range keep {
		keep[i] = rapid.Float64Range(0, 1).Draw(t, "place") <= share
	}
	keep[rapid.IntRange(0, len(keep)-1).Draw(t, "sticker")] = true
	return func(place int) bool { return keep[place] }
}

// blur makes readings unsure: every colour gets some chance, logos say nothing,
// and a few stickers favour a wrong colour. All in all the true colours are at
// most budget nats behind the favoured ones.
func blur(t *rapid.T, x *Explanation, budget float64) {
	for i := range x.Sightings {
		p := &x.Sightings[i].P
		right := 0
		for c := range p {
			if p[c] == 1 {
				right = c
			}
		}
		rest := rapid.Float64Range(0, 0.3).Draw(t, "blur")
		for c := 1; c < len(p); c++ {
			p[c] = rest / float64(len(p)-1)
		}
		p[right] += 1 - rest
		switch rapid.IntRange(0, 9).Draw(t, "fault") {
		case 0:
			*p = [puzzle.NumColours]float64{puzzle.Unknown: 1}
		case 1:
			wrong := rapid.IntRange(1, len(p)-1).Draw(t, "wrong")
			loss := rapid.Float64Range(0, 3).Draw(t, "loss")
			if wrong != right && loss <= budget {
				budget -= loss
				p[wrong] = p[right] * math.Exp(loss)
			}
		}
	}
}

// Never wrong: whatever was done and however little or badly it was seen, the
// true outcome is among the possible ones, and a proven one is the true one.
func TestTruthIsPossible(t *testing.T) {
	b := book(t, rules.Default)
	credible := math.Log(b.Doubt.Credible)
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		sigma := geom.Angle(rapid.SampledFrom([]float64{0, 0.2, 1, 10}).Draw(t, "sigma")) * geom.Degree
		band := geom.Angle(b.Doubt.Sigmas)*sigma + b.Doubt.Floor
		measured := append([]geom.Angle(nil), s.turns...)
		for i := range measured {
			measured[i] += geom.Angle(rapid.Float64Range(-0.999, 0.999).Draw(t, "error")) * band
		}
		x := s.look(measured, sigma, drawSeen(t, s))
		blur(t, &x, credible*0.999)
		r := Adjudicate(s.observe(x), b)
		if !has(r.Possible, s.truth()) {
			t.Fatalf("%s: the truth, %v, is not possible", r.short(), s.truth())
		}
		if r.Proven && r.Suggestion != s.truth() {
			t.Fatalf("%s, but the truth is %v", r.short(), s.truth())
		}
	})
}

// Sure where that can be: seen from all sides without error, only the truth is possible.
func TestAllSeenIsProven(t *testing.T) {
	b := letter(t, rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		r := Adjudicate(s.observe(s.look(s.turns, 0, nil)), b)
		if !r.Proven || r.Suggestion != s.truth() || len(r.Possible) != 1 {
			t.Fatalf("%s, want %v, proven", r.short(), s.truth())
		}
	})
}

// The suggestion is the mildest outcome of all states that look so: with exact
// readings it is what trying every near state by hand gives.
func TestMildestOfWhatIsSeen(t *testing.T) {
	b := letter(t, rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		for i := range s.turns {
			s.turns[i] = 0
		}
		seen := drawSeen(t, s)
		want := DNF
		state, _ := s.nearest(s.turns)
		for _, n := range s.puzzle.NearStates() {
			if agrees(n.Faces, state.Faces(), seen) {
				want = min(want, OK+Outcome(n.Moves))
			}
		}
		r := Adjudicate(s.observe(s.look(s.turns, 0, seen)), b)
		if r.Suggestion == Refer && want == DNF && s.puzzle.Event == "minx" {
			return // its twelve colours can be too many to find a state for in time
		}
		if r.Suggestion != want {
			t.Fatalf("%s, want %v", r.short(), want)
		}
	})
}

// agrees reports whether a scheme makes the patterns look alike where they are seen.
func agrees(a, b []uint8, seen func(int) bool) bool {
	to, back := map[uint8]uint8{}, map[uint8]uint8{}
	for i := range a {
		if seen != nil && !seen(i) {
			continue
		}
		x, ok := to[a[i]]
		y, back1 := back[b[i]]
		if (ok && x != b[i]) || (back1 && y != a[i]) {
			return false
		}
		to[a[i]], back[b[i]] = b[i], a[i]
	}
	return true
}

// Neither how the puzzle lies nor what its colours are called matters. Where
// readings are unsure it may matter to how soon a search finds a DNF state, and
// thus to whether the judge is asked, but not to what is suggested.
func TestOnlyRelationsMatter(t *testing.T) {
	b := book(t, rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		x := s.look(s.turns, geom.Degree/5, drawSeen(t, s))
		unsure := rapid.Bool().Draw(t, "unsure") || s.puzzle.Event == "minx"
		if unsure {
			blur(t, &x, 5)
		}
		want := Adjudicate(s.observe(x), b)

		names := append([]puzzle.Colour{puzzle.Unknown}, rapid.Permutation(allColours()).Draw(t, "names")...)
		turned, ok := rotated(s.puzzle, x, rapid.SampledFrom(s.puzzle.Rotations()).Draw(t, "rotation"))
		if !ok {
			t.Fatal("the rotation leaves the axis without a counterpart")
		}
		for i := range turned.Sightings {
			old := turned.Sightings[i].P
			for c, p := range old {
				turned.Sightings[i].P[names[c]] = p
			}
		}
		got := Adjudicate(s.observe(turned), b)
		if unsure {
			if got.Suggestion != want.Suggestion && got.Suggestion != Refer && want.Suggestion != Refer {
				t.Fatalf("%s, but %s when turned and renamed", want.short(), got.short())
			}
			return
		}
		if got.short() != want.short() {
			t.Fatalf("%s, but %s when turned and renamed", want.short(), got.short())
		}
	})
}

// rotated lays the whole puzzle another way.
func rotated(p *puzzle.Puzzle, x Explanation, r puzzle.Rotation) (Explanation, bool) {
	to := make([]int, len(r.Perm))
	for place, from := range r.Perm {
		to[from] = place
	}
	out := x
	out.Sightings = append([]Sighting(nil), x.Sightings...)
	for i := range out.Sightings {
		out.Sightings[i].Place = to[x.Sightings[i].Place]
	}
	n := r.Apply(p.Axes[x.Axis].Normal)
	for i, a := range p.Axes {
		if a.Normal.Dot(n) > 0.999 {
			out.Axis = i
			return out, true
		}
	}
	for i, a := range p.Axes { // only on cubes and the Skewb, whose cuts are symmetric
		if a.Normal.Dot(n) < -0.999 { // upper and lower change roles; the sense stays
			out.Axis, out.Slips = i, nil
			for k := len(x.Slips) - 1; k >= 0; k-- {
				out.Slips = append(out.Slips, x.Slips[k])
			}
			return out, true
		}
	}
	return out, false
}

func has(list []Outcome, o Outcome) bool {
	for _, x := range list {
		if x == o {
			return true
		}
	}
	return false
}
