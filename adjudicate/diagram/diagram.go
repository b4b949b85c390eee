// Package diagram draws a puzzle for people, as SVG: from two opposite sides,
// with the colours that were read, unseen stickers hatched, wrong ones crossed
// and turned layers turned.
//
// Drawings carry their own light ground and use presentation attributes only, so
// that they look alike on dark and bright pages and paper and need no style
// sheet.
package diagram

import (
	"errors"
	"fmt"
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// ErrDrawing means that a Drawing does not fit its puzzle.
var ErrDrawing = errors.New("bad drawing")

// Drawing is what is drawn.
type Drawing struct {
	Puzzle  *puzzle.Puzzle
	Colours []puzzle.Colour // by place, in the nearest aligned position; Unknown where it was not seen
	Wrong   []int           // places that a solved puzzle would show otherwise
	Axis    int             // index into Puzzle.Axes
	Turns   []geom.Angle    // each layer's turn about the axis from that position, right-handed; nil for none
}

// maxTurn bounds a layer's turn: nothing is turned further than once around.
const maxTurn = geom.Turn

func (d Drawing) check() error {
	if d.Puzzle == nil {
		return fmt.Errorf("%w: Puzzle is missing", ErrDrawing)
	}
	n := len(d.Puzzle.Stickers)
	if len(d.Colours) != n {
		return fmt.Errorf("%w: Colours: %d, the puzzle has %d stickers", ErrDrawing, len(d.Colours), n)
	}
	for _, c := range d.Colours {
		if c >= puzzle.NumColours {
			return fmt.Errorf("%w: Colours: %d is none", ErrDrawing, c)
		}
	}
	for _, w := range d.Wrong {
		if w < 0 || w >= n {
			return fmt.Errorf("%w: Wrong: %d, the puzzle has %d stickers", ErrDrawing, w, n)
		}
	}
	if d.Axis < 0 || d.Axis >= len(d.Puzzle.Axes) {
		return fmt.Errorf("%w: Axis is %d, the puzzle has %d", ErrDrawing, d.Axis, len(d.Puzzle.Axes))
	}
	if l := d.Puzzle.Axes[d.Axis].Layers(); d.Turns != nil && len(d.Turns) != l {
		return fmt.Errorf("%w: Turns: %d, the axis has %d layers", ErrDrawing, len(d.Turns), l)
	}
	for _, t := range d.Turns {
		if !(t.Abs() <= maxTurn) {
			return fmt.Errorf("%w: Turns: %v: at most %v", ErrDrawing, t, maxTurn)
		}
	}
	return nil
}

// turn returns a layer's turn.
func (d Drawing) turn(layer int) geom.Angle {
	if d.Turns == nil {
		return 0
	}
	return d.Turns[layer]
}

// SVG returns the drawing, with its captions in a language. The error is
// ErrDrawing where d does not fit its puzzle.
func SVG(d Drawing, lang rules.Lang) ([]byte, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	front := bestView(d)
	s := newSheet(d, lang)
	s.open()
	for i, v := range []view{front, front.behind()} {
		s.panel(i, v)
	}
	s.legend()
	return s.close(), nil
}

// block is a run of neighbouring layers that are turned together.
type block struct {
	from, to int        // layers, both included
	turn     geom.Angle // against the next layer on the side of the puzzle's bulk: what a rulebook limits
}

// told is the smallest turn that is pointed out: what is less moves a corner of
// the drawing by less than a tenth of an edge, and looks aligned.
const told = 5 * geom.Degree

// blocks lists the turned blocks: the runs of layers that are turned against the
// bulk of the puzzle.
func (d Drawing) blocks() []block {
	if d.Turns == nil {
		return nil
	}
	runs := []block{{}}
	for l := 1; l < len(d.Turns); l++ {
		if (d.Turns[l] - d.Turns[l-1]).Abs() >= told {
			runs = append(runs, block{from: l})
		}
		runs[len(runs)-1].to = l
	}
	var best []block
	most := math.Inf(-1)
	for i := range runs {
		out := d.against(runs, i)
		if w := d.weight(runs[i]) - 2*float64(len(out)*len(d.Puzzle.Stickers)); w > most {
			best, most = out, w
		}
	}
	return best
}

// against returns the runs that are turned against one of them.
func (d Drawing) against(runs []block, bulk int) []block {
	var out []block
	for i, r := range runs {
		switch {
		case (d.Turns[r.from] - d.Turns[runs[bulk].from]).Abs() < told:
			continue // the bulk, or as it is
		case i > bulk:
			r.turn = d.Turns[r.from] - d.Turns[r.from-1]
		default:
			r.turn = d.Turns[r.to] - d.Turns[r.to+1]
		}
		out = append(out, r)
	}
	return out
}

// weight says how much a run is the bulk of the puzzle, of those that leave as
// many others turned: it has most stickers, with those that it hides where it
// lies inside; of equals the one that is turned least.
func (d Drawing) weight(b block) float64 {
	n := 0.0
	for _, l := range d.Puzzle.Layers(d.Axis)[b.from : b.to+1] {
		n += float64(len(l.Stickers))
	}
	if b.from > 0 && b.to < len(d.Turns)-1 {
		n *= 2
	}
	return n - float64(d.Turns[b.from].Abs()/geom.Turn)/2
}

// view is a direction to look from: orthographic, unit vectors that are at right
// angles to each other.
type view struct {
	toward geom.Vec // from the puzzle to the eye
	up     geom.Vec // of the picture
}

// lookFrom returns the view from a direction with another upwards.
func lookFrom(toward, up geom.Vec) view {
	toward = toward.Unit()
	return view{toward, up.Sub(toward.Mul(toward.Dot(up))).Unit()}
}

// behind returns the view from the opposite side, which shows every face that
// this one does not.
func (v view) behind() view { return view{v.toward.Mul(-1), v.up} }

// at projects a point: x right, y down.
func (v view) at(p geom.Vec) puzzle.Point {
	return puzzle.Point{X: p.Dot(v.up.Cross(v.toward)), Y: -p.Dot(v.up)}
}

// angles are those from which a kind of solid is looked at: how far to the side
// of a face, and how far above it.
type angles struct{ aside, above geom.Angle }

// looks are the angles by the number of faces. A cube is seen corner first, which
// shows three faces alike; a tetrahedron so that two show, the one well; a
// dodecahedron nearly face on, which shows six.
var looks = map[int]angles{
	4:  {40 * geom.Degree, 25 * geom.Degree},
	6:  {45 * geom.Degree, geom.Angle(math.Atan(math.Sqrt2 / 2))},
	12: {0, 79 * geom.Degree},
}

// bestView returns the view that shows most of what was seen and least of what
// was not; of equals the one with the best-seen face on top.
func bestView(d Drawing) view {
	p := d.Puzzle
	seen := make([]float64, len(p.Faces)) // seen less unseen stickers, as a share
	count := make([]float64, len(p.Faces))
	for i, s := range p.Stickers {
		count[s.Face]++
		if d.Colours[i] != puzzle.Unknown {
			seen[s.Face]++
		}
	}
	for f := range seen {
		seen[f] = 2*seen[f]/count[f] - 1
	}
	best, most := view{}, math.Inf(-1)
	for _, c := range candidates(p) {
		score := 0.0
		for f, face := range p.Faces {
			score += seen[f] * max(0, c.toward.Dot(face.Normal))
		}
		// The upper face counts a little more, for ties alone.
		const little = 1e-3
		for f, face := range p.Faces {
			score += little * seen[f] * max(0, c.up.Dot(face.Normal))
		}
		if score > most+1e-9 {
			best, most = c, score
		}
	}
	return best
}

// candidates lists the views to choose from, each face above or below once and
// each of its neighbours in front.
func candidates(p *puzzle.Puzzle) []view {
	a, ok := looks[len(p.Faces)]
	if !ok {
		a = looks[6]
	}
	var out []view
	for _, top := range p.Faces {
		up := top.Normal
		if len(p.Faces) == 4 {
			up = up.Mul(-1) // a tetrahedron stands on a face, a corner up
		}
		for _, front := range p.Faces {
			level := front.Normal.Sub(up.Mul(up.Dot(front.Normal)))
			if level.Norm() < 1e-6 || len(p.Faces) == 12 && front.Normal.Dot(up) < 0 {
				continue // the same face, its opposite, or no neighbour
			}
			side := geom.AxisAngle(up, a.aside).Apply(level.Unit())
			sin, cos := math.Sincos(a.above.Radians())
			out = append(out, lookFrom(side.Mul(cos).Add(up.Mul(sin)), up))
		}
	}
	return out
}
