package play

import (
	"time"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/synth"
)

// Script is one attempt at the table, as plain data.
type Script struct {
	Kind   Kind
	Event  string
	Seed   uint64
	Length time.Duration
	Wait   Span // for the judge's decision, while nothing moves: may end early

	Build   synth.Build
	SizeMM  float64
	Colours []puzzle.Colour // of the puzzle at first, by place
	Turns   []Turn          // in order; none begins before the one before has ended
	Puzzle  []PuzzleKey     // where it is, in order; before the first it is out of sight
	Hands   []Hand
	Cover   []CoverKey // nil for none; before the first and after the last it does not move
	Phone   *Phone

	Light   []LightStep // in order
	Flicker *Flicker
	Faults  []Fault

	Cues  []Cue // what truly happens, in order
	Truth Truth
}

// Span is a time from From until To.
type Span struct{ From, To time.Duration }

// Holds tells whether a moment lies in the span.
func (s Span) Holds(t time.Duration) bool { return t >= s.From && t < s.To }

// Truth is what a watcher of the whole attempt should tell.
type Truth struct {
	Start, Stop time.Duration // of the timer
	Rest        time.Duration // when the puzzle first lay still after the competitor let go of it; 0 for not in view
	Contacts    []Contact     // from the stop on
	LeftView    bool          // the puzzle leaves the picture after the stop
	Suggestion  string        // ok, +2 or DNF, of how it lies at first
}

// Contact is a hand on the puzzle.
type Contact struct {
	Span
	Article string // of the WCA Regulations that it concerns
}

// Turn turns layers of one axis right-handedly. One that is no whole number of
// steps leaves the layers askew; what follows must be on the same axis then.
type Turn struct {
	At, For time.Duration
	Axis    int   // index into puzzle.Puzzle.Axes
	Layers  []int // from the axis' negative end
	Deg     float64
}

// Ease is how a motion gets from one key to the next.
type Ease uint8

// The kinds of motion.
const (
	Even   Ease = iota // at one speed
	Smooth             // slow at both ends
	Slow               // slowing down to a stop, as by friction
	Fall               // from rest, faster and faster
)

// PuzzleKey is where the puzzle is at a moment: X and Y of its core, Lift of its
// lowest point over the mat, R takes its frame to the mat's.
type PuzzleKey struct {
	At      time.Duration
	X, Y    float64
	Lift    float64
	R       geom.Rot
	Ease    Ease // from the key before to this one
	Hidden  bool // from here on it is out of sight
	Covered bool // from here on it is under the cover
}

// Hand is one hand from its first key to its last.
type Hand struct {
	Left         bool
	Skin, Sleeve synth.RGB
	WidthMM      float64
	Keys         []HandKey
}

// HandKey is where a hand is at a moment. X, Y is the middle of the knuckles,
// Lift that of the flat hand's underside over the mat; the fingers point to Yaw
// degrees left of away.
type HandKey struct {
	At         time.Duration
	Held       bool // X, Y and Lift are from the puzzle's core and lowest point
	X, Y, Lift float64
	Yaw, Roll  float64 // degrees; Roll turns the palm inwards
	Curl       float64 // of the fingers: 0 straight to 1 a fist
	Spread     float64 // mm between fingertips, beyond touching
	Busy       float64 // how much it fidgets: 0 not to 1
	Ease       Ease
}

// CoverKey is where the cover is at a moment.
type CoverKey struct {
	At              time.Duration
	X, Y, Lift, Yaw float64
	Ease            Ease
}

// Phone is a telephone, face up, that is there for a while and lit for a while.
type Phone struct {
	X, Y, Yaw float64
	Here, Lit Span
}

// LightStep sets the exposure from a moment on; 1 is the usual one.
type LightStep struct {
	At   time.Duration
	Gain float64
}

// Flicker is light that swings by a share at a frequency for a while.
type Flicker struct {
	Span
	Share, Hz float64
}

// FaultKind is what is wrong with a camera.
type FaultKind string

// The faults.
const (
	Frozen    FaultKind = "frozen"    // it gives the same picture again and again
	Silent    FaultKind = "silent"    // it gives none
	Unplugged FaultKind = "unplugged" // it breaks off, and can be opened again afterwards
)

// Fault is a camera that fails for a while.
type Fault struct {
	Span
	Kind FaultKind
}

// CueKind names something that happens.
type CueKind string

// What happens. Those that a timer tells have the names of the timer's events.
const (
	Covered  CueKind = "covered"  // the covered puzzle is on the mat
	Lifted   CueKind = "lifted"   // the cover leaves it: inspection begins
	Hands    CueKind = "hands"    // the timer's pads are touched or left: Left, Right
	Ready    CueKind = "ready"    // both pads are touched long enough
	Running  CueKind = "running"  // Time is what the timer shows; 0 as it starts
	Stopped  CueKind = "stopped"  // Time is the result
	Reset    CueKind = "reset"    // the timer shows zero again
	Rested   CueKind = "rested"   // the puzzle lies still
	Touched  CueKind = "touched"  // a hand touches it
	Released CueKind = "released" // and no more
	Away     CueKind = "away"     // it left the picture
)

// OfTimer tells whether the timer tells it: its name is that of the timer's
// event, too.
func (k CueKind) OfTimer() bool {
	switch k {
	case Hands, Ready, Running, Stopped, Reset:
		return true
	}
	return false
}

// Cue is something that happens at a moment.
type Cue struct {
	Kind        CueKind
	At          time.Duration
	Time        time.Duration // what the timer shows
	Left, Right bool          // of Hands: the pads that are touched
	Attempt     int           // number of the script that a Table plays, from 0
}
