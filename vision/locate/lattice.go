package locate

import (
	"math"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

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

// cell is a place in a lattice, in steps from its seed.
type cell struct{ x, y int }

func (c cell) plus(d cell) cell { return cell{c.x + d.x, c.y + d.y} }
func (c cell) back() cell       { return cell{-c.x, -c.y} }

// none is the blob of an empty cell.
const none = -1

// grower grows lattices of blobs, one after the other, for faces of n x n.
type grower struct {
	n     int
	list  []blob
	near  [][]int
	taken []bool // by blob: it is in the lattice

	// The lattice at hand: blobs by cell, n steps from the seed at most (one more
	// than a face has), and its cells in the order that they were found in.
	blobs []int
	order []cell
	basis [2]geom.Pixel // one step along each direction, at the seed
	sums  []int         // see count

	// passed holds the steps between blobs of lattices that are larger than a
	// face: what is grown from two of them is the same pattern again.
	passed map[[2]int]bool
}

func newGrower(list []blob, n int) *grower {
	g := &grower{n: n, list: list, near: neighbours(list), taken: make([]bool, len(list)), passed: map[[2]int]bool{}}
	side := 2*n + 1
	g.blobs, g.sums = make([]int, side*side), make([]int, (side+1)*(side+1))
	for i := range g.blobs {
		g.blobs[i] = none
	}
	return g
}

// each grows lattices from every blob but those to skip, and two of its
// neighbours, until do returns false. do may read the lattice while it runs.
func (g *grower) each(skip func(i int) bool, do func() bool) {
	for i := range g.list {
		if skip(i) {
			continue
		}
		for a, j := range g.near[i] {
			for _, k := range g.near[i][a+1:] {
				if g.passed[[2]int{i, j}] && g.passed[[2]int{i, k}] {
					continue
				}
				if g.grow(i, j, k) && !do() {
					return
				}
			}
		}
	}
}

// grow grows the lattice of a blob i and two of its neighbours; false where they
// do not fit.
func (g *grower) grow(i, j, k int) bool {
	a := &g.list[i]
	ux, uy := a.white(g.list[j].u-a.u, g.list[j].v-a.v)
	vx, vy := a.white(g.list[k].u-a.u, g.list[k].v-a.v)
	lu, lv := math.Hypot(ux, uy), math.Hypot(vx, vy)
	if lu > pitchRatio*lv || lv > pitchRatio*lu || math.Abs(ux*vx+uy*vy) > squareness*lu*lv {
		return false
	}
	if g.diagonal(i, (ux+vx)/2, (uy+vy)/2) {
		return false
	}
	if ux*vy-uy*vx < 0 { // both right-handed in the picture: right, down
		j, k = k, j
	}
	g.clear()
	g.put(cell{}, i)
	g.put(cell{1, 0}, j)
	g.put(cell{0, 1}, k)
	g.basis = [2]geom.Pixel{g.between(i, j), g.between(i, k)}
	for next := 0; next < len(g.order); next++ { // order grows
		c := g.order[next]
		for _, d := range [4]cell{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			to := c.plus(d)
			if g.at(to) != none || max(to.x, -to.x, to.y, -to.y) > g.n {
				continue
			}
			if b := g.next(c, d); b != none {
				g.put(to, b)
			}
		}
	}
	return true
}

// diagonal tells whether a blob stands midway between two neighbours of blob i, a
// step (x, y) in its sides from it: they are then on its diagonals, which narrow
// grooves bring within maxPitch, and every other blob would be left out.
func (g *grower) diagonal(i int, x, y float64) bool {
	b := &g.list[i]
	for _, j := range g.near[i] {
		u, v := b.white(g.list[j].u-b.u, g.list[j].v-b.v)
		if math.Hypot(u-x, v-y) < offPlace {
			return true
		}
	}
	return false
}

func (g *grower) clear() {
	for _, c := range g.order {
		b := &g.blobs[g.index(c)]
		g.taken[*b], *b = false, none
	}
	g.order = g.order[:0]
}

func (g *grower) put(c cell, blob int) {
	g.blobs[g.index(c)], g.taken[blob] = blob, true
	g.order = append(g.order, c)
}

func (g *grower) index(c cell) int { return (c.y+g.n)*(2*g.n+1) + c.x + g.n }

// at returns the blob in a cell, or none.
func (g *grower) at(c cell) int {
	if max(c.x, -c.x, c.y, -c.y) > g.n {
		return none
	}
	return g.blobs[g.index(c)]
}

// between returns the way from one blob to another, in picture pixels.
func (g *grower) between(i, j int) geom.Pixel {
	return geom.Pixel{U: g.list[j].u - g.list[i].u, V: g.list[j].v - g.list[i].v}
}

// next finds the blob one step from a cell, or none.
func (g *grower) next(c, d cell) int {
	i := g.at(c)
	b, s := &g.list[i], g.step(c, d)
	best, out := offPlace*offPlace, none
	for _, j := range g.near[i] {
		if g.taken[j] {
			continue
		}
		o := &g.list[j]
		x, y := b.white(o.u-b.u-s.U, o.v-b.v-s.V)
		if e := x*x + y*y; e < best {
			best, out = e, j
		}
	}
	return out
}

// step returns the step in a direction at a cell, in picture pixels, from the
// nearest one known.
func (g *grower) step(c, d cell) geom.Pixel {
	side := cell{d.y, d.x}
	for _, pair := range [3][2]cell{
		{c.plus(d.back()), c},
		{c.plus(side), c.plus(side).plus(d)},
		{c.plus(side.back()), c.plus(side.back()).plus(d)},
	} {
		if i, j := g.at(pair[0]), g.at(pair[1]); i != none && j != none {
			return g.between(i, j)
		}
	}
	s := g.basis[0]
	if d.x == 0 {
		s = g.basis[1]
	}
	if d.x+d.y < 0 {
		return geom.Pixel{U: -s.U, V: -s.V}
	}
	return s
}

// sum prepares count: the number of blobs left of and above each cell's corner.
func (g *grower) sum() {
	side := 2*g.n + 1
	for y := range side {
		row := 0
		for x := range side {
			if g.blobs[y*side+x] != none {
				row++
			}
			g.sums[(y+1)*(side+1)+x+1] = g.sums[y*(side+1)+x+1] + row
		}
	}
}

// count returns how many of the w x w cells right of and below c, with c, hold a
// blob; all must be in the lattice's reach.
func (g *grower) count(c cell, w int) int {
	row := 2*g.n + 2
	o := (c.y+g.n)*row + c.x + g.n
	return g.sums[o+w*row+w] - g.sums[o+w*row] - g.sums[o+w] + g.sums[o]
}

// larger tells whether the lattice holds a square of more than n x n: then it is
// no face, but a keyboard, tiles, a larger puzzle. Where two or three faces of a
// cube are seen equally flat, a lattice runs on from one to the others, but never
// round their common corner: all four corners of the square must be there.
func (g *grower) larger() bool {
	n := g.n
	g.sum()
	for _, c := range g.order {
		if g.at(c.plus(cell{n, 0})) != none && g.at(c.plus(cell{0, n})) != none && g.at(c.plus(cell{n, n})) != none &&
			float64(g.count(c, n+1)) > leastSeen*float64((n+1)*(n+1)) {
			return true
		}
	}
	return false
}

// pass notes the steps of the lattice as those of a pattern larger than a face.
func (g *grower) pass() {
	for _, c := range g.order {
		for _, d := range [4]cell{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if b := g.at(c.plus(d)); b != none {
				g.passed[[2]int{g.at(c), b}] = true
			}
		}
	}
}

// covers tells whether a blob of the lattice holds a place in the picture.
func (g *grower) covers(u, v float64) bool {
	for _, c := range g.order {
		b := &g.list[g.at(c)]
		if x, y := b.white(u-b.u, v-b.v); math.Hypot(x, y) < maxPitch/2 {
			return true
		}
	}
	return false
}

// Of a face's stickers, leastSeen must be seen as blobs: a logo, glare and a
// finger may hide some. Their centres must fit a plane to mostOff stickers.
const (
	leastSeen = 0.6
	mostOff   = 0.12
)

// face takes the n x n cells that hold most blobs for a face; after larger.
func (g *grower) face() (Face, bool) {
	n, best, from := g.n, 0, cell{}
	for y := -n; y <= 1; y++ {
		for x := -n; x <= 1; x++ {
			if k := g.count(cell{x, y}, n); k > best {
				best, from = k, cell{x, y}
			}
		}
	}
	if float64(best) < leastSeen*float64(n*n) || best < 4 {
		return Face{}, false
	}
	var seen []Cell
	for y := range n {
		for x := range n {
			if i := g.at(from.plus(cell{x, y})); i != none {
				seen = append(seen, Cell{(float64(x)+0.5)/float64(n) - 0.5, 0.5 - (float64(y)+0.5)/float64(n), geom.Pixel{U: g.list[i].u, V: g.list[i].v}})
			}
		}
	}
	return faceOf(seen, n)
}

// faceOf fits a plane to stickers; false where they do not lie on one.
func faceOf(seen []Cell, n int) (Face, bool) {
	plane, px := make([][2]float64, len(seen)), make([]geom.Pixel, len(seen))
	for i, c := range seen {
		plane[i], px[i] = [2]float64{c.X, c.Y}, c.Px
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
