package synth

import (
	"syscall"
	"testing"
	"time"
)

// perCPU reports the processor's time for each round, which other programs do
// not change as they do the time that passes.
func perCPU(b *testing.B, round func()) {
	b.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	for b.Loop() {
		round()
	}
	b.ReportMetric(float64((used()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
}
