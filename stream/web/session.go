package web

import (
	"crypto/rand"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/alexedwards/scs/v2"
	"github.com/alexedwards/scs/v2/memstore"
	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

const (
	cookieName = "plustwo"
	// lasts is how long one stays logged in: a long day of a competition.
	lasts = 18 * time.Hour
	// maxName bounds a person's name, in characters.
	maxName = 60
)

// The keys of a session's values.
const (
	keyRole  = "role"
	keyName  = "name"
	keyTable = "table"
)

func newSessions(cfg Config) *scs.SessionManager {
	store := cfg.Sessions
	if store == nil {
		// Without a goroutine that deletes what has expired: at a PIN for each, one
		// day's sessions are few.
		store = memstore.NewWithCleanupInterval(0)
	}
	return &scs.SessionManager{Store: store, Codec: scs.GobCodec{}, Lifetime: lasts, HashTokenInStore: true,
		Cookie: scs.SessionCookie{Name: cookieName, HttpOnly: true, Secure: cfg.Secure, SameSite: http.SameSiteStrictMode,
			Path: "/", Persist: true}}
}

// withSession puts a request's session into its context.
func (s *Server) withSession(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !strings.HasPrefix(c.Request().URL.Path, "/api/") {
			return next(c)
		}
		ctx, err := s.sessions.Load(c.Request().Context(), token(c.Request()))
		if err != nil {
			return err
		}
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

func token(r *http.Request) string {
	k, err := r.Cookie(cookieName)
	if err != nil {
		return ""
	}
	return k.Value
}

// loggedIn refuses whoever has no session.
func (s *Server) loggedIn(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.actor(c).Role == "" {
			return fail(codeNoSession)
		}
		return next(c)
	}
}

// actor is who sends a request; with no role where that is nobody known.
func (s *Server) actor(c echo.Context) attempt.Actor {
	ctx := c.Request().Context()
	return attempt.Actor{Role: rules.Role(s.sessions.GetString(ctx, keyRole)), ID: s.sessions.GetString(ctx, keyName)}
}

// gone tells whether a session that a stream began with has ended meanwhile.
func (s *Server) gone(c echo.Context) bool {
	ctx, err := s.sessions.Load(s.ctx, token(c.Request())) // not the request's, which keeps what it began with
	return err == nil && s.sessions.GetString(ctx, keyRole) == ""
}

func (s *Server) getSession(c echo.Context) error {
	a := s.actor(c)
	out := Session{Role: a.Role, Name: a.ID, Table: s.sessions.GetString(c.Request().Context(), keyTable), Open: s.cfg.Open,
		Tables: []Named{}, Version: s.cfg.Version}
	for _, id := range s.cfg.Hall.Tables() {
		if t := s.cfg.Hall.Table(id); t != nil {
			out.Tables = append(out.Tables, Named{id, t.Snapshot().Name})
		}
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Server) login(c echo.Context) error {
	var in Login
	if err := s.readJSON(c, &in); err != nil {
		return err
	}
	name, err := nameOf(in)
	if err != nil {
		return err
	}
	right := s.cfg.PINs.Delegate
	switch in.Role {
	case rules.Delegate:
		in.Table = ""
	case rules.Judge:
		if s.cfg.Hall.Table(in.Table) == nil {
			return failField(codeNoTable, "table", nil)
		}
		right = s.cfg.PINs.Tables[in.Table]
	default:
		return failField(codeBadRequest, "role", nil)
	}
	if err := s.checkPIN(c, in.PIN, right); err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := errors.Join(s.sessions.Clear(ctx), s.sessions.RenewToken(ctx)); err != nil {
		return err
	}
	s.sessions.Put(ctx, keyRole, string(in.Role))
	s.sessions.Put(ctx, keyName, name)
	s.sessions.Put(ctx, keyTable, in.Table)
	s.log.Info("web: logged in", "role", in.Role, "name", name, "table", in.Table, "address", c.RealIP())
	return s.saveSession(c)
}

// checkPIN compares a PIN and slows guessing down.
func (s *Server) checkPIN(c echo.Context, given, right string) error {
	if s.cfg.Open {
		return nil
	}
	ok, wait := s.pins.try(given, right, c.RealIP())
	switch {
	case wait > 0:
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		return failField(codePINWait, "pin", nil)
	case !ok:
		s.log.Warn("web: wrong PIN", "address", c.RealIP())
		return failField(codePIN, "pin", nil)
	}
	return nil
}

// saveSession stores the session, sets its cookie and tells who one is.
func (s *Server) saveSession(c echo.Context) error {
	ctx := c.Request().Context()
	token, expiry, err := s.sessions.Commit(ctx)
	if err != nil {
		return err
	}
	s.sessions.WriteSessionCookie(ctx, c.Response(), token, expiry)
	return s.getSession(c)
}

// nameOf returns the name that the record will show. A judge without one gets
// one, so that it is still told who did what.
func nameOf(in Login) (string, error) {
	name := strings.TrimSpace(in.Name)
	if name == "" && in.Role == rules.Judge {
		const length = 6 // of 32 letters: a billion
		return "judge " + rand.Text()[:length], nil
	}
	odd := func(r rune) bool { return !unicode.IsGraphic(r) }
	if name == "" || !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, odd) {
		return "", failField(codeBadName, "name", nil)
	}
	return name, nil
}

func (s *Server) logout(c echo.Context) error {
	ctx := c.Request().Context()
	if err := s.sessions.Destroy(ctx); err != nil {
		return err
	}
	s.sessions.WriteSessionCookie(ctx, c.Response(), "", time.Time{})
	return c.NoContent(http.StatusNoContent)
}

func (s *Server) hop(c echo.Context) error {
	var in Hop
	if err := s.readJSON(c, &in); err != nil {
		return err
	}
	if s.cfg.Hall.Table(in.Table) == nil {
		return failField(codeNoTable, "table", nil)
	}
	s.sessions.Put(c.Request().Context(), keyTable, in.Table)
	return s.saveSession(c)
}
