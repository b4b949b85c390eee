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

// votes lists the colours that some sticker costs at most budget in, and the
// other colours. The former are in the order in which a scheme is best built:
// those of places that always show one label first (centres), then those that
// most often share a piece with an earlier one, since such pairs leave few
// choices; the commoner first.
func (m *Matcher) votes(budget float64) (some, none []puzzle.Colour) {
	const colours = int(puzzle.NumColours)
	var count, weight [colours]int
	var together [colours][colours]int
	at := make([]puzzle.Colour, len(m.Puzzle.Stickers)) // the best colour by place
	for i, p := range m.Places {
		for c := 1; c < colours; c++ {
			if m.Costs[i][c] <= budget {
				count[c]++
			}
			if at[p] == puzzle.Unknown || m.Costs[i][c] < m.Costs[i][at[p]] {
				at[p] = puzzle.Colour(c)
			}
		}
	}
	const anchored = 1 << 16 // above any count of pairs
	for i := range m.orbits {
		o := &m.orbits[i]
		for slot := 0; slot < o.n; slot++ {
			places := o.places[slot*o.k : slot*o.k+o.k]
			for _, p := range places {
				for _, q := range places {
					together[at[p]][at[q]]++
				}
				if o.n == 1 && o.ways == 1 {
					weight[at[p]] += anchored
				}
			}
		}
	}
	for {
		best := 0
		for c := 1; c < colours; c++ {
			if count[c] > 0 && (best == 0 || weight[c] > weight[best] || weight[c] == weight[best] && count[c] > count[best]) {
				best = c
			}
		}
		if best == 0 {
			break
		}
		some, count[best] = append(some, puzzle.Colour(best)), -1
		for c := range weight {
			weight[c] += together[best][c]
		}
	}
	for c := 1; c < colours; c++ {
		if count[c] == 0 {
			none = append(none, puzzle.Colour(c))
		}
	}
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
