package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/stream/web"
)

// entry is one attempt that the table has to do with.
type entry struct {
	id     string // "" while it is not open
	state  attempt.State
	kept   Kept
	copied int              // freezes whose pictures were copied
	first  *judging.Verdict // what it was found to be at rest; nil before
	solve  int              // number of the timer's run that it has; 0 for none
	// held are rests and suggestions that came before anybody said that the
	// timer has stopped.
	held []attempt.Event
	// resumed means that it was read from the record, and may be from before the
	// program was started.
	resumed bool
}

// owner has the attempts and what is shown of them. Only its goroutine, which is
// that of run, touches it.
type owner struct {
	*Table
	cur     *entry
	pending []*entry
	extras  []attempt.Open // granted, and not open yet
	seat    seat

	timer    web.TimerHealth
	noisy    bool
	latest   int // number of the timer's latest run
	call     *web.Call
	callEnds attempt.Time // 0 for not by itself
	cameras  []web.CameraHealth
	checked  attempt.Time // when cameras were last shown
	backlog  []unsaved
	trouble  error         // why the record cannot be written
	retry    attempt.Time  // when that is tried again
	unstored error         // why pictures cannot be kept
	illness  []web.Trouble // of the record as a whole
	examined attempt.Time  // when it was last asked for that; 0 for never
	lastID   int64

	leaving bool // cameras are being switched off

	dirty bool
	rev   uint64
}

// healthEvery is how often cameras are looked at: a frozen one is told within
// its limit and this.
const healthEvery = 100 * time.Millisecond

func newOwner(t *Table) *owner {
	o := &owner{Table: t, cur: &entry{}, timer: web.TimerHealth{Health: web.Poor, Why: timerAwaited}, dirty: true}
	if t.cfg.Timer == nil && !t.cfg.Station {
		o.timer = web.TimerHealth{Health: web.Unused, ByHand: true}
	}
	return o
}

// run does what is posted until the context ends and nothing is left of it.
func (o *owner) run(ctx context.Context) {
	defer close(o.over)
	defer o.shown.Close()
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	wake := time.NewTimer(time.Hour)
	defer wake.Stop()
	for {
		o.publish()
		o.arm(wake)
		select {
		case f := <-o.inbox:
			f()
		case <-tick.C:
			o.check()
		case <-wake.C:
			o.tick()
		case <-ctx.Done():
			o.save(context.WithoutCancel(ctx))
			return
		}
	}
}

// arm sets the timer to when something falls due by itself.
func (o *owner) arm(wake *time.Timer) {
	at, ok := o.callEnds, o.callEnds > 0
	for _, e := range o.entries() {
		if t, due := e.state.Wake(o.cfg.Book); due && (!ok || t < at) {
			at, ok = t, true
		}
	}
	if ok {
		wake.Reset(max(time.Duration(at-o.now()), 0))
	}
}

// entries are the attempts that the table has to do with, the current one last.
func (o *owner) entries() []*entry { return append(slices.Clone(o.pending), o.cur) }

// tick lets what has fallen due happen.
func (o *owner) tick() {
	now := o.now()
	if o.callEnds > 0 && now >= o.callEnds {
		o.hush()
	}
	for _, e := range o.entries() {
		if t, due := e.state.Wake(o.cfg.Book); due && t <= now {
			o.report(e, now, attempt.Tick{})
		}
	}
	o.tidy()
}

// self is the table as who reports.
func (o *owner) self() attempt.Actor { return attempt.Actor{Role: rules.Device, ID: o.cfg.ID} }

// book is the rulebook of an attempt.
func (o *owner) book(e *entry) *rules.Rulebook {
	if s := e.state.Opened; s != nil && s.Rulebook != o.cfg.Book.Name {
		if b, err := rules.Load(s.Rulebook); err == nil {
			return b // of an attempt from before the configuration changed
		}
	}
	return o.cfg.Book
}

// report applies what the table itself found at a time. A refusal is no fault:
// many things are seen at a point where they mean nothing.
func (o *owner) report(e *entry, at attempt.Time, data attempt.Data) {
	if err := o.apply(e, attempt.Event{At: max(at, 0), By: o.self(), Data: data}); err != nil {
		o.cfg.Log.Debug("not taken", "attempt", e.id, "err", err)
	}
}

// apply puts an event on record and lets it take effect. It opens the attempt
// first where that has not been done.
func (o *owner) apply(e *entry, ev attempt.Event) error {
	if e.state.Opened == nil {
		if err := o.open(e, &ev); err != nil {
			return err
		}
	}
	next, effects, err := attempt.Step(o.book(e), e.state, ev)
	if err != nil {
		o.cfg.Metrics.refused(o.cfg.ID)
		return err
	}
	if _, only := ev.Data.(attempt.Tick); !only { // what follows from time alone can be told again
		o.put(e.id, ev)
	}
	before := e.state.Course
	e.state = next
	o.dirty = true
	if next.Course != before && (next.Course == attempt.Inspection || next.Course == attempt.Solving) {
		o.film(e, filmFrom(next))
	}
	o.carry(e, effects)
	if before < attempt.Stopped && next.Course >= attempt.Stopped {
		o.release(e)
	}
	return nil
}

// open opens the attempt that an event is for: as the event says, as it was
// granted, or as the table is set up. What would be refused opens nothing.
func (o *owner) open(e *entry, ev *attempt.Event) error {
	by := attempt.Event{At: ev.At, By: o.self(), Data: o.upcoming()}
	if given, ok := ev.Data.(attempt.Open); ok {
		given.ID, given.Rulebook = cmp.Or(given.ID, o.newID()), cmp.Or(given.Rulebook, o.cfg.Book.Name)
		by.By, by.Ref, by.Data, ev.Data = ev.By, ev.Ref, given, attempt.Tick{}
	}
	watched := o.upcomingEvent()
	fresh, _, err := attempt.Step(o.cfg.Book, attempt.State{}, by)
	if err != nil {
		return err
	}
	if _, _, err := attempt.Step(o.cfg.Book, fresh, *ev); err != nil {
		return err
	}
	e.id, e.state = fresh.Opened.ID, fresh
	if fresh.Opened.Event != watched && e == o.cur {
		o.watch(e) // another puzzle than was expected
	}
	o.put(e.id, by)
	if len(o.extras) > 0 && o.extras[0].ID == e.id {
		o.extras = o.extras[1:]
	}
	return nil
}

// upcoming is the next attempt.
func (o *owner) upcoming() attempt.Open {
	if len(o.extras) > 0 {
		return o.extras[0]
	}
	next := o.expected()
	return attempt.Open{ID: o.newID(), Event: next.Event, Rulebook: o.cfg.Book.Name, Competitor: next.Competitor, Round: next.Round, Number: next.Number}
}

// newID makes an attempt's id: the table and the wall clock, which rises.
func (o *owner) newID() string {
	o.lastID = max(o.lastID+1, o.cfg.Epoch.Add(o.clock()).UnixMilli())
	return o.cfg.ID + "-" + strconv.FormatInt(o.lastID, 36)
}

// release applies what was held back until the stop.
func (o *owner) release(e *entry) {
	held := e.held
	e.held = nil
	for _, ev := range held {
		o.report(e, ev.At, ev.Data)
	}
}

// hold reports the puzzle at rest, or keeps that until the stop is known.
func (o *owner) hold(e *entry, at attempt.Time, data attempt.Data) {
	if e.state.Course >= attempt.Stopped {
		o.report(e, at, data)
		return
	}
	e.held = append(e.held, attempt.Event{At: at, Data: data})
}

// find returns an attempt of the table by its id, from the record where it has
// left; "" is the one on the table.
func (o *owner) find(ctx context.Context, id string) (*entry, error) {
	if id == "" || id == o.cur.id {
		return o.cur, nil
	}
	for _, e := range o.pending {
		if e.id == id {
			return e, nil
		}
	}
	return o.load(ctx, id)
}

func (o *owner) load(ctx context.Context, id string) (*entry, error) {
	s, kept, err := o.cfg.Record.Find(ctx, o.cfg.ID, id)
	if err != nil {
		return nil, err
	}
	return &entry{id: id, state: s, kept: kept, resumed: true}, nil
}

// do applies what somebody did to an attempt. It is on record then, or among the
// table's troubles.
func (o *owner) do(ctx context.Context, id string, ev attempt.Event) error {
	e, err := o.find(ctx, id)
	if open, ok := ev.Data.(attempt.Open); ok {
		if errors.Is(err, web.ErrNoAttempt) && (open.ID == id || open.ID == "") {
			open.ID = id
			e, err, ev.Data = o.cur, nil, open
		}
		if e == o.cur && e.state.Frozen() != nil {
			o.next() // a new attempt is begun while this one waits for the Delegate
			e = o.cur
		}
	}
	if err != nil {
		return err
	}
	ev.At = o.now()
	if err := o.apply(e, ev); err != nil {
		return err
	}
	if e != o.cur && !slices.Contains(o.pending, e) {
		o.pending = append(o.pending, e) // it has come back
	}
	o.tidy()
	return nil
}

// next lets the next attempt begin. It waits for no screen.
func (o *owner) next() {
	if o.cur.state.Opened != nil {
		o.advance(o.cur.state)
		const after = attempt.Time(3 * time.Second)
		o.cut(o.cur, o.now()+after) // one that is decided has its cut already
		o.pending = append(o.pending, o.cur)
	}
	o.cur = &entry{}
	o.hush()
	o.watch(o.cur)
	o.dirty = true
}

// tidy lets decided attempts make room for the next, and go once nobody has to
// do with them any more.
func (o *owner) tidy() {
	if o.cur.state.Phase >= attempt.Decided {
		o.next()
	}
	o.pending = slices.DeleteFunc(o.pending, func(e *entry) bool {
		gone := !waits(e.state, o.book(e))
		o.dirty = o.dirty || gone
		return gone
	})
}

// waits tells whether an attempt waits for somebody, or may be taken back.
func waits(s attempt.State, book *rules.Rulebook) bool {
	if s.Phase < attempt.Decided || s.Frozen() != nil {
		return true
	}
	if n := len(s.Extras); n > 0 && s.Extras[n-1].Status == attempt.Pending {
		return true
	}
	if n := len(s.Requests); n > 0 && len(s.Extras) == 0 && s.Phase != attempt.Void && !answered(s, s.Requests[n-1].At) {
		return true
	}
	_, due := s.Wake(book)
	return due
}

// answered tells whether a Delegate has said something since.
func answered(s attempt.State, since attempt.Time) bool {
	return slices.ContainsFunc(s.Decisions, func(d attempt.Decision) bool {
		return d.At >= since && (d.Kind == attempt.Amends || d.Kind == attempt.Upholds)
	})
}

// resume goes on with the attempts that the record has open.
func (o *owner) resume(ctx context.Context) error {
	ids, err := o.cfg.Record.Open(ctx, o.cfg.ID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		e, err := o.load(ctx, id)
		if err != nil {
			return err
		}
		o.pending = append(o.pending, e)
	}
	if n := len(o.pending); n > 0 && o.pending[n-1].state.Phase < attempt.Decided {
		o.cur, o.pending = o.pending[n-1], o.pending[:n-1]
	}
	return nil
}
