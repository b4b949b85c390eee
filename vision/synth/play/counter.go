package play

import (
	"math/bits"

	"github.com/plustwo/plustwo/vision"
)

// The counter is a row of CounterCells square cells in the picture's upper left
// corner, each a 64th of the picture's width, all within a frame half a cell
// broad of mid grey. From left to right: one black, one white, CounterBits bits
// of the number from the highest down (white is 1), then two parity bits: that
// of the even and that of the odd places (bit 0 is the lowest), each white where
// the number of ones is odd.
//
// To read it from a canvas of width w: cell i spans x from (i+0.5) to (i+1.5)
// times w/64 and y from 0.5 to 1.5 times w/64; take the mean of its middle half
// and compare it with the mean of the first two cells.
const (
	CounterBits  = 24
	CounterCells = 2 + CounterBits + 2
	counterParts = 64 // of the width
	evenBits     = 0x555555
	oddBits      = 0xaaaaaa
	counterMask  = 1<<CounterBits - 1
)

const (
	counterBlack = 16 // the levels that video keeps apart
	counterWhite = 235
	counterGrey  = 128
)

// DrawCounter draws the low CounterBits bits of a number into a picture that
// nobody has seen yet.
func DrawCounter(im *vision.Image, n uint64) {
	side := float64(im.Width) / counterParts
	fill := func(x0, y0, x1, y1 float64, v uint8) {
		for y := int(y0 * side); y < min(int(y1*side), im.Height); y++ {
			row := im.Pix[3*(y*im.Width+int(x0*side)):][:3*(int(x1*side)-int(x0*side))]
			for i := range row {
				row[i] = v
			}
		}
	}
	fill(0, 0, CounterCells+1, 2, counterGrey)
	for i, on := range counterPattern(uint32(n & counterMask)) {
		v := uint8(counterBlack)
		if on {
			v = counterWhite
		}
		fill(float64(i)+0.5, 0.5, float64(i)+1.5, 1.5, v)
	}
}

func counterPattern(n uint32) [CounterCells]bool {
	var out [CounterCells]bool
	out[1] = true
	for i := range CounterBits {
		out[2+i] = n>>(CounterBits-1-i)&1 == 1
	}
	out[2+CounterBits] = bits.OnesCount32(n&evenBits)%2 == 1
	out[3+CounterBits] = bits.OnesCount32(n&oddBits)%2 == 1
	return out
}

// ReadCounter reads a counter that DrawCounter drew; false where there is none
// or where it cannot be read for certain.
func ReadCounter(im *vision.Image) (n uint32, ok bool) {
	var level [CounterCells]float64
	for i := range level {
		level[i] = cell(im, i)
	}
	const contrast = 80 // levels of 219; less is no counter
	black, white := level[0], level[1]
	if white-black < contrast {
		return 0, false
	}
	var on [CounterCells]bool
	for i, v := range level {
		const doubt = 0.15 // of the contrast about the middle
		s := (v - black) / (white - black)
		if s > 0.5-doubt && s < 0.5+doubt {
			return 0, false
		}
		on[i] = s > 0.5
	}
	for _, b := range on[2 : 2+CounterBits] {
		n <<= 1
		if b {
			n |= 1
		}
	}
	return n, counterPattern(n) == on
}

// cell returns the mean level of the middle half of a cell.
func cell(im *vision.Image, i int) float64 {
	side := float64(im.Width) / counterParts
	x0, x1 := int((float64(i)+0.75)*side), int((float64(i)+1.25)*side)
	y0, y1 := int(0.75*side), int(1.25*side)
	sum, count := 0, 0
	for y := y0; y < min(max(y1, y0+1), im.Height); y++ {
		for x := x0; x < min(max(x1, x0+1), im.Width); x++ {
			p := im.Pix[3*(y*im.Width+x):][:3]
			sum += int(p[0]) + int(p[1]) + int(p[2])
			count += 3
		}
	}
	return float64(sum) / float64(max(count, 1))
}
