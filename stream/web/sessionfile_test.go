package web

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Who is logged in stays so over a restart.
func TestSessionFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "sessions.json")
	open := func() *SessionFile {
		f, err := OpenSessions(name)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	before := newSiteOf(t, Config{Sessions: open()})
	a := before.screen().send("POST", "/api/session", Login{Role: rules.Judge, Name: "Jo", PIN: pinA, Table: "a"}).want(http.StatusOK)
	token := a.Cookies()[0].Value
	raw, err := os.ReadFile(name)
	if err != nil || strings.Contains(string(raw), token) {
		t.Fatalf("%s holds the token: %v", raw, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	after := newSiteOf(t, Config{Sessions: open()})
	c := after.screen()
	c.head.Set("Cookie", cookieName+"="+token)
	if got := read[Session](c.get("/api/session")); got.Name != "Jo" || got.Table != "a" {
		t.Errorf("%+v", got)
	}
	c.send("DELETE", "/api/session", nil).want(http.StatusNoContent)
	third := newSiteOf(t, Config{Sessions: open()}).screen()
	third.head.Set("Cookie", cookieName+"="+token)
	third.get("/api/tables").fails(codeNoSession, "")
}

func TestSessionFileExpires(t *testing.T) {
	f, err := OpenSessions(filepath.Join(t.TempDir(), "sessions.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Commit("old", []byte("x"), time.Now()), f.Commit("new", []byte("y"), time.Now().Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	if _, found, _ := f.Find("old"); found || len(f.sessions) != 1 {
		t.Errorf("found %v, %d kept", found, len(f.sessions))
	}
	if b, found, err := f.Find("new"); !found || string(b) != "y" || err != nil {
		t.Errorf("%s, %v, %v", b, found, err)
	}
}

func TestSessionFileBad(t *testing.T) {
	dir := t.TempDir()
	for _, content := range []string{"", "null", "[1]", "{"} {
		name := filepath.Join(dir, "bad")
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenSessions(name); !errors.Is(err, ErrConfig) {
			t.Errorf("%q: error %v", content, err)
		}
	}
	if _, err := OpenSessions(dir); !errors.Is(err, ErrConfig) {
		t.Errorf("a folder: %v", err)
	}
	gone, err := OpenSessions(filepath.Join(dir, "gone", "sessions"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteOf(t, Config{Sessions: gone}) // the disk is lost: said so, and nobody is half logged in
	c := s.screen()
	c.send("POST", "/api/session", Login{Role: rules.Judge, Name: "Jo", PIN: pinA, Table: "a"}).fails(codeInternal, "")
	c.get("/api/tables").fails(codeNoSession, "")
}
