package rules

// Flag names something that a judge or Delegate should know; never a verdict.
type Flag string

// Flags that the course of an attempt raises by itself.
const (
	FlagEarly           Flag = "timer_early"            // the timer stopped before the end of the solve, below the limit
	FlagEarlyDNF        Flag = "timer_early_dnf"        // the same, at the limit or above it
	FlagReset           Flag = "timer_reset"            // the timer was reset before the result was recorded; nobody has said by whom
	FlagResetCompetitor Flag = "timer_reset_competitor" // by the competitor
	FlagResetOther      Flag = "timer_reset_other"      // by somebody else or by a fault
	FlagSuspect         Flag = "timer_suspect"          // a reading that cannot be a stop
	FlagLost            Flag = "timer_lost"             // no signal
	FlagByHand          Flag = "time_by_hand"           // a time by hand that differs from the timer's
	FlagLate            Flag = "inspection_late"        // started late
	FlagTooLate         Flag = "inspection_too_late"    // started too late
	FlagLateRequest     Flag = "late_request"           // an extra attempt was asked for after the attempt
	FlagLateDispute     Flag = "late_dispute"           // a dispute after its time
)

// Flags that cameras and people raise.
const (
	FlagHeld         Flag = "held"          // the puzzle was held when the timer stopped
	FlagTouched      Flag = "touched"       // touched after the stop
	FlagMoved        Flag = "moved"         // a layer moved after the stop
	FlagOffMat       Flag = "off_mat"       // not on the mat at the start
	FlagOnTimer      Flag = "on_timer"      // on the timer at the start
	FlagLeftView     Flag = "left_view"     // the puzzle is out of the picture
	FlagCameraLost   Flag = "camera_lost"   // no picture, or an old one
	FlagPhone        Flag = "phone"         // an active screen in sight
	FlagCameraScreen Flag = "camera_screen" // a camera whose picture is in sight
	FlagHeadphones   Flag = "headphones"
	FlagLight        Flag = "light" // additional lighting
)

// derived flags follow from other events; nobody raises them.
var derived = []Flag{FlagEarly, FlagEarlyDNF, FlagReset, FlagResetCompetitor, FlagResetOther, FlagSuspect, FlagLost,
	FlagByHand, FlagLate, FlagTooLate, FlagLateRequest, FlagLateDispute}

var raised = []Flag{FlagHeld, FlagTouched, FlagMoved, FlagOffMat, FlagOnTimer, FlagLeftView, FlagCameraLost,
	FlagPhone, FlagCameraScreen, FlagHeadphones, FlagLight}

// Flags lists every flag.
func Flags() []Flag { return append(append([]Flag{}, derived...), raised...) }

// Raised lists the flags that cameras and people raise.
func Raised() []Flag { return append([]Flag{}, raised...) }

// Hold says what a flag keeps a judge from deciding until somebody who may
// has decided or dismissed it.
type Hold string

// The holds.
const (
	HoldNothing Hold = ""
	HoldTime    Hold = "time" // a result with a time; a DNF may be given
	HoldAll     Hold = "all"  // anything
)

// FlagRule is what a rulebook says of a flag.
type FlagRule struct {
	Decides Role   `json:"decides"` // who decides about it, and may dismiss it
	Holds   Hold   `json:"holds"`
	Penalty string `json:"penalty"` // the pad's entry that it may lead to, or empty
	Extra   bool   `json:"extra"`   // it may lead to an extra attempt
	Cited
}
