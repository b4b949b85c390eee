package rules

import "fmt"

// ParseProcedure reads the procedure of a rulebook: JSON, every field known,
// none twice, nothing after it. The error is ErrRulebook.
func ParseProcedure(raw []byte) (*Procedure, error) {
	p := &Procedure{}
	if err := Decode(raw, p); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrRulebook, err)
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	return p, nil
}

// Check reports what makes a procedure unusable: an error that is ErrRulebook
// and names the field and the fix.
func (p *Procedure) Check() error {
	for _, check := range []func() error{p.checkEvents, p.checkInspection, p.checkFigures, p.checkWriting, p.checkPowers,
		p.checkPenalties, p.checkFlags, p.checkReasons, p.checkEvidence} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func badField(field, fix string) error { return fmt.Errorf("%w: %s: %s", ErrRulebook, field, fix) }

// check wants an article and a text in every language.
func (c Cited) check(field string) error {
	if c.Article == "" {
		return badField(field+".article", "give the article, or the one that says who fills the gap")
	}
	return c.checkText(field)
}

// checkText wants a text in every language; the article may be missing.
func (c Cited) checkText(field string) error {
	if err := checkText(c.Text); err != nil {
		return badField(field+".text", err.Error())
	}
	return nil
}

func (p *Procedure) checkEvents() error {
	if p.Rulebook == "" {
		return badField("rulebook", "give the rulebook's name")
	}
	if len(p.Events) == 0 {
		return badField("events", "needs at least one")
	}
	seen := map[string]bool{}
	for _, e := range append(append([]string{}, p.Events...), p.Refused.Events...) {
		if e == "" || seen[e] {
			return badField("events", fmt.Sprintf("%q is empty, listed twice, or also refused", e))
		}
		seen[e] = true
	}
	for name, r := range map[string]EventRule{"refused": p.Refused, "never_plus_two": p.NeverPlusTwo, "several": p.Several, "inspection.none": p.Inspection.None} {
		if err := r.check(name); err != nil {
			return err
		}
	}
	return p.SeveralDNF.check("several_dnf")
}

func (p *Procedure) checkInspection() error {
	i := p.Inspection
	if i.PlusTwoMS <= 0 || i.DNFMS <= i.PlusTwoMS {
		return badField("inspection", "needs 0 < plus_two_ms < dnf_ms")
	}
	if err := checkCalls("inspection.calls", i.Calls); err != nil {
		return err
	}
	if i.HeadToHead == nil {
		return nil
	}
	if err := i.HeadToHead.check("inspection.head_to_head"); err != nil {
		return err
	}
	return checkCalls("inspection.head_to_head.calls", i.HeadToHead.Calls)
}

func checkCalls(field string, calls []Call) error {
	last := int64(0)
	for _, c := range calls {
		if c.AtMS <= last {
			return badField(field, "at_ms must be above 0 and rise")
		}
		if err := c.check(field); err != nil {
			return err
		}
		last = c.AtMS
	}
	return nil
}

// longest bounds the times that a procedure names: a day.
const longest = 24 * 60 * 60 * 1000

func (p *Procedure) checkFigures() error {
	for name, ms := range map[string]int64{"early.below_ms": p.Early.BelowMS, "dispute.within_ms": p.Dispute.WithinMS,
		"take_back.within_ms": p.TakeBack.WithinMS, "inspection.dnf_ms": p.Inspection.DNFMS} {
		if ms <= 0 || ms > longest {
			return badField(name, "must be above 0 and at most a day")
		}
	}
	if p.TakeBack.DoubleTapMS < 0 || p.TakeBack.DoubleTapMS >= p.TakeBack.WithinMS {
		return badField("take_back.double_tap_ms", "must be 0 or more and less than within_ms")
	}
	if p.Many.MoreThan < 1 {
		return badField("many.more_than", "must be 1 or more")
	}
	if err := p.Many.checkText("many"); err != nil {
		return err
	}
	return p.Dispute.check("dispute")
}

func (p *Procedure) checkWriting() error {
	if p.Precision.Decimals != 2 && p.Precision.Decimals != 3 {
		return badField("precision.decimals", "must be 2 or 3")
	}
	if p.Precision.WholeFromMS < 0 || p.Precision.WholeFromMS > longest {
		return badField("precision.whole_from_ms", "must be 0 (never) or at most a day")
	}
	if p.Notation.Style != Sum && p.Notation.Style != BeforeEnd {
		return badField("notation.style", fmt.Sprintf("must be %s or %s", Sum, BeforeEnd))
	}
	if !contains([]DNFTime{DNFTimeNever, DNFTimeCumulative, DNFTimeAlways}, p.Notation.DNFTime) {
		return badField("notation.dnf_time", "must be never, cumulative or always")
	}
	if err := p.Notation.check("notation"); err != nil {
		return err
	}
	return p.Precision.check("precision")
}

// person tells whether a role is one of people.
func (r Role) person() bool { return r == Judge || r == Delegate }

func (p *Procedure) checkPowers() error {
	for _, w := range Powers() {
		r, ok := p.Powers[w]
		field := "powers." + string(w)
		if !ok || !r.Role.person() {
			return badField(field, "needs a role: judge or delegate")
		}
		if err := r.check(field); err != nil {
			return err
		}
	}
	if len(p.Powers) != len(Powers()) {
		return badField("powers", fmt.Sprintf("only %v", Powers()))
	}
	return nil
}

func (p *Procedure) checkPenalties() error {
	seen := map[string]bool{}
	for i, x := range p.Penalties {
		field := fmt.Sprintf("penalties[%d]", i)
		switch {
		case x.ID == "" || seen[x.ID]:
			return badField(field+".id", "is empty or used twice")
		case x.Effect != IsPlusTwo && x.Effect != IsDNF:
			return badField(field+".effect", "must be +2 or DNF")
		case x.Side != AtStart && x.Side != InSolve && x.Side != AtStop:
			return badField(field+".side", "must be start, solve or stop")
		case !x.Role.person():
			return badField(field+".role", "must be judge or delegate")
		case x.Needs != Always && x.Needs != WithInspection && x.Needs != WithDeadline:
			return badField(field+".needs", "must be empty, inspection or deadline")
		}
		if err := x.check(field); err != nil {
			return err
		}
		seen[x.ID] = true
	}
	return nil
}

func (p *Procedure) checkFlags() error {
	for _, f := range Flags() {
		r, ok := p.Flags[f]
		field := "flags." + string(f)
		if !ok || !r.Decides.person() {
			return badField(field+".decides", "must be judge or delegate")
		}
		if r.Holds != HoldNothing && r.Holds != HoldTime && r.Holds != HoldAll {
			return badField(field+".holds", "must be empty, time or all")
		}
		if _, ok := p.Penalty(r.Penalty); r.Penalty != "" && !ok {
			return badField(field+".penalty", fmt.Sprintf("the pad has no %q", r.Penalty))
		}
		if err := r.checkText(field); err != nil {
			return err
		}
	}
	if len(p.Flags) != len(Flags()) {
		return badField("flags", fmt.Sprintf("only %v", Flags()))
	}
	return nil
}

func (p *Procedure) checkReasons() error {
	seen := map[string]bool{}
	judges := map[Verdict]bool{}
	for i, r := range p.Reasons {
		field := fmt.Sprintf("reasons[%d]", i)
		if r.ID == "" || seen[r.ID] {
			return badField(field+".id", "is empty or used twice")
		}
		if !r.Role.person() || len(r.For) == 0 {
			return badField(field, "needs a role (judge or delegate) and what it is for")
		}
		for _, v := range r.For {
			if !contains([]Verdict{IsOK, IsPlusTwo, IsDNF, IsDNS, IsExtra, IsVoid}, v) {
				return badField(field+".for", fmt.Sprintf("%q is not known", v))
			}
			judges[v] = judges[v] || r.Role == Judge
		}
		if err := r.check(field); err != nil {
			return err
		}
		seen[r.ID] = true
	}
	for _, v := range []Verdict{IsOK, IsPlusTwo, IsDNF} {
		if !judges[v] {
			return badField("reasons", fmt.Sprintf("a judge needs one for %s", v))
		}
	}
	return nil
}

func (p *Procedure) checkEvidence() error {
	e := p.Evidence
	if e.RealTime && len(e.Reasons) == 0 {
		return badField("evidence.reasons", "needs one, or real_time false")
	}
	seen := map[string]bool{}
	for i, r := range e.Reasons {
		field := fmt.Sprintf("evidence.reasons[%d]", i)
		if r.ID == "" || seen[r.ID] {
			return badField(field+".id", "is empty or used twice")
		}
		if err := r.check(field); err != nil {
			return err
		}
		seen[r.ID] = true
	}
	return e.check("evidence")
}
