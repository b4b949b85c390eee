package results

import (
	"fmt"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Round is what is known of a round before anybody competes in it.
type Round struct {
	Book   *rules.Rulebook
	Event  string
	Format string // one of the rulebook's: 1, 2, 3, 5, m, a; amateur, professional, elite, blindfolded
	Limit  Limit
	Cutoff Cutoff
}

// Limit is the time limit of a round; the zero Limit is none. The limit itself
// is too much (WCA A1a4).
type Limit struct {
	MS     int64 // of one attempt, or of all that share it
	Shared bool  // over all attempts of one or several rounds (WCA A1a2)
}

// Cutoff says who may do all attempts of a round (WCA 9g): who is strictly
// better than Value in one of the first Attempts. The zero Cutoff lets everybody.
type Cutoff struct {
	Attempts int
	Value    Value
}

// Attempt is one attempt of a competitor.
type Attempt struct {
	Value Value // as recorded
	// Elapsed is the time of a DNF, in the unit of Value: it counts towards a
	// shared limit (WCA A1a5). 0 where nobody knows it.
	Elapsed Value
}

// Result is a competitor's result in a round.
type Result struct {
	Attempts []Value // as they count: those over the limit are DNF, those that the cutoff forbids are left out
	Best     Value   // DNF where no attempt was completed, Skipped where there is none
	Average  Value   // Skipped where the round has none or attempts are missing
	// SpentMS is what the attempts count towards a shared limit; without Known a
	// DNF of unknown time is among them, counted as nothing.
	SpentMS int64
	Known   bool
	// Barred means that the cutoff was missed: no further attempts.
	Barred bool
}

// Count works out the result of one competitor. attempts are in their order;
// spentMS is what earlier rounds took of a shared limit. The error is ErrRound
// or ErrAttempt.
func (r Round) Count(attempts []Attempt, spentMS int64) (Result, error) {
	f, err := r.check()
	if err != nil {
		return Result{}, err
	}
	if len(attempts) > f.Attempts {
		return Result{}, fmt.Errorf("%w: %d attempts: the format %s has %d", ErrAttempt, len(attempts), f.ID, f.Attempts)
	}
	for i, a := range attempts {
		if err := r.checkAttempt(a); err != nil {
			return Result{}, fmt.Errorf("attempt %d: %w", i+1, err)
		}
	}
	out := r.limit(attempts, spentMS)
	out.cut(r.Cutoff)
	out.Best = best(out.Attempts)
	if f.Averages(r.Event) && r.Event != multiBlind {
		out.Average = r.average(f, out.Attempts)
	}
	return out, nil
}

// check reports what makes a round impossible to count.
func (r Round) check() (rules.Format, error) {
	if r.Book == nil || r.Book.Results == nil || r.Book.Procedure == nil {
		return rules.Format{}, fmt.Errorf("%w: the rulebook says nothing of rounds", ErrRound)
	}
	f, ok := r.Book.Results.Format(r.Format)
	switch {
	case !ok:
		return f, fmt.Errorf("%w: format %q: the rulebook %s has %s", ErrRound, r.Format, r.Book.Name, strings.Join(r.Book.Results.FormatIDs(), ", "))
	case r.Event == "":
		return f, fmt.Errorf("%w: event: name one, such as 333", ErrRound)
	case r.Limit.MS < 0:
		return f, fmt.Errorf("%w: time limit of %d ms: give one above 0, or 0 for none", ErrRound, r.Limit.MS)
	case r.Limit.MS > 0 && (r.Event == fewestMoves || r.Event == multiBlind):
		return f, fmt.Errorf("%w: %s has a time limit of its own (WCA E, H1b): leave it out", ErrRound, r.Event)
	case r.Cutoff != Cutoff{} && (r.Cutoff.Attempts < 1 || r.Cutoff.Attempts >= f.Attempts || !r.Cutoff.Value.Complete()):
		return f, fmt.Errorf("%w: cutoff of %d in %d attempts: give a result and 1 to %d attempts", ErrRound, r.Cutoff.Value, r.Cutoff.Attempts, f.Attempts-1)
	}
	return f, nil
}

// longest bounds a value that is no packed one: 100 hours in thousandths, far
// more moves than the 80 of WCA E2d1.
const longest = 100 * 3600 * 1000

// mostPacked is the largest packed value: a difference of 0.
const mostPacked = (mostMissed*secondsScale+UnknownSeconds)*missedScale + mostMissed

func (r Round) checkAttempt(a Attempt) error {
	most := Value(longest)
	if r.Event == multiBlind {
		most = mostPacked
	}
	if a.Value < DNS || a.Value > most {
		return fmt.Errorf("%w: %d: give a result of %s, 0, %d (DNF) or %d (DNS)", ErrAttempt, a.Value, r.Event, DNF, DNS)
	}
	if m := Unpack(a.Value); r.Event == multiBlind && a.Value.Complete() {
		if v, err := m.Pack(); err != nil || v != a.Value {
			return fmt.Errorf("%w: %d packs no multi-blind result", ErrAttempt, a.Value)
		}
	}
	if a.Elapsed < 0 || a.Elapsed > longest {
		return fmt.Errorf("%w: a time of %d: give one from 0", ErrAttempt, a.Elapsed)
	}
	return nil
}

// limit makes attempts DNF that reach what is left of the time limit.
func (r Round) limit(attempts []Attempt, spentMS int64) Result {
	out := Result{Attempts: []Value{}, Known: true}
	unit := UnitMS(r.Book)
	timed := r.Event != fewestMoves && r.Event != multiBlind
	for _, a := range attempts {
		ms := int64(a.Value) * unit
		left := r.Limit.MS
		if r.Limit.Shared {
			left -= spentMS + out.SpentMS
		}
		switch {
		case !timed:
		case a.Value.Complete():
			out.SpentMS += ms
			if r.Limit.MS > 0 && ms >= left {
				a.Value = DNF
			}
		case a.Value == DNF:
			out.SpentMS += int64(a.Elapsed) * unit
			out.Known = out.Known && a.Elapsed > 0
		}
		out.Attempts = append(out.Attempts, a.Value)
	}
	return out
}

// cut leaves out what a missed cutoff forbids, and what was never done.
func (out *Result) cut(c Cutoff) {
	first := out.Attempts
	if c.Attempts > 0 && len(first) >= c.Attempts {
		first = first[:c.Attempts]
		met, pending := false, false
		for _, v := range first {
			met = met || Better(v, c.Value)
			pending = pending || v == Skipped
		}
		if !met && !pending {
			out.Attempts, out.Barred = first, true
		}
	}
	for n := len(out.Attempts); n > 0 && out.Attempts[n-1] == Skipped; n-- {
		out.Attempts = out.Attempts[:n-1]
	}
}

// best returns the best attempt: DNF where none was completed, DNS where none
// was even started.
func best(attempts []Value) Value {
	out := Skipped
	for _, v := range attempts {
		switch {
		case v == Skipped:
		case out == Skipped, Better(v, out), v == DNF && out == DNS:
			out = v
		}
	}
	return out
}
