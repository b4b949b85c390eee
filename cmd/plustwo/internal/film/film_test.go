package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/clip"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
)

const frameEvery = attempt.Time(time.Second / 30)

// kept is a store that holds clips in memory.
type kept struct {
	mu    sync.Mutex
	clips map[string][]byte
	fail  error
}

func (k *kept) PutClip(_ context.Context, id string, c web.Clip, content io.Reader) (string, error) {
	raw, err := io.ReadAll(content)
	if err != nil || k.fail != nil {
		return "", errors.Join(err, k.fail)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	hash := fmt.Sprintf("%s/%s", id, c.Camera)
	k.clips[hash] = raw
	return hash, nil
}

// set is a film of one camera whose clock is its frames'.
type set struct {
	*Film
	t     *testing.T
	dir   string
	store *kept
	feed  feed.Feed[vision.Frame]
	n     atomic.Int64
}

func newSet(t *testing.T) *set {
	s := &set{t: t, dir: t.TempDir(), store: &kept{clips: map[string][]byte{}}}
	s.Film = New(s.dir, func() time.Duration { return time.Duration(s.now()) }, s.store, slog.New(slog.DiscardHandler))
	s.Add("overhead", &s.feed)
	t.Cleanup(func() {
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(s.dir); err != nil || len(left) > 0 {
			t.Errorf("left over: %v, %v", left, err)
		}
	})
	return s
}

func (s *set) now() attempt.Time { return attempt.Time(s.n.Load()) * frameEvery }

// roll gives frames and waits until each is encoded.
func (s *set) roll(n int) {
	s.t.Helper()
	r := s.Stage("overhead").Tape().From(time.Duration(s.now()))
	for range n {
		pix := make([]uint8, 3*64*64)
		for i := range pix {
			pix[i] = uint8(s.n.Load())
		}
		at := time.Duration(s.now())
		s.feed.Publish(vision.Frame{Seq: uint64(s.n.Load()), At: at, Image: &vision.Image{Width: 64, Height: 64, Pix: pix}})
		for {
			u, _, err := r.Next(s.t.Context())
			if err != nil {
				s.t.Fatal(err)
			}
			if u.At == at {
				break
			}
		}
		s.n.Add(1)
	}
}

type cutting struct {
	clips []web.Clip
	err   error
}

func (s *set) cut(id string, from, to attempt.Time) <-chan cutting {
	out := make(chan cutting, 1)
	s.Cut(id, from, to, func(clips []web.Clip, err error) { out <- cutting{clips, err} })
	return out
}

// A recording goes from a key frame at or before its beginning to its end, which
// is waited for, and its frames can be read one by one.
func TestCut(t *testing.T) {
	s := newSet(t)
	s.roll(25)
	s.Pin("A", 15*frameEvery)
	s.Pin("A", 0) // it is being recorded already
	s.roll(10)
	copied := make(chan cutting, 1)
	s.Copy("A", 0, 34*frameEvery, func(clips []web.Clip, err error) { copied <- cutting{clips, err} })
	if c := <-copied; c.err != nil || len(c.clips) != 1 || c.clips[0].Frames[0] != 0 || len(c.clips[0].Frames) != 35 {
		t.Errorf("a copy in between: %+v", c)
	}
	done := s.cut("A", 15*frameEvery, 40*frameEvery)
	s.roll(10)
	c := <-done
	if c.err != nil || len(c.clips) != 1 {
		t.Fatalf("%+v", c)
	}
	k := c.clips[0]
	if k.Camera != "overhead" || k.Width != 64 || k.Frames[0] != 10*frameEvery || k.Frames[len(k.Frames)-1] != 40*frameEvery || len(k.Frames) != 31 {
		t.Errorf("%+v", k)
	}
	raw := s.store.clips[k.Hash]
	f, err := clip.Open(bytes.NewReader(raw), int64(len(raw)))
	if err != nil || len(f.Frames()) != len(k.Frames) {
		t.Errorf("%v", err)
	}
	jpg, err := (Frames{hall{raw}}).Frame(t.Context(), "T", "h", 20)
	if err != nil {
		t.Fatal(err)
	}
	im, err := jpeg.Decode(bytes.NewReader(jpg))
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := im.At(30, 30).RGBA(); r>>8 < 27 || r>>8 > 33 {
		t.Errorf("frame 20, of grey 30, has grey %d", r>>8)
	}
	for _, n := range []int{-1, 31} {
		if _, err := (Frames{hall{raw}}).Frame(t.Context(), "T", "h", n); !errors.Is(err, web.ErrNoEvidence) {
			t.Errorf("frame %d: %v", n, err)
		}
	}
	if _, err := (Frames{hall{raw[:10]}}).Frame(t.Context(), "T", "h", 0); !errors.Is(err, web.ErrNoEvidence) {
		t.Error(err)
	}
	if _, err := (Frames{hall{raw}}).Frame(t.Context(), "none", "h", 0); !errors.Is(err, web.ErrNoEvidence) {
		t.Error(err)
	}
	s.Cut("A", 0, s.now(), func([]web.Clip, error) { t.Error("cut twice") })
}

// A camera that gives no more frames is not waited for.
func TestCutOfHangingCamera(t *testing.T) {
	s := newSet(t)
	s.roll(12)
	s.Pin("A", 0)
	s.roll(3)
	if c := <-s.cut("A", 0, s.now()); c.err != nil || len(c.clips) != 1 || len(c.clips[0].Frames) != 15 {
		t.Errorf("%+v", c)
	}
}

// Without a picture there is no clip; a store that fails is told.
func TestNothingToKeep(t *testing.T) {
	s := newSet(t)
	if c := <-s.cut("A", 0, 0); c.err != nil || len(c.clips) != 0 {
		t.Errorf("%+v", c)
	}
	s.roll(12)
	s.store.fail = errors.New("full")
	if c := <-s.cut("B", 0, s.now()-frameEvery); !errors.Is(c.err, s.store.fail) {
		t.Errorf("%+v", c)
	}
	s.roll(3)
	s.Drop("none")
	s.Pin("C", 0) // left open: Close throws it away
}

// hall has one table, whose every evidence is a clip.
type hall struct{ raw []byte }

func (hall) Tables() []string { return []string{"T"} }

func (h hall) Table(id string) web.Table {
	if id != "T" {
		return nil
	}
	return clipTable{raw: h.raw}
}

type clipTable struct {
	web.Table
	raw []byte
}

func (c clipTable) Evidence(context.Context, string) (io.ReadSeekCloser, string, error) {
	return nopCloser{bytes.NewReader(c.raw)}, "video/mp4", nil
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }
