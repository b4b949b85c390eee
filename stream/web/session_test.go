package web

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestLogin(t *testing.T) {
	s := newSite(t)
	c := s.screen()
	if got := read[Session](c.get("/api/session")); got.Role != "" || len(got.Tables) != 2 || got.Tables[1] != (Named{"b", "Table b"}) {
		t.Errorf("before: %+v", got)
	}
	c.get("/api/tables").fails(codeNoSession, "")
	long := strings.Repeat("x", maxName+1)
	for _, x := range []struct {
		in    Login
		code  code
		field string
	}{
		{Login{Role: rules.Judge, Table: "a", PIN: pinB}, codePIN, "pin"},
		{Login{Role: rules.Judge, Table: "a", PIN: pinD}, codePIN, "pin"},
		{Login{Role: rules.Judge, Table: "c", PIN: pinA}, codeNoTable, "table"},
		{Login{Role: rules.Device, Name: "x", Table: "a", PIN: pinA}, codeBadRequest, "role"},
		{Login{Role: rules.Delegate, PIN: pinD}, codeBadName, "name"},
		{Login{Role: rules.Delegate, Name: long, PIN: pinD}, codeBadName, "name"},
		{Login{Role: rules.Delegate, Name: "a\x00b", PIN: pinD}, codeBadName, "name"},
		{Login{Role: rules.Delegate, Name: "Dee"}, codePIN, "pin"},
	} {
		c.send("POST", "/api/session", x.in).fails(x.code, x.field)
	}
	a := c.send("POST", "/api/session", Login{Role: rules.Judge, Table: "a", PIN: pinA})
	if got := read[Session](a); got.Role != rules.Judge || got.Table != "a" || !strings.HasPrefix(got.Name, "judge ") {
		t.Errorf("nameless judge: %+v", got)
	}
	k := a.Cookies()[0]
	if !k.HttpOnly || k.SameSite != http.SameSiteStrictMode || k.Secure || k.Name != cookieName {
		t.Errorf("cookie %v", k)
	}
	c.get("/api/tables").want(http.StatusOK)

	// Another login is another session; the one before is no more.
	old := s.screen()
	old.head.Set("Cookie", cookieName+"="+k.Value)
	old.get("/api/tables").want(http.StatusOK)
	c.send("POST", "/api/session", Login{Role: rules.Delegate, Name: " Dee ", PIN: pinD}).want(http.StatusOK)
	if got := read[Session](c.get("/api/session")); got.Role != rules.Delegate || got.Name != "Dee" || got.Table != "" {
		t.Errorf("Delegate: %+v", got)
	}
	old.get("/api/tables").fails(codeNoSession, "")
	c.send("DELETE", "/api/session", nil).want(http.StatusNoContent)
	c.get("/api/tables").fails(codeNoSession, "")
}

func TestHop(t *testing.T) {
	c := newSite(t).as(rules.Judge)
	if got := read[Session](c.send("PUT", "/api/session/table", Hop{"b"})); got.Table != "b" || got.Name != "Jo" {
		t.Errorf("%+v", got)
	}
	if got := read[Session](c.get("/api/session")); got.Table != "b" {
		t.Errorf("%+v", got)
	}
	c.send("PUT", "/api/session/table", Hop{"c"}).fails(codeNoTable, "table")
	c.site.screen().send("PUT", "/api/session/table", Hop{"b"}).fails(codeNoSession, "")
}

func TestOpenDemonstration(t *testing.T) {
	s := newSiteOf(t, Config{Open: true})
	c := s.screen()
	if got := read[Session](c.send("POST", "/api/session", Login{Role: rules.Judge, Table: "b"})); !got.Open || got.Table != "b" {
		t.Errorf("%+v", got)
	}
}

func TestSecureCookie(t *testing.T) {
	s := newSiteOf(t, Config{Secure: true})
	a := s.screen().send("POST", "/api/session", Login{Role: rules.Judge, Table: "a", PIN: pinA}).want(http.StatusOK)
	if k := a.Cookies(); len(k) != 1 || !k[0].Secure {
		t.Errorf("cookies %v", k)
	}
}

// Wrong PINs are slowed down, and then the right one does not help either.
func TestPINWait(t *testing.T) {
	s := newSite(t)
	now := time.Unix(0, 0)
	s.web.pins.now = func() time.Time { return now }
	c := s.screen()
	wrong, right := Login{Role: rules.Judge, Table: "a", PIN: "000000"}, Login{Role: rules.Judge, Table: "a", PIN: pinA}
	for range perAddress.burst {
		c.send("POST", "/api/session", wrong).fails(codePIN, "pin")
	}
	a := c.send("POST", "/api/session", right).fails(codePINWait, "pin")
	if got := a.Header.Get("Retry-After"); got != "30" {
		t.Errorf("Retry-After %q", got)
	}
	now = now.Add(perAddress.each - time.Second)
	c.send("POST", "/api/session", right).fails(codePINWait, "pin")
	now = now.Add(time.Second)
	c.send("POST", "/api/session", right).want(http.StatusOK)
}

func TestPINAllowances(t *testing.T) {
	now := time.Unix(0, 0)
	p := newPINs(func() time.Time { return now })
	// Many addresses together are slowed down as well; one /64 is one address.
	tries := 0
	for i := range 100 {
		if _, wait := p.try("x", pinA, netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}).String()); wait == 0 {
			tries++
		}
	}
	if tries != inAll.burst {
		t.Errorf("%d tries at once, want %d", tries, inAll.burst)
	}
	if ok, wait := p.try(pinA, pinA, "10.9.9.9"); ok || wait != inAll.each {
		t.Errorf("a fresh address: %v, wait %v", ok, wait)
	}
	now = now.Add(time.Hour)
	for i := range perAddress.burst {
		p.try("x", pinA, "2001:db8::"+string(rune('1'+i)))
	}
	if _, wait := p.try(pinA, pinA, "2001:db8::9"); wait == 0 {
		t.Error("another address of the same /64 goes free")
	}
	if ok, _ := p.try(pinA, pinA, "2001:db8:0:1::9"); !ok {
		t.Error("another /64 does not")
	}
	if ok, _ := p.try("", "", "10.1.1.1"); ok {
		t.Error("an empty PIN fits")
	}
}

func TestPINsForget(t *testing.T) {
	now := time.Unix(0, 0)
	p := newPINs(func() time.Time { return now })
	for i := range 5 * maxAddresses {
		now = now.Add(inAll.each)
		p.try("x", pinA, netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}).String())
	}
	if n := len(p.addresses); n > maxAddresses {
		t.Errorf("%d addresses are remembered", n)
	}
}

func TestPINsCheck(t *testing.T) {
	good := func() PINs { return PINs{Delegate: pinD, Tables: map[string]string{"a": pinA, "b": pinB}} }
	for name, change := range map[string]func(*PINs){
		"none": func(p *PINs) { *p = PINs{} }, "short": func(p *PINs) { p.Delegate = "99999" },
		"no Delegate": func(p *PINs) { p.Delegate = "" }, "no table": func(p *PINs) { delete(p.Tables, "b") },
		"same": func(p *PINs) { p.Tables["a"] = pinD },
	} {
		p := good()
		change(&p)
		if _, err := New(Config{Hall: newHall(t, "a", "b"), PINs: p}); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := New(Config{PINs: good()}); !errors.Is(err, ErrConfig) {
		t.Errorf("no hall: %v", err)
	}
	if _, err := New(Config{Hall: newHall(t, "a", "b")}); !errors.Is(err, ErrConfig) {
		t.Errorf("neither PINs nor accounts: %v", err)
	}
}
