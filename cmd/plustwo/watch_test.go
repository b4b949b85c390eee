package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

var clips = filepath.Join("..", "..", "testdata", "clips")

// clipTruth is what is known of a rendered clip, in frames.
type clipTruth struct {
	FPS      float64      `json:"fps"`
	Event    string       `json:"event"`
	File     string       `json:"file"`
	Stop     float64      `json:"stop_frame"`
	Rest     float64      `json:"rest_frame"`
	Contacts [][2]float64 `json:"contacts"`
}

// watchedClip runs "watch --json" on a clip and returns the object.
func watchedClip(t *testing.T, name string, more ...string) (watchReport, clipTruth) {
	t.Helper()
	rig := filepath.Join(clips, name+".json")
	var truth clipTruth
	if err := json.Unmarshal(read(t, rig), &truth); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"watch", "--json", "--event", truth.Event, "--rig", rig, filepath.Join(clips, truth.File)}, more...)
	code, out, errs := plustwo(args...)
	if code != 0 || strings.Count(out, "\n") != 1 {
		t.Fatalf("code %d, %q, %s", code, out, errs)
	}
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields()
	var r watchReport
	if err := dec.Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r, truth
}

// What is told of the bundled clips is true.
func TestWatch(t *testing.T) {
	for name, article := range map[string]string{"hold-07175": "A6c", "touch-07138": "A6e2"} {
		t.Run(name, func(t *testing.T) {
			r, truth := watchedClip(t, name, "--stop", "0.7333")
			rest, stop := truth.Rest/truth.FPS, truth.Stop/truth.FPS
			if r.RestS == nil || *r.RestS < rest-0.05 || *r.RestS > max(rest, stop)+0.3 {
				t.Errorf("at rest at %v, want %.3f", r.RestS, rest)
			}
			if r.StillS == nil || *r.StillS < max(rest-0.05, stop) {
				t.Errorf("still of %v", r.StillS)
			}
			last := truth.Contacts[len(truth.Contacts)-1]
			if len(r.Contacts) != 1 || r.Contacts[0].Article != article || r.Contacts[0].FromS > last[1]/truth.FPS || r.Contacts[0].ToS < last[0]/truth.FPS {
				t.Errorf("contacts %v, want %s over frames %v", r.Contacts, article, last)
			}
			if r.LeftView || !r.Found || r.BySight {
				t.Errorf("%+v", r)
			}
		})
	}
}

// Without --stop the stop is told from the display, to a frame.
func TestWatchBySight(t *testing.T) {
	r, truth := watchedClip(t, "touch-07138")
	if r.StopS == nil || !r.BySight || *r.StopS < truth.Stop/truth.FPS-0.04 || *r.StopS > truth.Stop/truth.FPS+0.04 {
		t.Errorf("stopped at %v, by sight %v", r.StopS, r.BySight)
	}
}

// For people there is a line for each thing that happens, in their language.
func TestWatchText(t *testing.T) {
	rig := filepath.Join(clips, "touch-07138.json")
	for lang, want := range map[string][]string{
		"en":    {"0.733 s  the puzzle lies at rest (10b)", "touched and moved after the stop", "A6e2", "Suggestion:"},
		"zh-TW": {"方塊已靜止", "停表後碰動了方塊", "建議"},
	} {
		code, out, errs := plustwo("watch", "--lang", lang, "--event", "333", "--rig", rig, "--stop", "0.7333", filepath.Join(clips, "touch-07138.mp4"))
		if code != 0 {
			t.Fatal(errs)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in %s", lang, w, out)
			}
		}
	}
}

func TestWatchBadInput(t *testing.T) {
	good := filepath.Join(clips, "touch-07138.mp4")
	rig := filepath.Join(clips, "touch-07138.json")
	other := write(t, "other.json", []byte(strings.Replace(string(read(t, rig)), `"width": 640`, `"width": 641`, 1)))
	whole := read(t, good)
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"no clip", nil, "clip"},
		{"no such clip", []string{"nowhere.mp4"}, "no such file"},
		{"a picture", []string{write(t, "a.mp4", []byte("\xff\xd8\xff\xe0 more"))}, "JPEG"},
		{"a truncated clip", []string{write(t, "b.mp4", whole[:len(whole)/2])}, "ends early"},
		{"no such event", []string{"--event", "888", good}, "unknown event"},
		{"no such rulebook", []string{"--rulebook", "house", good}, "unknown rulebook"},
		{"a negative stop", []string{"--stop=-1", good}, "--stop"},
		{"a stop that is no time", []string{"--stop", "NaN", good}, "--stop"},
		{"a stop after the end", []string{"--stop", "9", "--rig", rig, "--event", "333", good}, "ends at"},
		{"no such rig", []string{"--rig", "nowhere.json", good}, "nowhere.json"},
		{"another camera's rig", []string{"--rig", other, good}, "641"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := plustwo(append([]string{"watch"}, c.args...)...)
			if code != exitUsage || out != "" || !strings.Contains(errs, c.says) {
				t.Errorf("code %d, %q, %q; want %q", code, out, errs, c.says)
			}
		})
	}
}

// Every text of "watch" is there in every language with as many places.
func TestWatchTexts(t *testing.T) {
	all := []rules.Text{sayStopped, sayRested, sayStill, sayCovered, sayMoved, sayLayer, sayLeft, sayBack, noStop, noRest, watchDetail}
	for _, text := range sayContact {
		all = append(all, text)
	}
	for _, text := range all {
		for _, l := range rules.Langs() {
			if text[l] == "" || strings.Count(text[l], "%") != strings.Count(text[rules.English], "%") {
				t.Errorf("%s: %q for %q", l, text[l], text[rules.English])
			}
		}
	}
}
