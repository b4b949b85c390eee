package demo

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/synth/play"
)

// fake is a table that notes what is done to it.
type fake struct {
	web.Table
	mu   sync.Mutex
	now  web.Snapshot
	done []attempt.Data
	told chan struct{} // after each Do; nil for nobody
	news chan web.Snapshot
}

func (f *fake) Snapshot() web.Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fake) Watch(ctx context.Context) <-chan web.Snapshot {
	out := make(chan web.Snapshot)
	go func() {
		defer close(out)
		for {
			select {
			case s := <-f.news:
				out <- s
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func (f *fake) Do(_ context.Context, _ string, by attempt.Actor, data attempt.Data) error {
	f.mu.Lock()
	f.done = append(f.done, data)
	f.mu.Unlock()
	if f.told != nil {
		f.told <- struct{}{}
	}
	return nil
}

func (f *fake) did() []attempt.Data {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.done
}

// The cover, the timer and the pictures of an attempt come as they are played.
// That the waiting for the judge ends with the decision is seen in package table,
// whose attempts would else never end.
func TestStage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s := New(func() time.Duration { return time.Since(start) }, slog.New(slog.DiscardHandler))
		const spec = "synth:?script=ok&width=320&wait=forever"
		if s.Plays() {
			t.Error("it plays before it is asked to")
		}
		c, err := s.Camera(spec, "overhead")
		if err != nil || c.Width != 320 || !s.Plays() {
			t.Fatalf("%v, %v", c, err)
		}
		src, err := s.Open(spec, "overhead", camera.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		if f, err := src.Next(t.Context()); err != nil || f.Camera != "overhead" || f.Image.Width != 320 {
			t.Errorf("%+v, %v", f, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		table := &fake{news: make(chan web.Snapshot), told: make(chan struct{}, 9)}
		var run sync.WaitGroup
		run.Go(func() { s.Run(ctx, table) })
		<-table.told
		<-table.told
		if did := table.did(); len(did) != 2 || did[0] != (attempt.Cover{}) || did[1] != (attempt.Inspect{}) {
			t.Errorf("the table was told %+v", did)
		}
		source, err := s.Timer()
		if err != nil {
			t.Fatal(err)
		}
		s.tell(play.Cue{Kind: play.Running, At: time.Second})
		if e := <-source.Events(); e.Kind != timer.Running || e.At != time.Second {
			t.Errorf("the timer says %+v", e)
		}
		cancel()
		run.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestBadSpec(t *testing.T) {
	s := New(func() time.Duration { return 0 }, slog.New(slog.DiscardHandler))
	if _, err := s.Camera("synth:?seed=x", "overhead"); err == nil {
		t.Error("a bad seed was taken")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// The demonstration's judge says what was suggested, once an attempt has waited,
// and keeps off what a visitor has begun.
func TestJudge(t *testing.T) {
	stopped := attempt.Time(10 * time.Second)
	suggested := func(o adjudicate.Outcome) []attempt.Suggestion {
		return []attempt.Suggestion{{Ruling: adjudicate.Ruling{Suggestion: o}}}
	}
	base := attempt.State{Phase: attempt.Suggested, Opened: &attempt.Open{ID: "A"}, StoppedAt: &stopped}
	with := func(f func(*attempt.State)) attempt.State { s := base; f(&s); return s }
	for name, c := range map[string]struct {
		state  attempt.State
		waited time.Duration
		want   rules.Verdict // empty for nothing
	}{
		"as suggested":    {with(func(s *attempt.State) { s.Suggestions = suggested(adjudicate.PlusTwo) }), Patience, rules.IsPlusTwo},
		"unsure":          {with(func(s *attempt.State) { s.Suggestions = suggested(adjudicate.Refer) }), Patience, rules.IsOK},
		"nothing seen":    {base, Patience, rules.IsOK},
		"too soon":        {base, Patience - 1, ""},
		"before the stop": {with(func(s *attempt.State) { s.StoppedAt = nil }), Patience, ""},
		"decided":         {with(func(s *attempt.State) { s.Phase = attempt.Decided }), Patience, ""},
		"frozen":          {with(func(s *attempt.State) { s.Freezes = []attempt.Freezing{{}} }), Patience, ""},
		"looked into":     {with(func(s *attempt.State) { s.Flags = []attempt.Flag{{Dismissed: &attempt.Dismissal{}}} }), Patience, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{now: web.Snapshot{Attempt: c.state, At: stopped + attempt.Time(c.waited)}}
				ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
				defer cancel()
				Judge(ctx, f, slog.New(slog.DiscardHandler))
				switch did := f.did(); {
				case c.want == "" && len(did) > 0:
					t.Errorf("did %+v", did)
				case c.want != "" && (len(did) != 1 || did[0] != (attempt.Decide{Verdict: c.want, Seen: len(c.state.Suggestions)})):
					t.Errorf("did %+v, want %s", did, c.want)
				}
			})
		})
	}
}
