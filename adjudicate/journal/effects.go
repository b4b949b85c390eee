package journal

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/journal/internal/blob"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// Stored is the data of KindEvidence: a file that was stored.
type Stored struct {
	Hash      string          `json:"hash"` // SHA-256 in hexadecimal
	What      EvidenceKind    `json:"what"`
	MediaType string          `json:"media_type"`
	Bytes     int64           `json:"bytes"`
	Meta      json.RawMessage `json:"meta,omitempty"`
}

// Deletion is the data of KindDeleted: files of one attempt that were deleted.
type Deletion struct {
	Hashes []string `json:"hashes"`
	Why    Why      `json:"why"`
	Bytes  int64    `json:"bytes"` // of all of them
}

// Release is the data of KindReleased.
type Release struct {
	Note string `json:"note,omitempty"`
}

// Why files were deleted.
type Why string

// The reasons.
const (
	WhyAge      Why = "age"      // undisputed, and old enough
	WhyReleased Why = "released" // disputed, and released
	WhyExpired  Why = "expired"  // disputed, and older than that is kept
	WhySize     Why = "size"     // to stay below the cap
	WhyForget   Why = "forget"   // the person asked for it
)

// effects are what an event that is none of an attempt's does to the views.
type effects struct {
	released bool
	stored   *query.Evidence
	deleted  []string // hashes
	why      Why
}

func effectsOf(on Event) (effects, error) {
	switch on.Kind {
	case KindEvidence:
		var s Stored
		if err := decode(on, &s); err != nil {
			return effects{}, err
		}
		return effects{stored: &query.Evidence{TableID: on.Table, AttemptID: on.Attempt, Hash: s.Hash, Kind: plain(string(s.What)),
			MediaType: plain(s.MediaType), Meta: plain(string(s.Meta)), Bytes: s.Bytes, Seq: on.Seq, StoredNs: on.Wall.UnixNano()}}, nil
	case KindDeleted:
		var x Deletion
		if err := decode(on, &x); err != nil {
			return effects{}, err
		}
		return effects{deleted: x.Hashes, why: x.Why}, nil
	case KindReleased:
		return effects{released: true}, nil
	}
	return effects{}, nil
}

// decode reads an event's data. Hashes must be some: they become names of files.
func decode(on Event, into any) error {
	if err := json.Unmarshal(on.Payload, into); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrEntry, on.Kind, err)
	}
	var hashes []string
	switch x := into.(type) {
	case *Stored:
		hashes = []string{x.Hash}
	case *Deletion:
		hashes = x.Hashes
	}
	for _, h := range hashes {
		if !blob.IsHash(h) {
			return fmt.Errorf("%w: %s: %q is no SHA-256", ErrEntry, on.Kind, h)
		}
	}
	return nil
}

// apply does to an attempt's evidence, by hash, what write does to the store's.
func (x effects) apply(files map[string]query.Evidence) {
	if x.stored != nil {
		files[x.stored.Hash] = *x.stored
	}
	for _, hash := range x.deleted {
		if f, ok := files[hash]; ok {
			f.Deleted = plain(string(x.why))
			files[hash] = f
		}
	}
}

// write brings the effects on evidence into the store.
func (x effects) write(ctx context.Context, q *query.Queries, on Event) error {
	if x.stored != nil {
		if err := q.DropUnlink(ctx, x.stored.Hash); err != nil {
			return err
		}
		if err := q.PutEvidence(ctx, query.PutEvidenceParams(*x.stored)); err != nil {
			return err
		}
	}
	for _, hash := range x.deleted {
		err := q.MarkDeleted(ctx, query.MarkDeletedParams{Deleted: plain(string(x.why)), TableID: on.Table, AttemptID: on.Attempt, Hash: hash})
		if err != nil {
			return err
		}
		n, err := q.CountLive(ctx, hash)
		if err != nil {
			return err
		}
		if n > 0 {
			continue // another attempt has the same picture
		}
		if err := q.AddUnlink(ctx, hash); err != nil {
			return err
		}
	}
	return nil
}
