package adjudicate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// ErrEncoding means that a ruling cannot be written as JSON, or that JSON is
// no ruling.
var ErrEncoding = errors.New("bad ruling")

// outcomeNames are the outcomes by the names that JSON gives them.
var outcomeNames = map[string]Outcome{"refer": Refer, "ok": OK, "+2": PlusTwo, "DNF": DNF}

// MarshalText writes refer, ok, +2 or DNF.
func (o Outcome) MarshalText() ([]byte, error) {
	if o > DNF {
		return nil, fmt.Errorf("%w: outcome %d: there are refer, ok, +2 and DNF", ErrEncoding, o)
	}
	return []byte(o.String()), nil
}

// UnmarshalText reads refer, ok, +2 or DNF.
func (o *Outcome) UnmarshalText(raw []byte) error {
	out, ok := outcomeNames[string(raw)]
	if !ok {
		return fmt.Errorf("%w: outcome %q: write refer, ok, +2 or DNF", ErrEncoding, raw)
	}
	*o = out
	return nil
}

// rulingJSON is a Ruling as JSON has it. Angles are degrees, rounded to 1e-9 so
// that a ruling that was read back is written again the same; sigma_deg is null
// where the angle was not seen.
type rulingJSON struct {
	Rulebook   string          `json:"rulebook"`
	Suggestion Outcome         `json:"suggestion"`
	Proven     bool            `json:"proven"`
	Possible   []Outcome       `json:"possible"`
	Interfaces []interfaceJSON `json:"interfaces"`
	Grounds    []groundJSON    `json:"grounds"`
	Checks     []rules.Text    `json:"checks"`
	Flags      []rules.Text    `json:"flags,omitempty"`
	OutOfPlace []int           `json:"out_of_place,omitempty"`
}

type interfaceJSON struct {
	Axis      int        `json:"axis"`
	Between   [2]int     `json:"between"`
	TurnDeg   float64    `json:"turn_deg"`
	SigmaDeg  *float64   `json:"sigma_deg"`
	MarginDeg *float64   `json:"margin_deg,omitempty"`
	LimitDeg  float64    `json:"limit_deg"`
	Over      bool       `json:"over"`
	Close     bool       `json:"close"`
	From      rules.Text `json:"from,omitempty"`
	Layers    *[2]int    `json:"layers,omitempty"`
}

type groundJSON struct {
	Article string     `json:"article"`
	Text    rules.Text `json:"text"`
}

// MarshalJSON writes the ruling with all its fields. The error is ErrEncoding
// where a turn or limit is no number.
func (r Ruling) MarshalJSON() ([]byte, error) {
	out := rulingJSON{Rulebook: r.Rulebook, Suggestion: r.Suggestion, Proven: r.Proven,
		Possible: append([]Outcome{}, r.Possible...), Interfaces: []interfaceJSON{}, Grounds: []groundJSON{},
		Checks: append([]rules.Text{}, r.Checks...), Flags: r.Flags, OutOfPlace: r.OutOfPlace}
	for _, i := range r.Interfaces {
		turn, okTurn := degrees(i.Turn)
		limit, okLimit := degrees(i.Limit)
		if !okTurn || !okLimit {
			return nil, fmt.Errorf("%w: interface %v: turn %v, limit %v", ErrEncoding, i.Between, i.Turn, i.Limit)
		}
		j := interfaceJSON{Axis: i.Axis, Between: i.Between, TurnDeg: turn, LimitDeg: limit, Over: i.Over, Close: i.Close, From: i.From}
		if sigma, ok := degrees(i.Sigma); ok {
			j.SigmaDeg = &sigma
		}
		if margin, ok := degrees(i.Margin); ok && i.Margin > 0 {
			j.MarginDeg = &margin
		}
		if i.Layers != [2]int{} {
			j.Layers = &i.Layers
		}
		out.Interfaces = append(out.Interfaces, j)
	}
	for _, g := range r.Grounds {
		out.Grounds = append(out.Grounds, groundJSON(g))
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes, every field known and none twice.
func (r *Ruling) UnmarshalJSON(raw []byte) error {
	var in rulingJSON
	if err := rules.Decode(raw, &in); err != nil {
		return fmt.Errorf("%w: %w", ErrEncoding, err)
	}
	*r = Ruling{Rulebook: in.Rulebook, Suggestion: in.Suggestion, Proven: in.Proven, Possible: in.Possible, Checks: in.Checks,
		Flags: in.Flags, OutOfPlace: in.OutOfPlace}
	for _, i := range in.Interfaces {
		j := Interface{Axis: i.Axis, Between: i.Between, Turn: geom.Angle(i.TurnDeg) * geom.Degree,
			Sigma: geom.Angle(math.Inf(1)), Limit: geom.Angle(i.LimitDeg) * geom.Degree, Over: i.Over, Close: i.Close,
			Margin: geom.Angle(math.Inf(1)), From: i.From}
		if i.SigmaDeg != nil {
			j.Sigma = geom.Angle(*i.SigmaDeg) * geom.Degree
		}
		if i.MarginDeg != nil {
			j.Margin = geom.Angle(*i.MarginDeg) * geom.Degree
		}
		if i.Layers != nil {
			j.Layers = *i.Layers
		}
		r.Interfaces = append(r.Interfaces, j)
	}
	for _, g := range in.Grounds {
		r.Grounds = append(r.Grounds, Ground(g))
	}
	return nil
}

// degrees returns an angle in degrees, rounded to 1e-9, and whether it is one:
// a million degrees is no measurement of a layer.
func degrees(a geom.Angle) (float64, bool) {
	const most, unit = 1e6, 1e9
	d := a.Degrees()
	return math.Round(d*unit) / unit, math.Abs(d) <= most
}
