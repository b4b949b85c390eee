package timer

import (
	"fmt"
	"io"
	"time"

	card "github.com/plustwo/plustwo/stream/timer/internal/audio"
)

// Sound is one channel of sound as it is recorded. Close must end a Read that
// waits.
type Sound interface {
	Rate() int                        // samples a second; never changes
	Read(mono []float32) (int, error) // waits for some, -1 to 1
	io.Closer
}

// OpenSound opens a sound card.
type OpenSound func() (Sound, error)

// SoundCard records from the first channel of a sound card by its name, as
// SoundCards gives it; from the system's own choice where it is empty. Switch
// off whatever the system does to the sound (echo, noise, gain). Errors wrap
// ErrAudio.
func SoundCard(name string) OpenSound {
	return func() (Sound, error) {
		s, err := card.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%w: %w; plug it in, or name another", ErrAudio, err)
		}
		return s, nil
	}
}

// SoundCards lists the sound cards that can record. Errors wrap ErrAudio.
func SoundCards() ([]string, error) {
	names, err := card.Names()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAudio, err)
	}
	return names, nil
}

// NewSound listens to a Stackmat on a sound card, which must open at once.
// Moments are the clock's, smoothed by the number of samples. Errors wrap
// ErrAudio or come from open.
func NewSound(open OpenSound, clock Clock) (*Live, error) {
	s := &stackmat{}
	return newLive(s, func() (input, error) {
		in, err := open()
		if err != nil {
			return nil, err
		}
		a, err := newAudio(in.Rate(), s)
		if err != nil {
			_ = in.Close() // the rate is what matters
			return nil, err
		}
		return &recorder{Sound: in, clock: clock, audio: a}, nil
	}, clock)
}

// recorder is an open sound card.
type recorder struct {
	Sound
	clock Clock
	audio *audio

	samples int           // read so far
	origin  time.Duration // the clock at sample 0, as well as it is known
}

func (r *recorder) next() (func(), error) {
	mono := make([]float32, max(1, r.Rate()/blocksPerSecond))
	n, err := r.Read(mono)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAudio, err)
	}
	end := r.moment(n, r.clock())
	return func() { r.audio.samples(mono[:n], end) }, nil
}

// moment gives when the last of n more samples was recorded, which came by now.
// They come late by a time that varies, so that the earliest tell; the clocks of
// sound cards are off by up to a thousandth, for which the origin may drift.
func (r *recorder) moment(n int, now time.Duration) time.Duration {
	const drift = 1000 // one in
	first := r.samples == 0
	r.samples += n
	origin := now - r.audio.long(r.samples)
	if first {
		r.origin = origin
	}
	r.origin = min(origin, r.origin+r.audio.long(n)/drift)
	return r.origin + r.audio.long(r.samples)
}
