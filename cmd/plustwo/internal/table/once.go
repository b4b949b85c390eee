package table

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/web"
)

// Sent is a Record that finds what was sent by the id that its sender gave it. A
// Record may be one.
type Sent interface {
	// Events returns an attempt's events in their order; none where it is not known.
	Events(ctx context.Context, table, id string) ([]attempt.Event, error)
}

var (
	_ Sent           = Journal{}
	_ Sent           = (*Memory)(nil)
	_ web.Rememberer = (*Table)(nil)
)

// DoOnce implements web.Rememberer.
func (t *Table) DoOnce(ctx context.Context, ref, id string, by attempt.Actor, data attempt.Data) (before bool, err error) {
	ev := attempt.Event{By: by, Data: data, Ref: ref}
	err = t.ask(ctx, func() error {
		if before, err = t.own.sent(ctx, id, ev); before || err != nil {
			return err
		}
		return t.own.do(ctx, id, ev)
	})
	return before, err
}

// sent tells whether an event is on record already, sent before the program was
// started again. What was sent to attempts that have begun since is known to who
// asks.
func (o *owner) sent(ctx context.Context, id string, ev attempt.Event) (bool, error) {
	record, ok := o.cfg.Record.(Sent)
	e, err := o.find(ctx, id)
	if !ok || err != nil || e.id == "" || !e.resumed {
		return false, nil // an attempt that is not known is told by do
	}
	events, err := record.Events(ctx, o.cfg.ID, e.id)
	if err != nil {
		return false, nil // the record does not answer: judging goes on
	}
	for _, x := range events {
		if x.Ref != ev.Ref {
			continue
		}
		if !sameSent(x, ev) {
			return false, fmt.Errorf("%w: %s at attempt %s", web.ErrIDUsed, ev.Ref, e.id)
		}
		return true, nil
	}
	return false, nil
}

// sameSent compares what is on record with what is sent. What opens an attempt
// the table completes.
func sameSent(on, ev attempt.Event) bool {
	if on.By != ev.By || on.Kind() != ev.Kind() {
		return false
	}
	if _, opening := ev.Data.(attempt.Open); opening {
		return true
	}
	a, err1 := json.Marshal(on.Data)
	b, err2 := json.Marshal(ev.Data)
	return err1 == nil && err2 == nil && string(a) == string(b)
}
