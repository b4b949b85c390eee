package timer

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

var (
	gen2 = signal.Form{Digits: 5, Tail: "\n\r"}
	gen4 = signal.Form{Digits: 6, Tail: "\n\r"}
)

// recording is a sound to decode.
type recording struct {
	form    signal.Form
	line    signal.Line
	channel signal.Channel
}

// plain is a good recording, which the cases change.
func plain() recording {
	return recording{gen4, signal.Line{Rate: 44100, Clock: 1, Level: 0.4}, signal.Channel{HighPass: 20, LowPass: 15000}}
}

// sound gives the samples of a script.
func (r recording) sound(s signal.Script, seed uint64) []float32 {
	rng := rand.New(rand.NewPCG(seed, 1))
	raw := r.line.Samples(r.form.Messages(s, 0), s.Length())
	return r.channel.Through(raw, r.line.Rate, r.line.Level, rng)
}

// hear decodes samples in blocks and gives the events and totals.
func hear(t testing.TB, mono []float32, rate int) ([]Event, Counts) {
	t.Helper()
	a, err := newAudio(rate, &stackmat{})
	if err != nil {
		t.Fatal(err)
	}
	var out []Event
	for i := 0; i < len(mono); i += rate / blocksPerSecond {
		end := min(len(mono), i+rate/blocksPerSecond)
		a.samples(mono[i:end], a.long(end))
		out = append(out, a.take()...)
	}
	return out, a.counts
}

// story gives what the events tell, without the repeated readings, and with
// times only where the display stands still.
func story(events []Event) []string {
	var out []string
	runs := ""
	for _, e := range events {
		line := e.Kind.String()
		switch {
		case e.Kind == Running:
			line = fmt.Sprintf("running #%d", e.Solve)
			if line == runs {
				continue
			}
		case e.Kind == Stopped || e.Kind == Reset:
			line = fmt.Sprintf("%s #%d %v", e.Kind, e.Solve, e.Time)
		case e.Kind == Suspect && e.Frozen:
			line = fmt.Sprintf("%s #%d %v still", e.Why, e.Solve, e.Time)
		case e.Kind == Suspect:
			line = fmt.Sprintf("%s #%d", e.Why, e.Solve)
		case e.Kind == Hands:
			line = fmt.Sprintf("hands %v %v", e.Left, e.Right)
		}
		if e.Kind != Hands {
			runs = line
		}
		out = append(out, line)
	}
	return out
}

// without leaves out events of some kinds.
func without(events []Event, kinds ...Kind) []Event {
	var out []Event
	for _, e := range events {
		keep := true
		for _, k := range kinds {
			keep = keep && e.Kind != k
		}
		if keep {
			out = append(out, e)
		}
	}
	return out
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

const result = 2345 * time.Millisecond

func TestSolveBySound(t *testing.T) {
	cases := []struct {
		name   string
		change func(*recording)
	}{
		{"plain", func(r *recording) {}},
		{"two levels, no coupling", func(r *recording) { r.channel.HighPass = 0 }},
		{"9 bytes", func(r *recording) { r.form = gen2 }},
		{"other polarity", func(r *recording) { r.line.Invert = true }},
		{"48 kHz", func(r *recording) { r.line.Rate = 48000 }},
		{"96 kHz", func(r *recording) { r.line.Rate = 96000 }},
		{"16 kHz", func(r *recording) { r.line.Rate, r.channel.LowPass = 16000, 7000 }},
		{"CR LF", func(r *recording) { r.form.Tail = "\r\n" }},
		{"CR alone", func(r *recording) { r.form.Tail = "\r" }},
		{"no line end", func(r *recording) { r.form.Tail = "" }},
		{"clock 2 % fast", func(r *recording) { r.line.Clock = 1.02 }},
		{"clock 2 % slow", func(r *recording) { r.line.Clock = 0.98 }},
		{"50 Hz hum", func(r *recording) { r.channel.HumHz, r.channel.Hum, r.channel.Gain = 50, 1.2, 0.6 }},
		{"60 Hz hum", func(r *recording) { r.channel.HumHz, r.channel.Hum, r.channel.Gain = 60, 1.2, 0.6 }},
		{"coupling 50 Hz", func(r *recording) { r.channel.HighPass = 50 }},
		{"coupling 100 Hz", func(r *recording) { r.channel.HighPass = 100 }},
		{"clipped tenfold", func(r *recording) { r.channel.Gain = 10 }},
		{"quiet", func(r *recording) { r.line.Level = 0.02 }},
		{"offset", func(r *recording) { r.channel.Offset = -0.4 }},
		{"dull", func(r *recording) { r.channel.LowPass = 3000 }},
		{"20 dB", func(r *recording) { r.channel.SNR = 20 }},
		{"10 dB", func(r *recording) { r.channel.SNR = 10 }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := plain()
			c.change(&r)
			checkSolve(t, r, 1)
		})
	}
}

// checkSolve decodes a solve that was recorded so.
func checkSolve(t *testing.T, r recording, seed uint64) {
	t.Helper()
	shown := result
	if r.form.Digits == digitsGen2 {
		shown = shown.Truncate(10 * time.Millisecond)
	}
	script := signal.Solve(result)
	events, counts := hear(t, r.sound(script, seed), r.line.Rate)
	same(t, story(without(events, Hands, Noisy)), []string{
		"connected", "reset #0 0s", "ready", "running #1",
		fmt.Sprintf("stopped #1 %v", shown), fmt.Sprintf("reset #1 %v", shown),
	})
	held := int64(2) // the first tells the polarity, the second the length
	if r.form.Digits == digitsGen2 {
		held = 9
	}
	sent := int64(len(r.form.Messages(script, 0)))
	if counts.Packets < sent*95/100-held {
		t.Errorf("%d of %d packets were read", counts.Packets, sent)
	}
	for _, e := range events {
		if e.Kind == Stopped {
			checkStop(t, e, signal.Start+result)
		}
		if e.Kind == Running && (e.At-e.Time-signal.Start).Abs() > lag {
			t.Errorf("running: the start is told as %v, it was at %v", e.At-e.Time, signal.Start)
		}
	}
}

// checkStop compares with the true moment of the stop.
func checkStop(t *testing.T, e Event, truth time.Duration) {
	t.Helper()
	if (e.At - truth).Abs() > 12*time.Millisecond {
		t.Errorf("stopped at %v, told as %v", truth, e.At)
	}
	// the packet under way misses the stop; two that show it are needed
	if late := e.Seen - truth; late > 3*packetPeriod {
		t.Errorf("told %v after the stop", late)
	}
}

func TestSolveByBadSound(t *testing.T) {
	const tries = 40
	for seed := range uint64(tries) {
		rng := rand.New(rand.NewPCG(seed, 2))
		pick := func(of ...float64) float64 { return of[rng.IntN(len(of))] }
		r := recording{
			form:    []signal.Form{gen2, gen4, {Digits: 6, Tail: "\r"}}[rng.IntN(3)],
			line:    signal.Line{Rate: []int{44100, 48000}[rng.IntN(2)], Clock: pick(0.98, 1, 1.02), Invert: rng.IntN(2) == 0, Level: pick(0.1, 0.3, 0.5)},
			channel: signal.Channel{LowPass: pick(4000, 15000), HighPass: pick(20, 50, 100), HumHz: pick(50, 60), Hum: pick(0, 0.1), SNR: pick(10, 13, 20), Gain: pick(1, 2)},
		}
		t.Run(fmt.Sprintf("%d %+v", seed, r), func(t *testing.T) { checkSolve(t, r, seed) })
	}
}

// TestPacketsRead holds what share of packets is read, by the noise, with an AC
// coupling of 100 Hz and the timer's clock 2 % fast. With -v it says how many.
func TestPacketsRead(t *testing.T) {
	const tries = 4
	script := signal.Solve(result)
	for _, c := range []struct{ snr, least float64 }{{20, 1}, {10, 1}, {7, 0.95}, {5, 0.8}} {
		got, sent := int64(0), int64(0)
		for seed := range uint64(tries) {
			r := plain()
			r.line.Clock = 1.02
			r.channel.HighPass, r.channel.SNR = 100, c.snr
			_, counts := hear(t, r.sound(script, seed), r.line.Rate)
			got += counts.Packets
			sent += int64(len(r.form.Messages(script, 0))) - 2 // polarity, length
		}
		share := float64(got) / float64(sent)
		t.Logf("%2.0f dB: %.1f %%", c.snr, 100*share)
		if share < c.least {
			t.Errorf("%2.0f dB: %.3f of the packets, less than %.2f", c.snr, share, c.least)
		}
	}
}

// TestNeverWrongBySound: sound so bad that most is lost gives no false stop.
func TestNeverWrongBySound(t *testing.T) {
	const tries = 20
	packets := int64(0)
	for seed := range uint64(tries) {
		rng := rand.New(rand.NewPCG(seed, 4))
		r := plain()
		r.line.Level = 0.3
		r.channel = signal.Channel{LowPass: 8000, HighPass: 100, SNR: 1 + 5*rng.Float64(), HumHz: 50, Hum: 0.3}
		events, counts := hear(t, r.sound(signal.Solve(result), seed), r.line.Rate)
		packets += counts.Packets
		if bad := order(events); bad != "" {
			t.Error(bad)
		}
		for _, e := range events {
			if e.Kind == Stopped && e.Time != result {
				t.Errorf("seed %d: stopped at %v", seed, e.Time)
			}
		}
	}
	if sent := int64(tries * len(gen4.Messages(signal.Solve(result), 0))); packets < sent/20 || packets > sent*19/20 {
		t.Errorf("%d of %d packets were read: this is not the bad sound that is meant", packets, sent)
	}
}

// TestNoTimer: what is no Stackmat is never connected, and loud noise is told.
func TestNoTimer(t *testing.T) {
	const rate = 44100
	cases := []struct {
		name    string
		channel signal.Channel
		noisy   bool
	}{
		{"silence", signal.Channel{}, false},
		{"open input", signal.Channel{SNR: 40}, false},
		{"noise", signal.Channel{SNR: 1}, true},
		{"hum", signal.Channel{HumHz: 50, Hum: 0.9}, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 5))
			events, counts := hear(t, c.channel.Through(make([]float32, 5*rate), rate, 0.3, rng), rate)
			got := story(events)
			if noisy := len(got) > 0 && got[0] == "noisy"; noisy != c.noisy || counts.Packets > 0 || len(without(events, Noisy)) > 0 {
				t.Errorf("got %q, %+v", got, counts)
			}
		})
	}
}

func TestAudioRate(t *testing.T) {
	for rate, want := range map[int]bool{0: false, -1: false, minRate - 1: false, minRate: true, maxRate: true, maxRate + 1: false} {
		if _, err := newAudio(rate, &stackmat{}); (err == nil) != want {
			t.Errorf("%d: %v", rate, err)
		}
	}
}

// BenchmarkAudio decodes one second of sound at a time.
func BenchmarkAudio(b *testing.B) {
	for _, rate := range []int{44100, 48000} {
		b.Run(fmt.Sprint(rate), func(b *testing.B) {
			r := plain()
			r.line.Rate, r.channel.SNR = rate, 20
			mono := r.sound(signal.Script{{For: time.Second, Status: ' ', Runs: true}}, 1)
			a, err := newAudio(rate, &stackmat{})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				a.samples(mono, time.Duration(i)*time.Second)
				a.take()
			}
		})
	}
}

// BenchmarkBytes decodes one second of a serial line at a time.
func BenchmarkBytes(b *testing.B) {
	in := gen4.Messages(signal.Script{{For: time.Second, Status: ' ', Runs: true}}, 0)
	var s stackmat
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		for _, m := range in {
			s.bytes(m.Raw, m.At+time.Duration(i)*time.Second)
			s.tick(m.At + time.Duration(i)*time.Second)
		}
		s.take()
	}
}
