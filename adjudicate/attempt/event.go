package attempt

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Event is something that happened. See the package's documentation for its JSON.
type Event struct {
	At   Time
	By   Actor
	Data Data // one of the types below
	// Ref is the id that whoever sent the event has given it, by which it is known
	// again; empty where it has none.
	Ref string
}

// Actor is who reports or does something.
type Actor struct {
	Role rules.Role `json:"role"`
	ID   string     `json:"id,omitempty"` // an account, or the name of a device
}

// Data is what an event is about: its kind and its fields.
type Data interface {
	kind() Kind
	apply(*run) error
}

// Kind names a kind of event.
type Kind string

// The course of an attempt.
type (
	// Open begins an attempt.
	Open struct {
		ID         string `json:"id"`
		Event      string `json:"event"`
		Rulebook   string `json:"rulebook"`
		Competitor string `json:"competitor,omitempty"`
		Round      string `json:"round,omitempty"`
		Number     int    `json:"number,omitempty"` // of the round's attempts, from 1
		Scramble   string `json:"scramble,omitempty"`
		Cubes      int    `json:"cubes,omitempty"` // multi-blind: how many
		// HeadToHead is a round of one competitor against another (WCA I).
		HeadToHead bool `json:"head_to_head,omitempty"`
		// Cumulative means that several attempts share a time limit (WCA A1a2).
		Cumulative  bool   `json:"cumulative,omitempty"`
		Replaces    string `json:"replaces,omitempty"` // an extra attempt: the id of the attempt that it hangs on
		Provisional bool   `json:"provisional,omitempty"`
	}
	// Cover means that the covered puzzle lies on the mat.
	Cover struct{}
	// Inspect means that the cover is lifted and the inspection runs.
	Inspect struct{}
	// Start means that the timer runs.
	Start struct{}
	// Stop means that the timer has stopped.
	Stop struct {
		TimeMS Millis `json:"time_ms"`
	}
	// Sight means that the timer is seen to stop in the picture, where no timer tells.
	Sight struct{}
	// Early means that the solve goes on although the timer has stopped.
	Early struct{}
	// Reset means that the timer shows zero.
	Reset struct{}
	// ResetBy says who reset the timer.
	ResetBy struct {
		Who Who `json:"who"`
	}
	// Suspect is a reading that cannot be a stop, such as a glitch on the wire.
	Suspect struct {
		TimeMS Millis `json:"time_ms"`
	}
	// Lost means that the timer is silent.
	Lost struct{}
	// Back means that the timer is heard again.
	Back struct{}
	// EnterTime is a time that a person has read from the display.
	EnterTime struct {
		TimeMS Millis `json:"time_ms"`
	}
	// Moving means that the puzzle is seen after the stop, not at rest.
	Moving struct{}
	// Rest means that the puzzle is at rest.
	Rest struct {
		Still string `json:"still,omitempty"` // content hash of the picture
	}
	// Suggest is what the measurement came to.
	Suggest struct {
		Cube   int               `json:"cube,omitempty"` // multi-blind: which, from 1
		Ruling adjudicate.Ruling `json:"ruling"`
		Still  string            `json:"still,omitempty"`
	}
	// RaiseFlag tells people of something.
	RaiseFlag struct {
		Flag  rules.Flag `json:"flag"`
		Still string     `json:"still,omitempty"`
		Note  string     `json:"note,omitempty"`
	}
	// Tick is nothing but the time.
	Tick struct{}
)

// What people do.
type (
	// Dismiss says that there is nothing to a flag.
	Dismiss struct {
		Flag int    `json:"flag"` // its number, from 1
		Note string `json:"note,omitempty"`
	}
	// Penalise puts a penalty on the pad.
	Penalise struct {
		Penalty string `json:"penalty"` // an id of the rulebook's pad
	}
	// Forgive takes a penalty off the pad.
	Forgive struct {
		Entry int    `json:"entry"` // its number, from 1
		Note  string `json:"note,omitempty"`
	}
	// Enter says whose attempt it is. It takes the place of what was said before.
	Enter struct {
		Competitor string `json:"competitor"`
		Round      string `json:"round,omitempty"`
		Number     int    `json:"number,omitempty"` // of the round's attempts, from 1
	}
	// Mark judges one cube of several.
	Mark struct {
		Cube    int           `json:"cube"` // from 1
		Verdict rules.Verdict `json:"verdict"`
		Seen    int           `json:"seen"` // suggestions for the cube that were on the screen
		Reason  string        `json:"reason,omitempty"`
		Note    string        `json:"note,omitempty"`
	}
	// Decide is the judge's decision on the end state: solved (ok), +2, DNF or
	// DNS. What is on the pad comes on top. With several cubes ok means "as marked".
	Decide struct {
		Verdict rules.Verdict `json:"verdict"`
		Seen    int           `json:"seen"` // suggestions that were on the screen
		Reason  string        `json:"reason,omitempty"`
		Note    string        `json:"note,omitempty"`
		RestsOn Basis         `json:"rests_on,omitempty"`
	}
	// TakeBack undoes one's own decision.
	TakeBack struct{}
	// Sign says that both signatures stand on the score sheet.
	Sign struct{}
	// Freeze leaves everything as it is until the Delegate has decided.
	Freeze struct {
		Why  Why    `json:"why"`
		Note string `json:"note,omitempty"`
	}
	// Request asks for an extra attempt.
	Request struct {
		Note string `json:"note,omitempty"`
	}
)

// What a Delegate does.
type (
	// View tells that a recording was watched.
	View struct {
		SpeedPct int    `json:"speed_pct"`        // slowest speed, per cent of real time
		Step     bool   `json:"step,omitempty"`   // frame by frame
		Reason   string `json:"reason,omitempty"` // one of the rulebook's evidence reasons
		Clip     string `json:"clip,omitempty"`   // content hash
	}
	// Amend changes what was decided.
	Amend struct {
		Verdict   rules.Verdict   `json:"verdict"`
		Penalties []string        `json:"penalties,omitempty"` // all that stand from now on, by their ids
		Cubes     []rules.Verdict `json:"cubes,omitempty"`     // multi-blind: all of them; left out where they stay
		TimeMS    *Millis         `json:"time_ms,omitempty"`   // left out where it stays
		Reason    string          `json:"reason"`
		Note      string          `json:"note,omitempty"`
		RestsOn   Basis           `json:"rests_on,omitempty"`
	}
	// Uphold lets what was decided stand.
	Uphold struct {
		Note string `json:"note,omitempty"`
	}
	// Grant gives an extra attempt.
	Grant struct {
		Extra       string `json:"extra"` // the id that it will be opened with
		Reason      string `json:"reason"`
		Provisional bool   `json:"provisional,omitempty"`
		Scramble    string `json:"scramble,omitempty"`
		Note        string `json:"note,omitempty"`
	}
	// Settle says whether a provisional extra attempt counts.
	Settle struct {
		Extra string `json:"extra"`
		Use   bool   `json:"use,omitempty"`
		Note  string `json:"note,omitempty"`
	}
	// Drop tells an extra attempt that it does not count.
	Drop struct {
		Note string `json:"note,omitempty"`
	}
	// Nullify sets an attempt aside.
	Nullify struct {
		Reason string `json:"reason"`
		Note   string `json:"note,omitempty"`
	}
	// Restore brings an attempt back that was set aside.
	Restore struct {
		Note string `json:"note,omitempty"`
	}
)

// Who reset a timer.
type Who string

// The answers.
const (
	ByCompetitor Who = "competitor"
	ByOther      Who = "other"
	ByFault      Who = "fault"
)

// Why a scene is frozen.
type Why string

// The reasons.
const (
	Unsure   Why = "unsure"   // the judge calls
	Dispute  Why = "dispute"  // the competitor disagrees (WCA 2n, SRA 29)
	Incident Why = "incident" // something happened (WCA 11a, SRA 81)
)

// Basis is what a decision rests on once a recording was watched slowly.
type Basis string

// The bases. Unsaid counts as OnSlow.
const (
	Unsaid  Basis = ""
	OnTable Basis = "table"     // the puzzle itself was looked at
	OnReal  Basis = "real_time" // the recording, in real time
	OnSlow  Basis = "slow"      // slow motion or single frames
)

// Bounds of what an event may hold.
const (
	maxRef   = 64   // bytes
	maxText  = 2000 // bytes of a note or another text
	maxCubes = 99   // two digits in the WCA's results
	maxPads  = 100  // penalties that an amendment may list
	maxSpeed = 1000 // per cent
)

// text checks the length of texts that people write.
func text(fields ...string) error {
	for _, f := range fields {
		if len(f) > maxText {
			return fmt.Errorf("%w: a text of %d bytes: at most %d", ErrEvent, len(f), maxText)
		}
	}
	return nil
}
