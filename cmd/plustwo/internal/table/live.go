package table

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
)

// ID is the table's id.
func (t *Table) ID() string { return t.cfg.ID }

// Frames gives a camera's frames; nil where the table has no such camera.
func (t *Table) Frames(camera string) *feed.Feed[vision.Frame] {
	if l := t.lens(camera); l != nil {
		return &l.frames
	}
	return nil
}

func (t *Table) lens(camera string) *lens {
	i := slices.IndexFunc(t.lenses, func(l *lens) bool { return l.cfg.Name == camera })
	if i < 0 {
		return nil
	}
	return t.lenses[i]
}

// Live implements web.Table.
func (t *Table) Live(ctx context.Context, camera string, perSecond float64) (<-chan web.Picture, error) {
	l := t.lens(camera)
	if l == nil {
		return nil, fmt.Errorf("%w: %q", web.ErrNoCamera, camera)
	}
	out := make(chan web.Picture)
	go l.live(ctx, time.Duration(float64(time.Second)/max(perSecond, leastRate)), out)
	return out, nil
}

// leastRate is the lowest rate of live pictures, a second: one every ten.
const leastRate = 0.1

// live sends the newest pictures, a while apart.
func (l *lens) live(ctx context.Context, apart time.Duration, out chan<- web.Picture) {
	defer close(out)
	r := l.frames.Reader()
	due := time.Duration(-1)
	for {
		f, _, err := r.Next(ctx)
		if err != nil {
			return
		}
		if f.At < due {
			continue
		}
		// A frame that comes a little early keeps the rate; one after a pause sets it anew.
		due = max(due, f.At-apart/2) + apart
		raw, err := l.jpegs.of(f)
		if err != nil {
			l.Table.cfg.Log.Error("a live picture is not encoded", "err", err)
			return
		}
		select {
		case out <- web.Picture{Seq: f.Seq, At: attempt.Time(f.At), JPEG: raw}:
		case <-ctx.Done():
			return
		}
	}
}

// jpegs encodes each frame once, whoever watches.
type jpegs struct {
	mu  sync.Mutex
	im  *vision.Image
	raw []byte
	err error
}

func (j *jpegs) of(f vision.Frame) ([]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.im != f.Image {
		j.raw, j.err = encodeJPEG(toYCbCr(f.Image), liveQuality)
		j.im = f.Image
	}
	return j.raw, j.err
}
