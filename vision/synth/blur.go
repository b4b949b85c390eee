package synth

import "math"

// blur smooths a picture with three taps each way, row by row: the taps a/32,
// 1-2a/32 and a/32 have a variance of 2a/32.
type blur struct {
	a                uint64
	above, here, out []uint64 // rows, blurred across
	rows             int      // taken in so far
	next             func([]uint64)
}

// blurTaps returns the taps of the passes that together smooth by a normal curve
// of the given standard deviation in pixels.
func blurTaps(sigma float64) []uint64 {
	const most = 10 // the largest outer tap: flatter ones ring
	var out []uint64
	for left := sigma * sigma * weights / 2; left > 0.5; {
		a := math.Min(math.Round(left), most)
		left -= a
		out = append(out, uint64(a))
	}
	return out
}

func newBlur(w int, a uint64, next func([]uint64)) *blur {
	buf := make([]uint64, 3*w)
	return &blur{a: a, above: buf[:w], here: buf[w : 2*w], out: buf[2*w:], next: next}
}

// row takes in the next row, which it changes, and passes on the one above it.
// Beyond the picture's borders there is more of the border.
func (b *blur) row(px []uint64) {
	b.across(px)
	if b.rows == 0 {
		copy(b.here, px)
	} else {
		b.down(px)
	}
	b.above, b.here = b.here, b.above
	copy(b.here, px)
	b.rows++
}

// end passes on the last row.
func (b *blur) end() {
	if b.rows > 0 {
		b.down(b.here)
	}
}

func (b *blur) across(row []uint64) {
	centre := weights - 2*b.a
	before, last := row[0], len(row)-1
	for x, after := range row[1:] {
		here := row[x]
		row[x] = ((before+after)*b.a + here*centre) / weights & lanes
		before = here
	}
	row[last] = ((before+row[last])*b.a + row[last]*centre) / weights & lanes
}

// down passes on the row at hand, blurred with its neighbours.
func (b *blur) down(below []uint64) {
	centre := weights - 2*b.a
	above, here, out := b.above[:len(below)], b.here[:len(below)], b.out[:len(below)]
	for x, v := range below {
		out[x] = ((above[x]+v)*b.a + here[x]*centre) / weights & lanes
	}
	b.next(out)
}
