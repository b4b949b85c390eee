package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"
	"github.com/skip2/go-qrcode"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

func (s *Server) getAPI(c echo.Context) error { return c.JSONBlob(http.StatusOK, s.api) }

func (s *Server) getTables(c echo.Context) error {
	out := []Summary{}
	for _, id := range s.cfg.Hall.Tables() {
		if t := s.cfg.Hall.Table(id); t != nil {
			out = append(out, summaryOf(t.Snapshot()))
		}
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Server) getTable(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, t.Snapshot())
}

func (s *Server) getRulebooks(c echo.Context) error { return c.JSON(http.StatusOK, rules.Books()) }

func (s *Server) getRulebook(c echo.Context) error {
	book, err := rules.Load(param(c, "rulebook"))
	if err != nil {
		return failField(codeNoRulebook, "rulebook", err)
	}
	return c.JSON(http.StatusOK, bookOf(book))
}

// bookOf is a rulebook as screens need it.
func bookOf(b *rules.Rulebook) Book {
	out := Book{Name: b.Name, Title: b.Title, Date: b.Date, Metric: b.Metric, Limits: []BookLimit{}, Sentences: map[rules.Key]Ground{},
		Procedure: b.Procedure}
	for _, l := range b.Limits {
		out.Limits = append(out.Limits, BookLimit{slices.Clone(l.Events), l.Angle.Degrees(), l.Article})
	}
	for k, x := range b.Sentences {
		out.Sentences[k] = Ground{x.Article, x.Text}
	}
	return out
}

// getQR draws the address of a table's page.
func (s *Server) getQR(c echo.Context) error {
	if _, err := s.table(c); err != nil {
		return err
	}
	q, err := qrcode.New(s.origin(c).JoinPath("table", param(c, "table")).String(), qrcode.Medium)
	if err != nil {
		return failField(codeNotFound, "table", err) // an address too long for a code
	}
	return c.Blob(http.StatusOK, "image/svg+xml", drawQR(q.Bitmap()))
}
