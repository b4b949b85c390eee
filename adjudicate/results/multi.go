package results

import "fmt"

// Multi is a result of multi-blind.
type Multi struct {
	Solved, Attempted int
	Seconds           int64
}

// The parts of a packed result, 0DDTTTTTMM (WCIF, AttemptResult): 99 less the
// difference of solved and unsolved, seconds, unsolved.
const (
	mostMissed     = 99
	missedScale    = 100
	secondsScale   = 100000
	UnknownSeconds = 99999 // stands for a time that nobody knows
)

// Pack returns the value of a result: DNF where more puzzles were missed than
// solved, or fewer than two were solved (WCA 9f12c). Values are ordered as 9f12c
// orders results. The error is ErrAttempt for figures that no result has.
func (m Multi) Pack() (Value, error) {
	missed := m.Attempted - m.Solved
	if m.Solved < 0 || missed < 0 || m.Attempted < 1 || m.Attempted > mostMissed || m.Seconds < 0 || m.Seconds > UnknownSeconds {
		return Skipped, fmt.Errorf("%w: %d of %d puzzles in %d s: give 0 to %d puzzles and at most %d s", ErrAttempt, m.Solved, m.Attempted, m.Seconds, mostMissed, UnknownSeconds)
	}
	if m.Solved < missed || m.Solved < 2 {
		return DNF, nil
	}
	if m.Seconds == 0 {
		return Skipped, fmt.Errorf("%w: %d of %d puzzles in no time: give at least 1 s", ErrAttempt, m.Solved, m.Attempted)
	}
	dd := int64(mostMissed - (m.Solved - missed))
	return Value((dd*secondsScale+m.Seconds)*missedScale + int64(missed)), nil
}

// Unpack returns the result of a packed value; the zero Multi for one that is
// no result.
func Unpack(v Value) Multi {
	if !v.Complete() {
		return Multi{}
	}
	missed := int(v % missedScale)
	seconds := int64(v / missedScale % secondsScale)
	difference := mostMissed - int(v/missedScale/secondsScale)
	solved := difference + missed
	return Multi{Solved: solved, Attempted: solved + missed, Seconds: seconds}
}

// String writes a result as score sheets have it: "59/60 59:46".
func (m Multi) String() string {
	if m.Seconds == UnknownSeconds {
		return fmt.Sprintf("%d/%d ?", m.Solved, m.Attempted)
	}
	return fmt.Sprintf("%d/%d %s", m.Solved, m.Attempted, clock(1000*m.Seconds, 0))
}
