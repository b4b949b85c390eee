package journal

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Attempt returns an attempt's state. The error is ErrUnknown where there is
// none.
func (j *Journal) Attempt(ctx context.Context, table, id string) (attempt.State, error) {
	v, err := findView(ctx, j.q, key{table, id})
	if err != nil {
		return attempt.State{}, told(j.dir, err)
	}
	if v.row.ID == "" {
		return attempt.State{}, fmt.Errorf("%w: attempt %q at table %s", ErrUnknown, id, table)
	}
	return v.state, nil
}

// Events returns the events of an attempt, in order: attempt.Replay makes its
// state from them.
func (j *Journal) Events(ctx context.Context, table, id string) ([]attempt.Event, error) {
	rows, err := j.q.EventsOfAttempt(ctx, query.EventsOfAttemptParams{TableID: table, AttemptID: id})
	if err != nil {
		return nil, told(j.dir, err)
	}
	var out []attempt.Event
	for _, r := range rows {
		e, ok, err := eventOf(r).attemptEvent()
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", r.ID, err)
		}
		if ok {
			out = append(out, e)
		}
	}
	return out, nil
}

// History returns everything on record of an attempt, in order.
func (j *Journal) History(ctx context.Context, table, id string) ([]Event, error) {
	rows, err := j.q.EventsOfAttempt(ctx, query.EventsOfAttemptParams{TableID: table, AttemptID: id})
	if err != nil {
		return nil, told(j.dir, err)
	}
	return eventsOf(rows), nil
}

// Log returns a table's events from a place of its chain on, at most limit.
func (j *Journal) Log(ctx context.Context, table string, from int64, limit int) ([]Event, error) {
	rows, err := j.q.EventsFrom(ctx, query.EventsFromParams{TableID: table, Seq: from, Limit: most(limit)})
	if err != nil {
		return nil, told(j.dir, err)
	}
	return eventsOf(rows), nil
}

// most returns a limit as the store takes it.
func most(limit int) int32 { return int32(min(max(limit, 0), math.MaxInt32)) }

func eventsOf(rows []query.Event) []Event {
	out := make([]Event, 0, len(rows))
	for _, r := range rows {
		out = append(out, eventOf(r))
	}
	return out
}

// Resumed is what a table goes on with after a start.
type Resumed struct {
	// Open are the attempts that are not decided, or wait for a Delegate, in the
	// order in which they were opened.
	Open []attempt.State
	// Recent are the table's newest attempts, the newest first.
	Recent []attempt.State
	// Latest is the latest time of any event of those in Open: a clock that begins
	// behind it stands still for them until it has caught up.
	Latest attempt.Time
}

// Resume returns what a table goes on with after a start, with some of its
// newest attempts.
func (j *Journal) Resume(ctx context.Context, table string, recent int) (Resumed, error) {
	var out Resumed
	rows, err := j.q.Unfinished(ctx, table)
	if err != nil {
		return out, told(j.dir, err)
	}
	if out.Open, err = states(rows); err != nil {
		return out, err
	}
	rows, err = j.q.Recent(ctx, query.RecentParams{TableID: table, Limit: most(recent)})
	if err != nil {
		return out, told(j.dir, err)
	}
	if out.Recent, err = states(rows); err != nil {
		return out, err
	}
	for _, s := range out.Open {
		out.Latest = max(out.Latest, s.Now)
	}
	return out, nil
}

func states(rows []query.Attempt) ([]attempt.State, error) {
	out := []attempt.State{}
	for _, r := range rows {
		v, err := viewOf(r)
		if err != nil {
			return nil, err
		}
		out = append(out, v.state)
	}
	return out, nil
}

// Summary is one attempt in a list.
type Summary struct {
	Table      string        `json:"table"`
	ID         string        `json:"id"`
	Opened     time.Time     `json:"opened"` // wall time
	Last       time.Time     `json:"last"`   // wall time of the last event
	Event      string        `json:"event"`
	Rulebook   string        `json:"rulebook"`
	Competitor string        `json:"competitor"`
	Round      string        `json:"round"`
	Number     int           `json:"number"`
	Phase      string        `json:"phase"`
	Waiting    string        `json:"waiting"` // what for: a reason to freeze, extra, request or flag; empty for nothing
	Since      time.Time     `json:"since"`   // wall time since when it waits
	Disputed   bool          `json:"disputed"`
	Verdict    rules.Verdict `json:"verdict"` // that stands, penalties included; empty for none
	Result     string        `json:"result"`  // as the score sheet wants it
}

// Queue returns the attempts that wait for a Delegate, the longest waiting
// first, at most limit.
func (j *Journal) Queue(ctx context.Context, limit int) ([]Summary, error) {
	rows, err := j.q.Queue(ctx, most(limit))
	return summaries(rows, told(j.dir, err))
}

// Disputes returns the attempts about which a Delegate was called or in which
// one changed something, oldest first, at most limit.
func (j *Journal) Disputes(ctx context.Context, limit int) ([]Summary, error) {
	rows, err := j.q.Disputes(ctx, most(limit))
	return summaries(rows, told(j.dir, err))
}

// Results returns the results of a round that stand, by competitor and number.
func (j *Journal) Results(ctx context.Context, event, round string) ([]Summary, error) {
	rows, err := j.q.Results(ctx, query.ResultsParams{Event: event, Round: round})
	return summaries(rows, told(j.dir, err))
}

func summaries[R query.QueueRow | query.DisputesRow | query.ResultsRow](rows []R, err error) ([]Summary, error) {
	if err != nil {
		return nil, err
	}
	out := make([]Summary, 0, len(rows))
	for _, row := range rows {
		out = append(out, summary(query.QueueRow(row)))
	}
	return out, nil
}

func summary(r query.QueueRow) Summary {
	s := Summary{Table: r.TableID, ID: r.ID, Opened: wall(r.FirstNs), Last: wall(r.LastNs), Event: r.Event, Rulebook: r.Rulebook,
		Competitor: r.Competitor, Round: r.Round, Number: int(r.Number), Phase: r.Phase, Waiting: r.Waiting, Disputed: r.Disputed == 1,
		Verdict: rules.Verdict(r.Verdict), Result: r.Result}
	if r.Waiting != "" {
		s.Since = wall(r.WaitingNs)
	}
	return s
}

func wall(ns int64) time.Time { return time.Unix(0, ns).UTC() }
