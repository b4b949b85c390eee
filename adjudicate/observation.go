// Package adjudicate turns what was seen of a puzzle at rest into a ruling
// that names every outcome which the evidence leaves possible. It is pure:
// no clock, no files, no network. A human judge decides; a Ruling suggests.
package adjudicate

import (
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// Observation is what the cameras saw of one puzzle at rest.
type Observation struct {
	Puzzle *puzzle.Puzzle
	// Explanations of the pictures, best first. More than one where the
	// pictures allow several; none where no puzzle was found.
	Explanations []Explanation
}

// Explanation is one way to account for everything that was seen: layers of
// one axis, each at its angle, and stickers with their colours.
//
// Stickers are numbered by the place that they hold in the nearest aligned
// position (every interface turned back by its Slip), so that Place indexes
// Puzzle.Stickers and a legal state's colours can be compared at once.
type Explanation struct {
	// LogWeight is the natural logarithm of this explanation's likelihood
	// against the best one's: 0 for the best, negative for the others.
	LogWeight float64
	Axis      int    // index into Puzzle.Axes
	Slips     []Slip // one per interface of the axis, from its negative end
	Sightings []Sighting
}

// Slip is the turn of an interface's upper layer against the lower one, about
// the axis, right-handed, from the nearest aligned position: within half a
// step, ends included.
type Slip struct {
	Turn  geom.Angle
	Sigma geom.Angle // standard deviation
}

// Sighting is one sticker that was seen.
type Sighting struct {
	Place int // index into Puzzle.Stickers, in the nearest aligned position
	// P holds the probability of each colour; P[puzzle.Unknown] is that of a
	// reading that says nothing (a logo, glare). They sum to 1.
	P [puzzle.NumColours]float64
}
