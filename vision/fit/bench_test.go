package fit

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkFit measures the time from the decoded pictures to the measurement,
// and the most memory that the heap held meanwhile, on every bundled still.
func BenchmarkFit(b *testing.B) {
	for _, s := range bundled {
		b.Run(s.id, func(b *testing.B) {
			shot := still(b, s.id, "overhead")
			shot.fit(b) // fills the table
			peak := heapPeak(b, func() {
				for b.Loop() {
					shot.fit(b)
				}
			})
			b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
			b.ReportAllocs()
		})
	}
}

// heapPeak returns the most bytes that the heap held while f ran.
func heapPeak(b *testing.B, f func()) uint64 {
	b.Helper()
	var peak atomic.Uint64
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		var m runtime.MemStats
		for {
			runtime.ReadMemStats(&m)
			peak.Store(max(peak.Load(), m.HeapAlloc))
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	f()
	close(stop)
	<-done
	return peak.Load()
}

// BenchmarkStages measures the parts of a fit in their order, each with the
// work that a fit of one candidate gives it at a time.
func BenchmarkStages(b *testing.B) {
	s := still(b, "333-01010", "overhead")
	v, sc := &s.views[0], s.locate(&s.views[0])
	c := s.m.enclosed(v, sc.Candidates[0])
	w := newWindow(v, sc, c)
	size := s.puz.Size.TypicalMM
	f := newFitter(s.m, w)
	shapes := w.shapes(s.m, c, size, surfaceMM, keepShapes)
	best := f.run(c, size)
	if len(shapes) == 0 || len(best) == 0 {
		b.Fatal("the still's puzzle was not found")
	}
	for _, stage := range []struct {
		name string
		run  func()
	}{
		{"locate", func() { s.locate(v) }},
		{"window", func() { newWindow(v, sc, c) }},
		{"shapes", func() { w.shapes(s.m, c, size, surfaceMM, keepShapes) }},
		{"region", func() { w.regionCost(&f.r.d, &shapes[0].pose, &f.lab, f.sums) }},
		{"polish-half", func() { g := shapes[0]; f.polish(&g, half, 2, 9, 7, 5, 4) }},
		{"polish-full", func() { g := best[0]; f.polish(&g, full, 1.5, 4, 3) }},
		{"survey", func() { f.survey(&best[0].pose) }},
		{"scan", func() { f.scan(&best[0]) }},
		{"run", func() { f.run(c, size) }},
		{"sightings", func() { f.sightings(&best[0].pose) }},
		{"measurement", func() { f.measurement(best) }},
		{"another", func() { another(s.m, v, sc, w) }},
	} {
		b.Run(stage.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				stage.run()
			}
		})
	}
}

// BenchmarkTable measures what a program does once for each puzzle.
func BenchmarkTable(b *testing.B) {
	for _, event := range append(someEvents, "777") {
		b.Run(event, func(b *testing.B) {
			m := load(b, event)
			for b.Loop() {
				tables.Clear()
				table(m)
			}
		})
	}
}
