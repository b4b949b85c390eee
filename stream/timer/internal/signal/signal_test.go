package signal

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestEncode(t *testing.T) {
	long, short := Form{Digits: 6, Tail: "\n\r"}, Form{Digits: 5, Tail: "\n\r"}
	cases := []struct {
		form   Form
		status byte
		shown  time.Duration
		want   string
	}{
		// published in StackMatGen4-Timer.md
		{long, 'I', 68169 * time.Millisecond, "\x49\x31\x30\x38\x31\x36\x39\x59\x0a\x0d"},
		{short, ' ', 68169 * time.Millisecond, " 10816P\n\r"},
		{long, 'S', 10*time.Minute + 7*time.Millisecond, "S000007G\n\r"},
	}
	for _, c := range cases {
		if got := string(c.form.Encode(c.status, c.shown)); got != c.want {
			t.Errorf("%v: got %q, want %q", c.shown, got, c.want)
		}
	}
}

// TestSamples: one byte, ten samples a bit, read by hand.
func TestSamples(t *testing.T) {
	line := Line{Rate: 12000, Clock: 1, Level: 0.5}
	got := line.Samples([]Message{{Raw: []byte{'S'}}}, 10*time.Millisecond)
	const bits = "1001101010" + "00" // 'S' is 0x53: high for the start and for zeros, least bit first, then rest
	for i, b := range bits {
		want := float32(-0.5)
		if b == '1' {
			want = 0.5
		}
		if x := got[10*i+5]; x != want {
			t.Errorf("bit %d: %v, want %v", i, x, want)
		}
	}
}

func TestChannel(t *testing.T) {
	const rate, level = 48000, 0.25
	rng := rand.New(rand.NewPCG(1, 1))
	power := func(x []float32) (sum float64) {
		for _, v := range x {
			sum += float64(v) * float64(v) / float64(len(x))
		}
		return sum
	}
	quiet := make([]float32, rate)
	noise := power(Channel{SNR: 10}.Through(quiet, rate, level, rng))
	if snr := 10 * math.Log10(level*level/noise); math.Abs(snr-10) > 0.1 {
		t.Errorf("10 dB came out as %.2f", snr)
	}
	if hum := power(Channel{HumHz: 50, Hum: 0.5}.Through(quiet, rate, level, rng)); math.Abs(hum-0.125) > 1e-3 {
		t.Errorf("hum of power 0.125 has %v", hum)
	}
	step := make([]float32, rate)
	for i := range step[1:] {
		step[i+1] = 1
	}
	drooped := Channel{HighPass: 100}.Through(step, rate, level, rng)
	const after = 76 // samples: one time constant, 1/(2 pi 100) s
	if got := float64(drooped[after]); math.Abs(got-1/math.E) > 0.01 {
		t.Errorf("a step of 1 droops to %v, not 1/e", got)
	}
	if loud := (Channel{Gain: 5}).Through(step, rate, level, rng); loud[1] != 1 {
		t.Errorf("clipped to %v", loud[1])
	}
}
