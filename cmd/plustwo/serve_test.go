package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// served runs "plustwo serve" until the test ends and returns where it serves.
func served(t *testing.T, c serveCmd) (address string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := c.serve(ctx, &streams{out: w, err: io.Discard, lang: rules.English})
		w.CloseWithError(err)
		done <- err
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		cancel()
		t.Fatalf("%v: %v", err, <-done)
	}
	m := regexp.MustCompile(`http://[^/]+`).FindString(line)
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-done
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return m, stop
}

func get(t *testing.T, url string) string {
	t.Helper()
	a, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	raw, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v: %s", url, a.StatusCode, err, raw)
	}
	return string(raw)
}

// A table that does not exist lives through the beginning of an attempt: the
// program answers, and goes on with it when it is started again.
func TestServeDemo(t *testing.T) {
	c := serveCmd{Demo: true, Listen: "127.0.0.1:0", Video: "127.0.0.1:0", Data: t.TempDir()}
	at, stop := served(t, c)
	snapshots := demoSnapshots(t, at)
	var id string
	for s := range snapshots {
		if s.Attempt.Phase >= attempt.Inspection {
			id = s.Attempt.Opened.ID
			break
		}
	}
	var answer struct {
		OK      bool
		Trouble map[string][]web.Trouble
	}
	if err := json.Unmarshal([]byte(get(t, at+"/healthz")), &answer); err != nil || !answer.OK {
		t.Errorf("%+v, %v", answer, err)
	}
	for line := range strings.Lines(get(t, at+"/metrics")) {
		if !strings.HasPrefix(line, "plustwo_") && !strings.HasPrefix(line, "#") {
			t.Errorf("metric %q", line)
		}
	}
	began := time.Now()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > grace {
		t.Errorf("it took %v to stop", took)
	}
	at, _ = served(t, c)
	for s := range demoSnapshots(t, at) {
		if s.Attempt.Opened == nil || s.Attempt.Opened.ID != id {
			t.Errorf("it goes on with %+v, not %s", s.Attempt.Opened, id)
		}
		break
	}
}

// demoSnapshots watches the demonstration's table as a judge's screen does.
func demoSnapshots(t *testing.T, at string) <-chan web.Snapshot {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	jar := login(t, at)
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/api/tables/demo/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Cookie", jar)
	a, err := http.DefaultClient.Do(q)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", a, err)
	}
	out := make(chan web.Snapshot)
	go func() {
		defer close(out)
		defer a.Body.Close()
		lines := bufio.NewScanner(a.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var s web.Snapshot
			raw, ok := strings.CutPrefix(lines.Text(), "data:")
			if !ok || json.Unmarshal([]byte(raw), &s) != nil || s.Table == "" {
				continue // a beat
			}
			select {
			case out <- s:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func login(t *testing.T, at string) string {
	t.Helper()
	a, err := http.Post(at+"/api/session", "application/json", strings.NewReader(`{"role":"judge","name":"J","pin":"","table":"demo"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK || len(a.Cookies()) == 0 {
		raw, _ := io.ReadAll(a.Body)
		t.Fatalf("%d: %s", a.StatusCode, raw)
	}
	return a.Cookies()[0].String()
}

func TestServeBadInput(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		content string
		want    string
	}{
		"no file":   {"", "config sample"},
		"a key":     {"tables:\n  - idd: A\n", "line 2: tables[0].idd"},
		"no camera": {"tables:\n  - id: A\n    cameras:\n      overhead: file:none.mp4\n", "line 4: tables[0].cameras.overhead"},
		"synth":     {"tables:\n  - id: A\n    cameras:\n      overhead: synth:?seed=x\n", "line 4: tables[0].cameras.overhead"},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".yaml")
		if c.content != "" {
			if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"serve", "--config", path, "--data", filepath.Join(dir, "data")}, {"config", "check", path}} {
			if code, out, errs := plustwo(args...); code != 2 || out != "" || !strings.Contains(errs, c.want) || !strings.Contains(errs, filepath.Base(path)) {
				t.Errorf("%s: %v: %d, %q, %q", name, args, code, out, errs)
			}
		}
	}
	if code, _, errs := plustwo("serve", "--demo", "--listen", "nowhere:x", "--video", "127.0.0.1:0", "--data", filepath.Join(dir, "demo")); code != 2 || !strings.Contains(errs, "--listen") {
		t.Errorf("%d, %q", code, errs)
	}
}

func TestConfig(t *testing.T) {
	code, out, errs := plustwo("config", "sample")
	if code != 0 || !strings.Contains(out, "overhead:") {
		t.Fatalf("%d, %q", code, errs)
	}
	path := filepath.Join(t.TempDir(), "plustwo.yaml")
	if err := os.WriteFile(path, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := plustwo("config", "check", path); code != 0 || !strings.Contains(out, "nothing is wrong") {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
}
