// Package web is the server that the screens talk to.
package web

import (
	"context"
	"io"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/stream/timer"
)

// Hall is the tables of one place, as the screens see them.
type Hall interface {
	// Tables lists the tables' ids in the order of their configuration.
	Tables() []string
	// Table returns a table, or nil where there is none of that id.
	Table(id string) Table
}

// Table is one table. Its methods may be called from many goroutines.
type Table interface {
	// Snapshot returns what its screens show now.
	Snapshot() Snapshot
	// Watch sends the newest snapshot, first at once, then whenever it changed;
	// what a slow reader does not take is replaced. The channel is closed when
	// the context or the table ends.
	Watch(ctx context.Context) <-chan Snapshot
	// Do applies what somebody did or reported to an attempt ("" for the one
	// on the table). The table sets its time. It comes back when the event is on
	// record. Errors wrap those of package attempt, or ErrNoAttempt.
	Do(ctx context.Context, id string, by attempt.Actor, data attempt.Data) error
	// Attempt returns an attempt's state, also one that has left the table. The
	// error is ErrNoAttempt where it is not known.
	Attempt(ctx context.Context, id string) (attempt.State, error)
	// Evidence opens a picture or clip by its content hash. The error is
	// ErrNoEvidence where there is none.
	Evidence(ctx context.Context, hash string) (content io.ReadSeekCloser, mediaType string, err error)
	// Live sends a camera's newest pictures as JPEG, at most perSecond of them,
	// until the context ends; for browsers without WebRTC.
	Live(ctx context.Context, camera string, perSecond float64) (<-chan Picture, error)
	// Clips lists the recordings of an attempt, one a camera, that are kept; none
	// before they are cut. The error is ErrNoAttempt where it is not known.
	Clips(ctx context.Context, attempt string) ([]Clip, error)
	// Report takes what a person or a timing station says of the timer; a zero At
	// means now. Errors wrap those of package timer, or ErrNoTimer where the table
	// has a wired timer and takes no reports.
	Report(ctx context.Context, by attempt.Actor, r timer.Report) error
}

// Recaller is a Table that still knows what attempts showed that have left its
// snapshot.
type Recaller interface {
	// Recall returns what an attempt's last suggestion showed; nil where it had
	// none. The error is ErrNoAttempt where it is not known.
	Recall(ctx context.Context, attempt string) (*Shown, error)
}

// Rememberer is a Table that knows what was sent to it for longer than the program
// runs.
type Rememberer interface {
	// DoOnce is Do for something that its screen has given an id. before is true
	// where that is on record already, with the same content by the same person, and
	// then nothing was done. The error is ErrIDUsed where the id is on record for
	// something else.
	DoOnce(ctx context.Context, id, attempt string, by attempt.Actor, data attempt.Data) (before bool, err error)
}

// Peers answers WebRTC offers (WHEP) for live video. Package rtc implements it.
type Peers interface {
	// Answer takes a browser's offer (SDP) for a camera of a table and returns the
	// server's answer and the id of the connection. The error is ErrNoCamera, or
	// ErrOffer where the SDP is not usable.
	Answer(ctx context.Context, table, camera, offer string) (id, answer string, err error)
	// HangUp ends a connection; an id that is not known is none to end.
	HangUp(id string)
}

// Frames cuts exact pictures out of recordings.
type Frames interface {
	// Frame returns picture n of a clip, from 0, as JPEG. The error is
	// ErrNoEvidence where there is no such clip or picture.
	Frame(ctx context.Context, table, clip string, n int) ([]byte, error)
}

// Clip is one camera's recording of an attempt.
type Clip struct {
	Hash   string         `json:"hash"` // of the MP4, see Table.Evidence
	Camera string         `json:"camera"`
	Width  int            `json:"width"`
	Height int            `json:"height"`
	Frames []attempt.Time `json:"frames_ns"` // when each picture was taken
}

// Picture is one live picture.
type Picture struct {
	Seq  uint64
	At   attempt.Time // when it was taken
	JPEG []byte
}

// Snapshot is all that a table's screens show at one moment: plain data, sent as
// JSON. Times are the table's clock: nanoseconds since Epoch, about when the
// program started, so that package attempt takes them and every JSON reader keeps
// them exact; they never go back while the program runs.
type Snapshot struct {
	Table    string        `json:"table"`
	Name     string        `json:"name"`     // for people
	Rev      uint64        `json:"rev"`      // rises with each change
	At       attempt.Time  `json:"at_ns"`    // when this was so
	Epoch    int64         `json:"epoch_ms"` // wall clock at the clock's zero, milliseconds since 1970
	Rulebook string        `json:"rulebook"`
	Event    string        `json:"event"` // of the next attempt
	Attempt  attempt.State `json:"attempt"`
	// Pending are earlier attempts of the table that wait for somebody: frozen,
	// disputed, or decided so lately that the judge may take it back.
	Pending []attempt.State `json:"pending"`
	// Turns lists who is expected at the table, the next attempt first; empty where
	// nobody has told the table.
	Turns   []Turn         `json:"turns,omitempty"`
	Cameras []CameraHealth `json:"cameras"`
	Timer   TimerHealth    `json:"timer"`
	Trouble []Trouble      `json:"trouble"` // what is wrong with the table, worst first
	Shown   *Shown         `json:"shown"`   // the current attempt's suggestion for people; nil before it
	Call    *Call          `json:"call"`    // what is to be called out now; nil for nothing
	// Previews tells what a result would be, by the attempt's id, of each attempt
	// here that is not decided: for ok, +2 and DNF as they may be decided now.
	Previews map[string]map[rules.Verdict]attempt.Result `json:"previews,omitempty"`
	// Looks lists what each finished suggestion showed, by the attempt's id, for
	// the attempts in Pending.
	Looks map[string]Shown `json:"looks,omitempty"`
}

// Turn is an attempt that is expected.
type Turn struct {
	Competitor string `json:"competitor"`
	Registrant int    `json:"registrant,omitempty"` // number in the competition; 0 for none
	Event      string `json:"event"`
	Round      string `json:"round,omitempty"`
	Number     int    `json:"number"` // of the round's attempts, from 1; 0 where it is not known
}

// Health is how well something works.
type Health string

// The states of health.
const (
	Good   Health = "good"
	Poor   Health = "poor"   // it works, and something is wrong
	Lost   Health = "lost"   // it does not work: go on by hand
	Unused Health = "unused" // there is none
)

// CameraHealth is the state of one camera.
type CameraHealth struct {
	Name   string       `json:"name"`
	Health Health       `json:"health"`
	Why    rules.Text   `json:"why,omitempty"` // "camera frozen", and what to do
	FPS    float64      `json:"fps"`
	Last   attempt.Time `json:"last_ns"` // when the newest frame was taken
	Width  int          `json:"width"`
	Height int          `json:"height"`
	Rig    bool         `json:"rig"` // calibrated
}

// TimerHealth is the state of the timer and its display.
type TimerHealth struct {
	Health  Health         `json:"health"`
	Why     rules.Text     `json:"why,omitempty"`
	Shows   attempt.Millis `json:"shows_ms"`
	Running bool           `json:"running"`
	Left    bool           `json:"left"` // hands on the pads
	Right   bool           `json:"right"`
	ByHand  bool           `json:"by_hand"` // no timer is wired: the judge's screen is the timer
}

// Trouble is something that is wrong with the table as a whole.
type Trouble struct {
	Health Health     `json:"health"`
	Text   rules.Text `json:"text"`
}

// Call is something to be called out, large on the screen.
type Call struct {
	Text  rules.Text   `json:"text"`
	Since attempt.Time `json:"since_ns"`
}

// Look is how a suggestion looks from a metre away.
type Look string

// The looks.
const (
	LooksSolved Look = "ok"
	LooksPlus2  Look = "plus2"
	LooksDNF    Look = "dnf"
	TooClose    Look = "close" // within the error of a limit
	CannotTell  Look = "look"  // look yourself
	NotInView   Look = "gone"  // the puzzle is not in the picture: judge where it lies
)

// Shown is one suggestion for people.
type Shown struct {
	Look     Look                  `json:"look"`
	Word     rules.Text            `json:"word"`   // "+2"
	Detail   rules.Text            `json:"detail"` // "top layer 52° off"
	Possible []adjudicate.Outcome  `json:"possible"`
	Proven   bool                  `json:"proven"`
	Checks   []rules.Text          `json:"checks"` // what was not seen and is to be looked at
	Grounds  []Ground              `json:"grounds"`
	Notes    []rules.Text          `json:"notes"`    // what may have spoilt the pictures
	Still    string                `json:"still"`    // content hash of the picture at rest, JPEG
	Drawn    map[rules.Lang]string `json:"drawn"`    // hash of the picture with the measurement, by language
	Facelets *Facelets             `json:"facelets"` // nil where no puzzle was found
	Camera   string                `json:"camera"`   // of the still
	Seq      uint64                `json:"seq"`      // frame of the still
	Outline  [][]geom.Pixel        `json:"outline"`  // of each layer, in the still
	TookMS   float64               `json:"took_ms"`  // from the still to the ruling
}

// Facelets is what a drawing of the puzzle needs.
type Facelets struct {
	Event string `json:"event"`
	// Colours holds each place's colour as it was read, "" where it was not
	// seen, by index into the puzzle's stickers.
	Colours []string  `json:"colours"`
	Wrong   []int     `json:"wrong"` // places that a solved puzzle would show otherwise
	Axis    int       `json:"axis"`
	TurnDeg []float64 `json:"turn_deg"` // each layer's turn about the axis
}

// Ground is one reason for a suggestion.
type Ground struct {
	Article string     `json:"article"`
	Text    rules.Text `json:"text"`
}
