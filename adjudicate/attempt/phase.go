package attempt

import "fmt"

// Phase is where an attempt stands.
type Phase uint8

// The phases, in the order in which an attempt passes them. The zero value is
// an attempt that has not begun.
const (
	Idle       Phase = iota // nothing on the mat
	Covered                 // the puzzle lies on the mat under its cover
	Inspection              // the competitor looks
	Solving                 // the timer runs
	Stopped                 // the timer has stopped
	Settling                // the puzzle comes to rest or is measured
	Suggested               // a ruling lies before the judge
	Decided                 // a person has decided
	Void                    // a Delegate has set the attempt aside
)

var phaseNames = [...]string{"idle", "covered", "inspection", "solving", "stopped", "settling", "suggested", "decided", "void"}

// String returns the phase as JSON writes it.
func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase %d", p)
}

// MarshalText writes the phase's name.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a phase's name.
func (p *Phase) UnmarshalText(raw []byte) error {
	for i, name := range phaseNames {
		if name == string(raw) {
			*p = Phase(i)
			return nil
		}
	}
	return fmt.Errorf("%w: phase %q: write one of %v", ErrEvent, raw, phaseNames)
}
