package still

import (
	"time"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// Kind names what was seen.
type Kind uint8

// The kinds of events.
const (
	Look    Kind = iota + 1 // asks where the puzzle lies in Frame: answer with Place
	Stopped                 // the timer stopped, told by sight
	Rested                  // the puzzle lies at rest after the stop (10b)
	Taken                   // Still is complete: the one at rest, or one after a contact
	Contact                 // a hand touched the puzzle from From to To: Article
	Covered                 // something hid a part of the puzzle from From to To; it did not move
	Moved                   // the puzzle moved from From to To with nothing beside it
	Left                    // the puzzle is not in view
	Back                    // it is again
)

// Event is one thing that was seen.
type Event struct {
	Kind     Kind
	At       time.Duration // of the frame that showed it
	From, To time.Duration // of what lasted
	Article  string        // WCA article that a contact may concern
	Changed  bool          // of a contact: the puzzle looks different after it
	Frame    vision.Frame  // of Look
	Still    *Still        // of Taken
}

// Articles of the WCA Regulations that contacts may concern. Which of them
// holds is the judge's to say.
const (
	HeldAtStop   = "A6c"  // fully release before stopping
	MovedLayer   = "A6e1" // applied a move after the stop
	TouchedAfter = "A6e2" // touched without a move
)

const (
	// restFor is how long the puzzle must lie still: at 30 frames/s six
	// frames, while 300 ms are allowed to tell it.
	restFor = 200 * time.Millisecond
	// doubtFor is how long after the stop something beside the puzzle that may
	// be a hand or part of the table holds rest back: a hand that lets go
	// moves by then, and it leaves a frame of what is allowed.
	doubtFor = 250 * time.Millisecond
	// lookEvery is how often it is asked where the puzzle lies while it is not
	// found: well within the time allowed for rest.
	lookEvery = 200 * time.Millisecond
	// lostAfter is how long the puzzle may be out of sight, though nothing
	// hides it, until it is asked for.
	lostAfter = 150 * time.Millisecond
	// leftAfter is how long nothing is found before it is said that the puzzle
	// is not in view.
	leftAfter = 400 * time.Millisecond
)

// Times and sizes that the watcher keeps.
const (
	kept     = 32 // small pictures: a second at 30 frames/s
	keptFull = 8  // full ones, for the still
)

// Config is what a Watcher must know.
type Config struct {
	Camera *calib.Camera // nil where it is not known: the stop is not told by sight then
	SizeMM float64       // typical size of the puzzle
	Told   bool          // the stop is always told, by Stop, and not looked for
}

// Watcher watches one camera's frames from before the timer's stop to the
// judge's decision.
type Watcher struct {
	cfg    Config
	ring   [kept]*picture
	n      int // pictures so far
	sums   []uint32
	light  light
	ground *ground
	noise  noise
	hands  *hands
	sight  sight
	track  track
	events []Event

	stopKnown bool
	stopAt    time.Duration
	stopped   bool

	asked    bool
	lookAt   time.Duration
	misses   int
	missedAt time.Duration // first of the misses in a row
	left     bool

	around around
	settle settle
	guard  guard
	take   taking
}

// New returns a watcher for a camera.
func New(cfg Config) *Watcher {
	w := &Watcher{cfg: cfg}
	w.track.anchor = newPatch()
	w.guard.home = newPatch()
	return w
}

// Reset makes the watcher ready for the next attempt at the same camera; it
// keeps its memory, but for what it has seen.
func (w *Watcher) Reset() {
	fresh := Watcher{cfg: w.cfg, ring: w.ring, sums: w.sums, light: w.light, ground: w.ground, hands: w.hands, sight: w.sight, events: w.events[:0]}
	fresh.track.anchor, fresh.guard.home = w.track.anchor, w.guard.home
	fresh.around.start()
	fresh.take.sums = w.take.sums
	if fresh.ground != nil {
		fresh.ground.sigma = 0
	}
	for _, p := range fresh.ring {
		if p != nil {
			p.full = nil
		}
	}
	for i := range fresh.sight.cells {
		fresh.sight.cells[i].digits, fresh.sight.cells[i].any = 0, 0
	}
	*w = fresh
}

// Stop says when the timer stopped, on the frames' clock. It may be said
// before or after that frame was fed.
func (w *Watcher) Stop(at time.Duration) { w.stopKnown, w.stopAt = true, at }

// Feed takes the next frame and returns what was seen. The slice is valid until
// the next call. Frames of another size than the first are ignored.
func (w *Watcher) Feed(f vision.Frame) []Event {
	w.events = w.events[:0]
	if f.Image == nil || w.n > 0 && !w.fits(f.Image) {
		return nil
	}
	if w.n == 0 && (w.ring[0] == nil || !w.fits(f.Image)) {
		w.start(&f)
	}
	p := w.push(&f)
	w.watchStop(p)
	if w.track.on {
		w.step(p)
	}
	w.ask(p, &f)
	return w.events
}

func (w *Watcher) fits(im *vision.Image) bool {
	p := w.ring[0]
	return im.Width/p.scale == p.w && im.Height/p.scale == p.h
}

// start makes everything that depends on the pictures' size.
func (w *Watcher) start(f *vision.Frame) {
	im := f.Image
	scale := w.scale(im)
	for i := range w.ring {
		w.ring[i] = newPicture(im.Width, im.Height, scale)
	}
	p := w.ring[0]
	w.sums = make([]uint32, 3*p.w)
	w.hands = newHands(p)
	w.ground = newGround(p)
	w.events = make([]Event, 0, 16)
	w.sight = sight{}
	w.around.start()
}

// scale returns the whole number by which pictures are shrunk, from the
// puzzle's size in the mat's middle.
func (w *Watcher) scale(im *vision.Image) int {
	const without = 320 // pixels of width, where no camera tells
	if c := w.cfg.Camera; c != nil {
		if q := c.CamFromMat.Apply(geom.Vec{}); q.Z > 1 {
			return max(1, int(c.Fx*w.cfg.SizeMM/q.Z/spanPx+0.5))
		}
	}
	return max(1, im.Width/without)
}

// push shrinks a frame into the ring.
func (w *Watcher) push(f *vision.Frame) *picture {
	p := w.ring[w.n%kept]
	p.fill(f, w.sums)
	w.n++
	if old := w.back(keptFull); old != nil {
		old.full = nil
	}
	if w.n == 1 {
		w.light.refer(p)
	}
	p.light = w.light.measure(p)
	if before := w.back(1); before != nil {
		w.noise.update(p, before)
	} else {
		w.noise.sigma = leastNoise
	}
	return p
}

// back returns the picture k frames ago; nil where it is not kept.
func (w *Watcher) back(k int) *picture {
	if k < 0 || k >= min(w.n, kept) {
		return nil
	}
	return w.ring[(w.n-1-k)%kept]
}

// ask asks where the puzzle lies, where that must be known and is not. What the
// mat looks like is learnt from the same frame: at the stop the hands are off
// its middle.
func (w *Watcher) ask(p *picture, f *vision.Frame) {
	if !w.stopped || w.track.on || w.asked || p.at < w.lookAt {
		return
	}
	w.asked = true
	w.learnGround(p, w.cfg.Camera)
	if !w.guard.on {
		w.hands.learn(w.lastSecond(), w.noise.sigma)
	}
	w.events = append(w.events, Event{Kind: Look, At: p.at, Frame: *f})
}

// learnGround learns the mat's colour from a picture, where a camera is known.
func (w *Watcher) learnGround(p *picture, cam *calib.Camera) {
	if cam != nil && p.full != nil {
		w.ground.learn(p, locate.Find(&vision.View{Image: p.full, Camera: cam}, w.cfg.SizeMM))
	}
}

// lastSecond returns some pictures of the last second, evenly spread.
func (w *Watcher) lastSecond() []*picture {
	have := 0
	for ; w.back(have) != nil && w.back(0).at-w.back(have).at <= time.Second; have++ {
	}
	var out []*picture
	for i := range min(have, moments) {
		out = append(out, w.back(i*have/moments))
	}
	return out
}

// step follows the puzzle into a picture.
func (w *Watcher) step(p *picture) {
	t := &w.track
	ok := t.follow(p, w.noise.sigma)
	rests := ok && t.still(p.at)
	if w.guard.on {
		w.watchOver(p, ok, rests)
	} else {
		w.awaitRest(p, rests)
	}
	w.collect(p, ok)
	const most = 8 // frames: less noise is not noticed
	if rests && t.seen >= mostSeen && t.blended < most {
		t.blended++
		t.anchor.blend(p, t.at, t.blended)
	}
	if !ok && p.at-t.seenAt >= lostAfter && !w.busy(p) {
		w.lose(p)
	}
}

// busy tells whether something beside the puzzle's last place changes from one
// picture to the next: a hand is at work there.
func (w *Watcher) busy(p *picture) bool {
	const most = 500 * time.Millisecond // longer than a hand takes to pass
	return p.at-w.track.seenAt <= most && w.stirred(p)
}

// stirred tells whether what lies beside the puzzle is changing.
func (w *Watcher) stirred(p *picture) bool {
	before := w.earlier(p, nowFor)
	if before == nil {
		return false
	}
	w.around.at(&w.track)
	return w.around.differing(p, before, w.noise.sigma) >= fingerSamples
}

// earlier returns the newest kept picture that is older than another by a time.
func (w *Watcher) earlier(p *picture, by time.Duration) *picture {
	for i := 0; w.back(i) != nil; i++ {
		if w.back(i).at <= p.at-by {
			return w.back(i)
		}
	}
	return nil
}

// nowFor is over what time something is said to be moving now: a hand at 0.1
// m/s, slow for one that withdraws, moves by half a finger in it.
const nowFor = 100 * time.Millisecond

func (w *Watcher) lose(p *picture) {
	w.track.on = false
	w.lookAt = p.at
	w.misses = 0
	w.guard.lose(w)
}

// End says that no frame follows and returns what remains to be told.
func (w *Watcher) End() []Event {
	w.events = w.events[:0]
	p := w.back(0)
	if p == nil {
		return nil
	}
	w.finish(p)
	if w.stopped && !w.track.on && !w.left && w.misses > 0 {
		w.leave(p)
	}
	return w.events
}
