package journal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// appendForever appends attempts at four tables at once and writes a line for
// each event and picture that it was told is on record.
func appendForever(dir string) error {
	j, err := Open(context.Background(), dir, Options{Outbox: true})
	if err != nil {
		return err
	}
	fmt.Println("open")
	var wg sync.WaitGroup
	wrong := make(chan error, 4)
	for table := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			wrong <- appendAt(j, fmt.Sprintf("t%d", table))
		}()
	}
	wg.Wait()
	return errors.Join(<-wrong, <-wrong, <-wrong, <-wrong)
}

func appendAt(j *Journal, table string) error {
	const enough = 500 // attempts; the parent ends this long before
	for n := range enough {
		id := fmt.Sprintf("%d-%d", os.Getpid(), n)
		for _, e := range disputing(id, "7", second) {
			on, err := j.Append(bg, Of(table, id, e))
			if err != nil {
				return err
			}
			fmt.Println("event", on[0].ID)
		}
		hash, err := j.Put(bg, Evidence{Table: table, Attempt: id, Kind: Still, By: camera}, strings.NewReader(table+id))
		if err != nil {
			return err
		}
		fmt.Println("file", hash)
	}
	return nil
}

// A process that records is killed at random points, again and again: whatever
// it was told is on record is there, and the record is whole. PLUSTWO_KILLS
// says how often (make soak).
func TestKill(t *testing.T) {
	dir := t.TempDir()
	kills := 10
	if n, err := strconv.Atoi(os.Getenv("PLUSTWO_KILLS")); err == nil {
		kills = n
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var events, files []string
	for range kills {
		lines, after := r.IntN(80), time.Duration(r.IntN(3000))*time.Microsecond
		if r.IntN(4) == 0 { // while it starts
			lines, after = -1, time.Duration(r.IntN(60))*time.Millisecond
		}
		for _, line := range killed(t, dir, lines, after) {
			what, name, _ := strings.Cut(line, " ")
			switch what {
			case "event":
				events = append(events, name)
			case "file":
				files = append(files, name)
			case "wrong:":
				t.Fatal(line)
			}
		}
		if rep, err := Verify(bg, dir, Options{}); errors.Is(err, ErrNoRecord) {
			continue // killed before there was one
		} else if err != nil || len(rep.Faults) > 0 {
			t.Fatal(err, rep.Faults)
		}
	}
	checkKept(t, dir, events, files)
	t.Logf("%d kills, %d events, %d files", kills, len(events), len(files))
}

// killed starts a process that records, kills it some time after it has said that
// it is open and a number of lines more (-1: after its start), and returns its lines.
func killed(t *testing.T, dir string, lines int, after time.Duration) (said []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], dir)
	cmd.Env = append(os.Environ(), childEnv+"=append")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() { time.AfterFunc(after, func() { cmd.Process.Kill() }) }
	if lines < 0 {
		kill()
	}
	in := bufio.NewScanner(out)
	for in.Scan() {
		said = append(said, in.Text())
		if len(said) == lines+1 {
			kill()
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("ended before it was killed")
	}
	return said
}

// checkKept looks for everything that was said to be on record.
func checkKept(t *testing.T, dir string, events, files []string) {
	t.Helper()
	j := openTest(t, dir, Options{Outbox: true})
	rep := sound(t, j)
	there := map[string]bool{}
	decisions := map[key]int{}
	for _, table := range []string{"t0", "t1", "t2", "t3"} {
		log, err := j.Log(bg, table, 1, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range log {
			there[e.ID] = true
			if e.Kind == "attempt.decide" {
				decisions[key{table, e.Attempt}]++
			}
		}
	}
	for _, id := range events {
		if !there[id] {
			t.Errorf("event %s was acknowledged and is lost", id)
		}
	}
	for k, n := range decisions {
		if n != 1 {
			t.Errorf("%v was decided %d times", k, n)
		}
	}
	for _, hash := range files {
		f, _, err := j.Evidence(bg, hash)
		if err != nil {
			t.Errorf("file %s was acknowledged: %v", hash, err)
			continue
		}
		f.Close()
	}
	if len(events) == 0 || rep.Pending != rep.Events {
		t.Errorf("%d events acknowledged, %d on record, %d to be sent on", len(events), rep.Events, rep.Pending)
	}
	if s := sweep(t, j, keeping); s.Files != 0 {
		t.Error(s)
	}
	if rep := sound(t, j); rep.Strays != 0 {
		t.Errorf("%d strays after a sweep", rep.Strays)
	}
}
