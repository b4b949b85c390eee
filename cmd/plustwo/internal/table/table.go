package table

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"log/slog"
	"sync"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision/draw"
	"github.com/plustwo/plustwo/vision/still"
)

// Table is a running table.
type Table struct {
	cfg   Config
	clock Clock

	inbox chan func() // done by the owner, in turn
	over  chan struct{}
	shown feed.Feed[web.Snapshot]
	own   *owner // for what is posted only

	lenses []*lens
	hand   *timer.Manual // nil where a timer is wired
	mu     sync.Mutex
	by     attempt.Actor // who reported last
	recent recent

	looks  chan look
	stills chan job
	draws  chan sketch
	again  chan struct{} // held while an attempt is judged again

	inputs  sync.WaitGroup // the timer, and cameras that are being closed
	workers sync.WaitGroup // what measures for them
	artists sync.WaitGroup // what draws what was measured
	stop    context.CancelFunc
	end     context.CancelFunc
	closing sync.Once
}

// Start starts a table: it goes on with the attempts that its record has open.
func Start(ctx context.Context, cfg Config) (*Table, error) {
	t := &Table{cfg: cfg.filled(), inbox: make(chan func()), over: make(chan struct{}),
		looks: make(chan look, 1), stills: make(chan job, waiting), draws: make(chan sketch, waiting), again: make(chan struct{}, 1)}
	t.clock = t.cfg.Clock
	o := newOwner(t)
	t.own, o.seat = o, o.firstSeat()
	if err := o.resume(ctx); err != nil {
		return nil, fmt.Errorf("table %s: %w", cfg.ID, err)
	}
	inputs, stop := context.WithCancel(context.WithoutCancel(ctx))
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	t.stop, t.end = stop, end
	if t.cfg.Timer == nil {
		t.hand = timer.NewManual()
	}
	for _, c := range t.cfg.Cameras {
		t.lenses = append(t.lenses, newLens(t, c))
	}
	for _, l := range t.lenses {
		l.open()
	}
	o.publish()
	go o.run(life)
	t.inputs.Go(func() { t.listen(inputs) })
	t.workers.Go(t.seek)
	t.workers.Go(t.measure)
	t.artists.Go(t.draw)
	return t, nil
}

// waiting is how many stills and drawings may wait: one attempt has few.
const waiting = 16

// filled returns the configuration with what was left out.
func (c Config) filled() Config {
	c.Name = cmp.Or(c.Name, c.ID)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics()
	}
	if c.Watch == nil {
		c.Watch = func(s still.Config) Watcher { return still.New(s) }
	}
	eye := &judging.Eye{}
	if c.Eyes.Measure == nil {
		c.Eyes.Measure = eye.Measure
	}
	if c.Eyes.Judge == nil {
		c.Eyes.Judge = eye.Judge
	}
	if c.Eyes.Draw == nil {
		c.Eyes.Draw = func(v *judging.Verdict, l rules.Lang) image.Image { return draw.Sheet(v.Views, v.Seen, v.Ruling, l) }
	}
	c.Log = c.Log.With("table", c.ID)
	return c
}

// Close ends the table: cameras and timer first, then what is being measured,
// drawn and recorded. It waits for all of them and may be called twice.
func (t *Table) Close() error {
	t.closing.Do(func() {
		t.post(func() { t.own.leaving = true })
		t.stop()
		for _, l := range t.lenses {
			t.inputs.Go(l.close)
		}
		t.inputs.Wait()
		close(t.looks)
		close(t.stills)
		t.workers.Wait()
		t.settle()
		close(t.draws)
		t.artists.Wait()
		t.settle()
		t.end()
		<-t.over
	})
	return nil
}

// settle waits until the owner has done what was posted before.
func (t *Table) settle() {
	_ = t.ask(context.Background(), func() error { return nil }) // only the table's end ends it
}

// now is the moment as attempts have it.
func (t *Table) now() attempt.Time { return attempt.Time(t.clock()) }

// post has the owner do something, soon. What comes after the table's end is
// dropped.
func (t *Table) post(f func()) {
	select {
	case t.inbox <- f:
	case <-t.over:
	}
}

// ask has the owner do something and returns what came of it.
func (t *Table) ask(ctx context.Context, f func() error) error {
	answer := make(chan error, 1)
	select {
	case t.inbox <- func() { answer <- f() }:
	case <-t.over:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
