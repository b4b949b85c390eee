package match

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Assembly is a way to put the puzzle together that suits the evidence.
type Assembly struct {
	Cost    float64
	Pattern []uint8
	Scheme  Scheme
}

// Assemble looks for the assembly that costs least: for a scheme it is exact
// (one assignment problem for each orbit), and the schemes are improved from
// the given one by exchanging colours until none helps. It stops early at an
// assembly that costs at most enough. The result is an upper bound.
func (m *Matcher) Assemble(start Scheme, enough float64) Assembly {
	best := Assembly{Cost: math.Inf(1)}
	labels := len(m.Puzzle.Faces)
	for try := 0; try < labels; try++ {
		s := start
		for f := 0; f < labels; f++ { // other starts: the same colours, handed on
			s[f] = start[(f+try)%labels]
		}
		m.improve(&s)
		if c := m.assemble(&s); c < best.Cost {
			best = Assembly{c, append([]uint8(nil), m.pattern...), s}
		}
		if best.Cost <= enough {
			break
		}
	}
	return best
}

// improve exchanges colours of a scheme while that lowers the bound.
func (m *Matcher) improve(s *Scheme) {
	labels := len(m.Puzzle.Faces)
	now := m.bound(s, math.Inf(1))
	for better := true; better && now > 0; {
		better = false
		for f := 0; f < labels; f++ {
			for g := f + 1; g < labels; g++ {
				s[f], s[g] = s[g], s[f]
				if c := m.bound(s, now); c < now {
					now, better = c, true
				} else {
					s[f], s[g] = s[g], s[f]
				}
			}
			now = m.tryOthers(s, f, now, &better)
		}
	}
}

// tryOthers gives a label each colour that no label has.
func (m *Matcher) tryOthers(s *Scheme, f int, now float64, better *bool) float64 {
	used := 0
	for _, c := range s[:len(m.Puzzle.Faces)] {
		used |= 1 << c
	}
	for c := puzzle.Colour(1); c < puzzle.NumColours; c++ {
		if used>>c&1 == 1 {
			continue
		}
		old := s[f]
		s[f] = c
		if x := m.bound(s, now); x < now {
			now, *better = x, true
			used = used&^(1<<old) | 1<<c
		} else {
			s[f] = old
		}
	}
	return now
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

// assemble returns the least cost of an assembly under a scheme and leaves it in
// m.pattern. A scheme without a colour for a seen sticker costs infinity.
func (m *Matcher) assemble(s *Scheme) float64 {
	sum := 0.0
	var column [most]int
	for i := range m.orbits {
		o := &m.orbits[i]
		any := false
		for slot := 0; slot < o.n; slot++ {
			if !m.slotSeen(o, slot) {
				for q := 0; q < o.n; q++ {
					m.matrix[slot*o.n+q] = 0
				}
				continue
			}
			any = true
			for q := 0; q < o.n; q++ {
				c, _ := m.fit(o, slot, q, s)
				m.matrix[slot*o.n+q] = math.Min(c, tooMuch)
			}
		}
		if any {
			sum += m.solve(o.n, o.n, m.matrix[:o.n*o.n], column[:o.n])
		}
		for slot := 0; slot < o.n; slot++ {
			q := slot
			if any {
				q = column[slot]
			}
			_, w := m.fit(o, slot, q, s)
			copyLook(m.pattern, o, slot, o.look(slot, q, w))
		}
	}
	return sum
}

// tooMuch stands for infinity where sums must stay finite, in nats.
const tooMuch = 1e6

func copyLook(pattern []uint8, o *orbit, slot int, look []uint8) {
	for i, p := range o.places[slot*o.k : slot*o.k+o.k] {
		pattern[p] = look[i]
	}
}
