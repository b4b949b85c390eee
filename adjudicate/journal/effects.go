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
	writes   []func(context.Context, *query.Queries) error
}

func effectsOf(on Event) (effects, error) {
	switch on.Kind {
	case KindEvidence:
		var s Stored
		if err := decode(on, &s); err != nil {
			return effects{}, err
		}
		return effects{writes: stored(on, s)}, nil
	case KindDeleted:
		var x Deletion
		if err := decode(on, &x); err != nil {
			return effects{}, err
		}
		return effects{writes: deleted(on, x)}, nil
	case KindReleased:
		return effects{released: true}, nil
	}
	return effects{}, nil
}

func decode(on Event, into any) error {
	if err := json.Unmarshal(on.Payload, into); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrEntry, on.Kind, err)
	}
	return nil
}

func stored(on Event, s Stored) []func(context.Context, *query.Queries) error {
	if !blob.IsHash(s.Hash) {
		return nil
	}
	return []func(context.Context, *query.Queries) error{func(ctx context.Context, q *query.Queries) error {
		if err := q.DropUnlink(ctx, s.Hash); err != nil {
			return err
		}
		return q.PutEvidence(ctx, query.PutEvidenceParams{TableID: on.Table, AttemptID: on.Attempt, Hash: s.Hash, Kind: plain(string(s.What)),
			MediaType: plain(s.MediaType), Meta: plain(string(s.Meta)), Bytes: s.Bytes, Seq: on.Seq, StoredNs: on.Wall.UnixNano()})
	}}
}

func deleted(on Event, x Deletion) (writes []func(context.Context, *query.Queries) error) {
	for _, hash := range x.Hashes {
		if !blob.IsHash(hash) {
			continue
		}
		writes = append(writes, func(ctx context.Context, q *query.Queries) error {
			err := q.MarkDeleted(ctx, query.MarkDeletedParams{Deleted: plain(string(x.Why)), TableID: on.Table, AttemptID: on.Attempt, Hash: hash})
			if err != nil {
				return err
			}
			n, err := q.CountLive(ctx, hash)
			if err != nil || n > 0 {
				return err // another attempt has the same picture
			}
			return q.AddUnlink(ctx, hash)
		})
	}
	return writes
}
