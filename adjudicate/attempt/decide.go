package attempt

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Decision is a person's decision on an attempt. It stands beside the
// suggestion, which it does not change, and is never erased.
type Decision struct {
	Answer
	RestsOn   Basis           `json:"rests_on"`
	TimeMS    *Millis         `json:"time_ms"` // nil where none was known
	Penalties []Penalty       `json:"penalties"`
	Cubes     []rules.Verdict `json:"cubes"` // multi-blind
	Result    Result          `json:"result"`
	TakenBack *Time           `json:"taken_back_ns"`
}

func (e Decide) apply(r *run) error {
	if err := r.undecided(); err != nil {
		return err
	}
	if err := r.patient(r.s.Shown); err != nil {
		return err
	}
	if err := e.RestsOn.check(); err != nil {
		return err
	}
	if err := r.possible(e.Verdict); err != nil {
		return err
	}
	a, err := r.answer(e.Verdict, 0, e.Seen, e.Reason, e.Note)
	if err != nil {
		return err
	}
	if e.Verdict == rules.IsDNF && r.s.Course < Stopped && e.Reason == "" {
		if a.Article = r.padDNF(); a.Article == "" {
			return fmt.Errorf("%w: a DNF before the stop needs one, or a penalty", ErrReason)
		}
	}
	if e.Verdict == rules.IsOK && r.s.Opened.Cubes > 0 {
		a.Article = r.p.Several.Article
	}
	d := Decision{Answer: a, RestsOn: e.RestsOn, Penalties: r.s.Penalties(), Cubes: r.s.Cubes()}
	if t, ok := r.s.Time(); ok {
		d.TimeMS = &t
	}
	d.Result = compose(r.book, r.s.sheet(d))
	if err := r.unheld(d.Result.timed()); err != nil {
		return err
	}
	if err := r.supported(d, e.Reason); err != nil {
		return err
	}
	r.many(len(d.Penalties) + len(endPenalty(r.book, d.Verdict)))
	r.enter(d)
	return nil
}

// timed tells whether a result is a time.
func (out Result) timed() bool { return out.Verdict == rules.IsOK || out.Verdict == rules.IsPlusTwo }

// sheet returns what a decision's result is composed of.
func (s *State) sheet(d Decision) sheet {
	return sheet{opened: s.Opened, verdict: d.Verdict, time: d.TimeMS, penalties: d.Penalties, cubes: d.Cubes, article: d.Article}
}

// Preview returns what the result would be if the end state were v, with what
// is on the pad and marked by now. Its Text is empty while no time is known.
func (s State) Preview(book *rules.Rulebook, v rules.Verdict) Result {
	if s.Opened == nil || book == nil || book.Procedure == nil {
		return Result{}
	}
	d := Decision{Answer: Answer{Verdict: v, Article: endArticle(book, v)}, Penalties: s.Penalties(), Cubes: s.Cubes()}
	if t, ok := s.Time(); ok {
		d.TimeMS = &t
	}
	return compose(book, s.sheet(d))
}

// possible refuses a verdict that the attempt's course does not allow.
func (r *run) possible(v rules.Verdict) error {
	s := r.s
	if v == rules.IsDNS {
		return r.upTo(Inspection) // WCA A3b1: before the start
	}
	if err := endState(v); err != nil {
		return err
	}
	if v == rules.IsDNF {
		return nil
	}
	if err := r.from(Stopped); err != nil {
		return err
	}
	if _, ok := s.Time(); !ok {
		return fmt.Errorf("%w: enter what the display shows", ErrTime)
	}
	if s.Opened.Cubes > 0 && (v != rules.IsOK || slices.Contains(s.Cubes(), "")) {
		return fmt.Errorf("%w: mark each of the %d cubes first, then decide ok", ErrPhase, s.Opened.Cubes)
	}
	return nil
}

// padDNF returns the article of a DNF on the pad, or nothing.
func (r *run) padDNF() string {
	for _, x := range r.s.Penalties() {
		if x.Effect == rules.IsDNF {
			return x.Article
		}
	}
	return ""
}

// enter adds a decision and says so. It ends a freeze: while one lasts only a
// Delegate decides.
func (r *run) enter(d Decision) {
	s := r.s
	s.Decisions = append(s.Decisions, d)
	s.Shown = at(r.now)
	if n := len(s.Freezes); n > 0 && s.Freezes[n-1].ResolvedBy == 0 {
		s.Freezes[n-1].ResolvedBy = len(s.Decisions)
	}
	out := d.Result
	r.emit(Effect{Kind: Announce, Result: &out, Article: d.Article, Until: s.takeBackEnd(r.p)})
	r.emit(Effect{Kind: Clip, From: s.clipFrom(), To: r.now.after(clipAfter)})
	if d.Kind.later() {
		r.final()
	}
}

func (TakeBack) apply(r *run) error {
	s := r.s
	i := s.standing()
	if i < 0 || s.void() {
		return fmt.Errorf("%w: nothing is decided", ErrPhase)
	}
	d := &s.Decisions[i]
	switch {
	case s.Frozen() != nil:
		return fmt.Errorf("%w: the Delegate upholds or amends", ErrFrozen)
	case d.Kind.later():
		return fmt.Errorf("%w: a Delegate amends again instead", ErrLate)
	case d.By != r.by:
		return fmt.Errorf("%w: only who decided takes back", ErrRole)
	case r.now > d.At.after(r.p.TakeBack.WithinMS):
		return fmt.Errorf("%w: after %d ms a Delegate amends", ErrLate, r.p.TakeBack.WithinMS)
	}
	if err := r.patient(&d.At); err != nil {
		return err
	}
	d.TakenBack = at(r.now)
	if n := len(s.Freezes); n > 0 && s.Freezes[n-1].ResolvedBy == i+1 {
		s.Freezes[n-1].ResolvedBy = 0
	}
	s.Signed, s.Shown = nil, at(r.now)
	r.emit(Effect{Kind: Withdrawn})
	return nil
}

func (Sign) apply(r *run) error {
	if r.s.standing() < 0 || r.s.void() || r.s.Signed != nil {
		return fmt.Errorf("%w: signatures follow a decision, once", ErrPhase)
	}
	r.s.Signed = at(r.now)
	return nil
}
