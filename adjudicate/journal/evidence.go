package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/blob"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// EvidenceKind says what a file shows.
type EvidenceKind string

// The kinds.
const (
	Still EvidenceKind = "still" // the puzzle at rest, as the camera saw it
	Drawn EvidenceKind = "drawn" // the same with the measurement
	Clip  EvidenceKind = "clip"
)

// Evidence says what is stored.
type Evidence struct {
	Table     string
	Attempt   string // may be empty
	Kind      EvidenceKind
	MediaType string // such as image/jpeg
	Meta      any    // more about it, kept as JSON: a clip's camera, the times of its pictures; nil for nothing
	By        attempt.Actor
	At        attempt.Time
}

// File describes a file of evidence.
type File struct {
	Table     string
	Attempt   string
	Hash      string
	Kind      EvidenceKind
	MediaType string
	Meta      json.RawMessage // as it was given; nil for nothing
	Bytes     int64
	Deleted   Why  // empty while it is kept
	Pinned    bool // of a disputed attempt that nobody has released
}

// Put stores a picture or clip and puts it on record. It returns the content's
// SHA-256, by which events name it, when the file, its name and the event are on
// disk, in this order.
func (j *Journal) Put(ctx context.Context, what Evidence, content io.Reader) (hash string, err error) {
	if what.Kind != Still && what.Kind != Drawn && what.Kind != Clip {
		return "", fmt.Errorf("%w: evidence is a %s, %s or %s, not %q", ErrEntry, Still, Drawn, Clip, what.Kind)
	}
	if err := checkName("media type", what.MediaType); err != nil {
		return "", err
	}
	e := Entry{Table: what.Table, Attempt: what.Attempt, Kind: KindEvidence, By: what.By, At: what.At, Data: what.Meta}
	meta, err := e.payload()
	if err != nil {
		return "", err
	}
	if what.Meta == nil {
		meta = nil
	}
	j.moving.RLock()
	defer j.moving.RUnlock()
	hash, size, err := j.files.Put(ctx, content)
	if err != nil {
		err = told(j.dir, fmt.Errorf("evidence: %w", err))
		j.sweeper.tell(err)
		return "", err
	}
	e.Data = Stored{Hash: hash, What: what.Kind, MediaType: what.MediaType, Bytes: size, Meta: meta}
	raw, err := e.payload()
	if err != nil {
		return "", err
	}
	if _, err := j.record(ctx, []Entry{e}, [][]byte{raw}); err != nil {
		return "", err // the file stays: Sweep deletes what no event names
	}
	return hash, nil
}

// Restore brings back the file of evidence that is on record: one that came from
// another machine after its event, or one that was lost or damaged. Errors wrap
// ErrUnknown, ErrDeleted, or ErrAltered where the content is not what is on record.
func (j *Journal) Restore(ctx context.Context, hash string, content io.Reader) error {
	j.moving.RLock()
	defer j.moving.RUnlock()
	if _, err := j.q.LiveEvidence(ctx, hash); errors.Is(err, sql.ErrNoRows) {
		return j.gone(ctx, hash)
	} else if err != nil {
		return told(j.dir, err)
	}
	err := j.files.PutAs(ctx, hash, content)
	if errors.Is(err, blob.ErrAltered) {
		return fmt.Errorf("%w: evidence %w", ErrAltered, err)
	}
	return told(j.dir, err)
}

// Evidence opens a file of evidence after its content was found to have its
// hash. Errors wrap ErrUnknown, ErrDeleted or ErrAltered.
func (j *Journal) Evidence(ctx context.Context, hash string) (io.ReadSeekCloser, File, error) {
	row, err := j.q.LiveEvidence(ctx, hash)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, File{}, j.gone(ctx, hash)
	}
	if err != nil {
		return nil, File{}, told(j.dir, err)
	}
	f, err := j.files.Open(hash)
	if err != nil {
		return nil, File{}, fmt.Errorf("%w: evidence %w", ErrAltered, err)
	}
	if err := j.whole.check(f, hash, row.Bytes); err != nil {
		f.Close()
		return nil, File{}, fmt.Errorf("%w: evidence %s: %w", ErrAltered, hash, err)
	}
	return f, fileOf(row), nil
}

// gone says why there is no evidence of a hash.
func (j *Journal) gone(ctx context.Context, hash string) error {
	n, err := j.q.CountMentions(ctx, hash)
	switch {
	case err != nil:
		return told(j.dir, err)
	case n > 0:
		return fmt.Errorf("%w: evidence %s", ErrDeleted, hash)
	}
	return fmt.Errorf("%w: evidence %q", ErrUnknown, hash)
}

func fileOf(r query.Evidence) File {
	f := File{Table: r.TableID, Attempt: r.AttemptID, Hash: r.Hash, Kind: EvidenceKind(r.Kind), MediaType: r.MediaType,
		Bytes: r.Bytes, Deleted: Why(r.Deleted)}
	if r.Meta != "" {
		f.Meta = json.RawMessage(r.Meta)
	}
	return f
}

// Files lists the evidence of an attempt, in the order in which it was stored,
// deleted files too.
func (j *Journal) Files(ctx context.Context, table, attempt string) ([]File, error) {
	rows, err := j.q.EvidenceOfAttempt(ctx, query.EvidenceOfAttemptParams{TableID: table, AttemptID: attempt})
	if err != nil {
		return nil, told(j.dir, err)
	}
	v, err := findView(ctx, j.q, key{table, attempt})
	if err != nil {
		return nil, told(j.dir, err)
	}
	out := []File{}
	for _, r := range rows {
		f := fileOf(r)
		f.Pinned = f.Deleted == "" && v.row.Disputed == 1 && v.row.Released == 0
		out = append(out, f)
	}
	return out, nil
}

// machine is who does what nobody does by hand.
var machine = attempt.Actor{Role: rules.Device, ID: "journal"}

// whole remembers which files were found to have their hash, so that a clip that
// is read in parts is not hashed for each of them.
type whole struct {
	mu    sync.Mutex
	known map[string]os.FileInfo
}

// check compares a file with its hash and goes back to its beginning.
func (w *whole) check(f *os.File, hash string, size int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w.mu.Lock()
	old := w.known[hash]
	w.mu.Unlock()
	if old != nil && os.SameFile(old, info) && old.Size() == info.Size() && old.ModTime().Equal(info.ModTime()) {
		return nil
	}
	if err := blob.Compare(f, hash, size); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	const most = 1000 // files that are remembered
	if w.known == nil || len(w.known) >= most {
		w.known = map[string]os.FileInfo{}
	}
	w.known[hash] = info
	_, err = f.Seek(0, io.SeekStart)
	return err
}
