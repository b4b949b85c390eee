// Package results makes the results of a round from its attempts: best,
// average and rank, by the formats of a rulebook, with time limits, limits over
// several attempts, and cutoffs. It is arithmetic on whole numbers: no clock, no
// files.
package results

import "errors"

// The errors.
var (
	ErrRound   = errors.New("not a round")        // the rulebook, event or format cannot be counted
	ErrAttempt = errors.New("not an attempt")     // a value that no attempt of the event has
	ErrPending = errors.New("not decided so far") // an attempt without a result
)
