package still

import "time"

// settle is what is known between the stop and rest.
type settle struct {
	checked  bool          // what lay beside the puzzle at the stop
	held     bool          // something that did not move against it lay there
	there    spot          // where the puzzle was then
	heldAt   time.Duration // when last a hand seemed to hold the puzzle
	hand     bool          // of a hand's colours and size
	told     bool
	mask     [maxSamples]bool
	count    int
	looks    [maxSamples][3]float32 // of the samples at the stop
	light    float32
	from, to time.Duration
}

// awaitRest decides whether the puzzle, which has been still for a while or
// not, lies at rest in a picture.
func (w *Watcher) awaitRest(p *picture, still bool) {
	if !w.stopped || p.at < w.stopAt {
		return
	}
	s, t := &w.settle, &w.track
	w.around.at(t)
	if !s.checked {
		w.checkStop(p)
	}
	w.around.foreign(p, w.ground, w.hands)
	w.releaseOf(p)
	if w.heldNow(p, still) {
		s.heldAt = p.at
		return
	}
	if still {
		w.rest(p)
	}
}

// rest says that the puzzle lies at rest. The still is of frames from then on
// that no hand holds it.
func (w *Watcher) rest(p *picture) {
	w.events = append(w.events, Event{Kind: Rested, At: p.at})
	w.guard.begin(w, p)
	w.take.begin(max(w.track.since(p.at), w.stopAt, w.settle.heldAt+1), p.at)
}

// heldNow tells whether a hand may be holding the puzzle: something beside it
// that does not move. What moves while the puzzle lies still does not hold it;
// what is not surely a hand may be a print or the timer.
func (w *Watcher) heldNow(p *picture, still bool) bool {
	a := &w.around
	if a.covered == 0 {
		return false
	}
	if before := w.earlier(p, nowFor); before != nil && still && 2*a.movingMask(p, before, w.noise.sigma) >= a.covered {
		return false
	}
	return w.handAround(p) || p.at < w.stopAt+doubtFor
}

// handAround tells whether what covers the marked samples has a hand's colours
// and size.
func (w *Watcher) handAround(p *picture) bool {
	most := squareMM(handArea, w.track.mm)
	return w.hands.reach(p, &w.track.outline, &w.around, most) >= most
}

// checkStop notes what lay beside the puzzle when the timer stopped, if the
// puzzle has been lying where it is since.
func (w *Watcher) checkStop(p *picture) {
	s, t := &w.settle, &w.track
	s.checked = true
	q := p
	for i := 0; w.back(i) != nil && w.back(i).at >= w.stopAt; i++ {
		q = w.back(i)
	}
	still := t.still(p.at)
	if q != p && !(still && t.since(p.at) <= q.at) {
		return // it lay elsewhere then
	}
	a := &w.around
	if a.foreign(q, w.ground, w.hands) == 0 {
		return
	}
	if before := w.earlier(q, nowFor); before != nil && still && t.since(p.at) <= before.at && 2*a.movingMask(q, before, w.noise.sigma) >= a.covered {
		return // a hand on its way
	}
	s.held, s.hand = true, w.handAround(q)
	s.mask, s.count = a.mask, len(a.places)
	s.there = t.newest()
	s.light = q.light
	for i, at := range a.places {
		q.sample(at.x, at.y, &s.looks[i])
	}
	s.from, s.to = w.heldFrom(q), q.at
}

// heldFrom returns since when the marked samples have been covered.
func (w *Watcher) heldFrom(q *picture) time.Duration {
	from := q.at
	var v [3]float32
	for i := 0; w.back(i) != nil; i++ {
		p := w.back(i)
		if p.at >= from {
			continue
		}
		covered := 0
		for k, at := range w.around.places {
			x, y := int(at.x+0.5), int(at.y+0.5)
			if !w.around.mask[k] || x < 0 || y < 0 || x >= p.w || y >= p.h {
				continue
			}
			p.value(y*p.w+x, &v)
			if notMat(y*p.w+x, &v, p.light, w.ground, w.hands) {
				covered++
			}
		}
		if 2*covered < w.around.covered {
			break
		}
		from = p.at
	}
	return from
}

// releaseOf tells a contact at the stop, once what lay beside the puzzle then
// is gone: a print or the timer would stay.
func (w *Watcher) releaseOf(p *picture) {
	s, a := &w.settle, &w.around
	if !s.held || s.told {
		return
	}
	if now := w.track.newest(); !s.hand && w.track.distance(now.x-s.there.x, now.y-s.there.y, now.turn-s.there.turn) > renewMM {
		s.held = false // the puzzle has left what lay there
		return
	}
	var freed [maxSamples]bool
	var v [3]float32
	n := min(s.count, len(a.places))
	for i := range n {
		freed[i] = s.mask[i] && !a.mask[i] && p.sample(a.places[i].x, a.places[i].y, &v) && changed(&v, &s.looks[i], p.light/s.light, w.noise.sigma)
	}
	if onlyRuns(freed[:n], fingerSamples) == 0 {
		s.to = p.at
		return
	}
	s.told = true
	w.events = append(w.events, Event{Kind: Contact, At: p.at, From: s.from, To: s.to, Article: HeldAtStop})
}

// finish tells what is still open when the frames end.
func (w *Watcher) finish(p *picture) {
	if s := &w.settle; s.held && s.hand && !s.told {
		s.told = true
		w.events = append(w.events, Event{Kind: Contact, At: p.at, From: s.from, To: s.to, Article: HeldAtStop})
	}
	if w.guard.on && w.guard.moving && w.track.on {
		w.guard.to = p.at
		w.conclude(p)
	}
}
