package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/timer"
)

// fakeHall is a hall of tables in memory.
type fakeHall struct {
	ids    []string
	tables map[string]*fakeTable
	again  bool // tables judge again
}

func (h *fakeHall) Tables() []string { return h.ids }

func (h *fakeHall) Table(id string) Table {
	if t := h.tables[id]; t != nil && h.again {
		return rejudged{t}
	} else if t != nil {
		return t
	}
	return nil
}

// fakeTable runs attempts by the rules on a clock that tests set.
type fakeTable struct {
	id   string
	book *rules.Rulebook
	feed feed.Feed[Snapshot]
	live feed.Feed[Picture]

	mu       sync.Mutex
	now      attempt.Time
	rev      uint64
	done     int // events that Do carried out
	current  string
	attempts map[string]attempt.State
	files    map[string][]byte
	kinds    map[string]string
	clips    map[string][]Clip
	shown    *Shown
	reports  []timer.Report
	exported []string
	onRecord map[string]string     // what was sent, by its id
	doErr    error                 // of the next Do
	hold     func(context.Context) // runs in the next Do
}

const still = "5711"

func newTable(t testing.TB, id string) *fakeTable {
	t.Helper()
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	out := &fakeTable{id: id, book: book, attempts: map[string]attempt.State{}, clips: map[string][]Clip{},
		files: map[string][]byte{still: []byte("JPEG of a still"), "c11b": []byte("0123456789 MP4")},
		kinds: map[string]string{still: "image/jpeg", "c11b": "video/mp4"}}
	out.publish()
	return out
}

func newHall(t testing.TB, ids ...string) *fakeHall {
	h := &fakeHall{ids: ids, tables: map[string]*fakeTable{}}
	for _, id := range ids {
		h.tables[id] = newTable(t, id)
	}
	return h
}

// step applies an event to the attempt of an id; the lock is held.
func (f *fakeTable) step(id string, by attempt.Actor, d attempt.Data) error {
	if o, ok := d.(attempt.Open); ok && id == "" {
		f.current, id = o.ID, o.ID
	}
	if id == "" {
		id = f.current
	}
	s, ok := f.attempts[id]
	if _, opening := d.(attempt.Open); !ok && !opening {
		return ErrNoAttempt
	}
	next, _, err := attempt.Step(f.book, s, attempt.Event{At: f.now, By: by, Data: d})
	if err != nil {
		return err
	}
	f.attempts[id] = next
	f.done++
	return nil
}

func (f *fakeTable) Do(ctx context.Context, id string, by attempt.Actor, d attempt.Data) error {
	f.mu.Lock()
	hold := f.hold
	f.hold = nil
	f.mu.Unlock()
	if hold != nil {
		hold(ctx)
	}
	f.mu.Lock()
	if err := f.doErr; err != nil {
		f.doErr = nil
		f.mu.Unlock()
		return err
	}
	err := f.step(id, by, d)
	f.mu.Unlock()
	f.publish()
	return err
}

func (f *fakeTable) DoOnce(ctx context.Context, ref, id string, by attempt.Actor, d attempt.Data) (bool, error) {
	what := fmt.Sprintf("%s %v %+v", id, by, d)
	f.mu.Lock()
	on, known := f.onRecord[ref]
	f.mu.Unlock()
	switch {
	case known && on != what:
		return false, ErrIDUsed
	case known:
		return true, nil
	}
	if err := f.Do(ctx, id, by, d); err != nil {
		return false, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.onRecord == nil {
		f.onRecord = map[string]string{}
	}
	f.onRecord[ref] = what
	return false, nil
}

// play brings an attempt to its suggestion: 12.19 s, ok.
func (f *fakeTable) play(t testing.TB, id string) {
	t.Helper()
	device := attempt.Actor{Role: rules.Device, ID: f.id}
	f.mu.Lock()
	for _, d := range []attempt.Data{
		attempt.Open{ID: id, Event: "333", Rulebook: f.book.Name, Competitor: "Ann", Number: 1}, attempt.Cover{}, attempt.Inspect{},
		attempt.Start{}, attempt.Stop{TimeMS: 12190}, attempt.Moving{}, attempt.Rest{Still: still},
		attempt.Suggest{Still: still, Ruling: adjudicate.Ruling{Rulebook: f.book.Name, Suggestion: adjudicate.OK, Possible: []adjudicate.Outcome{adjudicate.OK}}},
	} {
		f.now += attempt.Time(1e9)
		if err := f.step("", device, d); err != nil {
			t.Fatal(err)
		}
	}
	f.now += attempt.Time(1e9)
	f.shown = &Shown{Look: LooksSolved, Word: rules.Plain("ok"), Still: still}
	f.clips[id] = []Clip{{Hash: "c11b", Camera: "overhead", Width: 640, Height: 360, Frames: []attempt.Time{1, 2, 3}}}
	f.mu.Unlock()
	f.publish()
}

// later lets time pass.
func (f *fakeTable) later(ms int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now += attempt.Time(ms) * 1e6
}

func (f *fakeTable) Snapshot() Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Snapshot{Table: f.id, Name: "Table " + f.id, Rev: f.rev, At: f.now, Epoch: 1, Rulebook: f.book.Name, Event: "333",
		Attempt: f.attempts[f.current], Shown: f.shown, Timer: TimerHealth{Health: Good},
		Cameras: []CameraHealth{{Name: "overhead", Health: Poor, FPS: 30}}}
}

func (f *fakeTable) publish() {
	f.mu.Lock()
	f.rev++
	f.mu.Unlock()
	f.feed.Publish(f.Snapshot())
}

func (f *fakeTable) Watch(ctx context.Context) <-chan Snapshot { return pour(ctx, f.feed.Reader()) }

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

func (f *fakeTable) Attempt(_ context.Context, id string) (attempt.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, ok := f.attempts[id]
	if !ok {
		return s, ErrNoAttempt
	}
	return s, nil
}

func (f *fakeTable) Clips(_ context.Context, id string) ([]Clip, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.clips[id]), nil
}

// Recall knows one attempt that has left the table.
func (f *fakeTable) Recall(_ context.Context, id string) (*Shown, error) {
	if id != "A1" {
		return nil, ErrNoAttempt
	}
	return &Shown{Look: LooksPlus2}, nil
}

func (f *fakeTable) Record(context.Context, string) ([]byte, error) { return []byte("{}\n"), nil }

func (f *fakeTable) Exported(_ context.Context, id string, by attempt.Actor, manifest string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.doErr; err != nil {
		return err
	}
	f.exported = append(f.exported, id+" "+by.ID+" "+manifest)
	return nil
}

type file struct{ *bytes.Reader }

func (file) Close() error { return nil }

func (f *fakeTable) Evidence(_ context.Context, hash string) (io.ReadSeekCloser, string, error) {
	raw, ok := f.files[hash]
	if !ok {
		return nil, "", ErrNoEvidence
	}
	return file{bytes.NewReader(raw)}, f.kinds[hash], nil
}

func (f *fakeTable) Live(ctx context.Context, camera string, _ float64) (<-chan Picture, error) {
	if camera != "overhead" {
		return nil, ErrNoCamera
	}
	return pour(ctx, f.live.Reader()), nil
}

func (f *fakeTable) Report(_ context.Context, _ attempt.Actor, r timer.Report) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r.Kind == timer.Disconnected {
		return ErrNoTimer
	}
	f.reports = append(f.reports, r)
	return nil
}

// fakePeers answers every offer but an empty one.
type fakePeers struct {
	mu   sync.Mutex
	open []string
}

func (p *fakePeers) Answer(_ context.Context, table, camera, offer string) (id, answer string, err error) {
	if offer == "" {
		return "", "", ErrOffer
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	id = table + "-" + camera
	p.open = append(p.open, id)
	return id, "answer to " + offer, nil
}

func (p *fakePeers) HangUp(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = slices.DeleteFunc(p.open, func(x string) bool { return x == id })
}

func (p *fakePeers) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open)
}

type fakeFrames struct{}

func (fakeFrames) Frame(_ context.Context, _, clip string, n int) ([]byte, error) {
	return []byte(clip + " " + string(rune('0'+n))), nil
}
