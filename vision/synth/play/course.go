package play

import (
	"math"
	"time"

	"github.com/plustwo/plustwo/calib/geom"
)

// start is where the covered puzzle stands (mm).
var start = geom.Vec{X: 0, Y: 40}

// side is -1 for the left hand, 1 for the right one.
func side(hand int) float64 {
	if hand == leftHand {
		return -1
	}
	return 1
}

func (a *author) hand(h int, at float64, k HandKey) {
	k.At = sec(at)
	a.Hands[h].Keys = append(a.Hands[h].Keys, k)
}

func (a *author) key(at float64, k PuzzleKey) {
	k.At = sec(at)
	a.Puzzle = append(a.Puzzle, k)
}

func (a *author) cue(at time.Duration, c Cue) {
	c.At = at
	i := len(a.Cues)
	for i > 0 && a.Cues[i-1].At > at {
		i--
	}
	a.Cues = append(a.Cues[:i], append([]Cue{c}, a.Cues[i:]...)...)
}

// Places of the competitor's hands.

// away is out of the picture.
func away(h int) HandKey {
	return HandKey{X: side(h) * 150, Y: -520, Lift: 40, Yaw: -side(h) * 4, Curl: 0.25, Ease: Smooth}
}

// onPad has the fingertips on the timer's pad.
func onPad(h int) HandKey {
	return HandKey{X: side(h) * (padX + 4), Y: timerY - 52, Lift: timerHigh + 13, Yaw: side(h) * 3, Curl: 0.12, Spread: 8, Ease: Smooth}
}

// grip holds the puzzle from the side.
func (a *author) grip(h int) HandKey {
	return HandKey{Held: true, X: side(h) * (a.half + 25), Y: -24, Lift: 16, Yaw: side(h) * 20, Roll: 50, Curl: 0.36, Spread: 6, Ease: Smooth}
}

// beside is where a hand is just before it grips and after it has let go.
func (a *author) beside(h int) HandKey {
	k := a.grip(h)
	k.X, k.Y, k.Curl, k.Spread = k.X+side(h)*38, k.Y-12, 0.2, 14
	return k
}

// begin is the covered puzzle, the cover's lifting and the inspection.
func (a *author) begin() {
	a.cue(0, Cue{Kind: Covered})
	first := PuzzleKey{X: start.X, Y: start.Y, R: a.rest.R}
	hidden := first
	hidden.Covered = true
	a.key(0, hidden)
	a.key(liftAt+0.05, first)
	a.cue(sec(liftAt), Cue{Kind: Lifted})

	const gone = 0.75
	lid := CoverKey{X: start.X, Y: start.Y, Yaw: 6}
	off := CoverKey{At: sec(liftAt + gone), X: -190, Y: 520, Lift: 120, Yaw: 30, Ease: Fall}
	lid.At = sec(liftAt)
	up := CoverKey{At: sec(liftAt + 0.3), X: start.X - 6, Y: start.Y + 14, Lift: 70, Yaw: 8, Ease: Smooth}
	a.Cover = []CoverKey{lid, up, off}

	on := func(k CoverKey, e Ease) HandKey {
		return HandKey{X: k.X - 12, Y: k.Y + 74, Lift: math.Min(k.Lift+coverHigh-24, 300), Yaw: 172, Curl: 0.3, Spread: 30, Ease: e}
	}
	a.hand(judgesHand, liftAt-0.9, HandKey{X: -150, Y: 560, Lift: 160, Yaw: 165, Curl: 0.2, Spread: 10})
	a.hand(judgesHand, liftAt-0.15, on(lid, Smooth))
	a.hand(judgesHand, liftAt, on(lid, Smooth))
	a.hand(judgesHand, liftAt+0.3, on(up, Smooth))
	a.hand(judgesHand, liftAt+gone, on(off, Fall))

	a.look(first)
}

// look is the competitor's inspection.
func (a *author) look(first PuzzleKey) {
	for _, h := range []int{leftHand, rightHand} {
		a.hand(h, gripAt-0.6, away(h))
		a.hand(h, gripAt-0.15, a.beside(h))
		a.hand(h, gripAt, a.grip(h))
		a.hand(h, putAt, a.grip(h))
		a.hand(h, putAt+0.12, a.beside(h))
		a.hand(h, padsAt, onPad(h))
		a.hand(h, a.begun, onPad(h))
		a.hand(h, takeAt-0.12, a.beside(h))
	}
	a.key(gripAt, first)
	up := first
	up.Lift, up.Y, up.Ease = heldUp, first.Y-6, Smooth
	for i, axis := range []geom.Vec{{X: 1}, {Y: 1, X: 0.3}, {X: -1, Z: 0.4}} {
		up.R = geom.AxisAngle(axis, geom.Angle(55+20*a.rng.Float64())*geom.Degree).Mul(up.R)
		a.key(gripAt+0.45+0.4*float64(i), up)
	}
	down := first
	down.Ease = Smooth
	a.key(putAt, down)
	a.pads(padsAt, true)
	a.cue(sec(padsAt+readyFor), Cue{Kind: Ready, Left: true, Right: true})
	a.pads(a.begun, false)
	a.cue(sec(a.begun), Cue{Kind: Running})
	a.Truth.Start = sec(a.begun)
}

func (a *author) pads(at float64, touched bool) {
	a.cue(sec(at), Cue{Kind: Hands, Left: touched, Right: touched})
}

// solve turns the puzzle in the hands until it is let go of.
func (a *author) solve() {
	first := a.Puzzle[len(a.Puzzle)-1]
	for _, h := range []int{leftHand, rightHand} {
		busy := a.grip(h)
		busy.Busy = 1
		a.hand(h, takeAt, a.grip(h))
		a.hand(h, takeAt+0.2, busy)
		a.hand(h, letGoAt-0.35, busy)
	}
	a.key(takeAt, first)
	held := PuzzleKey{X: 0, Y: 25, Lift: heldUp, Ease: Smooth, R: first.R}
	base := geom.AxisAngle(geom.Vec{X: 1}, 35*geom.Degree)
	const sway = 0.45
	for t := takeAt + 0.25; t < letGoAt-0.5; t += sway {
		wobble := geom.AxisAngle(geom.Vec{X: a.rng.NormFloat64(), Y: a.rng.NormFloat64(), Z: a.rng.NormFloat64()}, geom.Angle(8+10*a.rng.Float64())*geom.Degree)
		held.R = wobble.Mul(base)
		held.X, held.Y = 4*a.rng.NormFloat64(), 25+4*a.rng.NormFloat64()
		a.key(t, held)
		if a.rng.Float64() < 0.15 {
			base = geom.AxisAngle(geom.Vec{Z: 1, X: 0.3}, 90*geom.Degree).Mul(base)
		}
	}
	for t := a.begun + 0.1; t < stopAt-0.05; t += 0.1 {
		a.cue(sec(t), Cue{Kind: Running, Time: sec(t) - sec(a.begun)})
	}
}

// lay puts the resting place so far from where it is let go of.
func (a *author) lay(dx, dy, lift float64) PuzzleKey {
	k := a.rest
	k.X, k.Y, k.Lift = k.X+dx, k.Y+dy, lift
	return k
}

// turnedBy is a key turned about an axis of the mat.
func (k PuzzleKey) turnedBy(axis geom.Vec, deg float64) PuzzleKey {
	k.R = geom.AxisAngle(axis, geom.Angle(deg)*geom.Degree).Mul(k.R)
	return k
}

// stop lets go of the puzzle, lays the hands on the pads and lets it come to
// rest.
func (a *author) stop() {
	rest := a.release()
	a.Truth.Stop = sec(stopAt)
	a.pads(stopAt, true)
	a.cue(sec(stopAt), Cue{Kind: Stopped, Time: sec(stopAt) - sec(a.begun)})
	if rest > 0 {
		a.Truth.Rest = sec(rest)
		a.cue(sec(rest), Cue{Kind: Rested})
	}
	for _, h := range []int{leftHand, rightHand} {
		if a.plan.After == Hold && h == leftHand {
			continue
		}
		a.hand(h, letGoAt, a.grip(h))
		a.hand(h, letGoAt+0.09, a.beside(h))
		a.hand(h, stopAt, onPad(h))
	}
	a.touch(takeAt, letGoAt)
}

func (a *author) touch(from, to float64) {
	a.cue(sec(from), Cue{Kind: Touched})
	a.cue(sec(to), Cue{Kind: Released})
}

// release writes the puzzle's way to rest and returns when it rests, 0 for
// never.
func (a *author) release() float64 {
	const drop = 0.07
	switch a.plan.End {
	case Slides:
		const slide = 0.62
		from := a.lay(70, -35, 6).turnedBy(geom.Vec{Z: 1}, -70)
		a.key(letGoAt-0.1, from.eased(Smooth))
		a.key(letGoAt, a.lay(64, -32, 0).turnedBy(geom.Vec{Z: 1}, -64).eased(Even))
		a.key(letGoAt+slide, a.rest.eased(Slow))
		return letGoAt + slide
	case Bounces:
		const g = 9810.0 // mm/s2
		a.key(letGoAt-0.1, a.lay(10, -4, 30).turnedBy(geom.Vec{Z: 1}, -25).eased(Smooth))
		t, x := letGoAt, 10.0
		a.key(t, a.lay(x, -0.4*x, 30).turnedBy(geom.Vec{Z: 1}, -2.5*x))
		t += math.Sqrt(2 * 30 / g)
		for _, high := range []float64{12, 5, 2} { // each falls as long as it rose
			x *= 0.6
			a.key(t, a.lay(x, -0.4*x, 0).turnedBy(geom.Vec{Z: 1}, -2.5*x).eased(Fall))
			x *= 0.75
			up := math.Sqrt(2 * high / g)
			a.key(t+up, a.lay(x, -0.4*x, high).turnedBy(geom.Vec{Z: 1}, -2.5*x).turnedBy(geom.Vec{X: 1}, high/3).eased(Slow))
			t += 2 * up
		}
		a.key(t, a.rest.eased(Fall))
		return t
	case Rolls:
		const roll, on = 0.34, 0.14
		way := geom.Vec{Y: 1} // it rolls to the right
		before := a.lay(-a.SizeMM, 0, 0).turnedBy(way, -90)
		lifted := before
		lifted.X, lifted.Lift = before.X-14, 5
		a.key(letGoAt-0.1, lifted.eased(Smooth))
		a.key(letGoAt, before.eased(Even))
		a.key(letGoAt+on+roll, a.rest.eased(Fall))
		return letGoAt + on + roll
	case Creeps:
		const creep = 0.85
		a.key(letGoAt-0.1, a.lay(-26, 3, 2).turnedBy(geom.Vec{Z: 1}, 14).eased(Smooth))
		a.key(letGoAt, a.lay(-26, 3, 0).turnedBy(geom.Vec{Z: 1}, 14))
		a.key(letGoAt+creep, a.rest)
		return letGoAt + creep
	case Leaves:
		a.key(letGoAt-0.1, a.lay(0, 0, 6).eased(Smooth))
		a.key(letGoAt, a.lay(12, 4, 0).turnedBy(geom.Vec{Z: 1}, 8))
		far := a.lay(560, 130, 0).turnedBy(geom.Vec{Z: 1}, 170)
		a.key(letGoAt+0.75, far)
		far.Hidden = true
		a.key(letGoAt+0.76, far)
		a.cue(sec(letGoAt+0.6), Cue{Kind: Away})
		a.Truth.LeftView = true
		return 0
	}
	a.key(letGoAt-0.12, a.lay(0, 0, 8).eased(Smooth))
	a.key(letGoAt-0.02, a.rest.eased(Fall))
	if a.plan.After == Hold {
		return holdUntil + 0.03
	}
	return letGoAt + drop
}

func (k PuzzleKey) eased(e Ease) PuzzleKey {
	k.Ease = e
	return k
}
