package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/skip2/go-qrcode"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/accounts"
)

// Deed is a privileged act, as it goes on record.
type Deed struct {
	Act   string     `json:"act"`
	Name  string     `json:"name,omitempty"` // whom it is about, where that is somebody else
	Role  rules.Role `json:"role,omitempty"`
	Table string     `json:"table,omitempty"`
}

// The acts.
const (
	ActLogin  = "login"
	ActLogout = "logout"
	ActInvite = "invite" // an account is made, or has to choose a new password
	ActAccept = "accept" // a password was chosen
	ActRemove = "remove" // an account is deleted
	ActPIN    = "pin"    // a table has a new PIN
)

// note puts a deed on record.
func (s *Server) note(ctx context.Context, by attempt.Actor, d Deed) error {
	if s.cfg.Note == nil {
		return nil
	}
	ctx, cancel := s.lasting(ctx)
	defer cancel()
	return s.cfg.Note(ctx, by, d)
}

// Person is somebody who has an account.
type Person struct {
	Name    string     `json:"name"`
	Role    rules.Role `json:"role"`
	Invited bool       `json:"invited"` // has no password yet
	Made    time.Time  `json:"made"`    // or last changed
}

// Door is a table as its card needs it.
type Door struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	PIN   string `json:"pin"`
	Fixed bool   `json:"fixed"` // by the configuration
}

// People are all who may come in.
type People struct {
	People []Person `json:"people"`
	Tables []Door   `json:"tables"`
}

// Invite asks for an account.
type Invite struct {
	Name string     `json:"name"`
	Role rules.Role `json:"role"`
}

// Invited answers an Invite.
type Invited struct {
	Link string `json:"link"` // is good once; nothing of what follows its # reaches a server
	QR   string `json:"qr"`   // of it, SVG
}

// Accept uses an invitation up.
type Accept struct {
	Word     string `json:"word"`
	Name     string `json:"name,omitempty"` // where the invitation leaves it open
	Password string `json:"password"`
}

func (s *Server) getPeople(c echo.Context) error {
	out := People{People: []Person{}, Tables: []Door{}}
	if b := s.cfg.Accounts; b != nil {
		for _, a := range b.People() {
			out.People = append(out.People, Person{a.Name, a.Role, a.Password == "", a.Made})
		}
	}
	for _, id := range s.cfg.Hall.Tables() {
		t := s.cfg.Hall.Table(id)
		if t == nil {
			continue
		}
		pin, _, err := s.pinOf(id)
		if err != nil {
			return err
		}
		out.Tables = append(out.Tables, Door{id, t.Snapshot().Name, pin, s.cfg.PINs.Tables[id] != ""})
	}
	return c.JSON(http.StatusOK, out)
}

// pinOf returns a table's PIN and the stamp that sessions by it carry.
func (s *Server) pinOf(table string) (pin, stamp string, err error) {
	if p := s.cfg.PINs.Tables[table]; p != "" || s.cfg.Accounts == nil {
		return p, "", nil
	}
	return s.cfg.Accounts.PIN(table)
}

// book returns the accounts, or refuses where there are none.
func (s *Server) book() (*accounts.Book, error) {
	if s.cfg.Accounts == nil {
		return nil, fail(codeNotFound)
	}
	return s.cfg.Accounts, nil
}

func (s *Server) invite(c echo.Context) error {
	b, err := s.book()
	if err != nil {
		return err
	}
	var in Invite
	if err := s.readJSON(c, &in); err != nil {
		return err
	}
	if in.Name, err = accounts.CheckName(in.Name); err != nil {
		return failField(codeBadName, "name", nil)
	}
	if !slices.Contains(accounts.Roles(), in.Role) {
		return failField(codeBadRequest, "role", nil)
	}
	if b.Last(in.Name) {
		return accounts.ErrLast
	}
	if err := s.note(c.Request().Context(), s.actor(c), Deed{Act: ActInvite, Name: in.Name, Role: in.Role}); err != nil {
		return err
	}
	word, err := b.Invite(in.Name, in.Role)
	if err != nil {
		return err
	}
	link := s.origin(c).JoinPath("invitation")
	link.Fragment = word
	q, err := qrcode.New(link.String(), qrcode.Medium)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, Invited{link.String(), string(drawQR(q.Bitmap()))})
}

func (s *Server) removePerson(c echo.Context) error {
	b, err := s.book()
	if err != nil {
		return err
	}
	name := param(c, "name")
	a, ok := b.Find(name)
	if !ok {
		return accounts.ErrNobody
	}
	if b.Last(name) {
		return accounts.ErrLast
	}
	if err := s.note(c.Request().Context(), s.actor(c), Deed{Act: ActRemove, Name: a.Name, Role: a.Role}); err != nil {
		return err
	}
	if err := b.Remove(name); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func (s *Server) renewPIN(c echo.Context) error {
	if _, err := s.table(c); err != nil {
		return err
	}
	b, err := s.book()
	if err != nil {
		return err
	}
	table := param(c, "table")
	if s.cfg.PINs.Tables[table] != "" {
		return failField(codePINFixed, "table", nil)
	}
	if err := s.note(c.Request().Context(), s.actor(c), Deed{Act: ActPIN, Table: table}); err != nil {
		return err
	}
	if _, err := b.Renew(table); err != nil {
		return err
	}
	return s.getPeople(c)
}

// accept lets somebody choose a password by an invitation, and logs in.
func (s *Server) accept(c echo.Context) error {
	b, err := s.book()
	if err != nil {
		return err
	}
	var in Accept
	if err := s.readJSON(c, &in); err != nil {
		return err
	}
	var role rules.Role
	name := in.Name
	err = s.tried(c, "word", func() bool {
		whom, r, err := b.Invited(in.Word)
		if role = r; whom != "" {
			name = whom
		}
		return err == nil
	}, codeInvitation)
	if err != nil {
		return err
	}
	if name, err = accounts.CheckName(name); err != nil {
		return failField(codeBadName, "name", nil)
	}
	a, err := b.Accept(in.Word, name, in.Password)
	if err != nil {
		return err
	}
	by := attempt.Actor{Role: role, ID: a.Name}
	if err := s.note(c.Request().Context(), by, Deed{Act: ActAccept}); err != nil {
		s.log.Error("web: a new password is not on record", "name", a.Name, "error", err)
	}
	return s.enter(c, entry{by: by, stamp: a.Stamp})
}

// origin is the address by which the hall is reached.
func (s *Server) origin(c echo.Context) *url.URL {
	u := &url.URL{Scheme: "http", Host: c.Request().Host}
	if c.Request().TLS != nil {
		u.Scheme = "https"
	}
	if given, err := url.Parse(s.cfg.Address); s.cfg.Address != "" && err == nil {
		u = given
	}
	return u
}
