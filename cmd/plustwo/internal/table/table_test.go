package table

import (
	"errors"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision/still"
)

// An attempt from the start of the timer to the judge's decision, and after.
func TestAttempt(t *testing.T) {
	play(t, func(r *rig) {
		s := r.solve(12190 * time.Millisecond)
		a := s.Attempt
		if a.Opened.Event != "333oh" || s.Shown == nil || s.Shown.Look != web.LooksSolved || s.Shown.Still == "" || s.Shown.Seq == 0 {
			t.Errorf("%+v, shown %+v", a.Opened, s.Shown)
		}
		if len(a.Stills) != 1 || a.Stills[0].Hash != s.Shown.Still || a.Readings[0].TimeMS != 12190 || !a.Readings[0].ByHand {
			t.Errorf("stills %+v, readings %+v", a.Stills, a.Readings)
		}
		if got, _, err := r.record.Find(r.t.Context(), "T", a.Opened.ID); err != nil || len(got.Suggestions) != 1 {
			t.Errorf("shown, and not on record: %v, %v", got.Suggestions, err)
		}
		if s.Previews[a.Opened.ID][rules.IsPlusTwo].Text == "" {
			t.Errorf("previews %v", s.Previews)
		}
		s = r.until("drawn", func(s web.Snapshot) bool { return s.Shown != nil && len(s.Shown.Drawn) == 3 })
		for l, hash := range s.Shown.Drawn {
			if len(r.content(hash)) == 0 {
				t.Errorf("no picture in %s", l)
			}
		}
		r.patient()
		r.do("", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
		s = r.until("next", func(s web.Snapshot) bool { return s.Attempt.Opened == nil })
		if len(s.Pending) != 1 || s.Pending[0].Standing() == nil || s.Shown != nil || s.Looks[a.Opened.ID].Look != web.LooksSolved {
			t.Errorf("pending %+v, shown %+v", s.Pending, s.Shown)
		}
		r.until("final", func(s web.Snapshot) bool { return len(s.Pending) == 0 })
		if got, err := r.Attempt(r.t.Context(), a.Opened.ID); err != nil || got.Phase != attempt.Decided {
			t.Errorf("%v, %v", got.Phase, err)
		}
		if _, err := r.Attempt(r.t.Context(), "none"); !errors.Is(err, web.ErrNoAttempt) {
			t.Error(err)
		}
	})
}

// The next attempt waits for no judge, and the one before can still be judged.
func TestNextDoesNotWait(t *testing.T) {
	play(t, func(r *rig) {
		first := r.solve(9 * time.Second).Attempt.Opened.ID
		r.report(timer.Reset, 0)
		r.says.Store(int32(adjudicate.PlusTwo))
		s := r.solve(8 * time.Second)
		if s.Attempt.Opened.ID == first || len(s.Pending) != 1 || s.Pending[0].Opened.ID != first || s.Shown.Look != web.LooksPlus2 {
			t.Fatalf("%+v, pending %+v", s.Attempt.Opened, s.Pending)
		}
		if len(s.Pending[0].Flags) != 1 || s.Pending[0].Flags[0].Flag != rules.FlagReset || len(s.Attempt.Flags) != 0 {
			t.Errorf("flags %+v and %+v", s.Pending[0].Flags, s.Attempt.Flags)
		}
		r.patient()
		r.do(first, judge, attempt.ResetBy{Who: attempt.ByOther})
		r.do(first, chief, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
		r.do("", judge, attempt.Decide{Verdict: rules.IsPlusTwo, Seen: 1})
		r.until("both decided", func(s web.Snapshot) bool { return s.Attempt.Opened == nil && len(s.Pending) == 0 })
	})
}

func TestTakeBack(t *testing.T) {
	play(t, func(r *rig) {
		id := r.solve(9 * time.Second).Attempt.Opened.ID
		r.patient()
		r.do("", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
		r.patient()
		r.do(id, judge, attempt.TakeBack{})
		s := r.until("taken back", func(s web.Snapshot) bool { return len(s.Pending) == 1 && s.Pending[0].Phase == attempt.Suggested })
		r.wait(time.Minute)
		if s = r.Snapshot(); len(s.Pending) != 1 {
			t.Error("an attempt that is not decided has left")
		}
		r.do(id, judge, attempt.Decide{Verdict: rules.IsDNF, Seen: 1, Reason: "rest"})
		r.until("decided", func(s web.Snapshot) bool { return len(s.Pending) == 0 })
	})
}

// A frozen attempt waits for the Delegate; the next solve does not.
func TestFreeze(t *testing.T) {
	play(t, func(r *rig) {
		id := r.solve(9 * time.Second).Attempt.Opened.ID
		r.do("", judge, attempt.Freeze{Why: attempt.Unsure})
		s := r.until("frozen", func(s web.Snapshot) bool { return s.Attempt.Frozen() != nil })
		if s.Call == nil {
			t.Error("the Delegate is not called")
		}
		r.filmed(id, "copy of "+id) // for the Delegate, who has to see it
		r.patient()
		if err := r.Do(r.t.Context(), "", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1}); !errors.Is(err, attempt.ErrFrozen) {
			t.Error(err)
		}
		r.report(timer.Reset, 0)
		s = r.solve(8 * time.Second)
		if len(s.Pending) != 1 || s.Pending[0].Frozen() == nil || s.Attempt.Opened.ID == id {
			t.Errorf("pending %+v", s.Pending)
		}
		r.do(id, chief, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
		r.until("resolved", func(s web.Snapshot) bool { return len(s.Pending) == 0 })
		r.filmed(id, "clip of "+id)
	})
}

// A camera that hangs, is silent or unplugged is told within its limit, flags the
// attempt, and gives no suggestion; it comes back by itself.
func TestCameraFrozen(t *testing.T) {
	for name, m := range map[string]mode{"hangs": hangs, "silent": mute, "unplugged": away} {
		t.Run(name, func(t *testing.T) {
			play(t, func(r *rig) {
				r.report(timer.Running, 0)
				r.until("solving and seen", func(s web.Snapshot) bool {
					return s.Attempt.Phase == attempt.Solving && len(s.Cameras) == 1 && s.Cameras[0].Health == web.Good
				})
				r.camera.set(m)
				began := r.now()
				s := r.until("lost", func(s web.Snapshot) bool { return s.Cameras[0].Health == web.Lost })
				if took := time.Duration(r.now() - began); took > 1300*time.Millisecond || len(s.Cameras[0].Why) != 3 {
					t.Errorf("told after %v: %v", took, s.Cameras[0].Why)
				}
				s = r.until("flagged", func(s web.Snapshot) bool { return len(s.Attempt.Flags) == 1 })
				if s.Attempt.Flags[0].Flag != rules.FlagCameraLost || len(s.Trouble) != 1 {
					t.Errorf("%+v, trouble %+v", s.Attempt.Flags, s.Trouble)
				}
				r.report(timer.Stopped, 9*time.Second)
				r.wait(3 * time.Second)
				if s := r.Snapshot(); s.Attempt.Phase != attempt.Stopped || s.Shown != nil {
					t.Errorf("%s, shown %+v", s.Attempt.Phase, s.Shown)
				}
				r.camera.set(works)
				r.until("well again", func(s web.Snapshot) bool { return s.Cameras[0].Health == web.Good && len(s.Trouble) == 0 })
				r.until("suggested", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Suggested })
			})
		})
	}
}

// Where the record cannot be written the table says so and goes on; what was
// missing is written later, in order.
func TestRecordFull(t *testing.T) {
	play(t, func(r *rig) {
		r.report(timer.Running, 0)
		r.until("solving", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Solving })
		r.record.breaks(errors.New("the disk is full"))
		r.report(timer.Stopped, 9*time.Second)
		s := r.until("suggested", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Suggested })
		id := s.Attempt.Opened.ID
		if len(s.Trouble) == 0 || s.Trouble[0].Health != web.Lost || len(s.Trouble[0].Text) != 3 {
			t.Errorf("trouble %+v", s.Trouble)
		}
		if len(r.content(s.Shown.Still)) == 0 {
			t.Error("the still is not shown")
		}
		r.patient()
		r.do("", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
		if got, _, err := r.record.Find(r.t.Context(), "T", id); err != nil || got.Phase != attempt.Solving {
			t.Errorf("on record: %v, %v", got.Phase, err)
		}
		r.record.works()
		r.until("no trouble", func(s web.Snapshot) bool { return len(s.Trouble) == 0 || s.Trouble[0].Health != web.Lost })
		if got, k, err := r.record.Find(r.t.Context(), "T", id); err != nil || got.Phase != attempt.Decided || len(got.Suggestions) != 1 || k.Shown == nil {
			t.Errorf("on record: %v, %v, %v", got.Phase, k, err)
		}
	})
}

// A table that is started again goes on where it was, in the middle of a solve.
func TestRestart(t *testing.T) {
	play(t, func(r *rig) {
		first := r.solve(9 * time.Second).Attempt.Opened.ID
		r.until("drawn", func(s web.Snapshot) bool { return len(s.Shown.Drawn) == 3 })
		r.do("", judge, attempt.Freeze{Why: attempt.Dispute})
		r.report(timer.Reset, 0)
		r.report(timer.Running, 0)
		id := r.until("second", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Solving }).Attempt.Opened.ID
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if err := r.Do(r.t.Context(), "", judge, attempt.Tick{}); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		r.watcher.Reset()
		r.open()
		s := r.Snapshot()
		if s.Attempt.Opened == nil || s.Attempt.Opened.ID != id || s.Attempt.Phase != attempt.Solving || len(s.Pending) != 1 ||
			s.Pending[0].Opened.ID != first || len(s.Looks[first].Drawn) != 3 {
			t.Fatalf("%+v, pending %+v, looks %+v", s.Attempt, s.Pending, s.Looks)
		}
		r.report(timer.Running, 3*time.Second) // the timer runs on
		r.report(timer.Stopped, 9*time.Second)
		s = r.until("suggested", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Suggested })
		if s.Attempt.Opened.ID != id || len(s.Attempt.Readings) != 1 {
			t.Errorf("%+v", s.Attempt)
		}
	})
}

// What hands do is flagged with a picture, and rules on nothing.
func TestFlags(t *testing.T) {
	play(t, func(r *rig) {
		r.solve(9 * time.Second)
		for article, flag := range map[string]rules.Flag{still.HeldAtStop: rules.FlagHeld, still.TouchedAfter: rules.FlagTouched, still.MovedLayer: rules.FlagMoved} {
			r.watcher.tell(still.Event{Kind: still.Contact, Article: article, From: r.clock(), To: r.clock()})
			s := r.until(article, func(s web.Snapshot) bool {
				n := len(s.Attempt.Flags)
				return n > 0 && s.Attempt.Flags[n-1].Flag == flag
			})
			if f := s.Attempt.Flags[len(s.Attempt.Flags)-1]; f.Still == "" || f.SinceStop == nil || len(r.content(f.Still)) == 0 || s.Attempt.Phase != attempt.Suggested {
				t.Errorf("%+v", f)
			}
		}
		r.says.Store(int32(adjudicate.PlusTwo)) // the still after a contact shows another state
		r.watcher.tell(still.Event{Kind: still.Taken, Still: &still.Still{After: true}})
		s := r.until("moved", func(s web.Snapshot) bool { return len(s.Attempt.Flags) == 4 })
		if s.Attempt.Flags[3].Flag != rules.FlagMoved || len(s.Attempt.Suggestions) != 1 {
			t.Errorf("%+v", s.Attempt.Flags)
		}
	})
}

// A puzzle that left the picture is for the judge to look at where it lies.
func TestLeftView(t *testing.T) {
	play(t, func(r *rig) {
		r.report(timer.Running, 0)
		r.until("solving", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Solving })
		r.watcher.tell(still.Event{Kind: still.Left})
		s := r.until("gone", func(s web.Snapshot) bool { return s.Shown != nil && len(s.Attempt.Flags) == 1 })
		if s.Shown.Look != web.NotInView || s.Attempt.Flags[0].Flag != rules.FlagLeftView {
			t.Errorf("%+v, %+v", s.Shown, s.Attempt.Flags)
		}
		r.watcher.tell(still.Event{Kind: still.Back})
		r.until("back", func(s web.Snapshot) bool { return s.Shown == nil })
	})
}

// The inspection's calls come at 8 and 12 s, and a start after 15 s is late.
func TestInspection(t *testing.T) {
	play(t, func(r *rig) {
		r.do("", judge, attempt.Inspect{})
		began := r.now()
		for _, at := range []time.Duration{8 * time.Second, 12 * time.Second} {
			s := r.until("called", func(s web.Snapshot) bool { return s.Call != nil })
			if off := time.Duration(s.Call.Since-began) - at; off < -frameEvery || off > frameEvery {
				t.Errorf("called %v off", off)
			}
			r.until("quiet", func(s web.Snapshot) bool { return s.Call == nil })
		}
		r.wait(time.Second)
		r.report(timer.Running, 0)
		s := r.until("solving", func(s web.Snapshot) bool { return s.Attempt.Phase == attempt.Solving })
		if len(s.Attempt.Flags) != 1 || s.Attempt.Flags[0].Flag != rules.FlagLate {
			t.Errorf("%+v", s.Attempt.Flags)
		}
	})
}

// An extra attempt that is granted is the next one.
func TestExtra(t *testing.T) {
	play(t, func(r *rig) {
		id := r.solve(9 * time.Second).Attempt.Opened.ID
		r.do("", chief, attempt.Grant{Extra: "X", Reason: "incident"})
		s := r.until("set aside", func(s web.Snapshot) bool { return s.Attempt.Opened == nil })
		r.report(timer.Reset, 0)
		s = r.solve(8 * time.Second)
		if o := s.Attempt.Opened; o.ID != "X" || o.Replaces != id {
			t.Errorf("%+v", o)
		}
	})
}

// Nothing is opened by what makes no sense.
func TestRefused(t *testing.T) {
	play(t, func(r *rig) {
		for _, data := range []attempt.Data{attempt.Decide{Verdict: rules.IsOK}, attempt.Rest{}, attempt.TakeBack{}} {
			if err := r.Do(r.t.Context(), "", judge, data); err == nil {
				t.Errorf("%T was taken", data)
			}
		}
		if s := r.Snapshot(); s.Attempt.Opened != nil {
			t.Errorf("%+v", s.Attempt)
		}
		if err := r.Do(r.t.Context(), "none", judge, attempt.Freeze{Why: attempt.Unsure}); !errors.Is(err, web.ErrNoAttempt) {
			t.Error(err)
		}
	})
}

func TestLive(t *testing.T) {
	play(t, func(r *rig) {
		if _, err := r.Live(r.t.Context(), "behind", 1); !errors.Is(err, web.ErrNoCamera) {
			t.Error(err)
		}
		pictures, err := r.Live(r.t.Context(), Overhead, 10)
		if err != nil {
			t.Fatal(err)
		}
		first := <-pictures
		var last web.Picture
		for range 20 {
			last = <-pictures
		}
		if took := time.Duration(last.At - first.At); took < 1900*time.Millisecond || took > 2200*time.Millisecond || len(last.JPEG) == 0 {
			t.Errorf("20 pictures in %v", took)
		}
	})
}

// Attempts in a row: each is decided once, the next always begins, and nothing
// adds up.
func TestAttemptsInARow(t *testing.T) {
	const attempts = 200
	play(t, func(r *rig) {
		seen := map[string]bool{}
		for n := range attempts {
			s := r.solve(time.Duration(n+1) * time.Second)
			id := s.Attempt.Opened.ID
			if seen[id] {
				t.Fatalf("%s comes twice", id)
			}
			seen[id] = true
			r.patient()
			r.do("", judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1})
			if err := r.Do(r.t.Context(), id, judge, attempt.Decide{Verdict: rules.IsOK, Seen: 1}); !errors.Is(err, attempt.ErrDecided) {
				t.Fatalf("decided twice: %v", err)
			}
			r.report(timer.Reset, 0)
		}
		s := r.until("all final", func(s web.Snapshot) bool { return len(s.Pending) == 0 })
		if len(s.Looks) > 0 || s.Attempt.Opened != nil || len(r.own.extras)+len(r.own.backlog) > 0 {
			t.Errorf("left over: %+v", s)
		}
		for id := range seen {
			if got, err := r.Attempt(r.t.Context(), id); err != nil || len(got.Decisions) != 1 {
				t.Errorf("%s: %v, %v", id, got.Decisions, err)
			}
		}
	})
}
