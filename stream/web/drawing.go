package web

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/diagram"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// getDiagram draws the puzzle of an attempt as it was seen.
func (s *Server) getDiagram(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	id := param(c, "attempt")
	if _, err := t.Attempt(c.Request().Context(), id); err != nil {
		return err
	}
	shown, err := s.shown(c.Request().Context(), t, id)
	if err != nil {
		return err
	}
	if shown == nil || shown.Facelets == nil {
		return failField(codeNotFound, "suggestion", nil)
	}
	d, err := drawingOf(*shown.Facelets)
	if err != nil {
		return err
	}
	raw, err := diagram.SVG(d, language(c.Request()))
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "image/svg+xml", raw)
}

// sharedPuzzles are the events that are solved on another event's puzzle.
var sharedPuzzles = map[string]string{"333oh": "333", "333bf": "333", "333mbf": "333", "444bf": "444", "555bf": "555"}

// drawingOf is what facelets look like.
func drawingOf(f Facelets) (diagram.Drawing, error) {
	event := f.Event
	if shared, ok := sharedPuzzles[event]; ok {
		event = shared
	}
	p, err := puzzle.Load(event)
	if err != nil {
		return diagram.Drawing{}, fmt.Errorf("facelets: %w", err)
	}
	d := diagram.Drawing{Puzzle: p, Wrong: f.Wrong, Axis: f.Axis}
	for _, name := range f.Colours {
		colour, ok := puzzle.ParseColour(name)
		if !ok && name != "" && name != puzzle.Unknown.String() {
			return d, fmt.Errorf("facelets: %w %q", puzzle.ErrColour, name)
		}
		d.Colours = append(d.Colours, colour)
	}
	for _, a := range f.TurnDeg {
		d.Turns = append(d.Turns, geom.Angle(a)*geom.Degree)
	}
	return d, nil
}
