package match

import (
	"math"
	"sync"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Matcher compares one piece of evidence with the states of a puzzle. Get it
// from Table.Match and Release it; it serves one goroutine.
type Matcher struct {
	*Table
	*Evidence
	dense   []Costs // by place; zero where nothing was seen
	seen    []bool  // by place
	pattern []uint8 // scratch
	matrix  [most * most]float64
	assigner
	work int // what is left of a search's budget
}

var matchers sync.Pool

// Match starts a comparison. The evidence must not change meanwhile.
func (t *Table) Match(e *Evidence) *Matcher {
	m, _ := matchers.Get().(*Matcher)
	if m == nil {
		m = &Matcher{}
	}
	n := len(t.Puzzle.Stickers)
	if cap(m.dense) < n {
		m.dense, m.seen, m.pattern = make([]Costs, n), make([]bool, n), make([]uint8, n)
	}
	m.dense, m.seen, m.pattern = m.dense[:n], m.seen[:n], m.pattern[:n]
	clear(m.dense)
	clear(m.seen)
	m.Table, m.Evidence = t, e
	for i, p := range e.Places {
		m.dense[p], m.seen[p] = e.Costs[i], true
		m.dense[p][puzzle.Unknown] = math.Inf(1) // what is seen has a seen colour
	}
	return m
}

// Release gives the matcher back.
func (m *Matcher) Release() {
	m.Table, m.Evidence = nil, nil
	matchers.Put(m)
}

// Cost returns what a pattern costs under the scheme that suits it best, and
// that scheme if it is asked for (not nil).
func (m *Matcher) Cost(pattern []uint8, scheme *Scheme) float64 {
	const colours = int(puzzle.NumColours) - 1
	labels := len(m.Puzzle.Faces)
	var sum [maxFaces]Costs
	for i, p := range m.Places {
		to, c := &sum[pattern[p]], &m.Costs[i]
		for j := 1; j < len(c); j++ {
			to[j] += c[j]
		}
	}
	var column [most]int
	total, clash, used := 0.0, false, 0
	for f := 0; f < labels; f++ {
		best := 1
		for j := 2; j <= colours; j++ {
			if sum[f][j] < sum[f][best] {
				best = j
			}
		}
		clash = clash || used>>best&1 == 1
		used |= 1 << best
		total += sum[f][best]
		column[f] = best - 1
	}
	if clash { // two labels want one colour
		for f := 0; f < labels; f++ {
			copy(m.matrix[f*colours:], sum[f][1:])
		}
		total = m.solve(labels, colours, m.matrix[:labels*colours], column[:labels])
	}
	if scheme != nil {
		*scheme = Scheme{}
		for f := 0; f < labels; f++ {
			scheme[f] = puzzle.Colour(column[f] + 1)
		}
	}
	return total
}

// at returns the cost of a label at a place under a scheme.
func (m *Matcher) at(place int, label uint8, s *Scheme) float64 { return m.dense[place][s[label]] }
