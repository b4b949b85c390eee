package main

import (
	"bytes"
	"encoding/json"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/truth"
)

// One scene, scored as text and as JSON.
func TestScore(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"333-01012.json", "333-01012-overhead.jpg"} {
		if err := os.WriteFile(filepath.Join(dir, f), read(t, filepath.Join(stills, f)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := plustwo("score", dir)
	if code != 0 || !strings.Contains(errs, "1/1 333-01012") || !strings.Contains(out, "unsound") || !strings.Contains(out, "all") {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	code, out, _ = plustwo("score", "--json", "--event", "333", dir)
	var got scoreFile
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 {
		t.Fatalf("code %d, %v", code, err)
	}
	if len(got.Scenes) != 1 || got.Scenes[0].ID != "333-01012" || got.Scenes[0].True != "DNF" || len(got.Summaries) != 2 {
		t.Errorf("got %+v", got)
	}
	if code, _, errs := plustwo("score", "--view", "all", dir); code != 2 || !strings.Contains(errs, `"all"`) {
		t.Errorf("a scene with one picture has no several views: code %d, %q", code, errs)
	}
}

func rows() []truth.Row {
	var out []truth.Row
	for i := range 50 {
		sigma := geom.Angle(0.2+0.02*float64(i)) * geom.Degree
		z := geom.Angle(math.Sqrt2 * math.Erfinv((float64(i)+0.5)/50)) // quantiles of |normal|
		out = append(out, truth.Row{Event: "333", Found: true, Stickers: 1, OK: true, Got: "ok", TookMS: 100, Angles: []truth.Error{{Error: z * sigma, Sigma: sigma}}})
	}
	return out
}

func TestPlot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plot.png")
	if err := plotCalibration(path, rows()); err != nil {
		t.Fatal(err)
	}
	img, _, err := image.Decode(bytes.NewReader(read(t, path)))
	if err != nil || img.Bounds().Dx() < 1280 {
		t.Errorf("%v, %v", img, err)
	}
	if err := plotCalibration(path, nil); err == nil || !strings.Contains(err.Error(), "nothing to plot") {
		t.Errorf("no rows: %v", err)
	}
}

func TestUpdateReadme(t *testing.T) {
	path := write(t, "README.md", []byte("# a\n\n"+accuracyBegin+"\nold\n"+accuracyEnd+"\n\nrest\n"))
	if err := updateReadme(path, summaries(rows())); err != nil {
		t.Fatal(err)
	}
	got := string(read(t, path))
	if !strings.HasPrefix(got, "# a\n\n"+accuracyBegin+"\n| Puzzle") || !strings.HasSuffix(got, "\n"+accuracyEnd+"\n\nrest\n") || strings.Contains(got, "old") || !strings.Contains(got, "| 333 |") {
		t.Errorf("got %s", got)
	}
	if err := updateReadme(write(t, "x.md", []byte("no marks")), nil); err == nil || !strings.Contains(err.Error(), "accuracy") {
		t.Errorf("no marks: %v", err)
	}
}
