package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// Snapshot implements web.Table.
func (t *Table) Snapshot() web.Snapshot {
	s, _ := t.shown.Newest() // there is one from the start on
	return s
}

// Watch implements web.Table.
func (t *Table) Watch(ctx context.Context) <-chan web.Snapshot {
	out := make(chan web.Snapshot)
	r := t.shown.Reader()
	go func() {
		defer close(out)
		for {
			s, _, err := r.Next(ctx)
			if err != nil {
				return
			}
			select {
			case out <- s:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// Do implements web.Table.
func (t *Table) Do(ctx context.Context, id string, by attempt.Actor, data attempt.Data) error {
	return t.ask(ctx, func() error { return t.own.do(ctx, id, attempt.Event{By: by, Data: data}) })
}

// Attempt implements web.Table.
func (t *Table) Attempt(ctx context.Context, id string) (s attempt.State, err error) {
	s, _, err = t.Case(ctx, id)
	return s, err
}

// Case returns an attempt with what belongs to it. The error is web.ErrNoAttempt
// where it is not known.
func (t *Table) Case(ctx context.Context, id string) (s attempt.State, k Kept, err error) {
	known := false
	err = t.ask(ctx, func() error {
		for _, e := range t.own.entries() {
			if e.id == id && id != "" {
				s, k, known = e.state, e.kept, true
			}
		}
		return nil
	})
	if err != nil || known {
		return s, k, err
	}
	return t.cfg.Record.Find(ctx, t.cfg.ID, id)
}

// Clips implements web.Table.
func (t *Table) Clips(ctx context.Context, id string) ([]web.Clip, error) {
	_, k, err := t.Case(ctx, id)
	return k.Clips, err
}

// Evidence implements web.Table.
func (t *Table) Evidence(ctx context.Context, hash string) (io.ReadSeekCloser, string, error) {
	if c := t.recent.get(hash); c != nil {
		return c, "image/jpeg", nil
	}
	return t.cfg.Evidence.Get(ctx, hash)
}

// publish shows what has changed.
func (o *owner) publish() {
	if !o.dirty {
		return
	}
	o.dirty = false
	o.rev++
	s := web.Snapshot{Table: o.cfg.ID, Name: o.cfg.Name, Rev: o.rev, At: o.now(), Epoch: o.cfg.Epoch.UnixMilli(),
		Rulebook: o.cfg.Book.Name, Event: o.upcomingEvent(), Turns: o.turns(), Attempt: o.cur.state, Pending: []attempt.State{},
		Cameras: o.cameras, Timer: o.timer, Trouble: o.troubles(), Shown: o.cur.kept.Shown, Call: o.call,
		Previews: map[string]map[rules.Verdict]attempt.Result{}, Looks: map[string]web.Shown{}}
	for _, e := range o.pending {
		s.Pending = append(s.Pending, e.state)
		if e.kept.Shown != nil {
			s.Looks[e.id] = *e.kept.Shown
		}
	}
	for _, e := range o.entries() {
		if e.state.Opened != nil && e.state.Phase < attempt.Decided {
			s.Previews[e.id] = o.previews(e)
		}
	}
	o.shown.Publish(s)
}

func (o *owner) upcomingEvent() string {
	if len(o.extras) > 0 {
		return o.extras[0].Event
	}
	return o.expected().Event
}

// previews returns what an attempt's result would be by verdict.
func (o *owner) previews(e *entry) map[rules.Verdict]attempt.Result {
	out := map[rules.Verdict]attempt.Result{}
	for _, v := range []rules.Verdict{rules.IsOK, rules.IsPlusTwo, rules.IsDNF} {
		out[v] = e.state.Preview(o.book(e), v)
	}
	return out
}

// troubles lists what is wrong with the table, worst first.
func (o *owner) troubles() []web.Trouble {
	out := []web.Trouble{}
	if o.trouble != nil {
		out = append(out, web.Trouble{Health: web.Lost, Text: recordBehind.Fill(map[string]rules.Text{
			"why": told(o.trouble), "n": rules.Plain(fmt.Sprint(len(o.backlog)))})})
	}
	for _, x := range o.illness {
		if o.trouble == nil || x.Health != web.Lost { // what fails here is said already
			out = append(out, x)
		}
	}
	for _, c := range o.cameras {
		if c.Name == Overhead && c.Health == web.Lost {
			out = append(out, web.Trouble{Health: web.Lost, Text: noSuggestion})
		}
	}
	if o.unstored != nil {
		out = append(out, web.Trouble{Health: web.Poor, Text: storeFails.Fill(map[string]rules.Text{"why": told(o.unstored)})})
	}
	if !slices.Contains(puzzle.Events(), PuzzleOf(o.cfg.Event)) {
		out = append(out, web.Trouble{Health: web.Poor, Text: noPuzzle})
	}
	if o.cfg.BySight {
		out = append(out, web.Trouble{Health: web.Poor, Text: stopBySight})
	}
	return out
}

// told is an error in every language: those of the record in a few words.
func told(err error) rules.Text {
	for known, says := range map[error]rules.Text{journal.ErrFull: diskFull, journal.ErrReadOnly: diskReadOnly, journal.ErrCorrupt: recordBroken} {
		if errors.Is(err, known) {
			return says
		}
	}
	out := rules.Text{}
	for _, l := range rules.Langs() {
		out[l] = problem.Tell(err, l)
	}
	return out
}

// stored notes whether pictures can be kept.
func (o *owner) stored(err error) {
	if (err == nil) != (o.unstored == nil) {
		o.dirty = true
		if err != nil {
			o.cfg.Log.Error("pictures cannot be kept", "err", err)
		}
	}
	o.unstored = err
}

// check looks at the cameras, and tries again what could not be written.
func (o *owner) check() {
	if len(o.backlog) > 0 {
		o.save(context.Background())
	}
	if o.leaving {
		return
	}
	o.examine()
	now := make([]web.CameraHealth, 0, len(o.lenses))
	for i, l := range o.lenses {
		h := l.health()
		o.cfg.Metrics.camera(o.cfg.ID, h)
		if i < len(o.cameras) && o.cameras[i].Health != web.Lost && h.Health == web.Lost {
			o.cameraLost(h)
		}
		now = append(now, h)
	}
	old := o.cameras
	if len(old) != len(now) || o.now()-o.checked >= attempt.Time(time.Second) || slices.ContainsFunc(now, func(h web.CameraHealth) bool {
		return !slices.ContainsFunc(old, func(x web.CameraHealth) bool { return x.Name == h.Name && x.Health == h.Health })
	}) {
		o.cameras, o.checked, o.dirty = now, o.now(), true
	}
}

// cameraLost tells people during an attempt that it goes on by hand.
func (o *owner) cameraLost(h web.CameraHealth) {
	o.cfg.Log.Warn("camera frozen", "camera", h.Name, "why", h.Why.In(rules.English))
	if h.Name == Overhead {
		o.flag(o.cur, o.clock(), rules.FlagCameraLost, "")
	}
}
