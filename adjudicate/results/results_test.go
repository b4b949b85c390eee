package results

import (
	"errors"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func load(t testing.TB, name string) *rules.Rulebook {
	t.Helper()
	b, err := rules.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func tries(values ...Value) []Attempt {
	out := make([]Attempt, len(values))
	for i, v := range values {
		out[i].Value = v
	}
	return out
}

func count(t testing.TB, r Round, values ...Value) Result {
	t.Helper()
	out, err := r.Count(tries(values...), 0)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Made-up attempts at the boundaries of the articles.
func TestCount(t *testing.T) {
	const wca, sra = "wca-2026-04-01", "sra-trial"
	for _, c := range []struct {
		what, book, event, format string
		attempts                  []Value
		best, average             Value
	}{
		{"9f6", wca, "333bf", "1", []Value{3000}, 3000, Skipped},
		{"9f6", wca, "333bf", "2", []Value{3000, 2999}, 2999, Skipped},
		{"9f7, DNF is the worst", wca, "333bf", "2", []Value{DNF, 2999}, 2999, Skipped},
		{"9f7, DNF only", wca, "333bf", "2", []Value{DNS, DNF}, DNF, Skipped},
		{"9f7, DNS only", wca, "333bf", "2", []Value{DNS, DNS}, DNS, Skipped},
		{"9b3b, mean of a best of 3", wca, "333bf", "3", []Value{3000, 3001, 3001}, 3000, 3001},
		{"9b3b, other events have none", wca, "333", "3", []Value{3000, 3001, 3001}, 3000, Skipped},
		{"multi-blind has no average", wca, "333mbf", "3", []Value{410358601, 400346703, 580325400}, 400346703, Skipped},
		{"9f8, x.33 down", wca, "333", "a", []Value{1000, 1000, 1000, 1001, 1001}, 1000, 1000},
		{"9f8, x.67 up", wca, "333", "a", []Value{1000, 1000, 1001, 1001, 1001}, 1000, 1001},
		{"9f9, one DNF", wca, "333", "a", []Value{1000, DNF, 1100, 1200, 1300}, 1000, 1200},
		{"9f9, one DNS", wca, "333", "a", []Value{1000, 1100, 1200, 1300, DNS}, 1000, 1200},
		{"9f9, two", wca, "333", "a", []Value{1000, DNF, 1100, 1200, DNS}, 1000, DNF},
		{"9f8, too few so far", wca, "333", "a", []Value{1000, 1100, 1200, 1300}, 1000, Skipped},
		{"9f8, one left out", wca, "333", "a", []Value{1000, Skipped, 1100, 1200, 1300}, 1000, Skipped},
		{"9f10", wca, "666", "m", []Value{9000, 9001, 9001}, 9000, 9001},
		{"9f11", wca, "666", "m", []Value{9000, DNF, 9001}, 9000, DNF},
		{"9f2, 9:59.99 stays", wca, "777", "m", []Value{59999, 59999, 59999}, 59999, 59999},
		{"9f2, 10:00 and x.33", wca, "777", "m", []Value{60000, 60000, 60100}, 60000, 60000},
		{"9f2, x.67 up", wca, "777", "m", []Value{60000, 60100, 60100}, 60000, 60100},
		{"9f2, x.49 becomes x", wca, "777", "m", []Value{59947, 60000, 60200}, 59947, 60000},
		{"9f2, x.50 becomes x+1", wca, "777", "m", []Value{59950, 60000, 60200}, 59950, 60100},
		{"fewest moves, hundredths of a move", wca, "333fm", "m", []Value{24, 25, 24}, 24, 2433},
		{"fewest moves, up", wca, "333fm", "m", []Value{24, 25, 25}, 24, 2467},
		{"SRA 66, x.333", sra, "333", "amateur", []Value{10000, 10000, 10001}, 10000, 10000},
		{"SRA 66, x.667", sra, "333", "amateur", []Value{10000, 10001, 10001}, 10000, 10001},
		{"SRA 66, no whole seconds", sra, "777", "amateur", []Value{700001, 700001, 700002}, 700001, 700001},
		{"SRA 66 with a DNF", sra, "333", "amateur", []Value{10000, DNF, 10001}, 10000, DNF},
		{"SRA 67", sra, "333", "professional", []Value{9000, 10000, 10001, 10001, 12000}, 9000, 10001},
		{"SRA 67", sra, "333", "elite", []Value{9000, 10000, 10000, 10001, DNF}, 9000, 10000},
		{"SRA 68", sra, "333bf", "blindfolded", []Value{40000, 39999}, 39999, Skipped},
		{"SRA 68, both DNF", sra, "333bf", "blindfolded", []Value{DNF, DNF}, DNF, Skipped},
		{"nothing", wca, "333", "a", nil, Skipped, Skipped},
	} {
		got := count(t, Round{Book: load(t, c.book), Event: c.event, Format: c.format}, c.attempts...)
		if got.Best != c.best || got.Average != c.average {
			t.Errorf("%s %v: %v, average %v; want %v, %v", c.what, c.attempts, got.Best, got.Average, c.best, c.average)
		}
	}
}

func TestLimits(t *testing.T) {
	book := load(t, "wca-2026-04-01")
	a := func(v Value, elapsed Value) Attempt { return Attempt{v, elapsed} }
	for _, c := range []struct {
		what     string
		limit    Limit
		spent    int64
		attempts []Attempt
		want     []Value
		total    int64
		known    bool
	}{
		{"none", Limit{}, 0, []Attempt{a(99999, 0)}, []Value{99999}, 999990, true},
		{"A1a4, below", Limit{MS: 60000}, 0, []Attempt{a(5999, 0)}, []Value{5999}, 59990, true},
		{"A1a4, reached", Limit{MS: 60000}, 0, []Attempt{a(6000, 0)}, []Value{DNF}, 60000, true},
		{"A1a4, each on its own", Limit{MS: 60000}, 0, []Attempt{a(5000, 0), a(5999, 0)}, []Value{5000, 5999}, 109990, true},
		{"A1a2, together", Limit{60000, true}, 0, []Attempt{a(3000, 0), a(2999, 0)}, []Value{3000, 2999}, 59990, true},
		{"A1a2, reached together", Limit{60000, true}, 0, []Attempt{a(3000, 0), a(3000, 0)}, []Value{3000, DNF}, 60000, true},
		{"A1a2, nothing left", Limit{60000, true}, 0, []Attempt{a(3000, 0), a(4000, 0), a(100, 0)}, []Value{3000, DNF, DNF}, 71000, true},
		{"A1a2, earlier rounds", Limit{60000, true}, 30000, []Attempt{a(2999, 0), a(1, 0)}, []Value{2999, DNF}, 30000, true},
		{"A1a5, a DNF counts", Limit{60000, true}, 0, []Attempt{a(DNF, 4000), a(2000, 0)}, []Value{DNF, DNF}, 60000, true},
		{"A1a5, of unknown time", Limit{60000, true}, 0, []Attempt{a(DNF, 0), a(2000, 0)}, []Value{DNF, 2000}, 20000, false},
		{"a DNS takes no time", Limit{60000, true}, 0, []Attempt{a(DNS, 0), a(5999, 0)}, []Value{DNS, 5999}, 59990, true},
	} {
		got, err := Round{Book: book, Event: "444bf", Format: "3", Limit: c.limit}.Count(c.attempts, c.spent)
		if err != nil || !slices.Equal(got.Attempts, c.want) || got.SpentMS != c.total || got.Known != c.known {
			t.Errorf("%s: %+v, %v; want %v, %d ms, known %v", c.what, got, err, c.want, c.total, c.known)
		}
	}
}

func TestCutoff(t *testing.T) {
	book := load(t, "wca-2026-04-01")
	for _, c := range []struct {
		what     string
		attempts []Value
		want     []Value
		average  Value
		barred   bool
	}{
		{"9g, better in the second", []Value{1300, 1199, 1300, 1300, 1300}, []Value{1300, 1199, 1300, 1300, 1300}, 1300, false},
		{"9g, equal is not better", []Value{1200, 1300, 1000, 1000, 1000}, []Value{1200, 1300}, Skipped, true},
		{"9g, DNF twice", []Value{DNF, DNF}, []Value{DNF, DNF}, Skipped, true},
		{"one so far", []Value{1300}, []Value{1300}, Skipped, false},
		{"the first not entered", []Value{Skipped, 1300}, []Value{Skipped, 1300}, Skipped, false},
		{"not entered at the end", []Value{1100, 1300, Skipped}, []Value{1100, 1300}, Skipped, false},
	} {
		got := count(t, Round{Book: book, Event: "333", Format: "a", Cutoff: Cutoff{2, 1200}}, c.attempts...)
		if !slices.Equal(got.Attempts, c.want) || got.Average != c.average || got.Barred != c.barred {
			t.Errorf("%s: %+v", c.what, got)
		}
	}
	// A limit comes first: an attempt that it made DNF meets no cutoff.
	r := Round{Book: book, Event: "333", Format: "a", Limit: Limit{MS: 10000}, Cutoff: Cutoff{1, 1200}}
	if got := count(t, r, 1000, 900); !got.Barred || !slices.Equal(got.Attempts, []Value{DNF}) {
		t.Errorf("over the limit and below the cutoff: %+v", got)
	}
}

func TestRank(t *testing.T) {
	book := load(t, "wca-2026-04-01")
	result := func(average, best Value) Result { return Result{Attempts: []Value{best}, Best: best, Average: average} }
	for _, c := range []struct {
		what, format string
		results      []Result
		want         []int
	}{
		{"9f13", "a", []Result{result(1200, 1000), result(1100, 1050)}, []int{2, 1}},
		{"9f14, the best decides", "a", []Result{result(1200, 1000), result(1200, 999), result(1300, 900)}, []int{2, 1, 3}},
		{"9f15, 1 2 2 4", "m", []Result{result(1300, 1), result(1200, 9), result(1200, 9), result(1100, 9)}, []int{4, 2, 2, 1}},
		{"DNF and none, by best", "a", []Result{result(DNF, 900), result(Skipped, 800), result(1500, 1400), result(DNF, DNF)}, []int{3, 2, 1, 4}},
		{"9f12, best only", "3", []Result{result(1200, 1000), result(1100, 1000), result(DNF, 999)}, []int{2, 2, 1}},
		{"no attempts", "3", []Result{{}, result(0, 1000), {}, result(0, DNF)}, []int{0, 1, 0, 2}},
		{"9f12c, by value", "1", []Result{result(0, 410358601), result(0, 400346703)}, []int{2, 1}},
		{"nobody", "a", nil, []int{}},
	} {
		got, err := Round{Book: book, Event: "333", Format: c.format}.Rank(c.results)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.what, got, err, c.want)
		}
	}
}

// WCA 9f12c: who is better, and what is DNF.
func TestMulti(t *testing.T) {
	order := []Multi{{10, 10, 3600}, {10, 11, 3599}, {9, 9, 3600}, {10, 12, 100}, {9, 10, 101}, {2, 2, 3600}, {2, 4, 10}}
	want := []Multi{{10, 10, 3600}, {10, 11, 3599}, {9, 9, 3600}, {10, 12, 100}, {9, 10, 101}, {2, 2, 3600}, {2, 4, 10}}
	slices.Reverse(order)
	slices.SortFunc(order, func(a, b Multi) int {
		x, _ := a.Pack()
		y, _ := b.Pack()
		return int(x - y)
	})
	if !slices.Equal(order, want) {
		t.Errorf("order: %v", order)
	}
	for _, m := range []Multi{{1, 1, 60}, {1, 2, 60}, {0, 2, 60}, {2, 5, 60}, {0, 1, 0}} {
		if v, err := m.Pack(); v != DNF || err != nil {
			t.Errorf("%+v: %d, %v; want DNF", m, v, err)
		}
	}
	for _, m := range []Multi{{3, 2, 60}, {-1, 2, 60}, {0, 0, 60}, {2, 100, 60}, {2, 2, -1}, {2, 2, 0}, {2, 2, 100000}} {
		if v, err := m.Pack(); !errors.Is(err, ErrAttempt) {
			t.Errorf("%+v: %d, %v; want ErrAttempt", m, v, err)
		}
	}
	if Unpack(DNF) != (Multi{}) || (Multi{5, 6, UnknownSeconds}).String() != "5/6 ?" {
		t.Error("no result, or an unknown time")
	}
}

func TestRefuses(t *testing.T) {
	book := load(t, "wca-2026-04-01")
	good := Round{Book: book, Event: "333", Format: "a"}
	for what, change := range map[string]func(*Round){
		"no book":               func(r *Round) { r.Book = nil },
		"a book without rounds": func(r *Round) { r.Book = &rules.Rulebook{} },
		"format":                func(r *Round) { r.Format = "h" },
		"event":                 func(r *Round) { r.Event = "" },
		"limit":                 func(r *Round) { r.Limit.MS = -1 },
		"limit of multi-blind":  func(r *Round) { r.Event, r.Format, r.Limit.MS = multiBlind, "3", 1 },
		"cutoff over all":       func(r *Round) { r.Cutoff = Cutoff{5, 100} },
		"cutoff without result": func(r *Round) { r.Cutoff = Cutoff{2, 0} },
		"cutoff of none":        func(r *Round) { r.Cutoff = Cutoff{0, 100} },
	} {
		r := good
		change(&r)
		if _, err := r.Count(nil, 0); !errors.Is(err, ErrRound) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := r.Rank(nil); !errors.Is(err, ErrRound) {
			t.Errorf("%s: ranked: %v", what, err)
		}
	}
	for what, list := range map[string][]Attempt{
		"-3": tries(-3), "too long": tries(longest + 1), "six": tries(1, 1, 1, 1, 1, 1), "elapsed": {{DNF, -1}},
	} {
		if _, err := good.Count(list, 0); !errors.Is(err, ErrAttempt) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := (Round{Book: book, Event: multiBlind, Format: "1"}).Count(tries(1234), 0); !errors.Is(err, ErrAttempt) {
		t.Errorf("no packed value: %v", err)
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		book, event string
		v           Value
		average     bool
		want        string
	}{
		{"wca-2026-04-01", "333", 987, false, "9.87"}, {"wca-2026-04-01", "333", 6235, false, "1:02.35"},
		{"wca-2026-04-01", "333", 5, false, "0.05"}, {"wca-2026-04-01", "777", 59999, true, "9:59.99"},
		{"wca-2026-04-01", "777", 60300, true, "10:03"}, {"wca-2026-04-01", "555bf", 360100, false, "1:00:01"},
		{"wca-2026-04-01", "333fm", 25, false, "25"}, {"wca-2026-04-01", "333fm", 2433, true, "24.33"},
		{"wca-2026-04-01", "333", DNF, false, "DNF"}, {"wca-2026-04-01", "333", DNS, false, "DNS"}, {"wca-2026-04-01", "333", 0, true, ""},
		{"sra-trial", "333", 9876, true, "9.876"}, {"sra-trial", "777", 603004, true, "10:03.004"},
	} {
		if got := Text(load(t, c.book), c.event, c.v, c.average); got != c.want {
			t.Errorf("%s %s %d: %q, want %q", c.book, c.event, c.v, got, c.want)
		}
	}
}

func TestFrom(t *testing.T) {
	wca, sra := load(t, "wca-2026-04-01"), load(t, "sra-trial")
	for _, c := range []struct {
		what  string
		book  *rules.Rulebook
		event string
		r     attempt.Result
		want  Attempt
		err   error
	}{
		{"ok", wca, "333", attempt.Result{Verdict: rules.IsOK, Timed: true, TimeMS: 12199, FinalMS: 12190}, Attempt{Value: 1219}, nil},
		{"+2", wca, "333", attempt.Result{Verdict: rules.IsPlusTwo, Timed: true, TimeMS: 12190, FinalMS: 14190}, Attempt{Value: 1419}, nil},
		{"DNF keeps its time", wca, "333", attempt.Result{Verdict: rules.IsDNF, Timed: true, TimeMS: 12190}, Attempt{DNF, 1219}, nil},
		{"DNF without a time", wca, "333", attempt.Result{Verdict: rules.IsDNF}, Attempt{Value: DNF}, nil},
		{"DNS", wca, "333", attempt.Result{Verdict: rules.IsDNS}, Attempt{Value: DNS}, nil},
		{"thousandths", sra, "333", attempt.Result{Verdict: rules.IsOK, Timed: true, FinalMS: 12191}, Attempt{Value: 12191}, nil},
		{"multi-blind", wca, "333mbf", attempt.Result{Verdict: rules.IsOK, Timed: true, FinalMS: 3586000, Solved: 59, Attempted: 60}, Attempt{Value: 410358601}, nil},
		{"multi-blind, broken", wca, "333mbf", attempt.Result{Verdict: rules.IsOK, Timed: true, FinalMS: 3586000}, Attempt{}, ErrAttempt},
		{"no verdict", wca, "333", attempt.Result{}, Attempt{}, ErrPending},
		{"no time", wca, "333", attempt.Result{Verdict: rules.IsOK}, Attempt{}, ErrPending},
	} {
		got, err := From(c.book, c.event, c.r)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v", c.what, got, err)
		}
	}
}
