package locate

import (
	"slices"
	"testing"
)

// Neighbours are up, down, left and right, never round an edge.
func TestPieces(t *testing.T) {
	const w = 5
	picture := "" +
		"##..#" +
		"#..#." +
		"....#"
	in := make([]bool, len(picture))
	for i := range in {
		in[i] = picture[i] == '#'
	}
	var got [][]int
	pieces(w, len(picture)/w, in, func(at []int) {
		at = slices.Clone(at)
		slices.Sort(at)
		got = append(got, at)
	})
	want := [][]int{{0, 1, 5}, {4}, {8}, {14}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("%v, want %v", got, want)
	}
	pieces(0, 0, nil, func([]int) { t.Error("a piece of nothing") })
}
