//go:build browser

package browser

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"testing"
)

// With -stage the pages are served for somebody to look at, until interrupted:
// go test -tags browser ./stream/web/browser -timeout 0 -args -stage 127.0.0.1:8080
var stageAddr = flag.String("stage", "", "serve the screens at this address instead of testing")

const ui = "../ui"

// TestScreens runs the tests of ui/test in Chromium against the real server
// with tables that play what a test asks for.
func TestScreens(t *testing.T) {
	for name, fix := range map[string]string{"../dist/index.html": "run make ui", ui + "/node_modules/playwright-core": "run make ui"} {
		if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
			t.Fatalf("%s is missing: %s", name, fix)
		}
	}
	addr := "127.0.0.1:0"
	if *stageAddr != "" {
		addr = *stageAddr
	}
	s := newSite(t, addr)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	filmed := make(chan error)
	go func() {
		s.film(ctx)
		filmed <- nil
	}()
	go func() { filmed <- s.counter.run(ctx) }()
	control := httptest.NewServer(s.control())
	defer control.Close()
	if *stageAddr != "" {
		t.Logf("http://%s, controlled at %s", s.addr, control.URL)
		interrupted, stop := signal.NotifyContext(ctx, os.Interrupt)
		defer stop()
		<-interrupted.Done()
	} else {
		node(t, "SITE=http://"+s.addr, "CONTROL="+control.URL)
	}
	cancel()
	if err := errors.Join(<-filmed, <-filmed); err != nil {
		t.Error(err)
	}
	s.down()
}

// node runs the tests in the browser.
func node(t *testing.T, env ...string) {
	t.Helper()
	cmd := exec.Command("./npm.sh", "test")
	cmd.Dir = ui
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	t.Log(out.String())
}
