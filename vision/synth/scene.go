package synth

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// ErrScene means that a scene cannot be drawn.
var ErrScene = errors.New("bad scene")

// Scene is all that pictures of one table show. It is plain data: change it,
// write it as JSON, read it back with ReadScene. Lengths are millimetres in the
// mat frame.
type Scene struct {
	ID     string   `json:"id"`
	Seed   uint64   `json:"seed"` // of textures, wear and the sensors' noise
	Case   Case     `json:"case,omitempty"`
	Puzzle *Puzzle  `json:"puzzle,omitempty"` // nil for an empty table
	Table  Table    `json:"table"`
	Light  Lighting `json:"light"`
	Things []Thing  `json:"things,omitempty"`
	Sensor Sensor   `json:"sensor"`
}

// Puzzle is a puzzle at rest: first its stickers' colours are set, then the
// layers of one axis are turned, then it is laid down.
type Puzzle struct {
	Event     string          `json:"event"`
	Colours   []puzzle.Colour `json:"colours"`    // by place, index into puzzle.Puzzle.Stickers
	Axis      int             `json:"axis"`       // index into puzzle.Puzzle.Axes
	LayersDeg []float64       `json:"layers_deg"` // right-handed turn of each layer about the axis
	Down      [3]float64      `json:"down"`       // direction in the puzzle frame that faces the mat; see Settle
	XMM       float64         `json:"x_mm"`       // where the core is, above the mat
	YMM       float64         `json:"y_mm"`
	YawDeg    float64         `json:"yaw_deg"`
	LiftMM    float64         `json:"lift_mm,omitempty"` // of its lowest point over the mat
	SizeMM    float64         `json:"size_mm"`
	Build     Build           `json:"build"`
}

// Kind tells how a puzzle carries its colours.
type Kind string

// The kinds of build.
const (
	Stickered   Kind = "stickered"   // thin stickers on a plain body
	Tiled       Kind = "tiled"       // thick tiles that nearly fill a piece's face
	Stickerless Kind = "stickerless" // coloured plastic, no frame
)

// Build is how a puzzle is made.
type Build struct {
	Kind     Kind                  `json:"kind"`
	Body     RGB                   `json:"body"`
	Shades   map[puzzle.Colour]RGB `json:"shades"`
	GapMM    float64               `json:"gap_mm"`    // half the width of the groove between two pieces
	BevelMM  float64               `json:"bevel_mm"`  // width of a piece's slanted rim
	InsetMM  float64               `json:"inset_mm"`  // from a piece's rim to its sticker's
	RoundMM  float64               `json:"round_mm"`  // radius of a piece's corner at the border of the face
	HollowMM float64               `json:"hollow_mm"` // radius of a piece's corner inside the face
	Gloss    float64               `json:"gloss"`     // 0 matt to 1 mirror-like
	Wear     float64               `json:"wear"`      // 0 new to 1 badly chipped
	Logo     *Logo                 `json:"logo,omitempty"`
}

// Logo is a print on one sticker.
type Logo struct {
	Place  int     `json:"place"`
	Text   string  `json:"text"` // empty for a drawn mark
	Colour RGB     `json:"colour"`
	Share  float64 `json:"share"` // of the sticker's width
}

// Table is what everything lies on.
type Table struct {
	Colour  RGB     `json:"colour"`
	Streaks float64 `json:"streaks"` // 0 plain to 1 strongly grained wood
	WidthMM float64 `json:"width_mm"`
	DepthMM float64 `json:"depth_mm"`
	Floor   RGB     `json:"floor"`
	Mat     Mat     `json:"mat"`
	Grain   float64 `json:"grain"` // standard deviation of the surface's brightness from pixel to pixel
}

// Mat is the mat, centred at the origin. Its underside is z = 0.
type Mat struct {
	WidthMM     float64 `json:"width_mm"`
	DepthMM     float64 `json:"depth_mm"`
	ThicknessMM float64 `json:"thickness_mm"`
	RoundMM     float64 `json:"round_mm"`
	Colour      RGB     `json:"colour"`
	Prints      []Print `json:"prints,omitempty"`
}

// Shape is the shape of a print.
type Shape string

// The shapes of prints.
const (
	Text   Shape = "text"   // letters SizeMM high
	Glyphs Shape = "glyphs" // made-up characters of strokes, as many as Text has bytes
	Bar    Shape = "bar"    // WidthMM by SizeMM
	Disc   Shape = "disc"   // SizeMM across
	Ring   Shape = "ring"   // SizeMM across, WidthMM broad
	Frame  Shape = "frame"  // outline SizeMM inside the mat's border, WidthMM broad
)

// Print is ink on the mat.
type Print struct {
	Shape   Shape   `json:"shape"`
	Text    string  `json:"text,omitempty"`
	XMM     float64 `json:"x_mm"`
	YMM     float64 `json:"y_mm"`
	YawDeg  float64 `json:"yaw_deg"`
	SizeMM  float64 `json:"size_mm"`
	WidthMM float64 `json:"width_mm,omitempty"`
	Colour  RGB     `json:"colour"`
}

// Lighting is the light of a room.
type Lighting struct {
	Lamps     []Lamp  `json:"lamps"`
	Sky       float64 `json:"sky"` // light from all around, in units of a lamp's power
	SkyKelvin float64 `json:"sky_kelvin"`
}

// Lamp is a square panel that faces the mat's centre.
type Lamp struct {
	AtMM   [3]float64 `json:"at_mm"`
	SizeMM float64    `json:"size_mm"`
	Power  float64    `json:"power"` // illuminance at the mat's centre, before the angle of incidence
	Kelvin float64    `json:"kelvin"`
}

// What names a kind of thing on the table.
type What string

// The things.
const (
	Timer What = "timer" // Text is its display
	Phone What = "phone"
	Pen   What = "pen"
	Card  What = "card" // a scorecard
	Cover What = "cover"
	Hand  What = "hand" // X, Y is the middle of the knuckles, the fingers point along its y
	Arm   What = "arm"  // a hand that can grip, with its forearm; placed like Hand
)

// Thing is one thing on the table, its middle at X, Y.
type Thing struct {
	What     What    `json:"what"`
	XMM      float64 `json:"x_mm"`
	YMM      float64 `json:"y_mm"`
	LiftMM   float64 `json:"lift_mm"` // of its underside over the mat
	YawDeg   float64 `json:"yaw_deg"`
	WidthMM  float64 `json:"width_mm"`
	DepthMM  float64 `json:"depth_mm"`
	HeightMM float64 `json:"height_mm"`
	Colour   RGB     `json:"colour"`
	Second   RGB     `json:"second"` // pads, screen, sleeve, ink
	Text     string  `json:"text,omitempty"`
	ScreenUp bool    `json:"screen_up,omitempty"`
	Lit      bool    `json:"lit,omitempty"`
	Left     bool    `json:"left,omitempty"`     // a left hand
	SpreadMM float64 `json:"spread,omitempty"`   // between fingertips, beyond touching
	RollDeg  float64 `json:"roll_deg,omitempty"` // of an arm: turns the palm inwards
	Curl     float64 `json:"curl,omitempty"`     // of an arm's fingers: 0 straight to 1 a fist
}

// Sensor is what makes a picture of the light.
type Sensor struct {
	Mean     float64    `json:"mean"`     // linear level, white being 1, that the exposure brings the picture's mean to
	Adapt    float64    `json:"adapt"`    // how far the white balance follows the light: 0 not, 1 fully
	WB       [3]float64 `json:"wb"`       // error of the white balance, a gain for R, G, B
	BlurPx   float64    `json:"blur_px"`  // standard deviation
	Noise    float64    `json:"noise"`    // standard deviation at white, as a share of white
	Vignette float64    `json:"vignette"` // light lost in the corners, as a share
	JPEG     int        `json:"jpeg"`     // quality 1 to 100; 0 for none
}

// RGB is an 8-bit sRGB colour, in JSON "#rrggbb".
type RGB [3]uint8

// MarshalText writes "#rrggbb".
func (c RGB) MarshalText() ([]byte, error) { return []byte("#" + hex.EncodeToString(c[:])), nil }

// UnmarshalText reads "#rrggbb".
func (c *RGB) UnmarshalText(b []byte) error {
	s, ok := strings.CutPrefix(string(b), "#")
	raw, err := hex.DecodeString(s)
	if !ok || err != nil || len(raw) != len(c) {
		return fmt.Errorf("%w: colour %q: write #rrggbb", ErrScene, b)
	}
	copy(c[:], raw)
	return nil
}
