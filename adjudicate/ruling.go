package adjudicate

import (
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// Outcome is what a ruling may suggest. The zero value refers to the judge.
type Outcome uint8

// The outcomes, mildest first after Refer.
const (
	Refer   Outcome = iota // look yourself
	OK                     // solved, no penalty
	PlusTwo                // one move from solved
	DNF                    // two moves or more
)

// String returns the outcome as the JSON output writes it.
func (o Outcome) String() string { return [...]string{"refer", "ok", "+2", "DNF"}[o&3] }

// Ruling is a suggestion with its reasons. The judge decides.
type Ruling struct {
	Rulebook   string
	Suggestion Outcome
	Proven     bool      // Suggestion is the only outcome in Possible, no single sticker decides, and more than one side was seen
	Possible   []Outcome // every outcome that the evidence leaves possible, mildest first
	Interfaces []Interface
	Grounds    []Ground
	Checks     []rules.Text // what the judge still has to look at
	Flags      []rules.Text // the observation's
	// OutOfPlace lists the seen stickers whose colour a solved puzzle would not
	// show there, its layers turned as Interfaces say: places of the best
	// explanation, ascending.
	OutOfPlace []int
}

// Interface is the measurement between two neighbouring layers of an axis.
type Interface struct {
	Axis    int
	Between [2]int     // layers, from the axis' negative end
	Turn    geom.Angle // upper against lower, from solved where the colours tell, else from the nearest aligned position
	Sigma   geom.Angle
	Margin  geom.Angle // how far the true turn may lie from Turn by the rulebook's band; infinite where it was not seen
	Limit   geom.Angle
	Over    bool // |Turn| from the nearest solved position is more than Limit
	Close   bool // the limit lies within Margin
	// For people, layers are counted from an end of the axis, 1 first.
	From   rules.Text // that end: "the white face (top)"
	Layers [2]int
}

// Ground is one reason for a ruling.
type Ground struct {
	Article string
	Text    rules.Text
}
