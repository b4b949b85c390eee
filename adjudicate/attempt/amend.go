package attempt

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// decided refuses where no decision stands.
func (r *run) decided() (Decision, error) {
	if i := r.s.standing(); i >= 0 && !r.s.void() {
		return r.s.Decisions[i], nil
	}
	return Decision{}, fmt.Errorf("%w: no decision stands", ErrPhase)
}

func (e Amend) apply(r *run) error {
	old, err := r.decided()
	if err != nil {
		return err
	}
	if err := r.patient(r.s.Shown); err != nil {
		return err
	}
	if err := e.check(r.s.Opened.Cubes); err != nil {
		return err
	}
	article, err := r.reason(e.Verdict, e.Reason, e.Note, true)
	if err != nil {
		return err
	}
	d := Decision{Answer: Answer{At: r.now, By: r.by, Kind: Amends, Verdict: e.Verdict, Reason: e.Reason, Article: article, Note: e.Note},
		RestsOn: e.RestsOn, TimeMS: old.TimeMS, Cubes: old.Cubes}
	for _, id := range e.Penalties {
		x, err := r.penalty(id)
		if err != nil {
			return err
		}
		d.Penalties = append(d.Penalties, x)
	}
	if e.Cubes != nil {
		d.Cubes = e.Cubes
	}
	if e.TimeMS != nil {
		if err := r.mayEnter(); err != nil {
			return err
		}
		d.TimeMS = e.TimeMS
	}
	if err := r.amendable(old, d); err != nil {
		return err
	}
	d.Result = compose(r.book, r.s.sheet(d))
	r.enter(d)
	return nil
}

// check looks at an amendment of an attempt with some cubes (0 for one puzzle).
func (e Amend) check(cubes int) error {
	if err := text(e.Reason, e.Note); err != nil {
		return err
	}
	if err := e.RestsOn.check(); err != nil {
		return err
	}
	if len(e.Penalties) > maxPads {
		return fmt.Errorf("%w: %d penalties: at most %d", ErrEvent, len(e.Penalties), maxPads)
	}
	if e.TimeMS != nil {
		if err := e.TimeMS.check(); err != nil {
			return err
		}
	}
	if e.Cubes != nil && len(e.Cubes) != cubes {
		return fmt.Errorf("%w: cubes: the attempt has %d", ErrEvent, cubes)
	}
	for _, v := range e.Cubes {
		if err := endState(v); err != nil {
			return err
		}
	}
	if e.Verdict == rules.IsDNS {
		return nil
	}
	return endState(e.Verdict)
}

// amendable checks an amendment against the decision that stands.
func (r *run) amendable(old, d Decision) error {
	if x := r.p.NeverPlusTwo; d.Verdict == rules.IsPlusTwo && x.Has(r.s.Opened.Event) {
		return fmt.Errorf("%w: %s (%s)", ErrEvent, x.Text.In(rules.English), x.Article)
	}
	timed := d.Verdict == rules.IsOK || d.Verdict == rules.IsPlusTwo
	if timed && d.TimeMS == nil {
		return fmt.Errorf("%w: give time_ms", ErrTime)
	}
	if len(d.Cubes) > 0 && timed && (d.Verdict != rules.IsOK || slices.Contains(d.Cubes, "")) {
		return fmt.Errorf("%w: give every cube's verdict, and ok for the attempt", ErrEvent)
	}
	if d.Verdict == old.Verdict && slices.Equal(d.Penalties, old.Penalties) && slices.Equal(d.Cubes, old.Cubes) &&
		(d.TimeMS == old.TimeMS || d.TimeMS != nil && old.TimeMS != nil && *d.TimeMS == *old.TimeMS) {
		return fmt.Errorf("%w: that is what stands; uphold it instead", ErrDecided)
	}
	return r.supported(d, d.Reason)
}

func (e Uphold) apply(r *run) error {
	d, err := r.decided()
	if err != nil {
		return err
	}
	if err := r.patient(r.s.Shown); err != nil {
		return err
	}
	d.At, d.By, d.Kind, d.Note = r.now, r.by, Upholds, e.Note
	r.enter(d)
	return text(e.Note)
}
