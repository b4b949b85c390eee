package geom

import (
	"math"
	"strconv"
)

// Angle is an angle in radians. Write 45*geom.Degree.
type Angle float64

// Units of Angle. Degree is the float64 nearest to pi/180.
const (
	Radian Angle = 1
	Degree       = (math.Pi / 180) * Radian
	Turn         = 2 * math.Pi * Radian
)

// Radians returns a in radians.
func (a Angle) Radians() float64 { return float64(a) }

// Degrees returns a in degrees.
func (a Angle) Degrees() float64 { return float64(a / Degree) }

// Abs returns the size of a.
func (a Angle) Abs() Angle { return Angle(math.Abs(float64(a))) }

// Fold returns the angle in (-step/2, step/2] that differs from a by a whole
// number of steps. A puzzle layer with a step of 90 degrees looks alike, but
// for its colours, at a and at a.Fold(90*Degree).
func (a Angle) Fold(step Angle) Angle {
	r := Angle(math.Mod(float64(a), float64(step)))
	if r > step/2 {
		r -= step
	}
	if r <= -step/2 {
		r += step
	}
	return r
}

// Steps returns the number of whole steps nearest to a, so that
// a = a.Fold(step) + Steps*step up to rounding. Halves go the way of Fold.
func (a Angle) Steps(step Angle) int {
	return int(math.Round(float64((a - a.Fold(step)) / step)))
}

// String prints degrees with two decimals.
func (a Angle) String() string {
	return strconv.FormatFloat(a.Degrees(), 'f', 2, 64) + "°"
}
