package table

import (
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision/still"
)

// A stop that was told by sight stands on record as such; the time is the judge's.
func TestBySight(t *testing.T) {
	play(t, func(r *rig) {
		r.report(timer.Running, 0)
		id := r.until("solving", func(s web.Snapshot) bool { return s.Attempt.Course == attempt.Solving }).Attempt.Opened.ID
		r.wait(9 * time.Second)
		seen := r.clocked()
		r.watcher.tell(still.Event{Kind: still.Stopped, From: seen})
		s := r.until("seen", func(s web.Snapshot) bool { return s.Attempt.SightedAt != nil })
		if s.Attempt.Course != attempt.Solving || s.Attempt.BySight {
			t.Errorf("stopped without a time: %+v", s.Attempt)
		}
		r.do(id, judge, attempt.EnterTime{TimeMS: 9000})
		r.until("stopped", func(s web.Snapshot) bool { return s.Attempt.Course >= attempt.Stopped })
		a, _, err := r.record.Find(r.t.Context(), "T", id)
		if err != nil || !a.BySight || *a.StoppedAt != attempt.Time(seen) {
			t.Errorf("%v, by sight %v, stopped %v", err, a.BySight, a.StoppedAt)
		}
	})
}
