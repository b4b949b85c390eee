package camera

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const clip = "../../testdata/clips/touch-07138.mp4"

func TestVideo(t *testing.T) {
	v, err := OpenVideo(clip, "overhead")
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	var s Source = v
	if w, h := v.Size(); w != 640 || h != 360 {
		t.Errorf("%d x %d", w, h)
	}
	last := time.Duration(-1)
	n := 0
	for ; ; n++ {
		f, err := s.Next(context.Background())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		want := time.Duration(n) * time.Second / 30
		if f.Seq != uint64(n) || f.Camera != "overhead" || f.At <= last || (f.At-want).Abs() > time.Millisecond {
			t.Fatalf("frame %d of %s is number %d at %v, want %v", n, f.Camera, f.Seq, f.At, want)
		}
		if f.Image.Width != 640 || f.Image.Height != 360 || len(f.Image.Pix) != 3*640*360 {
			t.Fatalf("frame %d is %d x %d", n, f.Image.Width, f.Image.Height)
		}
		last = f.At
	}
	if n != 64 {
		t.Errorf("%d frames", n)
	}
	if _, err := s.Next(context.Background()); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestVideoCancelled(t *testing.T) {
	v, err := OpenVideo(clip, "overhead")
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := v.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestVideoBad(t *testing.T) {
	whole, err := os.ReadFile(clip)
	if err != nil {
		t.Fatal(err)
	}
	index := bytes.Index(whole, []byte("moov")) - 4
	zeros := append([]byte(nil), whole...)
	clear(zeros[64:index])
	avi := append([]byte("RIFF\xff\xff\x00\x00AVI LIST"), make([]byte, 100)...)
	for _, c := range []struct {
		name string
		raw  []byte
		says string
	}{
		{"empty", nil, "the file is empty"},
		{"text", []byte("a letter to a friend"), "no video file"},
		{"JSON", []byte("{}"), "of the kind JSON"},
		{"JPEG", []byte("\xff\xd8\xff\xe0 and so on"), "of the kind JPEG"},
		{"half", whole[:len(whole)/2], "ends early"},
		{"without index", whole[:index], "no index"},
		{"a few bytes", whole[:6], "no video file"},
		{"only zeros inside", zeros, "cannot be read"},
		{"a short AVI", avi, "ends early"},
		{"an impossible box", []byte("\x00\x00\x00\x02ftypisom\x00\x00\x00\x00"), "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "clip.mp4")
			if err := os.WriteFile(path, c.raw, 0o600); err != nil {
				t.Fatal(err)
			}
			v, err := OpenVideo(path, "overhead")
			for err == nil {
				_, err = v.Next(context.Background())
			}
			if v != nil {
				v.Close()
			}
			if !errors.Is(err, ErrVideo) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

func TestVideoPaths(t *testing.T) {
	if _, err := OpenVideo("nowhere.mp4", "a"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := OpenVideo(t.TempDir(), "a"); !errors.Is(err, ErrVideo) || !strings.Contains(err.Error(), "folder") {
		t.Errorf("got %v", err)
	}
}

// Whatever a file holds, its container is read in bounded time without a panic.
func FuzzContainer(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\x00\x00\x00\x08moov"))
	f.Add(binary.BigEndian.AppendUint64([]byte("\x00\x00\x00\x01mdat"), 1<<63))
	f.Add([]byte("RIFF\x04\x00\x00\x00AVI "))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := checkContainer(bytes.NewReader(raw), int64(len(raw))); err != nil && !errors.Is(err, ErrVideo) {
			t.Errorf("%v wraps no ErrVideo", err)
		}
	})
}
