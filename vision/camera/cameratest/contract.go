// Package cameratest holds what every source of frames must keep to, as one
// test that all of them share.
package cameratest

import (
	"context"
	"errors"
	"hash/fnv"
	"testing"

	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
)

// Source opens the source under test as a camera of a name. It has at least
// Frames frames to give.
type Source func(t *testing.T, name string) camera.Source

// Frames is how many frames the contract reads.
const Frames = 5

// Contract tests a source.
func Contract(t *testing.T, open Source) {
	t.Run("frames", func(t *testing.T) { frames(t, open) })
	t.Run("cancelled", func(t *testing.T) { cancelled(t, open) })
	t.Run("closed", func(t *testing.T) { closed(t, open) })
	t.Run("unread", func(t *testing.T) { unread(t, open) })
}

// frames: numbers and times rise, pictures are whole, and stay as they are.
func frames(t *testing.T, open Source) {
	const name = "left"
	s := open(t, name)
	defer s.Close()
	var last vision.Frame
	var all []vision.Frame
	var sums []uint64
	for i := range Frames {
		f, err := s.Next(t.Context())
		if err != nil {
			t.Fatalf("frame %d: %v", i, err)
		}
		if f.Camera != name || f.Image == nil {
			t.Fatalf("frame %d is %+v, of the camera %q", i, f, f.Camera)
		}
		if w, h, n := f.Image.Width, f.Image.Height, len(f.Image.Pix); w < 1 || h < 1 || n != 3*w*h {
			t.Fatalf("frame %d has %d bytes for %d x %d pixels", i, n, w, h)
		}
		if i > 0 && (f.Seq <= last.Seq || f.At < last.At) || f.At < 0 {
			t.Fatalf("frame %d has number %d at %v after number %d at %v", i, f.Seq, f.At, last.Seq, last.At)
		}
		last = f
		all, sums = append(all, f), append(sums, sum(f))
	}
	for i, f := range all {
		if sum(f) != sums[i] {
			t.Errorf("frame %d was changed after it was given", i)
		}
	}
}

func sum(f vision.Frame) uint64 {
	h := fnv.New64a()
	h.Write(f.Image.Pix)
	return h.Sum64()
}

// cancelled: a context that is done ends Next with its error.
func cancelled(t *testing.T, open Source) {
	s := open(t, "left")
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := s.Next(ctx); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// closed: a source may be closed twice and gives nothing after.
func closed(t *testing.T, open Source) {
	s := open(t, "left")
	if _, err := s.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	closeTwice(t, s)
	if f, err := s.Next(t.Context()); err == nil {
		t.Errorf("after Close came frame %d", f.Seq)
	}
}

// unread: a source that nobody reads can be closed.
func unread(t *testing.T, open Source) { closeTwice(t, open(t, "left")) }

func closeTwice(t *testing.T, s camera.Source) {
	t.Helper()
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
