package cv

import (
	"errors"
	"io"
	"path/filepath"
	"testing"
	"time"
)

const clip = "../../../testdata/clips/touch-07138.mp4"

// A video file stands for a network camera: both come through FFmpeg.
func TestCapture(t *testing.T) {
	c, err := OpenStream(clip)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; ; n++ {
		img, age, err := c.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || img.Width != 640 || img.Height != 360 || len(img.Pix) != 3*640*360 || age != 0 {
			t.Fatalf("picture %d: %v, age %v", n, err, age)
		}
	}
	if n != 64 {
		t.Errorf("%d pictures", n)
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := c.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after Close: %v", err)
	}
}

func TestCaptureBad(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "video0")
	if _, err := OpenDevice(missing, Mode{Width: 1280, Height: 720, Rate: 30}); !errors.Is(err, ErrCapture) {
		t.Errorf("no such device: %v", err)
	}
	if _, err := OpenDevice(clip, Mode{Width: 1280, Height: 720, Rate: 30}); !errors.Is(err, ErrCapture) {
		t.Errorf("a file: %v", err)
	}
	if _, err := OpenStream(missing); !errors.Is(err, ErrCapture) {
		t.Errorf("no such stream: %v", err)
	}
}

// The age of a frame is believed from 0 to a second.
func TestCredible(t *testing.T) {
	for age, want := range map[time.Duration]time.Duration{
		-time.Nanosecond: 0, 0: 0, 40 * time.Millisecond: 40 * time.Millisecond,
		time.Second: time.Second, time.Second + 1: 0, 50 * 365 * 24 * time.Hour: 0,
	} {
		if got := credible(age); got != want {
			t.Errorf("%v: got %v", age, got)
		}
	}
	if age := since(0); age != 0 {
		t.Errorf("a device without a clock: %v", age)
	}
}
