package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// ansi are the colours of a terminal (ECMA-48, SGR).
const (
	bold   = "1"
	faint  = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

var outcomeColour = map[adjudicate.Outcome]string{
	adjudicate.Refer: cyan, adjudicate.OK: green, adjudicate.PlusTwo: yellow, adjudicate.DNF: red,
}

// page writes text for people in one language, coloured on a terminal.
type page struct {
	strings.Builder
	lang   rules.Lang
	colour bool
}

// ink returns a string in colours.
func (p *page) ink(s string, codes ...string) string {
	if !p.colour {
		return s
	}
	return "\x1b[" + strings.Join(codes, ";") + "m" + s + "\x1b[0m"
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// printText writes the ruling for people.
func (v *verdict) printText(s *streams, lang rules.Lang) error {
	p := &page{lang: lang, colour: s.colour}
	p.headline(v)
	p.interfaces(v)
	p.reasons(v)
	p.footer(v)
	_, err := io.WriteString(s.out, p.String())
	return err
}

func (p *page) headline(v *verdict) {
	name := v.event
	if v.seen.Puzzle != nil {
		name = v.seen.Puzzle.Name(string(p.lang))
	}
	out := rules.OutcomeName(v.ruling.Suggestion.String()).In(p.lang)
	p.line("%s: %s  %s", phrase.Suggestion.In(p.lang), p.ink(out, bold, outcomeColour[v.ruling.Suggestion]), name)
	switch {
	case !v.seen.Found:
		p.line("%s. %s", phrase.NotFound.In(p.lang), v.seen.Why.In(p.lang))
	case v.ruling.Proven:
		p.line("%s", p.ink("("+phrase.Proven.In(p.lang)+")", faint))
	default:
		var all []string
		for _, o := range v.ruling.Possible {
			all = append(all, rules.OutcomeName(o.String()).In(p.lang))
		}
		p.line("%s: %s", phrase.Possible.In(p.lang), strings.Join(all, ", "))
	}
}

func (p *page) interfaces(v *verdict) {
	if !v.seen.Found || len(v.ruling.Interfaces) == 0 {
		return
	}
	p.line("")
	rows := [][]string{{phrase.Layers.In(p.lang), phrase.Turn.In(p.lang), phrase.Limit.In(p.lang), ""}}
	for _, i := range v.ruling.Interfaces {
		rows = append(rows, []string{
			fmt.Sprintf("%s %d|%d", v.seen.Puzzle.Axes[i.Axis].Name, i.Between[0], i.Between[1]),
			phrase.Angle(i.Turn, i.Sigma, p.lang),
			fmt.Sprintf("%g°", round(i.Limit.Degrees(), 2)), p.standing(i)})
	}
	p.table(rows)
}

// standing says on which side of the limit an interface is.
func (p *page) standing(i adjudicate.Interface) string {
	by := math.Abs(i.Turn.Abs().Degrees() - i.Limit.Degrees())
	switch {
	case !phrase.Measured(i.Sigma):
		return ""
	case i.Close:
		return p.ink(phrase.TooClose.In(p.lang), cyan)
	case i.Over:
		return p.ink(fmt.Sprintf("%s (%.1f°)", phrase.Over.In(p.lang), by), yellow)
	}
	return p.ink(phrase.Within.In(p.lang), green)
}

// table writes rows in columns; the last one is not padded.
func (p *page) table(rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			width[i] = max(width[i], columns(cell))
		}
	}
	for _, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			line.WriteString(cell)
			if i < len(r)-1 {
				line.WriteString(strings.Repeat(" ", width[i]-columns(cell)+3))
			}
		}
		p.line("  %s", strings.TrimRight(line.String(), " "))
	}
}

// columns returns how many cells of a terminal a string without colours takes:
// Chinese characters and their punctuation take two each.
func columns(s string) int {
	const firstWide = 0x2e80 // CJK radicals; all wide characters in use lie above
	n := 0
	for _, r := range s {
		n++
		if r >= firstWide {
			n++
		}
	}
	return n
}

func (p *page) reasons(v *verdict) {
	if len(v.ruling.Grounds) > 0 {
		p.line("\n%s", p.ink(phrase.Why.In(p.lang), bold))
		for _, g := range v.ruling.Grounds {
			p.line("  %s  %s", g.Article, g.Text.In(p.lang))
		}
	}
	if len(v.ruling.Checks) > 0 {
		p.line("\n%s", p.ink(phrase.Check.In(p.lang), bold))
		for _, c := range v.ruling.Checks {
			p.line("  - %s", c.In(p.lang))
		}
	}
}

func (p *page) footer(v *verdict) {
	parts := []string{v.ruling.Rulebook}
	if v.seen.Found {
		parts = append(parts, fmt.Sprintf("%s: %s %d/%d", phrase.Stickers.In(p.lang), phrase.Seen.In(p.lang), len(v.seen.Stickers), len(v.seen.Puzzle.Stickers)))
	}
	parts = append(parts, fmt.Sprintf("%s: %.0f ms", phrase.Time.In(p.lang), float64(v.took)/float64(time.Millisecond)), phrase.Judge.In(p.lang))
	p.line("\n%s", p.ink(strings.Join(parts, " · "), faint))
}
