package web

import (
	"errors"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/accounts"
)

// may is who may do what, written out once more: v looks on, e enters data, j
// judges, d is a Delegate, o an organiser, and - has not logged in.
const may = `
-vejdo GET    /api/openapi.json
-vejdo GET    /api/session
-vejdo POST   /api/session
-vejdo DELETE /api/session
-vejdo POST   /api/invitation
-vejdo GET    /api/trust
-vejdo GET    /api/trust/ca.crt
.....o GET    /api/people
.....o POST   /api/people
.....o DELETE /api/people/:name
.....o POST   /api/tables/:table/pin
...jd. PUT    /api/session/table
.vejdo GET    /api/events
.vejdo GET    /api/tables
.vejdo GET    /api/rulebooks
.vejdo GET    /api/rulebooks/:rulebook
.vejdo GET    /api/tables/:table
.vejdo GET    /api/tables/:table/events
.vejdo GET    /api/tables/:table/qr.svg
...jd. POST   /api/tables/:table/timer
.vejdo GET    /api/tables/:table/evidence/:hash
.vejdo GET    /api/tables/:table/cameras/:camera/live.mjpeg
.vejdo GET    /api/tables/:table/cameras/:camera/frame.jpg
.vejdo POST   /api/tables/:table/cameras/:camera/whep
.vejdo DELETE /api/tables/:table/cameras/:camera/whep/:connection
.vejdo GET    /api/tables/:table/attempts/:attempt
...jd. POST   /api/tables/:table/attempts/:attempt/events
.vejdo GET    /api/tables/:table/attempts/:attempt/diagram.svg
...jd. POST   /api/tables/:table/attempts/:attempt/again
...jd. GET    /api/tables/:table/attempts/:attempt/sheet.pdf
...jd. GET    /api/tables/:table/attempts/:attempt/bundle.zip
...jd. GET    /api/tables/:table/attempts/:attempt/clips/:hash/frames/:frame
`

var letters = map[byte]rules.Role{'-': "", 'v': rules.Viewer, 'e': rules.DataEntry, 'j': rules.Judge, 'd': rules.Delegate, 'o': rules.Organiser}

// Every route is served to just those who are listed for it.
func TestAccess(t *testing.T) {
	s := newAccounted(t)
	screens := map[rules.Role]*screen{}
	for _, r := range letters {
		screens[r] = s.enter(r)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(strings.TrimSpace(may)) {
		who, request, _ := strings.Cut(strings.TrimSpace(line), " ")
		method, path, _ := strings.Cut(request, " ")
		path = strings.TrimSpace(path)
		listed[method+" "+path] = true
		if strings.HasSuffix(path, "/events") && method == "GET" || strings.HasSuffix(path, ".mjpeg") {
			path += "/none" // what goes on for ever is asked by what access holds, below
		}
		// Of what is not there, so that nothing comes of it.
		address := regexp.MustCompile(`:[a-z]+`).ReplaceAllString(path, "none")
		for _, letter := range "-vejdo" {
			role := letters[byte(letter)]
			want := strings.ContainsRune(who, letter)
			if roles := access[method+" "+strings.TrimSuffix(path, "/none")]; want != (len(roles) == 0 || slices.Contains(roles, role)) {
				t.Errorf("%s %s: access says otherwise for %q", method, path, role)
			}
			if method+" "+path == "DELETE /api/session" || strings.HasSuffix(path, "/none") {
				continue // would log out; see above
			}
			a := screens[role].send(method, address, "{")
			refused := a.StatusCode >= 400 && (strings.Contains(string(a.body), `"no_session"`) || strings.Contains(string(a.body), `"forbidden"`))
			if refused == want {
				t.Errorf("%s %s: %q gets %d", method, path, role, a.StatusCode)
			}
		}
	}
	if got := slices.Sorted(maps.Keys(listed)); !slices.Equal(got, slices.Sorted(maps.Keys(access))) {
		t.Errorf("access lists %v, the test %v", slices.Sorted(maps.Keys(access)), got)
	}
}

// A route that nobody is said to have access to stops the server from being made.
func TestAccessIsNeeded(t *testing.T) {
	s := newSite(t)
	err := s.web.handle(echo.New(), "GET", "/api/secret", s.web.getAPI)
	if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "GET /api/secret") {
		t.Error(err)
	}
	// And nothing is served beside those.
	served := 0
	for _, r := range s.web.echo.Routes() {
		if _, ok := access[r.Method+" "+r.Path]; !ok && r.Path != "/*" {
			t.Errorf("%s %s has no entry", r.Method, r.Path)
		}
		served++
	}
	if served < len(access) {
		t.Errorf("%d routes", served)
	}
}

// What a rulebook gives to a Delegate alone nobody else gets: who amends.
func TestOnlyADelegateAmends(t *testing.T) {
	s := newAccounted(t)
	s.hall.tables["a"].play(t, "A1")
	j := s.enter(rules.Judge)
	const events = "/api/tables/a/attempts/A1/events"
	j.send("POST", events, Act{ID: "decide-one", Kind: "decide", Data: []byte(`{"verdict":"ok","seen":1}`)}).want(http.StatusOK)
	s.hall.tables["a"].later(60_000)
	amend := func(id string) Act {
		return Act{ID: id, Kind: "amend", Data: []byte(`{"verdict":"+2","reason":"video","note":"x"}`)}
	}
	for role, code := range map[rules.Role]code{rules.Judge: codeNoRight, rules.Viewer: codeForbidden, rules.DataEntry: codeForbidden,
		rules.Organiser: codeForbidden, "": codeNoSession} {
		s.enter(role).send("POST", events, amend("amend-"+string(role)+"-x")).fails(code, "")
	}
	a := s.enter(rules.Delegate).send("POST", events, amend("amend-by-delegate"))
	if strings.Contains(string(a.body), codeNoRight.name()) || a.StatusCode == http.StatusForbidden {
		t.Errorf("a Delegate: %d %s", a.StatusCode, a.body)
	}
}

// accounted is a site with accounts, and PINs that are not the configuration's.
type accounted struct {
	*site
	book  *accounts.Book
	shelf *shelf
	deeds []string
	now   time.Time
}

const secret = "correct horse"
