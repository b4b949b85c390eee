package journal

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// key names an attempt.
type key struct{ table, id string }

// draft is a transaction on its way: what it has read, and what it will write
// once every request has had its say.
type draft struct {
	j      *Journal
	q      *query.Queries
	ids    *ids
	chains map[string]query.Chain
	views  map[key]view
	dirty  map[key]bool
	events []Event
	writes []func(context.Context, *query.Queries) error
}

func newDraft(j *Journal, q *query.Queries, g *ids) *draft {
	return &draft{j: j, q: q, ids: g, chains: map[string]query.Chain{}, views: map[key]view{}, dirty: map[key]bool{}}
}

// clone copies what a request may change.
func (d *draft) clone() *draft {
	c := *d
	c.chains, c.views, c.dirty = maps.Clone(d.chains), maps.Clone(d.views), maps.Clone(d.dirty)
	c.events, c.writes = slices.Clip(d.events), slices.Clip(d.writes)
	return &c
}

// chain returns the end of a table's chain.
func (d *draft) chain(ctx context.Context, table string) (query.Chain, error) {
	if c, ok := d.chains[table]; ok {
		return c, nil
	}
	c, err := d.q.LockChain(ctx, table)
	if errors.Is(err, sql.ErrNoRows) {
		c, err = query.Chain{TableID: table}, nil
	}
	if err != nil {
		return c, storeFault{err}
	}
	d.chains[table] = c
	return c, nil
}

// view returns an attempt as far as it has come.
func (d *draft) view(ctx context.Context, k key) (view, error) {
	if v, ok := d.views[k]; ok {
		return v, nil
	}
	v, err := findView(ctx, d.q, k)
	if err != nil {
		return v, storeFault{err}
	}
	d.views[k] = v
	return v, nil
}

// findView reads an attempt; the zero view where there is none.
func findView(ctx context.Context, q *query.Queries, k key) (view, error) {
	row, err := q.Attempt(ctx, query.AttemptParams{TableID: k.table, ID: k.id})
	if errors.Is(err, sql.ErrNoRows) {
		return view{}, nil
	}
	if err != nil {
		return view{}, err
	}
	return viewOf(row)
}

// seal makes the next event of a table's chain from an entry and its data.
func (d *draft) seal(ctx context.Context, e Entry, payload []byte) (Event, error) {
	c, err := d.chain(ctx, e.Table)
	if err != nil {
		return Event{}, err
	}
	wall := d.j.opts.Now().UTC().Round(0)
	id, err := d.ids.next(wall)
	if err != nil {
		return Event{}, err
	}
	if e.At == 0 && !e.Kind.ofAttempt() {
		e.At = attempt.Time(c.AtNs)
	}
	on := Event{Table: e.Table, Seq: c.Seq + 1, ID: id, Kind: e.Kind, Attempt: e.Attempt, By: e.By, At: e.At, Wall: wall,
		Schema: SchemaNo, Software: d.j.opts.Software, Rulebook: e.Rulebook, Calibration: e.Calibration, Payload: payload, Prev: c.Hash}
	return on, nil
}

// add puts a sealed event at the end of its chain.
func (d *draft) add(on Event, outbox bool) Event {
	on.Hash = on.sum()
	d.chains[on.Table] = query.Chain{TableID: on.Table, Seq: on.Seq, ID: on.ID, Hash: on.Hash,
		AtNs: int64(on.At)}
	d.events = append(d.events, on)
	d.later(func(ctx context.Context, q *query.Queries) error {
		if err := q.AddEvent(ctx, on.row()); err != nil || !outbox {
			return err
		}
		return q.AddOutbox(ctx, query.AddOutboxParams{ID: on.ID, TableID: on.Table, Seq: on.Seq})
	})
	return on
}

func (d *draft) later(write func(context.Context, *query.Queries) error) {
	d.writes = append(d.writes, write)
}

func (d *draft) put(k key, v view) { d.views[k], d.dirty[k] = v, true }

// store writes the draft.
func (d *draft) store(ctx context.Context) error {
	for _, write := range d.writes {
		if err := write(ctx, d.q); err != nil {
			return err
		}
	}
	changed := map[string]bool{}
	for _, e := range d.events {
		changed[e.Table] = true
	}
	for table := range changed {
		c := d.chains[table]
		if err := d.q.PutChain(ctx, query.PutChainParams(c)); err != nil {
			return err
		}
	}
	for k := range d.dirty {
		row, err := d.views[k].encode()
		if err != nil {
			return err
		}
		if err := d.q.PutAttempt(ctx, query.PutAttemptParams(row)); err != nil {
			return err
		}
	}
	return nil
}
