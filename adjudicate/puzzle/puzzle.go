// Package puzzle holds the exact geometry and the states of twisty puzzles,
// read from the definition files in models/puzzles.
//
// A puzzle is a convex solid cut by planes. Each axis has parallel cuts, which
// part the solid into layers, numbered from 0 at the axis' negative end; the
// interface i of an axis lies between its layers i and i+1. Lengths are in
// puzzle sizes (see Definition.Size), in the puzzle frame: for cubes and the
// Skewb x points to R, y to U and z to F; on the Pyraminx y points to the tip
// u, on the Megaminx to U, and both have F on the side of positive z.
//
// A place is where a sticker sits when the puzzle is solved, and a sticker is
// named by its place: both are indices into Puzzle.Stickers, ordered by face
// and, as seen from outside with the face's Up upwards, by row and column.
package puzzle

import (
	"fmt"
	"math"
	"sort"
	"sync"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/models"
)

// Face is one flat face of the solid.
type Face struct {
	Name     string
	Normal   geom.Vec // outward, unit
	Distance float64  // from the core, puzzle sizes
	Up       geom.Vec // in the face; rows are read along -Up, columns along Up x Normal
}

// Axis is one axis of rotation.
type Axis struct {
	Name   string
	Normal geom.Vec // unit
	Order  int      // a full turn is Order steps
	Cuts   []float64
}

// Step returns the smallest turn that brings the puzzle back to its shape.
func (a Axis) Step() geom.Angle { return geom.Turn / geom.Angle(a.Order) }

// Layers returns the number of layers along the axis.
func (a Axis) Layers() int { return len(a.Cuts) + 1 }

// layerAt returns the layer that holds the given distance along the axis.
func (a Axis) layerAt(d float64) int { return sort.SearchFloat64s(a.Cuts, d) }

// Sticker is one coloured facelet of the solved puzzle.
type Sticker struct {
	Face, Piece int
	Row, Col    int // within the face, read from outside
	Polygon
}

// Piece is one moving part with at least one sticker.
type Piece struct {
	Polygons []Polygon // closed convex solid, cuts included
	Stickers []int     // indices into Puzzle.Stickers
	Centre   geom.Vec
}

// Puzzle is a puzzle's geometry in the solved state.
type Puzzle struct {
	Definition
	Faces    []Face
	Axes     []Axis
	Stickers []Sticker
	Pieces   []Piece

	layerOf [][]int   // [axis][piece]
	layers  [][]Layer // [axis]

	centres   []geom.Vec // of each sticker
	steps     [][][]int  // [axis][layer]: the permutation of one right-handed step
	rotations []Rotation
	outer     []Move
	distinct  []Move
	names     []string
	byName    map[string]namedMove
	perms     sync.Map // turnKey -> []int
	nearOnce  sync.Once
	near      []Near
	nearMoves map[string]int // by faces

	around       [][]int // [piece]
	orbits       []Orbit
	stickerOrbit []int // by sticker

	groupOnce     sync.Once
	legal         *chain
	colouringOnce sync.Once
	colours       *colouring
}

// Layer is the convex part of the solved puzzle between two cuts of an axis.
type Layer struct {
	Polygons []Polygon  // closed convex solid, cuts included
	Corners  []geom.Vec // of the solid, each once
	Stickers []int      // indices into Puzzle.Stickers
}

// Layers returns the layers of an axis, from its negative end.
func (p *Puzzle) Layers(axis int) []Layer { return p.layers[axis] }

// LayerOf returns the layer of the axis in which the piece sits when solved.
func (p *Puzzle) LayerOf(axis, piece int) int { return p.layerOf[axis][piece] }

var cache sync.Map // event -> *Puzzle

// Load returns the geometry of an event's puzzle ("222" to "777", "pyram",
// "skewb", "minx"). The result is shared and must not be changed. The error is
// ErrUnknown for an event without a definition.
func Load(event string) (*Puzzle, error) {
	if p, ok := cache.Load(event); ok {
		return p.(*Puzzle), nil
	}
	raw, err := models.Puzzle(event)
	if err != nil {
		return nil, fmt.Errorf("%w %q: known events are %v", ErrUnknown, event, Events())
	}
	def, err := ParseDefinition(raw)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", event, err)
	}
	p, err := New(def)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", event, err)
	}
	v, _ := cache.LoadOrStore(event, p)
	return v.(*Puzzle), nil
}

// Events lists the events that have a definition, in the WCA's order.
func Events() []string { return models.Puzzles() }

// New builds the geometry of a definition. The error is ErrDefinition where the
// faces and cuts do not make a puzzle.
func New(def Definition) (*Puzzle, error) {
	if err := def.check(); err != nil {
		return nil, err
	}
	p := &Puzzle{Definition: def}
	for _, f := range def.FaceDefs {
		n, up := vec(f.Normal).Unit(), vec(f.Up).Unit()
		p.Faces = append(p.Faces, Face{f.Name, n, f.Distance, up.Sub(n.Mul(up.Dot(n))).Unit()})
	}
	for _, a := range def.AxisDefs {
		p.Axes = append(p.Axes, Axis{a.Name, vec(a.Normal).Unit(), a.Order, a.Cuts})
	}
	if err := p.cutUp(); err != nil {
		return nil, err
	}
	if err := p.findTurns(); err != nil {
		return nil, err
	}
	p.nameMoves()
	p.listMoves()
	p.findAround()
	p.findOrbits()
	return p, nil
}

// cutUp makes the pieces, stickers and layers.
func (p *Puzzle) cutUp() error {
	solid := solidOf(p.Faces)
	for _, f := range solid {
		for _, c := range f.Corners {
			if !(c.Norm() < far) {
				return bad("faces", "do not close a solid that stays within %d puzzle sizes", far)
			}
		}
	}
	for i, f := range p.FaceDefs {
		if f.Net != "" && parallel(p.Faces[i], p.Faces[p.faceNamed(f.Net)]) {
			return bad(fmt.Sprintf("faces[%d].net", i), "must be a neighbour")
		}
	}
	if len(solid) != len(p.Faces) {
		return bad("faces", "only %d of %d bound the solid", len(solid), len(p.Faces))
	}
	solids := [][]Polygon{solid}
	for _, a := range p.Axes {
		for _, d := range a.Cuts {
			if solids = cut(solids, a.Normal, d); len(solids) > maxPieces {
				return bad("axes", "cut the solid into more than %d pieces", maxPieces)
			}
		}
	}
	for _, s := range solids {
		p.addPiece(s)
	}
	p.orderStickers()
	p.layerOf = make([][]int, len(p.Axes))
	p.layers = make([][]Layer, len(p.Axes))
	for i, a := range p.Axes {
		for _, q := range p.Pieces {
			p.layerOf[i] = append(p.layerOf[i], a.layerAt(q.Centre.Dot(a.Normal)))
		}
		p.layers[i] = p.layersOf(i, solid)
	}
	for _, s := range p.Stickers {
		p.centres = append(p.centres, s.Centre())
	}
	return nil
}

func (p *Puzzle) addPiece(s []Polygon) {
	var corners []geom.Vec
	coloured := false
	for _, f := range s {
		corners = append(corners, f.Corners...)
		coloured = coloured || f.Face != Inner
	}
	if !coloured {
		return // the core
	}
	for _, f := range s {
		if f.Face != Inner {
			p.Stickers = append(p.Stickers, Sticker{Face: f.Face, Piece: len(p.Pieces), Polygon: f})
		}
	}
	p.Pieces = append(p.Pieces, Piece{Polygons: s, Centre: geom.Centroid(corners)})
}

// orderStickers sorts stickers by face, row and column, and numbers them.
func (p *Puzzle) orderStickers() {
	at := func(s Sticker) (row, col float64) {
		f := p.Faces[s.Face]
		c := s.Centre()
		const grid = 1e6 // puts centres of one row on one number
		return math.Round(-c.Dot(f.Up) * grid), math.Round(c.Dot(f.Up.Cross(f.Normal)) * grid)
	}
	sort.SliceStable(p.Stickers, func(i, j int) bool {
		a, b := p.Stickers[i], p.Stickers[j]
		if a.Face != b.Face {
			return a.Face < b.Face
		}
		ra, ca := at(a)
		rb, cb := at(b)
		if ra != rb {
			return ra < rb
		}
		return ca < cb
	})
	row, col := 0, 0
	for i := range p.Stickers {
		s := &p.Stickers[i]
		if i > 0 && p.Stickers[i-1].Face == s.Face {
			r0, _ := at(p.Stickers[i-1])
			if r, _ := at(*s); r != r0 {
				row, col = row+1, 0
			} else {
				col++
			}
		} else {
			row, col = 0, 0
		}
		s.Row, s.Col = row, col
		q := &p.Pieces[s.Piece]
		q.Stickers = append(q.Stickers, i)
	}
}

func (p *Puzzle) layersOf(axis int, solid []Polygon) []Layer {
	a := p.Axes[axis]
	out := make([]Layer, a.Layers())
	for i := range out {
		s := solid
		if i > 0 {
			s = half(s, plane{a.Normal.Mul(-1), -a.Cuts[i-1]})
		}
		if i < len(a.Cuts) {
			s = half(s, plane{a.Normal, a.Cuts[i]})
		}
		out[i].Polygons, out[i].Corners = s, corners(s)
	}
	for i, s := range p.Stickers {
		l := &out[p.layerOf[axis][s.Piece]]
		l.Stickers = append(l.Stickers, i)
	}
	return out
}

func vec(v [3]float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }
