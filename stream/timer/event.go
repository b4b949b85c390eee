package timer

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Kind says what an event tells.
type Kind int

// The zero Kind tells nothing and is never sent.
const (
	_            Kind = iota
	Connected         // the timer can be heard
	Ready             // both hands rest on the pads long enough: the timer may be started
	Running           // the time increases; sent again with each new reading
	Stopped           // the time increased and stands still
	Reset             // the time is zero
	Hands             // other pads are touched than before
	Disconnected      // nothing understandable was heard for a while
	Noisy             // what is heard is partly garbage, or no more so
	Suspect           // the timer shows what a sound timer in a sound solve would not: see Why
)

var kindNames = []string{"", "connected", "ready", "running", "stopped", "reset", "hands", "disconnected", "noisy", "suspect"}

// ErrKind is wrapped by errors about the name of a kind.
var ErrKind = errors.New("unknown kind of timer event")

// String gives the name in lower case.
func (k Kind) String() string {
	if k > 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", int(k))
}

// MarshalText gives the name, for JSON.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name. Errors wrap ErrKind.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames, string(text))
	if i < 1 {
		return fmt.Errorf("%w: %q; write one of %v", ErrKind, text, kindNames[1:])
	}
	*k = Kind(i)
	return nil
}

// Why is the reason of a Suspect event.
type Why int

// Some reasons end a run in place of Stopped: the display stands still, but
// whether the competitor stopped the timer is for people to find out.
const (
	_           Why = iota
	EarlyStop       // ends a run: it stands still below 0.06 s, which A6b1 takes for a fault; a bad ground does the same (0.007 s)
	UnseenRun       // ends a run: the time stands still, but was not seen to run to there
	AtLimit         // ends a run: it stands still where the timer stops by itself, just below 10 minutes
	Backwards       // the time went back to a value that it cannot have run to since; ends the run if it stands still
	Jump            // the time went ahead of the clock; ends the run if it stands still
	Rollover        // the time passed 10 minutes and counts from zero again; ends the run if it stands still
	Resumed         // the time that had been reported as stopped runs on: take that stop back
	LostRunning     // the time left the display while it ran
)

var whyNames = []string{"", "early stop", "unseen run", "at limit", "backwards", "jump", "rollover", "resumed", "lost running"}

// String gives the reason in lower case.
func (w Why) String() string {
	if w >= 0 && int(w) < len(whyNames) {
		return whyNames[w]
	}
	return fmt.Sprintf("reason %d", int(w))
}

// MarshalText gives the reason's name, for JSON.
func (w Why) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// Event is one thing that a timer did. Moments count from the start of the
// clock that the source was given.
type Event struct {
	Kind Kind
	At   time.Duration // when it happened, as well as the signal tells; At-Time of Running and Stopped is when the run began
	Seen time.Duration // when it was known; never before At, and never before the Seen of the event before

	Solve  int           // number of the timer's run, from 1; 0 before the first. A run keeps its number until after the Reset that ends it
	Time   time.Duration // Running, Stopped, Suspect: what the timer shows. Reset: what it showed before
	Frozen bool          // Suspect: the display stands still, so that this takes the place of Stopped

	Left, Right bool   // Hands, Ready: the pads that are touched
	Why         Why    // Suspect: the reason
	Noise       int    // Noisy: bytes ignored in the last second; 0: clean again
	Detail      string // Disconnected: what the port or device said, for people; may be empty
}

// Ends tells whether the event says that a run came to its end with Time on
// the display: a stop, or what looks like one.
func (e Event) Ends() bool { return e.Kind == Stopped || e.Kind == Suspect && e.Frozen }
