package main

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/film"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/table"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/synth/play"
)

// reel is the end of an attempt at 720p, drawn once: frames from before the
// timer's stop until after rest.
type reel struct {
	frames []*vision.Image
	stop   int // number of the frame at the stop
	camera *calib.Camera
}

const (
	reelBefore, reelAfter = 45, 45 // frames before and after the stop
	reelRate              = 30
)

func drawReel(b *testing.B) *reel {
	b.Helper()
	o, err := play.Parse("synth:?script=ok&pace=fast&width=1280")
	if err != nil {
		b.Fatal(err)
	}
	stopped := false
	t, err := play.NewTable(o, nil, func(c play.Cue) { stopped = stopped || c.Kind == play.Stopped })
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	src, err := t.Open("overhead")
	if err != nil {
		b.Fatal(err)
	}
	c := t.Camera()
	r := &reel{camera: &c}
	for after := 0; after < reelAfter; {
		f, err := src.Next(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		r.frames = append(r.frames, f.Image)
		if stopped {
			after++
		} else if len(r.frames) > reelBefore {
			r.frames = r.frames[1:]
		}
	}
	r.stop = len(r.frames) - reelAfter
	return r
}

// playing is a camera that shows the reel, then its end over and over, once in a
// while.
type playing struct {
	*reel
	clock   func() time.Duration
	report  func(timer.Kind, time.Duration)
	every   int // frames from one attempt to the next
	n       int
	started time.Duration
}

func (p *playing) Next(ctx context.Context) (vision.Frame, error) {
	if p.n == 0 {
		p.started = p.clock()
	}
	due := p.started + time.Duration(p.n)*time.Second/reelRate
	wait := time.NewTimer(max(0, due-p.clock()))
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return vision.Frame{}, ctx.Err()
	case <-wait.C:
	}
	at := p.n % p.every
	switch at {
	case 0:
		p.report(timer.Reset, 0)
		p.report(timer.Running, 0)
	case p.stop:
		p.report(timer.Stopped, time.Duration(p.stop+1)*time.Second/reelRate)
	}
	if over := at - len(p.frames); over >= 0 {
		const loop = 20 // frames at rest
		at = len(p.frames) - 1 - over%loop
	}
	f := vision.Frame{Camera: "overhead", Seq: uint64(p.n), At: p.clock(), Image: p.frames[at]}
	p.n++
	return f, nil
}

func (p *playing) Close() error { return nil }

// BenchmarkFourTables runs four tables at 720p and 30 frames/s with every stage
// on but drawing the pictures and decoding them: watching, measuring, judging,
// encoding, recording. An attempt comes to rest every ten seconds at each. Figures
// are for this many seconds, whatever -benchtime says.
func BenchmarkFourTables(b *testing.B) {
	const tables, while = 4, 30 * time.Second
	r := drawReel(b)
	for b.Loop() {
		record, err := journal.Open(b.Context(), b.TempDir(), journal.Options{})
		if err != nil {
			b.Fatal(err)
		}
		m := table.NewMetrics()
		var closers []interface{ Close() error }
		spent, begin := processorTime(), time.Now()
		var stages []*film.Film
		for i := range tables {
			t, f := startTable(b, r, "T"+strconv.Itoa(i), table.Journal{Journal: record}, m)
			closers = append(closers, f, t)
			stages = append(stages, f)
		}
		<-time.After(while)
		took := time.Since(begin)
		b.ReportMetric(100*(processorTime()-spent).Seconds()/took.Seconds(), "%core")
		b.ReportMetric(float64(resident()-int64(len(r.frames)*len(r.frames[0].Pix)))/(1<<20), "MB")
		missed, encoded := uint64(0), uint64(0)
		for _, f := range stages {
			s := f.Stage("overhead").Stats()
			missed, encoded = missed+s.Missed, encoded+s.Encoded
		}
		b.ReportMetric(float64(missed), "missed")
		b.ReportMetric(float64(encoded)/took.Seconds()/tables, "frames/s")
		for _, c := range closers {
			if err := c.Close(); err != nil {
				b.Error(err)
			}
		}
		if err := record.Close(); err != nil {
			b.Error(err)
		}
	}
}

func startTable(b *testing.B, r *reel, id string, record table.Journal, m *table.Metrics) (*table.Table, *film.Film) {
	b.Helper()
	book, err := rules.Load(rules.Default)
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	clock := func() time.Duration { return time.Since(start) }
	log := slog.New(slog.DiscardHandler)
	f := film.New(b.TempDir(), clock, table.ClipStore{Journal: record, Table: id}, log)
	hand := timer.NewManual()
	p := &playing{reel: r, clock: clock, every: 10 * reelRate, report: func(k timer.Kind, shows time.Duration) {
		if err := hand.Report(timer.Report{Kind: k, At: clock(), Time: shows}); err != nil {
			b.Error(err)
		}
	}}
	t, err := table.Start(b.Context(), table.Config{ID: id, Event: "333", Book: book, Clock: clock, Epoch: start,
		Timer:   func() (timer.Source, error) { return hand, nil },
		Cameras: []table.Camera{{Name: table.Overhead, Camera: r.camera, Open: func() (camera.Source, error) { return p, nil }}},
		Record:  record, Evidence: record, Clips: f, Metrics: m, Log: log})
	if err != nil {
		b.Fatal(err)
	}
	f.Add(table.Overhead, t.Frames(table.Overhead))
	go decideAll(b.Context(), t)
	return t, f
}

// decideAll decides each attempt two seconds after its suggestion.
func decideAll(ctx context.Context, t *table.Table) {
	by := attempt.Actor{Role: rules.Judge, ID: "J"}
	for s := range t.Watch(ctx) {
		if a := s.Attempt; a.Phase == attempt.Suggested && s.At-a.Suggestions[0].At > attempt.Time(2*time.Second) {
			_ = t.Do(ctx, a.Opened.ID, by, attempt.Decide{Verdict: rules.IsOK, Seen: len(a.Suggestions), Reason: "aligned"}) // a newer one may have come
		}
	}
}

// processorTime is what the program has taken of the cores.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is how much memory the program holds, in bytes.
func resident() int64 {
	runtime.GC()
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, err := strconv.ParseInt(strings.Fields(string(raw))[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
