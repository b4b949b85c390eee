package main

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/vision"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example is a verdict made by hand: a 4x4 on its side, one layer over, one
// too close to call, one interface not seen.
func example(t *testing.T) *verdict {
	t.Helper()
	p, err := puzzle.Load("444")
	if err != nil {
		t.Fatal(err)
	}
	say := func(en string) rules.Text { return rules.Plain(en) }
	top, unseen := phrase.Direction(geom.Vec{Z: 1}), geom.Angle(math.Inf(1))
	deg := func(d float64) geom.Angle { return geom.Angle(d) * geom.Degree }
	return &verdict{&judging.Verdict{Event: "444", Took: 41234 * time.Microsecond,
		Seen: vision.Measurement{Found: true, Puzzle: p, Axis: 1, SizeMM: 56,
			MatFromPuzzle: geom.Pose{R: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: -1}, deg(50)), T: geom.Vec{Z: 28}},
			Stickers: []vision.SeenSticker{
				{Place: 0, Px: map[string]geom.Pixel{"overhead": {U: 10.126, V: 20}, "left": {U: 1, V: 2.5}}, Colour: puzzle.White, Confidence: 0.98765},
				{Place: 9, Px: map[string]geom.Pixel{"left": {U: 7, V: 8}}, Colour: puzzle.LightBlue, Confidence: 0.5}}},
		Ruling: adjudicate.Ruling{Rulebook: "wca-2026-04-01", Suggestion: adjudicate.Refer,
			Possible: []adjudicate.Outcome{adjudicate.PlusTwo, adjudicate.DNF},
			Interfaces: []adjudicate.Interface{
				{Axis: 1, Between: [2]int{0, 1}, Turn: deg(-52.346), Sigma: deg(0.4204), Margin: deg(1.7612), Limit: deg(45), Over: true, From: phrase.Direction(geom.Vec{Z: -1}), Layers: [2]int{1, 2}},
				{Axis: 1, Between: [2]int{1, 2}, Turn: deg(45.1), Sigma: deg(0.3), Margin: deg(1.4), Limit: deg(45), Over: true, Close: true, From: top, Layers: [2]int{2, 3}},
				{Axis: 1, Between: [2]int{2, 3}, Turn: deg(0), Sigma: unseen, Margin: unseen, Limit: deg(45), From: top, Layers: [2]int{1, 2}}},
			Grounds: []adjudicate.Ground{{Article: "10f1", Text: say("Too <close> to call.")}, {Article: "5b5f+++", Text: say("Wide.")}},
			Checks:  []rules.Text{say("Look at it.")}, Flags: []rules.Text{phrase.OverExposed}}}}
}

// What is printed for the example, for programs and for people.
func TestGolden(t *testing.T) {
	v := example(t)
	outputs := map[string]string{}
	var b bytes.Buffer
	if err := v.printJSON(&b, rules.English); err != nil {
		t.Fatal(err)
	}
	outputs["report.json"] = b.String()
	for _, l := range rules.Langs() {
		var b bytes.Buffer
		if err := v.printText(&streams{out: &b}, l); err != nil {
			t.Fatal(err)
		}
		outputs["text-"+string(l)+".txt"] = b.String()
	}
	for name, got := range outputs {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := string(read(t, path)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
