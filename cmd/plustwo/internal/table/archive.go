package table

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/stream/web"
)

// Archive is a Record that can be taken along, and notes who did. A Record may be one.
type Archive interface {
	// History returns an attempt's events as they are on record, one JSON object a line.
	History(ctx context.Context, table, id string) ([]byte, error)
	// Exported puts on record that somebody took an attempt along, by the hash of
	// the list of what was taken.
	Exported(ctx context.Context, table, id string, by attempt.Actor, manifest string) error
}

var (
	_ Archive      = Journal{}
	_ web.Archive  = (*Table)(nil)
	_ web.Recaller = (*Table)(nil)
)

// Recall implements web.Recaller.
func (t *Table) Recall(ctx context.Context, id string) (*web.Shown, error) {
	_, k, err := t.Case(ctx, id)
	return k.Shown, err
}

// Record implements web.Archive; it is empty where the record cannot be taken along.
func (t *Table) Record(ctx context.Context, id string) ([]byte, error) {
	a, ok := t.cfg.Record.(Archive)
	if !ok {
		return nil, nil
	}
	return a.History(ctx, t.cfg.ID, id)
}

// Exported implements web.Archive.
func (t *Table) Exported(ctx context.Context, id string, by attempt.Actor, manifest string) error {
	a, ok := t.cfg.Record.(Archive)
	if !ok {
		return nil
	}
	return a.Exported(ctx, t.cfg.ID, id, by, manifest)
}

// History implements Archive.
func (j Journal) History(ctx context.Context, table, id string) ([]byte, error) {
	all, err := j.Journal.History(ctx, table, id)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	for i := range all {
		if err := enc.Encode(all[i]); err != nil {
			return nil, fmt.Errorf("writing event %s of attempt %q: %w", all[i].ID, id, err)
		}
	}
	return out.Bytes(), nil
}

// exported is what a record says of an attempt that was taken along.
type exported struct {
	Manifest string `json:"manifest"` // SHA-256 of manifest.json
}

// Exported implements Archive.
func (j Journal) Exported(ctx context.Context, table, id string, by attempt.Actor, manifest string) error {
	_, err := j.Journal.Append(ctx, journal.Entry{Table: table, Attempt: id, Kind: journal.KindExport, By: by, Data: exported{manifest}})
	return err
}
