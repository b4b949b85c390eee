package match

import "math"

// Assembly is a way to put the puzzle together that suits the evidence.
type Assembly struct {
	Cost    float64
	Pattern []uint8
}

// Assemble looks for the assembly that costs least, and less than limit. For a
// scheme it is exact (one assignment problem for each orbit). Schemes that suit
// likely near states are tried first, then all by branch and bound until the
// budget of work is spent, within a narrow limit first. The cost is an upper
// bound, and infinite where nothing was found; complete tells whether no
// assembly costs less (than limit, if that is lower).
func (m *Matcher) Assemble(limit float64, likely []int) (best Assembly, complete bool) {
	best.Cost = math.Inf(1)
	try := func(s *Scheme) {
		if c := m.assemble(s); c < best.Cost {
			best = Assembly{c, append([]uint8(nil), m.pattern...)}
		}
	}
	for _, i := range likely {
		var s Scheme
		m.Cost(m.Near[i].Faces, &s)
		if try(&s); best.Cost == 0 {
			return best, true
		}
	}
	for _, narrow := range [...]float64{6, 30, math.Inf(1)} { // nats: no certain sticker wrong, a few, any
		s := schemes{Matcher: m, limit: func() float64 { return min(best.Cost, narrow, limit) }}
		s.colours, s.wild = m.votes(0)
		s.leaf = func(scheme *Scheme) bool {
			try(scheme)
			return best.Cost > 0 && m.work > 0
		}
		m.work = m.assembleWork()
		complete = s.from(0) || best.Cost == 0
		if narrow >= min(best.Cost, limit) {
			break
		}
	}
	return best, complete
}

// assembleWork is the budget of one round of Assemble in tried placements of a
// piece, some 5 ns each: a third of a millisecond, and 100 bounds on big puzzles.
func (m *Matcher) assembleWork() int {
	one := 0
	for i := range m.orbits {
		one += m.orbits[i].n * m.orbits[i].n * m.orbits[i].ways
	}
	const least, bounds = 60_000, 100
	return max(least, bounds*one)
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
			m.work -= 2 * o.n * o.ways // with the assignment
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
	if sum >= tooMuch {
		return math.Inf(1)
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
