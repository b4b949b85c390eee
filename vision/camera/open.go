package camera

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
)

// ErrSpec means that a camera is named in a way that cannot be used; the message
// says what to write.
var ErrSpec = errors.New("unusable name of a camera")

// Opener opens the source that a whole spec, its scheme included, names; name is
// the camera's in its frames.
type Opener func(spec, name string, o Options) (Source, error)

// Dial fetches a network camera's stream: the body of the answer to a GET of the
// address. Closing the body must end a Read that waits. Once the body is
// returned the context no longer matters.
type Dial func(ctx context.Context, address string) (io.ReadCloser, error)

// Options are what sources are opened with.
type Options struct {
	Clock   Clock             // nil for one that starts at Open
	Dial    Dial              // nil where there is no network: http: cameras are refused
	Openers map[string]Opener // further kinds, by scheme, such as "synth"; they win over those of this package
}

// openers are the kinds of cameras that are built in.
var openers = map[string]Opener{
	"usb": openUSB, "file": openFile, "rtsp": openRTSP, "rtsps": openRTSP, "http": openHTTP, "https": openHTTP,
}

// examples are how a kind of camera is written.
var examples = map[string]string{
	"usb": exampleUSB, "file": exampleFile, "rtsp": "rtsp://HOST:554/PATH", "rtsps": "rtsps://HOST:322/PATH",
	"http": "http://HOST:8080/video", "https": "https://HOST/video",
}

// Open opens a camera by its spec:
//
//	usb:PATH        a V4L2 device by the socket it is plugged into, as "plustwo
//	                cameras" lists it; ?size=1280x720&rate=30 asks for a mode
//	file:PATH       a video at its own rate; ?pace=fast for as fast as it is
//	                read, ?loop=1 for over and over
//	rtsp://...      a network camera by RTSP
//	http://...      a network camera that sends MJPEG; https:// too
//
// and what the options add, such as synth:. Frames carry the name. Errors are
// problem.Errors that name the camera and wrap ErrSpec, ErrVideo or ErrLost.
//
// Sources of real devices and of RTSP were tested with fakes and a made server
// only, never with a camera.
func Open(spec, name string, o Options) (Source, error) {
	if o.Clock == nil {
		o.Clock = sinceNow()
	}
	s, err := open(spec, name, o)
	if err != nil {
		return nil, problem.At(redact(spec), err)
	}
	return s, nil
}

func open(spec, name string, o Options) (Source, error) {
	scheme, _, ok := strings.Cut(spec, ":")
	known := known(o)
	switch {
	case strings.TrimSpace(spec) == "":
		return nil, problem.New(ErrSpec, problem.CameraNoSpec, "known", known)
	case strings.HasPrefix(spec, "/dev/"):
		return nil, problem.New(ErrSpec, problem.CameraBare, "like", "usb:"+spec)
	case !ok || strings.ContainsAny(scheme, "/.\\"):
		return nil, problem.New(ErrSpec, problem.CameraBare, "like", "file:"+spec)
	}
	opener := o.Openers[scheme]
	if opener == nil {
		opener = openers[scheme]
	}
	if opener == nil {
		return nil, problem.New(ErrSpec, problem.CameraScheme, "scheme", scheme, "known", known)
	}
	return opener(spec, name, o)
}

// known lists the schemes, each with its colon.
func known(o Options) []string {
	all := maps.Clone(openers)
	maps.Copy(all, o.Openers)
	var out []string
	for _, s := range slices.Sorted(maps.Keys(all)) {
		out = append(out, s+":")
	}
	return out
}

// redact leaves the user and password out of an address, for messages.
func redact(spec string) string {
	scheme, rest, ok := strings.Cut(spec, "://")
	if !ok {
		return spec
	}
	host, path, slash := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = "..." + host[at:]
	}
	if slash {
		path = "/" + path
	}
	return scheme + "://" + host + path
}

// option is one that a kind of camera takes.
type option struct {
	name string
	like string // how it is written
	set  func(value string) bool
}

// split parts a spec into what it names and its options, which it sets.
func split(spec string, options ...option) (string, error) {
	scheme, rest, _ := strings.Cut(spec, ":")
	path, query, has := strings.Cut(rest, "?")
	if path == "" {
		return "", problem.New(ErrSpec, problem.CameraNoPath, "scheme", scheme+":", "like", examples[scheme])
	}
	if !has {
		return path, nil
	}
	for field := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(field, "=")
		i := slices.IndexFunc(options, func(o option) bool { return o.name == key })
		if i < 0 {
			return "", unknown(scheme, key, options)
		}
		if !options[i].set(value) {
			return "", problem.New(ErrSpec, problem.CameraValue, "option", key, "value", value, "like", options[i].like)
		}
	}
	return path, nil
}

func unknown(scheme, key string, options []option) error {
	if len(options) == 0 {
		return problem.New(ErrSpec, problem.CameraNoOptions, "option", key, "scheme", scheme+":")
	}
	var likes []string
	for _, o := range options {
		likes = append(likes, o.like)
	}
	return problem.New(ErrSpec, problem.CameraOption, "option", key, "scheme", scheme+":", "known", likes)
}

// Same tells whether two specs name one camera, whatever their options: the same
// socket, file or address.
func Same(a, b string) bool { return place(a) == place(b) }

// place is what a spec names, without options.
func place(spec string) string {
	scheme, rest, _ := strings.Cut(spec, ":")
	if scheme == "usb" || scheme == "file" {
		rest, _, _ = strings.Cut(rest, "?")
	}
	return scheme + ":" + strings.TrimPrefix(rest, byPath)
}
