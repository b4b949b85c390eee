package web

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Rejudger is a Table that judges an attempt's kept picture again.
type Rejudger interface {
	// Again judges the picture of an attempt's last suggestion with the software
	// that runs now; nothing of it goes on record. The error is ErrNoAttempt, or
	// ErrNoEvidence where no picture is kept.
	Again(ctx context.Context, attempt string) (Again, error)
}

// Again is what an attempt's picture was found to show, then and now.
type Again struct {
	Before string            `json:"before"` // version of the software then; empty where it is not known
	Now    string            `json:"now"`    // and now
	First  adjudicate.Ruling `json:"first"`
	Second adjudicate.Ruling `json:"second"`
	Shown  Shown             `json:"shown"` // now, for people
}

// judgeAgain has an attempt's picture judged again, for whoever may see its
// recordings.
func (s *Server) judgeAgain(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	ctx, id := c.Request().Context(), param(c, "attempt")
	a, err := t.Attempt(ctx, id)
	if err != nil {
		return err
	}
	book := t.Snapshot().Rulebook
	if a.Opened != nil {
		book = a.Opened.Rulebook
	}
	if err := s.may(c, book, rules.MayView); err != nil {
		return err
	}
	r, ok := t.(Rejudger)
	if !ok {
		return failField(codeNoEvidence, "attempt", nil)
	}
	out, err := r.Again(ctx, id)
	if err != nil {
		return err
	}
	out.Now = s.cfg.Version
	return c.JSON(http.StatusOK, out)
}
