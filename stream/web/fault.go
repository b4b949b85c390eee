package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/accounts"
	"github.com/plustwo/plustwo/stream/timer"
)

// fault is an error that is told to a screen.
type fault struct {
	code  code
	field string        // of the body or the address; empty where it is none
	cause error         // for the log; may be nil
	cited []rules.Cited // what the rulebook says of it
}

// Fault is a fault as JSON.
type Fault struct {
	Code     string `json:"code"`
	Sentence string `json:"sentence"` // for people, in their language
	Field    string `json:"field"`
}

// Error returns the fault in English.
func (f *fault) Error() string {
	out := f.code.text().In(rules.English)
	if f.field != "" {
		out = f.field + ": " + out
	}
	if f.cause != nil {
		out = fmt.Sprintf("%s (%v)", out, f.cause)
	}
	return out
}

// sentence tells the fault to people, with the articles that it rests on.
func (f *fault) sentence(l rules.Lang) string {
	out := f.code.text().In(l)
	space := "" // between sentences, and before a bracket
	if l == rules.English {
		space = " "
	}
	for _, c := range f.cited {
		out += space + c.Text.In(l) + space + rules.Brackets(c.Article, l)
	}
	return out
}

// Unwrap returns the cause.
func (f *fault) Unwrap() error { return f.cause }

func fail(c code) error { return &fault{code: c} }

func failField(c code, field string, cause error) error {
	return &fault{code: c, field: field, cause: cause}
}

// known are the errors of other packages with the code that tells them. The
// first that matches holds.
var known = []struct {
	err  error
	code code
}{
	{ErrNoAttempt, codeNoAttempt}, {ErrNoEvidence, codeNoEvidence}, {ErrNoCamera, codeNoCamera},
	{ErrIDUsed, codeIDUsed}, {ErrNoTimer, codeNoTimer}, {ErrOffer, codeOffer},
	{timer.ErrReport, codeTimerReport}, {timer.ErrClosed, codeBusy}, {timer.ErrBehind, codeBusy},
	{accounts.ErrPassword, codePassword}, {accounts.ErrName, codeBadName}, {accounts.ErrInvitation, codeInvitation}, {accounts.ErrTaken, codeTaken},
	{accounts.ErrNobody, codeNobody}, {accounts.ErrLast, codeLast},
	{attempt.ErrRulebook, codeRulebook}, {attempt.ErrPhase, codePhase}, {attempt.ErrRole, codeNoRight},
	{attempt.ErrDecided, codeDecided}, {attempt.ErrFrozen, codeFrozen}, {attempt.ErrDoubleTap, codeDoubleTap},
	{attempt.ErrStale, codeStale}, {attempt.ErrHeld, codeHeld}, {attempt.ErrTime, codeTime},
	{attempt.ErrReason, codeReason}, {attempt.ErrLate, codeLate}, {attempt.ErrEvidence, codeEvidence},
	{attempt.ErrEvent, codeEvent},
}

// faultOf is the fault by which an error is told.
func faultOf(err error) *fault {
	if f := (*fault)(nil); errors.As(err, &f) {
		return f
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return &fault{code: k.code, cause: err}
		}
	}
	if h := (*echo.HTTPError)(nil); errors.As(err, &h) {
		switch h.Code {
		case http.StatusNotFound:
			return &fault{code: codeNotFound}
		case http.StatusMethodNotAllowed:
			return &fault{code: codeMethod}
		}
	}
	return &fault{code: codeInternal, cause: err}
}

// answerError tells an error to a screen, in its language, and an internal one
// to the log.
func (s *Server) answerError(err error, c echo.Context) {
	f := faultOf(err)
	if c.Request().Context().Err() != nil && c.Response().Committed {
		return // nobody listens
	}
	if f.code == codeInternal {
		s.log.Error("web: internal error", "method", c.Request().Method, "path", c.Request().URL.Path, "error", err)
	}
	if c.Response().Committed {
		return
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	for _, k := range []string{"ETag", "Content-Encoding", "Content-Disposition"} {
		h.Del(k)
	}
	lang := language(c.Request())
	h.Set("Content-Language", string(lang))
	if err := c.JSON(f.code.status(), Fault{f.code.name(), f.sentence(lang), f.field}); err != nil {
		s.log.Debug("web: an error was not taken", "error", err)
	}
}

// language returns the language of a request: that of ?lang=, else the first of
// Accept-Language that plustwo speaks, else English.
func language(r *http.Request) rules.Lang {
	for _, tag := range append([]string{r.URL.Query().Get("lang")}, strings.Split(r.Header.Get("Accept-Language"), ",")...) {
		tag, _, _ = strings.Cut(tag, ";")
		if l, ok := spoken(strings.ToLower(strings.TrimSpace(tag))); ok {
			return l
		}
	}
	return rules.English
}

// spoken returns the language of a BCP 47 tag in lower case.
func spoken(tag string) (rules.Lang, bool) {
	main, rest, _ := strings.Cut(tag, "-")
	switch {
	case main == "en":
		return rules.English, true
	case main != "zh":
		return "", false
	case strings.HasPrefix(rest, "hant"), rest == "tw", rest == "hk", rest == "mo":
		return rules.Traditional, true
	}
	return rules.Simplified, true
}
