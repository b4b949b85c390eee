package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/camera/cameratest"
)

// These tests speak to servers on the loopback interface, in real time.

// view is the n-th picture of a made camera: each is another one.
func view(n int) []byte {
	const w, h = 64, 48
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		im.Set(i%w, i/w, color.RGBA{R: uint8(7 * n), G: uint8(i), B: 90, A: 255})
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, im, nil); err != nil {
		panic(err) // memory does not fail
	}
	return b.Bytes()
}

const interval = 5 * time.Millisecond // between the pictures of made cameras

// mjpegServer sends pictures to who knows the password, over plain HTTP.
func mjpegServer(t *testing.T) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, word, _ := r.BasicAuth(); user != "me" || word != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=b")
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for n := 0; ; n++ {
			raw := view(n)
			fmt.Fprintf(w, "--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(raw), raw)
			w.(http.Flusher).Flush()
			select {
			case <-tick.C:
			case <-r.Context().Done():
				return
			}
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func withUser(url string) string {
	return strings.Replace(url, "http://", "http://me:secret@", 1) + "/video"
}

func TestHTTPCameraContract(t *testing.T) {
	s := mjpegServer(t)
	cameratest.Contract(t, func(t *testing.T, name string) camera.Source {
		source, err := camera.Open(withUser(s.URL), name, camera.Options{Dial: dialCamera()})
		if err != nil {
			t.Fatal(err)
		}
		return source
	})
}

// A network camera's connection breaks and comes back, and the camera too.
func TestHTTPCameraComesBack(t *testing.T) {
	s := mjpegServer(t)
	var frames feed.Feed[vision.Frame]
	start := time.Now()
	clock := func() time.Duration { return time.Since(start) }
	states := make(chan camera.Status, 1000) // more than change
	k := camera.Keep(camera.Keeping{Name: "overhead", Frames: &frames, Clock: clock, Changed: func(s camera.Status) { states <- s },
		Open: func() (camera.Source, error) {
			return camera.Open(withUser(s.URL), "overhead", camera.Options{Clock: clock, Dial: dialCamera()})
		}})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r := frames.Reader()
	var before vision.Frame
	var err error
	for range 3 {
		if before, _, err = r.Next(ctx); err != nil {
			t.Fatal(err)
		}
	}
	s.CloseClientConnections()
	for _, want := range []camera.State{camera.Live, camera.Lost, camera.Live} {
		for got := camera.Opening; got != want; { // on a busy machine it may be frozen meanwhile
			select {
			case s := <-states:
				got = s.State
			case <-ctx.Done():
				t.Fatalf("never %v", want)
			}
		}
	}
	after, _, err := r.Next(ctx)
	if err != nil || after.Seq <= before.Seq || after.At <= before.At || after.Image.Width != 64 {
		t.Errorf("%d at %v after %d at %v, %v", after.Seq, after.At, before.Seq, before.At, err)
	}
	if err := k.Close(); err != nil {
		t.Error(err)
	}
}

func TestHTTPCameraRefuses(t *testing.T) {
	s := mjpegServer(t)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for _, c := range []struct{ name, url, says string }{
		{"no password", s.URL + "/video", "answers 401 Unauthorized"},
		{"nobody there", gone.URL, "does not answer"},
		{"no address", "http://a b/", "does not answer"},
	} {
		source, err := camera.Open(c.url, "overhead", camera.Options{Dial: dialCamera()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := source.Next(t.Context()); !errors.Is(err, camera.ErrLost) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v", c.name, err)
		}
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What a context says until the answer's head came ends the dialling; after, it
// does not matter.
func TestDialCameraContext(t *testing.T) {
	s := mjpegServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	body, err := dialCamera()(ctx, withUser(s.URL))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := body.Read(make([]byte, 1)); err != nil {
		t.Errorf("after the context: %v", err)
	}
	if err := body.Close(); err != nil {
		t.Error(err)
	}
	if _, err := dialCamera()(ctx, withUser(s.URL)); !errors.Is(err, context.Canceled) {
		t.Errorf("dialled all the same: %v", err)
	}
}

func TestRTSPCameraContract(t *testing.T) {
	address := rtspServer(t)
	cameratest.Contract(t, func(t *testing.T, name string) camera.Source {
		source, err := camera.Open("rtsp://"+address+"/video", name, camera.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return source
	})
}

// The pictures come as they were sent, with red where red is.
func TestRTSPCameraColours(t *testing.T) {
	source, err := camera.Open("rtsp://"+rtspServer(t)+"/video", "left", camera.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	f, err := source.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const x, y, blue, off = 20, 2, 90, 30 // by JPEG's coarse colours
	rgb := f.Image.Pix[3*(y*f.Image.Width+x):]
	if green := y*f.Image.Width + x; f.Image.Width != 64 || f.Image.Height != 48 || apart(rgb[1], green) > off || apart(rgb[2], blue) > off || rgb[0]+off > rgb[1] {
		t.Errorf("%d x %d, %v", f.Image.Width, f.Image.Height, rgb[:3])
	}
}

func apart(got uint8, want int) int { return max(int(got)-want, want-int(got)) }

func TestRTSPCameraRefuses(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	if _, err := camera.Open("rtsp://me:secret@"+address+"/video", "left", camera.Options{}); !errors.Is(err, camera.ErrLost) ||
		!strings.Contains(err.Error(), "does not answer") || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}
