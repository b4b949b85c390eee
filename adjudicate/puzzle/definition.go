package puzzle

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// ErrUnknown means that there is no definition for an event.
var ErrUnknown = errors.New("unknown event")

// ErrDefinition means that a definition file is not usable.
var ErrDefinition = errors.New("bad puzzle definition")

// Definition is the content of a file in models/puzzles.
type Definition struct {
	Event    string            `json:"event"`
	Names    map[string]string `json:"names"` // by language: en, zh-TW, zh-CN
	Size     Size              `json:"size"`
	FaceDefs []FaceDef         `json:"faces"`
	AxisDefs []AxisDef         `json:"axes"`
	Schemes  []Scheme          `json:"schemes"`
}

// Size tells which length is 1 in the puzzle frame, and how long it is on
// puzzles that people compete with (measured on products on sale; a fit starts
// from these and may leave them).
type Size struct {
	Of        string  `json:"of"`
	MinMM     float64 `json:"min_mm"`
	TypicalMM float64 `json:"typical_mm"`
	MaxMM     float64 `json:"max_mm"`
}

// FaceDef is a face in a definition file; vectors need not have unit length.
type FaceDef struct {
	Name     string     `json:"name"`
	Normal   [3]float64 `json:"normal"`
	Distance float64    `json:"distance"`
	Up       [3]float64 `json:"up"`
}

// AxisDef is an axis in a definition file with its outer-block moves.
type AxisDef struct {
	Name   string     `json:"name"`
	Normal [3]float64 `json:"normal"`
	Order  int        `json:"order"`
	Cuts   []float64  `json:"cuts"`
	Moves  []MoveDef  `json:"moves"`            // the outer-block moves
	Others []MoveDef  `json:"others,omitempty"` // what else the notation names: slices, rotations
}

// MoveDef is one move: the layers that turn together by one step, ascending.
// Turn is +1 where the notation's plain move is right-handed about the axis
// and -1 where it is left-handed.
type MoveDef struct {
	Name   string `json:"name"`
	Layers []int  `json:"layers"`
	Turn   int    `json:"turn"`
}

// Scheme is a colour scheme: a colour's name for each face's name.
type Scheme struct {
	Name    string            `json:"name"`
	Colours map[string]string `json:"colours"`
}

// ParseDefinition reads and checks a definition file.
func ParseDefinition(raw []byte) (Definition, error) {
	var d Definition
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, fmt.Errorf("%w: %v", ErrDefinition, err)
	}
	return d, d.check()
}

func (d Definition) check() error {
	bad := func(field, fix string) error { return fmt.Errorf("%w: %s: %s", ErrDefinition, field, fix) }
	if d.Event == "" {
		return bad("event", "give the event's id, such as 333")
	}
	if len(d.FaceDefs) < 4 {
		return bad("faces", "a solid needs at least 4")
	}
	if !(d.Size.MinMM > 0 && d.Size.MinMM <= d.Size.TypicalMM && d.Size.TypicalMM <= d.Size.MaxMM) {
		return bad("size", "needs 0 < min_mm <= typical_mm <= max_mm")
	}
	for i, f := range d.FaceDefs {
		n, up := vec(f.Normal), vec(f.Up)
		if !(n.Norm() > eps) || !(f.Distance > 0) || math.IsInf(n.Norm()+f.Distance, 0) {
			return bad(fmt.Sprintf("faces[%d]", i), "needs a normal and a distance above 0")
		}
		if !(n.Unit().Cross(up).Norm() > eps) {
			return bad(fmt.Sprintf("faces[%d].up", i), "must not lie along the normal")
		}
	}
	for i, a := range d.AxisDefs {
		if !(vec(a.Normal).Norm() > eps) || a.Order < 2 || len(a.Cuts) == 0 {
			return bad(fmt.Sprintf("axes[%d]", i), "needs a normal, an order of 2 or more and cuts")
		}
		for k, c := range a.Cuts {
			if math.IsNaN(c) || (k > 0 && c <= a.Cuts[k-1]) {
				return bad(fmt.Sprintf("axes[%d].cuts", i), "must ascend")
			}
		}
		for k, m := range a.Moves {
			if m.Turn != 1 && m.Turn != -1 {
				return bad(fmt.Sprintf("axes[%d].moves[%d].turn", i, k), "must be 1 or -1")
			}
			for _, l := range m.Layers {
				if l < 0 || l > len(a.Cuts) {
					return bad(fmt.Sprintf("axes[%d].moves[%d].layers", i, k), "names a layer that is not there")
				}
			}
		}
	}
	return nil
}
