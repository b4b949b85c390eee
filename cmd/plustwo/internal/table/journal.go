package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// Journal is a record on disk as tables use it.
type Journal struct{ *journal.Journal }

var (
	_ Record   = Journal{}
	_ Evidence = Journal{}
)

// unfits are the errors of an event that does not fit its attempt.
var unfits = []error{attempt.ErrEvent, attempt.ErrRulebook, attempt.ErrPhase, attempt.ErrRole, attempt.ErrDecided, attempt.ErrFrozen,
	attempt.ErrDoubleTap, attempt.ErrStale, attempt.ErrHeld, attempt.ErrTime, attempt.ErrReason, attempt.ErrLate, attempt.ErrEvidence,
	journal.ErrEntry}

// Append implements Record.
func (j Journal) Append(ctx context.Context, table, id string, e attempt.Event) error {
	_, err := j.Journal.Append(ctx, journal.Of(table, id, e))
	if slices.ContainsFunc(unfits, func(x error) bool { return errors.Is(err, x) }) {
		return fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	return err
}

// Begun puts on record that a table begins to run, by a rulebook; the program's
// version goes with every event.
func (j Journal) Begun(ctx context.Context, table, rulebook string) error {
	_, err := j.Journal.Append(ctx, journal.Entry{Table: table, Kind: journal.KindStart, Rulebook: rulebook,
		By: attempt.Actor{Role: rules.Device, ID: table}})
	return err
}

// Keep implements Record.
func (j Journal) Keep(ctx context.Context, table, id string, k Kept) error {
	_, err := j.Journal.Append(ctx, journal.Entry{Table: table, Attempt: id, Kind: journal.KindObservation,
		By: attempt.Actor{Role: rules.Device, ID: table}, Data: k})
	return err
}

// Find implements Record.
func (j Journal) Find(ctx context.Context, table, id string) (attempt.State, Kept, error) {
	s, err := j.Journal.Attempt(ctx, table, id)
	if errors.Is(err, journal.ErrUnknown) {
		return s, Kept{}, fmt.Errorf("%w: %q: %w", web.ErrNoAttempt, id, err)
	}
	if err != nil {
		return s, Kept{}, err
	}
	all, err := j.Journal.History(ctx, table, id)
	var k Kept
	for _, e := range all {
		if e.Kind == journal.KindObservation {
			k = Kept{} // the last one stands
			err = errors.Join(err, json.Unmarshal(e.Payload, &k))
		}
	}
	return s, k, err
}

// Open implements Record.
func (j Journal) Open(ctx context.Context, table string) ([]string, error) {
	r, err := j.Journal.Resume(ctx, table, 0)
	var out []string
	for _, s := range r.Open {
		out = append(out, s.Opened.ID)
	}
	return out, err
}

// Put implements Evidence.
func (j Journal) Put(ctx context.Context, table, id string, kind EvidenceKind, at attempt.Time, jpeg []byte) error {
	_, err := j.Journal.Put(ctx, journal.Evidence{Table: table, Attempt: id, Kind: journal.EvidenceKind(kind), MediaType: "image/jpeg",
		By: attempt.Actor{Role: rules.Device, ID: table}, At: at}, bytes.NewReader(jpeg))
	return err
}

// Get implements Evidence.
func (j Journal) Get(ctx context.Context, hash string) (io.ReadSeekCloser, string, error) {
	f, what, err := j.Journal.Evidence(ctx, hash)
	if errors.Is(err, journal.ErrUnknown) || errors.Is(err, journal.ErrDeleted) {
		return nil, "", fmt.Errorf("%w: %w", web.ErrNoEvidence, err)
	}
	return f, what.MediaType, err
}

// ClipStore keeps the recordings of one table in the record.
type ClipStore struct {
	Journal
	Table string
}

// PutClip keeps an MP4 of an attempt and returns its content hash.
func (c ClipStore) PutClip(ctx context.Context, id string, k web.Clip, content io.Reader) (string, error) {
	var at attempt.Time
	if n := len(k.Frames); n > 0 {
		at = k.Frames[n-1]
	}
	return c.Journal.Journal.Put(ctx, journal.Evidence{Table: c.Table, Attempt: id, Kind: journal.Clip, MediaType: "video/mp4",
		Meta: map[string]any{"camera": k.Camera, "width": k.Width, "height": k.Height, "frames_ns": k.Frames},
		By:   attempt.Actor{Role: rules.Device, ID: c.Table}, At: at}, content)
}
