package puzzle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	Net      string     `json:"net,omitempty"` // the neighbour that it hangs on in Puzzle.Net; one face has none
}

// AxisDef is an axis in a definition file with its moves.
type AxisDef struct {
	Name   string     `json:"name"`
	Normal [3]float64 `json:"normal"`
	Order  int        `json:"order"`
	Cuts   []float64  `json:"cuts"`
	Moves  []MoveDef  `json:"moves"`            // the outer-block moves
	Others []MoveDef  `json:"others,omitempty"` // what else the notation names: slices, rotations
}

// MoveDef is a named move: the layers that turn together, ascending. Turn is
// how many right-handed steps about the axis they make: +1 or -1 for a name
// that takes suffixes (R, R2, R'), any other number for a fixed one (R++).
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

// Name returns the puzzle's name in a language (en, zh-TW, zh-CN), or in
// English where that is missing.
func (d Definition) Name(lang string) string {
	if s, ok := d.Names[lang]; ok {
		return s
	}
	return d.Names["en"]
}

// Colours returns the scheme's colour for each face of the definition.
func (d Definition) Colours(s Scheme) []Colour {
	out := make([]Colour, len(d.FaceDefs))
	for i, f := range d.FaceDefs {
		out[i], _ = ParseColour(s.Colours[f.Name])
	}
	return out
}

// ParseDefinition reads and checks a definition file: one JSON object without
// unknown fields and nothing after it. The error is ErrDefinition and names the
// field.
func ParseDefinition(raw []byte) (Definition, error) {
	var d Definition
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return Definition{}, fmt.Errorf("%w: %v", ErrDefinition, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Definition{}, fmt.Errorf("%w: remove what follows the first JSON object", ErrDefinition)
	}
	if err := d.check(); err != nil {
		return Definition{}, err
	}
	return d, nil
}
