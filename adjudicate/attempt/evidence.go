package attempt

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Baseline is what stood before a recording was first watched slowly; slow
// evidence may only make it milder, but for what the rulebook lists (WCA 11f2).
type Baseline struct {
	Verdict   rules.Verdict   `json:"verdict"`
	Penalties []Penalty       `json:"penalties"`
	Cubes     []rules.Verdict `json:"cubes"`
}

func (b Basis) check() error {
	if !slices.Contains([]Basis{Unsaid, OnTable, OnReal, OnSlow}, b) {
		return fmt.Errorf("%w: rests_on is %q: write table, real_time or slow", ErrEvent, b)
	}
	return nil
}

// slow tells whether a recording was watched slower than in real time.
func (v View) slow() bool { return v.Step || v.SpeedPct < 100 }

func (e View) apply(r *run) error {
	if e.SpeedPct < 1 || e.SpeedPct > maxSpeed {
		return fmt.Errorf("%w: speed_pct is %d: must be 1 to %d", ErrEvent, e.SpeedPct, maxSpeed)
	}
	known := slices.ContainsFunc(r.p.Evidence.Reasons, func(x rules.EvidenceReason) bool { return x.ID == e.Reason })
	if e.Reason != "" && !known {
		return fmt.Errorf("%w: reason %q: the rulebook has no such one", ErrEvidence, e.Reason)
	}
	if e.slow() && r.p.Evidence.RealTime {
		if !known {
			return fmt.Errorf("%w: real time only, without a reason (%s)", ErrEvidence, r.p.Evidence.Article)
		}
		if r.s.Before == nil {
			r.s.Before = r.s.baseline()
		}
	}
	r.s.Views = append(r.s.Views, Viewing{At: r.now, By: r.by, View: e})
	return text(e.Reason, e.Clip)
}

// baseline is the decision that stands, or else what was suggested and what is
// on the pad.
func (s *State) baseline() *Baseline {
	if i := s.standing(); i >= 0 {
		d := s.Decisions[i]
		return &Baseline{d.Verdict, d.Penalties, d.Cubes}
	}
	b := &Baseline{s.mildest(0), s.Penalties(), s.Cubes()}
	for i, v := range b.Cubes {
		if v == "" {
			b.Cubes[i] = s.mildest(i + 1)
		}
	}
	return b
}

// mildest is the last suggestion for a cube, or ok where it says nothing.
func (s *State) mildest(cube int) rules.Verdict {
	if n, last := s.suggested(cube); n > 0 && last.Ruling.Suggestion != adjudicate.Refer {
		return rules.Verdict(last.Ruling.Suggestion.String())
	}
	return rules.IsOK
}

// severity orders the verdicts on an end state.
var severity = map[rules.Verdict]int{"": 0, rules.IsOK: 0, rules.IsPlusTwo: 1, rules.IsDNF: 2, rules.IsDNS: 2}

// supported refuses a decision that is harsher than what stood before a
// recording was watched slowly, unless it is said to rest on something else.
func (r *run) supported(d Decision, reason string) error {
	b := r.s.Before
	if x, ok := r.p.Reason(reason); b == nil || ok && x.AnySpeed || d.RestsOn == OnTable || d.RestsOn == OnReal {
		return nil
	}
	harsher := severity[d.Verdict] > severity[b.Verdict]
	for i, v := range d.Cubes {
		harsher = harsher || i < len(b.Cubes) && severity[v] > severity[b.Cubes[i]]
	}
	left := slices.Clone(b.Penalties)
	for _, x := range d.Penalties {
		if i := slices.Index(left, x); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if !slices.Contains(r.p.Evidence.MayAdd, x.Article) {
			harsher = true
		}
	}
	if harsher {
		return fmt.Errorf("%w: %s (%s)", ErrEvidence, r.p.Evidence.Text.In(rules.English), r.p.Evidence.Article)
	}
	return nil
}
