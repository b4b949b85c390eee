package rules

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/plustwo/plustwo/calib/geom"
)

// ErrRulebook means that a rulebook file is not usable.
var ErrRulebook = errors.New("bad rulebook")

// Rulebook is one dated set of rules, as data.
type Rulebook struct {
	Name  string // such as wca-2026-04-01
	Title Text
	Date  string // in force since, YYYY-MM-DD; empty where the text bears no date
	// Metric says how moves are counted. OBTM (WCA 12a5), the only one so far:
	// an outer block turned by any number of steps is one move.
	Metric    string
	Limits    []Limit
	Doubt     Doubt
	Parts     Parts
	Sentences map[Key]Sentence
	Procedure *Procedure // nil where the rulebook says nothing of attempts
	Results   *Results   // nil where it says nothing of rounds
}

// Limit is how far two neighbouring layers of some events' puzzles may be
// turned against each other. The limit itself is still within (WCA 10f, "at most").
type Limit struct {
	Events  []string
	Angle   geom.Angle
	Article string
}

// Doubt says how sure a suggestion must be. It is plustwo's, not the rules';
// it is kept with the rulebook so that a record names it.
type Doubt struct {
	// An angle is too close to call within Sigmas standard deviations plus Floor
	// of its limit: 3 sigmas hold 99.7 % of normal errors; the floor stands for
	// what sigma does not know (layers that are not quite flat, an imperfect
	// camera model): fits that start at the truth were still 0.2 degrees off in
	// the median.
	Sigmas float64
	Floor  geom.Angle
	// Likely and Credible are odds. An outcome is likely where the best account
	// of the colours is at most Likely times more probable than the outcome's own
	// best, and credible, thus possible, up to Credible times. Where the mildest
	// likely outcome is not the mildest credible one the judge is asked. 370 are
	// the odds of three sigmas, as for angles; 20 the customary one in twenty.
	// On simulated readings with up to 3 % of stickers misread, 370 left the truth
	// out no more often than 1000 and referred a third less.
	Likely, Credible float64
}

// Exact is the Doubt of one who knows every angle exactly: no band. It shows
// what the letter of a rulebook says of a state.
func (d Doubt) Exact() Doubt {
	d.Sigmas, d.Floor = 0, 0
	return d
}

// Effect is what a defect at the end of a solve leads to.
type Effect string

// The effects.
const (
	Excused Effect = "ok"    // rule as if the part were in place
	Fatal   Effect = "DNF"   // not solved
	Ask     Effect = "refer" // the text does not settle it
)

// PartRule is the effect of one kind of defect.
type PartRule struct {
	Article string `json:"article"`
	Effect  Effect `json:"effect"`
}

// Parts says what detached, misplaced or twisted parts lead to (WCA 5b5, SRA 75).
type Parts struct {
	Uncoloured     PartRule `json:"uncoloured"`      // parts without a coloured face, any number
	OneSingle      PartRule `json:"one_single"`      // exactly one part with one coloured face
	SeveralSingles PartRule `json:"several_singles"` // more than one of them
	Multicoloured  PartRule `json:"multicoloured"`   // any part with more than one coloured face
	TwistedWing    PartRule `json:"twisted_wing"`    // a 4x4 wing turned round in its own slot
	TwistedCorner  PartRule `json:"twisted_corner"`  // a corner turned in its own slot
}

// all lists the rules with their names in the file.
func (p *Parts) all() map[string]PartRule {
	return map[string]PartRule{"uncoloured": p.Uncoloured, "one_single": p.OneSingle, "several_singles": p.SeveralSingles,
		"multicoloured": p.Multicoloured, "twisted_wing": p.TwistedWing, "twisted_corner": p.TwistedCorner}
}

// Sentence is a reason or a hint, with the article that it rests on. Article
// is empty where it rests on none, and LimitArticle where it is that of the
// event's limit.
type Sentence struct {
	Article string
	Text    Text
}

// LimitArticle stands for the article of the event's limit.
const LimitArticle = "limit"

// Limit returns the limit of an event, and whether the rulebook has one.
func (b *Rulebook) Limit(event string) (Limit, bool) {
	for _, l := range b.Limits {
		for _, e := range l.Events {
			if e == event {
				return l, true
			}
		}
	}
	return Limit{}, false
}

// Say returns a sentence with its figures filled in. event chooses the article
// where the sentence rests on a limit.
func (b *Rulebook) Say(k Key, event string, values map[string]Text) Sentence {
	s := b.Sentences[k]
	if s.Article == LimitArticle {
		l, _ := b.Limit(event)
		s.Article = l.Article
	}
	s.Text = s.Text.Fill(values)
	return s
}

// Check reports what makes a rulebook unusable: an error that is ErrRulebook
// and names the field and the fix.
func (b *Rulebook) Check() error {
	bad := func(field, fix string) error { return fmt.Errorf("%w: %s: %s", ErrRulebook, field, fix) }
	if b.Name == "" {
		return bad("name", "give the rulebook's name")
	}
	if b.Metric != "OBTM" {
		return bad("metric", "OBTM is the only metric so far")
	}
	if err := checkText(b.Title); err != nil {
		return bad("title", err.Error())
	}
	if err := b.checkLimits(); err != nil {
		return err
	}
	d := b.Doubt
	if !(d.Sigmas >= 0 && d.Sigmas <= 10) || !(d.Floor >= 0 && d.Floor <= 10*geom.Degree) {
		return bad("doubt", "needs angle_sigmas and angle_floor_deg from 0 to 10")
	}
	if !(d.Likely > 1 && d.Likely <= d.Credible && d.Credible <= 1e6) {
		return bad("doubt", "needs 1 < likely_odds <= credible_odds <= 1e6")
	}
	for name, r := range b.Parts.all() {
		if r.Article == "" || (r.Effect != Excused && r.Effect != Fatal && r.Effect != Ask) {
			return bad("parts."+name, "needs an article and an effect: ok, DNF or refer")
		}
	}
	return b.checkSentences()
}

func (b *Rulebook) checkLimits() error {
	seen := map[string]bool{}
	for i, l := range b.Limits {
		field := fmt.Sprintf("limits[%d]", i)
		if !(l.Angle > 0 && l.Angle <= geom.Turn/2) || math.IsNaN(l.Angle.Degrees()) {
			return fmt.Errorf("%w: %s.limit_deg: must be above 0 and at most 180", ErrRulebook, field)
		}
		if l.Article == "" || len(l.Events) == 0 {
			return fmt.Errorf("%w: %s: needs an article and events", ErrRulebook, field)
		}
		for _, e := range l.Events {
			if e == "" || seen[e] {
				return fmt.Errorf("%w: %s.events: %q is empty or listed twice", ErrRulebook, field, e)
			}
			seen[e] = true
		}
	}
	if len(seen) == 0 {
		return fmt.Errorf("%w: limits: needs at least one", ErrRulebook)
	}
	return nil
}

func (b *Rulebook) checkSentences() error {
	for k, want := range places {
		s, ok := b.Sentences[k]
		if !ok {
			return fmt.Errorf("%w: sentences.%s: is missing", ErrRulebook, k)
		}
		if err := checkText(s.Text); err != nil {
			return fmt.Errorf("%w: sentences.%s: %v", ErrRulebook, k, err)
		}
		for l, text := range s.Text {
			got := names(text)
			sort.Strings(got)
			if strings.Join(got, " ") != want {
				return fmt.Errorf("%w: sentences.%s.%s: must name {%s} once each, not {%s}", ErrRulebook, k, l, want, strings.Join(got, " "))
			}
		}
	}
	for k := range b.Sentences {
		if _, ok := places[k]; !ok {
			return fmt.Errorf("%w: sentences.%s: no such sentence", ErrRulebook, k)
		}
	}
	return nil
}

// checkText wants a text in every language, and in no other.
func checkText(t Text) error {
	for _, l := range Langs() {
		if strings.TrimSpace(t[l]) == "" {
			return fmt.Errorf("needs a text in %s", l)
		}
	}
	if len(t) != len(Langs()) {
		return fmt.Errorf("has a language besides %v", Langs())
	}
	return nil
}
