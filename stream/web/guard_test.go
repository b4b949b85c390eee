package web

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Every request that could change something is refused from another site, on
// every route.
func TestSameOrigin(t *testing.T) {
	s := newSite(t)
	c := s.as(rules.Delegate)
	n := 0
	for _, r := range s.web.echo.Routes() {
		if r.Method != "POST" && r.Method != "PUT" && r.Method != "DELETE" {
			continue
		}
		n++
		for _, h := range [][2]string{
			{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://example.org"}, {"Origin", "null"},
			{"Origin", "https://127.0.0.1:1"},
		} {
			c.head = http.Header{h[0]: {h[1]}}
			c.send(r.Method, strings.ReplaceAll(r.Path, ":", ""), "{}").fails(codeOrigin, "")
		}
	}
	if n < 6 {
		t.Errorf("only %d routes", n)
	}
	for _, h := range [][2]string{{"Sec-Fetch-Site", "same-origin"}, {"Origin", s.URL}} {
		c.head = http.Header{h[0]: {h[1]}}
		c.send("PUT", "/api/session/table", Hop{"b"}).want(http.StatusOK)
	}
	c.head = http.Header{"Sec-Fetch-Site": {"cross-site"}}
	c.get("/api/tables").want(http.StatusOK) // reading changes nothing; the cookie is SameSite
}

func TestHeaders(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/", "/table/a", "/api/session", "/api/tables", "/none.js"} {
		h := s.screen().get(path).Header
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'; script-src 'self';") || strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, h)
		}
		if strings.HasPrefix(path, "/api") && h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %q", path, h.Get("Cache-Control"))
		}
	}
}

func TestBodies(t *testing.T) {
	s := newSite(t)
	c := s.as(rules.Judge)
	const path = "/api/session/table"
	for _, x := range []struct {
		body  string
		code  code
		field string
	}{
		{``, codeBadRequest, ""}, {`{`, codeBadRequest, ""}, {`{"table":1}`, codeBadRequest, "table"},
		{`{"table":"b","x":1}`, codeBadRequest, "x"}, {`{"table":"b"}{}`, codeBadRequest, ""},
		{`{"table":"a","table":"b"}`, codeBadRequest, ""}, {`null`, codeNoTable, "table"},
		{`{"table":"` + strings.Repeat("x", maxBody) + `"}`, codeTooLarge, ""},
		{strings.Repeat("[", maxBody-1), codeBadRequest, ""},
	} {
		c.send("PUT", path, x.body).fails(x.code, x.field)
	}
	c.head.Set("Content-Type", "text/plain")
	c.send("PUT", path, `{"table":"b"}`).fails(codeMediaType, "Content-Type")
	c.head.Set("Content-Type", "application/json; charset=utf-8")
	c.send("PUT", path, `{"table":"b"}`).want(http.StatusOK)
}

func TestLanguage(t *testing.T) {
	c := newSite(t).screen()
	for accept, want := range map[string]rules.Lang{
		"": rules.English, "de": rules.English, "zh-TW,zh;q=0.9,en;q=0.8": rules.Traditional, "zh-HK": rules.Traditional,
		"zh-Hant-TW": rules.Traditional, "zh-CN": rules.Simplified, "zh": rules.Simplified, "zh-Hans": rules.Simplified,
		"de, zh-SG;q=0.5": rules.Simplified, "en-GB, zh-TW": rules.English,
	} {
		c.head = http.Header{"Accept-Language": {accept}}
		a := c.get("/api/tables").want(http.StatusUnauthorized)
		var f Fault
		if err := json.Unmarshal(a.body, &f); err != nil || f.Sentence != codeNoSession.text().In(want) || a.Header.Get("Content-Language") != string(want) {
			t.Errorf("%q: %s %v", accept, a.body, err)
		}
	}
	c.head = http.Header{"Accept-Language": {"en"}}
	if a := c.get("/api/tables?lang=zh-TW"); !strings.Contains(string(a.body), codeNoSession.text().In(rules.Traditional)) {
		t.Errorf("%s", a.body)
	}
}

func TestPlaceholder(t *testing.T) {
	c := newSiteOf(t, Config{Pages: fstest.MapFS{".gitkeep": {}}}).screen()
	if a := c.get("/table/a").want(http.StatusOK); !strings.Contains(string(a.body), "make ui") {
		t.Errorf("%s", a.body)
	}
}

func TestPages(t *testing.T) {
	script := strings.Repeat("let a;", 100)
	c := newSiteOf(t, Config{Pages: fstest.MapFS{"index.html": {Data: []byte("<p>screens")}, "assets/x-1.js": {Data: []byte(script)}}}).screen()
	for _, path := range []string{"/", "/index.html", "/table/a", "/delegate/x/y"} {
		a := c.get(path).want(http.StatusOK)
		if string(a.body) != "<p>screens" || a.Header.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%s: %s %v", path, a.body, a.Header)
		}
	}
	a := c.get("/assets/x-1.js").want(http.StatusOK) // the client unzips it
	if string(a.body) != script || !a.Uncompressed || a.Header.Get("Cache-Control") != forever || !strings.Contains(a.Header.Get("Content-Type"), "javascript") {
		t.Errorf("%v", a.Header)
	}
	c.head.Set("If-None-Match", a.Header.Get("ETag"))
	c.get("/assets/x-1.js").want(http.StatusNotModified)
	for _, path := range []string{"/assets/gone", "/gone.js", "/../server.go", "/.gitkeep"} {
		c.get(path).fails(codeNotFound, "")
	}
}

// A body that stops coming holds nobody up, and the next request on the same
// connection has time of its own.
func TestSlowBody(t *testing.T) {
	s := newSite(t)
	s.web.patience = 50 * time.Millisecond
	c := s.as(rules.Judge)
	in, out := io.Pipe()
	defer out.Close()
	r, err := http.NewRequest("PUT", s.URL+"/api/session/table", in)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := c.Do(r)
	if err == nil {
		res.Body.Close()
	}
	if err == nil && res.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d", res.StatusCode)
	}
	e := c.listen("/api/tables/a/events")
	for range 3 { // a stream that begins after a body was read lasts longer than that
		c.send("PUT", "/api/session/table", Hop{"b"}).want(http.StatusOK)
		if name, _ := e.next(); name == "" {
			t.Fatal("the stream has ended")
		}
	}
}
