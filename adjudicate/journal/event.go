package journal

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Kind names a kind of event. Events of attempts have the kind "attempt."
// followed by the one of package attempt, such as "attempt.decide".
type Kind string

// The kinds besides those of attempts.
const (
	KindStart       Kind = "start"       // the program began to write: any JSON
	KindObservation Kind = "observation" // what a suggestion was made from: any JSON
	KindExport      Kind = "export"      // something was given away: any JSON
	KindAct         Kind = "act"         // a privileged act, such as a log-in: any JSON
	KindEvidence    Kind = "evidence"    // a file was stored: Stored
	KindDeleted     Kind = "deleted"     // files were deleted: Deletion
	KindReleased    Kind = "released"    // disputed footage need not be kept any longer: Release
	attemptKind          = "attempt."
)

// ofAttempt tells whether it is an event of an attempt.
func (k Kind) ofAttempt() bool { return strings.HasPrefix(string(k), attemptKind) }

// open lists the kinds that Append takes besides events of attempts; the others
// are written by the methods that do what they tell.
var open = map[Kind]bool{KindStart: true, KindObservation: true, KindExport: true, KindAct: true}

// SchemaNo is the version of the payloads' form.
const SchemaNo = 1

// Entry is something that is to go on record.
type Entry struct {
	Table       string
	Attempt     string // its id; empty where it is about none
	Kind        Kind
	By          attempt.Actor
	At          attempt.Time // the table's clock; may be 0, for that of the table's last event, but in events of attempts
	Rulebook    string       // may be left out for events of attempts
	Calibration string
	Data        any // written as JSON; nil for nothing
}

// Of returns an event of an attempt as an entry.
func Of(table, id string, e attempt.Event) Entry {
	return Entry{Table: table, Attempt: id, Kind: Kind(attemptKind + string(e.Kind())), By: e.By, At: e.At, Data: e}
}

// Event is an event on record. encoding/json writes it so that it reads back with
// the same hash.
type Event struct {
	Table       string          `json:"table"`
	Seq         int64           `json:"seq"`
	ID          string          `json:"id"`
	Kind        Kind            `json:"kind"`
	Attempt     string          `json:"attempt,omitempty"`
	By          attempt.Actor   `json:"by"`
	At          attempt.Time    `json:"at_ns"`
	Wall        time.Time       `json:"wall"`
	Schema      int64           `json:"schema"`
	Software    string          `json:"software,omitempty"`
	Rulebook    string          `json:"rulebook,omitempty"`
	Calibration string          `json:"calibration,omitempty"`
	Payload     json.RawMessage `json:"payload"` // as json.Marshal writes it
	Prev        string          `json:"prev"`
	Hash        string          `json:"hash"`
}

// Bounds of what an entry may hold, in bytes.
const (
	maxName    = 200     // ids of tables, attempts, people, rigs
	maxPayload = 1 << 20 // a ruling has some 10 KB
)

// payload checks an entry and returns its data as JSON.
func (e Entry) payload() (json.RawMessage, error) {
	for _, f := range []struct{ name, value string }{{"table", e.Table}, {"attempt", e.Attempt}, {"by.id", e.By.ID},
		{"rulebook", e.Rulebook}, {"calibration", e.Calibration}, {"kind", string(e.Kind)}} {
		if err := checkName(f.name, f.value); err != nil {
			return nil, err
		}
	}
	switch {
	case e.Table == "":
		return nil, fmt.Errorf("%w: table is missing", ErrEntry)
	case !e.By.Role.Known():
		return nil, fmt.Errorf("%w: by.role is %q: must be %s, %s, %s, %s, %s or %s", ErrEntry, e.By.Role, rules.Device, rules.Judge, rules.Delegate,
			rules.Organiser, rules.DataEntry, rules.Viewer)
	case e.At < 0:
		return nil, fmt.Errorf("%w: at is %d: must not be negative", ErrEntry, e.At)
	}
	raw, err := json.Marshal(e.Data) // compact, also where the data is JSON already
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrEntry, e.Kind, err)
	}
	if len(raw) > maxPayload || !utf8.Valid(raw) {
		return nil, fmt.Errorf("%w: %s: its data has %d bytes: must be UTF-8, at most %d bytes", ErrEntry, e.Kind, len(raw), maxPayload)
	}
	return raw, nil
}

// checkName refuses what not every store can hold.
func checkName(name, value string) error {
	if len(value) > maxName || !utf8.ValidString(value) || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' }) {
		return fmt.Errorf("%w: %s is %q: must be UTF-8 without control characters, at most %d bytes", ErrEntry, name, value, maxName)
	}
	return nil
}

// attemptEvent reads the payload of an event of an attempt; ok is false for
// other kinds.
func (e Event) attemptEvent() (out attempt.Event, ok bool, err error) {
	if !e.Kind.ofAttempt() {
		return out, false, nil
	}
	out, err = attempt.Decode(e.Payload)
	return out, true, err
}

// row is the event as the store has it.
func (e Event) row() query.AddEventParams {
	return query.AddEventParams{TableID: e.Table, Seq: e.Seq, ID: e.ID, Kind: string(e.Kind), AttemptID: e.Attempt,
		Role: string(e.By.Role), Actor: e.By.ID, AtNs: int64(e.At), WallNs: e.Wall.UnixNano(), SchemaNo: e.Schema, Software: e.Software,
		Rulebook: e.Rulebook, Calibration: e.Calibration, Payload: string(e.Payload), Prev: e.Prev, Hash: e.Hash}
}

func eventOf(r query.Event) Event {
	return Event{Table: r.TableID, Seq: r.Seq, ID: r.ID, Kind: Kind(r.Kind), Attempt: r.AttemptID,
		By: attempt.Actor{Role: rules.Role(r.Role), ID: r.Actor}, At: attempt.Time(r.AtNs), Wall: time.Unix(0, r.WallNs).UTC(),
		Schema: r.SchemaNo, Software: r.Software, Rulebook: r.Rulebook, Calibration: r.Calibration,
		Payload: json.RawMessage(r.Payload), Prev: r.Prev, Hash: r.Hash}
}
