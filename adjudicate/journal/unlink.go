package journal

import (
	"context"
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/journal/internal/blob"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// unlink deletes the files whose deletion is on record. What a crash leaves is
// done at the next start.
func (j *Journal) unlink(ctx context.Context) error {
	j.moving.Lock()
	defer j.moving.Unlock()
	hashes, err := j.q.Unlinks(ctx)
	if err != nil || len(hashes) == 0 {
		return told(j.dir, err)
	}
	for _, hash := range hashes {
		if err := j.files.Remove(hash); err != nil {
			return told(j.dir, fmt.Errorf("evidence: %w", err))
		}
	}
	return j.writer.ask(ctx, func(_ context.Context, d *draft) error {
		for _, hash := range hashes {
			d.later(func(ctx context.Context, q *query.Queries) error { return q.DropUnlink(ctx, hash) })
		}
		return nil
	})
}

// sweepStrays deletes files that no event names: a crash, or a full disk, came
// between the file and its event.
func (j *Journal) sweepStrays(ctx context.Context) error {
	j.moving.Lock()
	defer j.moving.Unlock()
	live, err := j.q.LiveFiles(ctx)
	if err != nil {
		return told(j.dir, err)
	}
	named := map[string]bool{}
	for _, f := range live {
		named[f.Hash] = true
	}
	before := j.abandoned()
	err = j.files.Walk(func(hash, path string) error {
		if hash == "" || named[hash] || !blob.Older(path, before) {
			return nil
		}
		return j.files.Remove(hash)
	})
	return told(j.dir, err)
}
