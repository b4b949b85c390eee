package attempt

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

func (Early) apply(r *run) error {
	if err := r.from(Stopped); err != nil {
		return err
	}
	t, ok := r.s.Time()
	switch {
	case !ok:
		return fmt.Errorf("%w: enter the reading first", ErrTime)
	case int64(t) < r.p.Early.BelowMS:
		r.raise(Flag{Flag: rules.FlagEarly})
	default:
		r.raise(Flag{Flag: rules.FlagEarlyDNF})
	}
	return nil
}

// recorded tells whether the result is recorded, or needs no recording.
func (s *State) recorded() bool { return s.phase() >= Decided }

func (Reset) apply(r *run) error {
	if r.s.Course >= Solving && !r.s.recorded() &&
		r.s.open(rules.FlagResetCompetitor) < 0 && r.s.open(rules.FlagResetOther) < 0 {
		r.raise(Flag{Flag: rules.FlagReset})
	}
	return nil
}

func (e ResetBy) apply(r *run) error {
	flag, ok := map[Who]rules.Flag{ByCompetitor: rules.FlagResetCompetitor, ByOther: rules.FlagResetOther, ByFault: rules.FlagResetOther}[e.Who]
	if !ok {
		return fmt.Errorf("%w: who is %q: write competitor, other or fault", ErrEvent, e.Who)
	}
	if err := r.unfrozen(); err != nil {
		return err
	}
	i := r.s.open(rules.FlagReset)
	if i < 0 {
		return fmt.Errorf("%w: no reset is waiting for an answer", ErrPhase)
	}
	r.s.Flags[i].Dismissed = &Dismissal{At: r.now, By: r.by, Note: string(e.Who)}
	r.raise(Flag{Flag: flag, Note: string(e.Who)})
	return nil
}

func (e Suspect) apply(r *run) error {
	if err := e.TimeMS.check(); err != nil {
		return err
	}
	r.raise(Flag{Flag: rules.FlagSuspect, Note: seconds(e.TimeMS, 3, false)})
	return nil
}

func (Lost) apply(r *run) error {
	if !r.s.TimerLost && !r.s.recorded() {
		r.raise(Flag{Flag: rules.FlagLost})
	}
	r.s.TimerLost = true
	return nil
}

func (Back) apply(r *run) error {
	r.s.TimerLost = false
	return nil
}

func (e EnterTime) apply(r *run) error {
	if err := r.undecided(); err != nil {
		return err
	}
	if err := e.TimeMS.check(); err != nil {
		return err
	}
	if err := r.mayEnter(); err != nil {
		return err
	}
	if old, ok := r.s.Time(); ok && old != e.TimeMS {
		r.raise(Flag{Flag: rules.FlagByHand})
	}
	if r.s.Course < Stopped {
		r.stopped()
		if r.s.SightedAt != nil {
			r.s.StoppedAt, r.s.BySight = r.s.SightedAt, true
		}
	}
	r.s.Readings = append(r.s.Readings, Reading{At: r.at, By: r.by, TimeMS: e.TimeMS, ByHand: true})
	return nil
}

// mayEnter holds WCA A6f1: after a competitor has reset the timer no time is
// taken from memory or pictures, unless a Delegate says that it was not so.
func (r *run) mayEnter() error {
	if r.s.open(rules.FlagReset) >= 0 {
		return r.held(rules.FlagReset)
	}
	for _, f := range r.s.Flags {
		if f.Flag == rules.FlagResetCompetitor && (f.Dismissed == nil || f.Dismissed.By.Role != rules.Delegate) {
			return r.held(f.Flag)
		}
	}
	if r.s.open(rules.FlagResetOther) >= 0 {
		return r.needs(r.p.Flags[rules.FlagResetOther].Decides, r.p.Flags[rules.FlagResetOther].Article)
	}
	return nil
}

// held is the error that a flag gives.
func (r *run) held(f rules.Flag) error {
	x := r.p.Flags[f]
	return fmt.Errorf("%w: %s (%s): %s", ErrHeld, f, x.Article, x.Text.In(rules.English))
}
