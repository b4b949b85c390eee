package attempt

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// raise adds a flag. One that follows from the course and stands already is not
// added again; what cameras and people saw is, each time.
func (r *run) raise(f Flag) {
	if !slices.Contains(rules.Raised(), f.Flag) && r.s.open(f.Flag) >= 0 {
		return
	}
	f.At, f.By = r.at, r.by
	if r.s.StoppedAt != nil {
		f.SinceStop = at(r.at - *r.s.StoppedAt)
	}
	r.s.Flags = append(r.s.Flags, f)
	x := r.p.Flags[f.Flag]
	r.emit(Effect{Kind: Raised, Flag: f.Flag, Article: x.Article, Text: x.Text})
	r.emit(Effect{Kind: Pin, From: r.s.clipFrom()})
	if x.Decides == rules.Delegate && x.Holds != rules.HoldNothing {
		r.callDelegate(x.Cited)
	}
}

func (e RaiseFlag) apply(r *run) error {
	if !slices.Contains(rules.Raised(), e.Flag) {
		return fmt.Errorf("%w: flag %q: write one of %v", ErrEvent, e.Flag, rules.Raised())
	}
	r.raise(Flag{Flag: e.Flag, Still: e.Still, Note: e.Note})
	return text(e.Still, e.Note)
}

func (e Dismiss) apply(r *run) error {
	if err := r.unfrozen(); err != nil {
		return err
	}
	if e.Flag < 1 || e.Flag > len(r.s.Flags) || r.s.Flags[e.Flag-1].Dismissed != nil {
		return fmt.Errorf("%w: flag %d: no such flag stands", ErrEvent, e.Flag)
	}
	f := &r.s.Flags[e.Flag-1]
	if err := r.needs(r.p.Flags[f.Flag].Decides, r.p.Flags[f.Flag].Article); err != nil {
		return err
	}
	f.Dismissed = &Dismissal{At: r.now, By: r.by, Note: e.Note}
	return text(e.Note)
}

// unheld refuses a judge's verdict that a flag keeps for somebody else.
func (r *run) unheld(timed bool) error {
	if r.by.Role == rules.Delegate {
		return nil
	}
	for _, f := range r.s.Flags {
		hold := r.p.Flags[f.Flag].Holds
		if f.Dismissed == nil && (hold == rules.HoldAll || hold == rules.HoldTime && timed) {
			return r.held(f.Flag)
		}
	}
	return nil
}

func (e Freeze) apply(r *run) error {
	if e.Why != Unsure && e.Why != Dispute && e.Why != Incident {
		return fmt.Errorf("%w: why is %q: write unsure, dispute or incident", ErrEvent, e.Why)
	}
	if r.s.void() {
		return fmt.Errorf("%w: the attempt is set aside", ErrPhase)
	}
	if r.s.Frozen() != nil {
		return fmt.Errorf("%w: it is already", ErrFrozen)
	}
	f := Freezing{At: r.now, By: r.by, Why: e.Why, Note: e.Note}
	why := r.p.Powers[rules.MayFreeze].Cited
	if first := r.s.firstDecided(); e.Why == Dispute {
		why = r.p.Dispute.Cited
		if first != nil {
			f.Until = at(first.after(r.p.Dispute.WithinMS))
			if r.now > *f.Until {
				r.raise(Flag{Flag: rules.FlagLateDispute, Note: e.Note})
			}
		}
	}
	r.s.Freezes = append(r.s.Freezes, f)
	r.emit(Effect{Kind: Pin, From: r.s.clipFrom()})
	r.callDelegate(why)
	return text(e.Note)
}

// firstDecided returns when the oldest decision that was not taken back was
// made, or nil.
func (s *State) firstDecided() *Time {
	for _, d := range s.Decisions {
		if d.TakenBack == nil {
			return at(d.At)
		}
	}
	return nil
}
