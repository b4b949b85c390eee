package journal

import (
	"cmp"
	"context"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// Rebuild makes the views anew from the events and returns of how many attempts.
// Until it is done nothing is recorded, and readers see the old ones.
func (j *Journal) Rebuild(ctx context.Context) (attempts int, err error) {
	err = j.writer.askAlone(ctx, func(ctx context.Context, d *draft) error {
		if err := d.q.ClearAttempts(ctx); err != nil {
			return storeFault{err}
		}
		if err := d.q.ClearEvidence(ctx); err != nil {
			return storeFault{err}
		}
		n, err := rebuildAll(ctx, d.q, j.opts.Books)
		attempts = n
		if err != nil {
			return storeFault{err}
		}
		return nil
	})
	return attempts, err
}

func rebuildAll(ctx context.Context, q *query.Queries, find books) (attempts int, err error) {
	tables, err := q.EventTables(ctx)
	if err != nil {
		return 0, err
	}
	for _, table := range tables {
		err := eachAttempt(ctx, q, find, table, func(r replayed) error {
			if r.view.row.ID != "" {
				attempts++
				row, err := r.view.encode()
				if err != nil {
					return err
				}
				if err := q.PutAttempt(ctx, query.PutAttemptParams(row)); err != nil {
					return err
				}
			}
			for _, f := range r.files {
				if err := q.PutEvidence(ctx, query.PutEvidenceParams(f)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return attempts, err
		}
	}
	return attempts, nil
}

// replayed is what the events of one attempt come to; of id "" what the events
// that are about no attempt come to.
type replayed struct {
	id    string
	view  view             // the zero view where there was no event of an attempt
	files []query.Evidence // in the order of the evidence view
}

// eachAttempt replays the attempts of a table one after the other.
func eachAttempt(ctx context.Context, q *query.Queries, find books, table string, each func(replayed) error) error {
	const page = 1000
	none, err := replay(ctx, q, find, table, "")
	if err != nil {
		return err
	}
	if err := each(none); err != nil {
		return err
	}
	for last := ""; ; {
		ids, err := q.AttemptIDs(ctx, query.AttemptIDsParams{TableID: table, AttemptID: last, Limit: page})
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			r, err := replay(ctx, q, find, table, id)
			if err != nil {
				return err
			}
			if err := each(r); err != nil {
				return err
			}
			last = id
		}
	}
}

// replay makes what one attempt's events come to.
func replay(ctx context.Context, q *query.Queries, find books, table, id string) (replayed, error) {
	out := replayed{id: id}
	rows, err := q.EventsOfAttempt(ctx, query.EventsOfAttemptParams{TableID: table, AttemptID: id})
	if err != nil {
		return out, err
	}
	files := map[string]query.Evidence{}
	for _, row := range rows {
		on := eventOf(row)
		if on.Kind.ofAttempt() {
			e, err := fits(on)
			if err == nil {
				out.view, _ = out.view.step(find, on, e) // a refusal is counted in the view
			}
			continue
		}
		x, err := effectsOf(on)
		if err != nil {
			continue // the live view passes over it too
		}
		if x.released {
			out.view = out.view.released(on)
		}
		x.apply(files)
	}
	for _, f := range files {
		out.files = append(out.files, f)
	}
	slices.SortFunc(out.files, func(a, b query.Evidence) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Hash, b.Hash))
	})
	return out, nil
}
