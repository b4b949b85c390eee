package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Row is one setting of a rulebook.
type Row struct {
	Key     string // where it stands in the rulebook's files: limits.333, penalties.A4b
	Value   string // alike in every language; empty where the text says all
	Article string
	Text    Text // nil where the value says all
}

// Rows returns every setting of a rulebook, in the order of its files.
func (b *Rulebook) Rows() []Row {
	rows := []Row{{"title", b.Name, "", b.Title}, {"date", b.Date, "", nil}, {"metric", b.Metric, "", nil}}
	for _, l := range b.Limits {
		for _, e := range l.Events {
			rows = append(rows, Row{"limits." + e, number(l.Angle.Degrees()) + "°", l.Article, nil})
		}
	}
	d := b.Doubt
	rows = append(rows, Row{"doubt.angle", number(d.Sigmas) + " sigma + " + number(d.Floor.Degrees()) + "°", "", nil},
		Row{"doubt.odds", number(d.Likely) + ", " + number(d.Credible), "", nil})
	parts := b.Parts.all()
	for _, k := range slices.Sorted(maps.Keys(parts)) {
		rows = append(rows, Row{"parts." + k, string(parts[k].Effect), parts[k].Article, nil})
	}
	for _, k := range slices.Sorted(maps.Keys(b.Sentences)) {
		rows = append(rows, Row{"sentences." + string(k), "", b.Sentences[k].Article, b.Sentences[k].Text})
	}
	if b.Procedure != nil {
		rows = append(rows, b.Procedure.rows()...)
	}
	if b.Results != nil {
		rows = append(rows, b.Results.rows()...)
	}
	return rows
}

func (r *Results) rows() []Row {
	var rows []Row
	add := func(key, value string, c Cited) { rows = append(rows, Row{"results." + key, value, c.Article, c.Text}) }
	for _, f := range r.Formats {
		add("formats."+f.ID, f.value(), f.Cited)
	}
	rounding := fmt.Sprintf("%d decimals, %s", r.Rounding.Decimals, r.Rounding.Mode)
	if r.Rounding.WholeFromMS > 0 {
		rounding += "; whole from " + secs(r.Rounding.WholeFromMS)
	}
	add("rounding", rounding, r.Rounding.Cited)
	add("several", "", r.Several)
	add("limit", "", r.Limit)
	add("shared", "", r.Shared)
	add("cutoff", "", r.Cutoff)
	add("ties", "", r.Ties)
	return rows
}

func (f Format) value() string {
	out := fmt.Sprintf("%d; %s", f.Attempts, f.Ranks)
	if f.Drop > 0 {
		out += fmt.Sprintf("; drops %d + %d", f.Drop, f.Drop)
	}
	if len(f.AverageIn) > 0 {
		out += "; average in " + strings.Join(f.AverageIn, " ")
	}
	return out
}

func (p *Procedure) rows() []Row {
	rows := []Row{{"events", strings.Join(p.Events, " "), "", nil}}
	add := func(key, value string, c Cited) { rows = append(rows, Row{key, value, c.Article, c.Text}) }
	events := func(key string, r EventRule) { add(key, strings.Join(r.Events, " "), r.Cited) }
	events("refused", p.Refused)
	events("never_plus_two", p.NeverPlusTwo)
	events("several", p.Several)
	add("several_dnf", "", p.SeveralDNF)
	p.inspectionRows(add, events)
	add("early", "< "+secs(p.Early.BelowMS), Cited{Article: p.Flags[FlagEarly].Article})
	add("many", "> "+strconv.Itoa(p.Many.MoreThan), p.Many.Cited)
	add("notation", fmt.Sprintf("%s, DNF (time): %s", p.Notation.Style, p.Notation.DNFTime), p.Notation.Cited)
	add("precision", precision(p.Precision), p.Precision.Cited)
	speed := "any speed"
	if p.Evidence.RealTime {
		speed = "real time; slow may add: " + strings.Join(p.Evidence.MayAdd, " ")
	}
	add("evidence", speed, p.Evidence.Cited)
	for _, r := range p.Evidence.Reasons {
		add("evidence."+r.ID, "", r.Cited)
	}
	add("dispute", secs(p.Dispute.WithinMS), p.Dispute.Cited)
	add("take_back", fmt.Sprintf("%s, double tap %s", secs(p.TakeBack.WithinMS), secs(p.TakeBack.DoubleTapMS)), Cited{})
	for _, w := range Powers() {
		add("powers."+string(w), string(p.Powers[w].Role), p.Powers[w].Cited)
	}
	for _, f := range Flags() {
		add("flags."+string(f), p.Flags[f].value(), p.Flags[f].Cited)
	}
	for _, x := range p.Penalties {
		add("penalties."+x.ID, x.value(), x.Cited)
	}
	for _, r := range p.Reasons {
		add("reasons."+r.ID, r.value(), r.Cited)
	}
	return rows
}

func (p *Procedure) inspectionRows(add func(string, string, Cited), events func(string, EventRule)) {
	i := p.Inspection
	events("inspection.none", i.None)
	add("inspection.plus_two", ">= "+secs(i.PlusTwoMS), Cited{Article: p.Flags[FlagLate].Article})
	add("inspection.dnf", ">= "+secs(i.DNFMS), Cited{Article: p.Flags[FlagTooLate].Article})
	for n, c := range i.Calls {
		add(fmt.Sprintf("inspection.calls.%d", n+1), secs(c.AtMS), c.Cited)
	}
	if h := i.HeadToHead; h != nil {
		events("inspection.head_to_head", h.EventRule)
		for n, c := range h.Calls {
			add(fmt.Sprintf("inspection.head_to_head.calls.%d", n+1), secs(c.AtMS), c.Cited)
		}
	}
}

func (r FlagRule) value() string {
	out := string(r.Decides)
	if r.Holds != HoldNothing {
		out += "; holds " + string(r.Holds)
	}
	if r.Penalty != "" {
		out += "; " + r.Penalty
	}
	if r.Extra {
		out += "; extra"
	}
	return out
}

func (x Penalty) value() string {
	out := fmt.Sprintf("%s; %s; %s", x.Effect, x.Side, x.Role)
	if x.Needs != Always {
		out += "; " + string(x.Needs)
	}
	if len(x.Events) > 0 {
		out += "; " + strings.Join(x.Events, " ")
	}
	return out
}

func (r Reason) value() string {
	words := make([]string, len(r.For))
	for i, v := range r.For {
		words[i] = string(v)
	}
	out := strings.Join(words, " ") + "; " + string(r.Role)
	if r.Note {
		out += "; note"
	}
	if r.AnySpeed {
		out += "; any speed"
	}
	return out
}

func precision(p Precision) string {
	out := fmt.Sprintf("%d decimals, cut off", p.Decimals)
	if p.WholeFromMS > 0 {
		out += "; whole from " + secs(p.WholeFromMS)
	}
	return out
}

// secs writes milliseconds as seconds.
func secs(ms int64) string { return number(float64(ms)/1000) + " s" }

// number writes a figure with at most six digits, which hides what converting
// degrees leaves behind.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// Change is a setting that two rulebooks do not share; A or B is nil where
// that one lacks it.
type Change struct {
	Key  string
	A, B *Row
}

// Diff lists the settings in which two rulebooks differ, by value or article,
// and with texts also by their wording. What only b has comes last.
func Diff(a, b *Rulebook, texts bool) []Change {
	var out []Change
	right, seen := map[string]Row{}, map[string]bool{}
	for _, r := range b.Rows() {
		right[r.Key] = r
	}
	for _, r := range a.Rows() {
		seen[r.Key] = true
		s, ok := right[r.Key]
		switch {
		case !ok:
			out = append(out, Change{r.Key, &r, nil})
		case r.Value != s.Value || r.Article != s.Article || texts && !maps.Equal(r.Text, s.Text):
			out = append(out, Change{r.Key, &r, &s})
		}
	}
	for _, s := range b.Rows() {
		if !seen[s.Key] {
			out = append(out, Change{s.Key, nil, &s})
		}
	}
	return out
}
