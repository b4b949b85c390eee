package journal

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/journal/internal/blob"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Report is what Verify found.
type Report struct {
	Tables   int     `json:"tables"`
	Events   int64   `json:"events"`
	Attempts int64   `json:"attempts"`
	Files    int     `json:"files"` // of evidence, that are kept and right
	Bytes    int64   `json:"bytes"` // of them
	Deleted  int     `json:"deleted"`
	Pending  int64   `json:"pending"` // events still to be sent on
	Refused  int64   `json:"refused"` // events that did not fit their attempt
	Strays   int     `json:"strays"`  // files that no event names: remains of a crash, which do no harm
	Faults   []Fault `json:"faults"`
}

// Exists tells whether there is a record in a folder.
func Exists(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, databaseFile))
	return err == nil && info.Mode().IsRegular()
}

// Verify looks at everything in a folder's record and changes nothing: pages,
// chains, views, evidence. What is wrong is in the report; an error means that
// nothing could be looked at. It may run while another process writes.
func Verify(ctx context.Context, dir string, opts Options) (Report, error) {
	if !Exists(dir) {
		return Report{}, fmt.Errorf("%w: there is no %s in %s", ErrNoRecord, databaseFile, dir)
	}
	c := newChecker(dir, opts)
	if err := c.walk(); err != nil {
		return Report{}, told(dir, err)
	}
	db, err := openForReading(ctx, dir)
	if err != nil {
		if kindOf(dir, err) != ErrCorrupt {
			return Report{}, told(dir, fmt.Errorf("record %s: %w", dir, err))
		}
		c.fault(Fault{Kind: FaultPage, Detail: err.Error()})
		return c.report, nil
	}
	defer db.Close()
	if len(c.report.Faults) == 0 && unbegun(ctx, db, dir) {
		return Report{}, fmt.Errorf("%w: it was not begun: the start in %s was interrupted", ErrNoRecord, dir)
	}
	if err := c.run(ctx, db, true); err != nil {
		return c.report, told(dir, err)
	}
	return c.report, nil
}

// unbegun tells whether a start came to its end before there was a record: there
// is no table of events, and the file is smaller than one with all tables, which
// is on disk before the first event.
func unbegun(ctx context.Context, db *sql.DB, dir string) bool {
	const small = 10 * 4096 // a database of the newest schema has more than 20 pages
	info, err := os.Stat(filepath.Join(dir, databaseFile))
	if err != nil || info.Size() > small {
		return false
	}
	var n int
	err = db.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'events'").Scan(&n)
	return err == nil && n == 0
}

// Verify is the function of that name for a journal that is open.
func (j *Journal) Verify(ctx context.Context) (Report, error) {
	c := newChecker(j.dir, j.opts)
	err := c.run(ctx, j.read, j.engine == liteEngine)
	return c.report, told(j.dir, err)
}

// openForReading opens the database of a folder so that nothing is written:
// where the folder cannot be written either, SQLite needs to be told so.
func openForReading(ctx context.Context, dir string) (*sql.DB, error) {
	for _, more := range []string{"&mode=ro", "&mode=ro&immutable=1"} {
		db, err := sql.Open(liteEngine.driver, liteDSN(dir, false)+more)
		if err != nil {
			return nil, err
		}
		if err = db.PingContext(ctx); err == nil {
			_, err = db.ExecContext(ctx, "SELECT COUNT(*) FROM sqlite_schema")
		}
		if err == nil {
			return db, nil
		}
		db.Close()
		if info, e := os.Stat(filepath.Join(dir, databaseFile+"-wal")); kindOf(dir, err) != ErrReadOnly || e == nil && info.Size() > 0 {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w: %s", ErrReadOnly, dir)
}

// checker collects what is wrong.
type checker struct {
	dir    string
	files  *blob.Store
	books  books
	q      *query.Queries // of one moment
	now    *query.Queries // as it is now
	quick  bool           // no evidence
	report Report
}

func newChecker(dir string, opts Options) *checker {
	find := opts.Books
	if find == nil {
		find = rules.Load
	}
	return &checker{dir: dir, files: blob.View(filepath.Join(dir, evidenceDir)), books: remember(find), report: Report{Faults: []Fault{}}}
}

func (c *checker) fault(f Fault) { c.report.Faults = append(c.report.Faults, f) }

// run looks at a database, all at one moment, and at the files. Only an ended
// context is an error: where a part cannot be read that is a fault, and the
// others are looked at.
func (c *checker) run(ctx context.Context, db *sql.DB, lite bool) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: isolation(lite)})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	c.q, c.now = query.New(tx), query.New(db)
	parts := []func(context.Context) error{c.chains, c.views, c.outbox}
	if !c.quick {
		parts = append(parts, c.evidence)
	}
	if lite {
		parts = append([]func(context.Context) error{func(ctx context.Context) error { return c.pages(ctx, tx) }}, parts...)
	}
	for _, part := range parts {
		err := part(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			c.fault(Fault{Kind: FaultPage, Detail: err.Error()})
		}
	}
	return nil
}

func isolation(lite bool) sql.IsolationLevel {
	if lite {
		return sql.LevelDefault // a transaction of SQLite reads one moment
	}
	return sql.LevelRepeatableRead
}

// pages has SQLite look at its pages, and looks at the schema's version.
func (c *checker) pages(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "PRAGMA integrity_check")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var says string
		if err := rows.Scan(&says); err != nil {
			return err
		}
		if says != "ok" {
			c.fault(Fault{Kind: FaultPage, Detail: strings.TrimSpace(says)})
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return c.schema(ctx, tx)
}

// schema compares the objects of the database and its version with those that
// this program makes.
func (c *checker) schema(ctx context.Context, tx *sql.Tx) error {
	want, err := freshSchema()
	if err != nil {
		return err
	}
	got, err := schemaOf(ctx, tx)
	if err != nil {
		return err
	}
	for name, says := range want {
		if got[name] != says {
			c.fault(Fault{Kind: FaultSchema, Detail: name})
		}
	}
	return nil
}

// outbox looks at what is still to be sent on.
func (c *checker) outbox(ctx context.Context) error {
	n, err := c.q.CountOutbox(ctx)
	if err != nil {
		return err
	}
	c.report.Pending = n
	ids, err := c.q.StrayOutbox(ctx)
	for _, id := range ids {
		c.fault(Fault{Kind: FaultOutbox, Event: id})
	}
	return err
}
