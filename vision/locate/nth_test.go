package locate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 9), func(i int) float64 { return float64(i) }), 1, 40).Draw(t, "list")
		n := rapid.IntRange(0, len(v)-1).Draw(t, "place")
		sorted := slices.Sorted(slices.Values(v))
		if got := nth(v, n); got != sorted[n] {
			t.Fatalf("place %d: got %v, want %v", n, got, sorted[n])
		}
	})
}
