package main

import (
	"fmt"
	"io"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// puzzlesCmd is "plustwo puzzles".
type puzzlesCmd struct {
	Rulebook string     `default:"${rulebook}" help:"The rules whose limits are shown: ${rulebooks}."`
	Lang     rules.Lang `enum:"en,zh-TW,zh-CN" default:"en" help:"Language of the text: en, zh-TW or zh-CN."`
}

// Help is printed below the flags.
func (puzzlesCmd) Help() string {
	return `Example:
  plustwo puzzles --rulebook sra-trial --lang zh-CN`
}

// Run lists the puzzles with their parts and limits.
func (c *puzzlesCmd) Run(s *streams) error {
	book, err := rules.Load(c.Rulebook)
	if err != nil {
		return badInput{err}
	}
	p := &page{lang: c.Lang, colour: s.colour}
	rows := [][]string{{"event", "pieces", "stickers", "axes", "layers", "limit", "article", "name"}}
	for _, e := range puzzle.Events() {
		q, err := puzzle.Load(e)
		if err != nil {
			return err
		}
		limit, article := "-", "-"
		if l, ok := book.Limit(e); ok {
			limit, article = fmt.Sprintf("%g°", round(l.Angle.Degrees(), 2)), l.Article
		}
		rows = append(rows, []string{e, fmt.Sprint(len(q.Pieces)), fmt.Sprint(len(q.Stickers)), fmt.Sprint(len(q.Axes)),
			fmt.Sprint(q.Axes[0].Layers()), limit, article, q.Name(string(c.Lang))})
	}
	p.table(rows)
	_, err = io.WriteString(s.out, p.String())
	return err
}
