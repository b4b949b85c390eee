package adjudicate

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/match"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Adjudicate suggests a ruling for what was seen, after a rulebook.
//
// The suggestion is the mildest outcome that the seen stickers and the angles
// leave possible: what nobody sees is taken in the competitor's favour. It is
// Refer, with every outcome in question among the possible ones, where the
// angles are too close to a limit, the colours are not sure or contradict each
// other, or two credible explanations of the pictures rule differently. The
// thresholds are the rulebook's Doubt.
//
// No ruling is proven where one misread sticker, under a finger perhaps, would
// leave more possible; the judge is then asked to look at the colours.
//
// Moves are counted by WCA 10e1: the nearest aligned position of the sightings
// is compared with the states that are 0 or 1 outer-block moves from solved, and
// interfaces over the limit count one each. Package match tells which states
// count as possible.
func Adjudicate(obs Observation, book *rules.Rulebook) Ruling {
	c := inquiry{obs: &obs, book: book, puzzle: obs.Puzzle}
	r := c.rule()
	r.Flags = obs.Flags
	return r
}

func (c *inquiry) rule() Ruling {
	if c.puzzle == nil {
		return c.refer(rules.SayNotFound, rules.CheckLook)
	}
	limit, ok := c.book.Limit(c.puzzle.Event)
	if !ok {
		return c.refer(rules.SayNoRule, rules.CheckLook)
	}
	c.limit, c.odds = limit, oddsOf(c.book.Doubt, c.puzzle)
	if len(c.obs.Explanations) == 0 {
		return c.refer(rules.SayNotFound, rules.CheckLook)
	}
	effect := c.judgeParts()
	if effect == rules.Ask {
		return c.refer("", rules.CheckPart)
	}
	if effect == rules.Fatal {
		return c.dnfByParts()
	}
	c.table = match.For(c.puzzle)
	if key := c.explain(); key != "" {
		return c.refer(key, rules.CheckLook)
	}
	c.combine()
	return c.ruling()
}

// inquiry is the state of one adjudication.
type inquiry struct {
	obs    *Observation
	book   *rules.Rulebook
	puzzle *puzzle.Puzzle
	table  *match.Table
	limit  rules.Limit
	odds   odds
	skip   map[int]bool // places that are not read
	parts  []Ground

	accounts   []account
	suggestion Outcome
	possible   set
	spare      set      // what would be possible if one sticker were misread
	best       *account // the most probable one that has the suggestion, or of all
	doubt      rules.Key
}

// account is one credible way to see things: an explanation under one reading
// of its angles (or several that hold at once).
type account struct {
	explanation int
	gaps        []gap
	weighed
	penalty float64         // what speaks against it: weight of the explanation and colours, nats
	raw     *match.Evidence // before the reading moved it
}

// claim is the penalty, and some more where it takes the puzzle for a rare
// state: pictures that look like a DNF are less often one than misunderstood.
func (a *account) claim(o odds) float64 { return a.penalty + min(a.rarity, o.rare) }

// explain weighs every reading of every explanation. It returns the reason why
// that is not possible, or "".
func (c *inquiry) explain() rules.Key {
	least := math.Inf(1)
	for i := range c.obs.Explanations {
		x := &c.obs.Explanations[i]
		if !c.sound(x) {
			return rules.SayUnreadable
		}
		if -x.LogWeight > least+c.odds.credible {
			continue // whatever its colours say, it is not credible
		}
		e, ok := evidenceOf(c.puzzle, x, c.skip, c.odds)
		if !ok {
			return rules.SayUnreadable
		}
		if len(e.Places) == 0 {
			return rules.SayNotFound
		}
		gs := gaps(c.puzzle, x, e, c.limit.Angle, c.book.Doubt)
		groups := readings(gs)
		if groups == nil {
			return rules.SayUnreadable
		}
		for _, group := range groups {
			w := c.weighGroup(gs, group, e)
			c.accounts = append(c.accounts, account{i, gs, w, w.least - x.LogWeight, e})
			least = min(least, w.least-x.LogWeight)
		}
	}
	return ""
}

// sound reports whether an explanation's numbers make sense for the puzzle.
func (c *inquiry) sound(x *Explanation) bool {
	if math.IsNaN(x.LogWeight) || math.IsInf(x.LogWeight, 0) {
		return false
	}
	for _, a := range append([]AxisSlips{{x.Axis, x.Slips}}, x.Also...) {
		if a.Axis < 0 || a.Axis >= len(c.puzzle.Axes) {
			return false
		}
		axis := c.puzzle.Axes[a.Axis]
		if len(a.Slips) != axis.Layers()-1 || c.limit.Angle > axis.Step()/2+hair {
			return false // a limit beyond half a step would make positions overlap
		}
		for _, s := range a.Slips {
			if !(s.Turn.Abs() <= axis.Step()) || math.IsNaN(float64(s.Sigma)) || s.Sigma < 0 || !(s.Scatter >= 0) {
				return false
			}
		}
	}
	return true
}

// weighGroup weighs readings that hold at once: a state then leads to the
// mildest of what they say, so that nothing graver than the mildest reading's
// gravest outcome is possible.
func (c *inquiry) weighGroup(gs []gap, group [][]rounded, e *match.Evidence) weighed {
	var out weighed
	for i, r := range group {
		w := weigh(c.table, moved(c.puzzle, gs, r, e), oversOf(gs, r), c.odds)
		if i == 0 {
			out = w
			continue
		}
		worst := min(out.possible.worst(), w.possible.worst())
		possible := (out.possible | w.possible) & (1<<(worst+1) - 1)
		spare := (out.spare | w.spare) & (1<<(worst+1) - 1)
		bar, least := max(out.bar, w.bar), min(out.least, w.least)
		if w.suggestion != Refer && (out.suggestion == Refer || w.suggestion < out.suggestion) {
			out = w
		}
		out.possible, out.spare, out.bar, out.least = possible, spare, bar, least
	}
	return out
}

// combine drops what is not credible and joins the rest. Explanations compete
// by their best claims; accounts of one explanation, which differ by its angles'
// margins only, by their colours.
func (c *inquiry) combine() {
	inf := math.Inf(1)
	claims, best := make([]float64, len(c.obs.Explanations)), inf
	for i := range claims {
		claims[i] = inf
	}
	for i := range c.accounts {
		a := &c.accounts[i]
		claims[a.explanation] = min(claims[a.explanation], a.claim(c.odds))
		best = min(best, claims[a.explanation])
	}
	least := inf
	for _, a := range c.accounts {
		if claims[a.explanation] <= best+c.odds.credible {
			least = min(least, a.penalty)
		}
	}
	credible := c.accounts[:0]
	for _, a := range c.accounts {
		if claims[a.explanation] <= best+c.odds.credible && a.penalty <= least+c.odds.credible {
			credible = append(credible, a)
		}
	}
	c.accounts = credible
	c.agree()
}

// agree finds the suggestion on which all accounts agree, if there is one, and
// what any of them leaves possible.
func (c *inquiry) agree() {
	c.best = &c.accounts[0]
	agreed := true
	for i := range c.accounts {
		a := &c.accounts[i]
		c.possible |= a.possible
		c.spare |= a.spare
		agreed = agreed && a.suggestion == c.accounts[0].suggestion
		if a.claim(c.odds) < c.best.claim(c.odds) {
			c.best = a
		}
	}
	if agreed && c.best.suggestion == c.possible.mildest() {
		c.suggestion = c.best.suggestion
	}
	if c.suggestion == Refer {
		c.doubt = c.whyRefer()
	}
}

// whyRefer names what makes the judge needed.
func (c *inquiry) whyRefer() rules.Key {
	for _, a := range c.accounts {
		if a.contradiction {
			return rules.SayContradiction
		}
	}
	for _, a := range c.accounts {
		if a.suggestion == Refer {
			return rules.SayDoubtful
		}
	}
	for _, a := range c.accounts {
		if a.explanation != c.accounts[0].explanation {
			return rules.SayTwoWays
		}
	}
	return rules.SayClose
}
