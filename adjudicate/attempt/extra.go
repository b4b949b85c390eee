package attempt

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// ExtraStatus says what became of an extra attempt.
type ExtraStatus string

// The statuses.
const (
	Pending ExtraStatus = "pending" // provisional: nobody has said whether it counts
	Used    ExtraStatus = "used"    // it counts in place of this attempt
	Dropped ExtraStatus = "dropped" // it does not
)

// Extra is an extra attempt that hangs on this one (WCA 11e, SRA 83 to 86).
type Extra struct {
	ID          string      `json:"id"`
	At          Time        `json:"at_ns"`
	By          Actor       `json:"by"`
	Reason      string      `json:"reason"`
	Article     string      `json:"article"`
	Note        string      `json:"note"`
	Scramble    string      `json:"scramble"`
	Provisional bool        `json:"provisional"` // as it was granted
	Status      ExtraStatus `json:"status"`
	Settled     *Dismissal  `json:"settled"` // who said whether a provisional one counts
}

func (e Request) apply(r *run) error {
	late := r.s.phase() >= Decided
	r.s.Requests = append(r.s.Requests, Asked{At: r.now, By: r.by, Note: e.Note, Late: late})
	if late {
		r.raise(Flag{Flag: rules.FlagLateRequest, Note: e.Note})
	}
	r.callDelegate(r.p.Powers[rules.MayExtra].Cited)
	return text(e.Note)
}

// extra returns the extra attempt that hangs on this one and was not dropped.
func (s *State) extra() *Extra {
	if n := len(s.Extras); n > 0 && s.Extras[n-1].Status != Dropped {
		return &s.Extras[n-1]
	}
	return nil
}

func (e Grant) apply(r *run) error {
	s := r.s
	if s.void() {
		return fmt.Errorf("%w: the attempt is set aside", ErrPhase)
	}
	if x := s.extra(); x != nil {
		return fmt.Errorf("%w: %s hangs on it already", ErrPhase, x.ID)
	}
	for _, x := range s.Extras {
		if x.ID == e.Extra {
			return fmt.Errorf("%w: extra %q was granted before", ErrEvent, e.Extra)
		}
	}
	if e.Extra == "" || e.Extra == s.Opened.ID || e.Extra == s.Opened.Replaces {
		return fmt.Errorf("%w: extra: needs an id of its own", ErrEvent)
	}
	if e.Scramble != "" && e.Scramble == s.Opened.Scramble {
		return fmt.Errorf("%w: scramble %q: an extra attempt has another one", ErrEvent, e.Scramble)
	}
	article, err := r.reason(rules.IsExtra, e.Reason, e.Note, true)
	if err != nil {
		return err
	}
	x := Extra{ID: e.Extra, At: r.now, By: r.by, Reason: e.Reason, Article: article, Note: e.Note, Scramble: e.Scramble,
		Provisional: e.Provisional, Status: Used}
	if e.Provisional {
		x.Status = Pending
	}
	s.Extras = append(s.Extras, x)
	r.emit(Effect{Kind: OpenExtra, Attempt: x.ID, Provisional: x.Provisional, Scramble: x.Scramble, Article: article})
	if x.Status == Used {
		r.setAside(x)
	}
	return text(e.Extra, e.Scramble, e.Note)
}

// setAside makes this attempt void in favour of an extra one.
func (r *run) setAside(x Extra) {
	r.s.Voids = append(r.s.Voids, Voiding{At: r.now, By: r.by, Reason: x.Reason, Article: x.Article, Note: x.Note, Extra: x.ID})
	r.emit(Effect{Kind: SetAside, Article: x.Article})
	r.emit(Effect{Kind: Clip, From: r.s.clipFrom(), To: r.now.after(clipAfter)})
}

func (e Settle) apply(r *run) error {
	x := r.s.extra()
	if x == nil || x.ID != e.Extra || x.Status != Pending {
		return fmt.Errorf("%w: no provisional attempt %q waits", ErrPhase, e.Extra)
	}
	x.Settled = &Dismissal{At: r.now, By: r.by, Note: e.Note}
	if e.Use {
		x.Status = Used
		if !r.s.void() {
			r.setAside(*x)
		}
	} else {
		r.dropExtra(x)
	}
	return text(e.Note)
}

func (r *run) dropExtra(x *Extra) {
	x.Status = Dropped
	r.emit(Effect{Kind: DropExtra, Attempt: x.ID})
}

func (e Drop) apply(r *run) error {
	if r.s.Opened.Replaces == "" {
		return fmt.Errorf("%w: it is no extra attempt", ErrPhase)
	}
	if r.by.Role == rules.Judge {
		return r.needs(rules.Delegate, r.p.Powers[rules.MayExtra].Article)
	}
	return r.nullify(Voiding{Article: r.p.Powers[rules.MayExtra].Article, Note: e.Note})
}

func (e Nullify) apply(r *run) error {
	if err := r.unfrozen(); err != nil {
		return err
	}
	if r.s.phase() > Covered { // before that nothing is lost
		if err := r.needs(r.p.Powers[rules.MayExtra].Role, r.p.Powers[rules.MayExtra].Article); err != nil {
			return err
		}
	}
	article, err := r.reason(rules.IsVoid, e.Reason, e.Note, true)
	if err != nil {
		return err
	}
	return r.nullify(Voiding{Reason: e.Reason, Article: article, Note: e.Note})
}

func (r *run) nullify(v Voiding) error {
	if r.s.void() {
		return fmt.Errorf("%w: it is set aside already", ErrPhase)
	}
	v.At, v.By = r.now, r.by
	r.s.Voids = append(r.s.Voids, v)
	r.emit(Effect{Kind: SetAside, Article: v.Article})
	return text(v.Note)
}

func (e Restore) apply(r *run) error {
	s := r.s
	if !s.void() {
		return fmt.Errorf("%w: it is not set aside", ErrPhase)
	}
	s.Voids[len(s.Voids)-1].Restored = &Dismissal{At: r.now, By: r.by, Note: e.Note}
	s.Shown = at(r.now)
	if x := s.extra(); x != nil && x.Status == Used {
		r.dropExtra(x)
	}
	r.emit(Effect{Kind: BroughtBack})
	if end := s.takeBackEnd(r.p); end != nil && *end < r.now {
		r.final()
	}
	return text(e.Note)
}

// Counts follows the extra attempts that hang on an attempt and returns the id
// of the one whose result counts, "" where that is none. settled is false while
// a provisional attempt waits for a ruling, or where an attempt is not known.
func Counts(id string, find func(id string) (State, bool)) (counting string, settled bool) {
	seen := map[string]bool{}
	for !seen[id] {
		seen[id] = true
		s, ok := find(id)
		if !ok {
			return id, false
		}
		x := s.extra()
		switch {
		case x != nil && x.Status == Pending:
			return id, false
		case x != nil:
			id = x.ID
		case s.void():
			return "", true
		default:
			return id, true
		}
	}
	return "", false // a ring: no such record is made by Step
}
