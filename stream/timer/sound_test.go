package timer

import (
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/stream/timer/internal/signal"
)

// TestSoundMoments: blocks come late by up to 30 ms, and the card's clock is off.
func TestSoundMoments(t *testing.T) {
	const rate, block = 48000, 960
	for _, off := range []float64{-0.0005, 0, 0.0005} {
		rng := rand.New(rand.NewPCG(1, 6))
		a, err := newAudio(rate, &stackmat{})
		if err != nil {
			t.Fatal(err)
		}
		r := recorder{audio: a}
		for i := 1; i <= 50*60*10; i++ { // ten minutes
			truth := time.Duration(float64(i) * block / rate * (1 + off) * float64(second))
			got := r.moment(block, truth+time.Duration(rng.IntN(30))*ms)
			if early, late := truth-got, got-truth; i > 50 && (early > ms || late > 5*ms) {
				t.Fatalf("clock off by %v: block %d ended at %v, told as %v", off, i, truth, got)
			}
		}
	}
}

func TestSoundCardIsLostAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := plain()
		mono := r.sound(signal.Solve(8*second), 1)
		cut := 4 * r.line.Rate
		cards := []*microphone{
			{mono: mono[:cut], rate: r.line.Rate, over: make(chan struct{}), fails: ErrAudio},
			{mono: mono[cut+r.line.Rate/4:], rate: r.line.Rate, over: make(chan struct{})}, // opened a quarter of a second later
		}
		opened := 0
		s, err := NewSound(func() (Sound, error) { opened++; return cards[opened-1], nil }, sinceNow())
		if err != nil {
			t.Fatal(err)
		}
		events := collect(s)
		time.Sleep(12 * second)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		same(t, story(without(events(), Hands)), []string{"connected", "reset #0 0s", "ready", "running #1", "disconnected", "connected", "running #1", "stopped #1 8s", "reset #1 8s", "disconnected"})
	})
}

func TestSoundOfABadRate(t *testing.T) {
	m := &microphone{rate: 4000, over: make(chan struct{})}
	if _, err := NewSound(func() (Sound, error) { return m, nil }, sinceNow()); !errors.Is(err, ErrAudio) {
		t.Errorf("got %v", err)
	}
	<-m.over // it was closed
}
