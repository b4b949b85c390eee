package camera

import (
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
)

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

// What went wrong is told in the words of who knows it.
func TestKeepTellsWhy(t *testing.T) {
	for name, c := range map[string]struct {
		steps []step
		says  rules.Text
	}{
		"cannot be opened":        {[]step{{err: problem.At("usb:x", problem.New(ErrLost, problem.CameraRefused))}}, problem.At("usb:x", problem.New(nil, problem.CameraRefused)).Text},
		"fails":                   {[]step{{}, {wait: ms, err: problem.New(ErrLost, problem.CameraUnreachable)}}, problem.CameraUnreachable},
		"fails in no one's words": {[]step{{}, {wait: ms, err: errors.New("odd")}}, problem.CameraStopped},
		"ends":                    {[]step{{}, {wait: ms, err: io.EOF}}, problem.CameraEnded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := keeping(c.steps, []step{{wait: time.Minute}})
				run(100 * ms)
				got := k.Status()
				if got.State != Lost || got.Err == nil || got.FPS != 0 {
					t.Errorf("%+v", got)
				}
				for _, l := range rules.Langs() {
					want(t, string(l), got.Why[l], c.says[l])
				}
				k.close(t)
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
