// Package attempt follows one attempt from the covered puzzle to the judged
// result. It is a pure state machine without clock, files or network:
//
//	next, effects, err := attempt.Step(book, state, event)
//
// Events carry their time; effects are for others to carry out. The zero State
// is an attempt that was not opened. An event that is refused (err is not nil)
// leaves the state as it was. Replaying the events that were accepted gives the
// same state, so the events are the record.
//
// # Phases
//
//	idle -> covered -> inspection -> solving -> stopped -> settling -> suggested
//
// is how the attempt itself goes; steps may be left out where nothing sees
// them. On top of that a person decides (decided) or a Delegate sets the
// attempt aside (void); both can be undone without loss: a decision by its
// judge for as long as the rulebook's take_back says, anything by a Delegate.
// Only a person decides, by an explicit act that names the number of
// suggestions seen: neither silence, nor time, nor the second tap of two does.
// Each attempt has its own State, so an attempt that waits for a Delegate does
// not keep the next one waiting.
//
// # Events as JSON
//
//	{"kind":"stop","at_ns":61234000000,"by":{"role":"device","id":"timer"},"data":{"time_ms":12190}}
//
// at_ns counts nanoseconds from a start that all events of an attempt share; it
// need not rise from event to event. by.role is device, judge or delegate
// (whoever has the last word in the hall); people have an id. data may be left
// out where it is empty. ref, which may be left out, is the id that whoever sent the
// event has given it, of at most 64 bytes. Unknown fields, fields that appear twice and anything
// after the object are errors. Of the fields below those with a "?" may be left
// out.
//
// The course of the attempt, from devices or people:
//
//	open         id, event, rulebook, competitor?, round?, number?, scramble?, cubes?,
//	             head_to_head?, cumulative?, replaces?, provisional?
//	cover        the covered puzzle lies on the mat
//	inspect      the cover is lifted, the inspection runs
//	start        the timer runs
//	stop         time_ms
//	sight        the timer is seen to stop; what it shows is for a person to enter
//	early        the solve goes on although the timer has stopped
//	reset        the timer shows zero
//	suspect      time_ms: a reading that cannot be a stop
//	lost         the timer is silent
//	back         it is heard again
//	moving       the puzzle is seen after the stop, not at rest
//	rest         still?: the puzzle is at rest; hash of its picture
//	suggest      ruling, cube?, still?
//	flag         flag, still?, note?: one of rules.Raised
//	tick         nothing but the time
//
// What people do:
//
//	enter        competitor, round?, number?: who attempts; what is left out is not known
//	reset_by     who: competitor, other or fault
//	time         time_ms: read from the display by a person
//	dismiss      flag (its number, from 1), note?
//	penalise     penalty: an id of the rulebook's pad
//	forgive      entry (its number on the pad, from 1), note?
//	mark         cube, verdict, seen, reason?, note?: multi-blind, cube by cube
//	decide       verdict, seen, reason?, note?, rests_on?
//	take_back
//	sign         both signatures stand on the score sheet
//	freeze       why: unsure, dispute or incident; note?
//	request      note?: the competitor asks for an extra attempt
//
// What a Delegate does:
//
//	view         speed_pct, step?, reason?, clip?: watches a recording
//	amend        verdict, penalties?, cubes?, time_ms?, reason, note?, rests_on?
//	uphold       note?
//	grant        extra, reason, provisional?, scramble?, note?
//	settle       extra, use?, note?: whether a provisional extra attempt counts
//	drop         note?: sent to an extra attempt that does not count
//	void         reason, note?
//	restore      note?
package attempt
