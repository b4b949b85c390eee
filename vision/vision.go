// Package vision holds the types that its stages share. The stages run in the
// order camera, still, locate, fit, and end in an adjudicate.Observation.
package vision

import (
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
)

// Image is an 8-bit sRGB picture, row-major, 3 bytes a pixel (R, G, B).
// It is immutable once made.
type Image struct {
	Width, Height int
	Pix           []uint8
}

// Frame is one picture of a camera's stream. It is immutable once published.
type Frame struct {
	Camera string        // name of the camera, such as "overhead"
	Seq    uint64        // counts the frames that the camera gave, from 0; a gap means that frames were dropped
	At     time.Duration // when it was taken, from the start of the source; never goes back
	Image  *Image
}

// View is one camera's picture of a still scene.
type View struct {
	Name   string
	Image  *Image
	Camera *calib.Camera // nil where no rig is known
}

// Measurement is what the fit found: the geometry for the drawing and the
// observation for the adjudicator.
type Measurement struct {
	Found bool
	Why   rules.Text // where not found: what is missing

	Support float64 // 0..1: share of the puzzle's borders that the picture shows

	Puzzle        *puzzle.Puzzle
	SizeMM        float64      // length of one puzzle size
	MatFromPuzzle geom.Pose    // rotation and place of the puzzle, mm, size applied first: x_mat = R (SizeMM x_puzzle) + T
	Axis          int          // the turned axis
	Layers        []geom.Angle // each layer's turn about the axis, from the nearest aligned position of the whole
	Stickers      []SeenSticker
	Cameras       map[string]*calib.Camera // by view name: given or estimated

	Observation adjudicate.Observation

	// Memory is the fit's own: what it needs to measure the same puzzle again.
	Memory any
}

// SeenSticker is one sticker that at least one view shows.
type SeenSticker struct {
	Place      int                   // index into Puzzle.Stickers, in the aligned position
	Px         map[string]geom.Pixel // centre, by view name, where visible
	Colour     puzzle.Colour
	Confidence float64
}
