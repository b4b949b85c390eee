package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/config"
	"github.com/plustwo/plustwo/stream/web"
)

const hallConfig = `tables:
  - id: A
    timer: synth
    cameras: {overhead: "synth:?pace=fast&wait=forever"}
`

// started is "plustwo serve" with what it says at the start.
type started struct {
	says string
	stop func()
}

func start(t *testing.T, c serveCmd) started {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := c.serve(ctx, &streams{out: w, err: io.Discard, lang: rules.English})
		w.CloseWithError(err)
		done <- err
	}()
	says := make([]byte, 4096)
	n, err := r.Read(says)
	if err != nil {
		cancel()
		t.Fatalf("%v: %v", err, <-done)
	}
	stopped := false
	stop := func() {
		if cancel(); !stopped {
			stopped = true
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	}
	t.Cleanup(stop)
	return started{string(says[:n]), stop}
}

// A hall's first start: HTTPS by an authority of its own, which a phone comes to
// trust; the printed word lets the first organiser in, once, and is not printed
// again; he is still there after a restart, and what he did is on record.
func TestFirstStart(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "plustwo.yaml")
	if err := os.WriteFile(file, []byte("tls: {mode: local}\n"+hallConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	c := serveCmd{Config: file, Listen: "127.0.0.1:0", Video: "127.0.0.1:0"}
	s := start(t, c)
	m := regexp.MustCompile(`(https://\S+)/invitation#(\S+)`).FindStringSubmatch(s.says)
	if m == nil || !strings.Contains(s.says, m[1]+"/trust") {
		t.Fatalf("it says %q", s.says)
	}
	site, word := m[1], m[2]
	phone := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // before it trusts
	ca, err := x509.ParseCertificate([]byte(body(t, phone, "GET", site+"/api/trust/ca.crt", "")))
	if err != nil {
		t.Fatal(err)
	}
	typed, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Get(
		strings.Replace(site, "https", "http", 1) + "/table/A?x=1")
	if err != nil || typed.StatusCode != http.StatusTemporaryRedirect || typed.Header.Get("Location") != site+"/table/A?x=1" || len(typed.Cookies()) > 0 {
		t.Errorf("plain HTTP: %+v, %v", typed, err)
	}
	if _, err := http.Get(site + "/"); err == nil {
		t.Error("a browser that was told nothing trusts it")
	}
	roots := x509.NewCertPool()
	roots.AddCert(ca)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	phone = &http.Client{Jar: jar, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	var me web.Session
	said := body(t, phone, "POST", site+"/api/invitation", `{"word":"`+word+`","name":"Ann","password":"correct horse"}`)
	if err := json.Unmarshal([]byte(said), &me); err != nil || me.Role != rules.Organiser {
		t.Fatalf("%s, %v", said, err)
	}
	people := body(t, phone, "GET", site+"/api/people", "")
	phone.CloseIdleConnections()
	s.stop()

	c.Listen = strings.TrimPrefix(site, "https://")
	s = start(t, c)
	if strings.Contains(s.says, "#") {
		t.Errorf("another invitation: %q", s.says)
	}
	if again := body(t, phone, "GET", site+"/api/people", ""); again != people {
		t.Errorf("%s\nafter the restart %s", people, again)
	}
	phone.CloseIdleConnections()
	s.stop()
	deedsOnRecord(t, filepath.Join(dir, "data"), []string{"accept Ann"})
}

func body(t *testing.T, c *http.Client, method, url, in string) string {
	t.Helper()
	q, err := http.NewRequest(method, url, strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	a, err := c.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	raw, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d, %v: %s", method, url, a.StatusCode, err, raw)
	}
	return string(raw)
}

// deedsOnRecord holds which privileged acts a record has, and that it is whole.
func deedsOnRecord(t *testing.T, dir string, want []string) {
	t.Helper()
	r, err := journal.Verify(t.Context(), dir, journal.Options{})
	if err != nil || len(r.Faults) > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	j, err := journal.Open(t.Context(), dir, journal.Options{NoSweep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	chain, err := chainOf(j.Shelf("own"))
	if err != nil || !strings.HasPrefix(chain, "@") {
		t.Fatalf("%q, %v", chain, err)
	}
	events, err := j.Log(t.Context(), chain, 1, 100)
	var got []string
	for _, e := range events {
		var d web.Deed
		if err := json.Unmarshal(e.Payload, &d); err != nil || e.Kind != journal.KindAct {
			t.Errorf("%s: %s, %v", e.Kind, e.Payload, err)
		}
		got = append(got, d.Act+" "+e.By.ID)
	}
	if err != nil || strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("on record %q, %v", got, err)
	}
}

// What a hall is told, and that plain HTTP stays on this computer unless asked for.
func TestEncrypted(t *testing.T) {
	for content, want := range map[string]bool{
		"": false, "listen: localhost:80\n": false, "listen: '[::1]:80'\n": false, "listen: :80\n": true, "listen: 0.0.0.0:80\n": true,
		"listen: 192.168.1.2:80\n": true, "listen: hall:80\n": true, "listen: :80\ntls: {mode: plain}\n": false,
		"tls: {mode: local}\n": true, "listen: :80\ntls: {certificate: a, key: b}\n": true,
	} {
		d, err := config.Parse("plustwo.yaml", []byte(content+hallConfig))
		if err != nil || d.Encrypted() != want {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// Footage is kept as long as the configuration says; disputed footage never goes
// for want of room before its time.
func TestKeeping(t *testing.T) {
	for content, want := range map[string]journal.Retention{
		"": journal.DefaultRetention,
		"retention: {undisputed: 2h, disputed: 10d, cap_gb: 3}\n": {Undisputed: 2 * time.Hour, Disputed: 240 * time.Hour, MaxBytes: 3e9, MinFree: journal.DefaultRetention.MinFree},
	} {
		d, err := config.Parse("plustwo.yaml", []byte(content+hallConfig))
		if err != nil {
			t.Fatal(err)
		}
		if got := keeping(d.Retention); *got != want {
			t.Errorf("%q: %+v", content, *got)
		}
	}
}

// A certificate that cannot be used is told by file, line and key.
func TestBadCertificate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "plustwo.yaml")
	if err := os.WriteFile(path, []byte("tls: {certificate: none.pem, key: none.key}\n"+hallConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := plustwo("serve", "--config", path, "--data", filepath.Join(dir, "data"), "--listen", "127.0.0.1:0", "--video", "127.0.0.1:0")
	if code != 2 || !strings.Contains(errs, "line 1: tls.certificate") || !strings.Contains(errs, "none.pem") {
		t.Errorf("%d, %q", code, errs)
	}
}

// address is one that a listener says.
type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }

func TestReachable(t *testing.T) {
	for at, want := range map[address]string{"127.0.0.1:80": `^127\.0\.0\.1:80$`, "[::1]:80": `^\[::1\]:80$`, "[::]:8080": `^[a-z0-9.]+:8080$`, "0.0.0.0:81": `^[a-z0-9.]+:81$`} {
		if got := reachable(at); !regexp.MustCompile(want).MatchString(got) || strings.HasPrefix(got, "0.0.0.0") {
			t.Errorf("%s: %s", at, got)
		}
	}
}
