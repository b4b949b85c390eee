package still

import (
	"slices"
	"time"
)

// Place answers a Look: where the puzzle lies in the frame of that number, nil
// where none was found; one that is partly outside the picture counts as none. It may come some frames later. It returns what follows
// from it; the slice is valid until the next call.
func (w *Watcher) Place(seq uint64, at *Place) []Event {
	w.events = w.events[:0]
	if !w.asked {
		return nil
	}
	w.asked = false
	k := 0
	for ; w.back(k) != nil && w.back(k).seq != seq; k++ {
	}
	p := w.back(k)
	if p == nil {
		return nil // too late: it will be asked again
	}
	w.lookAt = p.at + lookEvery
	var o outline
	if at == nil || !o.set(at.Outline, p.scale) || !o.inside(p) || !(at.MMPerPx > 0) {
		w.miss(p)
		return w.events
	}
	if w.misses > 0 && at.Support < sureFind {
		w.miss(p)
		return w.events
	}
	if w.cfg.Camera == nil {
		w.learnGround(p, at.Camera)
	}
	w.found(k, &o, float32(at.MMPerPx)*float32(p.scale))
	return w.events
}

// sureFind is the support that a puzzle must have where a look before has found
// none. In 50 clips that noise or coarse encoding had spoilt, the puzzle had
// 0.50 to 0.89 and what was no puzzle 0.57 at most; the more often it is asked,
// the more such errors there are.
const sureFind = 0.6

// miss notes that the puzzle was not found.
func (w *Watcher) miss(p *picture) {
	if w.misses == 0 {
		w.missedAt = p.at
	}
	w.misses++
	if !w.left && p.at-w.missedAt >= leftAfter {
		w.leave(p)
	}
}

func (w *Watcher) leave(p *picture) {
	w.left = true
	w.lostBy(p)
	w.events = append(w.events, Event{Kind: Left, At: p.at})
}

// found starts to follow the puzzle from a picture k frames ago: back from
// there, to see how long it has been lying still, then to the newest.
func (w *Watcher) found(k int, o *outline, mm float32) {
	p := w.back(k)
	t := &w.track
	t.begin(p, o, mm, w.noise.sigma)
	w.hands.except(p, o)
	for i := k + 1; w.back(i) != nil; i++ {
		if !t.follow(w.back(i), w.noise.sigma) {
			break
		}
	}
	slices.Reverse(t.spots[:t.n]) // they were met newest first
	t.outline, t.turn = *o, 0
	t.renew(p, w.noise.sigma)
	t.seen, t.seenAt = 1, p.at
	if !w.guard.on && !w.handled(p) {
		t.on = false
		w.miss(p)
		return
	}
	w.misses = 0
	if w.left {
		w.left = false
		w.events = append(w.events, Event{Kind: Back, At: p.at})
	}
	if w.guard.on {
		w.foundAgain(p)
	}
	for i := k; i >= 0; i-- {
		w.step(w.back(i))
	}
}

// handled tells whether the puzzle moved, or something beside it, in the kept
// time up to the stop. The competitor's puzzle was let go of then; what has lain
// there untouched is a print or another puzzle.
func (w *Watcher) handled(p *picture) bool {
	const enough = 500 * time.Millisecond // hands take less from the puzzle to the pads
	t := &w.track
	var oldest *picture
	w.around.at(t)
	for i := 0; w.back(i) != nil; i++ {
		if oldest = w.back(i); oldest.at < p.at && w.around.differing(p, oldest, w.noise.sigma) >= fingerSamples {
			return true
		}
	}
	if w.stopAt-oldest.at < enough {
		return true // too little was seen to say
	}
	first, last := t.spots[0], t.newest()
	return first.at > oldest.at || t.distance(first.x-last.x, first.y-last.y, first.turn-last.turn) > max(movedMM, 2*t.limit())
}
