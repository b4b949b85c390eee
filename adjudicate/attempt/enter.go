package attempt

import (
	"fmt"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// apply changes whose attempt it is. Once a decision stands that takes whoever
// may amend it: a result goes to somebody else then.
func (e Enter) apply(r *run) error {
	if strings.TrimSpace(e.Competitor) == "" {
		return fmt.Errorf("%w: competitor is missing: give a name or a number", ErrEvent)
	}
	if e.Number < 0 {
		return fmt.Errorf("%w: number is %d: count from 1", ErrEvent, e.Number)
	}
	if r.s.void() {
		return fmt.Errorf("%w: the attempt is set aside", ErrDecided)
	}
	if p := r.p.Powers[rules.MayAmend]; r.s.standing() >= 0 {
		if err := r.needs(p.Role, p.Article); err != nil {
			return err
		}
	}
	if err := r.unfrozen(); err != nil {
		return err
	}
	opened := *r.s.Opened // others may hold the state before
	opened.Competitor, opened.Round, opened.Number = e.Competitor, e.Round, e.Number
	r.s.Opened = &opened
	r.s.Entered = append(r.s.Entered, Entering{At: r.now, By: r.by, Enter: e})
	return text(e.Competitor, e.Round)
}
