package results

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// independent works an average out another way: it takes the best and the worst
// away one by one, adds fractions and rounds them by asking which neighbour is
// nearer.
func independent(attempts []Value, drop int, step, whole, second int64) Value {
	left := slices.Clone(attempts)
	remove := func(worse func(a, b Value) bool) {
		at := 0
		for i := range left {
			if worse(left[i], left[at]) {
				at = i
			}
		}
		left = slices.Delete(left, at, at+1)
	}
	for range drop {
		remove(func(a, b Value) bool { return a > 0 && (b <= 0 || a < b) })
		remove(func(a, b Value) bool { return b > 0 && (a <= 0 || a > b) })
	}
	sum := new(big.Rat)
	for _, v := range left {
		if v <= 0 {
			return DNF
		}
		sum.Add(sum, big.NewRat(int64(v), int64(len(left))))
	}
	nearest := func(x *big.Rat, step int64) int64 {
		low := new(big.Int).Quo(x.Num(), x.Denom()).Int64() / step * step
		middle := big.NewRat(2*low+step, 2)
		if x.Cmp(middle) >= 0 {
			return low + step
		}
		return low
	}
	average := nearest(sum, step)
	if whole > 0 && average >= whole {
		average = nearest(big.NewRat(average, 1), second)
	}
	return Value(average)
}

func TestAverageIndependently(t *testing.T) {
	books := []*rules.Rulebook{load(t, "wca-2026-04-01"), load(t, "sra-trial")}
	rapid.Check(t, func(t *rapid.T) {
		book := rapid.SampledFrom(books).Draw(t, "book")
		f := rapid.SampledFrom(book.Results.Formats).Draw(t, "format")
		f.Ranks = rules.ByAverage
		value := rapid.OneOf(rapid.SampledFrom([]Value{DNF, DNS}), rapid.Map(rapid.Int64Range(1, 2000), func(n int64) Value { return Value(n) }),
			rapid.Map(rapid.Int64Range(59000, 62000), func(n int64) Value { return Value(n) }))
		attempts := rapid.SliceOfN(value, f.Attempts, f.Attempts).Draw(t, "attempts")
		whole, second := int64(60000), int64(100)
		if book.Name == "sra-trial" {
			whole = 0
		}
		got := Round{Book: book, Event: "333"}.average(f, attempts)
		if want := independent(attempts, f.Drop, 1, whole, second); got != want {
			t.Fatalf("%s %s %v: %d, want %d", book.Name, f.ID, attempts, got, want)
		}
	})
}

// A rounding coarser than the attempts, and one that cuts off: no rulebook has
// them so far.
func TestOtherRounding(t *testing.T) {
	book := *load(t, "sra-trial")
	settings := *book.Results
	book.Results = &settings
	r := Round{Book: &book, Event: "333", Format: "amateur"}
	for _, c := range []struct {
		mode rules.RoundMode
		last Value
		want Value
	}{{rules.HalfUp, 10014, 10000}, {rules.HalfUp, 10015, 10010}, {rules.Down, 10029, 10000}, {rules.Down, 10030, 10010}} {
		settings.Rounding.Decimals, settings.Rounding.Mode = 2, c.mode
		if got := count(t, r, 10000, 10000, c.last); got.Average != c.want {
			t.Errorf("%s, %d: %d, want %d", c.mode, c.last, got.Average, c.want)
		}
	}
}

// What holds of every round: the order of attempts changes neither best nor
// average, a better attempt never makes the average worse, and the average lies
// between the attempts.
func TestAverageProperties(t *testing.T) {
	book := load(t, "wca-2026-04-01")
	rapid.Check(t, func(t *rapid.T) {
		r := Round{Book: book, Event: "333", Format: rapid.SampledFrom([]string{"a", "m", "3"}).Draw(t, "format")}
		f, _ := book.Results.Format(r.Format)
		value := rapid.OneOf(rapid.Just(DNF), rapid.Map(rapid.Int64Range(1, 70000), func(n int64) Value { return Value(n) }))
		attempts := rapid.SliceOfN(value, f.Attempts, f.Attempts).Draw(t, "attempts")
		a := mustCount(t, r, attempts)
		b := mustCount(t, r, rapid.Permutation(attempts).Draw(t, "order"))
		if a.Best != b.Best || a.Average != b.Average {
			t.Fatalf("the order matters: %+v, %+v", a, b)
		}
		better := slices.Clone(attempts)
		if i := rapid.IntRange(0, len(better)-1).Draw(t, "which"); better[i] > 1 {
			better[i]--
		} else {
			better[i] = 1
		}
		if c := mustCount(t, r, better); Better(a.Average, c.Average) || Better(a.Best, c.Best) {
			t.Fatalf("%v to %v made it worse: %+v, %+v", attempts, better, a, c)
		}
		if most := slices.Max(attempts); a.Average > most+50 || a.Average > 0 && a.Average < a.Best-50 {
			t.Fatalf("%v: average %d", attempts, a.Average)
		}
	})
}

func mustCount(t *rapid.T, r Round, values []Value) Result {
	out, err := r.Count(tries(values...), 0)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Packing is one to one and ordered as 9f12c says.
func TestMultiProperties(t *testing.T) {
	one := rapid.Custom(func(t *rapid.T) Multi {
		n := rapid.IntRange(2, mostMissed).Draw(t, "attempted")
		return Multi{rapid.IntRange(max(2, (n+1)/2), n).Draw(t, "solved"), n, rapid.Int64Range(1, UnknownSeconds-1).Draw(t, "seconds")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := one.Draw(t, "a"), one.Draw(t, "b")
		x, errA := a.Pack()
		y, errB := b.Pack()
		if errA != nil || errB != nil || Unpack(x) != a || Unpack(y) != b {
			t.Fatalf("%+v, %+v: %v, %v", a, b, errA, errB)
		}
		points := func(m Multi) int { return 2*m.Solved - m.Attempted }
		want := points(a) > points(b) || points(a) == points(b) && (a.Seconds < b.Seconds || a.Seconds == b.Seconds && a.Attempted-a.Solved < b.Attempted-b.Solved)
		if Better(x, y) != want {
			t.Fatalf("%+v better than %+v: %v", a, b, !want)
		}
	})
}
