package main

import (
	"io"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// rulesCmd is "plustwo rules".
type rulesCmd struct {
	Show rulesShowCmd `cmd:"" default:"withargs" help:"${rules_show}"`
	Diff rulesDiffCmd `cmd:"" help:"${rules_diff}"`
}

// rulesShowCmd is "plustwo rules NAME".
type rulesShowCmd struct {
	Name string `arg:"" optional:"" default:"${rulebook}" help:"${rulebooks}"`
}

// Help is printed below the flags.
func (rulesShowCmd) Help() string {
	return `Example:
  plustwo rules sra-trial --lang zh-CN`
}

// Run prints a rulebook as a table.
func (c *rulesShowCmd) Run(s *streams) error {
	book, err := loadBook(c.Name)
	if err != nil {
		return err
	}
	p := &page{lang: s.lang, colour: s.colour}
	rows := [][]string{{"setting", "value", "article", "text"}}
	for _, r := range book.Rows() {
		rows = append(rows, []string{r.Key, dash(r.Value), dash(r.Article), r.Text.In(s.lang)})
	}
	p.table(rows)
	_, err = io.WriteString(s.out, p.String())
	return err
}

// rulesDiffCmd is "plustwo rules diff A B".
type rulesDiffCmd struct {
	A     string `arg:"" help:"${rulebooks}"`
	B     string `arg:"" help:"${rulebooks}"`
	Texts bool   `help:"${rules_texts}"`
}

// Help is printed below the flags.
func (rulesDiffCmd) Help() string {
	return `Example:
  plustwo rules diff wca-2026-04-01 sra-trial --texts --lang zh-TW`
}

// Run prints what two rulebooks differ in.
func (c *rulesDiffCmd) Run(s *streams) error {
	a, err := loadBook(c.A)
	if err != nil {
		return err
	}
	b, err := loadBook(c.B)
	if err != nil {
		return err
	}
	p := &page{lang: s.lang, colour: s.colour}
	rows := [][]string{{"setting", a.Name, "article", b.Name, "article"}}
	if c.Texts {
		rows[0] = append(rows[0], a.Name, b.Name)
	}
	for _, d := range rules.Diff(a, b, c.Texts) {
		left, right := or(d.A), or(d.B)
		row := []string{d.Key, dash(left.Value), dash(left.Article), dash(right.Value), dash(right.Article)}
		if c.Texts {
			row = append(row, dash(left.Text.In(s.lang)), dash(right.Text.In(s.lang)))
		}
		rows = append(rows, row)
	}
	p.table(rows)
	_, err = io.WriteString(s.out, p.String())
	return err
}

// or returns the row, or an empty one where there is none.
func or(r *rules.Row) rules.Row {
	if r == nil {
		return rules.Row{}
	}
	return *r
}

// dash stands for what is empty.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
