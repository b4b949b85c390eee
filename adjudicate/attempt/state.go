package attempt

import (
	"slices"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// State is an attempt as far as it has come. The zero value is one that was not
// opened. It is plain data: encoding/json writes it and reads it back. Lists
// only grow; what is undone stays, marked.
type State struct {
	Phase  Phase `json:"phase"`  // where it stands, decisions included
	Course Phase `json:"course"` // how far the solve itself has come: idle to suggested
	Now    Time  `json:"now_ns"` // the latest time of any event

	Opened      *Open `json:"opened"` // nil before; whose attempt it is as Entered says last
	OpenedAt    Time  `json:"opened_at_ns"`
	InspectedAt *Time `json:"inspected_at_ns"`
	StartedAt   *Time `json:"started_at_ns"`
	StoppedAt   *Time `json:"stopped_at_ns"`
	SightedAt   *Time `json:"sighted_at_ns"` // when the timer was last seen to stop, where no timer tells
	BySight     bool  `json:"by_sight"`      // StoppedAt was told by sight: no timer told the stop
	TimerLost   bool  `json:"timer_lost"`

	Readings    []Reading    `json:"readings"` // the last one is the time
	Stills      []Still      `json:"stills"`
	Suggestions []Suggestion `json:"suggestions"`
	Flags       []Flag       `json:"flags"`
	Pad         []Entry      `json:"pad"`
	Marks       []CubeMark   `json:"marks"` // multi-blind; the last one of a cube stands
	Freezes     []Freezing   `json:"freezes"`
	Decisions   []Decision   `json:"decisions"` // the last one that was not taken back stands
	Signed      *Time        `json:"signed_at_ns"`
	Views       []Viewing    `json:"views"`
	Before      *Baseline    `json:"before"` // what stood before a recording was first watched slowly
	Requests    []Asked      `json:"requests"`
	Extras      []Extra      `json:"extras"`
	Voids       []Voiding    `json:"voids"`
	Entered     []Entering   `json:"entered"` // whose attempt it is, where that was not as it was opened

	// Shown is when the judge's buttons last changed their meaning.
	Shown *Time `json:"shown_at_ns"`
}

// Reading is a time of the timer.
type Reading struct {
	At     Time   `json:"at_ns"`
	By     Actor  `json:"by"`
	TimeMS Millis `json:"time_ms"`
	ByHand bool   `json:"by_hand"`
}

// Still is the puzzle seen at rest.
type Still struct {
	At   Time   `json:"at_ns"`
	Hash string `json:"hash"`
}

// Suggestion is a ruling that came in.
type Suggestion struct {
	At     Time              `json:"at_ns"`
	Cube   int               `json:"cube"` // from 1; 0 where there is one puzzle
	Ruling adjudicate.Ruling `json:"ruling"`
	Still  string            `json:"still"`
}

// Flag is something that people should know; never a verdict.
type Flag struct {
	At    Time       `json:"at_ns"`
	By    Actor      `json:"by"`
	Flag  rules.Flag `json:"flag"`
	Still string     `json:"still"`
	Note  string     `json:"note"`
	// SinceStop is the time since the timer's stop; nil before it.
	SinceStop *Time      `json:"since_stop_ns"`
	Dismissed *Dismissal `json:"dismissed"`
}

// Dismissal says that there is nothing to a flag, or no more.
type Dismissal struct {
	At   Time   `json:"at_ns"`
	By   Actor  `json:"by"`
	Note string `json:"note"`
}

// Penalty is one penalty of an attempt.
type Penalty struct {
	ID      string        `json:"id"` // in the rulebook's pad; empty for the end state's
	Article string        `json:"article"`
	Side    rules.Side    `json:"side"`
	Effect  rules.Verdict `json:"effect"` // +2 or DNF
}

// Entry is a penalty on the pad.
type Entry struct {
	Penalty
	At       Time       `json:"at_ns"`
	By       Actor      `json:"by"`
	Forgiven *Dismissal `json:"forgiven"`
}

// CubeMark is the judgement of one cube of several.
type CubeMark struct {
	Cube int `json:"cube"`
	Answer
}

// Freezing is a scene left as it is for the Delegate.
type Freezing struct {
	At         Time   `json:"at_ns"`
	By         Actor  `json:"by"`
	Why        Why    `json:"why"`
	Note       string `json:"note"`
	Until      *Time  `json:"until_ns"`    // a dispute of a decision: when its time is up
	ResolvedBy int    `json:"resolved_by"` // number of the decision that ended it, from 1; 0 while frozen
}

// Viewing is a recording that was watched.
type Viewing struct {
	At Time  `json:"at_ns"`
	By Actor `json:"by"`
	View
}

// Asked is a request for an extra attempt.
type Asked struct {
	At   Time   `json:"at_ns"`
	By   Actor  `json:"by"`
	Note string `json:"note"`
	Late bool   `json:"late"` // after the decision (WCA 11e, SRA 83)
}

// Voiding is an attempt set aside.
type Voiding struct {
	At       Time       `json:"at_ns"`
	By       Actor      `json:"by"`
	Reason   string     `json:"reason"`
	Article  string     `json:"article"`
	Note     string     `json:"note"`
	Extra    string     `json:"extra"` // the extra attempt that replaces it, if any
	Restored *Dismissal `json:"restored"`
}

// Entering says whose attempt it is.
type Entering struct {
	At Time  `json:"at_ns"`
	By Actor `json:"by"`
	Enter
}

// clone copies what Step changes.
func (s State) clone() State {
	s.Readings = slices.Clone(s.Readings)
	s.Stills = slices.Clone(s.Stills)
	s.Suggestions = slices.Clone(s.Suggestions)
	s.Flags = slices.Clone(s.Flags)
	s.Pad = slices.Clone(s.Pad)
	s.Marks = slices.Clone(s.Marks)
	s.Freezes = slices.Clone(s.Freezes)
	s.Decisions = slices.Clone(s.Decisions)
	s.Views = slices.Clone(s.Views)
	s.Requests = slices.Clone(s.Requests)
	s.Extras = slices.Clone(s.Extras)
	s.Voids = slices.Clone(s.Voids)
	s.Entered = slices.Clone(s.Entered)
	return s
}

// Frozen returns the freeze that waits for a Delegate, or nil.
func (s State) Frozen() *Freezing {
	if n := len(s.Freezes); n > 0 && s.Freezes[n-1].ResolvedBy == 0 {
		f := s.Freezes[n-1]
		return &f
	}
	return nil
}

// Standing returns the decision that stands, or nil.
func (s State) Standing() *Decision {
	if i := s.standing(); i >= 0 {
		d := s.Decisions[i]
		return &d
	}
	return nil
}

// standing returns the index of the decision that stands, or -1.
func (s *State) standing() int {
	for i := len(s.Decisions) - 1; i >= 0; i-- {
		if s.Decisions[i].TakenBack == nil {
			return i
		}
	}
	return -1
}

// void tells whether the attempt is set aside.
func (s *State) void() bool {
	n := len(s.Voids)
	return n > 0 && s.Voids[n-1].Restored == nil
}

func (s *State) phase() Phase {
	switch {
	case s.void():
		return Void
	case s.standing() >= 0:
		return Decided
	}
	return s.Course
}

// Time returns the timer's reading, and whether one is known.
func (s State) Time() (Millis, bool) {
	if n := len(s.Readings); n > 0 {
		return s.Readings[n-1].TimeMS, true
	}
	return 0, false
}

// suggested returns how many suggestions have come for a cube (0 where there is
// one puzzle), and the last.
func (s *State) suggested(cube int) (n int, last *Suggestion) {
	for i := range s.Suggestions {
		if s.Suggestions[i].Cube == cube {
			n, last = n+1, &s.Suggestions[i]
		}
	}
	return n, last
}

// open returns the index of a flag that stands, or -1.
func (s *State) open(f rules.Flag) int {
	return slices.IndexFunc(s.Flags, func(x Flag) bool { return x.Flag == f && x.Dismissed == nil })
}

// Cubes returns the verdict of each cube, empty where it has none yet; nil
// where there is one puzzle.
func (s State) Cubes() []rules.Verdict {
	if s.Opened == nil || s.Opened.Cubes < 1 || s.Opened.Cubes > maxCubes {
		return nil
	}
	out := make([]rules.Verdict, s.Opened.Cubes)
	for _, m := range s.Marks {
		if m.Cube >= 1 && m.Cube <= len(out) {
			out[m.Cube-1] = m.Verdict
		}
	}
	return out
}

// Penalties returns what stands on the pad.
func (s State) Penalties() []Penalty {
	var out []Penalty
	for _, e := range s.Pad {
		if e.Forgiven == nil {
			out = append(out, e.Penalty)
		}
	}
	return out
}
