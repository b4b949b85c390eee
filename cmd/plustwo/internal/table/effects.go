package table

import (
	"context"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/web"
)

// callFor is how long a call of the inspection stands on the screen: it is four
// seconds from the one at 8 s to the one at 12 s (WCA A3a2).
const callFor = attempt.Time(3 * time.Second)

// carry carries out what an event came to.
func (o *owner) carry(e *entry, effects []attempt.Effect) {
	for _, f := range effects {
		switch f.Kind {
		case attempt.Say:
			o.call, o.callEnds = &web.Call{Text: f.Text, Since: o.now()}, o.now()+callFor
		case attempt.CallDelegate:
			if e == o.cur {
				o.call, o.callEnds = &web.Call{Text: f.Text, Since: o.now()}, 0
			}
		case attempt.Raised:
			o.cfg.Metrics.flagged(o.cfg.ID, f.Flag)
			o.cfg.Log.Info("flag", "attempt", e.id, "flag", f.Flag, "article", f.Article)
		case attempt.Announce:
			o.cfg.Metrics.decided(o.cfg.ID, f.Result.Verdict)
			o.cfg.Log.Info("decided", "attempt", e.id, "result", f.Result.Text)
		case attempt.OpenExtra:
			o.extras = append(o.extras, o.extra(e, f))
		case attempt.DropExtra:
			o.drop(f.Attempt)
		case attempt.Pin:
			o.film(e, f.From)
			o.copyFrozen(e, f.From)
		case attempt.Clip:
			o.cut(e, f.To)
		}
	}
	if o.call != nil && o.callEnds > 0 && e == o.cur && e.state.Phase != attempt.Inspection {
		o.hush()
	}
}

// hush takes the call off the screen.
func (o *owner) hush() {
	if o.call != nil {
		o.call, o.dirty = nil, true
	}
	o.callEnds = 0
}

// extra is the attempt that was granted in place of another.
func (o *owner) extra(e *entry, f attempt.Effect) attempt.Open {
	open := *e.state.Opened
	open.Replaces, open.ID, open.Provisional, open.Scramble = open.ID, f.Attempt, f.Provisional, f.Scramble
	return open
}

// drop tells an extra attempt that it does not count, or takes it off those that
// are to be opened.
func (o *owner) drop(id string) {
	for i, x := range o.extras {
		if x.ID == id {
			o.extras = append(o.extras[:i:i], o.extras[i+1:]...)
			return
		}
	}
	e, err := o.find(context.Background(), id)
	if err != nil {
		o.cfg.Log.Error("an extra attempt that does not count is not known", "attempt", id, "err", err)
		return
	}
	o.report(e, o.now(), attempt.Drop{})
}

// film has an attempt's recording begun, from a time on.
func (o *owner) film(e *entry, from attempt.Time) {
	if o.cfg.Clips != nil {
		o.cfg.Clips.Pin(e.id, max(from, 0))
	}
}

// filmFrom is when an attempt's recording begins: as the cover is lifted, or 10 s
// before the start.
func filmFrom(s attempt.State) attempt.Time {
	const before = attempt.Time(10 * time.Second)
	switch {
	case s.InspectedAt != nil:
		return *s.InspectedAt
	case s.StartedAt != nil:
		return max(0, *s.StartedAt-before)
	}
	return s.OpenedAt
}

// cut ends an attempt's recording and keeps it. What was kept stays.
func (o *owner) cut(e *entry, to attempt.Time) {
	if o.cfg.Clips == nil || e.kept.Whole || e.state.Opened == nil {
		return
	}
	o.cfg.Clips.Cut(e.id, filmFrom(e.state), to, func(clips []web.Clip, err error) {
		o.post(func() { o.filmed(e, clips, true, err) })
	})
}

// copyFrozen keeps what was recorded until an attempt was frozen: its recording
// goes on until somebody decides, and who is to decide has to see it.
func (o *owner) copyFrozen(e *entry, from attempt.Time) {
	if o.cfg.Clips == nil || e.state.Frozen() == nil || e.copied == len(e.state.Freezes) {
		return
	}
	e.copied = len(e.state.Freezes)
	o.cfg.Clips.Copy(e.id, max(from, 0), o.now(), func(clips []web.Clip, err error) {
		o.post(func() { o.filmed(e, clips, false, err) })
	})
}

// filmed notes the recordings of an attempt; those to its end take the place of
// others.
func (o *owner) filmed(e *entry, clips []web.Clip, whole bool, err error) {
	if err != nil {
		o.cfg.Log.Error("not recorded", "attempt", e.id, "err", err)
	}
	if len(clips) == 0 || e.kept.Whole {
		return
	}
	e.kept.Clips, e.kept.Whole = clips, whole
	o.keep(e)
	o.dirty = true
}
