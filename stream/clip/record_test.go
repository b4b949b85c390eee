package clip

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/encode"
	"github.com/plustwo/plustwo/vision"
)

// disk tells of each write, and can fail.
type disk struct {
	bytes.Buffer
	wrote  chan int // length so far
	full   int
	synced int
}

var errFull = errors.New("the disk is full")

func (d *disk) Write(b []byte) (int, error) {
	if d.full > 0 && d.Len()+len(b) > d.full {
		return 0, errFull
	}
	n, err := d.Buffer.Write(b)
	d.wrote <- d.Len()
	return n, err
}

func (d *disk) Sync() error { d.synced++; return nil }

func newDisk() *disk { return &disk{wrote: make(chan int, 20)} }

// A recording is on disk to the last second while it runs.
func TestRecordAsItHappens(t *testing.T) {
	tape := encode.NewTape(encode.Keep{})
	us := units()
	for _, u := range us[:15] {
		tape.Add(u)
	}
	d := newDisk()
	r := Record(tape, d, taken(12))
	beginning := <-d.wrote
	for n, u := range us[15:80] {
		tape.Add(u)
		if n+15 == 40 || n+15 == 70 { // key frames, 1.2 s and 2.2 s after the first
			size := <-d.wrote
			f, err := Open(bytes.NewReader(d.Bytes()), int64(size))
			if err != nil {
				t.Fatal(err)
			}
			last := f.Frames()[len(f.Frames())-1]
			if u.At-last.At > fragment || size <= beginning {
				t.Errorf("at %v the disk holds the clip to %v", u.At, last.At)
			}
		}
	}
	finished := make(chan Info)
	go func() {
		info, err := r.Finish(context.Background(), taken(99)) // in the future
		if err != nil {
			t.Error(err)
		}
		finished <- info
	}()
	for _, u := range us[80:] {
		tape.Add(u)
	}
	info := <-finished
	<-r.Done()
	if f := info.Frames; f[0].Seq != 1010 || f[len(f)-1].Seq != 1099 || info.Missed != 0 {
		t.Errorf("recorded %d to %d, missed %d", f[0].Seq, f[len(f)-1].Seq, info.Missed)
	}
	checkPlays(t, d.Bytes(), 10, 90)
	if d.synced < 4 {
		t.Errorf("synced %d times", d.synced)
	}
}

// recording starts a recording that has begun to write.
func recording(t *testing.T, tape *encode.Tape, d *disk) *Recording {
	t.Helper()
	r := Record(tape, d, 0)
	<-d.wrote // the beginning
	return r
}

func TestFinish(t *testing.T) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		end  bool // of the tape
		to   time.Duration
		last uint64
	}{
		{"in the past", context.Background(), false, taken(98), 1098},
		{"the camera ends", context.Background(), true, time.Hour, 1099},
		{"nobody waits", gone, false, time.Hour, 1099},
	} {
		tape, d := filled(t), newDisk()
		r := Record(tape, d, 0)
		for range 4 {
			<-d.wrote // to frame 79: the rest is not a second yet
		}
		if c.end {
			tape.End(nil)
			<-r.Done()
		}
		info, err := r.Finish(c.ctx, c.to)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if last := info.Frames[len(info.Frames)-1].Seq; last < c.last || last > 1099 {
			t.Errorf("%s: ends with %d, want %d", c.name, last, c.last)
		}
		again, err := r.Finish(context.Background(), 0)
		if err != nil || !slices.Equal(again.Frames, info.Frames) {
			t.Errorf("%s: the second time: %d frames (%v)", c.name, len(again.Frames), err)
		}
		f, err := Open(bytes.NewReader(d.Bytes()), int64(d.Len()))
		if err != nil || !slices.Equal(f.Frames(), info.Frames) {
			t.Errorf("%s: the file differs from what was told (%v)", c.name, err)
		}
	}
}

// What cannot be written is not told as written.
func TestDiskFull(t *testing.T) {
	all := newDisk()
	if _, err := Cut(filled(t), all, 0, math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	d := newDisk()
	d.full = all.Len() - 1
	info, err := Cut(filled(t), d, 0, math.MaxInt64)
	if !errors.Is(err, errFull) {
		t.Fatalf("err = %v", err)
	}
	f, err := Open(bytes.NewReader(d.Bytes()), int64(d.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.Frames(), info.Frames) || len(info.Frames) == made || info.Bytes != int64(d.Len()) {
		t.Errorf("told %d frames, %d bytes; the disk holds %d, %d", len(info.Frames), info.Bytes, len(f.Frames()), d.Len())
	}
}

// A recording that lags further than the tape reaches goes on with a key frame
// and says what is missing.
func TestLag(t *testing.T) {
	tape := encode.NewTape(encode.Keep{Span: time.Second})
	us := units()
	tape.Add(us[0])
	d := newDisk()
	d.wrote = make(chan int) // each write waits for the test
	r := recording(t, tape, d)
	for _, u := range us[1:] {
		tape.Add(u)
	}
	go func() {
		for range d.wrote {
		}
	}()
	info, err := r.Finish(context.Background(), taken(99)-1)
	close(d.wrote)
	if err != nil {
		t.Fatal(err)
	}
	total := len(info.Frames) + info.Missed
	if seq := info.Frames[len(info.Frames)-1].Seq; total < 99 || seq != uint64(1000+total-1) || info.Missed == 0 {
		t.Errorf("%d frames and %d missed, the last is %d", len(info.Frames), info.Missed, seq)
	}
	f, err := Open(bytes.NewReader(d.Bytes()), int64(d.Len()))
	if err != nil {
		t.Fatal(err)
	}
	last := len(f.Frames()) - 1
	img, err := f.Image(last)
	if err != nil {
		t.Fatal(err)
	}
	if d := off(img, picture(total-1)); d > same {
		t.Errorf("the last picture is %.1f off", d)
	}
}

// A picture of another size ends the clip.
func TestSizeChanges(t *testing.T) {
	tape := filled(t)
	e := encode.NewEncoder(encode.Options{})
	defer e.Close()
	u, err := e.Encode(vision.Frame{Seq: 1100, At: taken(made), Image: &vision.Image{Width: 64, Height: 64, Pix: make([]uint8, 3*64*64)}}, false)
	if err != nil {
		t.Fatal(err)
	}
	tape.Add(u)
	d := newDisk()
	info, err := Cut(tape, d, taken(50), time.Hour)
	if !errors.Is(err, ErrOrder) || len(info.Frames) != 50 {
		t.Errorf("%d frames (%v)", len(info.Frames), err)
	}
	checkPlays(t, d.Bytes(), 50, 50)
}

// Whatever a file holds, it is read or refused.
func FuzzOpen(f *testing.F) {
	var b bytes.Buffer
	if _, err := Cut(short(), &b, 0, time.Hour); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:b.Len()-9])
	f.Add([]byte("\x00\x00\x00\x08ftyp\x00\x00\x00\x08mdat"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := Open(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			if !errors.Is(err, ErrClip) {
				t.Errorf("err = %v", err)
			}
			return
		}
		if c.Whole() > int64(len(raw)) || len(c.Frames()) == 0 || !c.Frames()[0].Key {
			t.Errorf("%d frames, %d bytes whole of %d", len(c.Frames()), c.Whole(), len(raw))
		}
		for n := range min(len(c.Frames()), 3) {
			if _, err := c.data(n); err != nil && !errors.Is(err, ErrClip) {
				t.Errorf("picture %d: %v", n, err)
			}
		}
	})
}

// short is a tape of a few units without pictures in them.
func short() *encode.Tape {
	tape := encode.NewTape(encode.Keep{})
	for _, u := range units()[:3] {
		tape.Add(u)
	}
	return tape
}
