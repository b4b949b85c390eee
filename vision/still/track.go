package still

import (
	"slices"
	"time"
)

// Seen shares of the puzzle's edges.
const (
	someSeen = 0.40 // enough to tell where it is: with less, what covers it outweighs it (Tukey's weights break down at half)
	mostSeen = 0.70 // enough for the still: noise hides up to a fifth of the edges, a finger another tenth
)

// stillMM is how little the puzzle may move while it lies at rest: a quarter of
// a millimetre at a 3x3's corner, 39 mm from the axis of a layer, is 0.4
// degrees, the error of the measurement itself. Where the frames' noise hides
// that, up to loosestMM: 4 mm/s, a tenth of a puzzle's size in 1.4 s.
const (
	stillMM   = 0.25
	loosestMM = 0.8
)

// reachMM is how far a puzzle is looked for from one frame to the next where
// it is not seen near its last place: 1.3 m/s at 30 frames/s, a throw.
const reachMM = 45

// renewMM is how far the puzzle moves until its looks are taken anew: the
// view of its sides changes by 0.3 degrees then, at half a metre.
const renewMM = 3

// spot is where the puzzle was in one frame: the centre of its outline and its
// turn, in small pixels and radians.
type spot struct {
	at         time.Duration
	x, y, turn float32
}

// memory bounds the spots that are kept: restFor at 240 frames/s.
const memory = 48

// track follows one puzzle.
type track struct {
	on      bool
	mm      float32 // millimetres for a small pixel
	outline outline // where it is
	turn    float32 // since the track began

	anchor   *patch // what it looks like
	from     outline
	fromTurn float32
	at       pose // since the anchor
	last     pose // one frame earlier
	blended  int  // frames that the anchor is the mean of
	seen     float32
	seenAt   time.Duration
	radius   float32

	spots   [memory]spot // the newest last
	n       int
	scratch [memory]float32
}

// begin starts to follow the outline that a picture shows.
func (t *track) begin(p *picture, o *outline, mm, sigma float32) {
	t.on, t.mm, t.outline, t.turn, t.n = true, mm, *o, 0, 0
	t.renew(p, sigma)
	t.seen, t.seenAt = 1, p.at
}

// renew takes what the puzzle looks like now as what it looks like.
func (t *track) renew(p *picture, sigma float32) {
	t.from, t.fromTurn = t.outline, t.turn
	t.radius = t.from.radius()
	t.anchor.take(p, &t.from, sigma)
	t.at, t.last, t.blended = pose{}, pose{}, 1
}

// find looks for the puzzle in a picture, near where it was or would be; it
// changes nothing.
func (t *track) find(p *picture, sigma float32) (pose, float32) {
	at, seen := t.anchor.align(p, t.at, sigma)
	if seen >= someSeen && t.between(at, t.at) < reachMM {
		return at, seen
	}
	next := pose{2*t.at.x - t.last.x, 2*t.at.y - t.last.y, 2*t.at.turn - t.last.turn}
	near := t.anchor.search(p, next, int(reachMM/t.mm+0.5))
	if again, share := t.anchor.align(p, near, sigma); share > seen {
		return again, share
	}
	return at, seen
}

// follow looks for the puzzle in the next picture and tells whether it is seen,
// the whole of it in the picture.
func (t *track) follow(p *picture, sigma float32) bool {
	at, seen := t.find(p, sigma)
	t.seen = seen
	if seen < someSeen {
		t.last = t.at
		return false
	}
	t.last, t.at = t.at, at
	t.outline.moved(&t.from, t.anchor.cx, t.anchor.cy, at)
	t.turn = t.fromTurn + at.turn
	if !t.outline.inside(p) {
		return false
	}
	t.seenAt = p.at
	t.remember(spot{p.at, t.outline.cx, t.outline.cy, t.turn})
	if t.between(at, pose{}) > renewMM {
		t.renew(p, sigma)
	}
	return true
}

func (t *track) remember(s spot) {
	if t.n == memory {
		copy(t.spots[:], t.spots[1:])
		t.n--
	}
	t.spots[t.n] = s
	t.n++
}

// between is how far apart two poses put the point that moves most (mm).
func (t *track) between(a, b pose) float32 {
	return t.distance(a.x-b.x, a.y-b.y, a.turn-b.turn)
}

func (t *track) distance(x, y, turn float32) float32 {
	return t.mm * (sqrt(x*x+y*y) + max(turn, -turn)*t.radius)
}

// window returns the spots of the last while, and the one before them, so that
// they cover it; nil where the puzzle has not been followed for that long.
func (t *track) window(now, while time.Duration) []spot {
	for i := t.n - 1; i >= 0; i-- {
		if t.spots[i].at <= now-while {
			return t.spots[i:t.n]
		}
	}
	return nil
}

// newest is where the puzzle was last seen.
func (t *track) newest() spot {
	if t.n == 0 {
		return spot{x: t.outline.cx, y: t.outline.cy, turn: t.turn}
	}
	return t.spots[t.n-1]
}

// usual is the mean of where the puzzle was for a while.
func (t *track) usual(now, while time.Duration) spot {
	if w := t.window(now, while); len(w) > 0 {
		return mean(w)
	}
	return t.newest()
}

// fewSpots is the least to tell motion from noise by.
const fewSpots = 3

// still tells whether the puzzle has been lying still for restFor: the later
// half of its spots lies where the earlier half does, and none is far off.
func (t *track) still(now time.Duration) bool {
	w := t.window(now, restFor)
	if len(w) < fewSpots || w[len(w)-1].at != now {
		return false
	}
	limit := t.limit()
	all := mean(w)
	for _, s := range w {
		if t.distance(s.x-all.x, s.y-all.y, s.turn-all.turn) > 2*limit {
			return false
		}
	}
	a, b := mean(w[:len(w)/2]), mean(w[len(w)-len(w)/2:])
	return t.distance(a.x-b.x, a.y-b.y, a.turn-b.turn) <= limit
}

// since returns from when the puzzle has been lying where it lies now.
func (t *track) since(now time.Duration) time.Duration {
	limit, all := t.limit(), t.usual(now, restFor/2)
	from := now
	for i := t.n - 1; i >= 0; i-- {
		s := t.spots[i]
		if t.distance(s.x-all.x, s.y-all.y, s.turn-all.turn) > limit {
			break
		}
		from = s.at
	}
	return from
}

func mean(w []spot) spot {
	var m spot
	for _, s := range w {
		m.x, m.y, m.turn = m.x+s.x, m.y+s.y, m.turn+s.turn
	}
	n := float32(max(len(w), 1))
	return spot{x: m.x / n, y: m.y / n, turn: m.turn / n}
}

// limit is how far a resting puzzle's places may lie apart (mm): stillMM, or
// what the frames' noise makes of one place. The noise is told from second
// differences, which an even motion leaves at zero.
func (t *track) limit() float32 {
	const (
		newest = 12  // spots: 0.4 s at 30 frames/s
		median = 2.9 // of the second difference of places with noise 1 each way, about
		sure   = 4   // standard deviations
	)
	d := t.scratch[:0]
	for i := max(2, t.n-newest); i < t.n; i++ {
		a, b, c := t.spots[i-2], t.spots[i-1], t.spots[i]
		d = append(d, t.distance(a.x-2*b.x+c.x, a.y-2*b.y+c.y, a.turn-2*b.turn+c.turn))
	}
	if len(d) == 0 {
		return stillMM
	}
	slices.Sort(d)
	return min(max(stillMM, sure*d[len(d)/2]/median), loosestMM)
}
