package web

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/diagram"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestDiagram(t *testing.T) {
	s := newSite(t)
	x := s.hall.tables["a"]
	x.play(t, "A1")
	c := s.as(rules.Judge)
	const path = "/api/tables/a/attempts/A1/diagram.svg?suggestion=1"
	c.get(path).fails(codeNotFound, "suggestion")
	colours := slices.Repeat([]string{"white", ""}, 27)
	x.shown.Facelets = &Facelets{Event: "333oh", Colours: colours, Wrong: []int{0}, Axis: 1, TurnDeg: []float64{0, 0, 52}}
	a := c.get(path).want(http.StatusOK)
	if a.Header.Get("Content-Type") != "image/svg+xml" || !bytes.Contains(a.body, []byte(">52.0°<")) || !bytes.Contains(a.body, []byte("not seen")) {
		t.Errorf("%.200s", a.body)
	}
	if a := c.get(path + "&lang=zh-TW").want(http.StatusOK); !bytes.Contains(a.body, []byte("看不到")) {
		t.Errorf("%.200s", a.body)
	}
	x.shown.Facelets.Axis = 9
	c.get(path).fails(codeInternal, "")
	c.get("/api/tables/a/attempts/none/diagram.svg").fails(codeNoAttempt, "")
	c.get("/api/tables/c/attempts/A1/diagram.svg").fails(codeNoTable, "table")
}

func TestSheet(t *testing.T) {
	s := newSite(t)
	x := s.hall.tables["a"]
	x.play(t, "A1")
	const path = "/api/tables/a/attempts/A1/sheet.pdf"
	s.as(rules.Judge).get(path).fails(codeNoRight, "")
	c := s.as(rules.Delegate)
	for range 2 {
		a := c.get(path + "?lang=zh-CN").want(http.StatusOK)
		if a.Header.Get("Content-Type") != "application/pdf" || !bytes.HasPrefix(a.body, []byte("%PDF-")) {
			t.Errorf("%.80s", a.body)
		}
		x.shown.Drawn = map[rules.Lang]string{rules.Simplified: "gone"} // a picture that is lost spoils no sheet
	}
	c.get("/api/tables/a/attempts/none/sheet.pdf").fails(codeNoAttempt, "")
	c.get("/api/tables/c/attempts/A1/sheet.pdf").fails(codeNoTable, "table")
}

// An attempt that has left the table is recalled.
func TestRecall(t *testing.T) {
	s := newSite(t)
	s.hall.tables["a"].play(t, "A1")
	s.hall.tables["a"].play(t, "A2")
	c := s.as(rules.Judge)
	if got := read[Review](c.get("/api/tables/a/attempts/A1")).Shown; got == nil || got.Look != LooksPlus2 {
		t.Errorf("%+v", got)
	}
	if got := read[Review](c.get("/api/tables/a/attempts/A2")).Shown; got == nil || got.Look != LooksSolved {
		t.Errorf("%+v", got)
	}
}

func TestDrawingOf(t *testing.T) {
	if _, err := drawingOf(Facelets{Event: "444bf"}); err != nil {
		t.Error(err)
	}
	if _, err := drawingOf(Facelets{Event: "clock"}); !errors.Is(err, puzzle.ErrUnknown) {
		t.Errorf("clock: %v", err)
	}
	if _, err := drawingOf(Facelets{Event: "333", Colours: []string{"mauve"}}); !errors.Is(err, puzzle.ErrColour) {
		t.Errorf("mauve: %v", err)
	}
	d, err := drawingOf(Facelets{Event: "222", Colours: slices.Repeat([]string{"unknown"}, 24), TurnDeg: []float64{0, 30}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := diagram.SVG(d, rules.English); err != nil {
		t.Error(err)
	}
}
