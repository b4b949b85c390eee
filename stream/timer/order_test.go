package timer

import (
	"fmt"
	"time"
)

// order gives what breaks the promises of the package comment about the order
// of events; empty where all hold.
func order(events []Event) string {
	var seen time.Duration
	solve, on, ended, frozen := 0, false, false, time.Duration(0)
	for i, e := range events {
		bad := func(why string) string { return fmt.Sprintf("event %d, %+v: %s", i, e, why) }
		switch {
		case e.At > e.Seen || e.Seen < seen:
			return bad("moments out of order")
		case e.Kind == Running || e.Ends():
			if e.Solve == solve && !on || e.Solve != solve && (on || e.Solve != solve+1) {
				return bad("this run is over, or the one before is not")
			}
			if ended {
				return bad("the run came to its end before")
			}
			if e.Ends() && e.Time <= 0 {
				return bad("an end at zero")
			}
			solve, on, ended, frozen = e.Solve, true, e.Ends(), e.Time
		case e.Kind == Reset:
			if e.Solve != solve {
				return bad("reset of another run")
			}
			if ended && e.Time != frozen {
				return bad("another time than it ended with")
			}
			on, ended = false, false
		case e.Kind == Suspect && e.Why == Resumed:
			if !ended {
				return bad("resumed what had not ended")
			}
			ended = false
		case e.Kind < Connected || e.Kind > Suspect || e.Solve != solve:
			return bad("kind or run is wrong")
		}
		seen = e.Seen
	}
	return ""
}
