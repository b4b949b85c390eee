package timer

import (
	"strings"
	"testing"
	"time"
)

func packets(raw string) (times []time.Duration, ignored int) {
	var f framer
	for i := range len(raw) {
		if p, ok := f.next(raw[i], time.Duration(i)*byteTime); ok {
			times = append(times, p.shown)
		}
	}
	return times, f.ignored
}

func TestFramer(t *testing.T) {
	// published in StackMatGen4-Timer.md: 1:08.169
	const known = "\x49\x31\x30\x38\x31\x36\x39\x59\x0a\x0d"
	const gen2 = "I10816P\n\r" // 64 + 16
	at := func(n int, shown time.Duration) []time.Duration {
		out := make([]time.Duration, n)
		for i := range out {
			out[i] = shown
		}
		return out
	}
	const long, short = 68169 * time.Millisecond, 68160 * time.Millisecond
	cases := []struct {
		name, raw string
		want      []time.Duration
		ignored   int
	}{
		{"one alone", known, nil, 0},
		{"two", known + known, at(1, long), 0},
		{"nine bytes", strings.Repeat(gen2, 10), at(2, short), 0},
		{"nine bytes, too few", strings.Repeat(gen2, 8), nil, 0},
		{"CR LF", "I108169Y\r\nI108169Y\r\n", at(1, long), 0},
		{"CR alone", "I108169Y\rI108169Y\r", at(1, long), 0},
		{"LF alone", "I108169Y\nI108169Y\n", at(1, long), 0},
		{"nothing between", "I108169YI108169YI108169Y", at(2, long), 0},
		{"three line ends", "I108169Y\r\n\nI108169Y\r", at(1, long), 1},
		{"begins in the middle", "69Y\n\r" + known + known, at(1, long), 5},
		{"wrong check", "I108169Z\n\r" + known + known, at(1, long), 10},
		{"digit lost", known + known + "I10169Y\n\r" + known, at(2, long), 9},
		{"digit doubled", known + known + "I1088169Y\n\r" + known, at(2, long), 11},
		{"status lost", known + known + "108169Y\n\r" + known, at(2, long), 9},
		{"stray status", known + known + "A" + known, at(2, long), 1},
		{"61 seconds", "I161000H\n\rI161000H\n\r", nil, 20},
		{"unknown status", "X108169Y\n\rX108169Y\n\r", nil, 20},
		{"a short one between long ones", known + known + gen2 + gen2 + known, at(2, long), 14},
		{"short ones do not change the line", known + known + strings.Repeat(gen2, 20), at(1, long), 20 * 7},
		{"two long ones do", strings.Repeat(gen2, 9) + known + known, append(at(1, short), long), 8},
		{"check byte that is a status byte", "I100000A\n\rI100000A\n\r", at(1, time.Minute), 0},
		{"empty", "", nil, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, ignored := packets(c.raw)
			if len(got) != len(c.want) || ignored != c.ignored {
				t.Fatalf("got %v and %d ignored, want %v and %d", got, ignored, c.want, c.ignored)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("packet %d: %v, want %v", i, got[i], c.want[i])
				}
			}
		})
	}
}
