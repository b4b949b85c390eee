package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/truth"
)

// scoreCmd is "plustwo score".
type scoreCmd struct {
	Dir      string   `arg:"" help:"Folder with a truth file NAME.json for each scene beside its pictures."`
	Event    []string `placeholder:"ID" help:"Only these events."`
	View     string   `default:"overhead" help:"The view to judge from, or all: every scene that has several, from all its views together."`
	Rulebook string   `default:"${rulebook}" help:"The rules to judge by: ${rulebooks}."`
	Plot     string   `placeholder:"OUT.png" help:"Write the calibration plot: error against the reported standard deviation."`
	Update   string   `placeholder:"README.md" help:"Rewrite the table between the accuracy marks of a Markdown file."`
	JSON     bool     `name:"json" help:"Print one JSON object on one line."`
	Worst    int      `default:"8" help:"How many of the scenes that went wrong to list."`
}

// Help is printed below the flags.
func (scoreCmd) Help() string {
	return `Only the cameras are read from a truth file to judge; the rest is what the answer is compared with.
  found     at least half of the visible stickers are reported at their places
  stickers  share of the visible stickers reported at their places with the right colours
  angle     error at each interface of the turned axis, modulo one step
  ruling    share of suggestions that are the mildest outcome which the visible stickers and the angles leave possible
  unsound   scenes whose true outcome was ruled out

Examples:
  plustwo score testdata/stills
  plustwo score --event 333 --view all --plot calibration.png testdata/stills`
}

// Run judges every scene and prints the comparison.
func (c *scoreCmd) Run(s *streams) error {
	scenes, err := c.scenes()
	if err != nil {
		return badInput{err}
	}
	var rows []truth.Row
	for i, sc := range scenes {
		fmt.Fprintf(s.err, "%d/%d %s\n", i+1, len(scenes), sc.ID)
		row, err := c.score(sc)
		if err != nil {
			return fmt.Errorf("scene %s: %w", sc.ID, err)
		}
		rows = append(rows, row)
	}
	all := summaries(rows)
	if c.JSON {
		err = json.NewEncoder(s.out).Encode(scoreReport(rows, all))
	} else {
		err = c.print(s, rows, all)
	}
	if err == nil && c.Plot != "" {
		err = plotCalibration(c.Plot, rows)
	}
	if err == nil && c.Update != "" {
		err = updateReadme(c.Update, all)
	}
	return err
}

// scenes reads the truth files that match and have the pictures.
func (c *scoreCmd) scenes() ([]*truth.Scene, error) {
	for _, e := range c.Event {
		if _, err := puzzleOf(e); err != nil {
			return nil, err
		}
	}
	files, err := filepath.Glob(filepath.Join(c.Dir, "*.json"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var out []*truth.Scene
	for _, f := range files {
		sc, err := truth.Read(f)
		if err != nil {
			return nil, err
		}
		if (len(c.Event) == 0 || slices.Contains(c.Event, sc.Event)) && c.views(sc) != nil {
			out = append(out, sc)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no scene with a picture of view %q; give a folder of NAME.json and NAME-VIEW.jpg files", c.Dir, c.View)
	}
	return out, nil
}

// views lists the views to judge a scene from; nil where it lacks a picture.
func (c *scoreCmd) views(sc *truth.Scene) []string {
	views := []string{c.View}
	if c.View == "all" {
		if views = sc.Views(); len(views) < 2 {
			return nil
		}
	}
	for _, v := range views {
		if _, ok := sc.Picture(v); !ok {
			return nil
		}
	}
	return views
}

// score judges one scene as "judge" does and compares.
func (c *scoreCmd) score(sc *truth.Scene) (truth.Row, error) {
	book, err := loadBook(c.Rulebook)
	if err != nil {
		return truth.Row{}, err
	}
	views := c.views(sc)
	cmd := judgeCmd{Rig: filepath.Join(c.Dir, sc.ID+".json"), View: views}
	for _, v := range views {
		path, _ := sc.Picture(v)
		cmd.Images = append(cmd.Images, path)
	}
	pictures, err := cmd.views()
	if err != nil {
		return truth.Row{}, badInput{err}
	}
	v, err := judge(pictures, sc.Event, book)
	if err != nil {
		return truth.Row{}, err
	}
	row := sc.Compare(views, v.Seen, v.Ruling)
	row.TookMS = float64(v.Took) / float64(time.Millisecond)
	return row, nil
}

// summaries returns one summary for each event, in order, and one for all.
func summaries(rows []truth.Row) []truth.Summary {
	var out []truth.Summary
	for _, e := range puzzle.Events() {
		var of []truth.Row
		for _, r := range rows {
			if r.Event == e {
				of = append(of, r)
			}
		}
		if len(of) > 0 {
			out = append(out, truth.Summarise(e, of))
		}
	}
	return append(out, truth.Summarise("all", rows))
}

func (c *scoreCmd) print(s *streams, rows []truth.Row, all []truth.Summary) error {
	p := &page{colour: s.colour}
	table := [][]string{{"event", "scenes", "found", "stickers", "median", "p90", "worst", "ruling", "wrong", "unsound", "ms", "< 1 sigma", "< 2 sigma"}}
	for _, a := range all {
		table = append(table, []string{a.Name, fmt.Sprint(a.Scenes), percent(a.Found), percent(a.Stickers),
			angleText(a.Median), angleText(a.P90), angleText(a.Worst), percent(a.Ruling), fmt.Sprint(a.Wrong), fmt.Sprint(a.Unsound),
			fmt.Sprintf("%.1f", a.MedianMS), percent(a.Within1), percent(a.Within2)})
	}
	p.table(table)
	listed := 0
	for _, r := range rows {
		if (r.OK && r.Found && !r.Unsound) || listed == c.Worst {
			continue
		}
		listed++
		var errs []string
		for _, a := range r.Angles {
			errs = append(errs, a.Error.String())
		}
		p.line("  %s %s: expected %s (true %s), got %s, found %v, stickers %s, angles off by %s",
			r.ID, r.Case, r.Expected, r.True, r.Got, r.Found, percent(r.Stickers), strings.Join(errs, " "))
	}
	_, err := io.WriteString(s.out, p.String())
	return err
}

// unknown stands for a figure that nothing was measured for.
const unknown = "-"

func percent(share float64) string {
	if math.IsNaN(share) {
		return unknown
	}
	return fmt.Sprintf("%.1f%%", 100*share)
}

func angleText(a geom.Angle) string {
	if math.IsNaN(float64(a)) {
		return unknown
	}
	return a.String()
}
