package adjudicate

import (
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/match"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// survey describes the best account in a judge's terms.
type survey struct {
	inquiry    *inquiry
	account    *account
	pattern    []uint8 // the state that the account takes the puzzle for
	scheme     match.Scheme
	seen       []bool                    // by place, in the account's aligned position
	labelSeen  [len(match.Scheme{})]bool // by label
	where      []rules.Text              // by face
	interfaces []Interface
	misplaced  []int // places of the explanation
}

func (c *inquiry) survey() *survey {
	a := c.best
	s := &survey{inquiry: c, account: a, seen: make([]bool, len(c.puzzle.Stickers)),
		where: c.obs.Explanations[a.explanation].FaceWhere}
	m := c.table.Match(a.evidence)
	defer m.Release()
	s.pattern = c.table.Near[a.best].Faces
	turns := s.turns(m)
	m.Cost(s.pattern, &s.scheme)
	for _, p := range a.evidence.Places {
		s.seen[p] = true
		s.labelSeen[s.pattern[p]] = true
	}
	for i, g := range a.gaps {
		r := a.reading[i]
		slip := g.slip.Turn - geom.Angle(r.offset)*g.step
		steps := turns[[2]int{g.axis, g.at}]
		full := (slip + geom.Angle(steps)*g.step).Fold(geom.Turn)
		s.interfaces = append(s.interfaces, Interface{Axis: g.axis, Between: [2]int{g.at, g.at + 1}, Turn: full,
			Sigma: g.slip.Doubt(), Margin: margin(g.slip.Doubt(), c.book.Doubt), Limit: c.limit.Angle, Over: steps != 0 || r.over, Close: g.close})
	}
	for k := range s.interfaces {
		i := &s.interfaces[k]
		i.From, i.Layers[0], i.Layers[1] = s.layers(*i)
	}
	s.misplaced = s.outOfPlace(m, turns)
	return s
}

// turns returns by how many steps the colours show each interface (axis, index)
// turned, where they tell: where exactly one state of those with the suggested
// outcome is likely.
func (s *survey) turns(m *match.Matcher) map[[2]int]int {
	a, t := s.account, s.inquiry.table
	n := t.Near[a.best]
	switch {
	case a.suggestion == Refer || a.suggestion != DNF && n.Moves == 0:
		return nil
	case a.suggestion == DNF && (n.Moves == 0 || a.bestCost > a.bar):
		return s.doubleTurns(m)
	}
	for i := range t.Near {
		if i != a.best && t.Near[i].Moves == n.Moves && m.Cost(t.Near[i].Faces, nil) <= a.bestCost+s.inquiry.odds.likely {
			return nil
		}
	}
	return map[[2]int]int{{n.Axis, n.Interface}: n.Steps}
}

// doubleTurns looks for two turned interfaces of one of the account's axes, for
// a DNF that is one of layers and not of mixed colours.
func (s *survey) doubleTurns(m *match.Matcher) map[[2]int]int {
	var found *match.Double
	least, second := math.Inf(1), math.Inf(1)
	for i := range m.Double {
		d := &m.Double[i]
		if !slices.ContainsFunc(s.account.gaps, func(g gap) bool { return g.axis == d.Axis }) {
			continue
		}
		if c := m.Cost(d.Faces, nil); c < least {
			found, least, second = d, c, least
		} else {
			second = min(second, c)
		}
	}
	if least > s.account.bar || second <= least+s.inquiry.odds.likely {
		return nil
	}
	s.pattern = found.Faces
	out := map[[2]int]int{}
	for _, t := range found.Turns {
		out[[2]int{found.Axis, t.Interface}] = t.Steps
	}
	return out
}

// outOfPlace lists the stickers that a solved puzzle would not show, its layers
// turned as the colours tell of the account's own axes.
func (s *survey) outOfPlace(m *match.Matcher, turns map[[2]int]int) []int {
	c := s.inquiry
	if s.account.explanation != 0 {
		return nil // the stickers that people see are those of the best explanation
	}
	pattern := c.table.Near[0].Faces
	for k := range turns {
		if slices.ContainsFunc(s.account.gaps, func(g gap) bool { return g.axis == k[0] }) {
			pattern = s.pattern
		}
	}
	var scheme match.Scheme
	m.Cost(pattern, &scheme)
	var out []int
	for i, place := range s.account.evidence.Places {
		if s.account.evidence.Costs[i][scheme[pattern[place]]] > c.odds.likely {
			out = append(out, s.account.raw.Places[i])
		}
	}
	slices.Sort(out)
	return out
}

// staircase returns the turn that neighbouring interfaces within the limit add
// up to, where that is more than the limit.
func (s *survey) staircase() (geom.Angle, bool) {
	best := geom.Angle(0)
	for i := range s.interfaces {
		sum := geom.Angle(0)
		for _, f := range s.interfaces[i:] {
			if f.Axis != s.interfaces[i].Axis || f.Over {
				break
			}
			sum += f.Turn
			best = max(best, sum.Abs())
		}
	}
	return best, best > s.inquiry.limit.Angle+hair
}

// checks lists what the judge still has to look at.
func (s *survey) checks() []rules.Text {
	c := s.inquiry
	var out []rules.Text
	add := func(k rules.Key, v map[string]rules.Text) { out = append(out, c.say(k, v).Text) }
	switch c.doubt {
	case rules.SayContradiction, rules.SayDoubtful:
		add(rules.CheckColours, nil)
	case rules.SayTwoWays:
		add(rules.CheckLook, nil)
	case "":
		// One or two stickers read otherwise than the suggestion has them.
		if c.suggestion < DNF && s.account.bestCost > c.odds.likely || c.spare&^c.possible != 0 {
			add(rules.CheckColours, nil)
		}
	}
	for _, i := range s.interfaces {
		if i.Close && c.suggestion == Refer {
			add(rules.CheckClose, s.figures(i))
		}
	}
	if _, ok := s.staircase(); ok && c.suggestion == OK {
		add(rules.CheckStaircase, nil)
	}
	if c.suggestion != Refer && s.flat() {
		add(rules.CheckFlat, nil)
	}
	if s.hidden(PlusTwo) {
		add(rules.CheckTurned, map[string]rules.Text{"faces": s.turnable()})
	}
	if s.hidden(DNF) {
		add(rules.CheckMixed, map[string]rules.Text{"faces": s.unseen()})
	}
	return out
}

// flat reports whether the stickers that were read are all on one face:
// nothing then shows that it is a solid puzzle and not a picture of one.
func (s *survey) flat() bool {
	const read = 0.5 // less likely than not to say nothing
	face := -1
	for _, q := range s.inquiry.obs.Explanations[s.account.explanation].Sightings {
		f := s.inquiry.puzzle.Stickers[q.Place].Face
		if q.P[puzzle.Unknown] > read {
			continue
		}
		if face >= 0 && f != face {
			return false
		}
		face = f
	}
	return true
}

// hidden reports whether an outcome is possible only because of what was not
// seen: no account suggests it.
func (s *survey) hidden(o Outcome) bool {
	c := s.inquiry
	if !c.possible.has(o) || o == c.suggestion || c.doubt == rules.SayContradiction {
		return false
	}
	for _, a := range c.accounts {
		if a.suggestion == o {
			return false
		}
	}
	return true
}
