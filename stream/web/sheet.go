package web

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/sheet"
)

// maxPicture bounds a picture on a sheet, in bytes: a 12-megapixel JPEG fits.
const maxPicture = 16 << 20

// getSheet prints an attempt's incident sheet.
func (s *Server) getSheet(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	a, err := t.Attempt(ctx, param(c, "attempt"))
	if err != nil {
		return err
	}
	if a.Opened == nil {
		return fail(codeNoAttempt)
	}
	book, err := rules.Load(a.Opened.Rulebook)
	if err != nil || book.Procedure == nil {
		return failField(codeRulebook, "", err)
	}
	if err := s.may(c, book.Name, rules.MayAmend); err != nil {
		return err
	}
	snapshot, lang := t.Snapshot(), language(c.Request())
	p := sheet.Sheet{Attempt: a, Book: book, Lang: lang, Table: snapshot.Name, Epoch: time.UnixMilli(snapshot.Epoch), Printed: time.Now(),
		Version: s.cfg.Version}
	shown, err := s.shown(ctx, t, param(c, "attempt"))
	if err != nil {
		return err
	}
	if shown != nil {
		p.Word, p.Detail = shown.Word, shown.Detail
		if p.Picture, err = picture(ctx, t, shown.Drawn[lang]); err != nil || p.Picture == nil {
			p.Picture, err = picture(ctx, t, shown.Still)
		}
		if err != nil {
			s.log.Warn("web: an incident sheet without its picture", "table", snapshot.Table, "attempt", a.Opened.ID, "error", err)
		}
	}
	raw, err := sheet.PDF(p)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/pdf", raw)
}

// picture reads a picture of the evidence; nil for an empty hash.
func picture(ctx context.Context, t Table, hash string) ([]byte, error) {
	if hash == "" {
		return nil, nil
	}
	f, _, err := t.Evidence(ctx, hash)
	if err != nil {
		return nil, err
	}
	defer f.Close() // read only
	return io.ReadAll(io.LimitReader(f, maxPicture))
}
