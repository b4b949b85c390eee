package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/oklog/ulid/v2"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/blob"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// chains looks at every event of every table.
func (c *checker) chains(ctx context.Context) error {
	tables, err := c.q.EventTables(ctx)
	if err != nil {
		return err
	}
	chains, err := c.q.Chains(ctx)
	if err != nil {
		return err
	}
	ends := map[string]query.Chain{}
	for _, x := range chains {
		ends[x.TableID] = x
		if !slices.Contains(tables, x.TableID) {
			tables = append(tables, x.TableID)
		}
	}
	for _, table := range tables {
		if err := c.chain(ctx, table, ends[table]); err != nil {
			return fmt.Errorf("events of table %s: %w", table, err)
		}
	}
	c.report.Tables = len(tables)
	return nil
}

// chain looks at the events of one table, which should end as end says.
func (c *checker) chain(ctx context.Context, table string, end query.Chain) error {
	const page = 1000
	last := query.Chain{TableID: table}
	for {
		rows, err := c.q.EventsFrom(ctx, query.EventsFromParams{TableID: table, Seq: last.Seq + 1, Limit: page})
		if err != nil {
			return err
		}
		for _, r := range rows {
			e := eventOf(r)
			c.link(e, last)
			last = query.Chain{TableID: table, Seq: e.Seq, ID: e.ID, Hash: e.Hash, AtNs: int64(e.At)}
		}
		c.report.Events += int64(len(rows))
		if len(rows) < page {
			break
		}
	}
	if last != end {
		c.fault(Fault{Kind: FaultEnd, Table: table, Seq: last.Seq, Event: last.ID, Detail: fmt.Sprintf("event %d, %s", end.Seq, end.ID)})
	}
	return nil
}

// link looks at an event and the one before it.
func (c *checker) link(e Event, last query.Chain) {
	at := Fault{Table: e.Table, Seq: e.Seq, Event: e.ID}
	_, err := ulid.ParseStrict(e.ID)
	switch {
	case e.sum() != e.Hash:
		at.Kind = FaultHash
	case e.Seq != last.Seq+1:
		at.Kind = FaultGap
	case e.Prev != last.Hash || e.ID <= last.ID || err != nil:
		at.Kind = FaultChain
	default:
		return
	}
	c.fault(at)
}

// views replays every attempt and compares.
func (c *checker) views(ctx context.Context) error {
	n, err := c.q.CountAttempts(ctx)
	if err != nil {
		return err
	}
	c.report.Attempts = n
	tables, err := c.q.EventTables(ctx)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := eachAttempt(ctx, c.q, c.books, table, func(r replayed) error { return c.compare(ctx, table, r) }); err != nil {
			return fmt.Errorf("views of table %s: %w", table, err)
		}
	}
	attempts, err := c.q.StrayAttempts(ctx)
	if err != nil {
		return err
	}
	for _, a := range attempts {
		c.fault(Fault{Kind: FaultView, Table: a.TableID, Attempt: a.ID, Detail: "no event"})
	}
	files, err := c.q.StrayEvidence(ctx)
	for _, f := range files {
		c.fault(Fault{Kind: FaultView, Table: f.TableID, Attempt: f.AttemptID, File: f.Hash, Detail: "evidence without an event"})
	}
	return err
}

// compare compares what an attempt's events come to with the views.
func (c *checker) compare(ctx context.Context, table string, r replayed) error {
	want, got := query.Attempt{}, query.Attempt{}
	row, err := c.q.Attempt(ctx, query.AttemptParams{TableID: table, ID: r.id})
	if err == nil {
		got = row
	} else if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if r.view.row.ID != "" {
		if want, err = r.view.encode(); err != nil {
			return err
		}
		c.report.Refused += want.Refused
	}
	if got != want {
		c.fault(Fault{Kind: FaultView, Table: table, Attempt: r.id, Detail: "attempt"})
	}
	files, err := c.q.EvidenceOfAttempt(ctx, query.EvidenceOfAttemptParams{TableID: table, AttemptID: r.id})
	if err != nil {
		return err
	}
	if !slices.Equal(files, r.files) {
		c.fault(Fault{Kind: FaultView, Table: table, Attempt: r.id, Detail: "evidence"})
	}
	return nil
}

// evidence reads every file that is kept, and looks for those that should not be
// there.
func (c *checker) evidence(ctx context.Context) error {
	rows, err := c.q.AllEvidence(ctx)
	if err != nil {
		return err
	}
	pending, err := c.q.Unlinks(ctx)
	if err != nil {
		return err
	}
	live, gone := map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case r.Deleted != "":
			c.report.Deleted++
			gone[r.Hash] = true
		case !live[r.Hash]:
			live[r.Hash] = true
			c.file(ctx, r)
		}
	}
	for _, hash := range pending {
		delete(gone, hash) // its deletion is on record and on its way
	}
	return c.files.Walk(func(hash, path string) error {
		switch {
		case live[hash]:
		case gone[hash] && !c.kept(ctx, hash):
			c.fault(Fault{Kind: FaultUndead, File: path})
		default:
			c.report.Strays++
		}
		return nil
	})
}

// kept tells whether a file is to be kept by now: files do not stand still while
// the record is looked at.
func (c *checker) kept(ctx context.Context, hash string) bool {
	n, err := c.now.CountLive(ctx, hash)
	return err == nil && n > 0
}

// file reads one file of evidence.
func (c *checker) file(ctx context.Context, r query.Evidence) {
	at := Fault{Table: r.TableID, Attempt: r.AttemptID, File: c.files.Path(r.Hash)}
	switch err := c.files.Check(r.Hash, r.Bytes); {
	case err == nil:
		c.report.Files++
		c.report.Bytes += r.Bytes
		return
	case errors.Is(err, blob.ErrMissing):
		if n, err := c.now.CountLive(ctx, r.Hash); err == nil && n == 0 {
			return // deleted meanwhile
		}
		at.Kind = FaultMissing
	case errors.Is(err, blob.ErrTorn):
		at.Kind, at.Detail = FaultTorn, err.Error()
	default:
		at.Kind, at.Detail = FaultAltered, err.Error()
	}
	c.fault(at)
}
