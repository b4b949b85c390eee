package adjudicate

import (
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/match"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// odds holds a rulebook's thresholds as differences of log-likelihood, in nats.
type odds struct {
	likely, credible float64 // of rules.Doubt
	// rare is what an outcome other than solved must gain to count against a
	// milder one, since solves end solved far more often: charged once for +2,
	// and for DNF once for each odd sticker, up to rareMost times (e^15, some
	// three million different ends of a solve).
	rare float64
	// sticker is the most that one sticker counts: one sticker that is certain
	// can just rule out an outcome, none can outweigh two.
	sticker float64
}

const rareMost = 5

func oddsOf(d rules.Doubt, p *puzzle.Puzzle) odds {
	o := odds{likely: math.Log(d.Likely), credible: math.Log(d.Credible)}
	o.rare = o.likely
	o.sticker = o.credible + spot(p, len(p.Stickers)) + o.rare + 1 // also where it is the only odd one
	return o
}

// spot is what a state must gain for each spot of odd stickers (match.Spots)
// before an outcome is ruled out for its sake: such a spot may be at any of the
// seen stickers and of any other colour, so that among many stickers a few
// misread ones are no surprise, but a row of them is. A scrambled puzzle has too
// many spots for that; it need only account for the colours better than chance
// (match.Evidence.Blind).
func spot(p *puzzle.Puzzle, seen int) float64 {
	return math.Log(float64(seen * (len(p.Faces) - 1)))
}

// set is a set of outcomes.
type set uint8

const everything set = 1<<OK | 1<<PlusTwo | 1<<DNF

func (s set) has(o Outcome) bool { return s>>o&1 == 1 }

// mildest returns the mildest member, Refer for none.
func (s set) mildest() Outcome {
	for o := OK; o <= DNF; o++ {
		if s.has(o) {
			return o
		}
	}
	return Refer
}

// worst returns the gravest member, Refer for none.
func (s set) worst() Outcome {
	for o := DNF; o >= OK; o-- {
		if s.has(o) {
			return o
		}
	}
	return Refer
}

func (s set) list() []Outcome {
	var out []Outcome
	for o := OK; o <= DNF; o++ {
		if s.has(o) {
			out = append(out, o)
		}
	}
	return out
}

// weighed is what the colours say under one reading of the angles.
type weighed struct {
	suggestion    Outcome
	possible      set
	spare         set     // what would be possible if one sticker were misread
	contradiction bool    // no state of the puzzle was found to suit the colours
	least         float64 // what any state costs at least, nats
	rarity        float64 // what the best state is charged for being rare, nats
	bar           float64 // what a state may cost to be possible, nats
	best          int     // index of the cheapest near state with the suggested outcome, or of all
	bestCost      float64
	evidence      *match.Evidence
	reading       []rounded
}

// overs is the set of interfaces that a reading has over the limit.
type overs struct {
	gaps    []gap
	reading []rounded
	count   int
}

func oversOf(gs []gap, r []rounded) overs {
	o := overs{gaps: gs, reading: r}
	for _, c := range r {
		o.count += btoi(c.over)
	}
	return o
}

// outcome returns what a near state leads to, with the interfaces over the limit.
func (o overs) outcome(n *match.Near) Outcome {
	moves := o.count + n.Moves
	for i, c := range o.reading {
		if c.over && n.Moves == 1 && o.gaps[i].axis == n.Axis && o.gaps[i].at == n.Interface {
			moves-- // it is the same interface
		}
	}
	return OK + Outcome(min(moves, 2))
}

// weigher compares the sightings of one reading with the puzzle's states.
type weigher struct {
	*match.Matcher
	over overs
	odds odds
	near []float64        // cost of each near state
	raw  [DNF + 1]float64 // least cost by outcome
	at   [DNF + 1]int     // the near state that has it
	// ref and firm are the least costs, rare outcomes being charged for: ref at
	// the rate of odds.rare, firm by the spot.
	ref, firm float64
	sure      bool // no state costs less than the least of raw
}

// weigh finds which outcomes the colours leave possible.
func weigh(t *match.Table, e *match.Evidence, over overs, o odds) weighed {
	w := weigher{Matcher: t.Match(e), over: over, odds: o, sure: true}
	defer w.Release()
	w.weighNear()
	w.weighAssemblies()
	out := weighed{bar: w.bar(), evidence: e, reading: over.reading, best: w.likeliest()[0]}
	least := min(w.raw[OK], w.raw[PlusTwo], w.raw[DNF])
	if w.sure {
		out.least = least
	}
	out.rarity = max(0, w.firm-least)
	const deviations = 2 // 98 % of true states cost less
	if least > e.Mean+deviations*math.Sqrt(e.Variance)+o.credible {
		out.possible, out.contradiction = everything, true
	} else {
		w.decide(&out)
	}
	for r := OK; r <= DNF; r++ {
		if w.raw[r]-w.dearest(r) <= out.bar {
			out.spare |= 1 << r
		}
	}
	out.bestCost = w.near[out.best]
	return out
}

// dearest is the most that one sticker adds to the least cost of an outcome; for
// DNF the most that any sticker may.
func (w *weigher) dearest(o Outcome) float64 {
	if math.IsInf(w.raw[o], 1) {
		return 0
	}
	if o == DNF {
		return w.odds.sticker
	}
	var s match.Scheme
	faces := w.Near[w.at[o]].Faces
	w.Cost(faces, &s)
	most := 0.0
	for i, p := range w.Places {
		most = max(most, w.Costs[i][s[faces[p]]])
	}
	return most
}

// usual is a cost that is no surprise in the true state: 84 % of them cost less.
func (w *weigher) usual() float64 { return w.Mean + math.Sqrt(w.Variance) }

// bar is what a state may cost to be possible.
func (w *weigher) bar() float64 {
	return max(w.firm+w.odds.credible, w.ref+w.odds.likely, w.usual())
}

// decide finds the possible outcomes, and the mildest if all ways of charging
// for rarity agree on it.
func (w *weigher) decide(out *weighed) {
	var likely set
	for r := OK; r <= DNF; r++ {
		c := w.raw[r]
		if c <= out.bar {
			out.possible |= 1 << r
		}
		credible := c <= max(w.firm+w.odds.credible, w.usual())
		if credible && (c <= w.ref+w.odds.likely || c <= min(w.usual(), w.firm+w.odds.likely)) {
			likely |= 1 << r
		}
	}
	if !out.possible.has(DNF) && w.mayBeDNF(out.bar) {
		out.possible |= 1 << DNF
	}
	m := likely.mildest()
	if m != out.possible.mildest() {
		return
	}
	out.suggestion = m
	if i := w.at[m]; w.raw[m] == w.near[i] && w.over.outcome(&w.Near[i]) == m {
		out.best = i
	}
}

// weighNear finds the cost of every near state, by outcome.
func (w *weigher) weighNear() {
	w.near = make([]float64, len(w.Near))
	inf := math.Inf(1)
	w.raw = [DNF + 1]float64{inf, inf, inf, inf}
	for i := range w.Near {
		n := &w.Near[i]
		c := w.Cost(n.Faces, nil)
		w.near[i] = c
		o := w.over.outcome(n)
		if c < w.raw[o] {
			w.raw[o], w.at[o] = c, i
		}
	}
	w.ref = min(w.raw[OK], w.raw[PlusTwo]+w.odds.rare, w.raw[DNF]+w.odds.rare)
	w.firm = w.ref
}

// likeliest lists the few near states that cost least, cheapest first.
func (w *weigher) likeliest() []int {
	const few = 4
	var out []int
	for i := range w.near {
		at := len(out)
		for at > 0 && w.near[i] < w.near[out[at-1]] {
			at--
		}
		if at < few {
			out = slices.Insert(out, at, i)
			out = out[:min(few, len(out))]
		}
	}
	return out
}

// weighAssemblies compares with states of two moves and more, where the near
// ones do not already account for the colours.
func (w *weigher) weighAssemblies() {
	if w.ref <= w.odds.rare {
		return // what costs rare besides cannot do better
	}
	likely := w.likeliest()
	a, complete := w.Assemble(w.ref, likely)
	w.sure = complete
	if a.Pattern != nil && w.isDNF(a.Pattern) {
		w.raw[DNF] = min(w.raw[DNF], a.Cost)
	}
	// Odd stickers are those that differ from the cheapest near state.
	var s match.Scheme
	best := w.Near[likely[0]].Faces
	w.Cost(best, &s)
	m := w.Table.Match(w.Preferring(best, &s, w.odds.rare))
	defer m.Release()
	p, _ := m.Assemble(w.ref, likely)
	w.ref = min(w.ref, p.Cost, a.Cost+rareMost*w.odds.rare)
	w.firm = min(w.firm, w.Blind+w.odds.rare, w.weighDoubles())
	for _, x := range []match.Assembly{a, p} {
		if x.Pattern != nil {
			odd := spot(w.Puzzle, len(w.Places)) * float64(w.Spots(x.Pattern, best))
			if w.lone(x.Pattern, best) {
				odd += w.odds.rare
			}
			w.firm = min(w.firm, w.Cost(x.Pattern, nil)+odd)
		}
	}
}

// lone reports whether two patterns differ at one of the seen stickers only. Few
// solves end so, a corner twisted in its place being the commonest; a fingertip
// or a logo over one sticker is no rarer.
func (w *weigher) lone(a, b []uint8) bool {
	odd := 0
	for _, p := range w.Places {
		odd += btoi(a[p] != b[p])
	}
	return odd == 1
}

// weighDoubles returns the least cost of the states of two moves about one axis,
// charged for how many there are: far fewer than there are ways to mix colours,
// so that two turned layers are ruled on by fewer odd stickers.
func (w *weigher) weighDoubles() float64 {
	least := math.Inf(1)
	for i := range w.Double {
		least = min(least, w.Cost(w.Double[i].Faces, nil))
	}
	w.raw[DNF] = min(w.raw[DNF], least)
	return least + math.Log(float64(max(1, len(w.Double))))
}

func (w *weigher) isDNF(pattern []uint8) bool {
	i, near := w.Find(pattern)
	return !near || w.over.outcome(&w.Near[i]) == DNF
}

// mayBeDNF reports whether some state of two moves and more costs no more than
// the bar: true also where the search was given up.
func (w *weigher) mayBeDNF(bar float64) bool {
	var s match.Scheme
	i := w.likeliest()[0]
	w.Cost(w.Near[i].Faces, &s)
	if w.Alter(i, &s, bar, w.isDNF) == match.Yes {
		return true
	}
	return w.Exhaust(bar, w.isDNF) != match.No
}

// evidenceOf reads the sightings of an explanation. It fails where they make no
// sense.
func evidenceOf(p *puzzle.Puzzle, x *Explanation, skip map[int]bool, o odds) (*match.Evidence, bool) {
	e := &match.Evidence{}
	for i := range x.Sightings {
		s := &x.Sightings[i]
		if s.Place < 0 || s.Place >= len(p.Stickers) {
			return nil, false
		}
		sum := 0.0
		for _, q := range s.P {
			if !(q >= 0) || math.IsInf(q, 1) {
				return nil, false
			}
			sum += q
		}
		if !(sum > 0) || math.IsInf(sum, 1) {
			return nil, false
		}
		if skip[s.Place] {
			continue
		}
		probabilities := s.P
		for j := range probabilities {
			probabilities[j] /= sum
		}
		e.Add(s.Place, &probabilities, len(p.Faces), o.sticker)
	}
	return e, true
}
