package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// fields returns the words of each line.
func fields(out string) []string {
	var lines []string
	for line := range strings.Lines(out) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return lines
}

func TestResults(t *testing.T) {
	const round = "# made up\nMei,10.00,11.00,12.00,13.00,DNF\nAn,6.91,6.41,6.25,7.30,6.31\nBo,21.00,20.00\nCy,,,,,\n"
	for _, c := range []struct {
		name, content string
		args          []string
		want          []string
	}{
		{"round.csv", round, []string{"--format", "a", "--cutoff", "2,20.00"}, []string{"# name average best 1 2 3 4 5",
			"1 An 6.54 6.25 6.91 6.41 6.25 7.30 6.31", "2 Mei 12.00 10.00 10.00 11.00 12.00 13.00 DNF", "3 Bo - 20.00 21.00 20.00 - - - cutoff missed", "- Cy - - - - - - -"}},
		{"round.json", `[{"name":"Mei","attempts":["10.0004","10.001","10.001"]}]`, []string{"--format", "amateur", "--rulebook", "sra-trial", "--lang", "zh-CN"},
			[]string{"# 名字 平均 最佳 1 2 3", "1 Mei 10.001 10.000 10.000 10.001 10.001"}},
		{"fm.csv", "A,25,24,25\n", []string{"--event", "333fm", "--format", "m"}, []string{"# name average best 1 2 3", "1 A 24.67 24 25 24 25"}},
		{"multi.csv", "A,59/60 59:46\nB,62/65 57:47\n", []string{"--event", "333mbf", "--format", "1"}, []string{"# name average best 1", "1 B - 62/65 57:47 62/65 57:47", "2 A - 59/60 59:46 59/60 59:46"}},
		{"shared.csv", "A,DNF,5:00.00,4:00.00\n", []string{"--event", "666", "--format", "m", "--limit", "9m", "--shared"},
			[]string{"# name average best 1 2 3", "1 A DNF 5:00.00 DNF 5:00.00 DNF a DNF without its time counts as nothing against the limit"}},
	} {
		code, out, errs := plustwo(append([]string{"results", write(t, c.name, []byte(c.content))}, c.args...)...)
		if got := fields(out); code != 0 || errs != "" || strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: code %d, %q\n%s", c.name, code, errs, strings.Join(got, "\n"))
		}
	}
}

func TestResultsRefuses(t *testing.T) {
	good := write(t, "round.csv", []byte("A,9.87,8.00\n"))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{good, "--format", "h"}, "1, 2, 3, 5, m, a"},
		{[]string{good, "--format", "a", "--rulebook", "x"}, "unknown rulebook"},
		{[]string{good, "--format", "a", "--event", "magic"}, "333"},
		{[]string{good, "--format", "1"}, "line 1: attempts: 2; the format has 1"},
		{[]string{good, "--format", "a", "--cutoff", "soon"}, "2,20.00"},
		{[]string{good, "--format", "a", "--cutoff", "5,20.00"}, "cutoff"},
		{[]string{good + "x", "--format", "a"}, "no such file"},
		{[]string{filepath.Dir(good), "--format", "a"}, "folder"},
		{[]string{write(t, "e.csv", nil), "--format", "a"}, "Mei,9.87"},
		{[]string{write(t, "b.csv", []byte("A,9.87\nB,9,87x\n")), "--format", "a"}, `line 2: "87x" is no result`},
		{[]string{write(t, "b.json", []byte(`[{"name":"A","attempts":["9.8x"]}]`)), "--format", "a"}, `A: "9.8x" is no result`},
		{[]string{write(t, "c.json", []byte(`[{"nam":"A"}]`)), "--format", "a"}, `"attempts"`},
		{[]string{write(t, "large.csv", []byte(strings.Repeat("A,9.87\n", 200000))), "--format", "a"}, "1 MB"},
	} {
		if code, out, errs := plustwo(append([]string{"results"}, c.args...)...); code != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, %q, %q; want %q", c.args, code, out, errs, c.want)
		}
	}
}

func TestWCIF(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "competition", "wcif-2.1.1.json")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{file}, []string{"Plus Two Open 2099 (PlusTwoOpen2099, WCIF 2.1.1)", "3 Side room 6", "333-r1 a 120 - 10:00", "666-r1 m", "1: < 5:00.00 20:00 for 666-r1 777-r1", "Hsiao-Fang Lin (林小方)"}},
		{[]string{file, "--lang", "zh-TW"}, []string{"輪次 賽制 報名 門檻 時間限制"}},
		{[]string{file, "--room", "2", "--table", "3"}, []string{"table start group # name", "3 05-02 09:00 333-r1-g2 15"}},
	} {
		code, out, errs := plustwo(append([]string{"wcif"}, c.args...)...)
		if code != 0 || errs != "" {
			t.Fatalf("%v: code %d, %q", c.args, code, errs)
		}
		got := strings.Join(fields(out), "\n")
		for _, s := range c.want {
			if !strings.Contains(got, s) {
				t.Errorf("%v lacks %q:\n%s", c.args, s, got)
			}
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{file, "--room", "9"}, "--room 9"},
		{[]string{write(t, "x.json", []byte(`{"formatVersion":"2.1.1"}`))}, "x.json: $.id: it is missing"},
		{[]string{write(t, "x.json", []byte(`{"formatVersion":"2.1.1"}`)), "--lang", "zh-CN"}, "x.json：$.id：缺少"},
		{[]string{file + "x"}, "no such file"},
	} {
		if code, out, errs := plustwo(append([]string{"wcif"}, c.args...)...); code != 2 || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, %q, %q; want %q", c.args, code, out, errs, c.want)
		}
	}
}
