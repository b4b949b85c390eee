package table

import (
	"errors"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
)

// A wired timer takes no reports; its health and display are shown.
func TestWiredTimer(t *testing.T) {
	play(t, func(r *rig) {
		if s := r.Snapshot(); !s.Timer.ByHand || s.Timer.Health != web.Unused {
			t.Errorf("without a timer: %+v", s.Timer)
		}
		r.wire()
		if err := r.Report(r.t.Context(), judge, timer.Report{Kind: timer.Running}); !errors.Is(err, web.ErrNoTimer) {
			t.Error(err)
		}
		if s := r.Snapshot(); s.Timer.ByHand || s.Timer.Health != web.Poor {
			t.Errorf("not heard yet: %+v", s.Timer)
		}
		now := r.clock()
		for _, c := range []struct {
			say  timer.Event
			want web.TimerHealth
		}{
			{timer.Event{Kind: timer.Connected}, web.TimerHealth{Health: web.Good}},
			{timer.Event{Kind: timer.Hands, Left: true}, web.TimerHealth{Health: web.Good, Left: true}},
			{timer.Event{Kind: timer.Running, Solve: 1, Time: time.Second}, web.TimerHealth{Health: web.Good, Left: true, Running: true, Shows: 1000}},
			{timer.Event{Kind: timer.Noisy, Noise: 9}, web.TimerHealth{Health: web.Poor, Left: true, Running: true, Shows: 1000}},
			{timer.Event{Kind: timer.Hands}, web.TimerHealth{Health: web.Poor, Running: true, Shows: 1000}},
			{timer.Event{Kind: timer.Noisy}, web.TimerHealth{Health: web.Good, Running: true, Shows: 1000}},
			{timer.Event{Kind: timer.Disconnected}, web.TimerHealth{Health: web.Lost, Shows: 1000}},
			{timer.Event{Kind: timer.Connected}, web.TimerHealth{Health: web.Good, Shows: 1000}},
			{timer.Event{Kind: timer.Stopped, Solve: 1, Time: 2 * time.Second}, web.TimerHealth{Health: web.Good, Shows: 2000}},
			{timer.Event{Kind: timer.Reset, Solve: 1}, web.TimerHealth{Health: web.Good}},
		} {
			c.say.At, c.say.Seen = now, now
			r.wired <- c.say
			r.until(c.say.Kind.String(), func(s web.Snapshot) bool {
				got := s.Timer
				got.Why = nil
				return got.Health == c.want.Health && got.Shows == c.want.Shows && got.Running == c.want.Running && got.Left == c.want.Left
			})
		}
		s := r.until("flagged", func(s web.Snapshot) bool { return len(s.Attempt.Flags) == 2 })
		if a := s.Attempt; a.Flags[0].Flag != rules.FlagLost || a.Flags[1].Flag != rules.FlagReset || a.Readings[0].ByHand || a.TimerLost {
			t.Errorf("%+v", a)
		}
	})
}

// A reading that stands still and may be no stop is flagged; what the cameras see
// then counts once a person has entered the time.
func TestSuspectStop(t *testing.T) {
	play(t, func(r *rig) {
		r.wire()
		now := r.clock()
		r.wired <- timer.Event{Kind: timer.Running, Solve: 1, At: now, Seen: now}
		r.until("solving", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Solving })
		r.wired <- timer.Event{Kind: timer.Suspect, Why: timer.EarlyStop, Frozen: true, Solve: 1, Time: 7 * time.Millisecond, At: now, Seen: now}
		r.wait(time.Second)
		if s := r.Snapshot(); s.Attempt.Phase != attempt.Solving || len(s.Attempt.Flags) != 1 || s.Attempt.Flags[0].Flag != rules.FlagSuspect || s.Shown != nil {
			t.Errorf("after a glitch: %+v", s.Attempt)
		}
		now = r.clock()
		r.wired <- timer.Event{Kind: timer.Suspect, Why: timer.Jump, Frozen: true, Solve: 1, Time: 9 * time.Second, At: now, Seen: now}
		r.wait(time.Second)
		if s := r.Snapshot(); s.Attempt.Phase != attempt.Solving || s.Shown == nil {
			t.Errorf("before the time is entered: %+v, shown %v", s.Attempt, s.Shown)
		}
		r.do("", judge, attempt.EnterTime{TimeMS: 9000})
		s := r.until("suggested", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Suggested })
		if len(s.Attempt.Stills) != 1 || len(s.Attempt.Suggestions) != 1 {
			t.Errorf("%+v", s.Attempt)
		}
	})
}

// A stop whose start was not seen is an attempt all the same; one that is said
// again after the timer ran on is flagged.
func TestOddStops(t *testing.T) {
	play(t, func(r *rig) {
		r.wire()
		now := r.clock()
		r.wired <- timer.Event{Kind: timer.Stopped, Solve: 4, Time: 900 * time.Millisecond, At: now, Seen: now}
		s := r.until("stopped", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Stopped })
		if a := s.Attempt; *a.StoppedAt-*a.StartedAt != attempt.Time(900*time.Millisecond) {
			t.Errorf("%v to %v", *a.StartedAt, *a.StoppedAt)
		}
		r.wired <- timer.Event{Kind: timer.Stopped, Solve: 4, Time: 2 * time.Second, At: now, Seen: now}
		s = r.until("flagged", func(s web.Snapshot) bool { return len(s.Attempt.Flags) == 1 })
		if s.Attempt.Flags[0].Flag != rules.FlagSuspect || len(s.Attempt.Readings) != 1 {
			t.Errorf("%+v", s.Attempt)
		}
	})
}

// A timer that cannot be opened is told and tried again.
func TestTimerMissing(t *testing.T) {
	play(t, func(r *rig) {
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		tries := 0
		book, err := rules.Load(rules.Default)
		if err != nil {
			t.Fatal(err)
		}
		events := make(chan timer.Event)
		table, err := Start(r.t.Context(), Config{ID: "T", Event: "333", Book: book, Clock: r.clocked, Epoch: r.start, Record: r.record, Evidence: r.record,
			Timer: func() (timer.Source, error) {
				if tries++; tries < 3 {
					return nil, errors.New("no such port")
				}
				return wiredTimer{events}, nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		r.Table = table
		r.until("lost", func(s web.Snapshot) bool { return s.Timer.Health == web.Lost })
		events <- timer.Event{Kind: timer.Connected}
		r.until("heard", func(s web.Snapshot) bool { return s.Timer.Health == web.Good })
	})
}

// An attempt is recorded from its inspection, or 10 s before its start, to 3 s
// after the decision, or until the next one begins.
func TestRecording(t *testing.T) {
	play(t, func(r *rig) {
		r.wait(20 * time.Second)
		a := r.solve(9 * time.Second).Attempt
		r.patient()
		r.do("", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
		decided := r.now()
		s := r.until("next", func(s web.Snapshot) bool { return len(s.Pending) == 1 })
		from, cut := r.clips.of(a.Opened.ID)
		if want := *a.StartedAt - attempt.Time(10*time.Second); from != want || cut[0] != want {
			t.Errorf("from %v and %v, want %v", from, cut[0], want)
		}
		if late := cut[1] - decided; late < attempt.Time(2900*time.Millisecond) || late > attempt.Time(3100*time.Millisecond) {
			t.Errorf("to %v after the decision", time.Duration(late))
		}
		r.do("", judge, attempt.Inspect{})
		b := r.until("inspection", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Inspection }).Attempt
		r.report(timer.Reset, 0)
		r.report(timer.Running, 0)
		r.report(timer.Stopped, 8*time.Second)
		r.report(timer.Reset, 0)
		r.report(timer.Running, 0)
		s = r.until("third", func(s web.Snapshot) bool { return len(s.Pending) == 2 })
		if from, cut := r.clips.of(b.Opened.ID); from != *b.InspectedAt || cut[1] == 0 {
			t.Errorf("from %v, cut %v", from, cut)
		}
		r.wait(time.Second)
		if c, err := r.Clips(r.t.Context(), a.Opened.ID); err != nil || len(c) != 1 || c[0].Hash != "clip of "+a.Opened.ID {
			t.Errorf("%v, %v", c, err)
		}
		if _, k, err := r.record.Find(r.t.Context(), "T", a.Opened.ID); err != nil || len(k.Clips) != 1 || len(s.Pending) == 0 {
			t.Errorf("%v, %v", k, err)
		}
	})
}
