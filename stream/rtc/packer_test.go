package rtc

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// On RTP's clock a second is 90,000, also where the number wraps round.
func TestTimestamp(t *testing.T) {
	for _, c := range []struct {
		base uint32
		at   time.Duration
		want uint32
	}{
		{0, 0, 0}, {7, time.Second, 90007}, {0, time.Second / 30, 3000}, {0, 5 * time.Microsecond, 0}, {0, 6 * time.Microsecond, 1},
		{math.MaxUint32, time.Second, 89999}, {0, 47722 * time.Second, 47722*90000 - 1<<32},
		{0, 1_800_000_000 * time.Second, uint32(1_800_000_000 * 90000 % (1 << 32))}, // since 1970
	} {
		p := packer{base: c.base}
		if got := p.timestamp(c.at); got != c.want {
			t.Errorf("%v from %d: %d, want %d", c.at, c.base, got, c.want)
		}
	}
}

// Timestamps rise, also where the camera's clock begins anew.
func TestTimestampsRise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := packer{base: rapid.Uint32().Draw(t, "base")}
		last := p.timestamp(0)
		for range 20 {
			now := p.timestamp(time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "at")))
			if now-last > math.MaxInt32 {
				t.Fatalf("%d after %d", now, last)
			}
			last = now
		}
	})
}
