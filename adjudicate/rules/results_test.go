package rules

import (
	"errors"
	"strings"
	"testing"
)

// The formats of WCA 9b and 9f, and of SRA 66 to 68.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		book, id string
		attempts int
		ranks    RankBy
		drop     int
		event    string
		average  bool
	}{
		{Default, "1", 1, ByBest, 0, "333bf", false}, {Default, "2", 2, ByBest, 0, "333bf", false},
		{Default, "3", 3, ByBest, 0, "333bf", true}, {Default, "3", 3, ByBest, 0, "333mbf", false},
		{Default, "5", 5, ByBest, 1, "333bf", true}, {Default, "m", 3, ByAverage, 0, "666", true},
		{Default, "a", 5, ByAverage, 1, "333", true},
		{"sra-trial", "amateur", 3, ByAverage, 0, "333", true}, {"sra-trial", "professional", 5, ByAverage, 1, "333", true},
		{"sra-trial", "elite", 5, ByAverage, 1, "333", true}, {"sra-trial", "blindfolded", 2, ByBest, 0, "333bf", false},
	} {
		r := load(t, c.book).Results
		f, ok := r.Format(c.id)
		if !ok || f.Attempts != c.attempts || f.Ranks != c.ranks || f.Drop != c.drop || f.Averages(c.event) != c.average {
			t.Errorf("%s %s: %+v, average in %s %v", c.book, c.id, f, c.event, f.Averages(c.event))
		}
	}
	wca, sra := load(t, Default).Results, load(t, "sra-trial").Results
	if got := strings.Join(wca.FormatIDs(), " "); got != "1 2 3 5 m a" {
		t.Errorf("formats: %s", got)
	}
	if _, ok := wca.Format("h"); ok {
		t.Error("head to head has attempts to count")
	}
	if w, s := wca.Rounding, sra.Rounding; w.Decimals != 2 || w.WholeFromMS != 600000 || s.Decimals != 3 || s.WholeFromMS != 0 || s.Mode != HalfUp {
		t.Errorf("rounding: %+v, %+v", w, s)
	}
}

// An average has no more digits than its attempts.
func TestRoundingFits(t *testing.T) {
	for _, name := range Books() {
		if b := load(t, name); b.Results.Rounding.Decimals > b.Procedure.Precision.Decimals {
			t.Errorf("%s: averages have more decimals than attempts", name)
		}
	}
}

func TestParseResultsRefuses(t *testing.T) {
	raw, err := files.ReadFile("books/results/" + Default + ".json")
	if err != nil {
		t.Fatal(err)
	}
	good := string(raw)
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", good, "", "EOF"},
		{"unknown field", `"rounding"`, `"colour": 1, "rounding"`, "colour"},
		{"no name", `"rulebook": "wca-2026-04-01"`, `"rulebook": ""`, "rulebook"},
		{"a format twice", `"id": "2"`, `"id": "1"`, "formats[1].id"},
		{"no attempts", `"attempts": 1`, `"attempts": 0`, "formats[0].attempts"},
		{"many attempts", `"attempts": 1`, `"attempts": 13`, "formats[0].attempts"},
		{"ranking", `"ranks": "best"`, `"ranks": "luck"`, "formats[0].ranks"},
		{"nothing left", `"attempts": 5, "ranks": "best", "drop": 1`, `"attempts": 5, "ranks": "best", "drop": 3`, "formats[3].drop"},
		{"no article", `"article": "9f6"`, `"article": ""`, "formats[0].article"},
		{"decimals", `"decimals": 2`, `"decimals": 4`, "rounding.decimals"},
		{"whole from", `"whole_from_ms": 600000`, `"whole_from_ms": -1`, "rounding.whole_from_ms"},
		{"mode", `"half_up"`, `"up"`, "rounding.mode"},
		{"a missing text", `"ties": {"article": "9f14"`, `"ties": {"article": ""`, "ties.article"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Fatalf("%s: the replacement does nothing", c.name)
		}
		r, err := ParseResults([]byte(bad))
		if r != nil || !errors.Is(err, ErrRulebook) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want ErrRulebook with %q", c.name, err, c.want)
		}
	}
}
