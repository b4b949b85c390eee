package encode

import (
	"context"
	"sync"
	"time"

	"github.com/plustwo/plustwo/stream/feed"
)

// Keep says how much a tape holds. A zero field takes its default.
type Keep struct {
	Span  time.Duration // 30 s
	Bytes int           // 24 MiB: 30 s at 4 Mbit/s are 15 MB, and noise takes more
}

func (k Keep) filled() Keep {
	const (
		span  = 30 * time.Second
		bytes = 24 << 20
	)
	if k.Span == 0 {
		k.Span = span
	}
	if k.Bytes == 0 {
		k.Bytes = bytes
	}
	return k
}

// Tape holds the newest access units of a camera, as far back as was said, for
// any number of readers. Its methods may be called from many goroutines.
type Tape struct {
	keep Keep

	mu    sync.Mutex
	units []Unit
	first uint64 // number of units[0]; the numbers count what was added
	bytes int
	wake  chan struct{} // closed at the next unit; nil while nobody waits
	err   error         // why it ended
}

// NewTape returns an empty tape.
func NewTape(k Keep) *Tape { return &Tape{keep: k.filled()} }

// Add appends a unit and drops what is too old or too much. Where time goes
// back, the camera has begun anew: all before is dropped.
func (t *Tape) Add(u Unit) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return
	}
	if n := len(t.units); n > 0 && u.At < t.units[n-1].At {
		t.drop(n)
	}
	t.units = append(t.units, u)
	t.bytes += u.Bytes()
	old, bytes := 0, t.bytes
	for old < len(t.units)-1 && (bytes > t.keep.Bytes || u.At-t.units[old].At > t.keep.Span) {
		bytes -= t.units[old].Bytes()
		old++
	}
	t.drop(old)
	t.ring()
}

// drop forgets the oldest n units. The lock is held.
func (t *Tape) drop(n int) {
	for i := range n {
		t.bytes -= t.units[i].Bytes()
		t.units[i] = Unit{} // free what it points to
	}
	t.units = t.units[n:]
	t.first += uint64(n)
}

// ring lets all readers look again. The lock is held.
func (t *Tape) ring() {
	if t.wake != nil {
		close(t.wake)
		t.wake = nil
	}
}

// End ends the tape: readers read what is there, then the error, which is
// feed.ErrClosed where none is given. What it holds stays. Only the first call
// counts.
func (t *Tape) End(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return
	}
	if t.err = err; err == nil {
		t.err = feed.ErrClosed
	}
	t.ring()
}

// Span returns when the oldest and the newest unit were taken; false where
// there is none.
func (t *Tape) Span() (from, to time.Duration, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.units) == 0 {
		return 0, 0, false
	}
	return t.units[0].At, t.units[len(t.units)-1].At, true
}

// Bytes returns how much the tape holds.
func (t *Tape) Bytes() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bytes
}

// Reader reads a tape. What it reads can be decoded: it begins with a key frame,
// and goes on with one where units were missed. It is for one goroutine.
type Reader struct {
	tape *Tape
	next uint64 // number of the unit to read next
	cut  bool   // only a key frame can be next
	late int    // units that it may be behind; 0 for any number
}

// live is how far behind a live reader may be: half a second at 30 pictures a
// second. Later than that nobody calls it live.
const live = 15

// Live returns a reader that begins with the next key frame and skips to the
// newest one where it is late.
func (t *Tape) Live() *Reader {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &Reader{tape: t, next: t.first + uint64(len(t.units)), cut: true, late: live}
}

// From returns a reader that begins with the last key frame at or before a
// time, or the first there is, and misses only what has left the tape.
func (t *Tape) From(at time.Duration) *Reader {
	t.mu.Lock()
	defer t.mu.Unlock()
	from := 0
	for i, u := range t.units {
		if u.At > at {
			break
		}
		if u.Key {
			from = i
		}
	}
	return &Reader{tape: t, next: t.first + uint64(from), cut: true}
}

// Next waits for a unit and returns it with the number of units that were
// missed before it. The error is that of the context, or why the tape ended.
func (r *Reader) Next(ctx context.Context) (u Unit, missed int, err error) {
	for {
		u, n, wait, err := r.take()
		missed += n
		if wait == nil {
			return u, missed, err
		}
		select {
		case <-ctx.Done():
			return Unit{}, missed, ctx.Err()
		case <-wait:
		}
	}
}

// take returns the next unit where there is one, else what to wait for.
func (r *Reader) take() (u Unit, missed int, wait chan struct{}, err error) {
	t := r.tape
	t.mu.Lock()
	defer t.mu.Unlock()
	missed = r.skip()
	if i := int(r.next - t.first); i < len(t.units) {
		r.next++
		return t.units[i], missed, nil, nil
	}
	if t.err != nil {
		return Unit{}, missed, nil, t.err
	}
	if t.wake == nil {
		t.wake = make(chan struct{})
	}
	return Unit{}, missed, t.wake, nil
}

// skip passes over units that cannot be read or are too late, and returns how
// many. The tape's lock is held.
func (r *Reader) skip() int {
	t, from := r.tape, r.next
	if r.next < t.first {
		r.next, r.cut = t.first, true
	}
	end := t.first + uint64(len(t.units))
	if r.late > 0 && end-r.next > uint64(r.late) {
		for i := end; i > r.next; i-- {
			if t.units[i-1-t.first].Key {
				r.next = i - 1
				break
			}
		}
	}
	for r.cut && r.next < end {
		if t.units[r.next-t.first].Key {
			r.cut = false
			break
		}
		r.next++
	}
	return int(r.next - from)
}
