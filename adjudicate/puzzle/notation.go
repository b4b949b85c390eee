package puzzle

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrNotation means that a move is not in the puzzle's notation.
var ErrNotation = errors.New("unknown move")

// namedMove is a definition's move with its axis.
type namedMove struct {
	axis int
	def  MoveDef
}

// ParseMoves reads moves in the notation of the WCA's article 12, separated by
// spaces: R U2 3Rw' on cubes (12a; 2Rw is Rw), R++ D-- U' on the Megaminx (12d),
// U l' on the Pyraminx (12e), R B' on the Skewb (12h). Beyond the article it
// takes M, E and S on the 3x3 (each counts as two moves, see Cost), turns of
// every face of the Megaminx (F, BR2', ...), R2' for R2, and ’ for '. The error
// is ErrNotation.
func (p *Puzzle) ParseMoves(text string) ([]Move, error) {
	var out []Move
	for i, word := range strings.Fields(text) {
		m, ok := p.parseMove(word)
		if !ok {
			return nil, fmt.Errorf("%w: %q, the %s of %q, is not in the notation of %s (names: %s)",
				ErrNotation, word, ordinal(i+1), text, p.Event, strings.Join(p.names, " "))
		}
		out = append(out, m)
	}
	return out, nil
}

// FormatMoves writes moves with single spaces between them, so that ParseMoves
// reads them back. A move without a name in the notation is written as ?.
func FormatMoves(moves []Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		if words[i] = m.Name; m.Name == "" {
			words[i] = "?"
		}
	}
	return strings.Join(words, " ")
}

// Turn returns the move that turns the layers of an axis by right-handed
// steps. Its Name is empty where the notation has none (an inner slice of a
// 4x4). Layers must be ascending.
func (p *Puzzle) Turn(axis int, layers []int, steps int) Move {
	order := p.Axes[axis].Order
	m := Move{Axis: axis, Layers: layers, Steps: mod(steps, order)}
	for _, d := range p.moveDefs(axis) {
		if slices.Equal(d.Layers, layers) {
			if name, ok := d.name(m.Steps, order); ok {
				m.Name = name
				break
			}
		}
	}
	return m
}

// Inverse returns the move that undoes m.
func (p *Puzzle) Inverse(m Move) Move { return p.Turn(m.Axis, m.Layers, -m.Steps) }

// plain reports whether the name is that of one step, which a suffix changes
// (R, R2, R'), rather than of a fixed turn (R++).
func (d MoveDef) plain() bool { return d.Turn == 1 || d.Turn == -1 }

// name writes right-handed steps of the move, where the notation can.
func (d MoveDef) name(steps, order int) (string, bool) {
	if !d.plain() {
		return d.Name, mod(d.Turn, order) == steps
	}
	return d.Name + suffix(mod(steps*d.Turn, order), order), steps != 0
}

// suffix writes turns (1 to order-1, in the direction of the plain move) as
// the notation does: nothing, ' and 2; the Megaminx also has 2'.
func suffix(turns, order int) string {
	switch back := order - turns; {
	case turns == 1:
		return ""
	case back == 1:
		return "'"
	case turns <= back:
		return fmt.Sprint(turns)
	default:
		return fmt.Sprint(back, "'")
	}
}

func (p *Puzzle) parseMove(word string) (Move, bool) {
	word = strings.ReplaceAll(word, "’", "'")
	if m, ok := p.byName[canonical(word)]; ok {
		return p.Turn(m.axis, m.def.Layers, m.def.Turn), true
	}
	name, turns := word, 1
	name, back := strings.CutSuffix(name, "'")
	if short, ok := strings.CutSuffix(name, "2"); ok {
		name, turns = short, 2
	}
	m, ok := p.byName[canonical(name)]
	if !ok || !m.def.plain() || 2*turns > p.Axes[m.axis].Order {
		return Move{}, false
	}
	if back {
		turns = -turns
	}
	return p.Turn(m.axis, m.def.Layers, turns*m.def.Turn), true
}

// canonical drops the optional 2 of a block of two layers: 2Rw is Rw (12a2+).
func canonical(name string) string {
	if rest, ok := strings.CutPrefix(name, "2"); ok && strings.HasSuffix(rest, "w") {
		return rest
	}
	return name
}

func (p *Puzzle) nameMoves() {
	p.byName = map[string]namedMove{}
	for i := range p.Axes {
		for _, d := range p.moveDefs(i) {
			p.byName[d.Name] = namedMove{i, d}
			p.names = append(p.names, d.Name)
		}
	}
}

func ordinal(n int) string {
	switch {
	case n%100/10 == 1:
		return fmt.Sprint(n, "th")
	case n%10 == 1:
		return fmt.Sprint(n, "st")
	case n%10 == 2:
		return fmt.Sprint(n, "nd")
	case n%10 == 3:
		return fmt.Sprint(n, "rd")
	}
	return fmt.Sprint(n, "th")
}
