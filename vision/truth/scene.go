// Package truth reads what is known of a rendered or a measured scene and
// compares it with what was seen and ruled.
package truth

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"github.com/plustwo/plustwo/calib/geom"
)

// ErrScene means that a truth file cannot be used.
var ErrScene = errors.New("bad truth file")

// Scene is the truth of one scene, as testdata/README.md tells. The file is a
// rig file too: see calib.ReadRig.
type Scene struct {
	ID          string            `json:"id"`
	Event       string            `json:"event"`
	Case        string            `json:"case"`
	Order       int               `json:"order"`              // steps in a full turn of the axis
	Axis        [3]float64        `json:"axis_world"`         // the turned axis, mat frame
	RelativeDeg []float64         `json:"relative_deg"`       // of each interface, from the axis' negative end
	Suggestion  string            `json:"suggestion"`         // what the scene really is
	AllViews    string            `json:"expected_all_views"` // the mildest outcome that all views together leave possible
	Cameras     map[string]Camera `json:"cameras"`
	Stickers    []Sticker         `json:"stickers"`

	dir string
}

// Camera is one view of a scene.
type Camera struct {
	File     string `json:"file"`
	Expected string `json:"expected"` // the mildest outcome that this view leaves possible
}

// Sticker is where one sticker really is.
type Sticker struct {
	Colour  string                `json:"colour"`
	Px      map[string][2]float64 `json:"px"` // centre, by view
	Visible map[string]bool       `json:"visible"`
}

// Read reads a truth file. The error wraps ErrScene and names the file.
func Read(path string) (*Scene, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("truth file: %w", err)
	}
	s, err := parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %w", ErrScene, path, err)
	}
	s.dir = filepath.Dir(path)
	return s, nil
}

func parse(raw []byte) (*Scene, error) {
	s := &Scene{}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, plainly(err)
	}
	switch {
	case s.Event == "":
		return nil, errors.New("event: missing")
	case s.Order < 2:
		return nil, fmt.Errorf("order: is %d; a turn has at least 2 steps", s.Order)
	case len(s.RelativeDeg) == 0:
		return nil, errors.New("relative_deg: needs an angle for each interface of the axis")
	case len(s.Cameras) == 0:
		return nil, errors.New("cameras: needs at least one view")
	case len(s.Stickers) == 0:
		return nil, errors.New("stickers: needs the stickers of the puzzle")
	}
	return s, nil
}

// plainly tells an error of encoding/json without Go's types.
func plainly(err error) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &wrong):
		return fmt.Errorf("%s: a JSON %s does not belong there; make the truth file anew", wrong.Field, wrong.Value)
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON: byte %d cannot be read; make the truth file anew", syntax.Offset)
	}
	return err
}

// Views lists the names of the scene's cameras in alphabetical order.
func (s *Scene) Views() []string {
	var names []string
	for n := range s.Cameras {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Picture returns the path of a view's picture, and whether there is one.
func (s *Scene) Picture(view string) (string, bool) {
	c, ok := s.Cameras[view]
	if !ok || c.File == "" {
		return "", false
	}
	path := filepath.Join(s.dir, filepath.Base(c.File))
	_, err := os.Stat(path)
	return path, err == nil
}

// Expected returns the outcome that a perfect judge suggests from the views:
// the mildest that they leave possible.
func (s *Scene) Expected(views []string) string {
	if len(views) > 1 {
		return s.AllViews
	}
	return s.Cameras[views[0]].Expected
}

// step returns the smallest turn that brings the puzzle back to its shape.
func (s *Scene) step() geom.Angle { return geom.Turn / geom.Angle(s.Order) }
