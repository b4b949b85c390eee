package still

import (
	"math"
	"math/bits"
	"time"

	"github.com/plustwo/plustwo/calib/geom"
)

// The timer's stop is told from its display: a running one changes with every
// frame and then does not, while hands have come down beside it. Where the
// timer lies on the table is not assumed, but for its being on the competitor's
// half.
const (
	// cellMM is the side of the squares that are looked at: about the last
	// digit of a display, 10 to 15 mm wide.
	cellMM = 12
	// runFor is how long a display must have run in sight, and quietFor how
	// long it must stand.
	runFor   = 250 * time.Millisecond
	quietFor = 150 * time.Millisecond
	// Of the frames of runFor this share must show a change: a display that
	// shows hundredths can show the same digit twice.
	runShare = 0.8
	// Of a cell's pixels this share changes with a digit, and no more: a hand
	// that passes changes nearly all.
	leastDigit, mostDigit = 0.15, 0.75
	// apart is how many cells above and below a digit the display's case lies,
	// which does not change, and caseShare in which part of the frames it may.
	apart     = 2
	caseShare = 0.4
	// digitShare is how much of a pixel's value a stroke that comes or goes
	// changes at least: displays have a contrast of 3 or more, of which a small
	// pixel, as wide as a stroke, keeps a part.
	digitShare = 0.2
	// sameLevel is how much a cell's mean may change while digits run on it: a
	// seven-segment 8 has half again as much ink as the mean digit, of a fifth
	// of the cell.
	sameLevel = 0.15
	// Beside the display, from 45 to 160 mm either way and 60 mm from it to
	// the competitor, hands on the pads lie: pads are 200 to 220 mm apart.
	padFrom, padTo, padNear, padFar = 45, 160, -60, 30
	// handOnPad is how much of that a hand covers at least (mm2): three
	// fingers' ends.
	handOnPad = 3 * 16 * 25
)

// sight watches for a display that stops.
type sight struct {
	cells  []cell
	grid   []int32 // index into cells, by place on the picture; -1 for none
	wide   int
	side   int
	scaled bool
}

// cell is a square of the small picture and in which of the last frames, the
// newest in the lowest bit, it changed as digits do, and at all.
type cell struct {
	x, y, place int
	at          geom.Vec // on the mat, mm
	digits, any uint64
}

// watchStop notes the timer's stop, given or seen.
func (w *Watcher) watchStop(p *picture) {
	if w.stopped {
		return
	}
	if !w.stopKnown && !w.cfg.Told && w.cfg.Camera != nil {
		if at, ok := w.seeStop(p); ok {
			w.Stop(at)
			w.events = append(w.events, Event{Kind: Stopped, At: p.at, From: at, To: at})
		}
	}
	if w.stopKnown && p.at >= w.stopAt {
		w.stopped, w.lookAt = true, p.at
	}
}

// lay lays the cells over the competitor's half of the mat.
func (s *sight) lay(w *Watcher, p *picture) {
	s.scaled = true
	c := w.cfg.Camera
	depth := c.CamFromMat.Apply(geom.Vec{}).Z
	if depth < 1 {
		return
	}
	s.side = max(3, int(cellMM*c.Fx/depth/float64(p.scale)+0.5))
	o := c.Centre()
	const halfWidth, near = 350, -300 // mm: where a timer can lie on or before a mat
	for y := 0; y+s.side <= p.h; y += s.side {
		for x := 0; x+s.side <= p.w; x += s.side {
			s.grid = append(s.grid, -1)
			u, v := place((y+s.side/2)*p.w+x+s.side/2, p)
			d := c.Ray(geom.Pixel{U: u, V: v})
			if d.Z >= 0 {
				continue // the sky
			}
			at := o.Add(d.Mul(-o.Z / d.Z))
			if at.Y < 0 && at.Y > near && math.Abs(at.X) < halfWidth {
				s.grid[len(s.grid)-1] = int32(len(s.cells))
				s.cells = append(s.cells, cell{x: x, y: y, at: at, place: len(s.grid) - 1})
			}
		}
		if s.wide == 0 {
			s.wide = len(s.grid)
		}
	}
}

// seeStop tells when the display stopped, once it has stood for quietFor.
func (w *Watcher) seeStop(p *picture) (time.Duration, bool) {
	s := &w.sight
	if !s.scaled {
		s.lay(w, p)
	}
	before := w.back(1)
	if before == nil {
		return 0, false
	}
	quiet, run := w.frames(quietFor, 0), w.frames(runFor, quietFor)
	for i := range s.cells {
		c := &s.cells[i]
		share := s.changedIn(c, p, before, w.noise.sigma)
		c.digits, c.any = c.digits<<1, c.any<<1
		if share >= leastDigit {
			c.any |= 1
			if share <= mostDigit {
				c.digits |= 1
			}
		}
		if quiet == 0 || run == 0 || c.any&(1<<quiet-1) != 0 || c.digits>>quiet&1 == 0 {
			continue
		}
		ran := c.digits >> quiet & (1<<run - 1)
		if float64(bits.OnesCount64(ran)) >= runShare*float64(run) && s.cased(c, quiet, run) && w.level(c, quiet+run) && w.known(c, quiet, run) && w.handsBeside(c, p) {
			return w.back(quiet).at, true
		}
	}
	return 0, false
}

// frames returns how many frames a time before a time ago has; 0 where they
// are not kept.
func (w *Watcher) frames(while, ago time.Duration) int {
	now := w.back(0).at - ago
	n := 0
	for i := 0; w.back(i) != nil; i++ {
		at := w.back(i).at
		if at <= now-while {
			return n
		}
		if at <= now {
			n++
		}
	}
	return 0
}

// changedIn returns the share of a cell's pixels that changed between two
// pictures.
func (s *sight) changedIn(c *cell, p, before *picture, sigma float32) float64 {
	var a, b [3]float32
	ratio := p.light / before.light
	n := 0
	for y := c.y; y < c.y+s.side; y++ {
		for j := y*p.w + c.x; j < y*p.w+c.x+s.side; j++ {
			p.value(j, &a)
			before.value(j, &b)
			if changedBy(&a, &b, ratio, sigma, digitShare) {
				n++
			}
		}
	}
	return float64(n) / float64(s.side*s.side)
}

// known tells whether a cell shows nothing that it did not show while it ran:
// ink or no ink, not a hand that came to lie on it.
func (w *Watcher) known(c *cell, quiet, run int) bool {
	const most = 0.1 // of the pixels: the last digit itself may be new
	p := w.back(0)
	var a, b [3]float32
	odd := 0
	for y := c.y; y < c.y+w.sight.side; y++ {
	next:
		for j := y*p.w + c.x; j < y*p.w+c.x+w.sight.side; j++ {
			p.value(j, &a)
			for i := quiet + 1; i <= quiet+run; i++ {
				q := w.back(i)
				q.value(j, &b)
				if !changedBy(&a, &b, p.light/q.light, w.noise.sigma, digitShare) {
					continue next
				}
			}
			odd++
		}
	}
	return float64(odd) <= most*float64(w.sight.side*w.sight.side)
}

// cased tells whether what lies above and below a cell stayed the same while
// the cell ran: a display's case does, a hand does not.
func (s *sight) cased(c *cell, quiet, run int) bool {
	for _, i := range [2]int{c.place - apart*s.wide, c.place + apart*s.wide} {
		if i < 0 || i >= len(s.grid) || s.grid[i] < 0 {
			continue // it lies beyond the half that is looked at
		}
		ran := s.cells[s.grid[i]].any >> quiet & (1<<run - 1)
		if float64(bits.OnesCount64(ran)) > caseShare*float64(run) {
			return false
		}
	}
	return true
}

// level tells whether a cell's mean has stayed the same over the last frames:
// that what changed on it are digits.
func (w *Watcher) level(c *cell, frames int) bool {
	now := w.sight.mean(c, w.back(0))
	for i := 1; i < frames; i++ {
		p := w.back(i)
		if p == nil {
			return false
		}
		if m := w.sight.mean(c, p) / now; m < 1-sameLevel || m > 1+sameLevel {
			return false
		}
	}
	return true
}

// mean is a cell's mean, in one light.
func (s *sight) mean(c *cell, p *picture) float32 {
	sum := float32(0)
	for y := c.y; y < c.y+s.side; y++ {
		for j := y*p.w + c.x; j < y*p.w+c.x+s.side; j++ {
			sum += p.grey(j)
		}
	}
	return sum / p.light
}

// handsBeside tells whether something has come to lie beside a cell within the
// last second.
func (w *Watcher) handsBeside(c *cell, p *picture) bool {
	last := w.lastSecond()
	old := last[len(last)-1]
	area := 0.0
	for i := range w.sight.cells {
		q := &w.sight.cells[i]
		dx, dy := math.Abs(q.at.X-c.at.X), q.at.Y-c.at.Y
		if dx < padFrom || dx > padTo || dy < padNear || dy > padFar {
			continue
		}
		area += cellMM * cellMM * w.sight.changedIn(q, p, old, w.noise.sigma)
	}
	return area >= handOnPad
}
