package rules

import "fmt"

// Results is what a rulebook says of a round: how its attempts make a result.
type Results struct {
	Rulebook string `json:"rulebook"` // the name of the rulebook that it belongs to

	Formats  []Format `json:"formats"`
	Rounding Rounding `json:"rounding"` // of averages; attempts are cut as Precision says
	Several  Cited    `json:"several"`  // multi-blind: what is better
	Limit    Cited    `json:"limit"`    // the time limit of each attempt
	Shared   Cited    `json:"shared"`   // a time limit over several attempts
	Cutoff   Cited    `json:"cutoff"`   // who may go on to the remaining attempts
	Ties     Cited    `json:"ties"`     // equal averages, equal results
}

// RankBy is what ranks the competitors of a round.
type RankBy string

// The ways to rank.
const (
	ByBest    RankBy = "best"    // the best attempt
	ByAverage RankBy = "average" // the average, then the best attempt
)

// Format is a way to hold a round.
type Format struct {
	ID       string `json:"id"`       // as WCIF names the WCA's: 1, 2, 3, 5, a, m
	Attempts int    `json:"attempts"` // allotted to each competitor
	Ranks    RankBy `json:"ranks"`
	// Drop is how many of the best and as many of the worst attempts an average
	// leaves out. As many attempts that were not completed may be among the worst.
	Drop int `json:"drop"`
	// AverageIn lists the events whose rounds of this format have an average
	// though the best attempt ranks them.
	AverageIn []string `json:"average_in"`
	Cited
}

// Averages tells whether a round of this format has an average in an event.
func (f Format) Averages(event string) bool {
	return f.Ranks == ByAverage || contains(f.AverageIn, event)
}

// RoundMode is a way to round.
type RoundMode string

// The modes.
const (
	HalfUp RoundMode = "half_up" // x.5 becomes x+1
	Down   RoundMode = "down"    // the rest is cut off
)

// Rounding says how an average is rounded.
type Rounding struct {
	Decimals    int       `json:"decimals"`      // of a second
	WholeFromMS int64     `json:"whole_from_ms"` // from here on whole seconds; 0 where never
	Mode        RoundMode `json:"mode"`
	Cited
}

// Format returns the format of a name.
func (r *Results) Format(id string) (Format, bool) {
	for _, f := range r.Formats {
		if f.ID == id {
			return f, true
		}
	}
	return Format{}, false
}

// FormatIDs lists the names of the formats, in the order of the file.
func (r *Results) FormatIDs() []string {
	ids := make([]string, len(r.Formats))
	for i, f := range r.Formats {
		ids[i] = f.ID
	}
	return ids
}

// ParseResults reads what a rulebook says of rounds: JSON, every field known,
// none twice, nothing after it. The error is ErrRulebook.
func ParseResults(raw []byte) (*Results, error) {
	r := &Results{}
	if err := Decode(raw, r); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrRulebook, err)
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	return r, nil
}

// Check reports what makes the settings unusable: an error that is ErrRulebook
// and names the field and the fix.
func (r *Results) Check() error {
	if r.Rulebook == "" {
		return badField("rulebook", "give the rulebook's name")
	}
	if len(r.Formats) == 0 {
		return badField("formats", "needs at least one")
	}
	seen := map[string]bool{}
	for i, f := range r.Formats {
		field := fmt.Sprintf("formats[%d]", i)
		if f.ID == "" || seen[f.ID] {
			return badField(field+".id", "is empty or used twice")
		}
		seen[f.ID] = true
		if err := f.checkFigures(field); err != nil {
			return err
		}
	}
	if err := r.Rounding.checkFigures(); err != nil {
		return err
	}
	for name, c := range map[string]Cited{"several": r.Several, "limit": r.Limit, "shared": r.Shared, "cutoff": r.Cutoff, "ties": r.Ties} {
		if err := c.check(name); err != nil {
			return err
		}
	}
	return nil
}

// mostAttempts bounds the attempts of a round; the longest format has five.
const mostAttempts = 12

func (f Format) checkFigures(field string) error {
	switch {
	case f.Attempts < 1 || f.Attempts > mostAttempts:
		return badField(field+".attempts", fmt.Sprintf("must be 1 to %d", mostAttempts))
	case f.Ranks != ByBest && f.Ranks != ByAverage:
		return badField(field+".ranks", "must be best or average")
	case f.Drop < 0 || 2*f.Drop >= f.Attempts:
		return badField(field+".drop", "must be 0 or more and leave at least one attempt")
	}
	return f.check(field)
}

func (r Rounding) checkFigures() error {
	switch {
	case r.Decimals != 2 && r.Decimals != 3:
		return badField("rounding.decimals", "must be 2 or 3")
	case r.WholeFromMS < 0 || r.WholeFromMS > longest:
		return badField("rounding.whole_from_ms", "must be 0 (never) or at most a day")
	case r.Mode != HalfUp && r.Mode != Down:
		return badField("rounding.mode", fmt.Sprintf("must be %s or %s", HalfUp, Down))
	}
	return r.check("rounding")
}
