package timer

import "time"

// framer finds packets in bytes. A packet tells its own length: the check byte
// is never a digit. What follows it, LF and CR in either order, one of them or
// none, is skipped; everything else is ignored and counted.
type framer struct {
	length  lengthLock
	buf     [1 + digitsGen3]byte // status and digits
	n       int
	sum     byte // of the digits
	at      time.Duration
	tail    int // line ends that may still follow
	ignored int // bytes, since last asked
}

// next takes one byte, which ended on the line at the given moment.
func (f *framer) next(b byte, end time.Duration) (packet, bool) {
	digits := f.n - 1
	switch {
	case f.n > 0 && digits < digitsGen3 && isDigit(b) && !(digits == 1 && b > '5'): // seconds stay below 60
		f.sum += b - '0'
		f.buf[f.n] = b
		f.n++
		return packet{}, false
	case digits >= digitsGen2 && b == checkBase+f.sum:
		return f.finish(end)
	}
	f.ignored += f.n
	f.n = 0
	switch {
	case isStatus(b):
		f.buf[0], f.n, f.sum, f.tail = b, 1, 0, 0
		f.at = end - byteTime
	case f.tail > 0 && (b == '\n' || b == '\r'):
		f.tail--
	default:
		f.ignored++
		f.tail = 0
	}
	return packet{}, false
}

func (f *framer) finish(end time.Duration) (packet, bool) {
	const lineEnds = 2
	p := packet{status: f.buf[0], digits: f.n - 1, shown: display(f.buf[1:f.n]), at: f.at, end: end}
	size := f.n + 1
	f.n, f.tail = 0, lineEnds
	known := f.length.digits != 0
	if !f.length.allows(p.digits) {
		if known { // the first of a line is not garbage, only not enough
			f.ignored += size
		}
		return packet{}, false
	}
	return p, true
}

// takeIgnored gives how many bytes were ignored since it was last called.
func (f *framer) takeIgnored() int {
	n := f.ignored
	f.ignored = 0
	return n
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// lengthLock holds a line to one length of packets. Without it a long packet
// that lost a digit 0 on the way would pass for a short one with another time,
// as the check byte is a plain sum. The other way needs a stray 0 in the right
// place, so that two long ones in a row are enough, and short ones are held
// back for a second. Only silence makes a line of long ones short.
type lengthLock struct {
	digits int // 0: not known yet
	rival  int // another length that was seen
	votes  int // how often in a row
}

func (l *lengthLock) allows(digits int) bool {
	const longs, shorts = 2, 9 // in a row
	switch digits {
	case l.digits:
		l.votes = 0
		return true
	case l.rival:
		l.votes++
	default:
		l.rival, l.votes = digits, 1
	}
	long := digits == digitsGen3 && l.votes >= longs
	short := digits == digitsGen2 && l.digits == 0 && l.votes >= shorts
	if !long && !short {
		return false
	}
	l.digits, l.votes = digits, 0
	return true
}
