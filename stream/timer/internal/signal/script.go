// Package signal makes what a Stackmat sends, and what cables, sound cards and
// rooms do to it, for tests and demonstrations:
//
//	Script -> Message -> bytes, or samples -> hum, noise, droop, clipping
package signal

import "time"

// Period is how often a Stackmat sends
// (github.com/m9aertner/StackMatGen4TimerTeensy, StackMatGen4-Timer.md).
const Period = 112 * time.Millisecond

// Span is a while in which a timer does one thing.
type Span struct {
	For    time.Duration // how long
	Status byte          // the status byte that is sent
	From   time.Duration // the time shown at its start
	Runs   bool          // whether that time increases
}

// Script is what a timer does, span after span.
type Script []Span

// Length is how long the script lasts.
func (s Script) Length() time.Duration {
	var n time.Duration
	for _, span := range s {
		n += span.For
	}
	return n
}

// Show gives the status and the time shown at a moment; after the end, the last.
func (s Script) Show(at time.Duration) (status byte, shown time.Duration) {
	for i, span := range s {
		if at < span.For || i == len(s)-1 {
			if span.Runs {
				return span.Status, span.From + min(at, span.For)
			}
			return span.Status, span.From
		}
		at -= span.For
	}
	return 'I', 0
}

// Solve is a plain solve: zero, hands, ready, running for the given time,
// stopped, and zero again, with the status bytes of Gen 3. It runs from 1.5 s on.
func Solve(result time.Duration) Script {
	return Script{
		{For: 700 * time.Millisecond, Status: 'I'},
		{For: 300 * time.Millisecond, Status: 'C'},
		{For: 500 * time.Millisecond, Status: 'A'},
		{For: result, Status: ' ', Runs: true},
		{For: time.Second, Status: 'S', From: result},
		{For: time.Second, Status: 'I'},
	}
}

// Start is when the timer of Solve starts.
const Start = 1500 * time.Millisecond

// Gen4 gives the script with the status bytes of Gen 4: I wherever the time
// does not run, and a space where it does.
func (s Script) Gen4() Script {
	out := make(Script, len(s))
	for i, span := range s {
		span.Status = 'I'
		if span.Runs {
			span.Status = ' '
		}
		out[i] = span
	}
	return out
}
