package match

import (
	"sync"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// maxFaces is the largest number of faces: the Megaminx's.
const maxFaces = 12

// Near is a state at most one outer-block move (WCA 12a5) from solved.
type Near struct {
	Moves int // 0 or 1
	// Where Moves is 1: the layers above the interface of the axis are turned by
	// Steps (1 to Order-1, right-handed) against those below.
	Axis, Interface, Steps int
	Faces                  []uint8 // the label of each place

	from []int // the sticker of the solved puzzle at each place
}

// Double is a state of two outer-block moves about one axis: the layers above
// each of two interfaces are turned against those below.
type Double struct {
	Axis  int
	Turns [2]Turn
	Faces []uint8 // the label of each place
}

// Turn is a turn at an interface, by steps, right-handed.
type Turn struct{ Interface, Steps int }

// Table holds what the comparison needs to know of a puzzle. It is immutable.
type Table struct {
	Puzzle *puzzle.Puzzle
	Near   []Near // Near[0] is solved
	Double []Double
	orbits []orbit
	beside [][]int // by place
}

var tables sync.Map // *puzzle.Puzzle -> *Table

// For returns the table of a puzzle. It takes some milliseconds at first and
// nothing later.
func For(p *puzzle.Puzzle) *Table {
	if t, ok := tables.Load(p); ok {
		return t.(*Table)
	}
	t, _ := tables.LoadOrStore(p, build(p))
	return t.(*Table)
}

func build(p *puzzle.Puzzle) *Table {
	t := &Table{Puzzle: p, beside: besides(p)}
	blocks := frame(p)
	t.Near = append(t.Near, Near{Axis: -1, Interface: -1, Faces: faces(p, nil), from: identity(len(p.Stickers))})
	for _, b := range blocks {
		for q := 1; q < p.Axes[b.axis].Order; q++ {
			from := p.Permutation(b.axis, b.layers, q*b.sense)
			t.Near = append(t.Near, Near{1, b.axis, b.at, q, faces(p, from), from})
		}
	}
	t.Double = doubles(p, t.Near[1:])
	t.orbits = orbits(p, blocks)
	return t
}

// doubles combines moves about the same axis.
func doubles(p *puzzle.Puzzle, moves []Near) (out []Double) {
	from := make([]int, len(p.Stickers))
	for i := range moves {
		for j := range moves[i+1:] {
			a, b := &moves[i], &moves[i+1+j]
			if a.Axis != b.Axis || a.Interface == b.Interface {
				continue
			}
			for place := range from {
				from[place] = a.from[b.from[place]]
			}
			out = append(out, Double{a.Axis, [2]Turn{{a.Interface, a.Steps}, {b.Interface, b.Steps}}, faces(p, from)})
		}
	}
	return out
}

// block is the side of an interface that turns while the other stays.
type block struct {
	axis, at int
	layers   []int
	sense    int // +1 where the layers above the interface turn, -1 where those below do
}

// frame chooses a block for every interface so that some piece never moves:
// then states that differ by a rotation of the whole puzzle are one. That piece
// is a centre where the smaller blocks turn (3x3, Megaminx), otherwise the
// corner below all interfaces (2x2, Skewb).
func frame(p *puzzle.Puzzle) []block {
	small := blocksOf(p, func(above, below int) bool { return above <= below })
	if keepsOne(p, small) {
		return small
	}
	return blocksOf(p, func(_, _ int) bool { return true })
}

// blocksOf lists a block for every interface: the layers above where upper says
// so of the numbers of pieces above and below.
func blocksOf(p *puzzle.Puzzle, upper func(above, below int) bool) []block {
	var out []block
	for axis, a := range p.Axes {
		for at := 0; at < a.Layers()-1; at++ {
			above := 0
			for piece := range p.Pieces {
				if p.LayerOf(axis, piece) > at {
					above++
				}
			}
			b := block{axis, at, nil, -1}
			if upper(above, len(p.Pieces)-above) {
				b.sense = 1
			}
			for l := 0; l < a.Layers(); l++ {
				if (l > at) == (b.sense > 0) {
					b.layers = append(b.layers, l)
				}
			}
			out = append(out, b)
		}
	}
	return out
}

func keepsOne(p *puzzle.Puzzle, blocks []block) bool {
pieces:
	for piece := range p.Pieces {
		for _, b := range blocks {
			for _, l := range b.layers {
				if p.LayerOf(b.axis, piece) == l && !onAxis(p, b.axis, piece) {
					continue pieces
				}
			}
		}
		return true
	}
	return false
}

// onAxis reports whether turning about the axis leaves the piece where it is.
func onAxis(p *puzzle.Puzzle, axis, piece int) bool {
	c, n := p.Pieces[piece].Centre, p.Axes[axis].Normal
	const eps = 1e-6 // puzzle sizes: above rounding, below any sticker
	return c.Sub(n.Mul(c.Dot(n))).Norm() < eps
}

// faces returns the pattern of labels in which place holds sticker from[place].
func faces(p *puzzle.Puzzle, from []int) []uint8 {
	out := make([]uint8, len(p.Stickers))
	for place := range out {
		s := place
		if from != nil {
			s = from[place]
		}
		out[place] = uint8(p.Stickers[s].Face)
	}
	return out
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Find returns the index in Near of the state that the pattern is, up to names
// of labels, and false where it is none, so two moves or more from solved.
func (t *Table) Find(pattern []uint8) (int, bool) {
	for i := range t.Near {
		if alike(t.Near[i].Faces, pattern) {
			return i, true
		}
	}
	return 0, false
}

// alike reports whether two patterns differ by names of labels only.
func alike(a, b []uint8) bool {
	const none = 255
	var to, back [maxFaces]uint8
	for i := range to {
		to[i], back[i] = none, none
	}
	for i, x := range a {
		y := b[i]
		if to[x] == none && back[y] == none {
			to[x], back[y] = y, x
		} else if to[x] != y || back[y] != x {
			return false
		}
	}
	return true
}
