package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Retention says how long footage is kept.
type Retention struct {
	Undisputed time.Duration // footage of attempts that nobody disputed
	Disputed   time.Duration // of the others, unless somebody releases it earlier
	MaxBytes   int64         // of all footage; 0 for no cap
	MinFree    int64         // bytes that the disk should have left; 0 where that does not matter
	// For want of room undisputed footage goes, oldest first, disputed never.
}

// DefaultRetention keeps disputed footage as long as score sheets (WCRP 5.5),
// the rest until everybody has gone home, and room for some hundred clips of
// 20 s (10 MB each at 4 Mbit/s).
var DefaultRetention = Retention{Undisputed: 24 * time.Hour, Disputed: 90 * 24 * time.Hour, MinFree: 1 << 30}

// Swept is what a sweep did.
type Swept struct {
	Files int   // deleted
	Bytes int64 // of them
	Kept  int64 // bytes that remain
	Over  int64 // bytes that are too many all the same: what must be kept
}

// kept is one file that is kept.
type kept = query.LiveFilesRow

// why tells why a file is to be deleted now, empty where it is kept.
func (r Retention) why(f kept, now time.Time) Why {
	age := now.Sub(time.Unix(0, f.StoredNs))
	switch {
	case f.Waiting != "":
		return ""
	case f.Disputed == 1 && f.Released == 1:
		return WhyReleased
	case f.Disputed == 1 && age > r.Disputed:
		return WhyExpired
	case f.Disputed == 0 && age > r.Undisputed:
		return WhyAge
	}
	return ""
}

// choose returns the files to be deleted, by reason, where the disk has some
// bytes left.
func (r Retention) choose(files []kept, now time.Time, free int64) (map[Why][]kept, Swept) {
	out := map[Why][]kept{}
	var s Swept
	var may []kept // be deleted for want of room
	for _, f := range files {
		switch why := r.why(f, now); {
		case why != "":
			out[why] = append(out[why], f)
			s.Files++
			s.Bytes += f.Bytes
			continue
		case f.Disputed == 0 && f.Finished == 1:
			may = append(may, f)
		}
		s.Kept += f.Bytes
	}
	over := max(0, r.MinFree-free-s.Bytes)
	if r.MaxBytes > 0 {
		over = max(over, s.Kept-r.MaxBytes)
	}
	for ; over > 0 && len(may) > 0; may = may[1:] {
		out[WhySize] = append(out[WhySize], may[0])
		s.Files++
		s.Bytes += may[0].Bytes
		s.Kept -= may[0].Bytes
		over -= may[0].Bytes
	}
	s.Over = max(0, over)
	return out, s
}

// Sweep deletes the footage that need not be kept any longer, and files that no
// event names. Each deletion is an event, on disk before the file goes.
// Where the disk is full, the room that the journal holds back is used for that.
func (j *Journal) Sweep(ctx context.Context, r Retention) (Swept, error) {
	out, err := j.sweep(ctx, r)
	if errors.Is(err, ErrFull) && j.reserve.free() {
		out, err = j.sweep(ctx, r)
	}
	if e := j.reserve.fill(); err == nil && !errors.Is(told(j.dir, e), ErrFull) {
		err = told(j.dir, e)
	}
	return out, err
}

func (j *Journal) sweep(ctx context.Context, r Retention) (Swept, error) {
	free, err := Free(j.dir)
	if err != nil {
		return Swept{}, err
	}
	// Mostly there is nothing to do, and then nobody has to wait for it.
	files, err := j.q.LiveFiles(ctx)
	if err != nil {
		return Swept{}, told(j.dir, err)
	}
	gone, out := r.choose(files, j.opts.Now(), free)
	if len(gone) == 0 {
		return out, errors.Join(j.unlink(ctx), j.sweepStrays(ctx))
	}
	err = j.writer.askAlone(ctx, func(ctx context.Context, d *draft) error {
		files, err := d.q.LiveFiles(ctx)
		if err != nil {
			return storeFault{err}
		}
		gone, out = r.choose(files, j.opts.Now(), free)
		return d.delete(ctx, machine, gone)
	})
	if err != nil {
		return Swept{}, err
	}
	if err := j.unlink(ctx); err != nil {
		return out, err
	}
	return out, j.sweepStrays(ctx)
}

// maxDeleted is how many files one event tells of, so that it stays small.
const maxDeleted = 1000

// delete puts the deletion of files into the draft: one event for each attempt
// and reason.
func (d *draft) delete(ctx context.Context, by attempt.Actor, gone map[Why][]kept) error {
	for _, why := range []Why{WhyAge, WhyReleased, WhyExpired, WhySize, WhyForget} {
		var order []key
		groups := map[key][]kept{}
		for _, f := range gone[why] {
			k := key{f.TableID, f.AttemptID}
			if groups[k] == nil {
				order = append(order, k)
			}
			groups[k] = append(groups[k], f)
		}
		for _, k := range order {
			for files := range slices.Chunk(groups[k], maxDeleted) {
				x := Deletion{Why: why}
				for _, f := range files {
					x.Hashes = append(x.Hashes, f.Hash)
					x.Bytes += f.Bytes
				}
				if err := d.note(ctx, Entry{Table: k.table, Attempt: k.id, Kind: KindDeleted, By: by}, x); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// note puts an event with some data into the draft.
func (d *draft) note(ctx context.Context, e Entry, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	on, err := d.seal(ctx, e, raw)
	if err != nil {
		return err
	}
	_, err = d.take(ctx, on, true)
	return err
}

// Release says that the footage of a disputed attempt need not be kept any
// longer; the next sweep deletes it. It takes a Delegate. Should somebody call a
// Delegate again the release holds no more.
func (j *Journal) Release(ctx context.Context, table, id string, by attempt.Actor, note string) error {
	if by.Role != rules.Delegate {
		return fmt.Errorf("%w: a Delegate releases footage", attempt.ErrRole)
	}
	e := Entry{Table: table, Attempt: id, Kind: KindReleased, By: by, Data: Release{note}}
	raw, err := e.payload()
	if err != nil {
		return err
	}
	return j.writer.ask(ctx, func(ctx context.Context, d *draft) error {
		v, err := d.view(ctx, key{table, id})
		switch {
		case err != nil:
			return err
		case v.row.ID == "":
			return fmt.Errorf("%w: attempt %q at table %s", ErrUnknown, id, table)
		case v.row.Waiting != "":
			return fmt.Errorf("%w: attempt %s waits for a Delegate (%s): decide first", attempt.ErrFrozen, id, v.row.Waiting)
		}
		on, err := d.seal(ctx, e, raw)
		if err != nil {
			return err
		}
		_, err = d.take(ctx, on, true)
		return err
	})
}

// Forgotten is what Forget did.
type Forgotten struct {
	Attempts int       `json:"attempts"` // whose footage was deleted
	Files    int       `json:"files"`    // deleted
	Bytes    int64     `json:"bytes"`    // of them
	Kept     []Summary `json:"kept"`     // attempts whose footage stays, since they wait for a Delegate
}

// Forget deletes all footage of a competitor. Attempts that wait for a Delegate
// keep theirs until that is done, unless all is set.
func (j *Journal) Forget(ctx context.Context, competitor string, by attempt.Actor, all bool) (Forgotten, error) {
	if competitor == "" {
		return Forgotten{}, fmt.Errorf("%w: competitor is missing: attempts without one are nobody's", ErrEntry)
	}
	var out Forgotten
	err := j.writer.askAlone(ctx, func(ctx context.Context, d *draft) error {
		out = Forgotten{Kept: []Summary{}}
		rows, err := d.q.OfCompetitor(ctx, competitor)
		if err != nil {
			return storeFault{err}
		}
		mine := map[key]bool{}
		for _, r := range rows {
			if r.Waiting != "" && !all {
				out.Kept = append(out.Kept, summary(query.QueueRow(r)))
				continue
			}
			mine[key{r.TableID, r.ID}] = true
		}
		files, err := d.q.LiveFiles(ctx)
		if err != nil {
			return storeFault{err}
		}
		var gone []kept
		touched := map[key]bool{}
		for _, f := range files {
			if k := (key{f.TableID, f.AttemptID}); mine[k] {
				gone, touched[k] = append(gone, f), true
				out.Files++
				out.Bytes += f.Bytes
			}
		}
		out.Attempts = len(touched)
		return d.delete(ctx, by, map[Why][]kept{WhyForget: gone})
	})
	if err != nil {
		return Forgotten{}, err
	}
	return out, j.unlink(ctx)
}
