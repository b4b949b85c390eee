package web

import (
	"slices"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// verdicts are those that a judge chooses from.
var verdicts = []rules.Verdict{rules.IsOK, rules.IsPlusTwo, rules.IsDNF}

// previews returns what each verdict on an attempt would come to, or nil.
func previews(a attempt.State) map[rules.Verdict]attempt.Result {
	if a.Opened == nil {
		return nil
	}
	book, err := rules.Load(a.Opened.Rulebook)
	if _, timed := a.Time(); err != nil || !timed {
		return nil
	}
	out := map[rules.Verdict]attempt.Result{}
	for _, v := range verdicts {
		out[v] = a.Preview(book, v)
	}
	return out
}

// Summary is a table in the Delegate's queue.
type Summary struct {
	Table    string         `json:"table"`
	Name     string         `json:"name"`
	Rev      uint64         `json:"rev"`
	At       attempt.Time   `json:"at_ns"`
	Epoch    int64          `json:"epoch_ms"`
	Rulebook string         `json:"rulebook"`
	Event    string         `json:"event"`
	Phase    attempt.Phase  `json:"phase"`  // of the attempt on the table
	Health   Health         `json:"health"` // the worst of its parts
	Cameras  []CameraHealth `json:"cameras"`
	Timer    TimerHealth    `json:"timer"`
	Trouble  []Trouble      `json:"trouble"`
	Waiting  []Waiting      `json:"waiting"` // attempts that somebody should look at, the most urgent first
}

// Cause is why an attempt stands in the Delegate's queue.
type Cause string

// The causes, the most urgent first.
const (
	CauseFrozen      Cause = "frozen"      // nothing at the table goes on
	CauseRequest     Cause = "request"     // the competitor asks for an extra attempt
	CauseFlagged     Cause = "flagged"     // a flag stands
	CauseProvisional Cause = "provisional" // an extra attempt waits to be counted or not
	CauseDecided     Cause = "decided"     // decided a moment ago
	CauseOpen        Cause = "open"        // not decided yet
)

var causes = []Cause{CauseFrozen, CauseRequest, CauseFlagged, CauseProvisional, CauseDecided, CauseOpen}

// Waiting is an attempt in the Delegate's queue.
type Waiting struct {
	Attempt    string            `json:"attempt"`
	Cause      Cause             `json:"cause"`
	Current    bool              `json:"current"` // still on the table
	Event      string            `json:"event"`
	Competitor string            `json:"competitor"`
	Round      string            `json:"round"`
	Number     int               `json:"number"`
	Phase      attempt.Phase     `json:"phase"`
	OpenedAt   attempt.Time      `json:"opened_at_ns"`
	Frozen     *attempt.Freezing `json:"frozen"` // with a dispute's end, if it is one
	Flags      []rules.Flag      `json:"flags"`  // that stand
	Result     string            `json:"result"` // as decided, as the paper has it; empty before
	Look       Look              `json:"look"`   // of the last suggestion; empty before it
}

// summaryOf is what the Delegate's queue shows of a table.
func summaryOf(s Snapshot) Summary {
	out := Summary{Table: s.Table, Name: s.Name, Rev: s.Rev, At: s.At, Epoch: s.Epoch, Rulebook: s.Rulebook, Event: s.Event,
		Phase: s.Attempt.Phase, Health: worst(s), Cameras: s.Cameras, Timer: s.Timer, Trouble: s.Trouble, Waiting: []Waiting{}}
	if s.Attempt.Opened != nil {
		w := waitingOf(s.Attempt, s.Shown)
		w.Current = true
		if w.Cause != CauseOpen {
			out.Waiting = append(out.Waiting, w)
		}
	}
	for _, a := range s.Pending {
		if a.Opened == nil {
			continue
		}
		var shown *Shown
		if look, ok := s.Looks[a.Opened.ID]; ok {
			shown = &look
		}
		out.Waiting = append(out.Waiting, waitingOf(a, shown))
	}
	slices.SortStableFunc(out.Waiting, func(a, b Waiting) int {
		return slices.Index(causes, a.Cause) - slices.Index(causes, b.Cause)
	})
	return out
}

func waitingOf(a attempt.State, shown *Shown) Waiting {
	o := a.Opened
	w := Waiting{Attempt: o.ID, Event: o.Event, Competitor: o.Competitor, Round: o.Round, Number: o.Number, Phase: a.Phase,
		OpenedAt: a.OpenedAt, Frozen: a.Frozen(), Flags: []rules.Flag{}}
	for _, f := range a.Flags {
		if f.Dismissed == nil {
			w.Flags = append(w.Flags, f.Flag)
		}
	}
	if d := a.Standing(); d != nil {
		w.Result = d.Result.Text
	}
	if shown != nil {
		w.Look = shown.Look
	}
	w.Cause = cause(a, w)
	return w
}

func cause(a attempt.State, w Waiting) Cause {
	n := len(a.Extras)
	switch {
	case w.Frozen != nil:
		return CauseFrozen
	case len(a.Requests) > 0 && n == 0 && a.Phase != attempt.Void:
		return CauseRequest
	case len(w.Flags) > 0 && a.Phase < attempt.Decided:
		return CauseFlagged
	case n > 0 && a.Extras[n-1].Status == attempt.Pending:
		return CauseProvisional
	case a.Phase >= attempt.Decided:
		return CauseDecided
	}
	return CauseOpen
}

// worst returns the worst health of a table's parts; what is unused counts as good.
func worst(s Snapshot) Health {
	all := []Health{s.Timer.Health}
	for _, c := range s.Cameras {
		all = append(all, c.Health)
	}
	for _, t := range s.Trouble {
		all = append(all, t.Health)
	}
	for _, h := range []Health{Lost, Poor} {
		if slices.Contains(all, h) {
			return h
		}
	}
	return Good
}
