package match

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Scheme gives each label (face) its colour. The zero value puzzle.Unknown
// stands for a colour that no sticker was read as.
type Scheme [maxFaces]puzzle.Colour

// schemes goes through the schemes of some colours depth first, the most
// promising first, and cuts off those that cannot cost less than limit (at
// most, where that is the budget of a search). A label without a colour has any
// of the wild ones.
type schemes struct {
	*Matcher
	colours []puzzle.Colour // to be given to labels, or to none
	wild    []puzzle.Colour // besides, for labels without a colour
	limit   func() float64
	leaf    func(*Scheme) bool // whether to go on
	scheme  Scheme
}

// option is a label for a colour, with the bound that it leads to.
type option struct {
	label int // -1: none
	bound float64
}

// from gives out colours i and later ones. It reports whether all was gone
// through: false where leaf or the budget of work ended it.
func (s *schemes) from(i int) bool {
	if s.work < 0 {
		return false
	}
	s.setWild(i)
	if i == len(s.colours) {
		return s.leaf(&s.scheme)
	}
	s.setWild(i + 1)
	var options [maxFaces + 1]option
	n := 0
	for f := -1; f < len(s.Puzzle.Faces); f++ {
		if f >= 0 && s.scheme[f] != puzzle.Unknown {
			continue
		}
		if f >= 0 {
			s.scheme[f] = s.colours[i]
		}
		limit := s.limit()
		if b := s.bound(&s.scheme, limit); b <= limit {
			options[n] = option{f, b}
			n++
		}
		if f >= 0 {
			s.scheme[f] = puzzle.Unknown
		}
	}
	list := options[:n]
	sort.SliceStable(list, func(a, b int) bool { return list[a].bound < list[b].bound })
	for _, o := range list {
		if o.bound > s.limit() {
			break
		}
		if o.label >= 0 {
			s.scheme[o.label] = s.colours[i]
		}
		on := s.from(i + 1)
		if o.label >= 0 {
			s.scheme[o.label] = puzzle.Unknown
		}
		if !on {
			return false
		}
	}
	return true
}

// setWild sets what a label without a colour costs at each seen place: the
// least of the wild colours and of those from i on.
func (s *schemes) setWild(i int) {
	for k, p := range s.Places {
		least, c := math.Inf(1), &s.Costs[k]
		for _, w := range s.wild {
			least = min(least, c[w])
		}
		for _, w := range s.colours[i:] {
			least = min(least, c[w])
		}
		s.dense[p][puzzle.Unknown] = least
	}
}

// votes lists the colours that some sticker costs at most budget in, those with
// most stickers first, and the other colours.
func (m *Matcher) votes(budget float64) (some, none []puzzle.Colour) {
	var n [puzzle.NumColours]int
	for i := range m.Costs {
		for c := 1; c < len(n); c++ {
			if m.Costs[i][c] <= budget {
				n[c]++
			}
		}
	}
	for c := puzzle.Colour(1); c < puzzle.NumColours; c++ {
		if n[c] > 0 {
			some = append(some, c)
		} else {
			none = append(none, c)
		}
	}
	sort.SliceStable(some, func(a, b int) bool { return n[some[a]] > n[some[b]] })
	return some, none
}

// bound returns what the slots cost at least under a scheme, each taking the
// piece that it likes best. It gives up above most.
func (m *Matcher) bound(s *Scheme, most float64) float64 {
	sum := 0.0
	for i := range m.orbits {
		o := &m.orbits[i]
		for slot := 0; slot < o.n && sum <= most; slot++ {
			if m.slotSeen(o, slot) {
				sum += m.slotBound(o, slot, s)
			}
		}
	}
	return sum
}

func (m *Matcher) slotSeen(o *orbit, slot int) bool {
	for _, p := range o.places[slot*o.k : slot*o.k+o.k] {
		if m.seen[p] {
			return true
		}
	}
	return false
}

func (m *Matcher) slotBound(o *orbit, slot int, s *Scheme) float64 {
	least := math.Inf(1)
	for q := 0; q < o.n; q++ {
		if o.kind[q] != q {
			continue
		}
		m.work -= o.ways
		if c, _ := m.fit(o, slot, q, s); c < least {
			if least = c; least == 0 {
				break
			}
		}
	}
	return least
}

// fit returns the least cost of a piece in a slot, and the way that has it.
func (m *Matcher) fit(o *orbit, slot, piece int, s *Scheme) (float64, int) {
	places := o.places[slot*o.k : slot*o.k+o.k]
	least, best := math.Inf(1), 0
	for w := 0; w < o.ways; w++ {
		c := 0.0
		for i, label := range o.look(slot, piece, w) {
			c += m.at(places[i], label, s)
		}
		if c < least {
			least, best = c, w
		}
	}
	return least, best
}
