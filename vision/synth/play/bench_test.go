package play_test

import (
	"context"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth/play"
)

// A whole attempt, frame by frame: the processor's time for a frame on average,
// and of the slowest one. Other programs change it less than the time that
// passes.
func BenchmarkAttempt(b *testing.B) {
	for _, width := range []int{1280, 640} {
		b.Run(strconv.Itoa(width), func(b *testing.B) {
			s, err := play.Next(play.Demo, "333", 1, 1)
			if err != nil {
				b.Fatal(err)
			}
			reel, err := play.NewReel(1, play.Camera(play.Overhead, width))
			if err != nil {
				b.Fatal(err)
			}
			frames, slowest := 0, time.Duration(0)
			began := used(b)
			for b.Loop() {
				last := used(b)
				err := reel.Frames(&s, "overhead", func(vision.Frame, *play.Moment) bool {
					now := used(b)
					slowest, last = max(slowest, now-last), now
					frames++
					return true
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((used(b)-began).Microseconds())/1000/float64(frames), "cpu-ms/frame")
			b.ReportMetric(float64(slowest.Microseconds())/1000, "cpu-ms/slowest")
		})
	}
}

// Short attempts as fast as they are read, at 640 pixels, each decided as soon as
// can be.
func BenchmarkFast(b *testing.B) {
	o := play.Defaults()
	o.Width, o.Fast, o.Short = 640, true, true
	var table *play.Table
	attempt := 0
	table, err := play.NewTable(o, nil, func(c play.Cue) {
		attempt = c.Attempt
		if c.Kind == play.Hands && !c.Left && !c.Right {
			table.Decided() // before the stop it means nothing
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	defer table.Close()
	live, err := table.Open("overhead")
	if err != nil {
		b.Fatal(err)
	}
	began := used(b)
	for n := 1; b.Loop(); n++ {
		for attempt < n {
			if _, err := live.Next(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric((used(b)-began).Seconds()/float64(b.N), "cpu-s/attempt")
}

func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
