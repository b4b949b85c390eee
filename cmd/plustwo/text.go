package main

import (
	"fmt"
	"io"
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
	name := v.Event
	if v.Seen.Puzzle != nil {
		name = v.Seen.Puzzle.Name(string(p.lang))
	}
	out := p.ink(rules.OutcomeName(v.Ruling.Suggestion.String()).In(p.lang), bold, outcomeColour[v.Ruling.Suggestion])
	p.line("%s", strings.TrimSpace(p.labelled(phrase.Suggestion, out)+"  "+name))
	switch {
	case !v.Seen.Found:
		p.line("%s%s%s", phrase.NotFound.In(p.lang), phrase.Stop.In(p.lang), v.Seen.Why.In(p.lang))
	case v.Ruling.Proven:
		p.line("%s", p.ink(rules.Brackets(phrase.Proven.In(p.lang), p.lang), faint))
	default:
		var all []rules.Text
		for _, o := range v.Ruling.Possible {
			all = append(all, rules.OutcomeName(o.String()))
		}
		p.line("%s", p.labelled(phrase.Possible, rules.Join(all).In(p.lang)))
	}
}

func (p *page) labelled(label rules.Text, s string) string {
	return label.In(p.lang) + rules.Colon(p.lang) + s
}

func (p *page) interfaces(v *verdict) {
	if !v.Seen.Found || len(v.Ruling.Interfaces) == 0 {
		return
	}
	p.line("")
	rows := [][]string{{phrase.Layers.In(p.lang), phrase.Turn.In(p.lang), phrase.Limit.In(p.lang), ""}}
	for _, i := range v.Ruling.Interfaces {
		rows = append(rows, []string{
			phrase.LayersOf(i.From, i.Layers).In(p.lang),
			phrase.Angle(i.Turn, i.Sigma, i.Margin, p.lang),
			fmt.Sprintf("%g°", round(i.Limit.Degrees(), 2)), p.standing(i)})
	}
	p.table(rows)
}

// standing says on which side of the limit an interface is.
func (p *page) standing(i adjudicate.Interface) string {
	switch {
	case !phrase.Measured(i.Sigma):
		return ""
	case i.Close:
		return p.ink(phrase.TooClose.In(p.lang), cyan)
	case i.Over:
		return p.ink(phrase.OverBy(i.Turn.Abs()-i.Limit).In(p.lang), yellow)
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
	if len(v.Ruling.Grounds) > 0 {
		p.line("\n%s", p.ink(phrase.Why.In(p.lang), bold))
		var rows [][]string
		for _, g := range v.Ruling.Grounds {
			rows = append(rows, []string{g.Article, g.Text.In(p.lang)})
		}
		p.table(rows)
	}
	p.list(phrase.Check, v.Ruling.Checks)
	p.list(phrase.Flags, v.Ruling.Flags)
}

func (p *page) list(title rules.Text, items []rules.Text) {
	if len(items) == 0 {
		return
	}
	p.line("\n%s", p.ink(title.In(p.lang), bold))
	for _, t := range items {
		p.line("  - %s", t.In(p.lang))
	}
}

func (p *page) footer(v *verdict) {
	parts := []string{v.Ruling.Rulebook}
	if v.Seen.Found {
		parts = append(parts, p.labelled(phrase.Stickers, fmt.Sprintf("%s %d/%d", phrase.Seen.In(p.lang), len(v.Seen.Stickers), len(v.Seen.Puzzle.Stickers))))
	}
	parts = append(parts, p.labelled(phrase.Time, fmt.Sprintf("%.0f ms", float64(v.Took)/float64(time.Millisecond))), phrase.Judge.In(p.lang))
	p.line("\n%s", p.ink(strings.Join(parts, " · "), faint))
}
