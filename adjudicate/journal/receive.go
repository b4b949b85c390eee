package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/oklog/ulid/v2"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// Receive puts events of another machine's record on record as they are, all of
// them or none, and comes back when they are on disk. Each must continue its
// table's chain; those that are on record already are passed over, so that
// sending again does no harm. It returns how many were new. The error is
// ErrChain or ErrEntry.
func (j *Journal) Receive(ctx context.Context, events ...Event) (added int, err error) {
	for _, e := range events {
		if err := e.check(); err != nil {
			return 0, err
		}
	}
	err = j.writer.ask(ctx, func(ctx context.Context, d *draft) error {
		n := 0
		for _, e := range events {
			known, err := d.continues(ctx, e)
			if err != nil {
				return err
			}
			if known {
				continue
			}
			if _, err := d.take(ctx, e, false); err != nil {
				return err
			}
			n++
		}
		added = n
		return nil
	})
	if err != nil {
		return 0, err
	}
	return added, nil
}

// check looks at a received event by itself.
func (e Event) check() error {
	id, err := ulid.ParseStrict(e.ID)
	if err != nil || id.String() != e.ID {
		return fmt.Errorf("%w: id %q is no ULID", ErrEntry, e.ID)
	}
	for _, f := range []struct{ name, value string }{{"table", e.Table}, {"attempt", e.Attempt}, {"by.id", e.By.ID}, {"by.role", string(e.By.Role)},
		{"rulebook", e.Rulebook}, {"calibration", e.Calibration}, {"kind", string(e.Kind)}, {"software", e.Software}} {
		if err := checkName(f.name, f.value); err != nil {
			return err
		}
	}
	raw, err := json.Marshal(e.Payload)
	if err != nil || e.Table == "" || len(raw) > maxPayload || !utf8.Valid(raw) || !bytes.Equal(raw, e.Payload) {
		return fmt.Errorf("%w: event %s: its table or payload is not usable", ErrEntry, e.ID)
	}
	if at := e.Wall.UnixNano(); !e.Wall.Equal(wall(at)) {
		return fmt.Errorf("%w: event %s: its wall time %s is none", ErrEntry, e.ID, e.Wall)
	}
	if e.sum() != e.Hash {
		return fmt.Errorf("%w: event %s: its hash is not that of its content", ErrChain, e.ID)
	}
	return nil
}

// continues tells whether an event is on record already; the error is ErrChain
// where it is neither that nor the next of its chain.
func (d *draft) continues(ctx context.Context, e Event) (known bool, err error) {
	c, err := d.chain(ctx, e.Table)
	if err != nil {
		return false, err
	}
	switch {
	case e.Seq < 1 || e.Seq > c.Seq+1:
		return false, fmt.Errorf("%w: table %s has %d events, and got number %d: send those between first", ErrChain, e.Table, c.Seq, e.Seq)
	case e.Seq == c.Seq+1 && (e.Prev != c.Hash || e.ID <= c.ID):
		return false, fmt.Errorf("%w: event %s of table %s does not follow %s", ErrChain, e.ID, e.Table, c.ID)
	case e.Seq == c.Seq+1:
		return false, nil
	}
	for _, x := range d.events {
		if x.Table == e.Table && x.Seq == e.Seq {
			return true, same(e, x.Hash)
		}
	}
	hash, err := d.q.EventHash(ctx, query.EventHashParams{TableID: e.Table, Seq: e.Seq})
	if err != nil {
		return false, storeFault{err}
	}
	return true, same(e, hash)
}

func same(e Event, hash string) error {
	if e.Hash != hash {
		return fmt.Errorf("%w: event %d of table %s is another one here", ErrChain, e.Seq, e.Table)
	}
	return nil
}
