package timer

// fullScale is what a sample of 1 becomes: whole numbers keep the sums exact.
const fullScale = 1 << 15

// edges finds the steps of a two-level signal. A sound card passes no constant
// level, so that a level droops back to zero within a few bits (100 Hz high
// pass: 1.6 ms); steps survive that, hum and offsets. A step is where the mean
// of nearly half a bit differs from that of the same time before.
type edges struct {
	half  int     // samples of a mean
	ring  []int32 // the last 2*half samples
	at    int     // where the next goes
	late  int32   // sum of the newer half
	early int32   // sum of the older half
	peak  float64 // of the step's height, falling
	decay float64 // of peak, a sample
	floor float64 // steps below are no signal
	level int     // -1 or 1: the last step went down or up; 0: none yet
}

const (
	// meanBits is the length of a mean, the longer the less noise: below half a
	// bit, or the steps at both ends of a bit run into each other. hysteresis is
	// the part of the highest step that counts as one. Droop and clipping make
	// steps unequal by up to two to one (from rest to one level, from level to
	// level): below 0.5. Of 0.25 to 0.45 and 0.35 to 0.45 these read most packets:
	// TestPacketsRead tells how many. Shorter means bear more hum, which is no
	// trouble yet at three times the signal.
	meanBits   = 0.45
	hysteresis = 0.45
	// peakSeconds is how fast the highest step is forgotten: by a fifth in the
	// pause between packets, and a pop of 20 times the signal in half a second.
	peakSeconds = 0.15
	// floorLevel is the height of steps in full scales below which nothing is
	// heard: 40 dB down, above the noise of an open input.
	floorLevel = 0.01
)

func newEdges(rate int) edges {
	half := max(1, int(meanBits*float64(rate)/baud))
	return edges{
		half: half, ring: make([]int32, 2*half),
		decay: 1 - 1/(peakSeconds*float64(rate)),
		floor: floorLevel * fullScale * float64(half),
	}
}

// next takes a sample and gives the level of the line about half samples ago:
// -1 or 1, 0 before the first step.
func (e *edges) next(sample float32) int {
	x := int32(sample * fullScale)
	if !(sample >= -1 && sample <= 1) { // too loud, or not a number
		x = clip(sample)
	}
	mid := e.at + e.half
	if mid >= len(e.ring) {
		mid -= len(e.ring)
	}
	e.early += e.ring[mid] - e.ring[e.at]
	e.late += x - e.ring[mid]
	e.ring[e.at] = x
	if e.at++; e.at == len(e.ring) {
		e.at = 0
	}
	step := float64(e.late - e.early)
	e.peak = max(e.peak*e.decay, step, -step)
	limit := max(hysteresis*e.peak, e.floor)
	switch {
	case step > limit:
		e.level = 1
	case step < -limit:
		e.level = -1
	}
	return e.level
}

func clip(sample float32) int32 {
	switch {
	case sample > 1:
		return fullScale
	case sample < -1:
		return -fullScale
	}
	return 0
}
