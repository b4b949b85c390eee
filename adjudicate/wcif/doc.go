// Package wcif reads a competition's file in the WCA Competition Interchange
// Format (github.com/thewca/wcif), versions 1.x and 2.x, in its public form: who
// competes, in which rounds, in which rooms, at which tables.
//
// What the package does not know is kept, and Write writes it again. What is not
// public is dropped at once: birth dates, addresses, notes, and registrations
// that were not accepted (WCA 2d).
package wcif

import (
	"errors"
	"time"

	"github.com/plustwo/plustwo/adjudicate/results"
)

// ErrWCIF means that a file cannot be used.
var ErrWCIF = errors.New("bad WCIF")

// Competition is what a file says, as far as plustwo needs it.
type Competition struct {
	Version   string // formatVersion
	ID        string
	Name      string
	ShortName string
	Persons   []Person
	Events    []Event
	Rooms     []Room // of all venues; each stage is a room of its own
	// Dropped is how many things were there that are not public.
	Dropped int

	tree map[string]any // everything, for Write
}

// Person is somebody at the competition.
type Person struct {
	RegistrantID   int    // unique in the competition; 0 for who does not compete
	Name           string // Latin, the local name in brackets
	WCAUserID      int
	WCAID          string // empty for newcomers
	CountryISO2    string
	Gender         string // m, f, o, or empty
	Roles          []string
	RegistrationID int      // the WCA's
	Events         []string // registered for
	Competing      bool
	Assignments    []Assignment
}

// Assignment is what a person does in an activity.
type Assignment struct {
	ActivityID int
	Code       string // competitor, staff-judge, staff-scrambler ...
	Station    int    // the table, from 1; 0 for any
}

// Competitor is the code of who competes in a group.
const Competitor = "competitor"

// Event is one event with its rounds.
type Event struct {
	ID     string // such as 333
	Rounds []Round
}

// Round is one round of an event.
type Round struct {
	ID          string // such as 333-r1
	Event       string
	Number      int
	Format      string     // 1, 2, 3, 5, a, m, or h for head to head
	Limit       *TimeLimit // nil where the event has its own
	Cutoff      *Cutoff    // nil for none
	Linked      []string   // rounds that count together (dual rounds)
	Results     []Result
	ScrambleSet int // how many sets are needed
}

// TimeLimit is the limit of each attempt, or of all attempts of some rounds.
type TimeLimit struct {
	Centiseconds int64
	Rounds       []string // that share the limit; empty where each attempt has it
}

// Cutoff is what has to be beaten in the first attempts.
type Cutoff struct {
	Attempts int
	Value    results.Value // as the WCA counts: hundredths, moves, or packed
}

// Result is what a competitor has in a round so far.
type Result struct {
	RegistrantID int
	Ranking      int             // 0 for none
	Attempts     []results.Value // as the WCA counts
	Best         results.Value
	Average      results.Value
}

// Room is a place with tables.
type Room struct {
	ID         int
	Name       string
	Colour     string // as the file has it, #00aeff
	Venue      string
	Timezone   string // by name, Asia/Taipei
	Stations   int    // tables, by Groupifier's extension; 0 where it does not say
	Activities []Activity
}

// Activity is something on the schedule of a room.
type Activity struct {
	ID       int
	Name     string
	Code     Code
	Start    time.Time
	End      time.Time
	Children []Activity
}
