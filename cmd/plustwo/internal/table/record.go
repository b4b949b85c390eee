package table

import (
	"context"
	"errors"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
)

// unsaved is what could not be put on record yet.
type unsaved struct {
	id   string
	ev   *attempt.Event
	kept *Kept
}

const (
	// patience is how long the record may take before the table goes on without.
	patience = 5 * time.Second
	// again is how soon it is tried again: a disk that hangs must not keep the table.
	again = attempt.Time(2 * time.Second)
)

// put puts an event on record.
func (o *owner) put(id string, ev attempt.Event) {
	o.backlog = append(o.backlog, unsaved{id: id, ev: &ev})
	o.save(context.Background())
}

// keep puts what belongs to an attempt on record.
func (o *owner) keep(e *entry) {
	k := e.kept
	o.backlog = append(o.backlog, unsaved{id: e.id, kept: &k})
	o.save(context.Background())
}

// save writes what is not on record, in order, as far as that goes. Where it
// failed it is tried again after a while.
func (o *owner) save(ctx context.Context) {
	if o.trouble != nil && o.now() < o.retry && !o.leaving {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var err error
	for len(o.backlog) > 0 && err == nil {
		begin := time.Now()
		u := o.backlog[0]
		if u.ev != nil {
			err = o.cfg.Record.Append(ctx, o.cfg.ID, u.id, *u.ev)
		} else {
			err = o.cfg.Record.Keep(ctx, o.cfg.ID, u.id, *u.kept)
		}
		if errors.Is(err, ErrUnfit) {
			// It was written by a try whose answer was lost, or never will be.
			o.cfg.Log.Error("left out of the record", "attempt", u.id, "err", err)
			err = nil
		}
		if err == nil {
			o.backlog = o.backlog[1:]
			o.cfg.Metrics.saved(o.cfg.ID, time.Since(begin))
		}
	}
	if (err == nil) != (o.trouble == nil) {
		o.dirty = true
		if err != nil {
			o.cfg.Log.Error("the record cannot be written", "err", err)
		} else {
			o.cfg.Log.Info("the record is whole again")
		}
	}
	o.trouble, o.retry = err, o.now()+again
	o.cfg.Metrics.backlog(o.cfg.ID, len(o.backlog))
}
