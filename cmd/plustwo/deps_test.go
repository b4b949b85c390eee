package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/plustwo/plustwo/"

// listed is what "go list" says of a package.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string // direct, tests excluded
	Deps       []string // direct and indirect
	CgoFiles   []string
}

// layer is a part of the tree and which parts of the project it may import. A
// name that ends in /... stands for a package and everything below it.
type layer struct {
	name string
	may  []string
	why  string
}

// layers go from left to right: left never imports right. The first that
// matches a package holds for it.
var layers = []layer{
	{"calib/geom", nil, "everything speaks of angles and places, so geometry speaks of nothing else"},
	{"models", nil, "data has no opinions"},
	{"calib/...", []string{"calib/geom"}, "a camera model is pure mathematics"},
	{"adjudicate/puzzle", []string{"calib/geom", "models"}, "a puzzle's state exists without rules"},
	{"adjudicate/rules", []string{"calib/geom", "adjudicate/puzzle"}, "a rulebook is data about puzzles"},
	{"adjudicate/match", []string{"calib/geom", "adjudicate/puzzle", "adjudicate/rules"}, "comparing with states needs no verdict"},
	{"adjudicate", []string{"calib/geom", "adjudicate/puzzle", "adjudicate/rules", "adjudicate/match"}, "a ruling is a pure function of what was observed"},
	{"adjudicate/attempt", []string{"adjudicate", "adjudicate/rules"}, "an attempt is judged by people; it measures nothing"},
	{"adjudicate/...", []string{"calib/geom", "adjudicate/..."}, "what happens to rulings must run where no camera is"},
	{"vision", []string{"calib/...", "adjudicate/..."}, "the types that stages share know no stage"},
	{"vision/...", []string{"calib/...", "adjudicate/...", "vision/..."}, "stages see; they neither stream nor keep records"},
	{"stream/timer/...", []string{"stream/timer/..."}, "a timer tells what it shows; what that means is for the attempt"},
	{"stream/...", []string{"calib/...", "adjudicate/...", "vision", "stream/..."}, "a stream carries what stages made and calls none"},
	{"cmd/...", []string{"..."}, "commands wire everything together"},
}

// ban is something that a part of the tree must not use.
type ban struct {
	name   string // part of the tree
	never  []string
	direct bool // only imports of its own count; else also those of its imports
	why    string
}

var bans = []ban{
	{"cmd/...", []string{module + "cmd/plustwo", module + "cmd/mkdata"}, true, "a command is not a library"},
	{"adjudicate", []string{"os", "log", "log/slog", "time"}, true, "a ruling must come out the same on every machine and day"},
	{"adjudicate/puzzle", []string{"os", "log", "log/slog", "time"}, true, "see adjudicate"},
	{"adjudicate/rules", []string{"os", "log", "log/slog", "time"}, true, "see adjudicate"},
	{"adjudicate/match", []string{"os", "log", "log/slog", "time"}, true, "see adjudicate"},
	{"adjudicate/phrase", []string{"os", "log", "log/slog", "time"}, true, "see adjudicate"},
	{"adjudicate/attempt", []string{"os", "log", "log/slog", "time"}, true, "the record must replay to the same state on every machine and day"},
	{"adjudicate/problem", []string{"os", "log", "log/slog", "time"}, true, "see adjudicate"},
	{"adjudicate/diagram", []string{"os", "log", "log/slog", "time"}, true, "see adjudicate"},
	{"adjudicate/results", []string{"os", "log", "log/slog", "time"}, true, "a round's results are arithmetic on its attempts"},
	{"adjudicate/wcif", []string{"os", "log", "log/slog"}, true, "it reads bytes that others fetched; the time is only that of a schedule"},
	{"calib/...", []string{"log", "log/slog"}, true, "pure code returns errors"},
	{"calib/...", []string{"net", "net/..."}, false, "calibration reads files"},
	{"adjudicate", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/puzzle", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/rules", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/match", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/phrase", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/attempt", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/problem", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/diagram", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/results", []string{"net", "net/..."}, false, "see adjudicate"},
	{"adjudicate/wcif", []string{"net", "net/..."}, false, "see adjudicate"},
	{"vision/...", []string{"net", "net/..."}, false, "network code lives in stream and cmd; a network camera is dialled by cmd, or by FFmpeg inside cv"},
	{"stream/timer/...", []string{"net", "net/...", "log", "log/slog", "os"}, true, "a timer is a line or a sound that others open; what it says is in its events"},
	{"vision/still", []string{module + "vision/fit", module + "vision/internal/..."}, false, "stillness asks where the puzzle lies and is told; it keeps up with every camera"},
	{"adjudicate/journal/...", []string{module + "vision/...", module + "stream/..."}, false, "the record outlives cameras and browsers"},
	{"stream/...", []string{module + "vision/internal/...", module + "adjudicate/journal/..."}, false, "a stream asks for what it needs by its own small interface"},
}

// cgoOnly lists where C may be called. Everything else outside vision and cmd
// builds and passes its tests without OpenCV.
var cgoOnly = []string{"vision/internal/cv", "stream/internal/codec", "stream/timer/internal/audio", "vision/internal/infer"}

// pure packages may depend on no C at all.
var pure = []string{"calib/...", "models", "adjudicate/...", "vision"}

// thirdParty lists which part may import which module directly.
var thirdParty = map[string][]string{
	"gocv.io/x/gocv":                      {"vision/internal/cv"},
	"golang.org/x/sys":                    {"vision/internal/cv"}, // the clock that cameras stamp their frames with
	"golang.org/x/crypto":                 {"stream/accounts"},    // argon2id
	"golang.org/x/image":                  {"vision/...", "cmd/..."},
	"gonum.org/v1/gonum":                  {"calib/...", "vision/...", "cmd/..."},
	"gonum.org/v1/plot":                   {"cmd/..."},
	"github.com/alecthomas/kong":          {"cmd/..."},
	"github.com/knadh/koanf":              {"cmd/plustwo/internal/config"},
	"github.com/prometheus/client_golang": {"cmd/..."},
	"go.bug.st/serial":                    {"stream/timer"},
	"github.com/gen2brain/malgo":          {"stream/timer/internal/audio"},
	// The server: HTTP, who is logged in, QR codes, its description.
	"github.com/labstack/echo/v4":   {"stream/web"},
	"github.com/alexedwards/scs/v2": {"stream/web", "cmd/..."},
	"github.com/skip2/go-qrcode":    {"stream/web"},
	"codeberg.org/go-pdf/fpdf":      {"stream/sheet"},
	"go.yaml.in/yaml/v3":            {"stream/web", "cmd/..."},
	// Video: files, and browsers.
	"github.com/bluenviron/mediacommon/v2": {"stream/clip"},
	"github.com/pion/webrtc/v4":            {"stream/rtc"},
	"github.com/pion/ice/v4":               {"stream/rtc"},
	"github.com/pion/interceptor":          {"stream/rtc"},
	"github.com/pion/logging":              {"stream/rtc"},
	"github.com/pion/rtcp":                 {"stream/rtc"},
	"github.com/pion/rtp":                  {"stream/rtc"},
	// The record is the only door to a database.
	"modernc.org/sqlite":          {"adjudicate/journal"},
	"github.com/jackc/pgx/v5":     {"adjudicate/journal"},
	"github.com/pressly/goose/v3": {"adjudicate/journal"},
	"github.com/oklog/ulid/v2":    {"adjudicate/journal"},
}

// matches tells whether a path is the pattern, or below it where it ends in "...".
func matches(pattern, path string) bool {
	if base, ok := strings.CutSuffix(pattern, "..."); ok {
		return base == "" || path == strings.TrimSuffix(base, "/") || strings.HasPrefix(path, base)
	}
	return pattern == path
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, path) })
}

// packages lists the project's packages and everything that they depend on.
func packages(t *testing.T) map[string]listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports,Deps,CgoFiles", module+"...")
	raw, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]listed{}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	for {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
}

func TestImports(t *testing.T) {
	all := packages(t)
	own := 0
	for path, p := range all {
		name, ok := strings.CutPrefix(path, module)
		if !ok {
			continue
		}
		own++
		checkLayer(t, name, p)
		checkBans(t, name, p)
		checkThirdParty(t, name, p)
		if len(p.CgoFiles) > 0 && !matchesAny(cgoOnly, name) {
			t.Errorf("%s calls C: only %v may", name, cgoOnly)
		}
		for _, d := range p.Deps {
			if matchesAny(pure, name) && len(all[d].CgoFiles) > 0 && !all[d].Standard {
				t.Errorf("%s depends on %s, which calls C: it must build without OpenCV", name, d)
			}
		}
	}
	if own < 10 {
		t.Errorf("only %d packages were looked at", own)
	}
}

func checkLayer(t *testing.T, name string, p listed) {
	t.Helper()
	for _, l := range layers {
		if !matches(l.name, name) {
			continue
		}
		for _, i := range p.Imports {
			if other, ok := strings.CutPrefix(i, module); ok && !matchesAny(l.may, other) {
				t.Errorf("%s imports %s: %s", name, other, l.why)
			}
		}
		return
	}
	t.Errorf("%s has no place in the layers: see README.md, Architecture", name)
}

func checkBans(t *testing.T, name string, p listed) {
	t.Helper()
	for _, b := range bans {
		if !matches(b.name, name) {
			continue
		}
		used := p.Deps
		if b.direct {
			used = p.Imports
		}
		for _, u := range used {
			if matchesAny(b.never, u) {
				t.Errorf("%s uses %s: %s", name, u, b.why)
			}
		}
	}
}

func checkThirdParty(t *testing.T, name string, p listed) {
	t.Helper()
	for _, i := range p.Imports {
		if first, _, _ := strings.Cut(i, "/"); !strings.Contains(first, ".") || strings.HasPrefix(i, module) {
			continue // the standard library, or ours
		}
		allowed := false
		for m, parts := range thirdParty {
			if i == m || strings.HasPrefix(i, m+"/") {
				allowed = matchesAny(parts, name)
			}
		}
		if !allowed {
			t.Errorf("%s imports %s: add it to thirdParty if that part should use it", name, i)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"vision", "vision", true}, {"vision", "vision/fit", false}, {"vision/...", "vision", true},
		{"vision/...", "vision/fit", true}, {"vision/...", "visionary", false}, {"...", "anything", true},
	} {
		if got := matches(c.pattern, c.path); got != c.want {
			t.Errorf("%q, %q: got %v", c.pattern, c.path, got)
		}
	}
}
