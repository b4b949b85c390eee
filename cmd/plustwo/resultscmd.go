package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/results"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// resultsCmd is "plustwo results FILE".
type resultsCmd struct {
	File     string        `arg:"" help:"${results_file}"`
	Event    string        `default:"333" help:"${results_event}"`
	Format   string        `required:"" help:"${results_format}"`
	Rulebook string        `default:"${rulebook}" help:"${judge_rulebook}"`
	Limit    time.Duration `help:"${results_limit}"`
	Shared   bool          `help:"${results_shared}"`
	Cutoff   string        `help:"${results_cutoff}"`
}

// Help is printed below the flags.
func (resultsCmd) Help() string {
	return `Examples:
  plustwo results --event 333 --format a round.csv
  plustwo results --event 333 --format amateur --rulebook sra-trial round.csv --lang zh-CN
  plustwo results --event 666 --format m --limit 20m --shared --cutoff 1,5:00.00 round.csv`
}

// entry is one competitor of the file.
type entry struct {
	Name     string   `json:"name"`
	Attempts []string `json:"attempts"`
	line     int      // 0 for JSON
}

// Run prints the round, the best competitor first.
func (c *resultsCmd) Run(s *streams) error {
	round, err := c.round()
	if err != nil {
		return err
	}
	entries, err := readEntries(c.File)
	if err != nil {
		return badInput{problem.At(c.File, err)}
	}
	all := make([]results.Result, len(entries))
	for i, e := range entries {
		if all[i], err = e.count(round); err != nil {
			return badInput{problem.At(c.File, e.at(s.lang, err))}
		}
	}
	ranks, err := round.Rank(all)
	if err != nil {
		return err
	}
	return printRound(s, round, entries, all, ranks)
}

// round returns what the flags say of the round.
func (c *resultsCmd) round() (results.Round, error) {
	book, err := loadBook(c.Rulebook)
	if err != nil {
		return results.Round{}, err
	}
	out := results.Round{Book: book, Event: c.Event, Format: c.Format, Limit: results.Limit{MS: c.Limit.Milliseconds(), Shared: c.Shared}}
	known := append(slices.Clone(book.Procedure.Events), book.Procedure.Refused.Events...)
	if !slices.Contains(known, c.Event) {
		return out, badInput{problem.New(nil, problem.ResultsEvent, "event", quoted(c.Event), "known", known)}
	}
	if _, ok := book.Results.Format(c.Format); !ok {
		return out, badInput{problem.New(nil, problem.ResultsFormat, "book", book.Name, "format", quoted(c.Format), "known", book.Results.FormatIDs())}
	}
	if c.Cutoff != "" {
		first, text, _ := strings.Cut(c.Cutoff, ",")
		n, err1 := strconv.Atoi(first)
		v, err2 := results.ParseText(book, c.Event, text)
		if err1 != nil || err2 != nil || n < 1 || !v.Complete() {
			return out, badInput{problem.New(nil, problem.ResultsCutoff, "found", quoted(c.Cutoff), "like", "2,"+like(c.Event))}
		}
		out.Cutoff = results.Cutoff{Attempts: n, Value: v}
	}
	if _, err := out.Rank(nil); err != nil {
		return out, badInput{problem.New(err, problem.ResultsRound, "why", err.Error())}
	}
	return out, nil
}

// like is a result of an event, as an example.
func like(event string) string {
	switch event {
	case "333fm":
		return "25"
	case "333mbf":
		return "9/10 54:14"
	}
	return "20.00"
}

const (
	exampleLine = "Mei,9.87,DNF,11.02,1:02.35,12.00"
	exampleJSON = `[{"name":"Mei","attempts":["9.87","DNF"]}]`
	// mostResultsMB bounds a file of attempts: a line takes less than 200 bytes,
	// and no round has had 5,000 competitors.
	mostResultsMB = 1
)

// readEntries reads a file of attempts, CSV or JSON.
func readEntries(path string) ([]entry, error) {
	raw, err := readSmall(path, mostResultsMB)
	if err != nil {
		return nil, err
	}
	unreadable := problem.New(nil, problem.ResultsFile, "line", exampleLine, "json", exampleJSON)
	var out []entry
	if raw = bytes.TrimPrefix(raw, []byte("\ufeff")); bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		if err := rules.Decode(raw, &out); err != nil {
			return nil, unreadable
		}
		return out, nil
	}
	lines := csv.NewReader(bytes.NewReader(raw))
	lines.FieldsPerRecord, lines.Comment, lines.TrimLeadingSpace = -1, '#', true
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, unreadable
		}
		line, _ := lines.FieldPos(0)
		out = append(out, entry{fields[0], fields[1:], line})
	}
	if len(out) == 0 {
		return nil, unreadable
	}
	return out, nil
}

// readSmall reads a file of at most some megabytes.
func readSmall(path string, mb int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, problem.New(err, problem.NoFile)
	case err != nil:
		return nil, problem.New(err, problem.Unreadable)
	case info.IsDir():
		return nil, problem.New(nil, problem.Folder)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, problem.New(err, problem.Unreadable)
	}
	defer f.Close() //nolint:errcheck // nothing was written
	raw, err := io.ReadAll(io.LimitReader(f, mb<<20+1))
	if err != nil {
		return nil, problem.New(err, problem.Unreadable)
	}
	if int64(len(raw)) > mb<<20 {
		return nil, problem.New(nil, problem.WCIFLarge, "mb", mb)
	}
	return raw, nil
}

// count works out one competitor's result.
func (e entry) count(round results.Round) (results.Result, error) {
	f, _ := round.Book.Results.Format(round.Format)
	if len(e.Attempts) > f.Attempts {
		return results.Result{}, problem.New(nil, problem.ResultsMany, "found", len(e.Attempts), "most", f.Attempts)
	}
	var tries []results.Attempt
	for _, text := range e.Attempts {
		v, err := results.ParseText(round.Book, round.Event, text)
		if err != nil {
			return results.Result{}, problem.New(err, problem.ResultsAttempt, "found", quoted(text), "like", []string{like(round.Event), "DNF", "DNS"})
		}
		tries = append(tries, results.Attempt{Value: v})
	}
	return round.Count(tries, 0)
}

// at says whose line an error is on.
func (e entry) at(l rules.Lang, err error) error {
	if e.line == 0 {
		return problem.At(e.Name, err)
	}
	return problem.At(problem.New(nil, problem.ResultsLine, "line", e.line).Text.In(l), err)
}

// The columns of a round.
var (
	columnName    = helpText("name", "名字", "名字")
	columnBest    = helpText("best", "最佳", "最佳")
	columnAverage = helpText("average", "平均", "平均")
	barredNote    = helpText("cutoff missed", "未達門檻", "未达及格线")
	unknownNote   = helpText("a DNF without its time counts as nothing against the limit", "沒有時間的 DNF 不計入時間限制", "没有时间的 DNF 不计入还原时限")
)

// printRound prints results in the order of their ranks.
func printRound(s *streams, round results.Round, entries []entry, all []results.Result, ranks []int) error {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		if ranks[i] == 0 {
			return len(all) + 1 // who has no attempts comes last
		}
		return ranks[i]
	}
	slices.SortStableFunc(order, func(i, j int) int { return rank(i) - rank(j) })
	f, _ := round.Book.Results.Format(round.Format)
	p := &page{lang: s.lang, colour: s.colour}
	head := []string{"#", columnName.In(s.lang), columnAverage.In(s.lang), columnBest.In(s.lang)}
	for n := range f.Attempts {
		head = append(head, fmt.Sprint(n+1))
	}
	rows := [][]string{append(head, "")}
	for _, i := range order {
		rows = append(rows, resultRow(s.lang, round, f, entries[i].Name, all[i], ranks[i]))
	}
	p.table(rows)
	_, err := io.WriteString(s.out, p.String())
	return err
}

func resultRow(l rules.Lang, round results.Round, f rules.Format, name string, r results.Result, rank int) []string {
	text := func(v results.Value, average bool) string { return results.Text(round.Book, round.Event, v, average) }
	row := []string{dash(strings.TrimLeft(strconv.Itoa(rank), "0")), name, dash(text(r.Average, true)), dash(text(r.Best, false))}
	for n := range f.Attempts {
		cell := ""
		if n < len(r.Attempts) {
			cell = text(r.Attempts[n], false)
		}
		row = append(row, dash(cell))
	}
	note := ""
	if r.Barred {
		note = barredNote.In(l)
	} else if !r.Known && round.Limit.Shared {
		note = unknownNote.In(l)
	}
	return append(row, note)
}
