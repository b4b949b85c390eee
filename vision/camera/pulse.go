package camera

import (
	"bytes"
	"time"

	"github.com/plustwo/plustwo/vision"
)

// When a camera is frozen, and what is done then.
const (
	// silence is the longest time without a frame (issue: "no new frame in 500 ms").
	silence = 500 * time.Millisecond
	// sameness is the longest time with one picture, byte for byte. Sensors are
	// noisy, so that no two pictures are alike; some drivers and servers repeat
	// the last one after a camera was unplugged (github.com/opencv/opencv, issue
	// 14044; github.com/jacksonliam/mjpg-streamer, issue 246).
	sameness = time.Second
	// patience is how long a frozen camera may take to come back by itself.
	patience = time.Second
	// firstFrame is the longest time to the first frame of a camera that is just
	// opened: network cameras send a picture that stands alone every few seconds.
	firstFrame = 10 * time.Second
)

// pulse follows the frames of a source by when they came.
type pulse struct {
	begun    bool          // a frame came since the source was opened
	came     time.Duration // when the newest frame came; before the first, when the source was opened
	changed  time.Duration // when the picture last changed
	newest   *vision.Image // of this source or, before its first, of the one before
	repeated bool          // the newest frame was as the one before
}

// open starts anew for a source that is opened now. It remembers the picture:
// the same one again is not a new one.
func (p *pulse) open(now time.Duration) {
	p.begun, p.repeated, p.came, p.changed = false, false, now, now
}

// beat takes a picture and tells whether it is a new one.
func (p *pulse) beat(now time.Duration, im *vision.Image) (fresh bool) {
	if !p.begun {
		p.changed = now
	}
	p.begun, p.came = true, now
	p.repeated = p.newest != nil && alike(p.newest, im)
	if !p.repeated {
		p.changed, p.newest = now, im
	}
	return !p.repeated
}

// alike compares two pictures. It is quick where they differ, as real ones do
// within their first pixels.
func alike(a, b *vision.Image) bool {
	return a == b || a.Width == b.Width && a.Height == b.Height && bytes.Equal(a.Pix, b.Pix)
}

// health is what a pulse tells.
type health uint8

const (
	beating health = iota
	silent         // frozen: no frame
	stuck          // frozen: always the same picture
)

// check tells how the source does, whether it is to be closed and opened again,
// and when to ask next if nothing comes before.
func (p *pulse) check(now time.Duration) (h health, reopen bool, next time.Duration) {
	if !p.begun {
		end := p.came + firstFrame
		return beating, now >= end, end
	}
	quiet, same := p.came+silence, p.changed+sameness
	since := min(quiet, same)
	switch {
	case now < since:
		return beating, false, since
	case now >= quiet:
		h = silent
	default:
		h = stuck
	}
	if end := since + patience; now < end {
		return h, false, end
	}
	return h, true, now
}

// timeline numbers and times the frames of one source after the other as those
// of one camera.
type timeline struct {
	any   bool          // a frame was placed
	seq   uint64        // of the newest one
	at    time.Duration // of the newest one
	first bool          // the next frame is its source's first
	given uint64        // the source's own number of the newest frame
	shift time.Duration // of the source's times
}

// begin starts a new source.
func (l *timeline) begin() { l.first, l.shift, l.given = true, 0, 0 }

// place gives a frame its number and time, which only rise, and tells how many
// frames the source lost before it. Between two sources one number is left out.
func (l *timeline) place(f *vision.Frame) (lost uint64) {
	const (
		tick     = time.Microsecond // least time between frames: V4L2's unit
		mostLost = 1 << 32          // four years of frames: more is a fault of the source
	)
	switch {
	case l.first:
		lost = f.Seq
	case f.Seq > l.given:
		lost = f.Seq - l.given - 1
	}
	lost = min(lost, mostLost)
	l.given = f.Seq
	switch {
	case !l.any:
		l.seq = lost
	case l.first:
		l.seq += 2 + lost
	default:
		l.seq += 1 + lost
	}
	if l.any && l.first && f.At < l.at { // a source of its own time, such as a file that is played fast
		l.shift = l.at + tick - f.At
	}
	at := f.At + l.shift
	if l.any {
		at = max(at, l.at+tick)
	}
	l.at, l.any, l.first = at, true, false
	f.Seq, f.At = l.seq, l.at
	return lost
}

// meter counts frames a second.
type meter struct{ times []time.Duration }

// add counts a frame that came now.
func (m *meter) add(now time.Duration) float64 {
	const window = 2 * time.Second
	m.times = append(m.times, now)
	old := 0
	for m.times[old] < now-window {
		old++
	}
	m.times = append(m.times[:0], m.times[old:]...)
	if n := len(m.times) - 1; n > 0 && now > m.times[0] {
		return float64(n) / (now - m.times[0]).Seconds()
	}
	return 0
}
