package web

import (
	"encoding/json"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
)

// Session tells a screen who it is.
type Session struct {
	Role    rules.Role `json:"role"`  // empty for nobody
	Name    string     `json:"name"`  // as in the record
	Table   string     `json:"table"` // where a judge is
	Open    bool       `json:"open"`  // a demonstration: nobody needs a PIN
	Tables  []Named    `json:"tables"`
	Version string     `json:"version"`
	// Accounts means that people log in by name and password; Unclaimed that
	// nobody can let people in yet; Trust that /trust has something to say.
	Accounts  bool `json:"accounts"`
	Unclaimed bool `json:"unclaimed"`
	Trust     bool `json:"trust"`
}

// Named is a table by its name.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Login asks for a session.
type Login struct {
	Role  rules.Role `json:"role"` // may be empty for that of the account
	Name  string     `json:"name"`
	PIN   string     `json:"pin"` // or the password of an account
	Table string     `json:"table"`
}

// Hop moves a judge to another table.
type Hop struct {
	Table string `json:"table"`
}

// Act is what a person does to an attempt.
type Act struct {
	ID   string          `json:"id"` // made by the screen; the same again is done once
	Kind attempt.Kind    `json:"kind"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Acted answers an Act.
type Acted struct {
	Attempt  attempt.State `json:"attempt"`  // after it; as it is now where Repeated
	Repeated bool          `json:"repeated"` // it had been done before
}

// Report is what a person or a timing station says of the timer.
type Report struct {
	ID    string     `json:"id"` // made by the sender; the same again counts once
	Kind  timer.Kind `json:"kind"`
	Time  int64      `json:"time_ms"`
	Left  bool       `json:"left"`
	Right bool       `json:"right"`
}

// Review is an attempt as its replay needs it.
type Review struct {
	Attempt  attempt.State                    `json:"attempt"`
	Epoch    int64                            `json:"epoch_ms"`
	Clips    []Clip                           `json:"clips"`
	Shown    *Shown                           `json:"shown"` // the last suggestion for people
	Previews map[rules.Verdict]attempt.Result `json:"previews"`
	Slow     Slow                             `json:"slow"`
}

// Slow tells how recordings of an attempt may be watched by the one who asks.
type Slow struct {
	Open bool `json:"open"` // stepping and slow motion are on record: frames are served
	// NeedsReason means that the rulebook wants one of its evidence reasons first.
	NeedsReason bool `json:"needs_reason"`
}

// Book is a rulebook as screens need it.
type Book struct {
	Name      string               `json:"name"`
	Title     rules.Text           `json:"title"`
	Date      string               `json:"date"`
	Metric    string               `json:"metric"`
	Limits    []BookLimit          `json:"limits"`
	Sentences map[rules.Key]Ground `json:"sentences"` // what a ruling rests on, by its key
	Procedure *rules.Procedure     `json:"procedure"`
}

// BookLimit is how far neighbouring layers may be turned against each other.
type BookLimit struct {
	Events   []string `json:"events"`
	LimitDeg float64  `json:"limit_deg"`
	Article  string   `json:"article"`
}
