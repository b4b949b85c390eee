package timer

import "time"

// Stackmat's line (github.com/m9aertner/StackMatGen4TimerTeensy,
// StackMatGen4-Timer.md): 1200 baud, 8 data bits, no parity, one stop bit, a
// packet about every 112 ms.
const (
	baud         = 1200
	bitsPerByte  = 10 // start, 8 data, stop
	byteTime     = bitsPerByte * time.Second / baud
	packetPeriod = 112 * time.Millisecond
)

// Digits of a packet: minute, two of seconds, then the fraction.
const (
	digitsGen2 = 5 // hundredths; 9 bytes with LF and CR
	digitsGen3 = 6 // thousandths; 10 bytes
)

// Status bytes. They are hints only.
const (
	statusRunning = ' '
	statusReady   = 'A' // both hands, long enough
	statusBoth    = 'C' // both hands
	statusIdle    = 'I' // reset; Gen 4: stopped too
	statusLeft    = 'L'
	statusRight   = 'R'
	statusStopped = 'S'
)

// checkBase is the check byte of a packet whose digits are all 0.
const checkBase = 64

// packet is one message of a Stackmat.
type packet struct {
	status  byte
	digits  int           // digitsGen2 or digitsGen3
	shown   time.Duration // the time on the display
	at, end time.Duration // when it began and ended on the line
}

func isStatus(b byte) bool {
	switch b {
	case statusRunning, statusReady, statusBoth, statusIdle, statusLeft, statusRight, statusStopped:
		return true
	}
	return false
}

// hands tells which pads a status byte says are touched.
func hands(status byte) (left, right bool) {
	switch status {
	case statusReady, statusBoth:
		return true, true
	case statusLeft:
		return true, false
	case statusRight:
		return false, true
	}
	return false, false
}

// display reads the digits m s s c c or m s s m m m.
func display(digits []byte) time.Duration {
	units := []time.Duration{
		time.Minute, 10 * time.Second, time.Second,
		100 * time.Millisecond, 10 * time.Millisecond, time.Millisecond,
	}
	var t time.Duration
	for i, d := range digits {
		t += time.Duration(d-'0') * units[i]
	}
	return t
}
