package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// getEvidence sends a still or a recording.
func (s *Server) getEvidence(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	hash := param(c, "hash")
	content, kind, err := t.Evidence(c.Request().Context(), hash)
	if err != nil {
		return err
	}
	defer content.Close() // read only
	if strings.HasPrefix(kind, "video/") {
		if err := s.may(c, t.Snapshot().Rulebook, rules.MayView); err != nil {
			return err
		}
	}
	h := c.Response().Header()
	h.Set("Content-Type", kind)
	h.Set("ETag", strconv.Quote(hash))
	h.Set("Cache-Control", forever)
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, content)
	return nil
}

// may refuses whoever has not a power by a rulebook.
func (s *Server) may(c echo.Context, rulebook string, power rules.Power) error {
	book, err := rules.Load(rulebook)
	if err != nil || book.Procedure == nil {
		return failField(codeRulebook, "", err)
	}
	if rule := book.Procedure.Powers[power]; s.actor(c).Role.Rank() < rule.Role.Rank() {
		return &fault{code: codeNoRight, cited: []rules.Cited{rule.Cited}}
	}
	return nil
}

// getAttempt sends an attempt with its recordings.
func (s *Server) getAttempt(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	out, err := s.review(c, t)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Server) review(c echo.Context, t Table) (Review, error) {
	ctx, id := c.Request().Context(), param(c, "attempt")
	a, err := t.Attempt(ctx, id)
	if err != nil {
		return Review{}, err
	}
	clips, err := t.Clips(ctx, id)
	if err != nil {
		return Review{}, err
	}
	shown, err := s.shown(ctx, t, id)
	if err != nil {
		return Review{}, err
	}
	return Review{Attempt: a, Epoch: t.Snapshot().Epoch, Clips: clips, Shown: shown, Previews: previews(a), Slow: slowOf(a, s.actor(c))}, nil
}

// shown returns what an attempt's last suggestion shows to people, or nil.
func (s *Server) shown(ctx context.Context, t Table, id string) (*Shown, error) {
	now := t.Snapshot()
	if now.Attempt.Opened != nil && now.Attempt.Opened.ID == id {
		return now.Shown, nil
	}
	if look, ok := now.Looks[id]; ok {
		return &look, nil
	}
	if r, ok := t.(Recaller); ok {
		return r.Recall(ctx, id)
	}
	return nil, nil
}

// slowOf tells how somebody may watch an attempt's recordings. Looking at single
// pictures is on record first, with a reason where the rulebook wants one
// (WCA 11f1); package attempt takes no view event without it.
func slowOf(a attempt.State, by attempt.Actor) Slow {
	var out Slow
	if a.Opened == nil {
		return out
	}
	if book, err := rules.Load(a.Opened.Rulebook); err != nil || book.Procedure == nil || book.Procedure.Evidence.RealTime {
		out.NeedsReason = true // also where nothing is known
	}
	for _, v := range a.Views {
		out.Open = out.Open || v.By == by && v.Step && (v.Reason != "" || !out.NeedsReason)
	}
	return out
}

// getClipFrame sends one picture of a recording.
func (s *Server) getClipFrame(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	number, isJPEG := strings.CutSuffix(param(c, "frame"), ".jpg")
	n, err := strconv.Atoi(number)
	if err != nil || !isJPEG || n < 0 || strconv.Itoa(n) != number {
		return failField(codeBadRequest, "frame", err)
	}
	ctx, hash := c.Request().Context(), param(c, "hash")
	a, err := t.Attempt(ctx, param(c, "attempt"))
	if err != nil {
		return err
	}
	if a.Opened != nil {
		if err := s.may(c, a.Opened.Rulebook, rules.MayView); err != nil {
			return err
		}
	}
	if !slowOf(a, s.actor(c)).Open {
		return fail(codeLocked)
	}
	clips, err := t.Clips(ctx, param(c, "attempt"))
	if err != nil {
		return err
	}
	i := slices.IndexFunc(clips, func(x Clip) bool { return x.Hash == hash })
	if i < 0 || n >= len(clips[i].Frames) || s.cfg.Frames == nil {
		return failField(codeNoEvidence, "frame", nil)
	}
	jpeg, err := s.cfg.Frames.Frame(ctx, param(c, "table"), hash, n)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "private, max-age=600") // stepping back is quick
	c.Response().Header().Set("Vary", "Cookie")                        // and the lock holds for each session anew
	c.Response().Header().Set("X-Frame-At-NS", strconv.FormatInt(int64(clips[i].Frames[n]), 10))
	return c.Blob(http.StatusOK, "image/jpeg", jpeg)
}
