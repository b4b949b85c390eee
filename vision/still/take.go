package still

import (
	"time"

	"github.com/plustwo/plustwo/vision"
)

// Still is the puzzle at rest.
type Still struct {
	At    time.Duration // of the sharpest frame
	Sharp *vision.Image // the sharpest frame
	Mean  *vision.Image // the same with the puzzle's surroundings as the mean of Count frames
	Count int
	After bool    // taken after a contact: to see whether a layer was moved (A6e1)
	Seen  float64 // share of the puzzle's edges that are seen in it
}

const (
	// enoughFrames halve the noise.
	enoughFrames = 4
	// takeFor is how long frames are waited for after rest.
	takeFor = 100 * time.Millisecond
	// around the puzzle the mean is taken this many times its size: what the
	// fit looks at.
	meanSizes = 3
)

// taking gathers resting frames.
type taking struct {
	on, after      bool
	from, due      time.Duration
	count          int
	best           *vision.Image
	bestAt         time.Duration
	sharp, seen    float64
	x0, y0, x1, y1 int
	sums           []uint16
}

// begin starts to gather frames from a time on.
func (k *taking) begin(from, now time.Duration) {
	k.on, k.after, k.count, k.sharp, k.best = true, false, 0, 0, nil
	k.from, k.due = from, now+takeFor
}

// collect adds a picture of the puzzle at rest.
func (w *Watcher) collect(p *picture, ok bool) {
	k := &w.take
	if !k.on {
		return
	}
	if k.count == 0 {
		k.frame(w, p)
		for i := kept - 1; i > 0; i-- { // what was gathered before rest was told
			if q := w.back(i); q != nil && q.at >= k.from && q.at < p.at && q.full != nil && w.seenIn(q) >= mostSeen {
				k.add(q, w.track.seen)
			}
		}
	}
	if ok && w.track.seen >= mostSeen && p.full != nil && p.at >= k.from {
		k.add(p, w.track.seen)
	}
	if k.count >= enoughFrames || k.count > 0 && p.at >= k.due {
		w.events = append(w.events, Event{Kind: Taken, At: p.at, Still: k.still()})
		k.on = false
		k.best = nil
	}
}

// seenIn is the share of the puzzle's edges that an earlier picture shows
// where it lies now.
func (w *Watcher) seenIn(q *picture) float32 {
	return w.track.anchor.seen(q, w.track.at, w.noise.sigma)
}

// frame sets the part of the pictures that is averaged.
func (k *taking) frame(w *Watcher, p *picture) {
	o := &w.track.outline
	s := float32(p.scale)
	r := int(s * o.radius() * meanSizes)
	cx, cy := int(s*o.cx), int(s*o.cy)
	im := w.latest()
	k.x0, k.y0 = max(cx-r, 0), max(cy-r, 0)
	k.x1, k.y1 = min(cx+r, im.Width), min(cy+r, im.Height)
	n := 3 * max(k.x1-k.x0, 0) * max(k.y1-k.y0, 0)
	if cap(k.sums) < n {
		k.sums = make([]uint16, n)
	}
	k.sums = k.sums[:n]
	clear(k.sums)
}

func (w *Watcher) latest() *vision.Image { return w.back(0).full }

// add adds a frame and keeps the sharpest.
func (k *taking) add(p *picture, seen float32) {
	im := p.full
	i := 0
	for y := k.y0; y < k.y1; y++ {
		for _, v := range im.Pix[3*(y*im.Width+k.x0) : 3*(y*im.Width+k.x1)] {
			k.sums[i] += uint16(v)
			i++
		}
	}
	k.count++
	if s := k.sharpness(im); s > k.sharp || k.best == nil {
		k.sharp, k.best, k.bestAt, k.seen = s, im, p.at, float64(seen)
	}
}

// sharpness is the mean squared step of green between neighbours over the
// puzzle's surroundings, against its brightness.
func (k *taking) sharpness(im *vision.Image) float64 {
	sum, level := 0.0, 1.0
	for y := k.y0; y+1 < k.y1; y++ {
		row := im.Pix[3*(y*im.Width+k.x0)+1 : 3*(y*im.Width+k.x1)]
		below := im.Pix[3*((y+1)*im.Width+k.x0)+1 : 3*((y+1)*im.Width+k.x1)]
		across, total := 0, 0
		for x := 0; x+3 < len(row); x += 3 {
			v := int(row[x])
			dx, dy := int(row[x+3])-v, int(below[x])-v
			across += dx*dx + dy*dy
			total += v
		}
		sum += float64(across)
		level += float64(total)
	}
	return sum / (level * level)
}

// still makes the pictures.
func (k *taking) still() *Still {
	s := &Still{At: k.bestAt, Sharp: k.best, Count: k.count, After: k.after, Seen: k.seen}
	m := &vision.Image{Width: k.best.Width, Height: k.best.Height, Pix: append([]uint8(nil), k.best.Pix...)}
	half := uint16(k.count / 2)
	i := 0
	for y := k.y0; y < k.y1; y++ {
		row := m.Pix[3*(y*m.Width+k.x0) : 3*(y*m.Width+k.x1)]
		for x := range row {
			row[x] = uint8((k.sums[i] + half) / uint16(k.count))
			i++
		}
	}
	s.Mean = m
	return s
}
