package web

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
)

// maxOnce bounds how many ids are remembered: more than people send in an hour
// at a hundred tables.
const maxOnce = 20000

// once does things by their id once, also where the same comes twice at the same
// time. What failed may be tried again.
type once struct {
	mu    sync.Mutex
	known map[string]*doing
	order []string // of the known, oldest first
}

// doing is something that is done or being done.
type doing struct {
	what [sha256.Size]byte
	done chan struct{}
	err  error
}

func newOnce() *once { return &once{known: map[string]*doing{}} }

// do runs f unless it ran well under the same id before; what tells what it is
// about. The error is that of f, of the context, or a fault where the id was
// used for something else.
func (o *once) do(ctx context.Context, id string, what []byte, f func() error) (repeated bool, err error) {
	sum := sha256.Sum256(what)
	for {
		d, mine := o.begin(id, sum)
		if d.what != sum {
			return false, failField(codeIDUsed, "id", nil)
		}
		if mine {
			return false, o.run(id, d, f)
		}
		select {
		case <-d.done:
		case <-ctx.Done():
			return false, ctx.Err()
		}
		if d.err == nil {
			return true, nil
		}
	}
}

// errUnfinished is what those are told who wait for something that broke down.
var errUnfinished = errors.New("not finished")

// run does it, and lets those go on who wait, whatever happens.
func (o *once) run(id string, d *doing, f func() error) error {
	d.err = errUnfinished
	defer o.end(id, d)
	d.err = f()
	return d.err
}

// begin returns what is known under an id, or begins it.
func (o *once) begin(id string, sum [sha256.Size]byte) (d *doing, mine bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if d := o.known[id]; d != nil {
		return d, false
	}
	if len(o.order) >= maxOnce {
		delete(o.known, o.order[0])
		o.order = o.order[1:]
	}
	d = &doing{what: sum, done: make(chan struct{})}
	o.known[id] = d
	o.order = append(o.order, id)
	return d, true
}

// end lets those go on who wait for it, and forgets what failed.
func (o *once) end(id string, d *doing) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if d.err != nil && o.known[id] == d {
		delete(o.known, id) // stays in order, where it does no harm
	}
	close(d.done)
}
