package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision/camera"
)

var (
	stills = filepath.Join("..", "..", "testdata", "stills")
	scene  = filepath.Join(stills, "333-01012.json")
	photo  = filepath.Join(stills, "333-01012-overhead.jpg")
)

// plustwo runs the program and returns its exit code and what it wrote.
func plustwo(args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = Run(args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func pngFile(t *testing.T, name string, img image.Image) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return write(t, name, b.Bytes())
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// overhead writes a picture and a rig that calls it the picture of a camera
// 0.6 m above the mat, and returns the arguments to judge it as a 3x3.
func overhead(t *testing.T, img image.Image) []string {
	t.Helper()
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	rig := fmt.Sprintf(`{"cameras":{"above":{"width":%d,"height":%d,"K":[[%d,0,%d],[0,%d,%d],[0,0,1]],"dist":[0,0,0,0,0],"R":[[1,0,0],[0,-1,0],[0,0,-1]],"t":[0,0,0.6]}}}`,
		w, h, w, w/2, w, h/2)
	return []string{"--event", "333", "--rig", write(t, "rig.json", []byte(rig)), "--view", "above", pngFile(t, "picture.png", img)}
}

// mat is a picture of an empty mat.
func mat(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = uint8(90 + i*7%13)
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	return img
}

// judged runs "judge --json" and checks the object's shape, key by key.
func judged(t *testing.T, args ...string) report {
	t.Helper()
	code, out, errs := plustwo(append([]string{"judge", "--json"}, args...)...)
	if code != 0 {
		t.Fatalf("code %d: %s", code, errs)
	}
	if strings.Count(out, "\n") != 1 || !strings.HasSuffix(out, "\n") {
		t.Fatalf("not one line: %q", out)
	}
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields()
	var r report
	if err := dec.Decode(&r); err != nil {
		t.Fatal(err)
	}
	outcomes := []string{"ok", "+2", "DNF"}
	if !slices.Contains(append(outcomes, "refer"), r.Suggestion) {
		t.Errorf("suggestion %q", r.Suggestion)
	}
	for _, p := range r.Possible {
		if !slices.Contains(outcomes, p) {
			t.Errorf("possible %q", p)
		}
	}
	for _, i := range r.Interfaces {
		if n := math.Sqrt(i.Axis[0]*i.Axis[0] + i.Axis[1]*i.Axis[1] + i.Axis[2]*i.Axis[2]); math.Abs(n-1) > 1e-5 {
			t.Errorf("axis %v is no unit vector", i.Axis)
		}
		if i.Between[1] != i.Between[0]+1 || i.Between[0] < 0 || !(i.SigmaDeg > 0) || i.LimitDeg == 0 || math.Abs(i.TurnDeg) > 180 {
			t.Errorf("interface %+v", i)
		}
	}
	if r.Suggestion != "refer" && !slices.Contains(r.Possible, r.Suggestion) {
		t.Errorf("%q is suggested but not possible: %v", r.Suggestion, r.Possible)
	}
	if r.Proven && len(r.Possible) != 1 {
		t.Errorf("proven, yet possible are %v", r.Possible)
	}
	return r
}

// The keys are those of the interface that other programs read, in its order.
func TestJSONKeys(t *testing.T) {
	_, out, _ := plustwo(append([]string{"judge", "--json"}, overhead(t, mat(640, 360))...)...)
	keys := regexp.MustCompile(`"([a-z_]+)":`).FindAllStringSubmatch(out, -1)
	var got []string
	for _, k := range keys {
		got = append(got, k[1])
	}
	want := []string{"event", "rulebook", "found", "suggestion", "proven", "possible", "interfaces", "stickers", "grounds"}
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) || !slices.Contains(got, "checks") || !slices.Contains(got, "flags") || got[len(got)-1] != "took_ms" {
		t.Errorf("got %v", got)
	}
	if !strings.Contains(out, `"flags":[]`) || !strings.Contains(out, `"stickers":[]`) || !strings.Contains(out, `"interfaces":[]`) {
		t.Errorf("empty lists must be lists: %s", out)
	}
}

// The same pixels, stored in another way, are judged the same.
func TestKindsOfPicture(t *testing.T) {
	img, err := camera.ReadFile(photo)
	if err != nil {
		t.Fatal(err)
	}
	plain := image.NewNRGBA(image.Rect(0, 0, img.Width, img.Height))
	deep := image.NewNRGBA64(plain.Rect)
	for i := range img.Width * img.Height {
		p := img.Pix[3*i : 3*i+3]
		c := color.NRGBA{p[0], p[1], p[2], 255}
		plain.Set(i%img.Width, i/img.Width, c)
		deep.Set(i%img.Width, i/img.Width, c)
	}
	see := []string{"--event", "333", "--rig", scene, "--view", "overhead"}
	want := judged(t, append(see, photo)...)
	for name, img := range map[string]image.Image{"PNG with alpha": plain, "16 bits": deep} {
		got := judged(t, append(see, pngFile(t, "a.png", img))...)
		got.TookMS = want.TookMS
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

// Text for people exists in every language, and has no colours where it does
// not go to a terminal.
func TestText(t *testing.T) {
	seen := []string{"--event", "333", "--rig", scene, "--view", "overhead", photo}
	empty := overhead(t, mat(640, 360))
	for _, c := range []struct {
		lang, says string
		args       []string
	}{{"en", "Suggestion", seen}, {"zh-TW", "建議", empty}, {"zh-CN", "建议", empty}} {
		code, out, errs := plustwo(append([]string{"judge", "--lang", c.lang}, c.args...)...)
		if code != 0 || !strings.Contains(out, c.says) || strings.Contains(out, "\x1b") || strings.Contains(out, "%!") {
			t.Errorf("%s: code %d, %q, %q", c.lang, code, out, errs)
		}
	}
}

func TestColours(t *testing.T) {
	p := &page{colour: true}
	if got := p.ink("x", bold, red); got != "\x1b[1;31mx\x1b[0m" {
		t.Errorf("got %q", got)
	}
	t.Setenv("NO_COLOR", "1")
	if showsColour(os.Stdout) {
		t.Error("NO_COLOR was not honoured")
	}
}

func TestColumns(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "45°": 3, "層 0|1": 6, "太接近限度": 10} {
		if got := columns(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}

func TestDraw(t *testing.T) {
	for name, args := range map[string][]string{
		"out.png": {"--event", "333", "--rig", scene, "--view", "overhead", photo},
		"out.jpg": overhead(t, mat(640, 360)),
	} {
		path := filepath.Join(t.TempDir(), name)
		if code, _, errs := plustwo(append([]string{"judge", "--draw", path}, args...)...); code != 0 {
			t.Fatal(errs)
		}
		img, _, err := image.Decode(bytes.NewReader(read(t, path)))
		if err != nil || img.Bounds().Dx() < 1280 {
			t.Errorf("%s: %v, %v", name, img.Bounds(), err)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"judge", "--help"}, {"score", "--help"}, {"puzzles", "--help"}, {"rules", "--help"}, {"version", "--help"}} {
		code, out, errs := plustwo(args...)
		if code != 0 || errs != "" || !strings.Contains(out, "Usage: plustwo") {
			t.Errorf("%v: code %d, %q, %q", args, code, out, errs)
		}
		if len(args) == 2 && args[0] != "version" && !strings.Contains(out, "plustwo "+args[0]+" ") {
			t.Errorf("%v has no example", args)
		}
	}
}

// Help that cannot be written is a failure, not wrong use.
func TestHelpCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"judge", "--help"}} {
		var errs bytes.Buffer
		if code := Run(args, full{}, &errs); code != 1 || !strings.Contains(errs.String(), "no space") {
			t.Errorf("%v: code %d, %q", args, code, errs.String())
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

// Help follows --lang, before or after the command.
func TestHelpInEveryLanguage(t *testing.T) {
	for lang, says := range map[string][]string{"en": {"Usage: ", "Flags:", "Examples:"}, "zh-TW": {"用法：", "選項：", "範例："}, "zh-CN": {"用法：", "选项：", "示例："}} {
		for _, args := range [][]string{{"--lang", lang, "judge", "--help"}, {"judge", "--lang=" + lang, "--help"}, {"judge", "--help", "--lang", lang}} {
			code, out, errs := plustwo(args...)
			for _, s := range says {
				if code != 0 || errs != "" || !strings.Contains(out, s) {
					t.Errorf("%v: code %d, %q, %q lacks %q", args, code, errs, out, s)
				}
			}
		}
	}
	for name, t2 := range helpTexts {
		if len(t2) != len(rules.Langs()) {
			t.Errorf("%s lacks a language", name)
		}
	}
}

func TestVersion(t *testing.T) {
	code, out, _ := plustwo("version")
	if code != 0 || !strings.HasPrefix(out, "plustwo ") || !strings.Contains(out, "wca-2026-04-01") {
		t.Errorf("code %d, %q", code, out)
	}
}

func TestPuzzles(t *testing.T) {
	code, out, _ := plustwo("puzzles", "--lang", "zh-TW")
	if code != 0 {
		t.Fatalf("code %d", code)
	}
	for _, s := range []string{"333", "26", "54", "45°", "10f1", "三階方塊", "minx", "36°", "pyram", "60°"} {
		if !strings.Contains(out, s) {
			t.Errorf("lacks %q:\n%s", s, out)
		}
	}
}
