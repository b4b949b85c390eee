package timer

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

func FuzzBytes(f *testing.F) {
	for _, form := range []signal.Form{gen2, gen4} {
		var raw []byte
		for _, m := range form.Messages(signal.Solve(300*ms), 0) {
			raw = append(raw, m.Raw...)
		}
		f.Add(raw, uint8(10))
		f.Add(raw, uint8(0))
	}
	f.Add([]byte("I00000@\n\rI00007G"), uint8(11))
	f.Fuzz(func(t *testing.T, raw []byte, step uint8) {
		var s stackmat
		for i, b := range raw {
			now := time.Duration(i+1) * time.Duration(step) * ms
			s.byte(b, now)
			if i%7 == 0 {
				s.tick(now)
			}
		}
		s.lose(time.Hour, "")
		s.tick(time.Hour)
		if bad := order(s.take()); bad != "" {
			t.Fatal(bad)
		}
		if s.counts.Ignored > int64(9*len(raw)) {
			t.Fatalf("%d of %d bytes ignored", s.counts.Ignored, len(raw))
		}
	})
}

// FuzzSamples: each byte is a sample, in hundredths, so that some are too loud;
// the lowest stands for what is no number.
func FuzzSamples(f *testing.F) {
	r := plain()
	r.line.Rate = minRate
	var raw []byte
	for _, x := range r.sound(signal.Solve(100*ms), 1)[:minRate/4] {
		raw = append(raw, byte(int8(100*x)))
	}
	f.Add(raw, uint32(minRate))
	f.Add([]byte{0x80, 0x7f, 0x80, 0x81}, uint32(48000))
	f.Fuzz(func(t *testing.T, raw []byte, rate uint32) {
		a, err := newAudio(int(rate), &stackmat{})
		if err != nil {
			return
		}
		mono := make([]float32, len(raw))
		for i, b := range raw {
			if mono[i] = float32(int8(b)) / 100; b == 0x80 {
				mono[i] = float32(math.NaN())
			}
		}
		const block = 200
		for i := 0; i < len(mono); i += block {
			end := min(len(mono), i+block)
			a.samples(mono[i:end], a.long(end))
		}
		if bad := order(a.take()); bad != "" {
			t.Fatal(bad)
		}
		if s := a.edges; s.late != sum(s.ring, s.at+s.half, s.half) || s.early != sum(s.ring, s.at, s.half) {
			t.Fatal("the running sums drifted away")
		}
	})
}

// sum adds n entries of a ring.
func sum(ring []int32, from, n int) int32 {
	var total int32
	for i := range n {
		total += ring[(from+i)%len(ring)]
	}
	return total
}

func FuzzWAV(f *testing.F) {
	good := signal.WAV(plain().sound(signal.Solve(100*ms), 1)[:300], 44100, 1)
	f.Add(good)
	f.Add(good[:60])
	f.Add(good[:30])
	f.Add([]byte("RIFF\xff\xff\xff\xffWAVELIST\xff\xff\xff\xff"))
	f.Add([]byte("RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		w, err := newWAVFile(bytes.NewReader(raw))
		if err != nil {
			return
		}
		mono := make([]float32, 256)
		total := 0
		for {
			n, err := w.read(mono)
			total += n
			if err != nil || n == 0 {
				break
			}
		}
		if total > len(raw) {
			t.Fatalf("%d samples in %d bytes", total, len(raw))
		}
	})
}

func FuzzReports(f *testing.F) {
	f.Add([]byte{2, 10, 0, 3, 10, 5, 4, 10, 6, 5, 10, 0, 9, 1, 1})
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := NewManual()
		var got []Event
		read := make(chan struct{})
		go func() {
			defer close(read)
			for e := range m.Events() {
				got = append(got, e)
			}
		}()
		for ; len(raw) >= 3; raw = raw[3:] {
			r := Report{Kind: Kind(raw[0]), At: time.Duration(raw[1]) * second, Time: time.Duration(int8(raw[2])) * 10 * ms}
			_ = m.Report(r) // what is impossible is refused; the order of the rest is the point
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		<-read
		if bad := order(got); bad != "" {
			t.Fatal(bad)
		}
	})
}
