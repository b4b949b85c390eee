package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

func readme(t *testing.T) string {
	t.Helper()
	return string(read(t, filepath.Join("..", "..", "README.md")))
}

// Every command that the README shows exists: its subcommand, its flags, its
// make target.
func TestReadmeCommands(t *testing.T) {
	makefile := string(read(t, filepath.Join("..", "..", "Makefile")))
	text := readme(t)
	makes := regexp.MustCompile(`(?m)(?:^    |\x60)make ([a-z]+)`).FindAllStringSubmatch(text, -1)
	if len(makes) < 5 {
		t.Errorf("only %d make commands were found", len(makes))
	}
	for _, m := range makes {
		if !regexp.MustCompile(`(?m)^` + m[1] + `:`).MatchString(makefile) {
			t.Errorf("make %s: no such target", m[1])
		}
	}
	runs := regexp.MustCompile(`(?m)(?:^    \./|\x60(?:\./)?)plustwo ([^\x60\n]+)`).FindAllStringSubmatch(text, -1)
	if len(runs) < 6 {
		t.Errorf("only %d plustwo commands were found", len(runs))
	}
	for _, r := range runs {
		args := strings.Fields(r[1])
		ended := false
		parser, err := newParser(&cli{}, rules.English, io.Discard, io.Discard, func(int) { ended = true })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(args); err != nil && !ended {
			t.Errorf("plustwo %s: %v", r[1], err)
		}
	}
}

// Every file and folder that the README names exists.
func TestReadmePaths(t *testing.T) {
	text := readme(t)
	names := regexp.MustCompile(`\x60((?:adjudicate|calib|cmd|models|testdata|vision)(?:/[a-zA-Z_./]+)?)\x60|\]\(([^):]+)\)`).FindAllStringSubmatch(text, -1)
	if len(names) < 15 {
		t.Errorf("only %d paths were found", len(names))
	}
	for _, n := range names {
		if _, err := os.Stat(filepath.Join("..", "..", n[1]+n[2])); err != nil {
			t.Errorf("%s: %v", n[1]+n[2], err)
		}
	}
}

// The package map names every package.
func TestReadmePackageMap(t *testing.T) {
	text := readme(t)
	for path := range packages(t) {
		if name, ok := strings.CutPrefix(path, module); ok && !strings.Contains(text, "`"+name+"`") {
			t.Errorf("the package map lacks %s", name)
		}
	}
}

// The table of measured accuracy is filled in.
func TestReadmeAccuracy(t *testing.T) {
	_, rest, _ := strings.Cut(readme(t), accuracyBegin)
	table, _, ok := strings.Cut(rest, accuracyEnd)
	if !ok || !strings.Contains(table, "| 333 |") || !strings.Contains(table, "| all |") {
		t.Errorf("run make accuracy; the table is %q", table)
	}
}
