package attempt

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// A whole attempt of ten events.
func BenchmarkAttempt(b *testing.B) {
	book := load(b, rules.Default)
	events := []Event{{0, table, Open{ID: "A", Event: "333", Rulebook: book.Name}}, {1, table, Cover{}}, {2, table, Inspect{}},
		{sec(8.1), table, Tick{}}, {sec(12.1), table, Tick{}}, {sec(13), table, Start{}}, {sec(23), table, Stop{TimeMS: 10000}},
		{sec(24), table, Rest{}}, {sec(25), table, Suggest{Ruling: ruling(book, adjudicate.OK)}}, {sec(27), judge, Decide{Verdict: rules.IsOK, Seen: 1}}}
	b.ReportAllocs()
	for b.Loop() {
		if s, refused := Replay(book, events); refused > 0 || s.Phase != Decided {
			b.Fatal(s.Phase, refused)
		}
	}
}
