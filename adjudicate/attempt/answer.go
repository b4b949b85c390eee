package attempt

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Manner is how an answer stands to the suggestion.
type Manner string

// The manners.
const (
	Confirms  Manner = "confirms"  // says what was suggested
	Overrides Manner = "overrides" // says otherwise, with a reason
	Unaided   Manner = "unaided"   // nothing was suggested, or to look oneself
	Amends    Manner = "amends"    // a Delegate changes an earlier decision
	Upholds   Manner = "upholds"   // a Delegate lets it stand
)

// later tells whether a decision came after another one; it is not taken back.
func (m Manner) later() bool { return m == Amends || m == Upholds }

// Answer is a person's verdict on an end state, with its reason.
type Answer struct {
	At      Time          `json:"at_ns"`
	By      Actor         `json:"by"`
	Kind    Manner        `json:"manner"`
	Against int           `json:"against"` // number of the suggestion (for the cube) that it answers, from 1; 0 for none
	Verdict rules.Verdict `json:"verdict"`
	Reason  string        `json:"reason"` // id in the rulebook's list
	Article string        `json:"article"`
	Note    string        `json:"note"`
}

// answer checks a verdict against the last suggestion for a cube (0 where there
// is one puzzle). seen is how many suggestions were on the screen.
func (r *run) answer(v rules.Verdict, cube, seen int, reason, note string) (Answer, error) {
	a := Answer{At: r.now, By: r.by, Kind: Unaided, Verdict: v, Reason: reason, Note: note}
	if err := text(reason, note); err != nil {
		return a, err
	}
	n, last := r.s.suggested(cube)
	if seen != n {
		return a, fmt.Errorf("%w: %d suggestions have come, %d were seen", ErrStale, n, seen)
	}
	if x := r.p.NeverPlusTwo; v == rules.IsPlusTwo && x.Has(r.s.Opened.Event) {
		return a, fmt.Errorf("%w: %s (%s)", ErrEvent, x.Text.In(rules.English), x.Article)
	}
	if last != nil && last.Ruling.Suggestion != adjudicate.Refer {
		a.Against, a.Kind = n, Overrides
		if last.Ruling.Suggestion.String() == string(v) {
			a.Kind = Confirms
		}
	}
	article, err := r.reason(v, reason, note, a.Kind == Overrides)
	if err != nil {
		return a, err
	}
	a.Article = article
	if article == "" {
		a.Article = endArticle(r.book, v)
	}
	return a, nil
}

// endArticle returns the article of an end state.
func endArticle(book *rules.Rulebook, v rules.Verdict) string {
	key := map[rules.Verdict]rules.Key{rules.IsOK: rules.SayOK, rules.IsPlusTwo: rules.SayPlusTwo, rules.IsDNF: rules.SayDNF}[v]
	return book.Sentences[key].Article
}

// reason checks a reason from the rulebook's list and returns its article.
func (r *run) reason(v rules.Verdict, id, note string, needed bool) (string, error) {
	if id == "" && !needed {
		return "", nil
	}
	x, ok := r.p.Reason(id)
	if !ok || !slices.Contains(x.For, v) {
		return "", fmt.Errorf("%w: %q is none for %s in %s", ErrReason, id, v, r.book.Name)
	}
	if x.Note && note == "" {
		return "", fmt.Errorf("%w: %s must be explained in a note", ErrReason, id)
	}
	return x.Article, r.needs(x.Role, x.Article)
}

func (e Mark) apply(r *run) error {
	if err := r.undecided(); err != nil {
		return err
	}
	if err := r.from(Stopped); err != nil {
		return err
	}
	if e.Cube < 1 || e.Cube > r.s.Opened.Cubes {
		return fmt.Errorf("%w: cube is %d: the attempt has %d", ErrEvent, e.Cube, r.s.Opened.Cubes)
	}
	if err := endState(e.Verdict); err != nil {
		return err
	}
	if r.s.Cubes()[e.Cube-1] == e.Verdict {
		return fmt.Errorf("%w: cube %d is marked %s already", ErrDecided, e.Cube, e.Verdict)
	}
	if n, last := r.s.suggested(e.Cube); n > 0 {
		if err := r.patient(&last.At); err != nil {
			return err
		}
	}
	a, err := r.answer(e.Verdict, e.Cube, e.Seen, e.Reason, e.Note)
	if err != nil {
		return err
	}
	r.s.Marks = append(r.s.Marks, CubeMark{Cube: e.Cube, Answer: a})
	return nil
}

// endState refuses what is no verdict on an end state.
func endState(v rules.Verdict) error {
	if v != rules.IsOK && v != rules.IsPlusTwo && v != rules.IsDNF {
		return fmt.Errorf("%w: verdict %q: write ok, +2 or DNF", ErrEvent, v)
	}
	return nil
}
