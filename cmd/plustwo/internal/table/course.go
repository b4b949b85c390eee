package table

import (
	"context"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
)

const (
	// firstRetry and lastRetry bound the wait before what could not be opened is
	// tried again.
	firstRetry = 250 * time.Millisecond
	lastRetry  = 4 * time.Second
)

// listen carries the timer's events to the owner until the context ends.
func (t *Table) listen(ctx context.Context) {
	if t.hand != nil {
		t.follow(ctx, t.hand)
		return
	}
	for wait := firstRetry; ctx.Err() == nil; wait = min(2*wait, lastRetry) {
		s, err := t.cfg.Timer()
		if err == nil {
			wait = firstRetry
			err = t.follow(ctx, s)
			if err == nil {
				return // it has ended by itself: a recording
			}
		}
		t.post(func() { t.own.timerFails(err) })
		pause(ctx, wait)
	}
}

// pause waits, unless the context ends before.
func pause(ctx context.Context, d time.Duration) {
	up := time.NewTimer(d)
	defer up.Stop()
	select {
	case <-up.C:
	case <-ctx.Done():
	}
}

// follow takes a timer's events until it ends; the error says why it has.
func (t *Table) follow(ctx context.Context, s timer.Source) error {
	for {
		select {
		case e, ok := <-s.Events():
			if !ok {
				return s.Close()
			}
			t.post(func() { t.own.hear(e) })
		case <-ctx.Done():
			return s.Close()
		}
	}
}

// Report implements web.Table.
func (t *Table) Report(ctx context.Context, by attempt.Actor, r timer.Report) error {
	if t.hand == nil {
		return web.ErrNoTimer
	}
	if r.At == 0 {
		r.At = t.clock()
	}
	t.mu.Lock()
	t.by = by
	t.mu.Unlock()
	return t.hand.Report(r)
}

// reporter is who the timer's events come from: itself, or who reports it.
func (t *Table) reporter() attempt.Actor {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hand != nil && t.by.Role != "" {
		return t.by
	}
	return attempt.Actor{Role: "device", ID: "timer"}
}

// hear takes an event of the timer.
func (o *owner) hear(e timer.Event) {
	o.cfg.Metrics.heard(o.cfg.ID, e.Kind)
	o.display(e)
	switch e.Kind {
	case timer.Connected:
		o.clocked(o.cur, e.At, attempt.Back{})
	case timer.Disconnected:
		o.clocked(o.cur, e.At, attempt.Lost{})
	case timer.Running:
		o.running(e)
	case timer.Stopped:
		o.stopped(e)
	case timer.Suspect:
		o.suspect(e)
	case timer.Reset:
		for _, x := range o.entries() {
			if x.solve == e.Solve && e.Solve > 0 {
				o.clocked(x, e.At, attempt.Reset{})
			}
		}
	}
}

// clocked reports what the timer says of an attempt that is open.
func (o *owner) clocked(e *entry, at time.Duration, data attempt.Data) {
	if e.state.Opened == nil {
		if _, starts := data.(attempt.Start); !starts {
			return
		}
	}
	if err := o.apply(e, attempt.Event{At: max(attempt.Time(at), 0), By: o.reporter(), Data: data}); err != nil {
		o.cfg.Log.Debug("not taken", "attempt", e.id, "err", err)
	}
}

// running begins a solve with a new run of the timer.
func (o *owner) running(e timer.Event) {
	if e.Solve == o.latest {
		return
	}
	o.latest = e.Solve
	if o.cur.resumed && o.cur.state.Course == attempt.Solving && o.cur.solve == 0 {
		o.cur.solve = e.Solve // the run goes on from before the program was started
		return
	}
	o.begin(e)
}

// begin starts a solve. It waits for no screen: an attempt that is not judged
// yet, or frozen, makes room.
func (o *owner) begin(e timer.Event) {
	if o.cur.state.Course >= attempt.Solving || o.cur.state.Frozen() != nil {
		o.next()
	}
	o.cur.solve = e.Solve
	o.clocked(o.cur, e.At-e.Time, attempt.Start{})
}

// stopped ends a solve; one whose start was not seen began when its time says.
func (o *owner) stopped(e timer.Event) {
	if e.Solve != o.latest {
		o.latest = e.Solve
		o.begin(e)
	}
	x := o.bySolve(e.Solve)
	if x == nil {
		return
	}
	if x.state.Course >= attempt.Stopped { // it had been stopped, and ran on
		o.clocked(x, e.At, attempt.Suspect{TimeMS: millis(e.Time)})
		return
	}
	o.clocked(x, e.At, attempt.Stop{TimeMS: millis(e.Time)})
	o.ended(x, e.At)
}

// suspect flags a reading. One that stands still may be a stop: the puzzle is
// looked at, and what is found counts once somebody has entered the time.
func (o *owner) suspect(e timer.Event) {
	x := o.bySolve(e.Solve)
	if x == nil {
		x = o.cur
	}
	o.clocked(x, e.At, attempt.Suspect{TimeMS: millis(e.Time)})
	if e.Ends() && e.Why != timer.EarlyStop {
		o.ended(x, e.At)
	}
}

// bySolve returns the attempt that has a run of the timer, or nil.
func (o *owner) bySolve(n int) *entry {
	for _, e := range o.entries() {
		if e.solve == n && n > 0 {
			return e
		}
	}
	return nil
}

func millis(d time.Duration) attempt.Millis { return attempt.Millis(d / time.Millisecond) }

// display keeps what the timer shows.
func (o *owner) display(e timer.Event) {
	h := &o.timer
	o.dirty = true
	h.Health, h.Why = web.Good, nil
	switch e.Kind {
	case timer.Disconnected:
		h.Health, h.Why, h.Running, h.Left, h.Right = web.Lost, timerSilent, false, false, false
		o.noisy = false
	case timer.Noisy:
		o.noisy = e.Noise > 0
	case timer.Hands, timer.Ready:
		h.Left, h.Right = e.Left, e.Right
	case timer.Running, timer.Stopped, timer.Suspect:
		h.Shows, h.Running = millis(e.Time), e.Kind == timer.Running
	case timer.Reset:
		h.Shows, h.Running = 0, false
	}
	if o.noisy {
		h.Health, h.Why = web.Poor, timerNoisy
	}
	if h.ByHand && h.Health == web.Good {
		h.Health = web.Unused
	}
}

// timerFails notes that the timer cannot be opened.
func (o *owner) timerFails(err error) {
	if o.timer.Health != web.Lost {
		o.cfg.Log.Warn("the timer cannot be opened", "err", err)
	}
	o.timer = web.TimerHealth{Health: web.Lost, Why: told(err)}
	o.dirty = true
	o.clocked(o.cur, o.clock(), attempt.Lost{})
}
