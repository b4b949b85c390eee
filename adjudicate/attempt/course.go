package attempt

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

func (e Open) apply(r *run) error {
	if r.s.Opened != nil {
		return fmt.Errorf("%w: %s is open already", ErrPhase, r.s.Opened.ID)
	}
	if e.Rulebook != r.book.Name {
		return fmt.Errorf("%w: rulebook is %q, not %q", ErrRulebook, e.Rulebook, r.book.Name)
	}
	if err := e.check(r.p); err != nil {
		return err
	}
	r.s.Opened, r.s.OpenedAt = &e, r.now
	return nil
}

func (e Open) check(p *rules.Procedure) error {
	if p.Refused.Has(e.Event) {
		return fmt.Errorf("%w: event %s: %s (%s)", ErrEvent, e.Event, p.Refused.Text.In(rules.English), p.Refused.Article)
	}
	if !slices.Contains(p.Events, e.Event) {
		return fmt.Errorf("%w: event %q: the rulebook has %v", ErrEvent, e.Event, p.Events)
	}
	if e.ID == "" || e.ID == e.Replaces {
		return fmt.Errorf("%w: id: needs one of its own", ErrEvent)
	}
	if p.Several.Has(e.Event) != (e.Cubes != 0) || e.Cubes < 0 || e.Cubes == 1 || e.Cubes > maxCubes {
		return fmt.Errorf("%w: cubes is %d: 2 to %d in %v, else left out", ErrEvent, e.Cubes, maxCubes, p.Several.Events)
	}
	if h := p.Inspection.HeadToHead; e.HeadToHead && (h == nil || !h.Has(e.Event)) {
		return fmt.Errorf("%w: head_to_head: the rulebook has no such round of %s", ErrEvent, e.Event)
	}
	if e.Provisional && e.Replaces == "" {
		return fmt.Errorf("%w: provisional: only what replaces an attempt is", ErrEvent)
	}
	if e.Number < 0 {
		return fmt.Errorf("%w: number is %d: count from 1", ErrEvent, e.Number)
	}
	return text(e.ID, e.Competitor, e.Round, e.Scramble, e.Replaces)
}

// upTo refuses what belongs to an earlier part of the course.
func (r *run) upTo(last Phase) error {
	if r.s.Course > last {
		return fmt.Errorf("%w: the attempt is %s, and must not be beyond %s", ErrPhase, r.s.Course, last)
	}
	return nil
}

// from refuses what belongs to a later part of the course.
func (r *run) from(first Phase) error {
	if r.s.Course < first {
		return fmt.Errorf("%w: the attempt is %s, and must be %s", ErrPhase, r.s.Course, first)
	}
	return nil
}

func (Cover) apply(r *run) error {
	if err := r.upTo(Inspection); err != nil {
		return err
	}
	r.s.Course, r.s.InspectedAt, r.s.SightedAt = Covered, nil, nil
	return nil
}

func (Inspect) apply(r *run) error {
	if n := r.p.Inspection.None; n.Has(r.s.Opened.Event) {
		return fmt.Errorf("%w: %s (%s)", ErrPhase, n.Text.In(rules.English), n.Article)
	}
	if err := r.upTo(Covered); err != nil {
		return err
	}
	r.s.Course, r.s.InspectedAt, r.s.SightedAt = Inspection, at(r.at), nil
	return nil
}

func (Start) apply(r *run) error {
	if err := r.upTo(Inspection); err != nil {
		return err
	}
	r.s.Course, r.s.StartedAt, r.s.SightedAt = Solving, at(r.at), nil
	if r.s.InspectedAt == nil || !r.s.deadline(r.p) {
		return nil
	}
	switch took := r.at - *r.s.InspectedAt; {
	case took >= Time(0).after(r.p.Inspection.DNFMS):
		r.raise(Flag{Flag: rules.FlagTooLate})
	case took >= Time(0).after(r.p.Inspection.PlusTwoMS):
		r.raise(Flag{Flag: rules.FlagLate})
	}
	return nil
}

func (e Stop) apply(r *run) error {
	if err := r.upTo(Solving); err != nil {
		return err
	}
	if err := e.TimeMS.check(); err != nil {
		return err
	}
	r.stopped()
	r.s.Readings = append(r.s.Readings, Reading{At: r.at, By: r.by, TimeMS: e.TimeMS, ByHand: r.by.Role != rules.Device})
	if int64(e.TimeMS) < r.p.Early.BelowMS {
		r.raise(Flag{Flag: rules.FlagEarly})
	}
	return nil
}

// apply notes when the timer was seen to stop. The attempt is stopped once a person
// enters the time.
func (Sight) apply(r *run) error {
	if err := r.upTo(Solving); err != nil {
		return err
	}
	r.s.SightedAt = at(r.at)
	return nil
}

func (t Millis) check() error {
	if t < 0 || t > maxReading {
		return fmt.Errorf("%w: time_ms is %d: must be 0 to %d", ErrEvent, t, maxReading)
	}
	return nil
}

func (r *run) stopped() { r.s.Course, r.s.StoppedAt = Stopped, at(r.at) }

func (Moving) apply(r *run) error {
	if err := r.from(Stopped); err != nil {
		return err
	}
	if err := r.upTo(Settling); err != nil {
		return err
	}
	r.s.Course = Settling
	return nil
}

func (e Rest) apply(r *run) error {
	if err := r.from(Stopped); err != nil {
		return err
	}
	r.s.Course = max(r.s.Course, Settling)
	r.s.Stills = append(r.s.Stills, Still{At: r.at, Hash: e.Still})
	return text(e.Still)
}

func (e Suggest) apply(r *run) error {
	if err := r.from(Stopped); err != nil {
		return err
	}
	if n := r.s.Opened.Cubes; e.Cube < 0 || e.Cube > n || (n > 0) != (e.Cube > 0) {
		return fmt.Errorf("%w: cube is %d: 1 to %d, or left out where there is one", ErrEvent, e.Cube, n)
	}
	if e.Ruling.Rulebook != r.book.Name {
		return fmt.Errorf("%w: the ruling goes by %q, the attempt by %q", ErrRulebook, e.Ruling.Rulebook, r.book.Name)
	}
	r.s.Course, r.s.Shown = Suggested, at(r.now)
	r.s.Suggestions = append(r.s.Suggestions, Suggestion{At: r.at, Cube: e.Cube, Ruling: e.Ruling, Still: e.Still})
	return text(e.Still)
}

func (Tick) apply(*run) error { return nil }
