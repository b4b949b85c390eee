package models

import (
	"encoding/json"
	"testing"
)

// Every definition file is listed, and each is the event's that names it.
func TestPuzzles(t *testing.T) {
	files, err := puzzles.ReadDir("puzzles")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(Puzzles()) {
		t.Errorf("%d files, %d events", len(files), len(Puzzles()))
	}
	for _, event := range Puzzles() {
		raw, err := Puzzle(event)
		if err != nil {
			t.Fatal(err)
		}
		var d struct{ Event string }
		if err := json.Unmarshal(raw, &d); err != nil || d.Event != event {
			t.Errorf("the file of %s is for %q (%v)", event, d.Event, err)
		}
	}
}

func TestUnknownPuzzle(t *testing.T) {
	for _, event := range []string{"", "888", "../puzzles/333"} {
		if raw, err := Puzzle(event); err == nil {
			t.Errorf("Puzzle(%q) gives %d bytes, want an error", event, len(raw))
		}
	}
}
