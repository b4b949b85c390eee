package attempt

import "errors"

// Why an event was refused; the state is as it was. Each error wraps one of
// these and says what to do.
var (
	ErrEvent     = errors.New("bad event")               // the event itself is not usable
	ErrRulebook  = errors.New("wrong rulebook")          // not the attempt's, or it says nothing of attempts
	ErrPhase     = errors.New("not at this point")       // the attempt does not stand where the event belongs
	ErrRole      = errors.New("not for this role")       // the rulebook gives it to somebody else
	ErrDecided   = errors.New("already decided")         // amend instead
	ErrFrozen    = errors.New("frozen for the Delegate") // only a Delegate goes on
	ErrDoubleTap = errors.New("too soon after a tap")    // the second tap of two, or one meant for an older screen
	ErrStale     = errors.New("the screen was old")      // a newer suggestion has come
	ErrHeld      = errors.New("held by a flag")          // a flag must be decided first
	ErrTime      = errors.New("no time is known")        // a result with a time needs one
	ErrReason    = errors.New("needs a reason")          // one from the rulebook's list
	ErrLate      = errors.New("too late to take back")   // amend instead
	ErrEvidence  = errors.New("evidence does not allow") // slow motion, or what it may support
)
