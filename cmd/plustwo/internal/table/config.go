package table

import (
	"context"
	"image"
	"io"
	"log/slog"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/still"
)

// Overhead is the camera whose pictures are judged.
const Overhead = "overhead"

// Clock gives the moment on the table's clock, which its cameras and its timer
// read too. It never goes back.
type Clock func() time.Duration

// Config is what one table is made of.
type Config struct {
	ID    string
	Name  string // for people
	Event string // of its attempts, such as 333oh
	Book  *rules.Rulebook
	Turns []Turn // who is expected, in order; none where nobody has said

	Clock Clock     // must not be behind the latest time of the table's record
	Epoch time.Time // wall clock at the clock's zero

	Cameras []Camera // one of them is Overhead
	// Timer opens the timer; nil where none is wired and screens report.
	Timer func() (timer.Source, error)
	// Station means that another timing station reports where no timer is wired:
	// screens are no timer then.
	Station bool
	// BySight has the stop told from the timer's display in the picture. The time
	// is the judge's to enter.
	BySight bool

	Record   Record
	Evidence Evidence
	Clips    Clips // nil where no recordings are kept
	Metrics  *Metrics
	Log      *slog.Logger

	// Eyes measure; the zero value is the real ones.
	Eyes Eyes
	// Watch makes what tells rest and hands; nil for package still.
	Watch func(still.Config) Watcher
}

// Camera is one camera of a table.
type Camera struct {
	Name   string
	Camera *calib.Camera // nil where it is not calibrated
	// Open opens its source, whose frames' times are on the table's clock.
	Open func() (camera.Source, error)
}

// Watcher tells rest, hands and leaving the picture: still.Watcher.
type Watcher interface {
	Feed(f vision.Frame) []still.Event
	Place(seq uint64, at *still.Place) []still.Event
	Stop(at time.Duration)
	Reset()
}

// Eyes measure pictures and draw what was measured.
type Eyes struct {
	Measure func(view vision.View, event string) (vision.Measurement, error)
	Judge   func(s *still.Still, view vision.View, event string, book *rules.Rulebook) (*judging.Verdict, error)
	Draw    func(v *judging.Verdict, l rules.Lang) image.Image
}

// Record keeps what happens. Each method comes back when what it was given will
// outlast a power cut.
type Record interface {
	// Append adds an event of an attempt.
	Append(ctx context.Context, table, id string, e attempt.Event) error
	// Keep adds what people were shown of an attempt, and its recordings.
	Keep(ctx context.Context, table, id string, k Kept) error
	// Find returns an attempt. The error wraps web.ErrNoAttempt where the table has
	// none of that id.
	Find(ctx context.Context, table, id string) (attempt.State, Kept, error)
	// Open returns the ids of the table's attempts that wait for somebody, in the
	// order in which they were opened.
	Open(ctx context.Context, table string) ([]string, error)
}

// Kept is what belongs to an attempt besides its events.
type Kept struct {
	Shown *web.Shown `json:"shown,omitempty"`
	Clips []web.Clip `json:"clips,omitempty"`
	Whole bool       `json:"whole,omitempty"` // Clips go to the attempt's end
}

// EvidenceKind says what a picture shows.
type EvidenceKind string

// The kinds.
const (
	StillPicture EvidenceKind = "still" // as the camera saw it
	DrawnPicture EvidenceKind = "drawn" // with the measurement
)

// Evidence keeps pictures and clips by the SHA-256 of their content, in
// hexadecimal.
type Evidence interface {
	// Put keeps a JPEG of an attempt; it comes back when that will outlast a power cut.
	Put(ctx context.Context, table, id string, kind EvidenceKind, at attempt.Time, jpeg []byte) error
	// Get opens what is kept. The error wraps web.ErrNoEvidence where there is none.
	Get(ctx context.Context, hash string) (content io.ReadSeekCloser, mediaType string, err error)
}

// Clips keeps the last of the cameras' moving pictures and cuts recordings.
type Clips interface {
	// Pin begins to record an attempt from a time on; again, it does nothing.
	Pin(attempt string, from attempt.Time)
	// Cut ends an attempt's recordings, one a camera, at a time, and calls back once
	// they are kept. It does not wait. Only an attempt's first cut counts.
	Cut(attempt string, from, to attempt.Time, done func([]web.Clip, error))
	// Copy keeps what a recording holds between two times, as far as memory
	// reaches, and calls back; the recording goes on. It does not wait.
	Copy(attempt string, from, to attempt.Time, done func([]web.Clip, error))
}
