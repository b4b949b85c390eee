package match

import (
	"math"
	"sort"
)

// Answer is what a search found out.
type Answer uint8

// The answers. Unknown is the zero value: the search was given up.
const (
	Unknown Answer = iota
	Yes
	No
)

// searchWork bounds an exhaustive search, in tried placements of a piece: about
// a millisecond.
const searchWork = 200_000

// Alter looks for an assembly that costs at most budget and that wanted accepts,
// near a near state under a scheme: one piece turned in its slot or two pieces
// exchanged. Most hidden states are found so. It never answers No. wanted must
// not keep the pattern.
func (m *Matcher) Alter(near int, s *Scheme, budget float64, wanted func(pattern []uint8) bool) Answer {
	n := &m.Near[near]
	copy(m.pattern, n.Faces)
	total := 0.0
	for _, p := range m.Places {
		total += m.at(p, n.Faces[p], s)
	}
	slack := budget - total
	if slack < 0 {
		return Unknown
	}
	for i := range m.orbits {
		if m.alterOrbit(&m.orbits[i], n, s, slack, wanted) {
			return Yes
		}
	}
	return Unknown
}

func (m *Matcher) alterOrbit(o *orbit, n *Near, s *Scheme, slack float64, wanted func([]uint8) bool) bool {
	index := func(slot int) int { // the piece in a slot
		piece := m.Puzzle.Stickers[n.from[o.places[slot*o.k]]].Piece
		for i, p := range o.pieces {
			if p == piece {
				return i
			}
		}
		return slot
	}
	var in [most]int
	var cost [most]float64
	for slot := 0; slot < o.n; slot++ {
		in[slot] = index(slot)
		for _, p := range o.places[slot*o.k : slot*o.k+o.k] {
			cost[slot] += m.at(p, n.Faces[p], s)
		}
	}
	for a := 0; a < o.n; a++ {
		for b := a; b < o.n; b++ {
			if a != b && o.kind[in[a]] == o.kind[in[b]] || a == b && o.ways == 1 {
				continue
			}
			spare := slack + cost[a]
			if a != b {
				spare += cost[b]
			}
			if m.alterPair(o, a, b, in[b], in[a], s, spare, wanted) {
				return true
			}
			m.restore(o, n, a)
			m.restore(o, n, b)
		}
	}
	return false
}

func (m *Matcher) restore(o *orbit, n *Near, slot int) {
	for _, p := range o.places[slot*o.k : slot*o.k+o.k] {
		m.pattern[p] = n.Faces[p]
	}
}

// alterPair tries piece qa in slot a and qb in b, each in every way (for a == b,
// one piece) within the slack.
func (m *Matcher) alterPair(o *orbit, a, b, qa, qb int, s *Scheme, slack float64, wanted func([]uint8) bool) bool {
	for wa := 0; wa < o.ways; wa++ {
		ca := m.lookCost(o, a, qa, wa, s)
		if ca > slack {
			continue
		}
		copyLook(m.pattern, o, a, o.look(a, qa, wa))
		if a == b {
			if wanted(m.pattern) {
				return true
			}
			continue
		}
		for wb := 0; wb < o.ways; wb++ {
			if ca+m.lookCost(o, b, qb, wb, s) > slack {
				continue
			}
			copyLook(m.pattern, o, b, o.look(b, qb, wb))
			if wanted(m.pattern) {
				return true
			}
		}
	}
	return false
}

func (m *Matcher) lookCost(o *orbit, slot, piece, way int, s *Scheme) float64 {
	c := 0.0
	for i, label := range o.look(slot, piece, way) {
		c += m.at(o.places[slot*o.k+i], label, s)
	}
	return c
}

// Exhaust answers whether any assembly costs at most budget and is wanted: Yes,
// No, or Unknown where that takes too long. wanted must not keep the pattern.
func (m *Matcher) Exhaust(budget float64, wanted func(pattern []uint8) bool) Answer {
	x := exhaust{Matcher: m, budget: budget, wanted: wanted, answer: No}
	s := schemes{Matcher: m, limit: func() float64 { return budget }}
	s.colours, _ = m.votes(budget) // no sticker can have another
	s.leaf = func(scheme *Scheme) bool {
		x.scheme = *scheme
		x.answer = x.assemblies()
		return x.answer == No
	}
	m.work = searchWork
	if !s.from(0) && x.answer == No {
		return Unknown
	}
	return x.answer
}

// exhaust is the state of one exhaustive search.
type exhaust struct {
	*Matcher
	budget float64
	wanted func([]uint8) bool
	scheme Scheme
	answer Answer
}

// arrangement is one way to fill an orbit's slots.
type arrangement struct {
	cost   float64
	labels []uint8
}

// assemblies goes through every assembly under the scheme.
func (x *exhaust) assemblies() Answer {
	least := x.bound(&x.scheme, x.budget)
	if least > x.budget {
		return No
	}
	lists := make([][]arrangement, len(x.orbits))
	complete := true
	for i := range x.orbits {
		o := &x.orbits[i]
		own := 0.0
		for slot := 0; slot < o.n; slot++ {
			if x.slotSeen(o, slot) {
				own += x.slotBound(o, slot, &x.scheme)
			}
		}
		list, all := x.arrangements(o, x.budget-least+own)
		if len(list) == 0 {
			if all {
				return No
			}
			return Unknown
		}
		sort.Slice(list, func(a, b int) bool { return list[a].cost < list[b].cost })
		lists[i], complete = list, complete && all
	}
	a := x.combine(lists, 0, 0)
	if a == No && !complete {
		return Unknown
	}
	return a
}

// maxArrangements is how many fillings of one orbit are looked at: more than
// there are near states on any puzzle, so that one is likely to be wanted.
const maxArrangements = 128

// arrangements lists the fillings of an orbit within a budget, and whether
// these are all.
func (x *exhaust) arrangements(o *orbit, budget float64) ([]arrangement, bool) {
	f := filler{exhaust: x, o: o, budget: budget, all: true, labels: make([]uint8, o.n*o.k), used: make([]bool, o.n)}
	f.plan()
	f.fill(0, 0)
	return f.out, f.all
}

// filler fills an orbit slot by slot, those with the fewest choices first.
type filler struct {
	*exhaust
	o       *orbit
	budget  float64
	choices [][]choice // by slot, cheapest first
	order   []int      // slots
	rest    []float64  // [i]: least cost of order[i:]
	labels  []uint8
	used    []bool // by piece
	out     []arrangement
	all     bool
}

type choice struct {
	cost       float64
	piece, way int
}

func (f *filler) plan() {
	o := f.o
	for slot := 0; slot < o.n; slot++ {
		var cs []choice
		for q := 0; q < o.n; q++ {
			for w := 0; w < o.ways; w++ {
				if c := f.lookCost(o, slot, q, w, &f.scheme); c <= f.budget {
					cs = append(cs, choice{c, q, w})
				}
			}
		}
		sort.SliceStable(cs, func(a, b int) bool { return cs[a].cost < cs[b].cost })
		f.choices, f.order = append(f.choices, cs), append(f.order, slot)
	}
	f.work -= o.n * o.n * o.ways
	sort.SliceStable(f.order, func(a, b int) bool { return len(f.choices[f.order[a]]) < len(f.choices[f.order[b]]) })
	f.rest = make([]float64, o.n+1)
	for i := o.n - 1; i >= 0; i-- {
		least := math.Inf(1)
		if cs := f.choices[f.order[i]]; len(cs) > 0 {
			least = cs[0].cost
		}
		f.rest[i] = f.rest[i+1] + least
	}
}

func (f *filler) fill(i int, spent float64) {
	if len(f.out) >= maxArrangements || f.work < 0 {
		f.all = false
		return
	}
	f.work -= f.o.ways
	if spent+f.rest[i] > f.budget {
		return
	}
	if i == len(f.order) {
		f.out = append(f.out, arrangement{spent, append([]uint8(nil), f.labels...)})
		return
	}
	slot := f.order[i]
	var kinds uint64 // kinds already tried here
	for _, c := range f.choices[slot] {
		kind := f.o.kind[c.piece]
		if spent+c.cost+f.rest[i+1] > f.budget {
			return // the others cost more
		}
		if f.used[c.piece] || (f.o.ways == 1 && kinds>>kind&1 == 1) {
			continue
		}
		kinds |= 1 << kind
		f.used[c.piece] = true
		copy(f.labels[slot*f.o.k:], f.o.look(slot, c.piece, c.way))
		f.fill(i+1, spent+c.cost)
		f.used[c.piece] = false
	}
}

// combine goes through the combinations of the orbits' arrangements.
func (x *exhaust) combine(lists [][]arrangement, i int, spent float64) Answer {
	if spent > x.budget {
		return No
	}
	if i == len(lists) {
		if x.work -= len(x.Near); x.work < 0 {
			return Unknown
		}
		if x.wanted(x.pattern) {
			return Yes
		}
		return No
	}
	o := &x.orbits[i]
	for _, a := range lists[i] {
		for j, p := range o.places {
			x.pattern[p] = a.labels[j]
		}
		if got := x.combine(lists, i+1, spent+a.cost); got != No {
			return got
		}
	}
	return No
}
