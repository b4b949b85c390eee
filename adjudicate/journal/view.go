package journal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// books finds a rulebook by its name.
type books func(name string) (*rules.Rulebook, error)

// view is one attempt as far as it has come: a row of the view, with its state
// decoded. The zero view is an attempt of which nothing is on record.
type view struct {
	row   query.Attempt // without state
	state attempt.State
}

// viewOf decodes a row of the view.
func viewOf(row query.Attempt) (view, error) {
	v := view{row: row}
	if err := json.Unmarshal([]byte(row.State), &v.state); err != nil {
		return view{}, fmt.Errorf("%w: state of attempt %s: %w", ErrCorrupt, row.ID, err)
	}
	v.row.State = ""
	return v, nil
}

// encode returns the row with its state.
func (v view) encode() (query.Attempt, error) {
	raw, err := json.Marshal(v.state)
	if err != nil {
		return query.Attempt{}, fmt.Errorf("state of attempt %s: %w", v.row.ID, err)
	}
	v.row.State = string(raw)
	return v.row, nil
}

// opening returns the name of the rulebook that an event of an attempt goes by.
func (v view) opening(e attempt.Event) string {
	if v.state.Opened != nil {
		return v.state.Opened.Rulebook
	}
	if o, ok := e.Data.(attempt.Open); ok {
		return o.Rulebook
	}
	return ""
}

// step returns the view after an event of the attempt. Where the state machine
// refuses the event the view stays, but for the count of such events.
func (v view) step(find books, on Event, e attempt.Event) (view, error) {
	if v.row.ID == "" {
		v.row = query.Attempt{TableID: on.Table, ID: on.Attempt, FirstSeq: on.Seq, FirstNs: on.Wall.UnixNano()}
	}
	v.row.LastSeq, v.row.LastNs = on.Seq, on.Wall.UnixNano()
	next, book, err := v.apply(find, on, e)
	if err != nil {
		v.row.Refused++
		return v, err
	}
	v.state = next
	v.describe(book)
	return v, nil
}

func (v view) apply(find books, on Event, e attempt.Event) (attempt.State, *rules.Rulebook, error) {
	if o, ok := e.Data.(attempt.Open); ok && o.ID != on.Attempt {
		return v.state, nil, fmt.Errorf("%w: the attempt opened is %q, the entry's %q", ErrEntry, o.ID, on.Attempt)
	}
	book, err := find(v.opening(e))
	if err != nil && v.state.Opened == nil {
		// Step says best what is missing: an attempt that is open, or its rulebook.
		book, err = find(rules.Default)
	}
	if err != nil {
		return v.state, nil, err
	}
	next, _, err := attempt.Step(book, v.state, e)
	return next, book, err
}

// released returns the view after its footage was released.
func (v view) released(on Event) view {
	if v.row.ID != "" {
		v.row.Released, v.row.LastSeq, v.row.LastNs = 1, on.Seq, on.Wall.UnixNano()
	}
	return v
}

// describe fills the columns that follow from the state.
func (v *view) describe(book *rules.Rulebook) {
	s, r := v.state, &v.row
	r.Event, r.Rulebook, r.Round, r.Number = plain(s.Opened.Event), plain(s.Opened.Rulebook), plain(s.Opened.Round), int64(s.Opened.Number)
	r.Competitor, r.Phase = plain(s.Opened.Competitor), s.Phase.String()
	why := waiting(s, book)
	if why != r.Waiting {
		r.Waiting, r.WaitingNs = why, 0
		if why != "" {
			r.WaitingNs = r.LastNs
		}
	}
	if why != "" {
		r.Released = 0 // a release does not hold for what comes after
	}
	r.Finished = number(s.Phase >= attempt.Decided && why == "")
	if disputed(s) {
		r.Disputed = 1
	}
	r.Verdict, r.Result = "", ""
	if d := s.Standing(); d != nil {
		r.Verdict, r.Result = string(d.Result.Verdict), plain(d.Result.Text)
	}
}

// plain leaves out what PostgreSQL cannot hold in a text.
func plain(s string) string { return strings.ReplaceAll(s, "\x00", "") }

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// What an attempt waits for a Delegate for, besides the reasons to freeze it.
const (
	WaitsExtra   = "extra"   // whether a provisional extra attempt counts
	WaitsRequest = "request" // the competitor asks for an extra attempt
	WaitsFlag    = "flag"    // a flag that only a Delegate decides about
)

// waiting tells what a Delegate is waited for, empty for nothing.
func waiting(s attempt.State, book *rules.Rulebook) string {
	if s.Phase == attempt.Void {
		return ""
	}
	if f := s.Frozen(); f != nil {
		return string(f.Why)
	}
	if n := len(s.Extras); n > 0 && s.Extras[n-1].Status == attempt.Pending {
		return WaitsExtra
	}
	if n := len(s.Requests); n > 0 && s.Requests[n-1].At > lastWord(s) {
		return WaitsRequest
	}
	if s.Phase != attempt.Decided && slices.ContainsFunc(s.Flags, func(f attempt.Flag) bool {
		return f.Dismissed == nil && book.Procedure.Flags[f.Flag].Decides == rules.Delegate
	}) {
		return WaitsFlag
	}
	return ""
}

// lastWord returns when a Delegate last decided something, -1 for never.
func lastWord(s attempt.State) attempt.Time {
	last := attempt.Time(-1)
	for _, d := range s.Decisions {
		if d.By.Role == rules.Delegate {
			last = max(last, d.At)
		}
	}
	for _, x := range s.Extras {
		last = max(last, x.At)
		if x.Settled != nil {
			last = max(last, x.Settled.At)
		}
	}
	for _, v := range s.Voids {
		if v.Restored != nil {
			last = max(last, v.Restored.At)
		}
	}
	return last
}

// disputed tells whether an attempt's footage must be kept until somebody
// releases it: a Delegate was called, or changed something.
func disputed(s attempt.State) bool {
	return len(s.Freezes) > 0 || len(s.Requests) > 0 || len(s.Extras) > 0 || len(s.Voids) > 0 ||
		slices.ContainsFunc(s.Decisions, func(d attempt.Decision) bool {
			return d.Kind == attempt.Amends || d.Kind == attempt.Upholds
		})
}
