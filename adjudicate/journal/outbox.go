package journal

import (
	"context"

	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// Pending returns what is still to be sent on, in order, at most limit. Nothing
// is ever pending without Options.Outbox.
func (j *Journal) Pending(ctx context.Context, limit int) ([]Event, error) {
	rows, err := j.q.Outbox(ctx, most(limit))
	if err != nil {
		return nil, told(j.dir, err)
	}
	return eventsOf(rows), nil
}

// Ack says that the other side has events in its record; they are pending no
// longer. Ids that are not pending do no harm.
func (j *Journal) Ack(ctx context.Context, ids ...string) error {
	return j.writer.ask(ctx, func(_ context.Context, d *draft) error {
		for _, id := range ids {
			d.later(func(ctx context.Context, q *query.Queries) error { return q.AckOutbox(ctx, id) })
		}
		return nil
	})
}
