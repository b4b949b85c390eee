package table

import (
	"encoding/json"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/stream/web"
)

// overlay is what belongs to live pictures: the measured puzzle, while it lies
// where it was measured.
type overlay struct {
	from uint64 // number of the frame that was measured
	text []byte
}

// Overlay returns what belongs to a frame of a camera, as a JSON object for
// stream/rtc: outline, width and height; nil for nothing.
func (t *Table) Overlay(camera string, seq uint64) []byte {
	if l := t.lens(camera); l != nil {
		if o := l.overlay.Load(); o != nil && seq >= o.from {
			return o.text
		}
	}
	return nil
}

// lay lays an outline over a camera's live pictures from now on.
func (t *Table) lay(s web.Shown) {
	l := t.lens(s.Camera)
	if l == nil || len(s.Outline) == 0 {
		return
	}
	h := l.health()
	text, err := json.Marshal(struct {
		Outline [][]geom.Pixel `json:"outline"`
		Width   int            `json:"width"`
		Height  int            `json:"height"`
	}{s.Outline, h.Width, h.Height})
	if err == nil { // else a coordinate that is no number: nothing to draw
		l.overlay.Store(&overlay{s.Seq, text})
	}
}
