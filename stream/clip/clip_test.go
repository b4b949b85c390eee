package clip

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	amp4 "github.com/abema/go-mp4"

	"github.com/plustwo/plustwo/stream/encode"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
)

const (
	width, height = 160, 96
	made          = 100 // frames
)

// taken is when frame n was taken: about 30 a second, as a camera's clock
// wavers, and 0.2 s late from frame 40 on.
func taken(n int) time.Duration {
	at := 7*time.Second + time.Duration(n)*time.Second/30 + time.Duration(n*7919%9-4)*time.Millisecond
	if n >= 40 {
		at += 200 * time.Millisecond
	}
	return at
}

// picture shows a bright square that moves on with each frame.
func picture(n int) *vision.Image {
	pix := make([]uint8, 3*width*height)
	for y := range height {
		for x := range width {
			p := pix[3*(y*width+x):]
			p[0], p[1], p[2] = 60, uint8(y), uint8(x)
			if x/16 == n%10 && y/16 == n/10%6 {
				p[0], p[1], p[2] = 250, 240, 40
			}
		}
	}
	return &vision.Image{Width: width, Height: height, Pix: pix}
}

// units are the encoded pictures, made once.
var units = sync.OnceValue(func() (us []encode.Unit) {
	e := encode.NewEncoder(encode.Options{Bitrate: 1_000_000})
	defer e.Close()
	for n := range made {
		u, err := e.Encode(vision.Frame{Seq: uint64(1000 + n), At: taken(n), Image: picture(n)}, false)
		if err != nil {
			panic(err)
		}
		us = append(us, u)
	}
	return us
})

func filled(t *testing.T) *encode.Tape {
	t.Helper()
	tape := encode.NewTape(encode.Keep{})
	for _, u := range units() {
		tape.Add(u)
	}
	return tape
}

// off is the mean difference of two pictures, in grey levels.
func off(a, b *vision.Image) float64 {
	if a.Width != b.Width || a.Height != b.Height {
		return math.Inf(1)
	}
	sum := 0
	for i := range a.Pix {
		sum += max(int(a.Pix[i])-int(b.Pix[i]), int(b.Pix[i])-int(a.Pix[i]))
	}
	return float64(sum) / float64(len(a.Pix))
}

// Measured: the right picture is at most 0.9 off, the one before it 4.6 and more.
const same = 2

// checkPlays plays a clip with OpenCV and compares frames and times.
func checkPlays(t *testing.T, clip []byte, first, frames int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(path, clip, 0o600); err != nil {
		t.Fatal(err)
	}
	video, err := camera.OpenVideo(path, "overhead")
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	n := 0
	for ; ; n++ {
		f, err := video.Next(context.Background())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("after %d pictures: %v", n, err)
		}
		if d := off(f.Image, picture(first+n)); d > same {
			t.Errorf("picture %d is %.1f off", first+n, d)
		}
		if want := taken(first+n) - taken(first); (f.At - want).Abs() > time.Millisecond {
			t.Errorf("picture %d at %v, want %v", first+n, f.At, want)
		}
	}
	if n != frames {
		t.Errorf("OpenCV plays %d pictures, want %d", n, frames)
	}
}

func TestCut(t *testing.T) {
	tape := filled(t)
	for _, c := range []struct {
		name        string
		from, to    time.Duration
		first, last int
	}{
		{"all", 0, time.Hour, 0, made - 1},
		{"from a key frame", taken(30), taken(60), 30, 60},
		{"from between", taken(39), taken(60) - 1, 30, 59},
		{"one frame", taken(20), taken(20), 20, 20},
		{"the newest", time.Hour, time.Hour, 90, 99},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			info, err := Cut(tape, &b, c.from, c.to)
			if err != nil {
				t.Fatal(err)
			}
			frames := c.last - c.first + 1
			if len(info.Frames) != frames || info.Width != width || info.Height != height || info.Missed != 0 || info.Bytes != int64(b.Len()) {
				t.Errorf("info %+v, want %d frames and %d bytes", info, frames, b.Len())
			}
			for i, f := range info.Frames {
				if want := (Frame{uint64(1000 + c.first + i), taken(c.first + i), (c.first+i)%10 == 0}); f != want {
					t.Errorf("frame %d: %+v, want %+v", i, f, want)
				}
			}
			checkFile(t, b.Bytes(), info.Frames, c.first)
			checkPlays(t, b.Bytes(), c.first, frames)
		})
	}
}

// checkFile reads a clip back: its list and its pictures.
func checkFile(t *testing.T, b []byte, frames []Frame, first int) {
	t.Helper()
	f, err := Open(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.Frames(), frames) || f.Whole() != int64(len(b)) {
		t.Errorf("read %d frames in %d bytes, want %d in %d", len(f.Frames()), f.Whole(), len(frames), len(b))
	}
	for _, n := range []int{0, len(frames) / 2, len(frames) - 1} {
		img, err := f.Image(n)
		if err != nil {
			t.Fatal(err)
		}
		if d := off(img, picture(first+n)); d > same {
			t.Errorf("picture %d is %.1f off", first+n, d)
		}
	}
	for _, n := range []int{-1, len(frames)} {
		if _, err := f.Image(n); !errors.Is(err, ErrClip) {
			t.Errorf("picture %d: err = %v", n, err)
		}
	}
}

// The file as another library reads it: H.264 baseline, fragments of a second
// at most that begin with key frames, samples that join without a gap.
func TestFormat(t *testing.T) {
	var b bytes.Buffer
	info, err := Cut(filled(t), &b, 0, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	probe, err := amp4.Probe(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(probe.Tracks) != 1 || probe.Tracks[0].Timescale != timescale || probe.Tracks[0].Codec != amp4.CodecAVC1 ||
		probe.Tracks[0].AVC.Profile != 66 || probe.Tracks[0].AVC.ProfileCompatibility&0xc0 != 0xc0 || probe.Tracks[0].AVC.Width != width {
		t.Errorf("track %+v", probe.Tracks)
	}
	at, n := uint64(0), 0
	for _, s := range probe.Segments {
		if s.BaseMediaDecodeTime != at {
			t.Errorf("a fragment begins at %d, want %d", s.BaseMediaDecodeTime, at)
		}
		first, last := info.Frames[n], info.Frames[n+int(s.SampleCount)-1]
		if last.At-first.At >= fragment || !first.Key {
			t.Errorf("a fragment from %+v to %+v", first, last)
		}
		at += uint64(s.Duration)
		n += int(s.SampleCount)
	}
	if len(probe.Segments) != 4 || n != made {
		t.Errorf("%d fragments with %d frames", len(probe.Segments), n)
	}
}

// Cut short at any byte, the whole fragments before are read, and play.
func TestCutShort(t *testing.T) {
	var b bytes.Buffer
	if _, err := Cut(filled(t), &b, 0, time.Hour); err != nil {
		t.Fatal(err)
	}
	all := b.Bytes()
	whole := map[int64]int{} // length to frames
	for n := range len(all) {
		f, err := Open(bytes.NewReader(all), int64(n))
		if len(whole) == 0 && errors.Is(err, ErrClip) {
			continue // no fragment is whole yet
		}
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		if int64(n) < f.Whole() || int64(n) > f.Whole()+int64(len(all)/2) {
			t.Fatalf("of %d bytes %d are whole", n, f.Whole())
		}
		whole[f.Whole()] = len(f.Frames())
	}
	if len(whole) != 3 {
		t.Errorf("whole fragments end at %v, want three places", whole)
	}
	for n, frames := range whole {
		checkPlays(t, all[:n], 0, frames)
	}
}

func TestNothing(t *testing.T) {
	tape := encode.NewTape(encode.Keep{})
	if _, err := Cut(tape, io.Discard, 0, time.Hour); !errors.Is(err, ErrNothing) {
		t.Errorf("an empty tape: err = %v", err)
	}
	tape.Add(units()[5])
	if _, err := Cut(tape, io.Discard, 0, time.Hour); !errors.Is(err, ErrNothing) {
		t.Errorf("no key frame: err = %v", err)
	}
	if _, err := Cut(filled(t), io.Discard, 0, taken(0)-1); !errors.Is(err, ErrNothing) {
		t.Errorf("before all: err = %v", err)
	}
	if err := NewWriter(io.Discard).Add(units()[5]); !errors.Is(err, ErrOrder) {
		t.Errorf("begun without a key frame: err = %v", err)
	}
	bare := units()[0]
	bare.NALUs = bare.NALUs[2:]
	if err := NewWriter(io.Discard).Add(bare); !errors.Is(err, ErrOrder) {
		t.Errorf("begun without SPS: err = %v", err)
	}
}
