package locate

import (
	"math"
	"slices"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Face is one face of a cube-shaped puzzle, seen as a lattice of stickers.
type Face struct {
	// PxFromFace takes the face to the picture: x to the right and y up as seen
	// from outside, the face from -1/2 to 1/2 in both.
	PxFromFace calib.Homography
	Seen       []Cell  // the stickers that were seen, of N x N
	Off        float64 // root mean square of what they are off, in stickers
	Centre     geom.Pixel
	Span       float64 // pixels from side to side, mean
}

// Cell is the middle of one sticker: on the face and in the picture.
type Cell struct {
	X, Y float64
	Px   geom.Pixel
}

// searchSide is the longest side, in pixels, of the pictures that lattices are
// looked for in: a face on a tenth of the picture has stickers 20 pixels wide
// (3x3) then; the larger one is for what is smaller.
var searchSide = [...]int{640, 1280}

// maxFaces bounds the faces returned.
const maxFaces = 6

// Faces finds square lattices of n x n stickers in a picture, those with the
// most stickers first. It needs no camera and no mat.
func Faces(im *vision.Image, n int) []Face {
	for _, side := range searchSide {
		scale := max(1, (max(im.Width, im.Height)+side-1)/side)
		if fs := lattices(blobs(im, scale), n); len(fs) > 0 {
			return fs
		}
		if scale == 1 {
			break
		}
	}
	return nil
}

// Neighbouring stickers of a lattice, in units of their own sides: they are a
// side and a groove apart (pitch), across which both directions are square.
const (
	minPitch   = 0.85
	maxPitch   = 1.55
	pitchRatio = 1.3  // of both directions
	squareness = 0.35 // cosine of the angle between them, at most
	likeArea   = 2.5  // ratio of neighbours' areas, at most
	offPlace   = 0.30 // of a sticker: how far from where its neighbours put it
)

// lattices grows a lattice from every blob and keeps the best ones.
func lattices(list []blob, n int) []Face {
	var out []Face
	near := neighbours(list)
	used := make([]bool, len(list))
	for i := range list {
		if used[i] {
			continue
		}
		for a, j := range near[i] {
			for _, k := range near[i][a+1:] {
				g := grown(list, near, i, j, k, n)
				if g == nil {
					continue
				}
				if f, ok := g.face(n); ok {
					out = append(out, f)
					for _, at := range g.cells {
						used[at] = true
					}
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Face) int {
		if d := len(b.Seen) - len(a.Seen); d != 0 {
			return d
		}
		return int(math.Copysign(1, a.Off-b.Off))
	})
	return few(out)
}

// few drops what overlaps a better face.
func few(fs []Face) []Face {
	var out []Face
next:
	for _, f := range fs {
		for _, o := range out {
			if math.Hypot(f.Centre.U-o.Centre.U, f.Centre.V-o.Centre.V) < 0.4*math.Min(f.Span, o.Span) {
				continue next
			}
		}
		if out = append(out, f); len(out) == maxFaces {
			break
		}
	}
	return out
}

// neighbours lists, for each blob, those that may be next to it in a lattice.
func neighbours(list []blob) [][]int {
	out := make([][]int, len(list))
	for i := range list {
		a := &list[i]
		for j := range list {
			b := &list[j]
			if i == j || b.area > likeArea*a.area || a.area > likeArea*b.area {
				continue
			}
			x, y := a.white(b.u-a.u, b.v-a.v)
			if d := math.Hypot(x, y); d > minPitch && d < maxPitch {
				out[i] = append(out[i], j)
			}
		}
	}
	return out
}

// lattice is a set of blobs with their places in it.
type lattice struct {
	list  []blob
	near  [][]int
	cells map[[2]int]int // place -> blob
	basis [2]geom.Pixel  // one step along each direction, at the seed
}

// grown grows a lattice from a blob and two of its neighbours; nil where they
// do not fit.
func grown(list []blob, near [][]int, i, j, k, n int) *lattice {
	a := &list[i]
	ux, uy := a.white(list[j].u-a.u, list[j].v-a.v)
	vx, vy := a.white(list[k].u-a.u, list[k].v-a.v)
	lu, lv := math.Hypot(ux, uy), math.Hypot(vx, vy)
	if lu > pitchRatio*lv || lv > pitchRatio*lu || math.Abs(ux*vx+uy*vy) > squareness*lu*lv {
		return nil
	}
	if ux*vy-uy*vx < 0 { // both right-handed in the picture: right, down
		j, k = k, j
	}
	g := &lattice{list: list, near: near, cells: map[[2]int]int{{}: i, {1, 0}: j, {0, 1}: k},
		basis: [2]geom.Pixel{{U: list[j].u - a.u, V: list[j].v - a.v}, {U: list[k].u - a.u, V: list[k].v - a.v}}}
	taken := map[int]bool{i: true, j: true, k: true}
	queue := [][2]int{{}, {1, 0}, {0, 1}}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			to := [2]int{c[0] + d[0], c[1] + d[1]}
			if _, ok := g.cells[to]; ok || max(to[0], -to[0], to[1], -to[1]) > n { // one more than a face has
				continue
			}
			if at, ok := g.at(c, d, taken); ok {
				g.cells[to], taken[at] = at, true
				queue = append(queue, to)
			}
		}
	}
	return g
}

// at finds the blob one step from a cell.
func (g *lattice) at(c, d [2]int, taken map[int]bool) (int, bool) {
	b := &g.list[g.cells[c]]
	s := g.step(c, d)
	best, at := offPlace*offPlace, -1
	for _, j := range g.near[g.cells[c]] {
		o := &g.list[j]
		if taken[j] {
			continue
		}
		x, y := b.white(o.u-b.u-s.U, o.v-b.v-s.V)
		if e := x*x + y*y; e < best {
			best, at = e, j
		}
	}
	return at, at >= 0
}

// step returns the step in a direction at a cell, from the nearest one known.
func (g *lattice) step(c, d [2]int) geom.Pixel {
	between := func(a, b [2]int) (geom.Pixel, bool) {
		i, ok := g.cells[a]
		j, ok2 := g.cells[b]
		if !ok || !ok2 {
			return geom.Pixel{}, false
		}
		return geom.Pixel{U: g.list[j].u - g.list[i].u, V: g.list[j].v - g.list[i].v}, true
	}
	add := func(a, b [2]int) [2]int { return [2]int{a[0] + b[0], a[1] + b[1]} }
	back := [2]int{-d[0], -d[1]}
	side, other := [2]int{d[1], d[0]}, [2]int{-d[1], -d[0]}
	for _, pair := range [3][2][2]int{
		{add(c, back), c},
		{add(c, side), add(add(c, side), d)},
		{add(c, other), add(add(c, other), d)},
	} {
		if s, ok := between(pair[0], pair[1]); ok {
			return s
		}
	}
	s := g.basis[0]
	if d[0] == 0 {
		s = g.basis[1]
	}
	if d[0]+d[1] < 0 {
		return geom.Pixel{U: -s.U, V: -s.V}
	}
	return s
}

// Of a face's stickers, leastSeen must be seen as blobs: a logo, glare and a
// finger may hide some. Their centres must fit a plane to mostOff stickers.
const (
	leastSeen = 0.6
	mostOff   = 0.12
)

// larger tells whether the lattice holds a square of more than n x n: then it is
// no face, but a keyboard, tiles, a larger puzzle. Where two or three faces of a
// cube are seen equally flat, a lattice runs on from one to the others, but never
// round their common corner: all four corners of the square must be there.
func (g *lattice) larger(n int) bool {
	has := func(x, y int) bool { _, ok := g.cells[[2]int{x, y}]; return ok }
	for c := range g.cells {
		x, y := c[0], c[1]
		if !has(x+n, y) || !has(x, y+n) || !has(x+n, y+n) {
			continue
		}
		in := 0
		for at := range g.cells {
			if at[0] >= x && at[0] <= x+n && at[1] >= y && at[1] <= y+n {
				in++
			}
		}
		if float64(in) > leastSeen*float64((n+1)*(n+1)) {
			return true
		}
	}
	return false
}

// Larger tells whether a lattice of more than n x n stickers covers a place: what
// is there is no face of such a puzzle.
func Larger(im *vision.Image, at geom.Pixel, span float64, n int) bool {
	scale := max(1, int(math.Round(span/largerSpan)))
	r := int(largerReach * span)
	x0, y0 := max(0, int(at.U)-r), max(0, int(at.V)-r)
	x1, y1 := min(im.Width, int(at.U)+r), min(im.Height, int(at.V)+r)
	if x1-x0 < 4*scale || y1-y0 < 4*scale {
		return false
	}
	list := blobs(im.Crop(x0, y0, x1, y1), scale)
	near := neighbours(list)
	for i := range list {
		for a, j := range near[i] {
			for _, k := range near[i][a+1:] {
				if g := grown(list, near, i, j, k, n); g != nil && g.larger(n) && g.covers(at.U-float64(x0), at.V-float64(y0)) {
					return true
				}
			}
		}
	}
	return false
}

// Larger looks at a face largerSpan pixels wide, in a square of largerReach
// spans to each side: squares half as large again as the stickers still show one
// more than the face has.
const (
	largerSpan  = 120.0
	largerReach = 1.6
)

// covers tells whether a blob of the lattice holds a place.
func (g *lattice) covers(u, v float64) bool {
	for _, i := range g.cells {
		b := &g.list[i]
		if x, y := b.white(u-b.u, v-b.v); math.Hypot(x, y) < maxPitch/2 {
			return true
		}
	}
	return false
}

// face takes the n x n cells that hold most blobs for a face.
func (g *lattice) face(n int) (Face, bool) {
	best, bx, by := 0, 0, 0
	for y := -n; y <= n; y++ {
		for x := -n; x <= n; x++ {
			c := 0
			for at := range g.cells {
				if at[0] >= x && at[0] < x+n && at[1] >= y && at[1] < y+n {
					c++
				}
			}
			if c > best {
				best, bx, by = c, x, y
			}
		}
	}
	if float64(best) < leastSeen*float64(n*n) || best < 4 || g.larger(n) {
		return Face{}, false
	}
	var seen []Cell
	var plane [][2]float64
	var px []geom.Pixel
	for y := by; y < by+n; y++ { // in order, so that nothing depends on the map's
		for x := bx; x < bx+n; x++ {
			if i, ok := g.cells[[2]int{x, y}]; ok {
				c := Cell{(float64(x-bx)+0.5)/float64(n) - 0.5, 0.5 - (float64(y-by)+0.5)/float64(n), geom.Pixel{U: g.list[i].u, V: g.list[i].v}}
				seen, plane, px = append(seen, c), append(plane, [2]float64{c.X, c.Y}), append(px, c.Px)
			}
		}
	}
	h, ok := calib.FitHomography(plane, px)
	if !ok {
		return Face{}, false
	}
	f := Face{PxFromFace: h, Seen: seen, Centre: h.Apply(0, 0)}
	var corner [4]geom.Pixel
	for i, p := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
		corner[i] = h.Apply(p[0], p[1])
	}
	for i := range corner {
		f.Span += math.Hypot(corner[i].U-corner[(i+1)%4].U, corner[i].V-corner[(i+1)%4].V) / 4
	}
	if !(f.Span > 0) || math.IsInf(f.Span, 1) {
		return Face{}, false
	}
	for _, c := range seen {
		q := h.Apply(c.X, c.Y)
		d := math.Hypot(q.U-c.Px.U, q.V-c.Px.V) / f.Span * float64(n)
		f.Off += d * d / float64(len(seen))
	}
	f.Off = math.Sqrt(f.Off)
	return f, f.Off < mostOff
}
