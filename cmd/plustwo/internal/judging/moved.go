package judging

import (
	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/calib/geom"
)

// LayerMoved tells whether two measurements of a puzzle differ by more than
// they may: both suggest something, and not the same, or an interface about one
// axis turned by more than half of the least limit (36 degrees, 10f3) and five
// standard deviations.
func LayerMoved(a, b *Verdict) bool {
	if !a.Seen.Found || !b.Seen.Found {
		return false
	}
	if x, y := a.Ruling.Suggestion, b.Ruling.Suggestion; x != adjudicate.Refer && y != adjudicate.Refer && x != y {
		return true
	}
	const least, sure = 18 * geom.Degree, 5
	for _, i := range a.Ruling.Interfaces {
		for _, j := range b.Ruling.Interfaces {
			turned := (i.Turn - j.Turn).Fold(geom.Turn).Abs()
			if i.Axis == j.Axis && i.Between == j.Between && turned > max(least, sure*(i.Sigma+j.Sigma)) {
				return true
			}
		}
	}
	return false
}
