package camera

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
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

func TestKeepLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keeping([]step{{wait: frameTime, times: 10}, {wait: frameTime, skip: 3}})
		if got := k.Status(); got.State != Opening || got.Why.In(rules.Traditional) != problem.CameraOpening[rules.Traditional] {
			t.Errorf("at first: %+v", got)
		}
		run(3*time.Second + ms)
		got := k.Status()
		if got.State != Live || got.Why != nil || got.FPS < 29.9 || got.FPS > 30.1 || got.Width != 1 || got.Height != 1 {
			t.Errorf("got %+v", got)
		}
		want(t, "frames", got.Frames, uint64(90))
		want(t, "dropped", got.Dropped, uint64(3))
		want(t, "the last number", k.frames[89].Seq, uint64(92))
		want(t, "the last time", got.Last, k.frames[89].At)
		k.close(t)
		want(t, "opened", k.opened.Load(), int64(1))
		want(t, "closed", k.closed.Load(), int64(1))
		if !slices.Equal(k.story(), []string{"live", "lost"}) {
			t.Errorf("%v", k.story())
		}
	})
}

// The limits of "no new frame in 500 ms" and of "the same picture for 1 s", and
// what follows.
func TestKeepFrozen(t *testing.T) {
	second := time.Second
	for _, c := range []struct {
		name   string
		steps  []step
		after  time.Duration // the first frame
		want   State
		says   rules.Text
		opened int64
	}{
		{"499 ms without a frame", []step{{}, {wait: time.Hour}}, 499 * ms, Live, nil, 1},
		{"500 ms without a frame", []step{{}, {wait: time.Hour}}, 500 * ms, Frozen, problem.CameraFrozen, 1},
		{"it comes back by itself", []step{{}, {wait: 1400 * ms}}, 1400 * ms, Live, nil, 1},
		{"it is given up after another second", []step{{}, {wait: time.Hour}}, 1500*ms + firstRetry, Frozen, problem.CameraFrozen, 2},
		{"the same picture for 999 ms", []step{{}, {wait: 10 * ms, same: true, times: 1000}}, 999 * ms, Live, nil, 1},
		{"the same picture for 1 s", []step{{}, {wait: 10 * ms, same: true, times: 1000}}, second, Frozen, problem.CameraRepeats, 1},
		{"another picture then", []step{{}, {wait: 10 * ms, same: true, times: 150}, {wait: ms}}, 1501 * ms, Live, nil, 1},
		{"the same picture is given up", []step{{}, {wait: 10 * ms, same: true, times: 1000}}, 2*second + firstRetry, Frozen, problem.CameraRepeats, 2},
		{"one picture, then silence", []step{{}, {wait: 400 * ms, same: true}, {wait: time.Hour}}, 900 * ms, Frozen, problem.CameraFrozen, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := keeping(c.steps, []step{{wait: time.Minute}})
				run(c.after)
				got := k.Status()
				if got.State != c.want || k.opened.Load() != c.opened {
					t.Errorf("%v after %d openings; %v", got.State, k.opened.Load(), k.story())
				}
				if c.want == Frozen && (got.FPS != 0 || start(got.Why) != start(c.says)) {
					t.Errorf("%+v", got)
				}
				k.close(t)
				want(t, "closed", k.closed.Load(), k.opened.Load())
			})
		})
	}
}

// start is what a text says before its figures.
func start(t rules.Text) string { return t.In(rules.English)[:len("camera frozen: no new")] }

// A picture that is not new is not published: nothing may take it for a puzzle
// at rest.
func TestKeepPublishesNothingStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keeping([]step{{times: 2, wait: frameTime}, {wait: frameTime, same: true, times: 7}, {wait: frameTime}, {wait: time.Hour}})
		run(time.Second)
		want(t, "published", k.published(), 3)
		want(t, "repeated", k.Status().Repeated, uint64(7))
		want(t, "the number after", k.frames[2].Seq, uint64(9))
		k.close(t)
	})
}

func TestKeepComesBack(t *testing.T) {
	unplugged := []step{{err: ErrLost}}
	for name, first := range map[string][]step{
		"fails":   {{wait: frameTime, times: 300}, {wait: ms, err: errors.New("select timeout")}},
		"ends":    {{wait: frameTime, times: 300}, {wait: ms, err: io.EOF}},
		"freezes": {{wait: frameTime, times: 300}, {wait: time.Hour}},
		"repeats": {{wait: frameTime, times: 300}, {wait: frameTime, same: true, times: 1000}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := keeping(first, unplugged, unplugged, nil)
				run(10*time.Second + 500*ms)
				before := k.published()
				run(12 * time.Second)
				got := k.Status()
				if got.State != Live || got.Reconnects != 1 || got.FPS < 29 || k.opened.Load() != 4 {
					t.Errorf("%+v after %d openings", got, k.opened.Load())
				}
				want(t, "a gap in the numbers", k.frames[before].Seq >= k.frames[before-1].Seq+2, true)
				want(t, "the table's clock", k.frames[before].At, k.when[before])
				k.close(t)
				want(t, "closed", k.closed.Load(), int64(2))
			})
		})
	}
}

// Each try waits twice as long as the one before, up to 4 s; after a while of
// health it begins anew.
func TestKeepBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var tries []time.Duration
		clock := sinceNow()
		well := false
		now := func(is bool) int { // how often it was tried so far, and whether it is well from now on
			mu.Lock()
			defer mu.Unlock()
			well = is
			return len(tries)
		}
		k := Keep(Keeping{Name: "overhead", Clock: clock, Frames: &kept{clock: clock}, Open: func() (Source, error) {
			mu.Lock()
			defer mu.Unlock()
			tries = append(tries, clock())
			if !well {
				return nil, ErrLost
			}
			well = false
			return &fake{clock: clock, steps: []step{{wait: frameTime, times: 200}, {wait: ms, err: io.EOF}}, closed: new(atomic.Int64)}, nil
		}})
		run(16 * time.Second)
		now(true)
		run(4 * time.Second)
		last := now(false) - 1
		run(7 * time.Second)
		if err := k.Close(); err != nil {
			t.Error(err)
		}
		for i, wait := range []time.Duration{250 * ms, 500 * ms, time.Second, 2 * time.Second, 4 * time.Second, 4 * time.Second} {
			want(t, "wait", tries[i+1]-tries[i], wait)
		}
		want(t, "wait after health", (tries[last+1] - tries[last] - 200*frameTime - ms).Round(ms), 250*ms)
	})
}

// A source that hangs in C hangs nothing else: it is left behind, another one is
// opened, and Close comes back.
func TestKeepHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		k := keeping([]step{{}, {hang: free}}, nil)
		run(10 * time.Second)
		if got := k.Status(); got.State != Live || got.Reconnects != 1 {
			t.Errorf("%+v", got)
		}
		before := k.clock()
		for range 2 {
			if err := k.Close(); !errors.Is(err, ErrHung) {
				t.Errorf("got %v", err)
			}
		}
		want(t, "Close took", k.clock()-before, time.Duration(0))
		published := k.published()
		close(free)
		synctest.Wait()
		want(t, "published after Close", k.published()-published, 0)
		want(t, "closed", k.closed.Load(), int64(2))
	})
}

func TestKeepClosesWhileItHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		k := keeping([]step{{}, {hang: free}})
		run(100 * ms)
		before := k.clock()
		if err := k.Close(); !errors.Is(err, ErrHung) {
			t.Errorf("got %v", err)
		}
		want(t, "Close took", k.clock()-before, grace)
		close(free)
	})
}

// Where every try hangs no more than a few are left behind.
func TestKeepHangsAgainAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		k := keeping([]step{{}, {hang: free}})
		run(10 * time.Minute)
		want(t, "opened", k.opened.Load(), int64(mostHung))
		if got := k.Status(); got.State != Lost || got.Why.In(rules.English) != problem.CameraHangs[rules.English] {
			t.Errorf("%+v", got)
		}
		close(free)
		run(time.Minute)
		want(t, "closed", k.closed.Load() >= mostHung, true)
		want(t, "opened once they came back", k.opened.Load() > mostHung, true)
		k.Close()
	})
}

func TestKeepOpensForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keeping([]step{{wait: 9 * time.Second}}, []step{{wait: time.Hour}})
		run(firstFrame + ms)
		want(t, "a late first frame", k.Status().Frames > 0, true)
		k.close(t)
		k = keeping([]step{{wait: 11 * time.Second}}, nil)
		run(firstFrame - ms)
		want(t, "still opening", k.Status().State, Opening)
		run(time.Second)
		want(t, "opened again", k.opened.Load(), int64(2))
		k.close(t)
	})
}
