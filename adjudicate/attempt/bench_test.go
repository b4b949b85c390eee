package attempt

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// A whole attempt of ten events.
func BenchmarkAttempt(b *testing.B) {
	book := load(b, rules.Default)
	events := []Event{{At: 0, By: table, Data: Open{ID: "A", Event: "333", Rulebook: book.Name}}, {At: 1, By: table, Data: Cover{}}, {At: 2, By: table, Data: Inspect{}},
		{At: sec(8.1), By: table, Data: Tick{}}, {At: sec(12.1), By: table, Data: Tick{}}, {At: sec(13), By: table, Data: Start{}}, {At: sec(23), By: table, Data: Stop{TimeMS: 10000}},
		{At: sec(24), By: table, Data: Rest{}}, {At: sec(25), By: table, Data: Suggest{Ruling: ruling(book, adjudicate.OK)}}, {At: sec(27), By: judge, Data: Decide{Verdict: rules.IsOK, Seen: 1}}}
	b.ReportAllocs()
	for b.Loop() {
		if s, refused := Replay(book, events); refused > 0 || s.Phase != Decided {
			b.Fatal(s.Phase, refused)
		}
	}
}
