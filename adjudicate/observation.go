// Package adjudicate turns what was seen of a puzzle at rest into a ruling
// that names every outcome which the evidence leaves possible. It is pure:
// no clock, no files, no network. A human judge decides; a Ruling suggests.
package adjudicate

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// Observation is what the cameras saw of one puzzle at rest.
type Observation struct {
	Puzzle *puzzle.Puzzle
	// Explanations of the pictures, best first. More than one where the
	// pictures allow several; none where no puzzle was found.
	Explanations []Explanation
	// Parts that are loose, missing or twisted; a judge or a detector says so.
	Parts []Part
	// Flags are what may have spoilt the pictures, such as phrase.OverExposed. A
	// ruling passes them on; they change nothing else.
	Flags []rules.Text
}

// Part is one part that is not in place at the end of the solve (WCA 5b5b to
// 5b5f, SRA 75). A part that, judged at the nearest place where it would fit,
// is in place is not listed (5b5f).
type Part struct {
	Colours int // how many coloured faces the part has: a centre or a loose cap 1, an edge 2
	// Twisted means that the part sits in a slot of its kind, turned in a way
	// that turning layers does not reach; otherwise it is detached.
	Twisted bool
	Places  []int // the stickers that it concerns, by place; they are not read
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
	// Also holds the slips of further axes that are turned at the same time,
	// where the puzzle allows that: opposite faces of a Megaminx, tips of a
	// Pyraminx. The layers above their interfaces have no piece in common with
	// those of Axis or of each other.
	Also      []AxisSlips
	Sightings []Sighting
	// FaceWhere tells, in words for the judge, where each face of the aligned
	// puzzle lies ("near side"), by index into Puzzle.Faces; nil or empty
	// texts where that is not known.
	FaceWhere []rules.Text
}

// AxisSlips holds the slips of one axis.
type AxisSlips struct {
	Axis  int
	Slips []Slip // one per interface, from the axis' negative end
}

// Slip is the turn of an interface's upper layer against the lower one, about
// the axis, right-handed, from the nearest aligned position: within half a
// step, ends included.
type Slip struct {
	Turn  geom.Angle
	Sigma geom.Angle // standard deviation under this explanation; infinite where the angle was not seen
	// Scatter is what other explanations of the same picture, also those that are
	// not listed, add to the deviation. No outcome rests on it, since listed
	// explanations are weighed one by one; it is told with the angle.
	Scatter geom.Angle
}

// Doubt is the deviation over all explanations.
func (s Slip) Doubt() geom.Angle {
	return geom.Angle(math.Hypot(float64(s.Sigma), float64(s.Scatter)))
}

// Sighting is one sticker that was seen.
type Sighting struct {
	Place int // index into Puzzle.Stickers, in the nearest aligned position
	// P holds the probability of each colour; P[puzzle.Unknown] is that of a
	// reading that says nothing (a logo, glare). They sum to 1.
	P [puzzle.NumColours]float64
}
