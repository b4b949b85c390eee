package main

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/calib"
)

// Input that cannot be judged ends with code 2 and a message that says what is
// wrong and what to do; nothing is printed as if it were a ruling.
func TestBadInput(t *testing.T) {
	jpg := read(t, photo)
	rig := string(read(t, scene))
	rigWith := func(old, new string) string {
		changed := strings.Replace(rig, old, new, 1)
		if changed == rig {
			t.Fatalf("the scene has no %q", old)
		}
		return write(t, "rig.json", []byte(changed))
	}
	firstRow := regexp.MustCompile(`"R": \[\[[^\]]*\]`).FindString(rig)
	firstK := regexp.MustCompile(`"K": \[\[[^\]]*\]`).FindString(rig)
	small := pngFile(t, "small.png", image.NewRGBA(image.Rect(0, 0, 640, 360)))
	turned := pngFile(t, "turned.png", image.NewRGBA(image.Rect(0, 0, 720, 1280)))
	one := []string{"judge", "--event", "333", "--rig", scene, "--view", "overhead"}
	for _, c := range []struct {
		name string
		args []string
		says []string
	}{
		{"no picture", []string{"judge"}, []string{"at least one picture", "--rig rig.json"}},
		{"no such command", []string{"guess"}, []string{"guess", "--help"}},
		{"no such flag", []string{"judge", "--evnt", "333", photo}, []string{"--evnt", "--help"}},
		{"no such file", append(one, photo+".none"), []string{photo + ".none", "no such file", "check its name"}},
		{"a folder", append(one, stills), []string{stills, "this is a folder"}},
		{"no image", append(one, write(t, "a.jpg", []byte("hello"))), []string{"a.jpg", "no picture file", "JPEG or PNG"}},
		{"the rig as image", append(one, scene), []string{"of the kind JSON"}},
		{"empty", append(one, write(t, "a.jpg", nil)), []string{"empty"}},
		{"truncated", append(one, write(t, "a.jpg", jpg[:len(jpg)/2])), []string{"ends early", "again"}},
		{"0 wide", append(one, write(t, "a.gif", []byte("GIF89a\x00\x00\x08\x00\x00\x00\x00"))), []string{"0 x 8"}},
		{"20,000 wide", append(one, pngFile(t, "a.png", image.NewGray(image.Rect(0, 0, 20000, 1)))), []string{"20000 x 1", "scale it down"}},
		{"unknown event", []string{"judge", "--event", "334", photo}, []string{`"334"`, "333"}},
		{"unknown rulebook", []string{"judge", "--event", "333", "--rulebook", "wca-1982", photo}, []string{`"wca-1982"`, "wca-2026-04-01"}},
		{"unknown language", []string{"judge", "--lang", "fr", photo}, []string{"fr", "zh-TW"}},
		{"no such rig", []string{"judge", "--rig", "none.json", "--view", "a", photo}, []string{"rig file none.json: there is no such file: check"}},
		{"rig that is a folder", []string{"judge", "--rig", stills, "--view", "a", photo}, []string{"this is a folder: give the name of the rig file"}},
		{"rig that is a picture", []string{"judge", "--rig", photo, "--view", "a", photo}, []string{"not JSON: line 1, column 1"}},
		{"rig of numbers", []string{"judge", "--rig", write(t, "rig.json", []byte(`{"cameras":3}`)), "--view", "a", photo}, []string{"rig.json: cameras: is 3: give an object"}},
		{"view without rig", []string{"judge", "--view", "overhead", photo}, []string{"--rig"}},
		{"tiny", append([]string{"judge"}, overhead(t, image.NewRGBA(image.Rect(0, 0, 1, 1)))...), []string{"camera above: K, t: a puzzle of 57 mm would be 0.095 pixels wide"}},
		{"small", append([]string{"judge"}, overhead(t, image.NewRGBA(image.Rect(0, 0, 200, 40)))...), []string{"above: the picture is too small"}},
		{"small, event unknown", append([]string{"judge"}, overhead(t, image.NewRGBA(image.Rect(0, 0, 200, 40)))[2:]...), []string{"plustwo: above: the picture is too small"}},
		{"rig without view", []string{"judge", "--rig", scene, photo}, []string{"pictures: 1, --view names: 0", "overhead"}},
		{"fewer views than pictures", append(one, photo, photo), []string{"pictures: 2, --view names: 1", "in their order"}},
		{"a view twice", append(one, "--view", "overhead", photo, photo), []string{"given twice"}},
		{"a picture twice", append(one, "--view", "offset", photo, photo), []string{photo + ": the same picture is given twice"}},
		{"more views than pictures", append(one, "--view", "offset", photo), []string{"pictures: 1, --view names: 2"}},
		{"views in one flag", []string{"judge", "--rig", scene, "--view", "overhead,offset", photo}, []string{"--view overhead,offset is more than one name", "--view a --view b"}},
		{"one of two pictures bad", append(one[:1:1], append(one[3:], "--view", "offset", photo, small)...), []string{"small.png", "camera offset", "640 x 360"}},
		{"rig lacks the view", []string{"judge", "--rig", scene, "--view", "behind", photo}, []string{"camera behind: there is no such camera", "overhead"}},
		{"singular K", []string{"judge", "--rig", rigWith(firstK, `"K": [[0,0,0]`), "--view", "overhead", photo}, []string{"camera overhead: K: the focal lengths", "singular"}},
		{"R is no rotation", []string{"judge", "--rig", rigWith(firstRow, `"R": [[2,0,0]`), "--view", "overhead", photo}, []string{"R: not a rotation"}},
		{"picture of another size", append(one, small), []string{"640 x 360", "1280 x 720", "calibrate"}},
		{"picture on its side", append(one, turned), []string{"720 x 1280", "it was turned"}},
		{"draw to a kind unknown", append(one, "--draw", "out.bmp", photo), []string{"out.bmp", ".png"}},
		{"draw over the input", append(one, "--draw", small, small), []string{"write over"}},
		{"score of nothing", []string{"score", t.TempDir()}, []string{"no scene"}},
		{"score of a bad truth", []string{"score", filepath.Dir(write(t, "a.json", []byte("{}")))}, []string{"a.json", "event"}},
		{"score of a wrong truth", []string{"score", filepath.Dir(write(t, "a.json", []byte(`{"cameras":[1]}`)))}, []string{"a.json: cameras: a JSON array does not belong there"}},
		{"score of half a truth", []string{"score", filepath.Dir(write(t, "a.json", []byte(`{"id":`)))}, []string{"a.json: not JSON"}},
		{"score of an unknown event", []string{"score", "--event", "334", stills}, []string{`"334"`}},
		{"puzzles of an unknown rulebook", []string{"puzzles", "--rulebook", "x"}, []string{`"x"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := plustwo(c.args...)
			if code != 2 || out != "" {
				t.Errorf("code %d, output %q", code, out)
			}
			for _, s := range c.says {
				if !strings.Contains(errs, s) {
					t.Errorf("%q does not say %q", errs, s)
				}
			}
		})
	}
}

// A picture that cannot be written where the user asked is told before any work.
func TestCannotWrite(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ path, says string }{
		"no folder": {filepath.Join(dir, "none", "out.png"), "there is no folder"},
		"a folder":  {filepath.Join(dir, "out.png"), "is a folder"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "a folder" {
				if err := os.Mkdir(c.path, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			code, out, errs := plustwo("judge", "--event", "333", "--json", "--draw", c.path, "--rig", scene, "--view", "overhead", photo)
			if code != 2 || !strings.Contains(errs, "--draw") || !strings.Contains(errs, c.says) || out != "" {
				t.Errorf("code %d, %q, %q", code, out, errs)
			}
		})
	}
}

// withOrientation returns a JPEG with an EXIF block that holds an orientation.
func withOrientation(jpg []byte, n byte) []byte {
	exif := "\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(n) + "\x00\x00\x00\x00\x00\x00"
	return append(append(jpg[:2:2], exif...), jpg[2:]...)
}

// With a rig, a picture that is shown otherwise than it is stored is refused,
// of whatever size it then is; without one it is turned.
func TestOrientation(t *testing.T) {
	for n := range byte(10) {
		turned := write(t, "turned.jpg", withOrientation(read(t, photo), n))
		code, out, errs := plustwo("judge", "--event", "333", "--json", "--rig", scene, "--view", "overhead", turned)
		if n < 2 || n > 8 { // as stored, or reserved
			if code != 0 {
				t.Errorf("orientation %d: %s", n, errs)
			}
			continue
		}
		if code != 2 || out != "" || !strings.Contains(errs, fmt.Sprintf("turned.jpg: its EXIF orientation is %d", n)) || !strings.Contains(errs, "automatic rotation") {
			t.Errorf("orientation %d: code %d, %q", n, code, errs)
		}
	}
	c := judgeCmd{Images: []string{write(t, "turned.jpg", withOrientation(read(t, photo), 6))}}
	views, err := c.views()
	if err != nil || views[0].Image.Width != 720 || views[0].Image.Height != 1280 {
		t.Errorf("without a rig: %v", err)
	}
}

// Only the cameras that are named must be usable.
func TestBrokenCameraBeside(t *testing.T) {
	raw := strings.Replace(string(read(t, scene)), `"cameras": {`, `"cameras": {"broken": {"K": "none"},`, 1)
	rig := write(t, "rig.json", []byte(raw))
	if code, _, errs := plustwo("judge", "--event", "333", "--json", "--rig", rig, "--view", "overhead", photo); code != 0 {
		t.Errorf("code %d, %q", code, errs)
	}
	code, _, errs := plustwo("judge", "--event", "333", "--rig", rig, "--view", "broken", photo)
	if code != 2 || !strings.Contains(errs, "camera broken: width: is missing") {
		t.Errorf("code %d, %q", code, errs)
	}
}

// Errors follow --lang, and names stay as they are.
func TestErrorsInEveryLanguage(t *testing.T) {
	short := write(t, "a.jpg", read(t, photo)[:5000])
	turned := write(t, "turned.jpg", withOrientation(read(t, photo), 3))
	small := pngFile(t, "small.png", image.NewRGBA(image.Rect(0, 0, 640, 360)))
	one := []string{"judge", "--event", "333", "--rig", scene, "--view", "overhead"}
	for _, c := range []struct {
		args                []string
		en, tw, cn, keeping string
	}{
		{[]string{"judge"}, "at least one picture", "請至少給一張圖片", "请至少给一张图片", "--rig rig.json"},
		{append(one, "none.jpg"), "no such file", "沒有這個檔案", "没有这个文件", "none.jpg"},
		{append(one, short), "ends early", "不完整", "不完整", "a.jpg"},
		{append(one, small), "neither scaled nor cropped", "不要縮放或裁切", "不要缩放或裁剪", "640 x 360"},
		{append(one, turned), "EXIF orientation is 3", "EXIF 方向是 3", "EXIF 方向是 3", "turned.jpg"},
		{[]string{"judge", "--rig", scene, "--view", "behind", photo}, "no such camera", "沒有這部攝影機", "没有这部摄像机", "overhead"},
		{[]string{"judge", "--rig", scene, photo}, "one --view for each picture", "每張圖片給一個 --view", "每张图片给一个 --view", "overhead"},
		{[]string{"judge", "--event", "334", photo}, "unknown event", "這個項目", "这个项目", `"334"`},
		{[]string{"judge", "--rulebook", "x", photo}, "unknown rulebook", "這份規則", "这份规则", "sra-trial"},
		{[]string{"judge", "--evnt", photo}, "Run plustwo --help", "用法請看", "用法请看", "--evnt"},
		{append(one, "--draw", "out.bmp", photo), "ends in .png", "結尾", "结尾", "--draw out.bmp"},
		{[]string{"judge", "--rig", write(t, "rig.json", []byte(`{"cameras":{"a":{}}}`)), "--view", "a", photo}, "is missing", "缺少", "缺少", "rig.json"},
	} {
		for lang, says := range map[string]string{"en": c.en, "zh-TW": c.tw, "zh-CN": c.cn} {
			code, out, errs := plustwo(append([]string{"--lang", lang}, c.args...)...)
			if code != 2 || out != "" || !strings.Contains(errs, says) || !strings.Contains(errs, c.keeping) {
				t.Errorf("%s %v: code %d, %q", lang, c.args, code, errs)
			}
		}
	}
}

// What package calib says of a rig file exists in every language.
func TestRigSayings(t *testing.T) {
	said, told := calib.Sayings(), problem.RigSayings()
	slices.Sort(said)
	slices.Sort(told)
	if !slices.Equal(said, told) {
		t.Errorf("calib says\n%q\nand problem tells\n%q", said, told)
	}
}
