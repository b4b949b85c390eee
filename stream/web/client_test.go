package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// The PINs of the tests.
const (
	pinA, pinB, pinD = "111111", "222222", "999999"
)

// site is a server under test with its hall.
type site struct {
	*httptest.Server
	t     testing.TB
	hall  *fakeHall
	peers *fakePeers
	web   *Server
}

func newSite(t testing.TB) *site { return newSiteOf(t, Config{}) }

func newSiteOf(t testing.TB, cfg Config) *site {
	t.Helper()
	s := &site{t: t, hall: newHall(t, "a", "b"), peers: &fakePeers{}}
	cfg.Hall, cfg.Peers, cfg.Frames = s.hall, s.peers, fakeFrames{}
	cfg.PINs = PINs{Delegate: pinD, Tables: map[string]string{"a": pinA, "b": pinB}}
	var err error
	if s.web, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(s.web.Handler())
	t.Cleanup(func() {
		if err := s.web.Close(); err != nil {
			t.Error(err)
		}
		s.Server.Close()
		for _, x := range s.hall.tables {
			x.feed.Close()
			x.live.Close()
		}
	})
	return s
}

// screen is a browser at a site.
type screen struct {
	*http.Client
	site *site
	head http.Header // of every request
}

func (s *site) screen() *screen {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	c := *s.Client()
	c.Jar = jar
	return &screen{&c, s, http.Header{}}
}

// as returns a screen that is logged in.
func (s *site) as(role rules.Role) *screen {
	s.t.Helper()
	c := s.screen()
	in := Login{Role: rules.Judge, Name: "Jo", PIN: pinA, Table: "a"}
	if role == rules.Delegate {
		in = Login{Role: rules.Delegate, Name: "Dee", PIN: pinD}
	}
	c.send("POST", "/api/session", in).want(http.StatusOK)
	return c
}

// answer is what came back.
type answer struct {
	*http.Response
	t    testing.TB
	what string
	body []byte
}

// send sends a request with a body as JSON, or as it is where it is a string.
func (c *screen) send(method, path string, body any) *answer {
	c.site.t.Helper()
	var in io.Reader
	kind := "application/json"
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			c.site.t.Fatal(err)
		}
		in = bytes.NewReader(raw)
	}
	r, err := http.NewRequest(method, c.site.URL+path, in)
	if err != nil {
		c.site.t.Fatal(err)
	}
	r.Header = c.head.Clone()
	if in != nil && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", kind)
	}
	res, err := c.Do(r)
	if err != nil {
		c.site.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		c.site.t.Fatal(err)
	}
	return &answer{res, c.site.t, method + " " + path, raw}
}

func (c *screen) get(path string) *answer {
	c.site.t.Helper()
	return c.send("GET", path, nil)
}

// want holds the status.
func (a *answer) want(status int) *answer {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Fatalf("%s: %d %s, want %d", a.what, a.StatusCode, a.body, status)
	}
	return a
}

// fails holds the code, the field and the shape of an error.
func (a *answer) fails(c code, field string) *answer {
	a.t.Helper()
	a.want(c.status())
	var f Fault
	if err := rules.Decode(a.body, &f); err != nil {
		a.t.Fatalf("%s: %s: %v", a.what, a.body, err)
	}
	if f.Code != c.name() || f.Field != field || !strings.HasPrefix(f.Sentence, c.text().In(rules.English)) {
		a.t.Fatalf("%s: %+v, want %s, field %q", a.what, f, c.name(), field)
	}
	return a
}

// as reads a JSON answer.
func read[T any](a *answer) T {
	a.t.Helper()
	a.want(http.StatusOK)
	var out T
	if err := rules.Decode(a.body, &out); err != nil {
		a.t.Fatalf("%s: %v", a.what, err)
	}
	return out
}
