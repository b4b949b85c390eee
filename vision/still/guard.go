package still

import (
	"math"
	"time"
)

// movedMM is how far the puzzle must lie from where it was to have moved:
// twice what counts as still.
const movedMM = 2 * stillMM

// sameMM is how near two measured places are for the puzzle to have stayed:
// three times the measured error of a place (0.5 mm).
const sameMM = 1.5

// sameSeen is the share of the edges seen at rest that every part of a puzzle
// shows again where it was only pushed, a third: of a layer that was turned
// hardly any are.
const sameSeen = 1.0 / 3

// guard watches the puzzle from rest to the judge's decision.
type guard struct {
	on      bool
	home    *patch // what it looked like at rest
	outline outline
	ref     [maxSamples][3]float32
	refs    int
	light   float32
	refAt   time.Duration

	spot     spot    // where it lay
	usual    float32 // share of its edges that its worst cell shows in another frame at rest
	away     bool    // it is seen elsewhere
	awayAt   time.Duration
	moving   bool
	near     bool
	from, to time.Duration
	nearAt   time.Duration
	wasNear  bool

	hidden    bool
	hiddenAt  time.Duration
	lostNear  bool
	lostFrom  time.Duration
	lostSince bool
}

// begin takes the puzzle's looks and surroundings at rest.
func (g *guard) begin(w *Watcher, p *picture) {
	g.on, g.moving, g.hidden, g.lostSince = true, false, false, false
	g.outline, g.away = w.track.outline, false
	g.spot = w.track.usual(p.at, restFor)
	g.home.take(p, &g.outline, w.noise.sigma)
	q := w.restingBefore(p)
	at, _ := g.home.align(q, pose{}, w.noise.sigma)
	g.usual = g.home.least(q, at, w.noise.sigma, g.outline.radius())
	g.remember(w, p)
}

// restingBefore returns an earlier picture of the puzzle where it lies now.
func (w *Watcher) restingBefore(p *picture) *picture {
	since := w.track.since(p.at)
	for i := 0; w.back(i) != nil; i++ {
		if q := w.back(i); q.at >= since && q.at <= p.at-nowFor {
			return q
		}
	}
	return p
}

// remember takes what lies beside the puzzle.
func (g *guard) remember(w *Watcher, p *picture) {
	w.around.at(&w.track)
	g.refs, g.light, g.refAt = len(w.around.places), p.light, p.at
	for i, q := range w.around.places {
		if !p.sample(q.x, q.y, &g.ref[i]) {
			g.ref[i] = [3]float32{}
		}
	}
}

// beside tells whether something lies beside the puzzle that did not before.
func (g *guard) besides(w *Watcher, p *picture) bool {
	w.around.at(&w.track)
	var v [3]float32
	count := 0
	for i, q := range w.around.places[:min(g.refs, len(w.around.places))] {
		if g.ref[i] != [3]float32{} && p.sample(q.x, q.y, &v) && changed(&v, &g.ref[i], p.light/g.light, w.noise.sigma) {
			count++
		}
	}
	return count >= fingerSamples
}

// watchOver follows the puzzle after rest.
func (w *Watcher) watchOver(p *picture, ok, still bool) {
	g, t := &w.guard, &w.track
	if g.besides(w, p) {
		g.nearAt, g.wasNear = p.at, true
	}
	if ok {
		now := t.newest()
		away := t.distance(now.x-g.spot.x, now.y-g.spot.y, now.turn-g.spot.turn) > max(movedMM, 2*t.limit())
		switch {
		case away && !g.moving && g.away:
			g.moving, g.near, g.from = true, false, g.awayAt
		case away && !g.away:
			g.awayAt = p.at
			if q := w.earlier(p, 1); q != nil {
				g.awayAt = q.at
			}
		}
		g.away = away
	}
	if g.moving && g.wasNear && p.at-g.nearAt <= nowFor {
		g.near = true
	}
	if g.moving && still {
		g.to = max(t.since(p.at), g.from)
		w.conclude(p)
	}
	w.watchHidden(p, ok)
	w.refresh(p, ok)
}

// refresh takes the surroundings anew where nothing has changed for a while,
// so that slow changes of light add up to nothing.
func (w *Watcher) refresh(p *picture, ok bool) {
	g := &w.guard
	if g.moving || !ok || p.at-g.refAt < restFor {
		return
	}
	before := w.earlier(p, restFor)
	if before == nil {
		return
	}
	w.around.at(&w.track)
	if w.around.differing(p, before, w.noise.sigma) == 0 {
		g.remember(w, p)
	}
}

// watchHidden tells when something has hidden a part of the puzzle.
func (w *Watcher) watchHidden(p *picture, ok bool) {
	g := &w.guard
	part := !ok || w.track.seen < mostSeen
	if part && !g.hidden && g.wasNear && p.at-g.nearAt <= nowFor {
		g.hidden, g.hiddenAt = true, p.at
	}
	if !part && g.hidden && !g.moving {
		g.hidden = false
		w.events = append(w.events, Event{Kind: Covered, At: p.at, From: g.hiddenAt, To: p.at})
	}
}

// conclude compares the puzzle, still again, with how it lay before.
func (w *Watcher) conclude(p *picture) {
	g, t := &w.guard, &w.track
	g.moving = false
	net, seen, at := w.sinceRest(p)
	if seen >= someSeen && net < max(movedMM, 2*t.limit()) { // only its sight was disturbed
		t.outline.moved(&g.outline, g.home.cx, g.home.cy, at)
		t.turn = g.spot.turn + at.turn
		t.renew(p, w.noise.sigma)
		return
	}
	e := Event{Kind: Moved, At: p.at, From: g.from, To: g.to}
	if g.near {
		e.Kind, e.Article = Contact, TouchedAfter
		if e.Changed = g.home.least(p, at, w.noise.sigma, g.outline.radius()) < sameSeen*g.usual && !w.stirred(p); e.Changed {
			e.Article = MovedLayer
		}
	}
	w.events = append(w.events, e)
	if e.Kind == Moved {
		w.rest(p)
		return
	}
	g.begin(w, p)
	w.take.begin(t.since(p.at), p.at)
	w.take.after = true
}

// sinceRest measures how far the puzzle lies from where it was at rest (mm),
// and how much of what was seen then is seen again.
func (w *Watcher) sinceRest(p *picture) (net, seen float32, at pose) {
	g, t := &w.guard, &w.track
	guess := pose{t.outline.cx - g.outline.cx, t.outline.cy - g.outline.cy, wrap(t.turn - g.spot.turn)}
	at, seen = g.home.align(p, guess, w.noise.sigma)
	for _, from := range [2]pose{{}, g.home.search(p, guess, int(reachMM/t.mm/4))} {
		if again, share := g.home.align(p, from, w.noise.sigma); share > seen+0.05 {
			at, seen = again, share
		}
	}
	if seen < someSeen {
		at = guess
	}
	return t.between(at, pose{}), seen, at
}

func wrap(a float32) float32 {
	return float32(math.Remainder(float64(a), 2*math.Pi))
}

// lose notes that the puzzle went out of sight.
func (g *guard) lose(w *Watcher) {
	if !g.on {
		return
	}
	g.lostSince, g.lostNear = true, g.wasNear && w.track.seenAt-g.nearAt <= nowFor
	g.lostFrom = w.track.seenAt
	if g.moving {
		g.lostFrom = g.from
	}
	g.moving, g.hidden = false, false
}

// foundAgain compares where the puzzle was found with where it had been lying.
func (w *Watcher) foundAgain(p *picture) {
	g, t := &w.guard, &w.track
	dx, dy := t.outline.cx-g.outline.cx, t.outline.cy-g.outline.cy
	if g.lostSince && t.mm*sqrt(dx*dx+dy*dy) > sameMM {
		w.lostBy(p)
		g.on = false // rest is told anew
		w.settle.checked = true
	} else {
		g.begin(w, p)
	}
	g.lostSince = false
}

// lostBy tells a contact after which the puzzle was out of sight.
func (w *Watcher) lostBy(p *picture) {
	g := &w.guard
	if g.on && g.lostSince && g.lostNear {
		w.events = append(w.events, Event{Kind: Contact, At: p.at, From: g.lostFrom, To: p.at, Article: TouchedAfter})
		g.lostNear = false
	}
}
