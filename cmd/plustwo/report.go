package main

import (
	"encoding/json"
	"io"
	"math"
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// report is the object that "judge --json" prints.
type report struct {
	Event      string            `json:"event"`
	Rulebook   string            `json:"rulebook"`
	Found      bool              `json:"found"`
	Suggestion string            `json:"suggestion"` // ok, +2, DNF or refer
	Proven     bool              `json:"proven"`
	Possible   []string          `json:"possible"`
	Interfaces []reportInterface `json:"interfaces"`
	Stickers   []reportSticker   `json:"stickers"`
	Grounds    []reportGround    `json:"grounds"`
	Checks     []string          `json:"checks"`
	Flags      []reportFlag      `json:"flags"`
	TookMS     float64           `json:"took_ms"`
}

// reportFlag is something that the judge should know besides.
type reportFlag struct {
	Kind  string `json:"kind"`  // "picture": what may have spoilt it
	Level string `json:"level"` // "info" or "warn"
	Text  string `json:"text"`
}

// reportInterface is the measurement between two neighbouring layers.
type reportInterface struct {
	Axis     [3]float64 `json:"axis"`    // unit vector, mat frame
	Between  [2]int     `json:"between"` // layers, numbered from the axis' negative end
	TurnDeg  float64    `json:"turn_deg"`
	SigmaDeg float64    `json:"sigma_deg"`
	LimitDeg float64    `json:"limit_deg"`
	Over     bool       `json:"over"`
}

// reportSticker is one sticker that was seen, with its place in each view that shows it.
type reportSticker struct {
	Px         map[string][2]float64 `json:"px"`
	Colour     string                `json:"colour"`
	Confidence float64               `json:"confidence"`
}

type reportGround struct {
	Article string `json:"article"`
	Text    string `json:"text"`
}

// printJSON writes the report on one line.
func (v *verdict) printJSON(w io.Writer, lang rules.Lang) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v.report(lang))
}

func (v *verdict) report(lang rules.Lang) report {
	r := report{Event: v.Event, Rulebook: v.Ruling.Rulebook, Found: v.Seen.Found,
		Suggestion: v.Ruling.Suggestion.String(), Proven: v.Ruling.Proven,
		Possible: []string{}, Interfaces: []reportInterface{}, Stickers: []reportSticker{},
		Grounds: []reportGround{}, Checks: []string{}, Flags: []reportFlag{},
		TookMS: round(float64(v.Took)/float64(time.Millisecond), 1)}
	for _, o := range v.Ruling.Possible {
		r.Possible = append(r.Possible, o.String())
	}
	if v.Seen.Found {
		r.Interfaces = v.reportInterfaces()
		r.Stickers = v.reportStickers()
	} else if v.Seen.Why != nil {
		r.Checks = append(r.Checks, v.Seen.Why.In(lang))
	}
	for _, g := range v.Ruling.Grounds {
		r.Grounds = append(r.Grounds, reportGround{g.Article, g.Text.In(lang)})
	}
	for _, c := range v.Ruling.Checks {
		r.Checks = append(r.Checks, c.In(lang))
	}
	for _, f := range v.Ruling.Flags {
		r.Flags = append(r.Flags, reportFlag{"picture", "info", f.In(lang)})
	}
	return r
}

func (v *verdict) reportInterfaces() []reportInterface {
	out := []reportInterface{}
	for _, i := range v.Ruling.Interfaces {
		axis := v.Seen.Puzzle.Axes[i.Axis]
		n := v.Seen.MatFromPuzzle.R.Apply(axis.Normal)
		out = append(out, reportInterface{
			Axis:    [3]float64{round(n.X, 6), round(n.Y, 6), round(n.Z, 6)},
			Between: i.Between, Over: i.Over,
			TurnDeg:  round(i.Turn.Degrees(), 2),
			SigmaDeg: round(knownSigma(i.Sigma, axis.Step()).Degrees(), 3),
			LimitDeg: round(i.Limit.Degrees(), 2),
		})
	}
	return out
}

// knownSigma bounds a standard deviation: one who knows nothing of a turn but
// that it lies within one step has step/sqrt(12), that of a uniform value.
func knownSigma(sigma, step geom.Angle) geom.Angle {
	if most := step / geom.Angle(math.Sqrt(12)); !(sigma < most) {
		return most
	}
	return sigma
}

func (v *verdict) reportStickers() []reportSticker {
	out := []reportSticker{}
	for _, s := range v.Seen.Stickers {
		px := map[string][2]float64{}
		for view, p := range s.Px {
			px[view] = [2]float64{round(p.U, 2), round(p.V, 2)}
		}
		out = append(out, reportSticker{px, s.Colour.String(), round(s.Confidence, 3)})
	}
	return out
}

// round rounds to a number of decimals.
func round(x float64, decimals int) float64 {
	f := math.Pow(10, float64(decimals))
	return math.Round(x*f) / f
}
