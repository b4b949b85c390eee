package timer

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

// wavBytes writes a header and raw sound.
func wavBytes(tag, channels, bits uint16, size uint32, extra []byte, sound []byte) []byte {
	le := binary.LittleEndian
	out := []byte("RIFF\x00\x00\x00\x00WAVEfmt ")
	out = le.AppendUint32(out, uint32(16+len(extra)))
	out = le.AppendUint16(out, tag)
	out = le.AppendUint16(out, channels)
	out = le.AppendUint32(out, 44100)
	out = le.AppendUint32(out, 0)
	out = le.AppendUint16(out, channels*bits/8)
	out = le.AppendUint16(out, bits)
	out = append(out, extra...)
	out = append(out, "data"...)
	return append(le.AppendUint32(out, size), sound...)
}

func TestWAVFile(t *testing.T) {
	float := binary.LittleEndian.AppendUint32(nil, math.Float32bits(-0.5))
	double := binary.LittleEndian.AppendUint64(nil, math.Float64bits(-0.5))
	extensible := append([]byte{22, 0, 16, 0, 4, 0, 0, 0, 3, 0}, make([]byte, 14)...)
	plain := wavBytes(1, 1, 16, 4, nil, []byte{0, 0xc0, 0, 0x40})
	cases := []struct {
		name string
		raw  []byte
		want []float32
		err  string // empty for the end of the file
	}{
		{"16 bits", plain, []float32{-0.5, 0.5}, ""},
		{"8 bits", wavBytes(1, 1, 8, 2, nil, []byte{64, 192}), []float32{-0.5, 0.5}, ""},
		{"24 bits", wavBytes(1, 1, 24, 6, nil, []byte{0, 0, 0xc0, 0, 0, 0x40}), []float32{-0.5, 0.5}, ""},
		{"32 bits", wavBytes(1, 1, 32, 4, nil, []byte{0, 0, 0, 0xc0}), []float32{-0.5}, ""},
		{"float", wavBytes(3, 1, 32, 4, nil, float), []float32{-0.5}, ""},
		{"double", wavBytes(3, 1, 64, 8, nil, double), []float32{-0.5}, ""},
		{"extensible float", wavBytes(0xfffe, 1, 32, 4, extensible, float), []float32{-0.5}, ""},
		{"stereo: the left", wavBytes(1, 2, 16, 8, nil, []byte{0, 0xc0, 1, 2, 0, 0x40, 3, 4}), []float32{-0.5, 0.5}, ""},
		{"size unknown, 0", wavBytes(1, 1, 16, 0, nil, []byte{0, 0xc0, 0, 0x40}), []float32{-0.5, 0.5}, ""},
		{"size unknown, all ones", wavBytes(1, 1, 16, math.MaxUint32, nil, []byte{0, 0xc0}), []float32{-0.5}, ""},
		{"chunk after the sound", append(plain[:len(plain):len(plain)], "LIST\x04\x00\x00\x00abcd"...), []float32{-0.5, 0.5}, ""},
		{"chunks of odd length before it", []byte(strings.Replace(string(plain), "fmt ", "LIST\x03\x00\x00\x00abc\x00fmt ", 1)), []float32{-0.5, 0.5}, ""},
		{"cut short", wavBytes(1, 1, 16, 4, nil, []byte{0, 0xc0}), []float32{-0.5}, "cut short"},
		{"empty", nil, nil, "no WAV"},
		{"a picture", []byte("\x89PNG\r\n\x1a\n    "), nil, "no WAV"},
		{"no sound", plain[:36], nil, "before its sound"},
		{"sound before its format", []byte("RIFF\x00\x00\x00\x00WAVEdata\x04\x00\x00\x00abcd"), nil, "before its format"},
		{"format cut short", plain[:24], nil, "format is cut"},
		{"format too small", []byte("RIFF\x00\x00\x00\x00WAVEfmt \x02\x00\x00\x00ab"), nil, "format is cut"},
		{"huge chunk", []byte("RIFF\x00\x00\x00\x00WAVELIST\xff\xff\xff\xffabcd"), nil, "before its sound"},
		{"MP3 inside", wavBytes(0x55, 1, 0, 4, nil, []byte("abcd")), nil, "16-bit PCM"},
		{"no channels", wavBytes(1, 0, 16, 4, nil, []byte("abcd")), nil, "0 channels"},
		{"12 bits", wavBytes(1, 1, 12, 4, nil, []byte("abcd")), nil, "12 bits"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got []float32
			w, err := newWAVFile(bytes.NewReader(c.raw))
			if err == nil {
				mono := make([]float32, 10)
				var n int
				n, err = w.read(mono)
				got = mono[:n]
			}
			if c.err == "" && !errors.Is(err, io.EOF) || c.err != "" && (!errors.Is(err, ErrAudio) || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("got error %v, want %q", err, c.err)
			}
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("got %v, want %v", got, c.want)
				}
			}
		})
	}
}

// closed counts how often it was closed.
type closed struct {
	io.Reader
	times int
}

func (c *closed) Close() error {
	c.times++
	return nil
}

func TestWAVEnds(t *testing.T) {
	r := plain()
	raw := signal.WAV(r.sound(signal.Solve(result), 1), r.line.Rate, 1)
	cases := []struct {
		name string
		raw  []byte
		want error
	}{
		{"whole", raw, nil},
		{"cut short", raw[:len(raw)/2], ErrAudio},
		{"foreign", []byte("OggS"), ErrAudio},
		{"3 kHz", func() []byte {
			slow := bytes.Clone(raw)
			binary.LittleEndian.PutUint32(slow[24:], 3000)
			return slow
		}(), ErrAudio},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := &closed{Reader: bytes.NewReader(c.raw)}
			s, err := NewWAV(in)
			if err == nil {
				events := collect(s)()
				if len(events) == 0 || events[0].Kind != Connected {
					t.Errorf("got %q", story(events))
				}
				err = s.Close()
			}
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if in.times != 1 {
				t.Errorf("closed %d times", in.times)
			}
		})
	}
}
