package camera

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func nobody(context.Context, string) (io.ReadCloser, error) { return nil, io.EOF }

// What is wrong with a spec is told with what to write.
func TestOpenBad(t *testing.T) {
	text := filepath.Join(t.TempDir(), "notes.mp4")
	if err := os.WriteFile(text, []byte("a letter to a friend"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		spec string
		is   error
		says string
	}{
		{"", ErrSpec, "write one of file:, http:, https:, rtsp:, rtsps:, synth:, usb:"},
		{"  ", ErrSpec, "no camera is named"},
		{"/dev/video0", ErrSpec, "write usb:/dev/video0"},
		{"clip.mp4", ErrSpec, "write file:clip.mp4"},
		{"./a:b.mp4", ErrSpec, "write file:./a:b.mp4"},
		{"uSB:x", ErrSpec, "uSB: is no kind of camera"},
		{"webcam:0", ErrSpec, "webcam: is no kind of camera: write one of"},
		{"usb:", ErrSpec, "nothing follows usb:: write usb:pci-"},
		{"usb:?size=1x1", ErrSpec, "nothing follows usb:"},
		{"usb:x?size=720p", ErrSpec, "size=720p: write size=1280x720"},
		{"usb:x?size=0x720", ErrSpec, "write size=1280x720"},
		{"usb:x?size=1280x99999", ErrSpec, "write size=1280x720"},
		{"usb:x?rate=fast", ErrSpec, "rate=fast: write rate=30"},
		{"usb:x?rate=NaN", ErrSpec, "write rate=30"},
		{"usb:x?rate=0", ErrSpec, "write rate=30"},
		{"usb:x?rate=30&exposure=1", ErrSpec, "unknown option exposure: usb: takes size=1280x720, rate=30"},
		{"usb:/dev/null/x", ErrLost, "no video device"},
		{"usb:" + text, ErrLost, ""},
		{"file:", ErrSpec, "write file:/home/me/clip.mp4?loop=1"},
		{"file:x?loop=yes", ErrSpec, "loop=yes: write loop=1"},
		{"file:x?pace=slow", ErrSpec, "pace=slow: write pace=fast"},
		{"file:x?", ErrSpec, "unknown option : file: takes pace=fast, loop=1"},
		{"file:nowhere.mp4", os.ErrNotExist, "file:nowhere.mp4: there is no such file"},
		{"file:" + text, ErrVideo, "no video file"},
		{"http:camera", ErrSpec, "write http://HOST:8080/video"},
		{"http:///video", ErrSpec, "write http://HOST:8080/video"},
		{"http://me:secret@/video", ErrSpec, "http://...@/video: nothing follows http://"},
		{"rtsp://", ErrSpec, "write rtsp://HOST:554/PATH"},
		{"synth:bad", io.ErrNoProgress, "synth:bad"},
	} {
		synth := func(string, string, Options) (Source, error) { return nil, io.ErrNoProgress }
		s, err := Open(c.spec, "left", Options{Dial: nobody, Openers: map[string]Opener{"synth": synth}})
		if err == nil {
			s.Close()
		}
		var p *problem.Error
		if !errors.Is(err, c.is) || !errors.As(err, &p) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: got %v, want %q", c.spec, err, c.says)
			continue
		}
		for _, l := range rules.Langs() {
			if p.Text[l] == "" || strings.Contains(p.Text[l], "{") {
				t.Errorf("%q in %s: %q", c.spec, l, p.Text[l])
			}
		}
	}
}

func TestOpenWithoutNetwork(t *testing.T) {
	if _, err := Open("http://camera/", "left", Options{}); !errors.Is(err, ErrSpec) || !strings.Contains(err.Error(), "use a usb: or file: camera") {
		t.Errorf("got %v", err)
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"usb:x-video-index0", "usb:x-video-index0?size=640x480", true},
		{"usb:x-video-index0", "usb:/dev/v4l/by-path/x-video-index0", true},
		{"usb:x-video-index0", "usb:y-video-index0", false},
		{"file:a.mp4?loop=1", "file:a.mp4", true},
		{"file:a.mp4", "usb:a.mp4", false},
		{"http://camera/?channel=1", "http://camera/?channel=2", false},
		{"rtsp://camera/1", "rtsp://camera/1", true},
	} {
		if got := Same(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: got %v", c.a, c.b, got)
		}
	}
}

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"http://camera/video":              "http://camera/video",
		"rtsp://me:pass@camera:554/a@b":    "rtsp://...@camera:554/a@b",
		"rtsp://me:p@ss@camera":            "rtsp://...@camera",
		"usb:pci-0000:00:14.0-usb-0:2:1.0": "usb:pci-0000:00:14.0-usb-0:2:1.0",
	} {
		if got := redact(in); got != want {
			t.Errorf("%s: got %s", in, got)
		}
	}
}

// Whatever is written, it is parted or refused, and no password is told.
func FuzzSpec(f *testing.F) {
	f.Add("usb:pci-0000:00:14.0-usb-0:2:1.0-video-index0?size=1280x720&rate=30")
	f.Add("http://me:secret@camera:8080/video?x=1&y")
	f.Add("file:?")
	f.Fuzz(func(t *testing.T, spec string) {
		size := ""
		path, err := split(spec, option{"size", "size=1280x720", func(v string) bool { size = v; return v != "" }})
		if err == nil && !strings.HasPrefix(spec[strings.IndexByte(spec, ':')+1:], path) || err != nil && !errors.Is(err, ErrSpec) {
			t.Errorf("%q: %q, size %q, %v", spec, path, size, err)
		}
		if scheme, rest, ok := strings.Cut(spec, "://"); ok {
			host, _, _ := strings.Cut(rest, "/")
			if at := strings.LastIndexByte(host, '@'); at >= 0 && redact(spec) != scheme+"://..."+rest[at:] {
				t.Errorf("%q is told as %q", spec, redact(spec))
			}
		}
	})
}
