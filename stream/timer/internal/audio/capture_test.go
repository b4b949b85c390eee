package audio

import (
	"errors"
	"io"
	"testing"

	"github.com/gen2brain/malgo"
)

// silent is miniaudio's sound system without hardware: its input is silence.
// malgo 0.11.24 leaves out the one before it, so that its own number is one off.
var silent = []malgo.Backend{malgo.BackendNull + 1}

func TestRecording(t *testing.T) {
	r, err := open(silent, "")
	if err != nil {
		t.Fatal(err)
	}
	if r.Rate() < 8000 || r.Rate() > 384000 {
		t.Errorf("%d samples a second", r.Rate())
	}
	mono := make([]float32, 100)
	for heard := 0; heard < r.Rate()/20; {
		n, err := r.Read(mono)
		if err != nil || n == 0 {
			t.Fatalf("%d samples, %v", n, err)
		}
		for _, x := range mono[:n] {
			if x != 0 {
				t.Fatalf("silence sounds like %v", x)
			}
		}
		heard += n
	}
	ended := make(chan error)
	go func() {
		for {
			if _, err := r.Read(mono); err != nil {
				ended <- err
				return
			}
		}
	}()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, io.EOF) {
		t.Errorf("a Read that waits ends with %v", err)
	}
	if err := r.Close(); err != nil {
		t.Errorf("twice: %v", err)
	}
}

func TestByName(t *testing.T) {
	r, err := open(silent, "NULL Capture Device")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := open(silent, "a card that nobody has"); !errors.Is(err, ErrDevice) {
		t.Errorf("got %v", err)
	}
}

func TestLostCard(t *testing.T) {
	r, err := open(silent, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.device.Stop(); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = r.Read(make([]float32, 100))
	}
	if !errors.Is(err, ErrDevice) {
		t.Errorf("got %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestLeftChannel: of interleaved samples the first channel is taken, and a
// reader that lags too far behind loses the card, not samples.
func TestLeftChannel(t *testing.T) {
	r := &Recording{channels: 2, blocks: make(chan []float32, 1), over: make(chan struct{}), lost: make(chan struct{})}
	raw := []byte{0, 0, 0, 0x3f, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xbf, 0, 0, 0x80, 0xbf} // 0.5, 1, -0.5, -1
	r.take(nil, raw, 2)
	mono := make([]float32, 1)
	var got []float32
	for range 2 {
		n, err := r.Read(mono)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, mono[:n]...)
	}
	if len(got) != 2 || got[0] != 0.5 || got[1] != -0.5 {
		t.Errorf("got %v", got)
	}
	r.take(nil, raw[:4], 2) // shorter than it says
	r.take(nil, raw, 2)
	r.take(nil, raw, 2)
	select {
	case <-r.lost:
	default:
		t.Error("a gap in the sound went untold")
	}
}
