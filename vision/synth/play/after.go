package play

import (
	"time"

	"github.com/plustwo/plustwo/calib/geom"
)

const touchFor = 0.14 // s

// after writes what happens between the stop and the decision.
func (a *author) after() {
	switch a.plan.After {
	case Push, TurnIt:
		a.push()
	case Grab:
		a.grab()
	case Pass:
		a.pass()
	case Hold:
		a.hold()
	case LightUp:
		a.Phone = &Phone{X: 205, Y: 60, Yaw: -8, Here: Span{0, sec(1e6)}, Lit: Span{sec(a.t.stop - 0.06), sec(a.t.stop + 5)}}
	}
	a.pads(a.t.off, false)
	a.withdraw()
	if a.plan.Flicker { // 100 Hz light, seen by 30 frames/s: the camera's clock is a little off
		a.Flicker = &Flicker{Span{0, sec(1e6)}, 0.035, 100.3}
	}
	if a.plan.Exposure {
		a.Light = []LightStep{{sec(a.t.stop - 0.1), 0.84}, {sec(a.t.stop + 0.07), 1.12}, {sec(a.t.stop + 2.5), 1}}
	}
	if a.plan.Fault != "" {
		at := a.plan.FaultAt
		if at == (Span{}) {
			at.From = sec((a.t.start - a.t.stop) * 2 / 3)
			at.To = at.From + 2*time.Second
		}
		a.Faults = []Fault{{Span{sec(a.t.stop) + at.From, sec(a.t.stop) + at.To}, a.plan.Fault}}
	}
}

// withdraw takes the hands that still lie on the pads out of the picture.
func (a *author) withdraw() {
	for _, h := range []int{leftHand, rightHand} {
		if k := a.Hands[h].Keys; k[len(k)-1].At == sec(a.t.stop) {
			a.hand(h, a.t.off, onPad(h))
			a.hand(h, a.t.off+0.55, away(h))
		}
	}
}

// reach is a right hand whose fingertips are a gap (mm) from the puzzle's right
// side.
func (a *author) reach(gap float64) HandKey {
	return HandKey{X: a.rest.X + a.half + gap + 84, Y: a.rest.Y - 30, Lift: 12, Yaw: 72, Curl: 0.06, Spread: 4, Ease: Smooth}
}

// push touches the puzzle after the stop, and turns a layer where the plan says
// so.
func (a *author) push() {
	const by = 6.0 // mm
	h := rightHand
	a.hand(h, a.t.off, onPad(h))
	a.hand(h, a.t.touch-0.45, a.reach(95))
	a.hand(h, a.t.touch, a.reach(0).eased(Even))
	a.hand(h, a.t.touch+touchFor, a.reach(-by).eased(Even))
	a.hand(h, a.t.touch+touchFor+0.5, a.reach(140))
	a.hand(h, a.t.touch+touchFor+1, away(h))
	a.key(a.t.touch, a.rest)
	a.rest.X -= by
	a.rest = a.rest.turnedBy(geom.Vec{Z: 1}, 4)
	a.key(a.t.touch+touchFor, a.rest)
	article := "A6e2"
	if a.plan.After == TurnIt {
		article = "A6e1"
		u := a.Turns[len(a.Turns)-1]
		u.At, u.For, u.Deg = sec(a.t.touch), sec(touchFor), 50
		a.Turns = append(a.Turns, u)
	}
	a.contact(a.t.touch, a.t.touch+touchFor, article)
	a.cue(sec(a.t.touch+touchFor), Cue{Kind: Rested})
}

func (k HandKey) eased(e Ease) HandKey {
	k.Ease = e
	return k
}

func (a *author) contact(from, to float64, article string) {
	a.touch(from, to)
	a.Truth.Contacts = append(a.Truth.Contacts, Contact{Span{sec(from), sec(to)}, article})
}

// grab takes the puzzle out of the picture.
func (a *author) grab() {
	const carry = 0.55
	h := rightHand
	a.hand(h, a.t.off, onPad(h))
	a.hand(h, a.t.touch-0.3, a.beside(h))
	a.hand(h, a.t.touch, a.grip(h))
	a.hand(h, a.t.touch+carry, a.grip(h))
	a.key(a.t.touch, a.rest)
	gone := a.lay(150, -420, 40)
	gone.Ease = Fall
	a.key(a.t.touch+carry, gone)
	gone.Hidden = true
	a.key(a.t.touch+carry+0.01, gone)
	a.Truth.LeftView = true
	a.contact(a.t.touch, a.t.touch+carry, "A6e2")
	a.cue(sec(a.t.touch+0.8*carry), Cue{Kind: Away})
	a.rest.Hidden = true
}

// pass moves a hand over the puzzle, well above it.
func (a *author) pass() {
	h := rightHand
	over := HandKey{X: a.rest.X + 25, Y: a.rest.Y - 40, Lift: a.SizeMM + 45, Yaw: 20, Curl: 0.15, Spread: 10, Ease: Smooth}
	a.hand(h, a.t.off, onPad(h))
	a.hand(h, a.t.off+0.5, over)
	over.X, over.Y = over.X+160, over.Y+30
	a.hand(h, a.t.off+0.85, over)
	a.hand(h, a.t.off+1.4, away(h))
}

// hold leaves the left hand on the puzzle until after the stop.
func (a *author) hold() {
	h := leftHand
	tense := a.grip(h)
	tense.Busy = 0.3
	a.hand(h, a.t.letGo, tense)
	a.hand(h, a.t.hold, tense)
	a.hand(h, a.t.hold+0.15, a.beside(h))
	a.hand(h, a.t.hold+0.7, away(h))
	a.contact(a.t.take, a.t.hold, "A6c")
}

// finish waits for the decision, then clears the table and brings the next
// covered puzzle.
func (a *author) finish() {
	const (
		out   = 0.65
		reset = 0.9
		quiet = 1.5 // after which nothing moves
	)
	bring, ready := a.t.bring, a.t.ready
	a.Wait = Span{sec(a.t.stop + quiet), sec(a.t.stop) + waitFor}
	if a.plan.After != Nothing {
		a.Wait.From = sec(a.t.touch + quiet)
	}
	end := (sec(a.t.stop) + waitFor).Seconds()
	if !a.rest.Hidden && a.plan.End != Leaves {
		h := rightHand
		a.hand(h, end, away(h))
		a.hand(h, end+0.45, a.beside(h))
		a.hand(h, end+0.55, a.grip(h))
		a.hand(h, end+0.55+out, a.grip(h))
		a.key(end+0.55, a.rest.eased(Even))
		gone := a.lay(0, 0, 40)
		gone.X, gone.Y, gone.Ease = 150, -420, Fall
		a.key(end+0.55+out, gone)
		gone.Hidden = true
		a.key(end+0.56+out, gone)
	}
	a.cue(sec(end+reset), Cue{Kind: Reset})
	lid := CoverKey{X: start.X, Y: start.Y, Yaw: 6, Ease: Slow}
	from := CoverKey{X: -190, Y: 520, Lift: 120, Yaw: 30}
	for _, k := range []struct {
		at float64
		CoverKey
	}{{end + bring, from}, {end + ready - 0.3, CoverKey{X: start.X - 4, Y: start.Y + 8, Lift: 40, Yaw: 8, Ease: Slow}}, {end + ready, lid}} {
		k.CoverKey.At = sec(k.at)
		a.Cover = append(a.Cover, k.CoverKey)
		on := HandKey{X: k.X - 12, Y: k.Y + 74, Lift: k.Lift + coverHigh - 24, Yaw: 172, Curl: 0.3, Spread: 30, Ease: k.Ease}
		a.hand(judgesHand, k.at, on)
	}
	a.hand(judgesHand, end+ready+0.7, HandKey{X: -150, Y: 560, Lift: 160, Yaw: 165, Curl: 0.2, Spread: 10, Ease: Smooth})
	a.Length = sec(end + ready + 0.7)
}
