package fit

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// guess is a pose with its standing at some stage; lower cost is better.
type guess struct {
	pose    pose
	cost    float64
	inner   float64               // border (pixels) seen of exposed inner faces
	support float64               // share of the looked-for borders that the picture shows
	sigma   [maxLayers]geom.Angle // of each interface's turn
	pins    []pin                 // where the puzzle was seen as a lattice
	scanned bool                  // better guesses were looked for beside it
}

// coarseSpan is about how many coarse pixels the puzzle's size covers: enough
// to tell the table's entries apart (30 pixels across are enough).
const coarseSpan = 28.0

// window is a view's neighbourhood of one candidate at three scales.
type window struct {
	name   string // the view's
	im     *vision.Image
	cam    *calib.Camera
	ground *locate.Ground
	span   float64 // picture pixels that the puzzle's size covers
	coarse level
	mid    level
	fine   level
	fg     mask
	fgX    float64 // fg's centroid and size
	fgY    float64
	fgN    int
	// rescale makes shapes as large as the foreground: for unknown distances.
	rescale bool
}

// level is the window at one scale with the cost of calling each pixel mat.
type level struct {
	*patch
	mat   []float32
	noise float64 // deviation of one pixel's noise over the three channels
}

// scale picks one of a window's finer levels.
type scale int

const (
	half scale = iota // two picture pixels a pixel
	full
)

func (w *window) at(s scale) *level {
	if s == half {
		return &w.mid
	}
	return &w.fine
}

func newWindow(v *vision.View, sc *locate.Scene, c locate.Candidate) *window {
	scale := max(int(math.Round(c.Span/coarseSpan)), 1)
	scale = min(scale, min(v.Image.Width, v.Image.Height)/4) // a window of 4 pixels at least
	out := min(0.5*maskSide*float64(scale), reachOut*c.Span)
	x0, y0 := int(c.Centre.U-out), int(c.Centre.V-out)
	x1, y1 := int(c.Centre.U+out), int(c.Centre.V+out)
	w := &window{name: v.Name, im: v.Image, cam: v.Camera, ground: sc.Ground, span: c.Span}
	at := func(scale int) level {
		p := cutPatch(v.Image, x0, y0, x1, y1, scale)
		return level{p, w.matCost(p), p.noise()}
	}
	w.coarse, w.mid, w.fine = at(scale), at(2), at(1)
	for y := 0; y < min(w.coarse.h, maskSide); y++ {
		for x := 0; x < min(w.coarse.w, maskSide); x++ {
			q := w.coarse.from(geom.Pixel{U: float64(x), V: float64(y)})
			if sc.Foreground(q.U, q.V) > 0.5 {
				w.fg[y] |= 1 << x
			}
		}
	}
	thing := clutter(w.coarse.patch, &w.fg)
	rest := w.fg
	for y := range thing {
		rest[y] &^= thing[y]
	}
	rest, whole := rest.opened(printRadius), w.fg.opened(printRadius)
	_, _, n := rest.centroid()
	if float64(n) < leastLeft*(c.Span/w.coarse.scale)*(c.Span/w.coarse.scale) {
		w.fg = whole // the thing is the puzzle itself, or nothing else is there
	} else {
		w.fg = rest
		for _, lv := range []*level{&w.coarse, &w.mid, &w.fine} {
			w.excuse(lv, &thing)
		}
	}
	w.fgX, w.fgY, w.fgN = w.fg.centroid()
	return w
}

// leastLeft is the share of the puzzle's square that must be left once clutter
// is taken out: half of what its smallest face covers.
const leastLeft = 0.25

// printRadius is half the width, in coarse pixels, of strokes that are taken
// for print on the mat: 5 of 28 pixels are a sixth of the puzzle, or 10 mm.
const printRadius = 2

// reachOut is how far, in puzzle sizes, a window reaches from the candidate's
// centre: half a cube's diagonal in every direction plus a candidate's error.
const reachOut = 1.15

// Costs are in squared standard deviations of a part's colour: spread is the
// deviation of a pixel within one part, limit caps a pixel's cost so that
// print, glare and logos cannot outweigh the rest.
const (
	spread = 10.0 // sRGB steps in opponent channels
	limit  = 12.0
	// matLimit is less: print on the mat is common, an unlike pixel on a sticker rare.
	matLimit = 6.0
)

// matCost rates each pixel as mat: in its colour's smooth surface, or darker
// by a shadow. Ground that is no smooth surface says less.
func (w *window) matCost(p *patch) []float32 {
	out := make([]float32, p.w*p.h)
	s := w.ground.Sigma
	wide := max(spread*spread, s[0]*s[0]+s[1]*s[1]+s[2]*s[2])
	for y := 0; y < p.h; y++ {
		for x := 0; x < p.w; x++ {
			q := p.from(geom.Pixel{U: float64(x), V: float64(y)})
			l, rg, yb := w.ground.At(q.U, q.V)
			i := 3 * (y*p.w + x)
			out[y*p.w+x] = float32(min(matDistance(p.pix[i:i+3], lightness*l, rg, yb)/wide, matLimit))
		}
	}
	return out
}

// darkest is the deepest shadow taken for mat, as a share of its colour.
const darkest = 0.25

// matDistance returns the squared distance of a patch pixel from the mat's
// colour or the nearest of its shadows.
func matDistance(q []float32, l, rg, yb float64) float64 {
	a, b, c := float64(q[0]), float64(q[1]), float64(q[2])
	k := (a*l + b*rg + c*yb) / max(l*l+rg*rg+yb*yb, 1)
	k = min(max(k, darkest), 1)
	a, b, c = a-k*l, b-k*rg, c-k*yb
	return a*a + b*b + c*c
}

// shapes ranks every coarse shape and yaw at a candidate by silhouette.
func (w *window) shapes(m *model, c locate.Candidate, size, surface float64, keep int) []guess {
	return w.shapesOf(m, table(m), c, size, surface, keep)
}

// shape is one coarse shape and yaw, moved by coarse pixels to where it
// overlaps the foreground most.
type shape struct {
	entry   *entry
	k       int // which of the entry's yaws
	size    float64
	dx, dy  int
	overlap float64
}

func (w *window) shapesOf(m *model, entries []entry, c locate.Candidate, size, surface float64, keep int) []guess {
	f := shapeFinder{w: w, d: painter{m: m}, size: size,
		p: pose{x: c.Mat.X, y: c.Mat.Y, z: surface, size: size, fill: 0.9, rim: 0.975}}
	for i := range entries {
		for k := 0; k < entries[i].turns(); k += 2 {
			f.try(&entries[i], k)
		}
	}
	f.top(2 * keep)
	for _, s := range f.found {
		n := s.entry.turns()
		for _, k := range [2]int{(s.k + 1) % n, (s.k + n - 1) % n} {
			if !slices.ContainsFunc(f.found, func(o shape) bool { return o.entry == s.entry && o.k == k }) {
				f.try(s.entry, k)
			}
		}
	}
	f.top(keep)
	var out []guess
	for _, s := range f.found {
		q := f.p
		q.rest, q.turn, q.yaw, q.size = s.entry.rest, s.entry.turn, s.entry.yaw(s.k), s.size
		w.shift(&q, float64(s.dx), float64(s.dy))
		out = append(out, guess{pose: q, cost: -s.overlap})
	}
	return out
}

// turns is the number of yaws at which the table has an entry.
func (e *entry) turns() int { return int(math.Ceil(float64(geom.Turn/coarse) / float64(e.yaws))) }

// yaw returns the k-th of them.
func (e *entry) yaw(k int) float64 { return 2 * math.Pi * float64(k) / float64(e.turns()*e.yaws) }

// shapeFinder ranks shapes and yaws by silhouette: every other yaw first, then
// those beside the best.
type shapeFinder struct {
	w     *window
	d     painter
	p     pose
	size  float64
	found []shape
}

// try rates an entry at its k-th yaw.
func (f *shapeFinder) try(e *entry, k int) {
	p := &f.p
	p.rest, p.turn, p.yaw, p.size = e.rest, e.turn, e.yaw(k), f.size
	if f.w.rescale {
		p.size *= f.w.enlargement(&f.d, p)
	}
	if s, ok := f.w.place(&f.d, p); ok {
		s.entry, s.k, s.size = e, k, p.size
		f.found = append(f.found, s)
	}
}

// top keeps the best.
func (f *shapeFinder) top(keep int) {
	slices.SortStableFunc(f.found, func(a, b shape) int { return cmp.Compare(b.overlap, a.overlap) })
	f.found = f.found[:min(keep, len(f.found))]
}

// enlargement returns by how much a pose's silhouette must grow to be as large
// as the foreground.
func (w *window) enlargement(d *painter, p *pose) float64 {
	var outer, inner mask
	if !d.silhouette(w.cam, p, w.coarse.patch, &outer, &inner) {
		return 1
	}
	if _, _, n := outer.centroid(); n > 0 && w.fgN > 0 {
		return math.Sqrt(float64(w.fgN) / float64(n))
	}
	return 1
}

// place finds where a pose's silhouette overlaps the foreground most, near
// where their centroids meet.
func (w *window) place(d *painter, p *pose) (shape, bool) {
	var outer, inner mask
	fx, fy, n := w.fgX, w.fgY, w.fgN
	if n == 0 || !d.silhouette(w.cam, p, w.coarse.patch, &outer, &inner) {
		return shape{}, false
	}
	sx, sy, sn := outer.centroid()
	if sn == 0 {
		return shape{}, false
	}
	s := shape{overlap: -1}
	cx, cy := int(math.Round(fx-sx)), int(math.Round(fy-sy))
	for _, by := range [5][2]int{{0, 0}, {-2, 0}, {2, 0}, {0, -2}, {0, 2}} {
		if o := outer.overlap(&w.fg, &inner, cx+by[0], cy+by[1]); o > s.overlap {
			s.dx, s.dy, s.overlap = cx+by[0], cy+by[1], o
		}
	}
	return s, true
}

// shift moves a pose on the mat by coarse pixels.
func (w *window) shift(p *pose, dx, dy float64) {
	at := geom.Vec{X: p.x, Y: p.y, Z: p.z + p.size/2}
	px, ok := w.cam.Project(at)
	if !ok {
		return
	}
	px.U += dx * w.coarse.scale
	px.V += dy * w.coarse.scale
	r, o := w.cam.Ray(px), w.cam.Centre()
	k := (at.Z - o.Z) / r.Z
	p.x, p.y = o.X+k*r.X, o.Y+k*r.Y
}

func top(g []guess, keep int) []guess {
	sort.SliceStable(g, func(i, j int) bool { return g[i].cost < g[j].cost })
	return g[:min(keep, len(g))]
}

// tally accumulates the colours of one part.
type tally struct {
	n          int32
	a, b, c, q float32 // sums of the channels and of their squares
}

// perPart is the cost of one more visible part with a colour of its own: the
// half logarithm of its pixels for each of three channels (BIC), with pixels
// correlated over the blur's width.
const perPart = 6.0

// regionCost rates a pose on the coarse patch: one free colour a part, mat elsewhere.
func (w *window) regionCost(d *painter, p *pose, l *labels, sums []tally) float64 {
	if !d.draw(w.cam, p, w.coarse.patch, l) {
		return math.Inf(1)
	}
	clear(sums)
	cost := 0.0
	for y := l.y0; y < l.y1; y++ {
		for x := l.x0; x < l.x1; x++ {
			i := y*l.w + x
			id := l.id[i]
			if id == background {
				continue
			}
			cost -= float64(w.coarse.mat[i])
			q := w.coarse.pix[3*i:]
			t := &sums[id]
			t.n++
			t.a += q[0]
			t.b += q[1]
			t.c += q[2]
			t.q += q[0]*q[0] + q[1]*q[1] + q[2]*q[2]
		}
	}
	for i := range sums {
		t := &sums[i]
		if t.n == 0 {
			continue
		}
		sse := float64(t.q - (t.a*t.a+t.b*t.b+t.c*t.c)/float32(t.n))
		cost += min(sse/(spread*spread), limit*float64(t.n)) + perPart
	}
	return cost
}
