package timer

// uart reads bytes from the level of a line, sampled evenly: 8N1, the least
// bit first. Which level is idle it learns from pauses.
type uart struct {
	bit    float64 // samples of a bit
	level  int     // of the line: -1, 1, or 0 for unknown
	idle   int     // level at rest; 0: not known
	still  int     // samples since the level changed
	broken bool    // a byte was misread: wait for a pause
	lost   int     // samples since something unreadable was last told

	reading bool
	from    float64 // samples since the edge that bits are counted from
	bits    int     // read up to that edge, the start bit included
	value   uint16  // of the bits read
}

// pauseBits at one level never occur inside a byte: start and eight equal data
// bits are nine, and 2 % more.
const pauseBits = 10

type outcome int

const (
	nothing outcome = iota
	whole           // a byte came to its end
	misread         // something that is no byte did
)

// next takes the level of one more sample.
func (u *uart) next(level int) (byte, outcome) {
	changed := level != u.level
	if changed {
		u.level, u.still = level, 0
	} else {
		u.still++
	}
	if u.still == int(pauseBits*u.bit) && level != 0 {
		u.idle, u.broken = level, false
	}
	u.lost++
	if !u.reading {
		if changed {
			return u.begin(level)
		}
		return 0, nothing
	}
	u.from++
	passed := u.from / u.bit
	if changed {
		return u.edge(int(passed + 0.5))
	}
	if float64(u.bits)+passed >= bitsPerByte-0.5 { // the middle of the stop bit
		return u.finish(level)
	}
	return 0, nothing
}

// begin takes the first edge of a byte; one that cannot be read is told once
// for as long as a byte lasts.
func (u *uart) begin(level int) (byte, outcome) {
	switch {
	case u.idle != 0 && !u.broken:
		u.reading = level != u.idle
		u.from, u.bits, u.value = 0, 0, 0
	case u.lost >= int(bitsPerByte*u.bit):
		u.lost = 0
		return 0, misread
	}
	return 0, nothing
}

// edge takes n bits at the level that just ended. Fewer than one is a spike:
// the next edge ends it.
func (u *uart) edge(n int) (byte, outcome) {
	if n == 0 {
		return 0, nothing
	}
	u.push(n, u.level == u.idle) // it was the other one
	u.from = 0
	return 0, nothing
}

// push adds n bits that are starts or zeros where low.
func (u *uart) push(n int, low bool) {
	for range n {
		if !low && u.bits < 16 {
			u.value |= 1 << u.bits
		}
		u.bits++
	}
}

func (u *uart) finish(level int) (byte, outcome) {
	u.push(bitsPerByte-u.bits, level != u.idle)
	u.reading = false
	const start, stop = 1 << 0, 1 << (bitsPerByte - 1)
	if u.value&start != 0 || u.value&stop == 0 {
		u.broken, u.lost = true, 0
		return 0, misread
	}
	return byte(u.value >> 1), whole
}
