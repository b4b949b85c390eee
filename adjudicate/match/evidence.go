package match

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Costs holds a sticker's cost for each colour, in nats; index puzzle.Unknown
// is not a colour and unused.
type Costs [puzzle.NumColours]float64

// Evidence is what was read of a puzzle: the place of each seen sticker and its
// costs.
type Evidence struct {
	Places []int
	Costs  []Costs
	// Mean and Variance are those of the true state's cost where the readings'
	// probabilities are right: what is to be expected even of a flawless puzzle.
	Mean, Variance float64
	// Blind is the cost of no state in particular: of stickers that may have any
	// colour of the puzzle, one as likely as another.
	Blind float64
}

// Add takes in the reading of a sticker of a puzzle with so many faces. p holds
// each colour's probability, and at index puzzle.Unknown that of a reading which
// says nothing, so that every colour of the puzzle is as likely as another; this
// is the least that any colour gets. No sticker costs more than limit nats, so
// that one bad reading cannot decide against all others. Stickers that say
// nothing are left out.
func (e *Evidence) Add(place int, p *[puzzle.NumColours]float64, faces int, limit float64) {
	best, least := 0.0, p[puzzle.Unknown]/float64(faces)
	for _, x := range p[1:] {
		best = math.Max(best, x)
	}
	top := best + least
	if !(top > 0) {
		return
	}
	var c Costs
	worst, mean, square, any := 0.0, 0.0, 0.0, 0.0
	for i := 1; i < len(p); i++ {
		q := p[i] + least
		c[i] = math.Min(limit, math.Log(top/q))
		worst = math.Max(worst, c[i])
		mean += q * c[i]
		square += q * c[i] * c[i]
		any += q / top
	}
	const nothing = 1e-6 // nats: far below anything that decides
	if worst < nothing {
		return
	}
	for i, q := range e.Places {
		if q == place {
			e.merge(i, &c, limit)
			return
		}
	}
	e.Places = append(e.Places, place)
	e.Costs = append(e.Costs, c)
	e.Mean += mean
	e.Variance += math.Max(0, square-mean*mean)
	e.Blind += math.Max(0, math.Log(float64(faces)/any))
}

// merge joins a second reading of a sticker to the first.
func (e *Evidence) merge(i int, c *Costs, limit float64) {
	sum := &e.Costs[i]
	least := math.Inf(1)
	for j := 1; j < len(sum); j++ {
		sum[j] += c[j]
		least = math.Min(least, sum[j])
	}
	for j := 1; j < len(sum); j++ {
		sum[j] = math.Min(limit, sum[j]-least)
	}
}

// Moved returns the evidence with every sticker brought to to[place]. The costs
// are shared.
func (e *Evidence) Moved(to []int) *Evidence {
	out := *e
	out.Places = make([]int, len(e.Places))
	for i, p := range e.Places {
		out.Places[i] = to[p]
	}
	return &out
}

// Preferring returns the evidence with surcharge added to every colour of each
// sticker but the one that a pattern and its scheme give it.
func (e *Evidence) Preferring(pattern []uint8, s *Scheme, surcharge float64) *Evidence {
	out := *e
	out.Costs = make([]Costs, len(e.Costs))
	for i, p := range e.Places {
		own := s[pattern[p]]
		for c := range e.Costs[i] {
			out.Costs[i][c] = e.Costs[i][c]
			if puzzle.Colour(c) != own {
				out.Costs[i][c] += surcharge
			}
		}
	}
	return &out
}
