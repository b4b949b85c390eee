// Package film keeps a table's moving pictures: it encodes each camera once, for
// screens and for recordings, and writes an attempt's recording as it happens.
package film

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/clip"
	"github.com/plustwo/plustwo/stream/encode"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
)

// Store keeps finished recordings.
type Store interface {
	// PutClip keeps an MP4 of an attempt and returns its content hash.
	PutClip(ctx context.Context, attempt string, c web.Clip, content io.Reader) (hash string, err error)
}

// Film keeps the pictures of one table. Its methods may be called from many
// goroutines.
type Film struct {
	dir   string // for recordings that are being written
	clock func() time.Duration
	store Store
	log   *slog.Logger

	mu      sync.Mutex
	cameras []*camera
	takes   map[string]*take // by the attempt
	closed  bool
	work    sync.WaitGroup
	ctx     context.Context // done when nothing more is waited for
	end     context.CancelFunc
}

// camera is one camera's encoder.
type camera struct {
	name  string
	stage *encode.Stage
}

// take is the recording of one attempt.
type take struct {
	parts []*part
	cut   bool
	limit *time.Timer
}

// part is one camera's file of a take.
type part struct {
	camera    string
	file      *os.File
	recording *clip.Recording
}

// longest is how long a recording may last: a solve of ten minutes, where the
// timer stops by itself, with what comes before and after; 450 MB a camera.
const longest = 15 * time.Minute

// New returns a film that writes into a folder.
func New(dir string, clock func() time.Duration, store Store, log *slog.Logger) *Film {
	f := &Film{dir: dir, clock: clock, store: store, log: log, takes: map[string]*take{}}
	f.ctx, f.end = context.WithCancel(context.Background())
	return f
}

// Add encodes a camera's frames from now on.
func (f *Film) Add(name string, frames *feed.Feed[vision.Frame]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cameras = append(f.cameras, &camera{name, encode.Start(frames.Reader(), encode.Options{})})
}

// Stage returns a camera's encoder; nil where there is none of that name.
func (f *Film) Stage(name string) *encode.Stage {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.cameras {
		if c.name == name {
			return c.stage
		}
	}
	return nil
}

// Pin records an attempt from a time on, as far back as the tapes reach, until
// Cut. An attempt that is being recorded already stays so.
func (f *Film) Pin(id string, from attempt.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || f.takes[id] != nil {
		return
	}
	t := &take{}
	for _, c := range f.cameras {
		p, err := f.begin(c, time.Duration(from))
		if err != nil {
			f.log.Error("nothing is recorded", "attempt", id, "camera", c.name, "err", err)
			continue
		}
		t.parts = append(t.parts, p)
	}
	f.takes[id] = t
	t.limit = time.AfterFunc(longest, func() { f.Cut(id, from, attempt.Time(f.clock()), func([]web.Clip, error) {}) })
}

func (f *Film) begin(c *camera, from time.Duration) (*part, error) {
	file, err := os.CreateTemp(f.dir, "recording-*.mp4")
	if err != nil {
		return nil, err
	}
	return &part{c.name, file, clip.Record(c.stage.Tape(), file, from)}, nil
}

// Cut ends an attempt's recording at a time, keeps it, and calls back with what
// was kept. It does not wait. Later cuts of the attempt do nothing.
func (f *Film) Cut(id string, from, to attempt.Time, done func([]web.Clip, error)) {
	if f.clock()-time.Duration(from) < longest {
		f.Pin(id, from)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.takes[id]
	if f.closed || t == nil || t.cut {
		return
	}
	t.cut = true
	t.limit.Stop()
	f.work.Go(func() {
		done(f.finish(id, t, time.Duration(to)))
		f.mu.Lock()
		defer f.mu.Unlock()
		f.forget(id)
	})
}

// Copy keeps an attempt's pictures between two times, as far back as the tapes
// reach, and calls back with what was kept. It does not wait, and a recording of
// the attempt goes on.
func (f *Film) Copy(id string, from, to attempt.Time, done func([]web.Clip, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	t := &take{}
	for _, c := range f.cameras {
		if p, err := f.begin(c, time.Duration(from)); err != nil {
			f.log.Error("nothing is recorded", "attempt", id, "camera", c.name, "err", err)
		} else {
			t.parts = append(t.parts, p)
		}
	}
	f.work.Go(func() { done(f.finish(id, t, time.Duration(to))) })
}

// forget drops old takes: they only keep an attempt from being recorded again.
func (f *Film) forget(id string) {
	const most = 64
	for old, t := range f.takes {
		if len(f.takes) > most && t.cut && old != id {
			delete(f.takes, old)
		}
	}
}

// Drop ends an attempt's recording and keeps nothing of it.
func (f *Film) Drop(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.takes[id]
	if t == nil || t.cut {
		return
	}
	delete(f.takes, id)
	t.limit.Stop()
	now := f.clock()
	f.work.Go(func() {
		for _, p := range t.parts {
			_, _ = p.recording.Finish(f.ctx, now) // what is thrown away may be broken
			p.remove()
		}
	})
}

// finish waits for the end of a take and keeps it.
func (f *Film) finish(id string, t *take, to time.Duration) ([]web.Clip, error) {
	var out []web.Clip
	var errs []error
	// Frames that do not come, as from a camera that hangs, are not waited for.
	const late = time.Second
	ctx, cancel := context.WithTimeout(f.ctx, max(0, to-f.clock())+late)
	defer cancel()
	for _, p := range t.parts {
		c, err := f.keep(ctx, id, p, to)
		if errors.Is(err, clip.ErrNothing) {
			continue // the camera gave no picture then
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("camera %s: %w", p.camera, err))
			continue
		}
		out = append(out, c)
	}
	return out, errors.Join(errs...)
}

func (f *Film) keep(ctx context.Context, id string, p *part, to time.Duration) (web.Clip, error) {
	defer p.remove()
	info, err := p.recording.Finish(ctx, to)
	if err != nil {
		return web.Clip{}, err
	}
	c := web.Clip{Camera: p.camera, Width: info.Width, Height: info.Height}
	for _, x := range info.Frames {
		c.Frames = append(c.Frames, attempt.Time(x.At))
	}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return c, err
	}
	const patience = 30 * time.Second // for a slow disk
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	c.Hash, err = f.store.PutClip(ctx, id, c, p.file)
	return c, err
}

// remove deletes the file that was written to.
func (p *part) remove() {
	_ = p.file.Close() // it is read to its end, or thrown away
	_ = os.Remove(p.file.Name())
}

// Close ends all recordings, keeps those whose cut was asked for, and ends the
// encoders. It waits, and may be called twice.
func (f *Film) Close() error {
	f.mu.Lock()
	ids := []string{}
	for id := range f.takes {
		ids = append(ids, id)
	}
	f.mu.Unlock()
	for _, id := range ids {
		f.Drop(id)
	}
	f.mu.Lock()
	f.closed = true
	cameras := slices.Clone(f.cameras)
	f.mu.Unlock()
	f.end()
	f.work.Wait()
	var errs []error
	for _, c := range cameras {
		errs = append(errs, c.stage.Close())
	}
	return errors.Join(errs...)
}
