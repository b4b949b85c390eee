// Package table runs one table: it wires the stages from left to right,
//
//	cameras -> still -> measurement -> ruling \
//	                                           attempt -> record -> screens
//	timer -> events ---------------------------/
//
// and is the web.Table that screens ask.
//
// One goroutine owns the attempts and all that screens are shown (owner.go).
// Each camera has a goroutine that reads its frames, watches for rest and hands
// and never waits for a measurement; others look for the puzzle, judge stills, and
// make pictures for people once a suggestion is out. They tell the owner what they found.
//
// What happens is on record before anybody sees it. Where the record cannot be
// written the table says so and goes on: what is not on record yet is kept and
// written when that is possible again.
package table
