package results

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestParseText(t *testing.T) {
	const wca, sra = "wca-2026-04-01", "sra-trial"
	for _, c := range []struct {
		book, event, text string
		want              Value
	}{
		{wca, "333", "9.87", 987}, {wca, "333", " 9.879 ", 987}, {wca, "333", "9.8", 980}, {wca, "333", "9", 900}, {wca, "333", "0.01", 1},
		{wca, "333", "1:02.35", 6235}, {wca, "333", "62.35", 6235}, {wca, "777", "9:59.999", 59999}, {wca, "777", "10:00.99", 60000},
		{wca, "555bf", "1:00:01", 360100}, {wca, "333", "dnf", DNF}, {wca, "333", "DNS", DNS}, {wca, "333", "", Skipped},
		{wca, "333fm", "25", 25}, {wca, "333mbf", "59/60 59:46", 410358601}, {wca, "333mbf", "41/41  60:01", 580360100}, {wca, "333mbf", "1/2 5:00", DNF},
		{sra, "333", "9.879", 9879}, {sra, "777", "10:03.0049", 603004},
	} {
		got, err := ParseText(load(t, c.book), c.event, c.text)
		if err != nil || got != c.want {
			t.Errorf("%s %s %q: %d, %v; want %d", c.book, c.event, c.text, got, err, c.want)
		}
	}
	for _, c := range []struct{ event, text string }{
		{"333", "-1"}, {"333", "9,87"}, {"333", "9."}, {"333", ".5"}, {"333", "0"}, {"333", "0.00"}, {"333", "1:2.35"}, {"333", "1:60.00"}, {"333", "1:60:00"},
		{"333", "1:2:3:4"}, {"333", "9.8x"}, {"333", "+9"}, {"333", "１"}, {"333", "9999999999"}, {"333", "999999999"}, {"333", "1.0000000000"}, {"333fm", "25.33"}, {"333fm", "0"},
		{"333mbf", "59/60"}, {"333mbf", "61/60 10:00"}, {"333mbf", "59-60 10:00"}, {"333mbf", "2/2 0:00"}, {"333mbf", "100/100 10:00"},
	} {
		if v, err := ParseText(load(t, wca), c.event, c.text); !errors.Is(err, ErrAttempt) {
			t.Errorf("%s %q: %d, %v", c.event, c.text, v, err)
		}
	}
}

// What Text writes ParseText reads.
func TestTextRoundTrip(t *testing.T) {
	books := []*rules.Rulebook{load(t, "wca-2026-04-01"), load(t, "sra-trial")}
	rapid.Check(t, func(t *rapid.T) {
		book := rapid.SampledFrom(books).Draw(t, "book")
		v := Value(rapid.Int64Range(-2, 5000000).Draw(t, "value"))
		if ms := int64(v) * UnitMS(book); book.Procedure.Precision.WholeFromMS > 0 && ms >= book.Procedure.Precision.WholeFromMS {
			v -= v % 100
		}
		if got, err := ParseText(book, "333", Text(book, "333", v, false)); err != nil || got != v {
			t.Fatalf("%d: %q, %d, %v", v, Text(book, "333", v, false), got, err)
		}
	})
}

func FuzzParseText(f *testing.F) {
	for _, s := range []string{"9.87", "1:02.35", "59/60 59:46", "DNF", "25", "1:00:01"} {
		f.Add(s)
	}
	book := load(f, "wca-2026-04-01")
	f.Fuzz(func(t *testing.T, s string) {
		for _, event := range []string{"333", "333fm", "333mbf"} {
			v, err := ParseText(book, event, s)
			if err != nil {
				if !errors.Is(err, ErrAttempt) {
					t.Fatal(err)
				}
				continue
			}
			if again, err := ParseText(book, event, Text(book, event, v, false)); err != nil || again != v {
				t.Errorf("%s %q: %d, again %d, %v", event, s, v, again, err)
			}
		}
	})
}
