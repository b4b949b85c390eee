package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// recordFlags are what every command on a record takes.
type recordFlags struct {
	Data string `placeholder:"DIR" help:"${record_data}"`
	JSON bool   `name:"json" help:"${judge_json}"`
}

// verifyCmd is "plustwo verify".
type verifyCmd struct{ recordFlags }

// forgetCmd is "plustwo forget".
type forgetCmd struct {
	recordFlags
	By         string `placeholder:"NAME" help:"${forget_by}"`
	Waiting    bool   `help:"${forget_waiting}"`
	Competitor string `arg:"" help:"${forget_competitor}"`
}

// rebuildCmd is "plustwo rebuild".
type rebuildCmd struct{ recordFlags }

// verified is what "plustwo verify --json" prints.
type verified struct {
	OK bool `json:"ok"`
	journal.Report
	Says []string `json:"says"` // each fault in words
}

// Run looks at a record and names what is wrong with it.
func (c *verifyCmd) Run(s *streams) error {
	ctx, stop := interruptible()
	defer stop()
	if err := c.check(); err != nil {
		return err
	}
	r, err := journal.Verify(ctx, c.Data, journal.Options{})
	if err != nil {
		return c.tell(err)
	}
	out := verified{OK: len(r.Faults) == 0, Report: r, Says: []string{}}
	for _, f := range r.Faults {
		out.Says = append(out.Says, f.Text().In(s.lang))
	}
	if c.JSON {
		err = printJSON(s, out)
	} else {
		err = out.print(s)
	}
	if err == nil && !out.OK {
		err = problem.New(journal.ErrCorrupt, recordFaulty, "n", len(r.Faults), "dir", c.Data)
	}
	return err
}

// print writes the faults and a line of counts.
func (v verified) print(s *streams) error {
	for _, line := range v.Says {
		if _, err := fmt.Fprintln(s.out, line); err != nil {
			return err
		}
	}
	counts := recordCounts
	if v.OK {
		counts = recordWhole
	}
	r := v.Report
	_, err := fmt.Fprintln(s.out, fill(counts, "tables", r.Tables, "events", r.Events, "attempts", r.Attempts, "files", r.Files,
		"size", megabytes(r.Bytes), "deleted", r.Deleted, "pending", r.Pending).In(s.lang))
	return err
}

// Run deletes a competitor's footage.
func (c *forgetCmd) Run(s *streams) error {
	ctx, stop := interruptible()
	defer stop()
	if err := c.check(); err != nil {
		return err
	}
	if c.By == "" {
		return badInput{problem.New(nil, forgetNoName)}
	}
	if c.Competitor == "" {
		return badInput{problem.New(nil, forgetNobody)}
	}
	j, err := c.open(ctx)
	if err != nil {
		return err
	}
	f, err := j.Forget(ctx, c.Competitor, attempt.Actor{Role: rules.Delegate, ID: c.By}, c.Waiting)
	if err = errors.Join(err, j.Close()); err != nil {
		return c.tell(err)
	}
	if c.JSON {
		return printJSON(s, f)
	}
	_, err = fmt.Fprintln(s.out, fill(forgotten, "who", c.Competitor, "files", f.Files, "size", megabytes(f.Bytes), "attempts", f.Attempts).In(s.lang))
	for _, a := range f.Kept {
		if err == nil {
			_, err = fmt.Fprintln(s.out, fill(forgetKept, "table", a.Table, "attempt", a.ID).In(s.lang))
		}
	}
	return err
}

// Run makes the views of a record anew.
func (c *rebuildCmd) Run(s *streams) error {
	ctx, stop := interruptible()
	defer stop()
	if err := c.check(); err != nil {
		return err
	}
	j, err := c.open(ctx)
	if err != nil {
		return err
	}
	n, err := j.Rebuild(ctx)
	if err = errors.Join(err, j.Close()); err != nil {
		return c.tell(err)
	}
	if c.JSON {
		return printJSON(s, map[string]int{"attempts": n})
	}
	_, err = fmt.Fprintln(s.out, fill(rebuilt, "attempts", n).In(s.lang))
	return err
}

// check looks at the flags.
func (c *recordFlags) check() error {
	if c.Data == "" {
		return badInput{problem.New(nil, recordNoData)}
	}
	return nil
}

// open opens a record that is there already.
func (c *recordFlags) open(ctx context.Context) (*journal.Journal, error) {
	if !journal.Exists(c.Data) {
		return nil, c.tell(journal.ErrNoRecord)
	}
	j, err := journal.Open(ctx, c.Data, journal.Options{Software: version, NoSweep: true})
	return j, c.tell(err)
}

// tell says in words what is wrong with the folder.
func (c *recordFlags) tell(err error) error {
	if errors.Is(err, journal.ErrNoRecord) {
		return badInput{problem.New(err, recordErrors[journal.ErrNoRecord], "dir", c.Data)}
	}
	for known, text := range recordErrors {
		if errors.Is(err, known) {
			return problem.New(err, text, "dir", c.Data)
		}
	}
	return err
}

// interruptible returns a context that ends when the user interrupts.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

func printJSON(s *streams, v any) error {
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// fill puts values into a text: pairs of a {name} and what stands there.
func fill(text rules.Text, values ...any) rules.Text { return problem.New(nil, text, values...).Text }

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
