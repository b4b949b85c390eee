package signal

import (
	"math/rand/v2"
	"time"
)

// Form is how a timer writes its time.
type Form struct {
	Digits int    // 5 (Gen 2: hundredths) or 6 (thousandths)
	Tail   string // what ends a message: "\n\r", "\r\n", "\r" or ""
}

// Message is what a timer sends at once.
type Message struct {
	At  time.Duration // when its first bit begins
	Raw []byte
}

// Encode writes one message. Times wrap at ten minutes.
func (f Form) Encode(status byte, shown time.Duration) []byte {
	const base = 64
	ms := shown.Milliseconds() % (10 * 60 * 1000)
	digits := []byte{
		byte(ms / 60000), byte(ms / 10000 % 6), byte(ms / 1000 % 10),
		byte(ms / 100 % 10), byte(ms / 10 % 10), byte(ms % 10),
	}[:f.Digits]
	raw := []byte{status}
	sum := byte(base)
	for _, d := range digits {
		raw = append(raw, '0'+d)
		sum += d
	}
	return append(append(raw, sum), f.Tail...)
}

// Messages gives what a timer that follows the script sends from start on. The
// first comes a while after, so that messages do not fall on the spans' ends.
func (f Form) Messages(s Script, start time.Duration) []Message {
	const first = 31 * time.Millisecond
	var out []Message
	for at := first; at < s.Length(); at += Period {
		out = append(out, Message{At: start + at, Raw: f.Encode(s.Show(at))})
	}
	return out
}

// Drop gives the messages with a share of their bytes lost.
func Drop(in []Message, share float64, rng *rand.Rand) []Message {
	return change(in, func(b byte) []byte {
		if rng.Float64() < share {
			return nil
		}
		return []byte{b}
	})
}

// Garble gives the messages with a share of their bytes replaced by others.
func Garble(in []Message, share float64, rng *rand.Rand) []Message {
	return change(in, func(b byte) []byte {
		if rng.Float64() < share {
			return []byte{byte(rng.Uint32())}
		}
		return []byte{b}
	})
}

// Insert gives the messages with stray bytes before a share of theirs.
func Insert(in []Message, share float64, rng *rand.Rand) []Message {
	return change(in, func(b byte) []byte {
		if rng.Float64() < share {
			return []byte{byte(rng.Uint32()), b}
		}
		return []byte{b}
	})
}

func change(in []Message, f func(byte) []byte) []Message {
	out := make([]Message, len(in))
	for i, m := range in {
		out[i].At = m.At
		for _, b := range m.Raw {
			out[i].Raw = append(out[i].Raw, f(b)...)
		}
	}
	return out
}
