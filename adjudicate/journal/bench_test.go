package journal

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
)

// 50 events a second from ten tables at once, each on disk when its answer
// comes: how long the slowest of a hundred waits.
func BenchmarkAppend(b *testing.B) {
	j := openTest(b, b.TempDir(), Options{Outbox: true})
	const tables, perSecond = 10, 50
	var mu sync.Mutex
	var took []time.Duration
	var wg sync.WaitGroup
	b.ResetTimer()
	for table := range tables {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-time.After(time.Duration(table) * time.Second / perSecond) // tables do not act in step
			tick := time.NewTicker(tables * time.Second / perSecond)
			defer tick.Stop()
			var left []attempt.Event
			for n := range (b.N + tables - 1) / tables {
				id := fmt.Sprint(n / 9)
				if n%9 == 0 {
					left = disputing(id, "7", second)
				}
				<-tick.C
				began := time.Now()
				if _, err := j.Append(bg, Of(fmt.Sprint(table), id, left[n%9])); err != nil {
					b.Error(err)
					return
				}
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[(len(took)-1)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "events/s")
}

// As fast as it goes, from many tables at once.
func BenchmarkAppendFlood(b *testing.B) {
	j := openTest(b, b.TempDir(), Options{Outbox: true})
	var next sync.Mutex
	table := 0
	b.SetParallelism(64)
	b.RunParallel(func(p *testing.PB) {
		next.Lock()
		table++
		mine := fmt.Sprint(table)
		next.Unlock()
		for n := 0; p.Next(); n++ {
			id := fmt.Sprint(n / 9)
			if _, err := j.Append(bg, Of(mine, id, disputing(id, "7", second)[n%9])); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// hub makes a record of many attempts, some of which wait. The views are copies
// of two attempts, since no more than they is looked at.
func hub(b *testing.B, attempts, waiting int) *Journal {
	b.Helper()
	j := openTest(b, b.TempDir(), Options{})
	add(b, j, "t", "a", decided("a", "7", second)...)
	add(b, j, "t", "b", disputing("b", "8", second)...)
	for _, c := range []struct {
		id string
		n  int
	}{{"a", attempts - waiting}, {"b", waiting}} {
		_, err := j.write.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < $1)
			INSERT INTO attempts SELECT table_id || (i % 60), id || i, first_seq + i, last_seq, first_ns + i, last_ns + i, refused, event, rulebook,
			competitor, round, number, phase, finished, waiting, waiting_ns + (i * 7919) % 50000, disputed, released, verdict, result, state
			FROM n, attempts WHERE id = $2`, c.n, c.id)
		if err != nil {
			b.Fatal(err)
		}
	}
	return j
}

// The Delegate's queue of a hub with 50,000 attempts, 1,500 of which wait.
func BenchmarkQueue(b *testing.B) {
	j := hub(b, 50000, 1500)
	for b.Loop() {
		list, err := j.Queue(bg, 200)
		if err != nil || len(list) != 200 {
			b.Fatal(len(list), err)
		}
	}
}

// All that wait, and all disputes, of the same hub.
func BenchmarkQueueWhole(b *testing.B) {
	j := hub(b, 50000, 1500)
	for b.Loop() {
		if list, err := j.Queue(bg, 5000); err != nil || len(list) != 1501 {
			b.Fatal(len(list), err)
		}
	}
}

// What a table goes on with after a start, at that hub.
func BenchmarkResume(b *testing.B) {
	j := hub(b, 50000, 1500)
	for b.Loop() {
		if _, err := j.Resume(bg, "t7", 5); err != nil {
			b.Fatal(err)
		}
	}
}

// Making the views anew, for each attempt of nine events.
func BenchmarkRebuild(b *testing.B) {
	const attempts = 200
	j := openTest(b, b.TempDir(), Options{})
	for n := range attempts {
		id := fmt.Sprint(n)
		var all []Entry
		for _, e := range disputing(id, "7", second) {
			all = append(all, Of("t", id, e))
		}
		if _, err := j.Append(bg, all...); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if n, err := j.Rebuild(bg); err != nil || n != attempts {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*attempts), "us/attempt")
}

// Everything that verify does, for each attempt of nine events.
func BenchmarkVerify(b *testing.B) {
	dir, _ := sample(b)
	for b.Loop() {
		if r := verify(b, dir); len(r.Faults) > 0 {
			b.Fatal(r)
		}
	}
}
