//go:build browser

package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
)

// hall is tables in memory that play what a test asks for. Their attempts go by
// the real rules.
type hall struct {
	ids    []string
	tables map[string]*table
}

func (h *hall) Tables() []string { return h.ids }

func (h *hall) Table(id string) web.Table {
	if t := h.tables[id]; t != nil {
		return t
	}
	return nil
}

// did is what somebody did, as the table got it.
type did struct {
	Attempt string          `json:"attempt"`
	Role    rules.Role      `json:"role"`
	By      string          `json:"by"`
	Kind    attempt.Kind    `json:"kind"`
	Data    json.RawMessage `json:"data"`
}

type table struct {
	id, name string
	start    time.Time
	book     *rules.Rulebook
	files    map[string]evidence
	feed     feed.Feed[web.Snapshot]
	live     *feed.Feed[web.Picture]

	mu      sync.Mutex
	rev     uint64
	count   int // attempts opened
	current string
	order   []string // earlier attempts
	states  map[string]attempt.State
	shown   map[string]web.Shown
	clips   map[string][]web.Clip
	timer   web.TimerHealth
	cameras []web.CameraHealth
	trouble []web.Trouble
	events  []did
}

type evidence struct {
	kind string
	raw  []byte
}

func (t *table) now() attempt.Time { return attempt.Time(time.Since(t.start)) }

func (t *table) Snapshot() web.Snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := web.Snapshot{Table: t.id, Name: t.name, Rev: t.rev, At: t.now(), Epoch: t.start.UnixMilli(), Rulebook: t.book.Name,
		Event: "333", Attempt: t.states[t.current], Cameras: slices.Clone(t.cameras), Timer: t.timer, Trouble: t.trouble, Looks: map[string]web.Shown{}}
	for i := range out.Cameras {
		out.Cameras[i].Last = out.At
	}
	if s, ok := t.shown[t.current]; ok {
		out.Shown = &s
	}
	out.Previews = map[string]map[rules.Verdict]attempt.Result{t.current: {}}
	for _, v := range []rules.Verdict{rules.IsOK, rules.IsPlusTwo, rules.IsDNF} {
		out.Previews[t.current][v] = out.Attempt.Preview(t.book, v)
	}
	for _, id := range t.order {
		out.Pending = append(out.Pending, t.states[id])
		if s, ok := t.shown[id]; ok {
			out.Looks[id] = s
		}
	}
	return out
}

func (t *table) publish() {
	t.mu.Lock()
	t.rev++
	t.mu.Unlock()
	t.feed.Publish(t.Snapshot())
}

func (t *table) Watch(ctx context.Context) <-chan web.Snapshot { return pour(ctx, t.feed.Reader()) }

// pour sends what a reader reads.
func pour[T any](ctx context.Context, r *feed.Reader[T]) <-chan T {
	out := make(chan T)
	go func() {
		defer close(out)
		for {
			v, _, err := r.Next(ctx)
			if err != nil {
				return
			}
			select {
			case out <- v:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// step applies an event; the lock is held.
func (t *table) step(id string, by attempt.Actor, d attempt.Data) error {
	s, ok := t.states[id]
	if _, opening := d.(attempt.Open); !ok && !opening {
		return web.ErrNoAttempt
	}
	next, effects, err := attempt.Step(t.book, s, attempt.Event{At: t.now(), By: by, Data: d})
	if err != nil {
		return err
	}
	t.states[id] = next
	for _, e := range effects {
		if e.Kind == attempt.OpenExtra {
			t.states[e.Attempt] = attempt.State{}
			return t.step(e.Attempt, by, attempt.Open{ID: e.Attempt, Event: s.Opened.Event, Rulebook: t.book.Name,
				Competitor: s.Opened.Competitor, Round: s.Opened.Round, Replaces: id, Provisional: e.Provisional})
		}
	}
	return nil
}

func (t *table) Do(_ context.Context, id string, by attempt.Actor, d attempt.Data) error {
	t.mu.Lock()
	if id == "" {
		id = t.current
	}
	err := t.step(id, by, d)
	if err == nil {
		raw, e := attempt.Event{By: by, Data: d}.MarshalJSON()
		var kept struct {
			Kind attempt.Kind    `json:"kind"`
			Data json.RawMessage `json:"data"`
		}
		if e == nil && json.Unmarshal(raw, &kept) == nil {
			t.events = append(t.events, did{id, by.Role, by.ID, kept.Kind, kept.Data})
		}
	}
	t.mu.Unlock()
	t.publish()
	return err
}

func (t *table) Attempt(_ context.Context, id string) (attempt.State, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.states[id]
	if !ok {
		return s, web.ErrNoAttempt
	}
	return s, nil
}

func (t *table) Clips(_ context.Context, id string) ([]web.Clip, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.clips[id]), nil
}

type file struct{ *bytes.Reader }

func (file) Close() error { return nil }

func (t *table) Evidence(_ context.Context, hash string) (io.ReadSeekCloser, string, error) {
	f, ok := t.files[hash]
	if !ok {
		return nil, "", web.ErrNoEvidence
	}
	return file{bytes.NewReader(f.raw)}, f.kind, nil
}

func (t *table) Live(ctx context.Context, camera string, _ float64) (<-chan web.Picture, error) {
	if camera != "overhead" {
		return nil, web.ErrNoCamera
	}
	return pour(ctx, t.live.Reader()), nil
}

// Report plays the timer that the judge's screen is.
func (t *table) Report(ctx context.Context, by attempt.Actor, r timer.Report) error {
	switch r.Kind {
	case timer.Running:
		return t.Do(ctx, "", by, attempt.Start{})
	case timer.Stopped:
		t.mu.Lock()
		began := t.states[t.current].StartedAt
		t.mu.Unlock()
		if began == nil {
			return timer.ErrReport
		}
		return t.Do(ctx, "", by, attempt.Stop{TimeMS: attempt.Millis((t.now() - *began) / 1e6)})
	}
	return nil
}
