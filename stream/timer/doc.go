// Package timer turns what a speedcubing timer says into one stream of events:
//
//	bytes or samples -> uart -> framer -> tracker -> events
//
// Sources are a Stackmat on a serial port (NewSerial), on a sound card
// (NewSound) or in a WAV file (NewWAV), and Manual, for other timing stations
// and for the judge's keys. The decoders read no clock: moments come with the
// bytes and samples.
//
// The state comes from the time that the timer shows: zero, increasing, or
// standing still. The status byte is a hint, as timers differ in it: Gen 4
// sends I both when reset and when stopped, and a stray A now and then
// (github.com/cs0x7f/cstimer, issues 171 and 172). Nothing is believed of one
// reading alone.
//
// # Order of events
//
// Within one source Solve never falls, and each run of the timer goes
//
//	Running ... then one that Ends (Stopped or a frozen Suspect), then Reset
//
// where Running may be missing (a run too short to be seen) and the end may be
// (LostRunning, then Reset; Manual sends just the Reset). After Suspect with Resumed the same run goes on:
// Running again, and an end again. A new Solve begins only after a Reset, which
// is sent even where the timer went through zero unseen. Ready, Hands, Noisy,
// Connected and Disconnected come at any time and change none of this: after a
// gap the stream goes on with what the timer shows then. What the pads were is
// forgotten at Disconnected, as if no hand were on them.
//
// # A time that was reset before it was recorded
//
// A6f1 of the regulations: if the competitor resets the timer before the
// result is recorded, the attempt is a DNF, and the time must not be restored
// from a memory. The stream tells this apart from a reset that is in order by
// Solve: the Reset after an end carries the same Solve, and the Time that left
// the display. Who records says so by Solve; Pending compares the two. The
// stream cannot tell who pressed reset, so it is a flag for the Delegate.
// Disconnected is no reset: while the timer is not heard its display may still
// show the time, and the events after the gap tell.
package timer
