package camera

import (
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/vision"
)

// These tests run in bubbles of testing/synctest: time passes at once where all
// goroutines wait, and a goroutine that is left fails the test.

const ms = time.Millisecond

// step is one act of a fake camera.
type step struct {
	wait  time.Duration // before it
	same  bool          // the picture of before again
	hang  chan struct{} // never comes back until this is closed
	skip  uint64        // frames that are lost before this one
	times int           // how often; 0 for once
	err   error         // ends the source
}

// fake is a camera that follows a script, then gives frames for ever.
type fake struct {
	clock  Clock
	steps  []step
	seq    uint64
	look   byte
	closed *atomic.Int64
}

func (c *fake) Next(ctx context.Context) (vision.Frame, error) {
	s := step{wait: frameTime}
	if len(c.steps) > 0 {
		s = c.steps[0]
		if c.steps[0].times--; c.steps[0].times <= 0 {
			c.steps = c.steps[1:]
		}
	}
	if s.hang != nil {
		<-s.hang
		return vision.Frame{}, io.EOF
	}
	if err := pause(ctx, s.wait); err != nil {
		return vision.Frame{}, err
	}
	if s.err != nil {
		return vision.Frame{}, s.err
	}
	if !s.same {
		c.look++
	}
	c.seq += s.skip
	f := vision.Frame{Camera: "another name", Seq: c.seq, At: c.clock(), Image: &vision.Image{Width: 1, Height: 1, Pix: []uint8{c.look, 0, 0}}}
	c.seq++
	return f, nil
}

func (c *fake) Close() error {
	c.closed.Add(1)
	return nil
}

const frameTime = 100 * ms / 3 // 30 frames a second

// kept is what a test sees of a kept camera.
type kept struct {
	*Keeper
	clock          Clock
	mu             sync.Mutex
	frames         []vision.Frame  // what was published
	when           []time.Duration // and when
	states         []Status
	opened, closed atomic.Int64
}

func (k *kept) Publish(f vision.Frame) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.frames, k.when = append(k.frames, f), append(k.when, k.clock())
}

// keeping keeps a camera that follows one script after each opening, the last
// one for ever. The camera looks different after each opening.
func keeping(scripts ...[]step) *kept {
	k := &kept{clock: sinceNow()}
	var look byte
	open := func() (Source, error) {
		steps := slices.Clone(scripts[min(int(k.opened.Load()), len(scripts)-1)])
		k.opened.Add(1)
		if len(steps) > 0 && steps[0].wait == 0 && steps[0].err != nil {
			return nil, steps[0].err
		}
		look += 100
		return &fake{clock: k.clock, steps: steps, look: look, closed: &k.closed}, nil
	}
	k.Keeper = Keep(Keeping{Name: "overhead", Open: open, Frames: k, Clock: k.clock, Changed: k.changed})
	return k
}

func (k *kept) changed(s Status) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.states = append(k.states, s)
}

// published tells how many frames there are so far.
func (k *kept) published() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.frames)
}

// story tells the states in order.
func (k *kept) story() (out []string) {
	for _, s := range k.states {
		out = append(out, s.State.String())
	}
	return out
}

func (k *kept) close(t *testing.T) {
	t.Helper()
	for range 2 {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	}
	for i, f := range k.frames {
		if f.Camera != "overhead" {
			t.Fatalf("a frame of %q", f.Camera)
		}
		if i > 0 && (f.Seq <= k.frames[i-1].Seq || f.At <= k.frames[i-1].At) {
			t.Fatalf("number %d at %v follows number %d at %v", f.Seq, f.At, k.frames[i-1].Seq, k.frames[i-1].At)
		}
	}
	if got := k.Status(); got.State != Lost || got.FPS != 0 {
		t.Errorf("closed: %+v", got)
	}
}

func run(d time.Duration) {
	time.Sleep(d) // the bubble's time
	synctest.Wait()
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
