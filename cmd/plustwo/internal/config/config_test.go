package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
)

// all is a world in which everything is there, and cameras give 1280 x 720.
var all = Things{
	Size:  func(string) (int, int, error) { return 1280, 720, nil },
	Ports: func() ([]string, error) { return []string{"/dev/ttyUSB0"}, nil },
	Cards: func() ([]string, error) { return []string{"hw:1"}, nil },
}

func TestSample(t *testing.T) {
	d, err := Parse(filepath.Join("venue", "plustwo.yaml"), Sample)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Check(all); err != nil {
		t.Error(err)
	}
	if len(d.Tables) != 1 || d.Tables[0].ID != "A" || d.Tables[0].Event != "333" || d.Tables[0].Cameras["overhead"] == "" ||
		d.PINs.Delegate != "" || d.Tables[0].PIN != "" || d.Data != filepath.Join("venue", "data") {
		t.Errorf("%+v", d.Config)
	}
}

// Every key stands in the sample, given or left out, with a comment above it.
func TestSampleExplainsEveryKey(t *testing.T) {
	at := strings.Split(string(Sample), "\n")
	var check func(k key)
	check = func(k key) {
		for _, x := range k.keys {
			found := false
			for i, line := range at {
				if regexp.MustCompile(`^[ -]*(?:# )?`+x.name+`:(?: |$)`).MatchString(line) && i > 0 {
					found = true
					if !strings.HasPrefix(strings.TrimSpace(at[i-1]), "#") && !strings.HasPrefix(strings.TrimSpace(line), "-") {
						t.Errorf("no comment above %q", line)
					}
				}
			}
			if !found {
				t.Errorf("the sample has no %s", x.name)
			}
			check(x)
		}
	}
	check(schema)
}

const good = `rulebook: wca-2026-04-01
tables:
  - id: A
    event: 333
    cameras:
      overhead: usb:one
`

// with returns the good configuration with something else in place of a part.
func with(old, new string) string { return strings.Replace(good, old, new, 1) }

func TestBad(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    []string // in the English message
	}{
		"empty":              {"", []string{"plustwo.yaml: the file is empty"}},
		"only comments":      {"# nothing\n", []string{"the file is empty"}},
		"no YAML":            {"tables: [\n", []string{"plustwo.yaml: line", "YAML"}},
		"a list":             {"- a\n", []string{"line 1", "keys below it"}},
		"unknown key":        {with("event: 333", "evnt: 333"), []string{"plustwo.yaml: line 4: tables[0].evnt: ", "id, name, event"}},
		"unknown camera":     {with("overhead: usb:one", "overhead: usb:one\n      behind: usb:two"), []string{"line 7: tables[0].cameras.behind", "overhead, left, right, competitor"}},
		"twice":              {with("event: 333", "event: 333\n    event: 222"), []string{"line 5: tables[0].event", "first on line 4"}},
		"a list for a word":  {with("event: 333", "event: [333]"), []string{"line 4: tables[0].event: it is [...]", "a word, such as 333"}},
		"true for a word":    {with("event: 333", "event: yes!\n    name: true"), []string{"line 5: tables[0].name", `"true"`}},
		"nothing for a word": {with("id: A", "id:"), []string{"line 3: tables[0].id", "a word"}},
		"a word for keys":    {with("cameras:\n      overhead: usb:one", "cameras: usb:one"), []string{"line 5: tables[0].cameras", "further to the right"}},
		"a word for a list":  {"tables: A\n", []string{"line 1: tables", "each entry after a -"}},
		"no tables":          {"listen: :8080\n", []string{"line 1: tables: it is missing"}},
		"tables empty":       {"tables: []\n", []string{"line 1: tables: it is [...]"}},
		"no id":              {with("id: A\n    event", "event"), []string{"line 3: tables[0].id: it is missing: write id: A"}},
		"bad id":             {with("id: A", "id: A B"), []string{"line 3: tables[0].id", `"A B"`, "letters"}},
		"no overhead":        {with("overhead", "left"), []string{"line 6: tables[0].cameras.overhead: it is missing", "plustwo cameras"}},
		"rulebook":           {with("wca-2026-04-01", "wca-1982"), []string{"line 1: rulebook", "wca-1982", "sra-trial"}},
		"event":              {with("event: 333", "event: 334"), []string{"line 4: tables[0].event", "334", "333oh"}},
		"refused event":      {with("event: 333", "event: 333fm"), []string{"line 4: tables[0].event: 333fm cannot be judged"}},
		"timer":              {with("event: 333", "timer: bluetooth"), []string{"line 4: tables[0].timer", "serial:PORT, sound:CARD"}},
		"timer without port": {with("event: 333", `timer: "serial:"`), []string{"line 4: tables[0].timer"}},
		"listen":             {"listen: here\n" + good, []string{"line 1: listen", "127.0.0.1:8080"}},
		"age":                {"retention: {undisputed: 1}\n" + good, []string{"line 1: retention.undisputed: it is 1: write a time such as 24h"}},
		"age of none":        {"retention: {disputed: -3d}\n" + good, []string{"line 1: retention.disputed: it is -3d"}},
		"ages":               {"retention: {undisputed: 3d, disputed: 48h}\n" + good, []string{"line 1: retention.disputed: it is 48h: ", "3d"}},
		"cap":                {"retention: {cap_gb: -1}\n" + good, []string{"line 1: retention.cap_gb: it is -1: write gigabytes"}},
		"tls mode":           {"tls: {mode: none}\n" + good, []string{"line 1: tls.mode: it is none: write one of local, plain"}},
		"tls without a key":  {"tls: {certificate: a.pem}\n" + good, []string{"line 1: tls.certificate: a certificate and its key", "privkey.pem"}},
		"tls only a key":     {"tls: {key: a.pem}\n" + good, []string{"line 1: tls.key: a certificate and its key", "fullchain.pem"}},
		"tls both":           {"tls: {certificate: a.pem, key: b.pem, mode: plain}\n" + good, []string{"line 1: tls.mode: a certificate is given"}},
		"short pin":          {with("event: 333", `pin: "1234"`), []string{"line 4: tables[0].pin", "at least 6"}},
		"pin as a number":    {with("event: 333", `pin: 012345`), []string{"line 4: tables[0].pin", "quotes"}},
		"two of one id":      {good + "  - id: A\n    cameras: {overhead: usb:two}\n", []string{"line 7: tables[1].id", "line 3"}},
		"two of one camera":  {good + "  - id: B\n    cameras:\n      overhead: usb:one\n", []string{"line 9: tables[1].cameras.overhead: usb:one is used on line 6"}},
		"one camera twice":   {good + "      left: usb:one\n", []string{"line 7: tables[0].cameras.left: usb:one is used on line 6"}},
		"two of one timer":   {with("event: 333", "timer: serial:x") + "  - id: B\n    timer: serial:x\n    cameras: {overhead: usb:two}\n", []string{"line 8: tables[1].timer: serial:x is used on line 4"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("plustwo.yaml", []byte(c.content))
			if !errors.Is(err, ErrConfig) {
				t.Fatalf("%v is not ErrConfig", err)
			}
			tells(t, err, c.want)
		})
	}
}

// tells looks for words in a message, and that it has its own words in Chinese.
func tells(t *testing.T, err error, want []string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q lacks %q", err, w)
		}
	}
	for _, l := range []rules.Lang{rules.Traditional, rules.Simplified} {
		if s := problem.Tell(err, l); s == err.Error() || !strings.Contains(s, "：") || strings.Contains(s, "{") && !strings.Contains(err.Error(), "{") {
			t.Errorf("%s: %q", l, s)
		}
	}
}

func TestWhatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("rig.json", `{"cameras":{"overhead":{"width":640,"height":360,"K":[[500,0,319.5],[0,500,179.5],[0,0,1]],"dist":[0,0,0,0,0],"R":[[1,0,0],[0,-1,0],[0,0,-1]],"t":[0,0,0.6]}}}`)
	write("odd.json", `{"cameras":{"left":{}}}`)
	lost := all
	lost.Size = func(spec string) (int, int, error) { return 0, 0, problem.New(ErrConfig, problem.CameraNone) }
	for name, c := range map[string]struct {
		content string
		things  Things
		want    []string
	}{
		"camera":        {good, lost, []string{"line 6: tables[0].cameras.overhead", "no camera is plugged in"}},
		"rig":           {with("event: 333", "rig: none.json"), all, []string{"line 4: tables[0].rig", "none.json", "no such file"}},
		"rig's camera":  {with("event: 333", "rig: odd.json"), all, []string{"line 4: tables[0].rig", "camera overhead", "left"}},
		"rig's size":    {with("event: 333", "rig: rig.json"), all, []string{"line 6: tables[0].cameras.overhead", "1280 x 720", "rig.json", "640 x 360"}},
		"serial port":   {with("event: 333", "timer: serial:/dev/none"), all, []string{"line 4: tables[0].timer", "serial:/dev/ttyUSB0"}},
		"sound card":    {with("event: 333", "timer: sound:none"), all, []string{"line 4: tables[0].timer", "sound:hw:1"}},
		"recording":     {with("event: 333", "timer: wav:none.wav"), all, []string{"line 4: tables[0].timer", "no such file"}},
		"no recording":  {with("event: 333", "timer: wav:."), all, []string{"line 4: tables[0].timer", "folder"}},
		"a broken list": {with("event: 333", "timer: sound:x"), Things{Size: all.Size, Cards: func() ([]string, error) { return nil, problem.New(ErrConfig, problem.Unreadable) }}, []string{"line 4: tables[0].timer"}},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Parse(filepath.Join(dir, "plustwo.yaml"), []byte(c.content))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = d.Check(c.things); err == nil {
				t.Fatal("nothing is missing")
			}
			tells(t, err, c.want)
		})
	}
	fits := all
	fits.Size = func(string) (int, int, error) { return 640, 360, nil }
	d, err := Parse(filepath.Join(dir, "plustwo.yaml"), []byte(with("event: 333", "rig: rig.json\n    timer: sound:hw:1")))
	if err != nil {
		t.Fatal(err)
	}
	rigs, err := d.Check(fits)
	if err != nil || rigs["A"] == nil || rigs["A"].Cameras["overhead"] == nil {
		t.Errorf("%v, %v", rigs, err)
	}
}

func TestNoFile(t *testing.T) {
	_, err := Read(filepath.Join(t.TempDir(), "plustwo.yaml"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	tells(t, err, []string{"plustwo.yaml: there is no such file", "config sample", "--demo"})
}

// Whatever stands in the file, reading it is an error that says where, or gives
// tables that can be checked.
func FuzzParse(f *testing.F) {
	f.Add(Sample)
	f.Add([]byte(good))
	f.Add([]byte("tables: &a\n  - id: A\n    cameras: {overhead: x}\n  - *a\n"))
	f.Add([]byte("tables:\n  - <<: {id: A}\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		d, err := Parse("plustwo.yaml", content)
		if err != nil {
			var p *problem.Error
			if !errors.As(err, &p) || !errors.Is(err, ErrConfig) {
				t.Fatalf("%v", err)
			}
			return
		}
		if len(d.Tables) == 0 {
			t.Fatal("no tables")
		}
		var none map[string]*calib.Rig
		if none, err = d.Check(Things{Size: all.Size, Ports: all.Ports, Cards: all.Cards}); err == nil && len(none) != len(d.Tables) {
			t.Fatalf("%d rigs of %d tables", len(none), len(d.Tables))
		}
	})
}
