package still

import (
	"math"
	"slices"
)

// Bins of colours: two of chromaticity, one of lightness.
const (
	hueBins   = 24
	lightBins = 8
	allBins   = hueBins * hueBins * lightBins
)

// colours counts pixels by the bins of their colours.
type colours struct {
	count [allBins]float32
	sum   float32
}

func (c *colours) add(v *[3]float32, light float32) {
	c.count[bin(v, light)]++
	c.sum++
}

// share is how many of the pixels had a bin's colour or a neighbour of it.
func (c *colours) share(bin int) float32 {
	sum := float32(0)
	for _, d := range [7]int{0, 1, -1, hueBins, -hueBins, hueBins * hueBins, -hueBins * hueBins} {
		if i := bin + d; i >= 0 && i < allBins {
			sum += c.count[i]
		}
	}
	return sum / max(c.sum, 1)
}

// hands knows the colours of what moved on the table before the puzzle came to
// rest: hands, sleeves, gloves. It learns them from motion, so that no colour
// of skin or cloth is assumed.
type hands struct {
	moved, puzzle, table colours
	stack                []int32
	stamp                []uint32
	round                uint32
}

func newHands(p *picture) *hands {
	n := p.w * p.h
	return &hands{stack: make([]int32, 0, n), stamp: make([]uint32, n)}
}

// bin returns the bin of a colour (toe included) in a light.
func bin(v *[3]float32, light float32) int {
	sum := v[0] + v[1] + v[2]
	// Chromaticities of sRGB with its toe lie between 0.05 and 0.85; half of
	// the bins are for the middle, where skin and cloth are.
	const low, high = 0.15, 0.55
	x := int((v[0]/sum - low) / (high - low) * hueBins)
	y := int((v[1]/sum - low) / (high - low) * hueBins)
	const white = 3 * (255*unit + toe)
	z := int(sqrt(sum/light/white) * lightBins)
	x, y, z = min(max(x, 0), hueBins-1), min(max(y, 0), hueBins-1), min(max(z, 0), lightBins-1)
	return (z*hueBins+x)*hueBins + y
}

// movedSigmas is how many times the noise a pixel must change, together with a
// tenth of its value, to have moved: flicker changes a picture by a few
// percent at most.
const (
	movedSigmas = 6
	movedShare  = 0.10
)

// changed tells whether a pixel shows something else in two pictures, up to
// noise, light and part of a shadow.
func changed(a, b *[3]float32, ratio, sigma float32) bool {
	return changedBy(a, b, ratio, sigma, movedShare)
}

// changedBy is changed for a share of the value.
func changedBy(a, b *[3]float32, ratio, sigma, share float32) bool {
	for k := range a {
		d := a[k] - ratio*b[k]
		if max(d, -d) > movedSigmas*sigma+share*max(a[k], ratio*b[k]) {
			return true
		}
	}
	return false
}

// foreignSigmas parts what lies on the mat from the mat: the middle of the
// range over which locate's foreground rises.
const foreignSigmas = 5.5

// moments is how many pictures of the last second are compared, to tell what
// passed from what stays.
const moments = 9

// learn takes the colours of what passed over the table in the last pictures,
// the newest first: pixels that differ from their own median and from the
// newest, but for shadows on either. What has lain still for more than half of
// the time, or lies there now, may be the table.
func (h *hands) learn(pictures []*picture, sigma float32) {
	h.moved, h.table = colours{}, colours{}
	if len(pictures) < 3 {
		return
	}
	p := pictures[0]
	const every = 2 // pixels, each way
	for y := 0; y < p.h; y += every {
		for x := 0; x < p.w; x += every {
			h.learnPixel(pictures, y*p.w+x, sigma)
		}
	}
}

func (h *hands) learnPixel(pictures []*picture, j int, sigma float32) {
	var all [moments][3]float32
	var channel [moments]float32
	n := min(len(pictures), moments)
	for i, p := range pictures[:n] {
		p.value(j, &all[i])
		for k := range all[i] {
			all[i][k] /= p.light
		}
	}
	var usual [3]float32
	for k := range usual {
		for i := range n {
			channel[i] = all[i][k]
		}
		slices.Sort(channel[:n])
		usual[k] = channel[n/2]
	}
	h.table.add(&usual, 1)
	for i := range n {
		if v := &all[i]; passed(v, &usual, sigma) && passed(v, &all[0], sigma) {
			h.moved.add(v, 1)
		}
	}
}

// passed tells whether a colour is not another one, with less light or as much.
func passed(v, other *[3]float32, sigma float32) bool {
	return changed(v, other, 1, sigma) && !shadow(v, other, sigma)
}

// shadow tells whether a colour is another one with less light.
func shadow(v, lit *[3]float32, sigma float32) bool {
	var vl, ll float32
	for k := range v {
		vl += v[k] * lit[k]
		ll += lit[k] * lit[k]
	}
	share := vl / ll
	if share > 1 || share < darkest {
		return false
	}
	for k := range v {
		if d := v[k] - share*lit[k]; max(d, -d) > movedSigmas*sigma+movedShare/2*v[k] {
			return false
		}
	}
	return true
}

// except learns the puzzle's own colours, which moved with the hands.
func (h *hands) except(p *picture, o *outline) {
	h.puzzle = colours{}
	x0, y0, x1, y1 := o.bounds()
	var v [3]float32
	for y := max(y0, 0); y <= min(y1, p.h-1); y++ {
		for x := max(x0, 0); x <= min(x1, p.w-1); x++ {
			if o.holds(float32(x), float32(y), 0) {
				p.value(y*p.w+x, &v)
				h.puzzle.add(&v, p.light)
			}
		}
	}
}

// like tells whether a colour is one of those that passed: at least a hundredth
// of what passed had it, less being the rim of a hand, where it blends with the
// table; more than of the puzzle; and twice what of the table has it, on which
// a hand may lie.
func (h *hands) like(v *[3]float32, light float32) bool {
	const least, over = 0.01, 2
	k := bin(v, light)
	hand := h.moved.share(k)
	return hand > least && hand > h.puzzle.share(k) && hand > over*h.table.share(k)
}

// reach returns how large (square small pixels) the thing is that has a hand's
// colours and is connected to the marked places beside an outline, 0 where most
// of these do not have them; it stops counting at most.
func (h *hands) reach(p *picture, o *outline, a *around, most int) int {
	h.round++
	h.stack = h.stack[:0]
	area := 0
	push := func(x, y int) bool {
		if x < 0 || y < 0 || x >= p.w || y >= p.h || len(h.stack) == cap(h.stack) {
			return false
		}
		j := y*p.w + x
		if h.stamp[j]/2 == h.round {
			return h.stamp[j]%2 == 1
		}
		h.stamp[j] = 2 * h.round
		var v [3]float32
		p.value(j, &v)
		if o.holds(float32(x), float32(y), 0) || !h.like(&v, p.light) {
			return false
		}
		h.stamp[j]++
		area++
		h.stack = append(h.stack, int32(j))
		return true
	}
	alike := 0
	for i, q := range a.places {
		if a.mask[i] && push(int(q.x+0.5), int(q.y+0.5)) {
			alike++
		}
	}
	if 2*alike < a.covered {
		return 0
	}
	for len(h.stack) > 0 && area < most {
		j := int(h.stack[len(h.stack)-1])
		h.stack = h.stack[:len(h.stack)-1]
		x, y := j%p.w, j/p.w
		push(x+1, y)
		push(x-1, y)
		push(x, y+1)
		push(x, y-1)
	}
	return area
}

// handArea is half the palm side of a small adult's hand without its fingers,
// 80 by 70 mm: less is no hand (mm2).
const handArea = 80 * 70 / 2

func squareMM(mm2, mm float32) int { return int(math.Ceil(float64(mm2 / (mm * mm)))) }
