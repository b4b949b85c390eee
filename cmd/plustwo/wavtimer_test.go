package main

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// silence is a WAV file of 16-bit mono in which no timer is heard.
func silence(d time.Duration) []byte {
	const rate = 44100
	samples := int(d.Seconds() * rate)
	var b bytes.Buffer
	b.WriteString("RIFF")
	_ = binary.Write(&b, binary.LittleEndian, uint32(36+2*samples))
	b.WriteString("WAVEfmt ")
	_ = binary.Write(&b, binary.LittleEndian, []uint32{16, 1<<16 | 1, rate, 2 * rate, 16<<16 | 2})
	b.WriteString("data")
	_ = binary.Write(&b, binary.LittleEndian, uint32(2*samples))
	b.Write(make([]byte, 2*samples))
	return b.Bytes()
}

// A recording is played at its own pace, on the table's clock, and ends.
func TestPlayedTimer(t *testing.T) {
	path := write(t, "silence.wav", silence(3*time.Second))
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		const base = time.Minute
		clock := func() time.Duration { return base + time.Since(start) }
		s, err := playTimer(path, clock)
		if err != nil {
			t.Fatal(err)
		}
		for e := range s.Events() {
			if e.Seen < base || clock() < e.Seen {
				t.Errorf("%v at %v: %+v", clock(), e.Seen, e)
			}
		}
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if s, err = playTimer(path, clock); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil { // before anything is read
			t.Error(err)
		}
	})
}

func TestPlayedTimerBadFile(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "none.wav"), write(t, "text.wav", []byte("no sound"))} {
		if _, err := playTimer(path, nil); err == nil || !strings.Contains(err.Error(), filepath.Base(path)) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
