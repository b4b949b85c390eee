package main

import (
	"fmt"
	"io"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// puzzlesCmd is "plustwo puzzles".
type puzzlesCmd struct {
	Rulebook string `default:"${rulebook}" help:"The rules whose limits are shown: ${rulebooks}."`
}

// Help is printed below the flags.
func (puzzlesCmd) Help() string {
	return `Example:
  plustwo puzzles --rulebook sra-trial --lang zh-CN`
}

// Run lists the puzzles with their parts and limits.
func (c *puzzlesCmd) Run(s *streams) error {
	book, err := loadBook(c.Rulebook)
	if err != nil {
		return err
	}
	p := &page{lang: s.lang, colour: s.colour}
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
			fmt.Sprint(q.Axes[0].Layers()), limit, article, q.Name(string(s.lang))})
	}
	p.table(rows)
	_, err = io.WriteString(s.out, p.String())
	return err
}
