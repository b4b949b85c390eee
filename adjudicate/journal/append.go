package journal

import (
	"context"
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// Append puts entries on record, in their order, all of them or none, and comes
// back when they are on disk. An event that its attempt's state machine refuses
// is refused here too, with that error, so that nothing is decided twice. The
// error is ErrUnsure where the context ended before the answer came.
func (j *Journal) Append(ctx context.Context, entries ...Entry) ([]Event, error) {
	payloads := make([][]byte, len(entries))
	for i, e := range entries {
		raw, err := e.payload()
		if err != nil {
			return nil, err
		}
		if !open[e.Kind] && !e.Kind.ofAttempt() {
			return nil, fmt.Errorf("%w: kind %q is not known, or not Append's", ErrEntry, e.Kind)
		}
		payloads[i] = raw
	}
	return j.record(ctx, entries, payloads)
}

// record is Append for every kind.
func (j *Journal) record(ctx context.Context, entries []Entry, payloads [][]byte) ([]Event, error) {
	var out []Event
	err := j.writer.ask(ctx, func(ctx context.Context, d *draft) error {
		out = nil
		for i, e := range entries {
			on, err := d.seal(ctx, e, payloads[i])
			if err != nil {
				return err
			}
			if on, err = d.take(ctx, on, true); err != nil {
				return err
			}
			out = append(out, on)
		}
		return nil
	})
	if err != nil {
		j.sweeper.tell(err)
		return nil, err
	}
	return out, nil
}

// take puts an event into the draft and the views. Unless strict, an event that
// does not fit its attempt is counted instead of refused: what another machine
// has on record is on record.
func (d *draft) take(ctx context.Context, on Event, strict bool) (Event, error) {
	if on.Kind.ofAttempt() {
		k := key{on.Table, on.Attempt}
		v, err := d.view(ctx, k)
		if err != nil {
			return on, err
		}
		e, err := fits(on)
		if err == nil {
			if strict && on.Rulebook == "" {
				on.Rulebook = plain(v.opening(e))
			}
			v, err = v.step(d.j.opts.Books, on, e)
		}
		if err != nil && strict {
			return on, err
		}
		if v.row.ID != "" {
			d.put(k, v)
		}
		return d.add(on, d.j.opts.Outbox), nil
	}
	x, err := effectsOf(on)
	if err != nil && strict {
		return on, err
	}
	if x.released {
		k := key{on.Table, on.Attempt}
		v, err := d.view(ctx, k)
		if err != nil {
			return on, err
		}
		if v.row.ID != "" {
			d.put(k, v.released(on))
		}
	}
	on = d.add(on, d.j.opts.Outbox)
	d.later(func(ctx context.Context, q *query.Queries) error { return x.write(ctx, q, on) })
	return on, nil
}

// fits reads an event of an attempt and compares it with what carries it.
func fits(on Event) (attempt.Event, error) {
	e, _, err := on.attemptEvent()
	switch {
	case err != nil:
		return e, err
	case on.Attempt == "":
		return e, fmt.Errorf("%w: %s: attempt is missing", ErrEntry, on.Kind)
	case on.Kind != Kind(attemptKind+string(e.Kind())) || on.At != e.At || on.By != e.By:
		return e, fmt.Errorf("%w: %s: kind, at and by must be those of the event: use Of", ErrEntry, on.Kind)
	}
	return e, nil
}
