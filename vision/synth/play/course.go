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
	a.key(a.t.lift+0.05, first)
	a.cue(sec(a.t.lift), Cue{Kind: Lifted})

	const gone = 0.75
	lid := CoverKey{X: start.X, Y: start.Y, Yaw: 6}
	off := CoverKey{At: sec(a.t.lift + gone), X: -190, Y: 520, Lift: 120, Yaw: 30, Ease: Fall}
	lid.At = sec(a.t.lift)
	up := CoverKey{At: sec(a.t.lift + 0.3), X: start.X - 6, Y: start.Y + 14, Lift: 70, Yaw: 8, Ease: Smooth}
	a.Cover = []CoverKey{lid, up, off}

	on := func(k CoverKey, e Ease) HandKey {
		return HandKey{X: k.X - 12, Y: k.Y + 74, Lift: math.Min(k.Lift+coverHigh-24, 300), Yaw: 172, Curl: 0.3, Spread: 30, Ease: e}
	}
	a.hand(judgesHand, a.t.lift-0.9, HandKey{X: -150, Y: 560, Lift: 160, Yaw: 165, Curl: 0.2, Spread: 10})
	a.hand(judgesHand, a.t.lift-0.15, on(lid, Smooth))
	a.hand(judgesHand, a.t.lift, on(lid, Smooth))
	a.hand(judgesHand, a.t.lift+0.3, on(up, Smooth))
	a.hand(judgesHand, a.t.lift+gone, on(off, Fall))

	a.look(first)
}

// look is the competitor's inspection.
func (a *author) look(first PuzzleKey) {
	for _, h := range []int{leftHand, rightHand} {
		a.hand(h, a.t.grip-0.6, away(h))
		a.hand(h, a.t.grip-0.15, a.beside(h))
		a.hand(h, a.t.grip, a.grip(h))
		a.hand(h, a.t.put, a.grip(h))
		a.hand(h, a.t.put+0.12, a.beside(h))
		a.hand(h, a.t.pads, onPad(h))
		a.hand(h, a.t.start, onPad(h))
		a.hand(h, a.t.take-0.12, a.beside(h))
	}
	a.key(a.t.grip, first)
	up := first
	up.Lift, up.Y, up.Ease = heldUp, first.Y-6, Smooth
	const look, before = 0.4, 0.3 // s, for each side, and until it is down again
	for i, axis := range []geom.Vec{{X: 1}, {Y: 1, X: 0.3}, {X: -1, Z: 0.4}} {
		at := a.t.grip + 0.45 + look*float64(i)
		if at > a.t.put-before {
			break
		}
		up.R = geom.AxisAngle(axis, geom.Angle(55+20*a.rng.Float64())*geom.Degree).Mul(up.R)
		a.key(at, up)
	}
	down := first
	down.Ease = Smooth
	a.key(a.t.put, down)
	a.pads(a.t.pads, true)
	a.cue(sec(a.t.pads+readyFor), Cue{Kind: Ready, Left: true, Right: true})
	a.pads(a.t.start, false)
	a.cue(sec(a.t.start), Cue{Kind: Running})
	a.Truth.Start = sec(a.t.start)
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
		a.hand(h, a.t.take, a.grip(h))
		a.hand(h, a.t.take+0.2, busy)
		a.hand(h, a.t.letGo-0.35, busy)
	}
	a.key(a.t.take, first)
	held := PuzzleKey{X: 0, Y: 25, Lift: heldUp, Ease: Smooth, R: first.R}
	base := geom.AxisAngle(geom.Vec{X: 1}, 35*geom.Degree)
	const sway = 0.45
	for t := a.t.take + 0.25; t < a.t.letGo-0.5; t += sway {
		wobble := geom.AxisAngle(geom.Vec{X: a.rng.NormFloat64(), Y: a.rng.NormFloat64(), Z: a.rng.NormFloat64()}, geom.Angle(8+10*a.rng.Float64())*geom.Degree)
		held.R = wobble.Mul(base)
		held.X, held.Y = 4*a.rng.NormFloat64(), 25+4*a.rng.NormFloat64()
		a.key(t, held)
		if a.rng.Float64() < 0.15 {
			base = geom.AxisAngle(geom.Vec{Z: 1, X: 0.3}, 90*geom.Degree).Mul(base)
		}
	}
	for t := a.t.start + 0.1; t < a.t.stop-0.05; t += 0.1 {
		a.cue(sec(t), Cue{Kind: Running, Time: sec(t) - sec(a.t.start)})
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
	a.Truth.Stop = sec(a.t.stop)
	a.pads(a.t.stop, true)
	a.cue(sec(a.t.stop), Cue{Kind: Stopped, Time: sec(a.t.stop) - sec(a.t.start)})
	if rest > 0 {
		a.Truth.Rest = sec(rest)
		a.cue(sec(rest), Cue{Kind: Rested})
	}
	for _, h := range []int{leftHand, rightHand} {
		if a.plan.After == Hold && h == leftHand {
			continue
		}
		a.hand(h, a.t.letGo, a.grip(h))
		a.hand(h, a.t.letGo+0.09, a.beside(h))
		a.hand(h, a.t.stop, onPad(h))
	}
	a.touch(a.t.take, a.t.letGo)
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
		a.key(a.t.letGo-0.1, from.eased(Smooth))
		a.key(a.t.letGo, a.lay(64, -32, 0).turnedBy(geom.Vec{Z: 1}, -64).eased(Even))
		a.key(a.t.letGo+slide, a.rest.eased(Slow))
		return a.t.letGo + slide
	case Bounces:
		const g = 9810.0 // mm/s2
		a.key(a.t.letGo-0.1, a.lay(10, -4, 30).turnedBy(geom.Vec{Z: 1}, -25).eased(Smooth))
		t, x := a.t.letGo, 10.0
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
		a.key(a.t.letGo-0.1, lifted.eased(Smooth))
		a.key(a.t.letGo, before.eased(Even))
		a.key(a.t.letGo+on+roll, a.rest.eased(Fall))
		return a.t.letGo + on + roll
	case Creeps:
		const creep = 0.85
		a.key(a.t.letGo-0.1, a.lay(-26, 3, 2).turnedBy(geom.Vec{Z: 1}, 14).eased(Smooth))
		a.key(a.t.letGo, a.lay(-26, 3, 0).turnedBy(geom.Vec{Z: 1}, 14))
		a.key(a.t.letGo+creep, a.rest)
		return a.t.letGo + creep
	case Leaves:
		a.key(a.t.letGo-0.1, a.lay(0, 0, 6).eased(Smooth))
		a.key(a.t.letGo, a.lay(12, 4, 0).turnedBy(geom.Vec{Z: 1}, 8))
		far := a.lay(560, 130, 0).turnedBy(geom.Vec{Z: 1}, 170)
		a.key(a.t.letGo+0.75, far)
		far.Hidden = true
		a.key(a.t.letGo+0.76, far)
		a.cue(sec(a.t.letGo+0.6), Cue{Kind: Away})
		a.Truth.LeftView = true
		return 0
	}
	a.key(a.t.letGo-0.12, a.lay(0, 0, 8).eased(Smooth))
	a.key(a.t.letGo-0.02, a.rest.eased(Fall))
	if a.plan.After == Hold {
		return a.t.hold + 0.03
	}
	return a.t.letGo + drop
}

func (k PuzzleKey) eased(e Ease) PuzzleKey {
	k.Ease = e
	return k
}
