package table

import (
	"slices"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/still"
)

// watching follows the end of solves in the overhead camera's frames. Its
// watcher belongs to that camera's goroutine; others send it orders.
type watching struct {
	*Table
	view    vision.View // without a picture
	watcher Watcher
	puzzle  string // whose kind is measured
	entry   *entry // whose end is watched; the owner alone looks into it
	rested  time.Duration
	times   [32]frameTime // of the last frames: more than a still is taken from

	mu     sync.Mutex
	orders []func() []still.Event
}

type frameTime struct {
	at  time.Duration
	seq uint64
}

func newWatching(t *Table, c Camera) *watching {
	w := &watching{Table: t, view: vision.View{Name: c.Name, Camera: c.Camera}, entry: t.own.cur}
	w.aim(t.cfg.Event)
	return w
}

// aim makes a watcher for an event's puzzle.
func (w *watching) aim(event string) {
	w.puzzle = PuzzleOf(event)
	cfg := still.Config{Camera: w.view.Camera, Told: !w.cfg.BySight}
	if p, err := puzzle.Load(w.puzzle); err == nil {
		cfg.SizeMM = p.Size.TypicalMM
	}
	w.watcher = w.cfg.Watch(cfg)
}

// order has the camera's goroutine do something with the watcher before the
// next frame.
func (w *watching) order(f func() []still.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.orders = append(w.orders, f)
}

// feed takes the next frame.
func (w *watching) feed(f vision.Frame) {
	begin := time.Now()
	w.times[f.Seq%uint64(len(w.times))] = frameTime{f.At, f.Seq}
	w.mu.Lock()
	orders := w.orders
	w.orders = nil
	w.mu.Unlock()
	for _, order := range orders {
		w.handle(order(), f)
	}
	w.handle(w.watcher.Feed(f), f)
	w.cfg.Metrics.watched(w.cfg.ID, time.Since(begin))
}

// handle passes on what was seen, the newest frame being f.
func (w *watching) handle(events []still.Event, f vision.Frame) {
	for _, e := range events {
		entry := w.entry
		switch e.Kind {
		case still.Look:
			w.ask(look{e.Frame, w.view, w.puzzle})
		case still.Stopped:
			w.post(func() { w.own.sighted(entry, e.From) })
		case still.Rested:
			w.rested = w.clock()
		case still.Taken:
			w.judge(job{entry: entry, still: e.Still, view: w.view, puzzle: w.puzzle, seq: w.seqOf(e.Still.At), rested: w.rested})
		case still.Moved:
			w.lift()
		case still.Contact:
			w.lift()
			w.flag(entry, contactTime(e), flagOf(e.Article), f)
		case still.Left:
			w.lift()
			w.flag(entry, e.At, rules.FlagLeftView, f)
			w.post(func() { w.own.left(entry) })
		case still.Back:
			w.post(func() { w.own.back(entry) })
		}
	}
}

// lift takes the outline off the live pictures: the puzzle has moved.
func (w *watching) lift() {
	if l := w.lens(w.view.Name); l != nil {
		l.overlay.Store(nil)
	}
}

// contactTime is the moment of a contact that counts: the first after the stop,
// the last of one that held the puzzle then.
func contactTime(e still.Event) time.Duration {
	if e.Article == still.HeldAtStop {
		return e.To
	}
	return e.From
}

func flagOf(article string) rules.Flag {
	switch article {
	case still.HeldAtStop:
		return rules.FlagHeld
	case still.MovedLayer:
		return rules.FlagMoved
	}
	return rules.FlagTouched
}

// seqOf returns the number of a frame that was taken lately.
func (w *watching) seqOf(at time.Duration) uint64 {
	i := slices.IndexFunc(w.times[:], func(t frameTime) bool { return t.at == at })
	if i < 0 {
		return 0
	}
	return w.times[i].seq
}

// ask has a frame measured to see where the puzzle lies. A look that nobody has
// begun is older and gives way.
func (w *watching) ask(l look) {
	select {
	case <-w.looks:
	default:
	}
	w.looks <- l
}

// judge has a still measured.
func (w *watching) judge(j job) {
	select {
	case w.stills <- j:
	default:
		w.cfg.Log.Error("a still is not judged: measuring does not keep up")
	}
}

// flag has a flag raised with a picture.
func (w *watching) flag(e *entry, at time.Duration, f rules.Flag, frame vision.Frame) {
	select {
	case w.draws <- sketch{entry: e, flag: f, at: at, still: frame.Image}:
	default:
		w.post(func() { w.own.flag(e, at, f, "") })
	}
}

// stopped tells the watcher that the timer has stopped.
func (w *watching) stopped(at time.Duration) {
	w.order(func() []still.Event { w.watcher.Stop(at); return nil })
}

// fresh makes the watcher ready for the next attempt.
func (w *watching) fresh(e *entry, event string) {
	w.order(func() []still.Event {
		w.lift()
		if w.entry = e; PuzzleOf(event) != w.puzzle {
			w.aim(event)
		} else {
			w.watcher.Reset()
		}
		return nil
	})
}

// overhead returns what follows the end of solves; nil without an overhead camera.
func (o *owner) overhead() *watching {
	for _, l := range o.lenses {
		if l.watcher != nil {
			return l.watcher
		}
	}
	return nil
}

// watch has the watcher see an attempt from its beginning.
func (o *owner) watch(e *entry) {
	event := o.upcomingEvent()
	if e.state.Opened != nil {
		event = e.state.Opened.Event
	}
	if w := o.overhead(); w != nil {
		w.fresh(e, event)
	}
}

// ended tells the watcher when an attempt's timer stopped.
func (o *owner) ended(e *entry, at time.Duration) {
	if w := o.overhead(); w != nil && e == o.cur {
		w.stopped(at)
	}
}

// flag raises a flag for something that was seen.
func (o *owner) flag(e *entry, at time.Duration, f rules.Flag, picture string) {
	if e.state.Opened != nil && e.state.Phase < attempt.Decided {
		o.report(e, attempt.Time(at), attempt.RaiseFlag{Flag: f, Still: picture})
	}
}

// sighted notes that an attempt's timer was seen to stop.
func (o *owner) sighted(e *entry, at time.Duration) {
	if e.state.Opened != nil {
		o.report(e, attempt.Time(at), attempt.Sight{})
	}
}

// left notes that the puzzle is out of the picture.
func (o *owner) left(e *entry) {
	if e.kept.Shown == nil {
		s := gone()
		e.kept.Shown, o.dirty = &s, true
	}
}

// back notes that it is seen again.
func (o *owner) back(e *entry) {
	if s := e.kept.Shown; s != nil && len(e.state.Suggestions) == 0 {
		e.kept.Shown, o.dirty = nil, true
	}
}
