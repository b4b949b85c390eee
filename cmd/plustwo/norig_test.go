package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Without a rig a picture is judged by a guessed camera, with more doubt.
func TestJudgeWithoutRig(t *testing.T) {
	file := filepath.Join(stills, "333-01010-offset.jpg")
	got := judged(t, "--event", "333", file)
	if !got.Found || got.Suggestion != "+2" || !slices.Contains(got.Possible, "+2") || got.Proven {
		t.Errorf("found %v, %s of %v, proven %v", got.Found, got.Suggestion, got.Possible, got.Proven)
	}
	within := false // of 3 degrees of the turn of 21.1
	for _, x := range got.Interfaces {
		within = within || math.Abs(math.Abs(x.TurnDeg)-21.1) < 3
		if x.SigmaDeg < 1 {
			t.Errorf("an angle's deviation is %g degrees, less than a guessed lens leaves", x.SigmaDeg)
		}
	}
	if !within {
		t.Errorf("turns %+v", got.Interfaces)
	}
	for _, s := range got.Stickers {
		if px, ok := s.Px["view0"]; !ok || px[0] < 0 || px[1] < 0 || px[0] > 1279 || px[1] > 719 {
			t.Errorf("a sticker at %v", s.Px)
		}
	}
	out := filepath.Join(t.TempDir(), "out.png")
	code, text, errs := plustwo("judge", "--event", "333", "--draw", out, file)
	if code != 0 || !strings.Contains(text, "Suggestion: +2") {
		t.Errorf("code %d: %q, %q", code, text, errs)
	}
	if info, err := os.Stat(out); err != nil || info.Size() == 0 {
		t.Errorf("nothing drawn: %v", err)
	}
}

// Where nothing is seen without a rig either, the judge is asked.
func TestJudgeWithoutRigNothing(t *testing.T) {
	got := judged(t, "--event", "333", pngFile(t, "mat.png", mat(320, 200)))
	if got.Found || got.Suggestion != "refer" || len(got.Stickers) > 0 {
		t.Errorf("found %v, %s", got.Found, got.Suggestion)
	}
}
