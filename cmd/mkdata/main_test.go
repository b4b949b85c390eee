package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/vision/truth"
)

// The same flags make the same files, however many pictures are drawn at once.
func TestRun(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for dir, jobs := range map[string]int{first: 1, second: 2} {
		j := job{N: 2, Out: dir, Event: "222", Views: []string{"overhead", "offset"}, Seed: 5, Plain: true, Jobs: jobs}
		var out bytes.Buffer
		if err := j.run(&out); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), "2 scenes in ") {
			t.Errorf("printed %q", out.String())
		}
	}
	files, err := filepath.Glob(first + "/*")
	if err != nil || len(files) != 6 {
		t.Fatalf("wrote %v (%v), want a truth and two pictures for each scene", files, err)
	}
	for _, f := range files {
		a, err1 := os.ReadFile(f)
		b, err2 := os.ReadFile(filepath.Join(second, filepath.Base(f)))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs from run to run (%v, %v)", filepath.Base(f), err1, err2)
		}
		if strings.HasSuffix(f, ".json") {
			if _, err := truth.Read(f); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestRunFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, j := range map[string]job{
		"event":  {N: 1, Out: t.TempDir(), Event: "888"},
		"view":   {N: 1, Out: t.TempDir(), Event: "222", Views: []string{"below"}},
		"case":   {N: 1, Out: t.TempDir(), Event: "222", Case: "lost"},
		"folder": {N: 1, Out: file, Event: "222"},
	} {
		if err := j.run(&bytes.Buffer{}); err == nil {
			t.Errorf("bad %s: no error", name)
		}
	}
}

// The competition in testdata is what the command writes.
func TestCompetition(t *testing.T) {
	j := job{Out: t.TempDir(), Seed: 1, Competition: true}
	if err := j.run(io.Discard); err != nil {
		t.Fatal(err)
	}
	for version := range wcifVersions {
		name := "wcif-" + version + ".json"
		made, err1 := os.ReadFile(filepath.Join(j.Out, name))
		kept, err2 := os.ReadFile(filepath.Join("..", "..", "testdata", "competition", name))
		if err1 != nil || err2 != nil || !bytes.Equal(made, kept) {
			t.Errorf("%s differs (%v, %v): go run ./cmd/mkdata --competition --out testdata/competition", name, err1, err2)
		}
	}
}
