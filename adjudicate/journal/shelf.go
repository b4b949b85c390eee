package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// Shelf keeps small things beside the record by their ids, for longer than the
// program runs: who may log in, who is logged in. They are no part of the record;
// they may change and go, and Verify reads their pages only.
type Shelf struct {
	j     *Journal
	space string
}

// Shelf returns the shelf of a name.
func (j *Journal) Shelf(name string) Shelf { return Shelf{j, name} }

// maxShelf bounds what one thing takes, in bytes: a session has some 200.
const maxShelf = 64 << 10

// Find returns what is kept under an id and is not over.
func (s Shelf) Find(id string) (value []byte, found bool, err error) {
	value, err = s.j.q.FindShelf(context.Background(), query.FindShelfParams{Space: s.space, ID: id, UntilNs: s.now()})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return value, err == nil, told(s.j.dir, err)
}

// All returns everything that is kept and not over, by its id.
func (s Shelf) All() (map[string][]byte, error) {
	rows, err := s.j.q.ListShelf(context.Background(), query.ListShelfParams{Space: s.space, UntilNs: s.now()})
	if err != nil {
		return nil, told(s.j.dir, err)
	}
	out := map[string][]byte{}
	for _, r := range rows {
		out[r.ID] = r.Value
	}
	return out, nil
}

// Commit keeps something until a time, for ever with the zero time, in place of
// what was there. It comes back when that is on disk.
func (s Shelf) Commit(id string, value []byte, until time.Time) error {
	if err := errors.Join(checkName("shelf", s.space), checkName("id", id)); err != nil {
		return err
	}
	if len(value) > maxShelf {
		return fmt.Errorf("%w: %s/%s has %d bytes: at most %d", ErrEntry, s.space, id, len(value), maxShelf)
	}
	p := query.PutShelfParams{Space: s.space, ID: id, Value: append([]byte{}, value...)}
	if !until.IsZero() {
		p.UntilNs = until.UnixNano()
	}
	now := s.now()
	return s.write(func(ctx context.Context, q *query.Queries) error {
		if err := q.SweepShelf(ctx, now); err != nil {
			return err
		}
		return q.PutShelf(ctx, p)
	})
}

// Delete forgets what is kept under an id, if anything.
func (s Shelf) Delete(id string) error {
	return s.write(func(ctx context.Context, q *query.Queries) error {
		return q.DropShelf(ctx, query.DropShelfParams{Space: s.space, ID: id})
	})
}

func (s Shelf) write(f func(context.Context, *query.Queries) error) error {
	return s.j.writer.ask(context.Background(), func(_ context.Context, d *draft) error {
		d.later(f)
		return nil
	})
}

func (s Shelf) now() int64 { return s.j.opts.Now().UnixNano() }
