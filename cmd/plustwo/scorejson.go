package main

import (
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/truth"
)

// scoreSummary is one line of the score, and scoreRow one scene, in JSON.
// Figures that need angles are null where none was reported.
type scoreSummary struct {
	Event     string   `json:"event"`
	Scenes    int      `json:"scenes"`
	Found     float64  `json:"found"`
	Stickers  float64  `json:"stickers"`
	MedianDeg *float64 `json:"angle_median_deg"`
	P90Deg    *float64 `json:"angle_p90_deg"`
	WorstDeg  *float64 `json:"angle_worst_deg"`
	Ruling    float64  `json:"ruling"`
	Wrong     int      `json:"wrong"`
	Unsound   int      `json:"unsound"`
	MS        float64  `json:"ms_median"`
	Within1   *float64 `json:"within_1_sigma"`
	Within2   *float64 `json:"within_2_sigma"`
}

type scoreRow struct {
	ID       string    `json:"id"`
	Event    string    `json:"event"`
	Case     string    `json:"case"`
	True     string    `json:"true"`
	Expected string    `json:"expected"`
	Got      string    `json:"got"`
	Found    bool      `json:"found"`
	Stickers float64   `json:"stickers"`
	ErrorDeg []float64 `json:"error_deg"`
	SigmaDeg []float64 `json:"sigma_deg"`
	OK       bool      `json:"ok"`
	Unsound  bool      `json:"unsound"`
	TookMS   float64   `json:"took_ms"`
}

type scoreFile struct {
	Summaries []scoreSummary `json:"summaries"`
	Scenes    []scoreRow     `json:"scenes"`
}

func scoreReport(rows []truth.Row, all []truth.Summary) scoreFile {
	var out scoreFile
	for _, a := range all {
		out.Summaries = append(out.Summaries, scoreSummary{a.Name, a.Scenes, round(a.Found, 4), round(a.Stickers, 4),
			degrees(a.Median), degrees(a.P90), degrees(a.Worst), round(a.Ruling, 4), a.Wrong, a.Unsound, round(a.MedianMS, 1),
			known(a.Within1), known(a.Within2)})
	}
	for _, r := range rows {
		row := scoreRow{r.ID, r.Event, r.Case, r.True, r.Expected, r.Got, r.Found, round(r.Stickers, 4), []float64{}, []float64{}, r.OK, r.Unsound, round(r.TookMS, 1)}
		for _, a := range r.Angles {
			row.ErrorDeg = append(row.ErrorDeg, round(a.Error.Degrees(), 3))
			row.SigmaDeg = append(row.SigmaDeg, round(a.Sigma.Degrees(), 3))
		}
		out.Scenes = append(out.Scenes, row)
	}
	return out
}

func degrees(a geom.Angle) *float64 { return known(a.Degrees()) }

// known returns nil for what is not a number.
func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x = round(x, 4)
	return &x
}

// Marks between which a Markdown file holds the table of measured accuracy.
const (
	accuracyBegin = "<!-- accuracy: begin (make accuracy) -->"
	accuracyEnd   = "<!-- accuracy: end -->"
)

// updateReadme rewrites the table between the marks.
func updateReadme(path string, all []truth.Summary) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return badInput{fmt.Errorf("--update: %w", err)}
	}
	before, rest, ok1 := strings.Cut(string(raw), accuracyBegin)
	_, after, ok2 := strings.Cut(rest, accuracyEnd)
	if !ok1 || !ok2 {
		return badInput{fmt.Errorf("--update %s: has no lines %q and %q to write between", path, accuracyBegin, accuracyEnd)}
	}
	text := before + accuracyBegin + "\n" + accuracyTable(all) + accuracyEnd + after
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("--update: %w", err)
	}
	return nil
}

func accuracyTable(all []truth.Summary) string {
	var b strings.Builder
	b.WriteString("| Puzzle | Status | Scenes | Found | Stickers right | Angle error, median / 90 % | As expected | Referred | Wrong |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, a := range all {
		state := status(a)
		if a.Name == "all" {
			state = ""
		}
		expected := int(math.Round(a.Ruling * float64(a.Scenes)))
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %s | %s / %s | %d | %d | %d |\n", a.Name, state, a.Scenes, percent(a.Found), percent(a.Stickers),
			angleText(a.Median), angleText(a.P90), expected, a.Scenes-expected-a.Wrong, a.Wrong)
	}
	return b.String()
}

// status says how far a puzzle has come, by the figures that README.md names.
func status(a truth.Summary) string {
	switch {
	case a.Found >= 0.98 && a.Stickers >= 0.97 && a.Median <= 0.3*geom.Degree && a.P90 <= 1.5*geom.Degree && a.Ruling >= 0.95 && a.Unsound == 0:
		return "done"
	case a.Found > 0:
		return "partly"
	}
	return "missing"
}
