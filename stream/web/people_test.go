package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/alexedwards/scs/v2/memstore"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/accounts"
)

// shelf is an accounts.Shelf in memory.
type shelf struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (s *shelf) All() (map[string][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string][]byte{}
	for k, v := range s.kept {
		out[k] = slices.Clone(v)
	}
	return out, nil
}

func (s *shelf) Commit(id string, value []byte, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[id] = slices.Clone(value)
	return nil
}

func (s *shelf) Delete(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, id)
	return nil
}

// errDisk is what a record that cannot be written says.
var errDisk = errors.New("no room")

func newAccounted(t testing.TB) *accounted {
	t.Helper()
	a := &accounted{shelf: &shelf{kept: map[string][]byte{}}, now: time.Now()}
	a.open(t, memstore.NewWithCleanupInterval(0))
	for _, r := range accounts.Roles() {
		word, err := a.book.Invite(string(r), r)
		if err == nil {
			_, err = a.book.Accept(word, "", secret)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// open starts the server, or starts it again.
func (a *accounted) open(t testing.TB, sessions scs.Store) {
	t.Helper()
	var err error
	if a.book, err = accounts.Open(a.shelf, func() time.Time { return a.now }); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	a.site = newSiteOf(t, Config{Accounts: a.book, Sessions: sessions, Note: func(_ context.Context, by attempt.Actor, d Deed) error {
		mu.Lock()
		defer mu.Unlock()
		if slices.Contains(a.deeds, "fail") {
			return errDisk
		}
		a.deeds = append(a.deeds, strings.Join(strings.Fields(string(by.Role)+" "+by.ID+" "+d.Act+" "+d.Name+" "+d.Table), " "))
		return nil
	}})
}

// enter returns a screen that is logged in; that of nobody for no role.
func (a *accounted) enter(role rules.Role) *screen {
	a.t.Helper()
	c := a.screen()
	switch role {
	case "":
		return c
	case rules.Judge:
		pin, _, err := a.web.pinOf("a")
		if err != nil {
			a.t.Fatal(err)
		}
		c.send("POST", "/api/session", Login{Role: role, Name: "Jo", PIN: pin, Table: "a"}).want(http.StatusOK)
	default:
		got := read[Session](c.send("POST", "/api/session", Login{Name: string(role), PIN: secret}))
		if got.Role != role || !got.Accounts || got.Unclaimed {
			a.t.Fatalf("%+v", got)
		}
	}
	return c
}

// The very first organiser comes in by the printed word, once; then lets others
// in, none of whose passwords anybody else knows; everything is on record.
func TestInvitations(t *testing.T) {
	a := &accounted{shelf: &shelf{kept: map[string][]byte{}}, now: time.Now()}
	a.open(t, nil)
	word, err := a.book.First()
	if err != nil {
		t.Fatal(err)
	}
	tries := time.Unix(0, 0)
	a.web.pins.now = func() time.Time { tries = tries.Add(perAddress.each); return tries }
	c := a.screen()
	if got := read[Session](c.get("/api/session")); !got.Unclaimed {
		t.Errorf("%+v", got)
	}
	accept := func(c *screen, in Accept) *answer { return c.send("POST", "/api/invitation", in) }
	accept(c, Accept{Word: "x", Name: "Ann", Password: secret}).fails(codeInvitation, "word")
	accept(c, Accept{Word: word, Name: " ", Password: secret}).fails(codeBadName, "name")
	accept(c, Accept{Word: word, Name: "Ann", Password: "short"}).fails(codePassword, "")
	if got := read[Session](accept(c, Accept{Word: word, Name: " Ann ", Password: secret})); got.Role != rules.Organiser || got.Name != "Ann" || got.Unclaimed {
		t.Errorf("%+v", got)
	}
	accept(a.screen(), Accept{Word: word, Name: "Eve", Password: secret}).fails(codeInvitation, "word")
	if word, err := a.book.First(); word != "" || err != nil {
		t.Errorf("another first organiser: %q, %v", word, err)
	}

	c.send("POST", "/api/people", Invite{"Dee", rules.Judge}).fails(codeBadRequest, "role")
	c.send("POST", "/api/people", Invite{"", rules.Delegate}).fails(codeBadName, "name")
	c.send("POST", "/api/people", Invite{"ann", rules.Delegate}).fails(codeLast, "")
	in := read[Invited](c.send("POST", "/api/people", Invite{"Dee", rules.Delegate}))
	link, err := url.Parse(in.Link)
	if err != nil || link.Path != "/invitation" || link.RawQuery != "" || !strings.HasPrefix(in.QR, "<svg") {
		t.Fatalf("%+v", in)
	}
	d := a.screen()
	if got := read[Session](accept(d, Accept{Word: link.Fragment, Name: "Mallory", Password: secret + "2"})); got.Role != rules.Delegate || got.Name != "Dee" {
		t.Errorf("%+v", got)
	}
	d.get("/api/tables").want(http.StatusOK)
	if got := read[People](c.get("/api/people")); len(got.People) != 2 || got.People[0].Name != "Ann" || got.People[1].Invited || len(got.Tables) != 2 {
		t.Errorf("%+v", got)
	}
	for _, x := range []Login{{Role: rules.Delegate, Name: "Dee", PIN: secret}, {Role: rules.Organiser, Name: "Dee", PIN: secret + "2"}, {Name: "Nobody", PIN: secret}} {
		a.screen().send("POST", "/api/session", x).fails(codePIN, "pin")
	}

	// A new invitation, and a removal, end what was there.
	read[Invited](c.send("POST", "/api/people", Invite{"Dee", rules.Viewer}))
	d.get("/api/tables").fails(codeNoSession, "")
	a.screen().send("POST", "/api/session", Login{Name: "Dee", PIN: secret + "2"}).fails(codePIN, "pin")
	c.send("DELETE", "/api/people/Dee", nil).want(http.StatusNoContent)
	c.send("DELETE", "/api/people/Dee", nil).fails(codeNobody, "")
	c.send("DELETE", "/api/people/Ann", nil).fails(codeLast, "")
	c.send("DELETE", "/api/session", nil).want(http.StatusNoContent)
	want := []string{"organiser Ann accept", "organiser Ann invite Dee", "delegate Dee accept", "organiser Ann invite Dee", "organiser Ann remove Dee", "organiser Ann logout"}
	if !slices.Equal(a.deeds, want) {
		t.Errorf("on record: %q", a.deeds)
	}
}

// A privileged act that cannot go on record is not done; a log-in is.
func TestDeedsComeFirst(t *testing.T) {
	a := newAccounted(t)
	a.web.cfg.PINs = PINs{}
	c := a.enter(rules.Organiser)
	before := read[People](c.get("/api/people"))
	a.deeds = append(a.deeds, "fail")
	c.send("POST", "/api/people", Invite{"Eve", rules.Viewer}).fails(codeInternal, "")
	c.send("DELETE", "/api/people/viewer", nil).fails(codeInternal, "")
	c.send("POST", "/api/tables/b/pin", nil).fails(codeInternal, "")
	after := read[People](a.enter(rules.Organiser).get("/api/people"))
	if !slices.Equal(before.People, after.People) || !slices.Equal(before.Tables, after.Tables) {
		t.Errorf("%+v\n%+v", before, after)
	}
}

// A table's PIN can be changed: who has joined by the old one is out, others stay.
func TestRenewPIN(t *testing.T) {
	a := newAccounted(t)
	a.web.cfg.PINs = PINs{Tables: map[string]string{"b": pinB}}
	j, o := a.enter(rules.Judge), a.enter(rules.Organiser)
	b := a.screen()
	b.send("POST", "/api/session", Login{Role: rules.Judge, PIN: pinB, Table: "b"}).want(http.StatusOK)
	j.send("PUT", "/api/session/table", Hop{"b"}).want(http.StatusOK) // by the PIN of a still
	old, _, err := a.book.PIN("a")
	if err != nil {
		t.Fatal(err)
	}
	got := read[People](o.send("POST", "/api/tables/a/pin", nil))
	if got.Tables[0].PIN == old || len(got.Tables[0].PIN) != minPIN || !got.Tables[1].Fixed {
		t.Errorf("%+v", got)
	}
	j.get("/api/tables").fails(codeNoSession, "")
	b.get("/api/tables").want(http.StatusOK)
	a.screen().send("POST", "/api/session", Login{Role: rules.Judge, PIN: old, Table: "a"}).fails(codePIN, "pin")
	a.screen().send("POST", "/api/session", Login{Role: rules.Judge, PIN: got.Tables[0].PIN, Table: "a"}).want(http.StatusOK)
	o.send("POST", "/api/tables/b/pin", nil).fails(codePINFixed, "table")
	o.send("POST", "/api/tables/c/pin", nil).fails(codeNoTable, "table")
}

// Sessions and accounts outlast the server; what changed meanwhile holds.
func TestSessionsOverARestart(t *testing.T) {
	a := newAccounted(t)
	sessions := memstore.NewWithCleanupInterval(0)
	a.open(t, sessions)
	cookies := map[rules.Role]string{}
	for _, r := range []rules.Role{rules.Judge, rules.Delegate, rules.Viewer} {
		c := a.enter(r)
		u, err := url.Parse(a.URL)
		if err != nil {
			t.Fatal(err)
		}
		cookies[r] = c.Jar.Cookies(u)[0].String()
	}
	if err := a.book.Remove("viewer"); err != nil {
		t.Fatal(err)
	}
	a.open(t, sessions)
	for r, cookie := range cookies {
		c := a.screen()
		c.head.Set("Cookie", cookie)
		if got := read[Session](c.get("/api/session")); (got.Role == r) == (r == rules.Viewer) {
			t.Errorf("%s: %+v", r, got)
		}
	}
}

// Passwords and invitations are guessed as slowly as PINs.
func TestPasswordsWait(t *testing.T) {
	a := newAccounted(t)
	now := time.Unix(0, 0)
	a.web.pins.now = func() time.Time { return now }
	c := a.screen()
	for i := range perAddress.burst {
		if i%2 == 0 {
			c.send("POST", "/api/session", Login{Name: "delegate", PIN: "wrong password"}).fails(codePIN, "pin")
		} else {
			c.send("POST", "/api/invitation", Accept{Word: "guess", Password: secret}).fails(codeInvitation, "word")
		}
	}
	c.send("POST", "/api/session", Login{Name: "delegate", PIN: secret}).fails(codePINWait, "pin")
	c.send("POST", "/api/invitation", Accept{Word: "guess", Password: secret}).fails(codePINWait, "word")
	now = now.Add(perAddress.each)
	c.send("POST", "/api/session", Login{Name: "delegate", PIN: secret}).want(http.StatusOK)
}

// The Delegate's PIN of the configuration lets nobody in under the name of an account.
func TestSharedPINIsNobodysName(t *testing.T) {
	a := newAccounted(t)
	c := a.screen()
	c.send("POST", "/api/session", Login{Role: rules.Delegate, Name: "Delegate", PIN: pinD}).fails(codePIN, "pin")
	if got := read[Session](c.send("POST", "/api/session", Login{Role: rules.Delegate, Name: "Dee", PIN: pinD})); got.Role != rules.Delegate || got.Name != "Dee" {
		t.Errorf("%+v", got)
	}
	c.send("POST", "/api/session", Login{Role: rules.Organiser, Name: "Dee", PIN: pinD}).fails(codePIN, "pin")
}

// Another site's page changes nothing, whoever is logged in.
func TestForeignPages(t *testing.T) {
	a := newAccounted(t)
	c := a.enter(rules.Organiser)
	for _, head := range []http.Header{{"Origin": {"https://evil.example"}}, {"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}}} {
		c.head = head
		c.send("POST", "/api/people", Invite{"Eve", rules.Organiser}).fails(codeOrigin, "")
		c.send("DELETE", "/api/people/viewer", nil).fails(codeOrigin, "")
		c.send("POST", "/api/tables/a/pin", nil).fails(codeOrigin, "")
		c.send("POST", "/api/invitation", Accept{}).fails(codeOrigin, "")
	}
	c.head = http.Header{}
	if got := read[People](c.get("/api/people")); len(got.People) != len(accounts.Roles()) {
		t.Errorf("%+v", got)
	}
}
