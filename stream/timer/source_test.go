package timer

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

// These tests run in bubbles of testing/synctest: time passes at once where all
// goroutines wait, and a goroutine that is left fails the test.

// sinceNow gives a clock that starts at 0.
func sinceNow() Clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

// line is a serial line that somebody else fills. Closing it ends Read.
type line struct {
	*io.PipeReader
	w *io.PipeWriter
}

func newLine() line {
	r, w := io.Pipe()
	return line{r, w}
}

// send writes messages at their moments, then waits until the end.
func (l line) send(clock Clock, in []signal.Message, end time.Duration) {
	for _, m := range in {
		for i, b := range m.Raw {
			time.Sleep(m.At + time.Duration(i+1)*byteTime - clock())
			if _, err := l.w.Write([]byte{b}); err != nil {
				return
			}
		}
	}
	time.Sleep(end - clock())
}

// collect reads a source until it ends.
func collect(s Source) func() []Event {
	var got []Event
	over := make(chan struct{})
	go func() {
		defer close(over)
		for e := range s.Events() {
			got = append(got, e)
		}
	}()
	return func() []Event { <-over; return got }
}

// once gives an OpenLine that gives one line, then fails.
func once(l io.ReadCloser) OpenLine {
	return func() (io.ReadCloser, error) {
		if l == nil {
			return nil, ErrPort
		}
		out := l
		l = nil
		return out, nil
	}
}

// microphone gives samples as time passes, then nothing.
type microphone struct {
	mono []float32
	rate int
	over chan struct{}

	fails error // at the end of the samples; nil for silence
}

func (m *microphone) Rate() int { return m.rate }

func (m *microphone) Read(mono []float32) (int, error) {
	n := copy(mono, m.mono)
	wait := time.Duration(n) * time.Second / time.Duration(m.rate)
	switch {
	case n == 0 && m.fails != nil:
		return 0, m.fails
	case n == 0:
		wait = time.Hour
	}
	select {
	case <-m.over:
		return 0, io.EOF
	case <-time.After(wait):
	}
	m.mono = m.mono[n:]
	return n, nil
}

func (m *microphone) Close() error {
	close(m.over)
	return nil
}

// TestSources holds every source to the same solve.
func TestSources(t *testing.T) {
	script := signal.Solve(result)
	sources := map[string]func(t *testing.T) (Source, func()){
		"serial": func(t *testing.T) (Source, func()) {
			clock, l := sinceNow(), newLine()
			s, err := NewSerial(once(l), clock)
			if err != nil {
				t.Fatal(err)
			}
			return s, func() { l.send(clock, gen4.Messages(script, 0), script.Length()) }
		},
		"sound": func(t *testing.T) (Source, func()) {
			clock, r := sinceNow(), plain()
			m := &microphone{mono: r.sound(script, 1), rate: r.line.Rate, over: make(chan struct{})}
			s, err := NewSound(func() (Sound, error) { return m, nil }, clock)
			if err != nil {
				t.Fatal(err)
			}
			return s, func() { time.Sleep(script.Length() + second/2) }
		},
		"wav": func(t *testing.T) (Source, func()) {
			r := plain()
			raw := signal.WAV(r.sound(script, 1), r.line.Rate, 2)
			s, err := NewWAV(io.NopCloser(bytes.NewReader(raw)))
			if err != nil {
				t.Fatal(err)
			}
			return s, func() { <-s.done }
		},
		"manual": func(t *testing.T) (Source, func()) {
			m := NewManual()
			stop := signal.Start + result
			return m, func() {
				for _, r := range []Report{
					{Kind: Connected}, {Kind: Reset}, {Kind: Hands, At: 700 * ms, Left: true, Right: true}, {Kind: Ready, At: second},
					{Kind: Running, At: signal.Start}, {Kind: Stopped, At: stop}, {Kind: Stopped, At: stop, Time: result}, {Kind: Reset, At: 5 * second}, {Kind: Reset, At: 6 * second},
				} {
					if err := m.Report(r); err != nil {
						t.Error(err)
					}
				}
			}
		},
	}
	for name, start := range sources {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, play := start(t)
				events := collect(s)
				play()
				synctest.Wait()
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				got := events()
				if sent := int64(len(gen4.Messages(script, 0))); name != "manual" && s.Counts().Packets < sent-2 {
					t.Errorf("%+v of %d packets", s.Counts(), sent)
				}
				same(t, story(without(got, Hands, Disconnected)), []string{"connected", "reset #0 0s", "ready", "running #1", "stopped #1 2.345s", "reset #1 2.345s"})
				if bad := order(got); bad != "" {
					t.Error(bad)
				}
				for _, e := range got {
					if e.Kind == Stopped && (e.At-signal.Start-result).Abs() > lag {
						t.Errorf("stopped at %v, told as %v", signal.Start+result, e.At)
					}
				}
			})
		})
	}
}

func TestSerialIsUnpluggedAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := sinceNow()
		lines := []line{newLine(), newLine()}
		tries, next := 0, 0
		open := func() (io.ReadCloser, error) {
			tries++
			if next == 1 && tries < 4 { // still unplugged
				return nil, ErrPort
			}
			next++
			return lines[next-1], nil
		}
		s, err := NewSerial(open, clock)
		if err != nil {
			t.Fatal(err)
		}
		events := collect(s)
		script := signal.Solve(8 * second)
		in := gen4.Messages(script, 0)
		lines[0].send(clock, cut(in, 3*second, time.Hour), 3*second)
		lines[0].w.CloseWithError(errors.New("device reports readiness to read but returned no data"))
		time.Sleep(4*second - clock() + second)
		lines[1].send(clock, cut(in, 0, 5*second), script.Length())
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		got := events()
		same(t, story(without(got, Hands)), []string{"connected", "reset #0 0s", "ready", "running #1", "disconnected", "connected", "running #1", "stopped #1 8s", "reset #1 8s"})
		for _, e := range got {
			if e.Kind == Disconnected && (e.Detail == "" || e.Seen > 3*second+tickEvery) {
				t.Errorf("%+v does not say what happened, or late", e)
			}
		}
		if tries != 4 {
			t.Errorf("opened %d times", tries)
		}
	})
}

// TestWAVFromARecorder: sound that comes through a pipe and never ends, until
// the source is closed while it waits for more.
func TestWAVFromARecorder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := plain()
		raw := signal.WAV(r.sound(signal.Solve(result), 1), r.line.Rate, 1)
		l := newLine()
		wrote := make(chan error, 1)
		go func() {
			_, err := l.w.Write(raw[:len(raw)-1000])
			wrote <- err
		}()
		s, err := NewWAV(l)
		if err != nil {
			t.Fatal(err)
		}
		events := collect(s)
		if err := <-wrote; err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		same(t, story(without(events(), Hands)), []string{"connected", "reset #0 0s", "ready", "running #1", "stopped #1 2.345s", "reset #1 2.345s"})
	})
}

func TestWAVClosesUnread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := plain()
		raw := signal.WAV(r.sound(signal.Solve(result), 1), r.line.Rate, 1)
		s, err := NewWAV(io.NopCloser(bytes.NewReader(raw)))
		if err != nil {
			t.Fatal(err)
		}
		if e := <-s.Events(); e.Kind != Connected {
			t.Errorf("got %+v", e)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestSerialClosesWhileUnplugged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine()
		s, err := NewSerial(once(l), sinceNow())
		if err != nil {
			t.Fatal(err)
		}
		l.w.CloseWithError(io.ErrUnexpectedEOF)
		time.Sleep(time.Minute)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestSlowReader: readings are left out for who does not read, and nothing else.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock, l := sinceNow(), newLine()
		s, err := NewSerial(once(l), clock)
		if err != nil {
			t.Fatal(err)
		}
		script := signal.Solve(2 * minute)
		l.send(clock, gen4.Messages(script, 0), script.Length())
		events := collect(s)
		synctest.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		got := events()
		if len(got) > 12 {
			t.Errorf("%d events waited", len(got))
		}
		same(t, story(without(got, Hands)), []string{"connected", "reset #0 0s", "ready", "running #1", "stopped #1 2m0s", "reset #1 2m0s"})
	})
}

func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewManual()
		var err error
		for i := 0; err == nil && i < 10*mostQueued; i++ {
			err = m.Report(Report{Kind: Hands, Left: i%2 == 0})
		}
		if !errors.Is(err, ErrBehind) {
			t.Errorf("got %v", err)
		}
		if err := m.Close(); !errors.Is(err, ErrBehind) {
			t.Errorf("Close: got %v", err)
		}
		if err := m.Report(Report{Kind: Reset}); !errors.Is(err, ErrClosed) {
			t.Errorf("after the end: got %v", err)
		}
	})
}

func TestManyReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewManual()
		events := collect(m)
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				kind := []Kind{Running, Stopped, Reset, Ready}[i%4]
				err := m.Report(Report{Kind: kind, At: time.Duration(i) * second, Time: second})
				if err != nil && !errors.Is(err, ErrReport) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if bad := order(events()); bad != "" {
			t.Error(bad)
		}
	})
}

func TestPort(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "ttyUSB0")
	if _, err := NewSerial(Port(missing), sinceNow()); !errors.Is(err, ErrPort) {
		t.Errorf("no such port: got %v", err)
	}
	if err := os.WriteFile(missing, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := NewSerial(Port(missing), sinceNow()); !errors.Is(err, ErrPort) {
		t.Errorf("a plain file: got %v", err)
	}
}
