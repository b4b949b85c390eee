//go:build !race

package table

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/demo"
	"github.com/plustwo/plustwo/vision/camera"
)

var soak = flag.Int("soak", 0, "how many attempts TestManyAttempts plays; 0 for a few")

// counting is a record that keeps only what is open, and counts.
type counting struct {
	Memory
	decided sync.Map // by attempt: how often
}

func (c *counting) Append(ctx context.Context, table, id string, e attempt.Event) error {
	if _, ok := e.Data.(attempt.Decide); ok {
		n, _ := c.decided.LoadOrStore(id, new(int))
		*n.(*int)++
		delete(c.events, id)
		return nil
	}
	if _, ok := c.decided.Load(id); ok {
		return nil
	}
	return c.Memory.Append(ctx, table, id, e)
}

func (c *counting) Keep(context.Context, string, string, Kept) error { return nil }

func (c *counting) Put(context.Context, string, string, EvidenceKind, attempt.Time, []byte) error {
	return nil
}

// counts returns how many attempts were decided, and those decided more than once.
func (c *counting) counts() (decided, twice int) {
	c.decided.Range(func(_, n any) bool {
		decided++
		if *n.(*int) > 1 {
			twice++
		}
		return true
	})
	return decided, twice
}

// few is how many attempts are played without -soak.
const few = 3

// Scripted attempts in a row through the whole table, as fast as it can: frames
// are drawn, watched and measured; every attempt is decided once, memory stays
// flat and no matrix or goroutine is left. The race detector makes drawing too
// slow: TestAttemptsInARow is for that.
func TestManyAttempts(t *testing.T) {
	attempts := *soak
	if attempts == 0 {
		attempts = few
	}
	synctest.Test(t, func(t *testing.T) { playMany(t, attempts) })
}

func playMany(t *testing.T, attempts int) {
	start := time.Now()
	clock := func() time.Duration { return time.Since(start) }
	log := slog.New(slog.DiscardHandler)
	stage := demo.New(clock, log)
	const spec = "synth:?script=all&width=480&wait=forever"
	model, err := stage.Camera(spec, Overhead)
	if err != nil {
		t.Fatal(err)
	}
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	record := &counting{}
	table, err := Start(t.Context(), Config{ID: "T", Event: "333", Book: book, Clock: clock, Epoch: start, Timer: stage.Timer,
		Cameras: []Camera{{Name: Overhead, Camera: model, Open: func() (camera.Source, error) { return stage.Open(spec, Overhead, camera.Options{}) }}},
		Record:  record, Evidence: record})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var guests sync.WaitGroup
	guests.Go(func() { stage.Run(ctx, table) })
	var warm, most uint64
	var matsWarm int
	tally := map[string]int{}
	for n := range attempts {
		tally[decideNext(t, table)]++
		if n == min(attempts/2, 20) {
			warm, matsWarm = heap(), mats()
		}
		if n%20 == 19 {
			most = max(most, heap())
		}
	}
	cancel()
	guests.Wait()
	if err := table.Close(); err != nil {
		t.Error(err)
	}
	if err := stage.Close(); err != nil {
		t.Error(err)
	}
	if decided, twice := record.counts(); decided != attempts || twice > 0 {
		t.Errorf("%d attempts decided of %d, %d of them more than once", decided, attempts, twice)
	}
	if n := mats(); n != matsWarm {
		t.Errorf("%d matrices are open, %d were in the middle", n, matsWarm)
	}
	const slack = 48 << 20 // bytes: frames in flight
	if most > warm+slack {
		t.Errorf("the heap grew from %d to %d MB", warm>>20, most>>20)
	}
	t.Logf("%d attempts in %v: %v; heap %d MB, then %d MB", attempts, time.Since(start), tally, warm>>20, most>>20)
}

// heap returns the bytes in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// decideNext waits for an attempt's suggestion, or as long as one may take, and
// decides as a judge does. It returns what was suggested.
func decideNext(t *testing.T, table *Table) string {
	t.Helper()
	const longest = 5 * time.Second // after the stop
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for s := range table.Watch(ctx) {
		a := s.Attempt
		if a.StoppedAt == nil || a.Phase >= attempt.Decided {
			continue
		}
		if waited := time.Duration(s.At - *a.StoppedAt); waited < longest && len(a.Suggestions) == 0 || waited < 3*time.Second {
			continue // what comes after the stop is played out
		}
		d, said := attempt.Decide{Verdict: rules.IsOK, Seen: len(a.Suggestions)}, "none"
		if n := len(a.Suggestions); n > 0 {
			said = a.Suggestions[n-1].Ruling.Suggestion.String()
			if a.Suggestions[n-1].Ruling.Suggestion != adjudicate.Refer {
				d.Verdict = rules.Verdict(said)
			}
		}
		if err := table.Do(ctx, a.Opened.ID, judge, d); err != nil {
			continue // a suggestion came this moment
		}
		return said
	}
	t.Fatal("no attempt to decide: ", fmt.Sprintf("%+v", table.Snapshot().Attempt))
	return ""
}
