package journal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/oklog/ulid/v2"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// maxBatch is how many requests one transaction takes. What waits while one is
// brought to disk goes into the next together: a disk that syncs in 20 ms still
// takes thousands of events a second.
const maxBatch = 256

// request is something to be done in a transaction, wholly or not at all: do
// changes the draft and nothing else, and may be called again. Its error refuses this request alone, but
// for a storeFault, which ends the transaction.
type request struct {
	do    func(context.Context, *draft) error
	alone bool       // shares its transaction with nobody: what it reads is all that is on record
	done  chan error // takes one answer
}

// storeFault is an error of the database.
type storeFault struct{ error }

// Unwrap returns the error itself.
func (f storeFault) Unwrap() error { return f.error }

// writer is the one goroutine that writes.
type writer struct {
	j        *Journal
	conn     *sql.Conn // nil where there is none
	requests chan request
	next     *request // taken, and for a transaction of its own
	ids      ids
	stop     context.CancelFunc
	stopping <-chan struct{}
	ended    chan struct{}
	pace     pace
}

func newWriter(ctx context.Context, j *Journal) (*writer, error) {
	last, err := j.q.NewestID(ctx)
	if err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.Background())
	w := &writer{j: j, requests: make(chan request), ids: newIDs(last), stop: stop, stopping: life.Done(), ended: make(chan struct{})}
	go w.run()
	return w, nil
}

// end lets the writer finish and waits for it.
func (w *writer) end() {
	w.stop()
	<-w.ended
}

// ask hands a request over and waits until what it did is on disk.
func (w *writer) ask(ctx context.Context, do func(context.Context, *draft) error) error {
	return w.wait(ctx, request{do: do, done: make(chan error, 1)})
}

// askAlone is ask for a request that sees all that is on record.
func (w *writer) askAlone(ctx context.Context, do func(context.Context, *draft) error) error {
	return w.wait(ctx, request{do: do, alone: true, done: make(chan error, 1)})
}

func (w *writer) wait(ctx context.Context, r request) error {
	select {
	case w.requests <- r:
	case <-w.stopping:
		return ErrClosed
	case <-ctx.Done():
		return fmt.Errorf("nothing of it is on record: %w", ctx.Err())
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrUnsure, ctx.Err())
	}
}

func (w *writer) run() {
	defer close(w.ended)
	defer w.hangUp()
	for {
		if r := w.next; r != nil {
			w.next = nil
			w.commit([]request{*r})
			continue
		}
		select {
		case <-w.stopping:
			return
		case r := <-w.requests:
			w.commit(w.batch(r))
		}
	}
}

// batch returns the request and all that wait and may share its transaction.
func (w *writer) batch(first request) []request {
	all := []request{first}
	for !first.alone && len(all) < maxBatch {
		select {
		case r := <-w.requests:
			if r.alone {
				w.next = &r
				return all
			}
			all = append(all, r)
		default:
			return all
		}
	}
	return all
}

// commit does the requests and answers.
func (w *writer) commit(all []request) {
	began := time.Now()
	refusals, err := w.transact(context.Background(), all)
	for tries := 1; tries < maxTries && collided(err); tries++ {
		refusals, err = w.transact(context.Background(), all)
	}
	w.pace.note(time.Since(began), err)
	for i, r := range all {
		if err != nil {
			r.done <- err
		} else {
			r.done <- refusals[i]
		}
	}
}

// maxTries is how often a transaction is tried that another process' came across.
const maxTries = 5

// collided tells whether another process' transaction came across this one, so
// that it was not done (PostgreSQL, appendix A: class 40, and 23505 where both
// begin a chain).
func collided(err error) bool {
	says, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(says.Code, "40") || says.Code == "23505")
}

// transact does the requests in one transaction. Where it returns an error
// nothing was done, as far as this process will ever say.
func (w *writer) transact(ctx context.Context, all []request) (refusals []error, err error) {
	defer func() {
		if err != nil {
			w.hangUp()
			err = told(w.j.dir, fmt.Errorf("record: %w", err))
		}
	}()
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	d := newDraft(w.j, query.New(w.conn), &w.ids)
	for _, r := range all {
		before := d.clone()
		refusal := r.do(ctx, d)
		if fault, ok := refusal.(storeFault); ok {
			return nil, fault
		}
		if refusal != nil {
			*d = *before
		}
		refusals = append(refusals, refusal)
	}
	if err := d.store(ctx); err != nil {
		return nil, err
	}
	_, err = w.conn.ExecContext(ctx, "COMMIT")
	if _, says := errors.AsType[*pgconn.PgError](err); err != nil && w.j.engine == postgresEngine && !says {
		err = fmt.Errorf("%w: the connection broke: %w", ErrUnsure, err)
	}
	return refusals, err
}

// begin begins a transaction, on a new connection where the old one is broken.
func (w *writer) begin(ctx context.Context) (err error) {
	if w.conn != nil {
		if _, err := w.conn.ExecContext(ctx, w.j.engine.begin); err == nil {
			return nil
		}
		w.hangUp()
	}
	if w.conn, err = w.j.write.Conn(ctx); err != nil {
		w.conn = nil
		return err
	}
	_, err = w.conn.ExecContext(ctx, w.j.engine.begin)
	return err
}

// hangUp gives up the connection, and with it a transaction that failed:
// whether SQLite has rolled one back depends on the error
// (sqlite.org/lang_transaction.html), a new connection is always clean.
func (w *writer) hangUp() {
	if w.conn != nil {
		w.conn.Close() // the pool keeps none, so this ends it
		w.conn = nil
	}
}

// ids makes ULIDs that rise, whatever the wall clock does.
type ids struct {
	random *ulid.MonotonicEntropy
	least  uint64 // milliseconds since 1970
}

// newIDs returns ids that are all above the last one of before.
func newIDs(last string) ids {
	g := ids{random: ulid.Monotonic(rand.Reader, 0)}
	if id, err := ulid.ParseStrict(last); err == nil {
		g.least = id.Time() + 1
	}
	return g
}

func (g *ids) next(wall time.Time) (string, error) {
	if wall.After(time.UnixMilli(0)) {
		g.least = max(g.least, ulid.Timestamp(wall))
	}
	id, err := ulid.New(g.least, g.random)
	if err != nil {
		return "", fmt.Errorf("id: %w", err)
	}
	return id.String(), nil
}

// pace remembers how long commits took.
type pace struct {
	mu      sync.Mutex
	last    [256]time.Duration
	count   int
	failing error
}

func (p *pace) note(took time.Duration, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failing = err
	if err == nil {
		p.last[p.count%len(p.last)] = took
		p.count++
	}
}
