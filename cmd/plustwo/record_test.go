package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// recordIn makes a record with two attempts: one of competitor 7, and one of 8
// that waits for a Delegate; each has a picture. It returns the pictures' hashes.
func recordIn(t *testing.T, dir string) (hashes []string) {
	t.Helper()
	ctx := context.Background()
	j, err := journal.Open(ctx, dir, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	camera, judge := attempt.Actor{Role: rules.Device, ID: "overhead"}, attempt.Actor{Role: rules.Judge, ID: "j1"}
	for _, who := range []string{"7", "8"} {
		id := "a" + who
		events := []attempt.Event{
			{By: camera, Data: attempt.Open{ID: id, Event: "333", Rulebook: rules.Default, Competitor: who}},
			{At: 1, By: camera, Data: attempt.Start{}}, {At: 2e9, By: camera, Data: attempt.Stop{TimeMS: 12190}},
		}
		if who == "8" {
			events = append(events, attempt.Event{At: 3e9, By: judge, Data: attempt.Freeze{Why: attempt.Unsure}})
		}
		for _, e := range events {
			if _, err := j.Append(ctx, journal.Of("t1", id, e)); err != nil {
				t.Fatal(err)
			}
		}
		hash, err := j.Put(ctx, journal.Evidence{Table: "t1", Attempt: id, Kind: journal.Still, By: camera}, strings.NewReader("picture "+id))
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, hash)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return hashes
}

func TestRecordCommands(t *testing.T) {
	dir := t.TempDir()
	hashes := recordIn(t, dir)
	file := func(n int) string { return filepath.Join(dir, "evidence", hashes[n][:2], hashes[n]) }
	run := func(want int, args ...string) (stdout, stderr string) {
		t.Helper()
		code, out, errs := plustwo(args...)
		if code != want {
			t.Errorf("%v: exit code %d, want %d: %s%s", args, code, want, out, errs)
		}
		return out, errs
	}
	says := func(got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("says %q, want %q", got, want)
		}
	}
	out, _ := run(exitOK, "verify", "--data", dir)
	says(out, "whole: tables 1, events 9, attempts 2, evidence 2 (0.0 MB), deleted 0, to be sent on 0\n")
	out, _ = run(exitOK, "verify", "--data", dir, "--lang", "zh-TW")
	says(out, "完好：桌 1、事件 9")

	out, _ = run(exitOK, "forget", "8", "--data", dir, "--by", "d1")
	says(out, "8: deleted 0 (0.0 MB), attempts 0\nkept, since it waits for a Delegate: table t1, attempt a8")
	out, _ = run(exitOK, "forget", "7", "--data", dir, "--by", "d1", "--json")
	says(out, `{"attempts":1,"files":1,"bytes":10,"kept":[]}`)
	if _, err := os.Stat(file(0)); err == nil {
		t.Error("the file of competitor 7 is still there")
	}
	out, _ = run(exitOK, "verify", "--data", dir)
	says(out, "evidence 1 (0.0 MB), deleted 1")
	out, _ = run(exitOK, "rebuild", "--data", dir)
	says(out, "made anew from the events: attempts 2")

	if err := os.WriteFile(file(1), []byte("picture a9"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, complaint := run(exitOther, "verify", "--data", dir)
	says(out, "table t1, attempt a8: the evidence "+file(1)+" was altered\nwhole among it: tables 1")
	says(complaint, "faults in "+dir+": 1")
	out, _ = run(exitOther, "verify", "--data", dir, "--json")
	var report verified
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.OK || len(report.Faults) != 1 || report.Faults[0].Kind != journal.FaultAltered || len(report.Says) != 1 {
		t.Error(out, err)
	}
}

// What cannot be done is told, and nothing is made.
func TestRecordCommandsRefuse(t *testing.T) {
	dir, empty := t.TempDir(), t.TempDir()
	recordIn(t, dir)
	j, err := journal.Open(context.Background(), dir, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"verify", exitUsage, "give the folder of the record: --data DIR"},
		{"verify --data " + empty, exitUsage, "there is no record in " + empty},
		{"rebuild --data " + empty, exitUsage, "there is no record in " + empty},
		{"forget 7 --by d1 --data " + empty + " --lang zh-CN", exitUsage, "没有记录"},
		{"forget 7 --data " + dir, exitUsage, "--by NAME"},
		{"forget 7 --by d1 --data " + dir, exitOther, "another plustwo writes to " + dir},
		{"rebuild --data " + dir + " --lang zh-TW", exitOther, "請先停止它"},
	} {
		code, out, complaint := plustwo(strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(complaint, c.want) || out != "" {
			t.Errorf("%s: %d, %s%s", c.args, code, out, complaint)
		}
	}
	if code, out, complaint := plustwo("forget", "", "--by", "d1", "--data", dir); code != exitUsage || out != "" || !strings.Contains(complaint, "whose footage") {
		t.Error(code, out, complaint)
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}
