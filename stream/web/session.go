package web

import (
	"context"
	"crypto/rand"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/alexedwards/scs/v2/memstore"
	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/accounts"
)

const (
	cookieName = "plustwo"
	// lasts is how long one stays logged in: a long day of a competition.
	lasts   = 18 * time.Hour
	maxName = accounts.MaxName
)

// The keys of a session's values.
const (
	keyRole  = "role"
	keyName  = "name"
	keyTable = "table"
	// keyJoined is the table whose PIN was given, keyStamp that PIN's stamp, or the
	// account's.
	keyJoined = "joined"
	keyStamp  = "stamp"
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

// actor is who sends a request; with no role where that is nobody known.
func (s *Server) actor(c echo.Context) attempt.Actor {
	return s.known(c.Request().Context())
}

// known is whom a context's session belongs to. It is over when the account or the
// PIN that let somebody in has changed since.
func (s *Server) known(ctx context.Context) attempt.Actor {
	a := attempt.Actor{Role: rules.Role(s.sessions.GetString(ctx, keyRole)), ID: s.sessions.GetString(ctx, keyName)}
	stamp := s.sessions.GetString(ctx, keyStamp)
	if a.Role == "" || stamp == "" {
		return a
	}
	now := ""
	if s.cfg.Accounts == nil {
		return attempt.Actor{}
	}
	if a.Role == rules.Judge {
		_, now, _ = s.pinOf(s.sessions.GetString(ctx, keyJoined)) // another stamp, or none, where that fails
	} else if x, ok := s.cfg.Accounts.Find(a.ID); ok {
		now = x.Stamp
	}
	if now != stamp {
		return attempt.Actor{}
	}
	return a
}

// gone tells whether a session that a stream began with has ended meanwhile.
func (s *Server) gone(c echo.Context) bool {
	ctx, err := s.sessions.Load(s.ctx, token(c.Request())) // not the request's, which keeps what it began with
	return err == nil && s.known(ctx).Role == ""
}

func (s *Server) getSession(c echo.Context) error {
	a := s.actor(c)
	out := Session{Role: a.Role, Name: a.ID, Table: s.sessions.GetString(c.Request().Context(), keyTable), Open: s.cfg.Open,
		Tables: []Named{}, Version: s.cfg.Version, Accounts: s.cfg.Accounts != nil, Trust: s.cfg.Authority != nil}
	if s.cfg.Accounts != nil {
		out.Unclaimed = s.cfg.Accounts.Empty()
	}
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
	if !slices.Contains(s.joinable(), in.Role) {
		return failField(codeBadRequest, "role", nil)
	}
	e := entry{by: attempt.Actor{Role: in.Role, ID: name}, table: in.Table}
	if in.Role == rules.Judge {
		if s.cfg.Hall.Table(in.Table) == nil {
			return failField(codeNoTable, "table", nil)
		}
		err = s.checkPIN(c, in, &e)
	} else {
		err = s.checkPerson(c, in, &e)
	}
	if err != nil {
		return err
	}
	if err := s.note(c.Request().Context(), e.by, Deed{Act: ActLogin, Table: e.table}); err != nil {
		s.log.Error("web: a log-in is not on record", "name", e.by.ID, "error", err) // judging goes on
	}
	return s.enter(c, e)
}

// joinable are the roles that one may log in as. None is for that of one's account.
func (s *Server) joinable() []rules.Role {
	out := []rules.Role{rules.Judge, rules.Delegate}
	if s.cfg.Accounts != nil {
		out = append(out, "", rules.Organiser, rules.DataEntry, rules.Viewer)
	}
	return out
}

// entry is somebody who may come in.
type entry struct {
	by    attempt.Actor
	table string // where a judge is
	stamp string // of the account or the table's PIN; empty for one by configuration
}

// enter begins a session.
func (s *Server) enter(c echo.Context, e entry) error {
	ctx := c.Request().Context()
	if err := errors.Join(s.sessions.Clear(ctx), s.sessions.RenewToken(ctx)); err != nil {
		return err
	}
	s.sessions.Put(ctx, keyRole, string(e.by.Role))
	s.sessions.Put(ctx, keyName, e.by.ID)
	s.sessions.Put(ctx, keyTable, e.table)
	s.sessions.Put(ctx, keyJoined, e.table)
	s.sessions.Put(ctx, keyStamp, e.stamp)
	s.log.Info("web: logged in", "role", e.by.Role, "name", e.by.ID, "table", e.table, "address", c.RealIP())
	return s.saveSession(c)
}

// checkPIN lets a judge in by a table's PIN.
func (s *Server) checkPIN(c echo.Context, in Login, e *entry) error {
	pin, stamp, err := s.pinOf(in.Table)
	if err != nil {
		return err
	}
	e.stamp = stamp
	return s.tried(c, "pin", func() bool { return samePIN(in.PIN, pin) }, codePIN)
}

// checkPerson lets somebody in by the password of an account, or a Delegate by the
// configuration's PIN.
func (s *Server) checkPerson(c echo.Context, in Login, e *entry) error {
	e.table = ""
	return s.tried(c, "pin", func() bool {
		known := false
		if s.cfg.Accounts != nil {
			_, known = s.cfg.Accounts.Find(e.by.ID)
		}
		if !known && (in.Role == "" || in.Role == rules.Delegate) && samePIN(in.PIN, s.cfg.PINs.Delegate) {
			e.by.Role = rules.Delegate
			return true
		}
		if s.cfg.Accounts == nil {
			return false
		}
		a, ok := s.cfg.Accounts.Check(e.by.ID, in.PIN) // as long where nobody is known
		if !ok || in.Role != "" && in.Role != a.Role {
			return false
		}
		e.by, e.stamp = attempt.Actor{Role: a.Role, ID: a.Name}, a.Stamp
		return true
	}, codePIN)
}

// tried slows guessing down; wrong is what is told where something was.
func (s *Server) tried(c echo.Context, field string, right func() bool, wrong code) error {
	if s.cfg.Open {
		return nil
	}
	ok, wait := s.pins.attempt(c.RealIP(), right)
	switch {
	case wait > 0:
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		return failField(codePINWait, field, nil)
	case !ok:
		s.log.Warn("web: wrong PIN", "address", c.RealIP())
		return failField(wrong, field, nil)
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
	if strings.TrimSpace(in.Name) == "" && in.Role == rules.Judge {
		const length = 6 // of 32 letters: a billion
		return "judge " + rand.Text()[:length], nil
	}
	name, err := accounts.CheckName(in.Name)
	if err != nil {
		return "", failField(codeBadName, "name", nil)
	}
	return name, nil
}

func (s *Server) logout(c echo.Context) error {
	ctx := c.Request().Context()
	if by := s.actor(c); by.Role != "" {
		if err := s.note(ctx, by, Deed{Act: ActLogout}); err != nil {
			s.log.Error("web: a log-out is not on record", "name", by.ID, "error", err)
		}
	}
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
