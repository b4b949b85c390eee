package timer

import (
	"errors"
	"fmt"
	"time"
)

// ErrAudio is wrapped by errors about sound that cannot be used.
var ErrAudio = errors.New("unusable audio")

// Rates of sound in samples a second that a Stackmat can be heard at: eight
// samples a bit are the fewest that edges can be told in.
const (
	minRate = 8 * baud
	maxRate = 384000
)

// audio makes events of the sound of a Stackmat. It has no clock: moments come
// with the samples.
type audio struct {
	*stackmat
	rate  int
	edges edges
	uart  uart
}

// newAudio decodes for a stackmat, which may have been heard otherwise before.
func newAudio(rate int, s *stackmat) (*audio, error) {
	if rate < minRate || rate > maxRate {
		return nil, fmt.Errorf("%w: %d samples a second; record at 44100 or 48000 (from %d to %d will do)", ErrAudio, rate, minRate, maxRate)
	}
	return &audio{stackmat: s, rate: rate, edges: newEdges(rate), uart: uart{bit: float64(rate) / baud}}, nil
}

// samples takes one channel, -1 to 1, of which the last sample was at the given
// moment. No more than 50 ms at a time, or silence is told late.
func (a *audio) samples(mono []float32, end time.Duration) {
	for i, x := range mono {
		b, what := a.uart.next(a.edges.next(x))
		switch what {
		case whole:
			a.byte(b, end-a.long(len(mono)-1-i))
		case misread:
			a.garbage(1)
		}
	}
	a.tick(end)
}

// long is how long so many samples last.
func (a *audio) long(samples int) time.Duration {
	whole, part := samples/a.rate, samples%a.rate // months of samples overflow else
	return time.Duration(whole)*time.Second + time.Duration(part)*time.Second/time.Duration(a.rate)
}
