package table

import (
	"context"
	"image"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/still"
)

// scene is one bundled picture of a 3x3 at rest by a calibrated camera, 720p.
type scene struct {
	im  *vision.Image
	cam *calib.Camera
}

func scenes(b *testing.B) []scene {
	b.Helper()
	dir := filepath.Join("..", "..", "..", "..", "testdata", "stills")
	names, err := filepath.Glob(filepath.Join(dir, "333-*-overhead.jpg"))
	if err != nil || len(names) == 0 {
		b.Fatal(names, err)
	}
	var out []scene
	for _, name := range names {
		p, err := camera.Read(name)
		if err != nil {
			b.Fatal(err)
		}
		rig, err := calib.ReadRig(name[:len(name)-len("-overhead.jpg")] + ".json")
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, scene{p.Stored, rig.Cameras[Overhead]})
	}
	return out
}

// BenchmarkSuggestion measures the time from the frame that shows rest, with the
// still that comes with it, to the suggestion on the screens: 3x3, 720p. Before a
// still there was a look, since the watcher wants to know where the puzzle is;
// "moved" is the time where it has moved after that.
func BenchmarkSuggestion(b *testing.B) {
	b.Run("idle", func(b *testing.B) { benchmarkSuggestion(b, 0, true) })
	b.Run("busy", func(b *testing.B) { benchmarkSuggestion(b, 1, true) }) // one core has something else to do
	b.Run("idle moved", func(b *testing.B) { benchmarkSuggestion(b, 0, false) })
	b.Run("busy moved", func(b *testing.B) { benchmarkSuggestion(b, 1, false) })
}

func benchmarkSuggestion(b *testing.B, others int, looked bool) {
	all := scenes(b)
	stop := make(chan struct{})
	for range others {
		go func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
					runtime.KeepAlive(n)
				}
			}
		}()
	}
	defer close(stop)
	t := benchTable(b, all[0].cam)
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	screens := t.Watch(ctx)
	var took []time.Duration
	var spent time.Duration
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		s := all[i%len(all)]
		solve(b, t, screens, i)
		e := current(t)
		if looked {
			if _, err := t.cfg.Eyes.Measure(vision.View{Name: Overhead, Camera: s.cam, Image: s.im}, "333"); err != nil {
				b.Fatal(err)
			}
		}
		since := cpu() // what comes before the timer is not counted
		b.StartTimer()
		begin := time.Now()
		t.stills <- job{entry: e, still: &still.Still{Sharp: s.im, Mean: s.im, Count: 1}, view: vision.View{Name: Overhead, Camera: s.cam}, puzzle: "333"}
		for x := range screens {
			if x.Shown != nil && x.Attempt.Opened != nil && x.Attempt.Opened.ID == e.id {
				break
			}
		}
		took = append(took, time.Since(begin))
		spent += cpu() - since
	}
	b.ReportMetric(float64(spent.Microseconds())/1000/float64(len(took)), "cpu-ms/op")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

func benchTable(b *testing.B, cam *calib.Camera) *Table {
	b.Helper()
	book, err := rules.Load(rules.Default)
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	clock := func() time.Duration { return time.Since(start) }
	record := &Memory{}
	src := &fakeCamera{clock: clock}
	src.set(mute)
	undrawn := Eyes{Draw: func(*judging.Verdict, rules.Lang) image.Image { return image.NewGray(image.Rect(0, 0, 2, 2)) }} // drawing comes after
	t, err := Start(b.Context(), Config{ID: "T", Event: "333", Book: book, Clock: clock, Epoch: start, Record: record, Evidence: record, Eyes: undrawn,
		Cameras: []Camera{{Name: Overhead, Camera: cam, Open: src.open}}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := t.Close(); err != nil {
			b.Error(err)
		}
	})
	return t
}

// solve runs the timer and stops it.
func solve(b *testing.B, t *Table, screens <-chan web.Snapshot, n int) {
	b.Helper()
	by := attempt.Actor{Role: rules.Device, ID: "timer"}
	for _, k := range []timer.Kind{timer.Reset, timer.Running, timer.Stopped} {
		r := timer.Report{Kind: k}
		if k == timer.Stopped {
			r.Time = time.Duration(n+1) * time.Second
		}
		if err := t.Report(b.Context(), by, r); err != nil {
			b.Fatal(err)
		}
	}
	for s := range screens {
		if s.Attempt.Phase == attempt.Stopped {
			break
		}
	}
	_ = t.ask(b.Context(), func() error { // those before are nobody's any more
		t.own.pending = nil
		return nil
	})
}

func current(t *Table) (e *entry) {
	_ = t.ask(context.Background(), func() error { e = t.own.cur; return nil })
	return e
}

// BenchmarkFrame measures what a 720p frame costs the camera's goroutine while
// nothing happens: counted, handed out, watched.
func BenchmarkFrame(b *testing.B) {
	s := scenes(b)[0]
	t := benchTable(b, s.cam)
	l := t.lens(Overhead)
	for i := uint64(0); b.Loop(); i++ {
		l.Publish(vision.Frame{Camera: Overhead, Seq: i, At: time.Duration(i) * frameEvery, Image: s.im})
	}
}

// BenchmarkLive measures one live picture as JPEG, for browsers without WebRTC.
func BenchmarkLive(b *testing.B) {
	im := scenes(b)[0].im
	for b.Loop() {
		if _, err := encodeJPEG(toYCbCr(im), liveQuality); err != nil {
			b.Fatal(err)
		}
	}
}

// cpu is the processor time that the program has taken, which others on the
// machine do not change much.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
