package camera_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/camera/cameratest"
)

const clip = "../../testdata/clips/touch-07138.mp4"

// body is the answer of a network camera, in chunks that take a while to come;
// then it waits until it is closed.
type body struct {
	chunks [][]byte
	wait   time.Duration
	fails  error // after the last chunk, instead of waiting
	closed chan struct{}
	once   bool
}

func (b *body) Read(p []byte) (int, error) {
	if len(b.chunks) == 0 {
		if b.fails != nil {
			return 0, b.fails
		}
		<-b.closed
		return 0, errors.New("read on closed body")
	}
	select {
	case <-b.closed:
		return 0, errors.New("read on closed body")
	case <-time.After(b.wait):
	}
	n := copy(p, b.chunks[0])
	if b.chunks[0] = b.chunks[0][n:]; len(b.chunks[0]) == 0 {
		b.chunks = b.chunks[1:]
	}
	return n, nil
}

func (b *body) Close() error {
	if !b.once {
		b.once = true
		close(b.closed)
	}
	return nil
}

func part(t *testing.T, grey uint8) []byte {
	t.Helper()
	im := image.NewGray(image.Rect(0, 0, 32, 16))
	for i := range im.Pix {
		im.Pix[i] = grey
	}
	var out bytes.Buffer
	out.WriteString("--frame\r\nContent-Type: image/jpeg\r\n\r\n")
	if err := jpeg.Encode(&out, im, nil); err != nil {
		t.Fatal(err)
	}
	out.WriteString("\r\n")
	return out.Bytes()
}

// network dials one body.
func network(b *body) camera.Options {
	b.closed = make(chan struct{})
	return camera.Options{Dial: func(context.Context, string) (io.ReadCloser, error) { return b, nil }}
}

func parts(t *testing.T) (out [][]byte) {
	for i := range 12 {
		out = append(out, part(t, uint8(20*i)))
	}
	for range 6 {
		out = append(out, out...) // more than are dropped on a busy machine
	}
	return out
}

func mustOpen(t *testing.T, spec, name string, o camera.Options) camera.Source {
	t.Helper()
	s, err := camera.Open(spec, name, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestContract(t *testing.T) {
	for name, open := range map[string]cameratest.Source{
		"file": func(t *testing.T, name string) camera.Source {
			return mustOpen(t, "file:"+clip, name, camera.Options{})
		},
		"fast file": func(t *testing.T, name string) camera.Source {
			return mustOpen(t, "file:"+clip+"?pace=fast", name, camera.Options{})
		},
		"looped file": func(t *testing.T, name string) camera.Source {
			return mustOpen(t, "file:"+clip+"?loop=1", name, camera.Options{})
		},
		"video": func(t *testing.T, name string) camera.Source {
			v, err := camera.OpenVideo(clip, name)
			fatal(t, err)
			return v
		},
		"http": func(t *testing.T, name string) camera.Source {
			return mustOpen(t, "http://camera/video", name, network(&body{chunks: parts(t), wait: time.Millisecond}))
		},
		"capture": func(t *testing.T, name string) camera.Source { return camera.Captured(&pictures{}, name) },
	} {
		t.Run(name, func(t *testing.T) { cameratest.Contract(t, open) })
	}
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// pictures is a camera that OpenCV would read.
type pictures struct {
	seen   uint8
	age    time.Duration
	closed bool
	err    error
}

func (p *pictures) Next() (*vision.Image, time.Duration, error) {
	if p.err != nil {
		return nil, 0, p.err
	}
	p.seen++
	return &vision.Image{Width: 1, Height: 1, Pix: []uint8{p.seen, 0, 0}}, p.age, nil
}

func (p *pictures) Close() error {
	p.closed = true
	return nil
}

// A device's frame was taken when it says.
func TestCapture(t *testing.T) {
	p := &pictures{age: 40 * time.Millisecond}
	s := camera.CapturedAt(p, "left", func() time.Duration { return time.Second })
	f, err := s.Next(t.Context())
	fatal(t, err)
	if f.At != 960*time.Millisecond {
		t.Errorf("taken at %v", f.At)
	}
	p.err = io.EOF
	if _, err := s.Next(t.Context()); !errors.Is(err, camera.ErrLost) || !strings.Contains(problem.Tell(err, rules.Simplified), "检查线路") {
		t.Errorf("got %v", err)
	}
	fatal(t, s.Close())
	if !p.closed {
		t.Error("left open")
	}
}

// A file plays at its own rate, as time goes by.
func TestFilePaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		clock := func() time.Duration { return time.Minute + time.Since(start) }
		s := mustOpen(t, "file:"+clip+"?loop=1", "left", camera.Options{Clock: clock})
		defer s.Close()
		const frames = 64 // of the clip, at 30 a second
		for i := range 2*frames + 10 {
			f, err := s.Next(t.Context())
			fatal(t, err)
			want := time.Minute + time.Duration(i)*time.Second/30
			if (f.At-want).Abs() > time.Millisecond || (clock()-f.At).Abs() > time.Millisecond || f.Seq != uint64(i) {
				t.Fatalf("frame %d, number %d, came at %v and says %v; want %v", i, f.Seq, clock(), f.At, want)
			}
		}
		time.Sleep(time.Hour) // the program was paused
		for range 3 {
			before := clock()
			f, err := s.Next(t.Context())
			fatal(t, err)
			if f.At != clock() || clock()-before > 34*time.Millisecond {
				t.Errorf("after a pause: %v at %v", f.At, clock())
			}
			time.Sleep(30 * time.Millisecond)
		}
	})
}

// As fast as it is read, its frames say when they would have come.
func TestFileFast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s := mustOpen(t, "file:"+clip+"?pace=fast", "left", camera.Options{Clock: func() time.Duration { return time.Since(start) }})
		defer s.Close()
		n := 0
		for ; ; n++ {
			f, err := s.Next(t.Context())
			if errors.Is(err, io.EOF) {
				break
			}
			fatal(t, err)
			if want := time.Duration(n) * time.Second / 30; (f.At - want).Abs() > time.Millisecond {
				t.Fatalf("frame %d at %v", n, f.At)
			}
		}
		if n != 64 || time.Since(start) != 0 {
			t.Errorf("%d frames took %v", n, time.Since(start))
		}
	})
}

func TestFileWaitsNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := mustOpen(t, "file:"+clip, "left", camera.Options{})
		defer s.Close()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		for {
			_, err := s.Next(ctx)
			if err == nil {
				continue
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			return
		}
	})
}

func TestHTTP(t *testing.T) {
	damaged := part(t, 90)
	copy(damaged[bytes.Index(damaged, []byte{0xff, 0xc0})+5:], []byte{0, 0, 0, 0}) // no pixels
	for _, c := range []struct {
		name string
		body body
		seqs []uint64
		says string
	}{
		{"the line breaks", body{chunks: [][]byte{part(t, 1), part(t, 2)}, fails: io.ErrUnexpectedEOF}, []uint64{0, 1}, "gives no more pictures"},
		{"it ends", body{chunks: [][]byte{part(t, 1)}, fails: io.EOF}, []uint64{0}, "gives no more pictures"},
		{"a damaged picture", body{chunks: [][]byte{part(t, 1), damaged, part(t, 2)}, fails: io.EOF}, []uint64{0, 2}, "gives no more pictures"},
		{"a picture that breaks off", body{chunks: [][]byte{part(t, 1), part(t, 2)[:200], part(t, 3), part(t, 4)}, fails: io.EOF}, nil, "gives no more pictures"},
		{"only damaged pictures", body{chunks: repeated(damaged, 40), fails: io.EOF}, []uint64{}, "none of the last 30 pictures"},
		{"a web page", body{chunks: [][]byte{[]byte("<html><body>Log in</body></html>")}, fails: io.EOF}, []uint64{}, "not of a web page"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { playHTTP(t, &c.body, c.seqs, c.says) })
		})
	}
}

// playHTTP reads a camera to its end: which frames came, and why it ended.
func playHTTP(t *testing.T, b *body, want []uint64, says string) {
	b.wait = time.Millisecond // so that none is dropped
	s := mustOpen(t, "http://me:secret@camera/video", "left", network(b))
	defer s.Close()
	seqs := []uint64{}
	for {
		f, err := s.Next(t.Context())
		if err == nil {
			seqs = append(seqs, f.Seq)
			continue
		}
		if !errors.Is(err, camera.ErrLost) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "@camera/video") {
			t.Errorf("got %v", err)
		}
		if _, again := s.Next(t.Context()); again == nil {
			t.Error("it goes on after an error")
		}
		break
	}
	if want != nil && !slices.Equal(seqs, want) {
		t.Errorf("frames %v", seqs)
	}
	if !b.once {
		t.Error("the connection is left open")
	}
}

// Pictures that are not taken in time are dropped: the newest wins, and has the
// moment when it came.
func TestHTTPDrops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		o := network(&body{chunks: parts(t)[:10], wait: 10 * time.Millisecond})
		o.Clock = func() time.Duration { return time.Since(start) }
		s := mustOpen(t, "http://camera/video", "left", o)
		for _, c := range []struct {
			busy, at time.Duration
			seq      uint64
		}{{0, 10 * time.Millisecond, 0}, {45 * time.Millisecond, 50 * time.Millisecond, 4}, {0, 60 * time.Millisecond, 5}, {time.Hour, 100 * time.Millisecond, 9}} {
			time.Sleep(c.busy) // the bubble's time
			synctest.Wait()
			f, err := s.Next(t.Context())
			fatal(t, err)
			if f.Seq != c.seq || f.At != c.at {
				t.Errorf("after %v: number %d at %v, want %d at %v", c.busy, f.Seq, f.At, c.seq, c.at)
			}
		}
		fatal(t, s.Close())
	})
}

func repeated(raw []byte, n int) (out [][]byte) {
	for range n {
		out = append(out, raw)
	}
	return out
}

// A camera that says nothing is left when the context is done.
func TestHTTPSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &body{chunks: [][]byte{part(t, 1)}}
		s := mustOpen(t, "http://camera/video", "left", network(b))
		_, err := s.Next(t.Context())
		fatal(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := s.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		fatal(t, s.Close())
	})
}

func TestHTTPNotReached(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		says string
	}{
		"a dialler's own words":   {problem.New(nil, problem.CameraAnswer, "status", "401 Unauthorized"), "answers 401 Unauthorized"},
		"an error of the network": {errors.New("dial tcp: connection refused"), "does not answer"},
	} {
		o := camera.Options{Dial: func(context.Context, string) (io.ReadCloser, error) { return nil, c.err }}
		s := mustOpen(t, "http://camera/video", "left", o)
		if _, err := s.Next(t.Context()); !errors.Is(err, camera.ErrLost) || !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v", name, err)
		}
		fatal(t, s.Close())
	}
}
