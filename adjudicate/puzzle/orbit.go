package puzzle

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/calib/geom"
)

// Kind is a kind of piece.
type Kind string

// The kinds of pieces.
const (
	Corner Kind = "corner" // three stickers
	Edge   Kind = "edge"   // two stickers, can sit flipped
	Wing   Kind = "wing"   // two stickers, flips only by changing its place
	Centre Kind = "centre" // one sticker
	Axial  Kind = "axial"  // Pyraminx: three stickers, turns in its place, below a tip
	Tip    Kind = "tip"    // Pyraminx: three stickers, turns in its place, at a vertex
)

// kindNames holds each kind's name by language, as Definition.Names does.
var kindNames = map[Kind]map[string]string{
	Corner: {"en": "corner", "zh-TW": "角塊", "zh-CN": "角块"},
	Edge:   {"en": "edge", "zh-TW": "邊塊", "zh-CN": "棱块"},
	Wing:   {"en": "wing", "zh-TW": "翼塊", "zh-CN": "翼棱块"},
	Centre: {"en": "centre", "zh-TW": "中心塊", "zh-CN": "中心块"},
	Axial:  {"en": "axial", "zh-TW": "軸塊", "zh-CN": "轴块"},
	Tip:    {"en": "tip", "zh-TW": "小角", "zh-CN": "小角"},
}

// In returns the kind's name in a language (en, zh-TW, zh-CN), or in English
// where that is missing.
func (k Kind) In(lang string) string {
	if s, ok := kindNames[k][lang]; ok {
		return s
	}
	return string(k)
}

// Orbit is a set of pieces that outer-block moves bring to each other's places.
// Rotations of the whole puzzle may join several orbits: the two of the Skewb's
// corners, the Pyraminx's tips, the Megaminx's centres.
type Orbit struct {
	Kind   Kind
	Pieces []int // ascending indices into Puzzle.Pieces
	// Modulus is in how many ways moves can seat one piece in one place, as
	// far as its stickers tell: 3 for corners, 2 for edges, 1 for wings and
	// centres, and 1 for the corner of the Skewb that its notation never moves.
	Modulus int
	// Lookalikes is set where pieces of the orbit have the same colours:
	// the centres of the 4x4 and bigger cubes.
	Lookalikes bool
}

// Orbits returns the orbits of the pieces, ordered by their first piece. The
// result is shared and must not be changed.
func (p *Puzzle) Orbits() []Orbit { return p.orbits }

// Count is how many pieces of a kind a puzzle has.
type Count struct {
	Kind   Kind
	Pieces int
}

// Counts returns the numbers of pieces by kind, in the order in which the kinds
// are declared.
func (p *Puzzle) Counts() []Count {
	n := map[Kind]int{}
	for _, o := range p.orbits {
		n[o.Kind] += len(o.Pieces)
	}
	var out []Count
	for _, k := range []Kind{Corner, Edge, Wing, Centre, Axial, Tip} {
		if n[k] > 0 {
			out = append(out, Count{k, n[k]})
		}
	}
	return out
}

// PieceAt returns the piece that sits at the solved place of the piece slot,
// and how far it is turned there: with turn t, the place of the i-th sticker of
// slot shows the sticker i+t of the piece (mod the number of stickers), both
// counted as Around lists them.
func (s State) PieceAt(slot int) (piece, turn int) {
	first := s.At(s.puzzle.around[slot][0])
	piece = s.puzzle.Stickers[first].Piece
	for t, x := range s.puzzle.around[piece] {
		if x == first {
			return piece, t
		}
	}
	return piece, 0
}

// Around returns a piece's stickers counter-clockwise as seen from outside,
// the lowest index first. The result is shared and must not be changed.
func (p *Puzzle) Around(piece int) []int { return p.around[piece] }

func (p *Puzzle) findAround() {
	for _, q := range p.Pieces {
		var out geom.Vec
		for _, s := range q.Stickers {
			out = out.Add(p.Stickers[s].Normal)
		}
		u := orthogonal(out)
		v := out.Unit().Cross(u)
		at := func(s int) float64 {
			n := p.Stickers[s].Normal
			return math.Atan2(n.Dot(v), n.Dot(u))
		}
		first := at(q.Stickers[0])
		key := func(s int) float64 { return math.Mod(at(s)-first+2*math.Pi, 2*math.Pi) }
		list := append([]int(nil), q.Stickers...)
		sort.Slice(list[1:], func(i, j int) bool { return key(list[1+i]) < key(list[1+j]) })
		p.around = append(p.around, list)
	}
}

// findOrbits joins what single moves exchange.
func (p *Puzzle) findOrbits() {
	stickers := newForest(len(p.Stickers))
	pieces := newForest(len(p.Pieces))
	for _, m := range p.outer {
		for place, from := range p.Permutation(m.Axis, m.Layers, m.Steps) {
			stickers.join(place, from)
			pieces.join(p.Stickers[place].Piece, p.Stickers[from].Piece)
		}
	}
	p.stickerOrbit = make([]int, len(p.Stickers))
	for s := range p.Stickers {
		p.stickerOrbit[s] = stickers.root(s)
	}
	travels := p.travellers(pieces)
	index := map[int]int{}
	for q := range p.Pieces {
		r := pieces.root(q)
		if _, seen := index[r]; !seen {
			index[r] = len(p.orbits)
			p.orbits = append(p.orbits, Orbit{})
		}
		o := &p.orbits[index[r]]
		o.Pieces = append(o.Pieces, q)
	}
	for i := range p.orbits {
		p.describe(&p.orbits[i], travels[p.orbits[i].Pieces[0]])
	}
}

// travellers tells of each piece whether moves take it, or one that a rotation
// of the whole puzzle brings to its place, anywhere else.
func (p *Puzzle) travellers(pieces forest) []bool {
	like := newForest(len(p.Pieces))
	for _, r := range p.rotations {
		for place, from := range r.Perm {
			like.join(p.Stickers[place].Piece, p.Stickers[from].Piece)
		}
	}
	goes := map[int]bool{} // by root in like
	for q := range p.Pieces {
		if r := pieces.root(q); r != q {
			goes[like.root(q)] = true
		}
	}
	out := make([]bool, len(p.Pieces))
	for q := range out {
		out[q] = goes[like.root(q)]
	}
	return out
}

// describe fills in what follows from the orbit's pieces. Travels tells pieces
// that change places from those that turn on the spot.
func (p *Puzzle) describe(o *Orbit, travels bool) {
	first := p.Pieces[o.Pieces[0]]
	for _, s := range first.Stickers {
		if p.stickerOrbit[s] == p.stickerOrbit[first.Stickers[0]] {
			o.Modulus++
		}
	}
	colours := map[string]bool{}
	for _, q := range o.Pieces {
		var c []byte
		for _, s := range p.Pieces[q].Stickers {
			c = append(c, byte(p.Stickers[s].Face))
		}
		o.Lookalikes = o.Lookalikes || (len(c) == 1 && colours[string(c)])
		colours[string(c)] = true
	}
	switch {
	case len(first.Stickers) == 1:
		o.Kind = Centre
	case len(first.Stickers) == 2 && o.Modulus == 1:
		o.Kind = Wing
	case len(first.Stickers) == 2:
		o.Kind = Edge
	case travels:
		o.Kind = Corner
	case p.atVertex(first):
		o.Kind = Tip
	default:
		o.Kind = Axial
	}
}

// atVertex reports whether all stickers of the piece meet in one point.
func (p *Puzzle) atVertex(q Piece) bool {
next:
	for _, c := range p.Stickers[q.Stickers[0]].Corners {
		for _, s := range q.Stickers[1:] {
			found := false
			for _, d := range p.Stickers[s].Corners {
				found = found || d.Sub(c).Norm() < near
			}
			if !found {
				continue next
			}
		}
		return true
	}
	return false
}

// forest is a union-find structure.
type forest []int

func newForest(n int) forest { return identity(n) }

func (f forest) root(x int) int {
	for f[x] != x {
		f[x] = f[f[x]]
		x = f[x]
	}
	return x
}

func (f forest) join(x, y int) { f[f.root(x)] = f.root(y) }
