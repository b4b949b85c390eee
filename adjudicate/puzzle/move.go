package puzzle

// Move is a turn of some layers of one axis.
type Move struct {
	Name   string // in the notation of the WCA's article 12
	Axis   int    // index into Puzzle.Axes
	Layers []int  // ascending, numbered from the axis' negative end
	Steps  int    // right-handed steps about the axis, 1 to Order-1
}

// Cost returns how many outer-block moves the move counts for (WCA 12a5,
// 10e1): the number of neighbouring layers that it turns against each other.
// A whole-puzzle rotation costs 0, an outer block 1, an inner slice 2. The move
// must be one of the puzzle's.
func (p *Puzzle) Cost(m Move) int {
	if m.Steps%p.Axes[m.Axis].Order == 0 {
		return 0
	}
	turned := make([]bool, p.Axes[m.Axis].Layers())
	for _, l := range m.Layers {
		turned[l] = true
	}
	n := 0
	for l := 1; l < len(turned); l++ {
		if turned[l] != turned[l-1] {
			n++
		}
	}
	return n
}

// OuterMoves returns every single outer-block move (WCA 12a5): each block of
// the definition turned by each number of steps, a quarter and a half turn
// being one move each. On cubes a block and the rest of the puzzle (3x3: R and
// Lw) both appear, although their moves differ only by a rotation of the whole
// puzzle; DistinctMoves has one of them. The result is shared and must not be
// changed.
func (p *Puzzle) OuterMoves() []Move { return p.outer }

// DistinctMoves returns OuterMoves without those that equal another one up to
// a rotation of the whole puzzle: one for each interface and number of steps,
// the block with fewer layers. The result is shared and must not be changed.
func (p *Puzzle) DistinctMoves() []Move { return p.distinct }

// moveDefs lists the moves that the notation names on an axis.
func (p *Puzzle) moveDefs(axis int) []MoveDef {
	a := p.AxisDefs[axis]
	return append(append([]MoveDef(nil), a.Moves...), a.Others...)
}

func (p *Puzzle) listMoves() {
	type key struct{ axis, interfaceAt, steps int }
	best := map[key]int{} // the place in distinct
	for i, a := range p.AxisDefs {
		for _, d := range a.Moves {
			for turns := 1; turns < a.Order; turns++ {
				m := p.Turn(i, d.Layers, turns*d.Turn)
				p.outer = append(p.outer, m)
				k := key{i, d.Layers[len(d.Layers)-1], mod(-m.Steps, a.Order)}
				if d.Layers[0] > 0 {
					k = key{i, d.Layers[0] - 1, m.Steps}
				}
				at, seen := best[k]
				if !seen {
					best[k] = len(p.distinct)
					p.distinct = append(p.distinct, m)
				} else if len(d.Layers) < len(p.distinct[at].Layers) {
					p.distinct[at] = m
				}
			}
		}
	}
}

func mod(a, n int) int { return (a%n + n) % n }
