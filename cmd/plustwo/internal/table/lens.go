package table

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
)

const (
	// silence is how long a camera may give no frame, and same how long it may
	// give the same picture, byte for byte, until it counts as frozen. A sensor's
	// noise alone makes every picture another one.
	silence = 500 * time.Millisecond
	same    = time.Second
)

// lens is one camera of a table: it reads the frames and hands them out.
type lens struct {
	*Table
	cfg     Camera
	frames  feed.Feed[vision.Frame]
	jpegs   jpegs
	watcher *watching // nil but for the camera that is judged
	base    uint64    // sequence number at which the source that is open began

	mu   sync.Mutex
	seen stream
}

// stream is what is known of a camera's frames.
type stream struct {
	count     uint64
	came      time.Duration // when the newest frame came
	changed   time.Duration // when the newest one that differs from the one before came
	at        time.Duration // when it was taken
	w, h      int
	err       error
	ended     bool
	since     time.Duration // when counting for the rate began
	sinceN    uint64
	perSecond float64
}

func newLens(t *Table, c Camera) *lens {
	l := &lens{Table: t, cfg: c}
	if c.Name == Overhead {
		l.watcher = newWatching(t, c)
	}
	return l
}

// run reads the camera until the context ends; one that is lost is opened again
// until that succeeds.
func (l *lens) run(ctx context.Context) {
	defer l.frames.Close()
	for wait := firstRetry; ctx.Err() == nil; {
		before := l.seen.count
		err := l.session(ctx)
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, io.EOF) {
			l.note(func(s *stream) { s.ended = true })
			return
		}
		l.Table.cfg.Log.Warn("camera lost", "camera", l.cfg.Name, "err", err)
		l.note(func(s *stream) { s.err = err })
		if l.seen.count > before {
			wait = firstRetry
		}
		pause(ctx, wait)
		wait = min(2*wait, lastRetry)
	}
}

// note changes what is known; only the camera's goroutine does.
func (l *lens) note(f func(*stream)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f(&l.seen)
}

// session reads one opened source to its end.
func (l *lens) session(ctx context.Context) error {
	src, err := l.cfg.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	l.base = l.seen.count
	return l.read(ctx, src)
}

func (l *lens) read(ctx context.Context, src camera.Source) error {
	var last *vision.Image
	for {
		f, err := src.Next(ctx)
		if err != nil {
			return err
		}
		f.Seq += l.base
		fresh := last == nil || !bytes.Equal(last.Pix, f.Image.Pix)
		last = f.Image
		l.take(f, fresh)
	}
}

// take hands a frame on. One that is the same as the one before is no evidence:
// a camera that hangs would show a puzzle at rest.
func (l *lens) take(f vision.Frame, fresh bool) {
	now := l.clock()
	l.Table.cfg.Metrics.frame(l.Table.cfg.ID, l.cfg.Name)
	l.note(func(s *stream) {
		s.count, s.came, s.at, s.w, s.h, s.err = f.Seq+1, now, f.At, f.Image.Width, f.Image.Height, nil
		if fresh {
			s.changed = now
		}
		if while := now - s.since; while >= time.Second {
			s.perSecond = float64(s.count-s.sinceN) / while.Seconds()
			s.since, s.sinceN = now, s.count
		}
	})
	l.frames.Publish(f)
	if l.watcher != nil && fresh {
		l.watcher.feed(f)
	}
}

// health tells how the camera does.
func (l *lens) health() web.CameraHealth {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, now := &l.seen, l.clock()
	h := web.CameraHealth{Name: l.cfg.Name, Health: web.Good, FPS: float64(int(10*s.perSecond+0.5)) / 10,
		Last: attempt.Time(s.at), Width: s.w, Height: s.h, Rig: l.cfg.Camera != nil}
	switch {
	case s.ended:
		h.Health, h.Why = web.Lost, cameraEnded
	case s.err != nil:
		h.Health, h.Why = web.Lost, told(s.err)
	case s.count == 0 && now-s.since < silence:
		h.Health, h.Why = web.Poor, cameraAwaited
	case now-s.came >= silence:
		h.Health, h.Why = web.Lost, cameraFrozen
	case now-s.changed >= same:
		h.Health, h.Why = web.Lost, cameraRepeats
	}
	if h.Health == web.Lost {
		h.FPS = 0
	}
	return h
}
