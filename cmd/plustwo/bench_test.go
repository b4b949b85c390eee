package main

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision/truth"
)

// BenchmarkJudge measures the time from the decoded picture to the ruling,
// which is took_ms, for every bundled scene's overhead view.
func BenchmarkJudge(b *testing.B) {
	book, err := rules.Load(rules.Default)
	if err != nil {
		b.Fatal(err)
	}
	cmd := scoreCmd{Dir: stills, View: "overhead"}
	scenes, err := cmd.scenes()
	if err != nil {
		b.Fatal(err)
	}
	for _, sc := range scenes {
		b.Run(sc.ID, func(b *testing.B) { benchmarkScene(b, sc, book) })
	}
}

func benchmarkScene(b *testing.B, sc *truth.Scene, book *rules.Rulebook) {
	path, _ := sc.Picture("overhead")
	views, err := (&judgeCmd{Rig: stills + "/" + sc.ID + ".json", View: []string{"overhead"}, Images: []string{path}}).views()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := judge(views, sc.Event, book); err != nil {
			b.Fatal(err)
		}
	}
}
