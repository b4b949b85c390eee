package attempt

import (
	"fmt"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Result is what goes on the score sheet.
type Result struct {
	Verdict   rules.Verdict `json:"verdict"`  // ok, +2 (any addition), DNF or DNS
	Timed     bool          `json:"timed"`    // whether a time is known
	TimeMS    Millis        `json:"time_ms"`  // as the timer showed it
	AddedMS   Millis        `json:"added_ms"` // all penalties
	FinalMS   Millis        `json:"final_ms"` // cut to the rulebook's digits
	Penalties []Penalty     `json:"penalties"`
	Articles  []string      `json:"articles"`  // that penalties and a DNF rest on
	Solved    int           `json:"solved"`    // multi-blind
	Attempted int           `json:"attempted"` // multi-blind
	Text      string        `json:"text"`      // as the paper wants it: 12.19 + 4 = 16.19
}

// plusTwo is the time penalty (WCA 10e3, A7b4; SRA 78).
const plusTwo = Millis(2000)

// sheet is what a result is composed of.
type sheet struct {
	opened    *Open
	verdict   rules.Verdict
	time      *Millis
	penalties []Penalty
	cubes     []rules.Verdict
	article   string // of a DNF
}

// compose writes the result of an attempt.
func compose(book *rules.Rulebook, in sheet) Result {
	p := book.Procedure
	out := Result{Verdict: in.verdict, Penalties: append([]Penalty{}, in.penalties...), Articles: []string{}}
	out.Penalties = append(out.Penalties, endPenalty(book, in.verdict)...)
	for _, v := range in.cubes {
		out.Attempted++
		if v == rules.IsOK || v == rules.IsPlusTwo {
			out.Solved++
		}
		out.Penalties = append(out.Penalties, endPenalty(book, v)...)
	}
	if in.verdict == rules.IsDNF {
		out.Articles = append(out.Articles, in.article)
	}
	if n := out.Attempted; n > 0 && in.verdict == rules.IsOK && (out.Solved < n-out.Solved || out.Solved < 2) {
		out.Verdict, out.Articles = rules.IsDNF, append(out.Articles, p.SeveralDNF.Article)
	}
	for _, x := range out.Penalties {
		out.Articles = append(out.Articles, x.Article)
		out.take(x.Effect)
	}
	if in.time != nil {
		out.Timed, out.TimeMS = true, *in.time
		out.FinalMS = cut(p.Precision, cut(p.Precision, out.TimeMS)+out.AddedMS)
	}
	out.Text = write(p, in, out)
	return out
}

// take counts one penalty. A DNF stays one.
func (out *Result) take(effect rules.Verdict) {
	switch {
	case out.Verdict == rules.IsDNS:
	case effect == rules.IsDNF:
		out.Verdict = rules.IsDNF
	case effect == rules.IsPlusTwo:
		out.AddedMS += plusTwo
		if out.Verdict == rules.IsOK {
			out.Verdict = rules.IsPlusTwo
		}
	}
}

// write returns a result as the paper wants it.
func write(p *rules.Procedure, in sheet, out Result) string {
	several := in.opened.Cubes > 0
	show := func(t Millis) string { return seconds(t, digits(p.Precision, t), several) }
	switch n := p.Notation.DNFTime; {
	case out.Verdict == rules.IsDNS:
		return string(rules.IsDNS)
	case out.Verdict == rules.IsDNF && out.Timed && (n == rules.DNFTimeAlways || n == rules.DNFTimeCumulative && in.opened.Cumulative):
		return fmt.Sprintf("%s (%s)", rules.IsDNF, show(cut(p.Precision, out.TimeMS)))
	case out.Verdict == rules.IsDNF:
		return string(rules.IsDNF)
	case !out.Timed:
		return ""
	}
	sum := show(cut(p.Precision, out.TimeMS))
	if out.AddedMS > 0 {
		sum = add(p.Notation.Style, out, sum, several) + " = " + show(out.FinalMS)
	}
	if several {
		return fmt.Sprintf("%d/%d %s", out.Solved, out.Attempted, sum)
	}
	return sum
}

// add writes the time with its additions.
func add(style rules.Style, out Result, time string, several bool) string {
	const one = "2" // seconds, plusTwo
	n := int(out.AddedMS / plusTwo)
	switch {
	case style == rules.BeforeEnd:
		var left, right []string
		for _, x := range out.Penalties {
			switch {
			case x.Effect != rules.IsPlusTwo:
			case x.Side == rules.AtStart:
				left = append(left, one)
			default:
				right = append(right, one)
			}
		}
		return strings.Join(append(append(left, time), right...), " + ")
	case several && n > 1: // WCA H1d: 59:57 + 2*2 = 60:01
		return fmt.Sprintf("%s + %d*%s", time, n, one)
	}
	return fmt.Sprintf("%s + %d", time, out.AddedMS/1000)
}
