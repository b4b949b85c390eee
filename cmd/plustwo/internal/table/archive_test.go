package table

import (
	"bytes"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// What is taken along holds every event of the attempt, and that it was taken is
// on record after it.
func TestArchive(t *testing.T) {
	j, err := journal.Open(t.Context(), t.TempDir(), journal.Options{Software: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	a := Journal{j}
	by := attempt.Actor{Role: rules.Delegate, ID: "Li"}
	open := attempt.Event{At: 1, By: attempt.Actor{Role: rules.Device, ID: "T"}, Data: attempt.Open{ID: "x", Event: "333", Rulebook: rules.Default}}
	if err := a.Append(t.Context(), "T", "x", open); err != nil {
		t.Fatal(err)
	}
	lines := func() [][]byte {
		t.Helper()
		raw, err := a.History(t.Context(), "T", "x")
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	}
	if got := lines(); len(got) != 1 || !bytes.Contains(got[0], []byte(`"kind":"open"`)) {
		t.Errorf("%q, want the event that opened the attempt", got)
	}
	if err := a.Exported(t.Context(), "T", "x", by, "5eed"); err != nil {
		t.Fatal(err)
	}
	if got := lines(); len(got) != 2 || !bytes.Contains(got[1], []byte(`"kind":"export"`)) || !bytes.Contains(got[1], []byte("5eed")) || !bytes.Contains(got[1], []byte("Li")) {
		t.Errorf("%q, want who took what at its end", got)
	}
}

// A table's start is on record, by the program's version and the rulebook.
func TestBegun(t *testing.T) {
	j, err := journal.Open(t.Context(), t.TempDir(), journal.Options{Software: "v7"})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := (Journal{j}).Begun(t.Context(), "T", rules.Default); err != nil {
		t.Fatal(err)
	}
	all, err := j.Log(t.Context(), "T", 0, 9)
	if err != nil || len(all) != 1 || all[0].Kind != journal.KindStart || all[0].Software != "v7" || all[0].Rulebook != rules.Default {
		t.Errorf("%+v (%v), want one start", all, err)
	}
}
