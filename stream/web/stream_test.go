package web

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// events reads server-sent events.
type events struct {
	t    testing.TB
	body io.ReadCloser
	in   *bufio.Scanner
}

func (c *screen) listen(path string) *events {
	c.site.t.Helper()
	res, err := c.Get(c.site.URL + path)
	if err != nil {
		c.site.t.Fatal(err)
	}
	c.site.t.Cleanup(func() { res.Body.Close() })
	if got := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || got != "text/event-stream" {
		c.site.t.Fatalf("%s: %d %s", path, res.StatusCode, got)
	}
	e := &events{c.site.t, res.Body, bufio.NewScanner(res.Body)}
	e.in.Buffer(nil, 1<<20)
	return e
}

// next returns the next event; an empty name where the stream has ended.
func (e *events) next() (name string, data []byte) {
	e.t.Helper()
	for e.in.Scan() {
		line := e.in.Text()
		if v, ok := strings.CutPrefix(line, "event: "); ok {
			name = v
		}
		if v, ok := strings.CutPrefix(line, "data: "); ok {
			data = []byte(v)
		}
		if line == "" && name != "" {
			return name, data
		}
	}
	return "", nil
}

// until reads events of a name until one fits.
func until[T any](e *events, name string, fits func(T) bool) T {
	e.t.Helper()
	for {
		got, data := e.next()
		var v T
		switch {
		case got == "":
			e.t.Fatal("the stream has ended")
		case got != name:
			continue
		}
		if err := rules.Decode(data, &v); err != nil {
			e.t.Fatalf("%s: %v", data, err)
		}
		if fits(v) {
			return v
		}
	}
}

func TestWatchTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a, b := s.as(rules.Judge).listen("/api/tables/a/events"), s.as(rules.Delegate).listen("/api/tables/a/events")
	until(a, "snapshot", func(x Snapshot) bool { return x.Attempt.Phase == attempt.Idle })
	s.hall.tables["a"].play(t, "A1")
	for _, e := range []*events{a, b} {
		until(e, "snapshot", func(x Snapshot) bool { return x.Attempt.Phase == attempt.Suggested })
	}
	before := time.Now().UnixMilli()
	until(a, "beat", func(x Beat) bool { return x.At >= before })
	if err := s.web.Close(); err != nil {
		t.Fatal(err)
	}
	for name := "beat"; name != ""; {
		name, _ = b.next()
	}
}

// A stream ends with its session, and with its table.
func TestWatchEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.as(rules.Judge)
	e, m := c.listen("/api/tables/a/events"), s.as(rules.Judge).listen("/api/tables/b/events")
	c.send("DELETE", "/api/session", nil).want(http.StatusNoContent)
	for name := "beat"; name != ""; {
		name, _ = e.next()
	}
	s.hall.tables["b"].feed.Close()
	for name := "beat"; name != ""; {
		name, _ = m.next()
	}
	c.get("/api/tables/c/events").fails(codeNoSession, "")
	s.as(rules.Judge).get("/api/tables/c/events").fails(codeNoTable, "table")
}

func TestWatchHall(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	e := s.as(rules.Delegate).listen("/api/events")
	seen := map[string]bool{}
	until(e, "table", func(x Summary) bool { seen[x.Table] = true; return len(seen) == 2 })
	x := s.hall.tables["b"]
	x.play(t, "B1")
	if err := x.Do(t.Context(), "B1", attempt.Actor{Role: rules.Judge, ID: "Jo"}, attempt.Freeze{Why: attempt.Dispute}); err != nil {
		t.Fatal(err)
	}
	got := until(e, "table", func(x Summary) bool { return len(x.Waiting) > 0 })
	w := got.Waiting[0]
	if got.Table != "b" || w.Attempt != "B1" || w.Cause != CauseFrozen || !w.Current || w.Frozen.Why != attempt.Dispute ||
		w.Look != LooksSolved || w.Competitor != "Ann" {
		t.Errorf("%+v", got)
	}
}

func TestSummaryOrder(t *testing.T) {
	opened := func(id string, change func(*attempt.State)) attempt.State {
		s := attempt.State{Phase: attempt.Decided, Opened: &attempt.Open{ID: id}}
		change(&s)
		return s
	}
	got := summaryOf(Snapshot{Attempt: opened("now", func(s *attempt.State) { s.Phase = attempt.Solving }), Pending: []attempt.State{
		opened("decided", func(*attempt.State) {}),
		opened("provisional", func(s *attempt.State) { s.Extras = []attempt.Extra{{Status: attempt.Pending}} }),
		opened("flagged", func(s *attempt.State) {
			s.Phase, s.Flags = attempt.Suggested, []attempt.Flag{{Flag: rules.FlagPhone}, {Flag: rules.FlagHeld, Dismissed: &attempt.Dismissal{}}}
		}),
		opened("request", func(s *attempt.State) { s.Requests = []attempt.Asked{{}} }),
		opened("frozen", func(s *attempt.State) { s.Freezes = []attempt.Freezing{{Why: attempt.Unsure}} }),
		{}, opened("void", func(s *attempt.State) { s.Phase, s.Requests = attempt.Void, []attempt.Asked{{}} }),
	}})
	var ids []string
	for _, w := range got.Waiting {
		ids = append(ids, w.Attempt)
	}
	if want := "frozen request flagged provisional decided void"; strings.Join(ids, " ") != want {
		t.Errorf("order %v, want %s", ids, want)
	}
	if f := got.Waiting[2].Flags; len(f) != 1 || f[0] != rules.FlagPhone || got.Health != Good {
		t.Errorf("flags %v, health %s", f, got.Health)
	}
}

func TestCameras(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.as(rules.Judge)
	const path = "/api/tables/a/cameras/overhead"
	s.hall.tables["a"].live.Publish(Picture{Seq: 7, At: 42, JPEG: []byte("first")})
	if a := c.get(path + "/frame.jpg").want(http.StatusOK); string(a.body) != "first" || a.Header.Get("X-Frame-Seq") != "7" || a.Header.Get("X-Frame-At-NS") != "42" {
		t.Errorf("%s %v", a.body, a.Header)
	}
	c.get("/api/tables/a/cameras/none/frame.jpg").fails(codeNoCamera, "")
	c.get("/api/tables/a/cameras/none/live.mjpeg").fails(codeNoCamera, "")
	c.get("/api/tables/b/cameras/overhead/frame.jpg").fails(codeNoPicture, "")
	for _, fps := range []string{"0", "-1", "x", "31", "NaN", "Inf"} {
		c.get(path+"/live.mjpeg?fps="+fps).fails(codeBadRequest, "fps")
	}
	res, err := c.Get(s.URL + path + "/live.mjpeg?fps=5")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	kind, params, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/x-mixed-replace" {
		t.Fatalf("%s: %v", res.Header.Get("Content-Type"), err)
	}
	parts := multipart.NewReader(res.Body, params["boundary"])
	for i, want := range []string{"first", "second"} {
		p, err := parts.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		raw := make([]byte, len(want)) // a part's end shows with the next part only
		if _, err := io.ReadFull(p, raw); err != nil || string(raw) != want {
			t.Errorf("picture %d: %s, %v", i, raw, err)
		}
		s.hall.tables["a"].live.Publish(Picture{Seq: 8, JPEG: []byte("second")})
	}
}

func TestWHEP(t *testing.T) {
	s := newSite(t)
	c, other := s.as(rules.Judge), s.as(rules.Judge)
	c.head.Set("Content-Type", "application/sdp")
	const path = "/api/tables/a/cameras/overhead/whep"
	a := c.send("POST", path, "v=0").want(http.StatusCreated)
	if string(a.body) != "answer to v=0" || a.Header.Get("Content-Type") != "application/sdp" || a.Header.Get("Location") != path+"/a-overhead" {
		t.Errorf("%s %v", a.body, a.Header)
	}
	c.send("POST", path, "").fails(codeOffer, "")
	other.send("POST", path, "v=0").fails(codeMediaType, "Content-Type")
	other.send("DELETE", path+"/a-overhead", nil).fails(codeNotFound, "connection")
	if s.peers.count() != 1 {
		t.Error("another's connection was ended")
	}
	c.send("DELETE", path+"/a-overhead", nil).want(http.StatusNoContent)
	c.send("DELETE", path+"/a-overhead", nil).fails(codeNotFound, "connection")
	if s.peers.count() != 0 {
		t.Error("not hung up")
	}
	s.web.cfg.Peers = nil
	c.send("POST", path, "v=0").fails(codeNoWebRTC, "")
}

func TestQR(t *testing.T) {
	s := newSite(t)
	c := s.as(rules.Judge)
	a := c.get("/api/tables/a/qr.svg").want(http.StatusOK)
	if !bytes.HasPrefix(a.body, []byte("<svg")) || a.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("%.80s", a.body)
	}
	s.web.cfg.Address = "https://hall.example:8443/"
	if b := c.get("/api/tables/a/qr.svg").want(http.StatusOK); bytes.Equal(a.body, b.body) {
		t.Error("the address makes no difference")
	}
	c.get("/api/tables/c/qr.svg").fails(codeNoTable, "table")
}

func TestDrawQR(t *testing.T) {
	got := string(drawQR([][]bool{{true, true, false}, {false, false, false}, {false, true, true}}))
	if !strings.Contains(got, `d="M0 0h2v1h-2zM1 2h2v1h-2z"`) || !strings.Contains(got, `viewBox="0 0 3 3"`) {
		t.Error(got)
	}
}

// Nothing goes on after Close, with streams of all kinds open.
func TestClose(t *testing.T) {
	s := newSite(t)
	c := s.as(rules.Delegate)
	s.hall.tables["a"].live.Publish(Picture{JPEG: []byte("x")})
	for _, path := range []string{"/api/events", "/api/tables/a/events"} {
		name, _ := c.listen(path).next()
		if name == "" {
			t.Fatal(path)
		}
	}
	res, err := c.Get(s.URL + "/api/tables/a/cameras/overhead/live.mjpeg")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	for range 2 {
		if err := s.web.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range s.hall.tables {
		x.feed.Close()
		x.live.Close()
	}
	c.get("/api/session").want(http.StatusServiceUnavailable)
	s.Server.Close()
	const patience = 30 * time.Second // on a machine that is busy elsewhere
	for end := time.Now().Add(patience); ; runtime.Gosched() {
		left := stacks("stream/web.(*Server)", "stream/web.summarise", "stream/web.pour", "stream/web.follow")
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("still running:\n%s", strings.Join(left, "\n\n"))
		}
	}
}

// stacks returns the goroutines in which one of some functions runs.
func stacks(names ...string) []string {
	raw := make([]byte, 1<<20)
	var out []string
	for _, g := range strings.Split(string(raw[:runtime.Stack(raw, true)]), "\n\n") {
		for _, n := range names {
			if strings.Contains(g, n) {
				out = append(out, g)
				break
			}
		}
	}
	return out
}

// Whatever is sent, the answer is no internal error and has the shape of one
// error, or is a success.
func FuzzBodies(f *testing.F) {
	for _, seed := range []string{`{}`, `{"role":"judge","table":"a","pin":"1"}`, `{"table":"b"}`, act("1", "decide", `{"verdict":"ok","seen":1}`),
		act("1", "amend", `{"verdict":"+2","penalties":["A6c"],"cubes":["ok"],"time_ms":-1,"reason":"other"}`),
		`{"id":"report-1","kind":"stopped","time_ms":1}`, `null`, `[[[[`, `{"id":"report-1","kind":1}`, "\xff"} {
		f.Add(seed)
	}
	s := newSite(f)
	s.hall.tables["a"].play(f, "A1")
	c := s.as(rules.Delegate)
	f.Fuzz(func(t *testing.T, in string) {
		for _, to := range [][2]string{{"POST", "/api/session"}, {"PUT", "/api/session/table"}, {"POST", acts}, {"POST", "/api/tables/a/timer"}} {
			r, err := http.NewRequest(to[0], s.URL+to[1], strings.NewReader(in))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			res, err := c.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := io.ReadAll(res.Body)
			res.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			var fault Fault
			if res.StatusCode >= 500 || res.StatusCode >= 400 && (json.Unmarshal(raw, &fault) != nil || fault.Sentence == "" || fault.Code == "") {
				t.Fatalf("%v with %q: %d %s", to, in, res.StatusCode, raw)
			}
		}
	})
}
