package table

import (
	"context"
	"errors"
	"image"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/still"
	"github.com/plustwo/plustwo/vision/synth"
)

const frameEvery = time.Second / 30

var (
	judge = attempt.Actor{Role: rules.Judge, ID: "J"}
	chief = attempt.Actor{Role: rules.Delegate, ID: "D"}
)

// mode is how a fake camera does.
type mode int32

const (
	works mode = iota
	hangs      // it gives the same picture again and again
	mute       // it gives none
	away       // it breaks off and cannot be opened
)

// fakeCamera gives small pictures, each another one, 30 a second.
type fakeCamera struct {
	clock Clock
	mode  atomic.Int32
	n     uint64
	last  *vision.Image
}

func (c *fakeCamera) set(m mode) { c.mode.Store(int32(m)) }

func (c *fakeCamera) Next(ctx context.Context) (vision.Frame, error) {
	for {
		tick := time.NewTimer(frameEvery)
		select {
		case <-ctx.Done():
			tick.Stop()
			return vision.Frame{}, ctx.Err()
		case <-tick.C:
		}
		switch mode(c.mode.Load()) {
		case away:
			return vision.Frame{}, errors.New("unplugged")
		case mute:
			continue
		case works:
			pix := make([]uint8, 3*32*18)
			pix[0], pix[1] = uint8(c.n), uint8(c.n>>8)
			c.last = &vision.Image{Width: 32, Height: 18, Pix: pix}
		}
		f := vision.Frame{Camera: Overhead, Seq: c.n, At: c.clock(), Image: c.last}
		c.n++
		return f, nil
	}
}

func (c *fakeCamera) Close() error { return nil }

func (c *fakeCamera) open() (camera.Source, error) {
	if mode(c.mode.Load()) == away {
		return nil, errors.New("unplugged")
	}
	return c, nil
}

// fakeWatcher tells rest 0.2 s after the stop, once the puzzle was found, and
// what a test has it say.
type fakeWatcher struct {
	mu     sync.Mutex
	stop   time.Duration
	found  bool
	asked  bool
	rested bool
	say    []still.Event
}

func (w *fakeWatcher) tell(e still.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.say = append(w.say, e)
}

func (w *fakeWatcher) Feed(f vision.Frame) []still.Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []still.Event
	for _, e := range w.say {
		e.At = f.At
		if e.Still != nil {
			e.Still = &still.Still{At: f.At, Sharp: f.Image, Mean: f.Image, Count: 1, After: e.Still.After}
		}
		out = append(out, e)
	}
	w.say = nil
	switch {
	case w.stop == 0 || f.At < w.stop:
	case !w.asked:
		w.asked = true
		out = append(out, still.Event{Kind: still.Look, At: f.At, Frame: f})
	case w.found && !w.rested && f.At >= w.stop+200*time.Millisecond:
		w.rested = true
		out = append(out, still.Event{Kind: still.Rested, At: f.At},
			still.Event{Kind: still.Taken, At: f.At, Still: &still.Still{At: f.At, Sharp: f.Image, Mean: f.Image, Count: 1}})
	}
	return out
}

func (w *fakeWatcher) Place(_ uint64, at *still.Place) []still.Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.found, w.asked = at != nil, at != nil
	return nil
}

func (w *fakeWatcher) Stop(at time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stop = at
}

func (w *fakeWatcher) Reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stop, w.found, w.asked, w.rested = 0, false, false, false
}

// fakeRecord is a record that can fail.
type fakeRecord struct {
	Memory
	fail atomic.Pointer[error]
}

func (r *fakeRecord) breaks(err error) { r.fail.Store(&err) }
func (r *fakeRecord) works()           { r.fail.Store(nil) }

func (r *fakeRecord) broken() error {
	if e := r.fail.Load(); e != nil {
		return *e
	}
	return nil
}

func (r *fakeRecord) Append(ctx context.Context, table, id string, e attempt.Event) error {
	if err := r.broken(); err != nil {
		return err
	}
	return r.Memory.Append(ctx, table, id, e)
}

func (r *fakeRecord) Keep(ctx context.Context, table, id string, k Kept) error {
	if err := r.broken(); err != nil {
		return err
	}
	return r.Memory.Keep(ctx, table, id, k)
}

func (r *fakeRecord) Put(ctx context.Context, table, id string, kind EvidenceKind, at attempt.Time, jpeg []byte) error {
	if err := r.broken(); err != nil {
		return err
	}
	return r.Memory.Put(ctx, table, id, kind, at, jpeg)
}

// rig is a table of fakes.
type rig struct {
	turns []Turn
	*Table
	t       *testing.T
	start   time.Time
	camera  *fakeCamera
	watcher *fakeWatcher
	record  *fakeRecord
	clips   *fakeClips
	says    atomic.Int32     // the outcome that the eyes suggest
	wired   chan timer.Event // what a wired timer says; nil for none
}

// fakeClips notes what is recorded, and hands out a clip at once.
type fakeClips struct {
	mu     sync.Mutex
	pinned map[string]attempt.Time
	cut    map[string][2]attempt.Time
}

func (c *fakeClips) Pin(id string, from attempt.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.pinned[id]; !ok {
		c.pinned[id] = from
	}
}

func (c *fakeClips) Cut(id string, from, to attempt.Time, done func([]web.Clip, error)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.cut[id]; !ok {
		c.cut[id] = [2]attempt.Time{from, to}
		go done([]web.Clip{{Hash: "clip of " + id, Camera: Overhead}}, nil)
	}
}

func (c *fakeClips) Copy(id string, _, _ attempt.Time, done func([]web.Clip, error)) {
	go done([]web.Clip{{Hash: "copy of " + id, Camera: Overhead}}, nil)
}

func (c *fakeClips) of(id string) (pinned attempt.Time, cut [2]attempt.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pinned[id], c.cut[id]
}

// wiredTimer is a timer that says what a test wants.
type wiredTimer struct{ events chan timer.Event }

func (w wiredTimer) Events() <-chan timer.Event { return w.events }
func (w wiredTimer) Counts() timer.Counts       { return timer.Counts{} }
func (w wiredTimer) Close() error               { return nil }

// play runs a test with a table of fakes, in a time of its own.
func play(t *testing.T, test func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := &rig{t: t, start: time.Now(), watcher: &fakeWatcher{}, record: &fakeRecord{},
			clips: &fakeClips{pinned: map[string]attempt.Time{}, cut: map[string][2]attempt.Time{}}}
		r.camera = &fakeCamera{clock: r.clocked}
		r.says.Store(int32(adjudicate.OK))
		r.open()
		test(r)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error("closed twice:", err)
		}
	})
}

func (r *rig) clocked() time.Duration { return time.Since(r.start) + time.Second }

// open starts the table, or starts it again.
func (r *rig) open() {
	r.t.Helper()
	book, err := rules.Load(rules.Default)
	if err != nil {
		r.t.Fatal(err)
	}
	var wired func() (timer.Source, error)
	if r.wired != nil {
		wired = func() (timer.Source, error) { return wiredTimer{r.wired}, nil }
	}
	r.Table, err = Start(r.t.Context(), Config{Timer: wired, Clips: r.clips, ID: "T", Name: "Table 1", Event: "333oh", Book: book, Clock: r.clocked, Epoch: r.start, Turns: r.turns,
		Cameras: []Camera{{Name: Overhead, Camera: overheadCamera(), Open: r.camera.open}},
		Record:  r.record, Evidence: r.record, Eyes: r.eyes(), Watch: func(still.Config) Watcher { return r.watcher }})
	if err != nil {
		r.t.Fatal(err)
	}
}

// overheadCamera looks straight down at the mat.
func overheadCamera() *calib.Camera {
	return &calib.Camera{Width: 32, Height: 18, Fx: 30, Fy: 30, Cx: 15.5, Cy: 8.5, CamFromMat: synth.LookAt(geom.Vec{Z: 500}, geom.Vec{}, 0)}
}

// eyes find a puzzle in the middle of the mat and say what the test wants.
func (r *rig) eyes() Eyes {
	return Eyes{
		Measure: func(v vision.View, event string) (vision.Measurement, error) { return found(v, event) },
		Judge: func(_ *still.Still, v vision.View, event string, book *rules.Rulebook) (*judging.Verdict, error) {
			m, err := found(v, event)
			o := adjudicate.Outcome(r.says.Load())
			return &judging.Verdict{Event: event, Seen: m, Took: 50 * time.Millisecond, Ruling: adjudicate.Ruling{Rulebook: book.Name,
				Suggestion: o, Possible: []adjudicate.Outcome{o}}}, err
		},
		Draw: func(*judging.Verdict, rules.Lang) image.Image { return image.NewGray(image.Rect(0, 0, 2, 2)) },
	}
}

func found(v vision.View, event string) (vision.Measurement, error) {
	p, err := puzzle.Load(event)
	return vision.Measurement{Found: true, Support: 1, Puzzle: p, SizeMM: 57, MatFromPuzzle: geom.Pose{R: geom.AxisAngle(geom.Vec{Z: 1}, 0), T: geom.Vec{Z: 28}},
		Layers: make([]geom.Angle, 3), Cameras: map[string]*calib.Camera{v.Name: v.Camera}}, err
}

// until waits for a snapshot.
func (r *rig) until(what string, ok func(web.Snapshot) bool) web.Snapshot {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	var last web.Snapshot
	for s := range r.Watch(ctx) {
		if last = s; ok(s) {
			return s
		}
	}
	r.t.Fatalf("never %s: %+v", what, last)
	return last
}

// filmed waits until an attempt's recording is the one of that hash.
func (r *rig) filmed(id, hash string) {
	r.t.Helper()
	r.until("filmed: "+hash, func(web.Snapshot) bool {
		c, err := r.Clips(r.t.Context(), id)
		return err == nil && len(c) == 1 && c[0].Hash == hash
	})
}

// wire starts the table again with a wired timer.
func (r *rig) wire() {
	r.t.Helper()
	if err := r.Close(); err != nil {
		r.t.Fatal(err)
	}
	r.wired = make(chan timer.Event)
	r.open()
}

// report says what the timer does, now.
func (r *rig) report(k timer.Kind, shows time.Duration) {
	r.t.Helper()
	if err := r.Report(r.t.Context(), judge, timer.Report{Kind: k, Time: shows}); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) do(id string, by attempt.Actor, data attempt.Data) {
	r.t.Helper()
	if err := r.Do(r.t.Context(), id, by, data); err != nil {
		r.t.Fatalf("%T: %v", data, err)
	}
}

// solve is the timer's run and stop; it comes back with the suggestion.
func (r *rig) solve(shows time.Duration) web.Snapshot {
	r.t.Helper()
	r.report(timer.Running, 0)
	r.until("solving", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Solving })
	r.report(timer.Stopped, shows)
	return r.until("suggested", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Suggested })
}

// patient lets more time pass than a double tap takes.
func (r *rig) patient() {
	r.wait(600 * time.Millisecond)
}

// wait lets the table's time pass.
func (r *rig) wait(d time.Duration) {
	up := time.NewTimer(d)
	<-up.C
}

func (r *rig) content(hash string) []byte {
	r.t.Helper()
	f, _, err := r.Evidence(r.t.Context(), hash)
	if err != nil {
		r.t.Fatal(err)
	}
	defer f.Close()
	raw, err := io.ReadAll(f)
	if err != nil {
		r.t.Fatal(err)
	}
	return raw
}
