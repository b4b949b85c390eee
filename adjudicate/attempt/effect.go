package attempt

import "github.com/plustwo/plustwo/adjudicate/rules"

// EffectKind names what is to be done.
type EffectKind string

// The effects.
const (
	Say          EffectKind = "say"           // call out Text: inspection
	Raised       EffectKind = "flag"          // show the flag; Article and Text say what the rulebook does
	CallDelegate EffectKind = "call_delegate" // Text says why
	Pin          EffectKind = "pin"           // keep stills and clip from From on; live view goes on
	Clip         EffectKind = "clip"          // cut the clip from From to To
	Announce     EffectKind = "decided"       // Result is decided; the judge may take it back until Until
	Withdrawn    EffectKind = "taken_back"    // the decision is taken back
	Final        EffectKind = "final"         // Result can only be amended from now on
	OpenExtra    EffectKind = "open_extra"    // Attempt is granted: open it, replacing this one
	DropExtra    EffectKind = "drop_extra"    // Attempt does not count: send it "drop"
	SetAside     EffectKind = "void"          // this attempt does not count
	BroughtBack  EffectKind = "restored"      // it may count again
)

// Effect is something to be done outside.
type Effect struct {
	Kind    EffectKind `json:"kind"`
	Flag    rules.Flag `json:"flag,omitempty"`
	Article string     `json:"article,omitempty"`
	Text    rules.Text `json:"text,omitempty"`
	From    Time       `json:"from_ns,omitempty"`
	To      Time       `json:"to_ns,omitempty"`
	Until   *Time      `json:"until_ns,omitempty"`
	Result  *Result    `json:"result,omitempty"`
	Attempt string     `json:"attempt,omitempty"`
	// Provisional and Scramble go with OpenExtra.
	Provisional bool   `json:"provisional,omitempty"`
	Scramble    string `json:"scramble,omitempty"`
}

// A clip begins when the cover is lifted, or else this long before the start,
// and ends this long after the decision.
const (
	clipBefore = 10000 // ms
	clipAfter  = 3000  // ms
)

// clipFrom returns when the attempt's clip begins.
func (s *State) clipFrom() Time {
	switch {
	case s.InspectedAt != nil:
		return *s.InspectedAt
	case s.StartedAt != nil:
		return max(0, s.StartedAt.after(-clipBefore))
	}
	return s.OpenedAt
}
