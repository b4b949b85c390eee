package attempt

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

func (e Penalise) apply(r *run) error {
	if err := r.undecided(); err != nil {
		return err
	}
	x, err := r.penalty(e.Penalty)
	if err != nil {
		return err
	}
	for i := len(r.s.Pad) - 1; i >= 0; i-- {
		if r.s.Pad[i].ID == x.ID {
			if err := r.patient(&r.s.Pad[i].At); err != nil {
				return err
			}
			break
		}
	}
	r.s.Pad = append(r.s.Pad, Entry{Penalty: x, At: r.now, By: r.by})
	r.many(len(r.s.Penalties()))
	return nil
}

// penalty returns the pad's entry of a name, where it fits the attempt and the
// one who gives it.
func (r *run) penalty(id string) (Penalty, error) {
	x, ok := r.p.Penalty(id)
	if !ok {
		return Penalty{}, fmt.Errorf("%w: penalty %q: the rulebook's pad has no such entry", ErrEvent, id)
	}
	if !r.p.Fits(x, r.s.Opened.Event, r.s.deadline(r.p)) {
		return Penalty{}, fmt.Errorf("%w: penalty %q: not in this event or round", ErrEvent, id)
	}
	return Penalty{ID: x.ID, Article: x.Article, Side: x.Side, Effect: x.Effect}, r.needs(x.Role, x.Article)
}

// many calls the Delegate where an attempt has collected too many penalties.
func (r *run) many(n int) {
	if n > r.p.Many.MoreThan {
		r.callDelegate(r.p.Many.Cited)
	}
}

func (e Forgive) apply(r *run) error {
	if err := r.undecided(); err != nil {
		return err
	}
	if e.Entry < 1 || e.Entry > len(r.s.Pad) || r.s.Pad[e.Entry-1].Forgiven != nil {
		return fmt.Errorf("%w: entry %d: no such penalty stands", ErrEvent, e.Entry)
	}
	p := &r.s.Pad[e.Entry-1]
	if x, ok := r.p.Penalty(p.ID); ok {
		if err := r.needs(x.Role, x.Article); err != nil {
			return err
		}
	}
	p.Forgiven = &Dismissal{At: r.now, By: r.by, Note: e.Note}
	return text(e.Note)
}

// endPenalty is the penalty that the end state itself gives, if it does.
func endPenalty(book *rules.Rulebook, v rules.Verdict) []Penalty {
	if v != rules.IsPlusTwo {
		return nil
	}
	return []Penalty{{Article: book.Sentences[rules.SayPlusTwo].Article, Side: rules.AtStop, Effect: rules.IsPlusTwo}}
}
