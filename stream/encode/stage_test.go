package encode

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/internal/codec"
	"github.com/plustwo/plustwo/vision"
)

// frame is a small picture of one grey.
func frame(n, width, height int, grey uint8) vision.Frame {
	pix := make([]uint8, 3*width*height)
	for i := range pix {
		pix[i] = grey
	}
	return vision.Frame{Camera: "overhead", Seq: uint64(n), At: time.Duration(n) * time.Second / 30, Image: &vision.Image{Width: width, Height: height, Pix: pix}}
}

// A size that changes gives a key frame with the new size.
func TestSizeChanges(t *testing.T) {
	e := NewEncoder(Options{})
	defer e.Close()
	d, err := codec.NewDecoder()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for n, c := range []struct {
		side int
		key  bool
	}{{64, true}, {64, false}, {96, true}, {96, false}, {64, true}} {
		u, err := e.Encode(frame(n, c.side, c.side, 90), false)
		if err != nil {
			t.Fatal(err)
		}
		if u.Key != c.key || u.Seq != uint64(n) || u.At != frame(n, 2, 2, 0).At {
			t.Errorf("picture %d: %+v", n, u)
		}
		w, h, pix, err := d.Decode(u.NALUs)
		if err != nil || w != c.side || h != c.side {
			t.Fatalf("picture %d: %d x %d: %v", n, w, h, err)
		}
		if p := int(pix[0]); p < 87 || p > 93 {
			t.Errorf("picture %d: grey 90 became %d", n, p)
		}
	}
}

// step publishes a frame and waits until the stage has encoded it.
func step(t *testing.T, f *feed.Feed[vision.Frame], r *Reader, n int) Unit {
	t.Helper()
	f.Publish(frame(n, 64, 64, uint8(n)))
	for {
		u, _, err := r.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if u.Seq == uint64(n) {
			return u
		}
	}
}

func TestStage(t *testing.T) {
	var f feed.Feed[vision.Frame]
	s := Start(f.Reader(), Options{})
	r := s.Tape().From(0)
	keys := 0
	for n := range 25 {
		if n == 4 || n == 5 || n == 6 { // a burst makes one key frame now and one in three frames
			s.Key()
		}
		u := step(t, &f, r, n)
		want := n == 0 || n == 4 || n == 8 || n == 18
		if u.Key != want {
			t.Errorf("picture %d: key is %v, want %v", n, u.Key, want)
		}
		if u.Key {
			keys++
		}
	}
	st := s.Stats()
	if st.Encoded != 25 || st.Keys != uint64(keys) || st.Missed != 0 || st.Bytes == 0 || st.Busy <= 0 {
		t.Errorf("stats %+v after 25 pictures, %d keys", st, keys)
	}
	s.Close()
	s.Close()
	f.Publish(frame(26, 64, 64, 1))
	if _, _, err := r.Next(context.Background()); !errors.Is(err, feed.ErrClosed) {
		t.Errorf("after Close: err = %v", err)
	}
}

// Everybody gets the same units of one encoder, however many they are.
func TestManyReaders(t *testing.T) {
	const readers, frames = 40, 30
	var f feed.Feed[vision.Frame]
	s := Start(f.Reader(), Options{})
	defer s.Close()
	got := make(chan int, readers)
	for range readers {
		r := s.Live()
		go func() {
			n := 0
			for {
				if _, _, err := r.Next(context.Background()); err != nil {
					got <- n
					return
				}
				n++
			}
		}()
	}
	r := s.Tape().From(0)
	for n := range frames {
		step(t, &f, r, n)
	}
	f.Close()
	for range readers {
		if n := <-got; n == 0 || n > frames {
			t.Errorf("a reader read %d units of %d", n, frames)
		}
	}
	if st := s.Stats(); st.Encoded != frames {
		t.Errorf("%d encoded, want %d", st.Encoded, frames)
	}
}

// A frame that cannot be encoded ends the stage, and its readers learn why.
func TestStageFails(t *testing.T) {
	for name, bad := range map[string]vision.Frame{
		"no picture": {Camera: "overhead", Seq: 7},
		"too small":  frame(7, 2, 2, 0),
		"too short":  {Camera: "overhead", Seq: 7, Image: &vision.Image{Width: 64, Height: 64, Pix: make([]uint8, 9)}},
	} {
		var f feed.Feed[vision.Frame]
		s := Start(f.Reader(), Options{})
		r := s.Live()
		f.Publish(bad)
		if _, _, err := r.Next(context.Background()); !errors.Is(err, ErrEncode) {
			t.Errorf("%s: err = %v", name, err)
		}
		s.Close()
	}
}
