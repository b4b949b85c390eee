package camera

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/internal/cv"
)

// capture is a camera that OpenCV reads.
type capture struct {
	said, name string
	clock      Clock
	camera     pictures
	seq        uint64
	closed     bool
}

// pictures is an open camera: a cv.Capture. It tells with each picture how long
// ago it was taken.
type pictures interface {
	Next() (*vision.Image, time.Duration, error)
	Close() error
}

func openRTSP(spec, name string, o Options) (Source, error) {
	if !hasHost(spec) {
		scheme := schemeOf(spec)
		return nil, problem.New(ErrSpec, problem.CameraNoPath, "scheme", scheme+"://", "like", examples[scheme])
	}
	c, err := cv.OpenStream(spec)
	if err != nil {
		return nil, problem.New(fmt.Errorf("%w: %w", ErrLost, err), problem.CameraUnreachable)
	}
	return &capture{said: redact(spec), name: name, clock: o.Clock, camera: c}, nil
}

// Next implements Source. It may wait for seconds whatever the context says, as
// OpenCV cannot be interrupted: a device that is silent is given up after 2 s, a
// network camera after about 10 s (measured; 5 s where it is opened).
func (s *capture) Next(ctx context.Context) (vision.Frame, error) {
	if err := ctx.Err(); err != nil {
		return vision.Frame{}, err
	}
	if s.closed {
		return vision.Frame{}, io.EOF
	}
	img, age, err := s.camera.Next()
	at := s.clock() - age
	switch {
	case ctx.Err() != nil:
		return vision.Frame{}, ctx.Err()
	case errors.Is(err, io.EOF):
		return vision.Frame{}, problem.At(s.said, problem.New(ErrLost, problem.CameraStopped))
	case err != nil:
		return vision.Frame{}, problem.At(s.said, problem.New(fmt.Errorf("%w: %w", ErrLost, err), problem.CameraStopped))
	}
	f := vision.Frame{Camera: s.name, Seq: s.seq, At: max(at, 0), Image: img}
	s.seq++
	return f, nil
}

// Close implements Source.
func (s *capture) Close() error {
	s.closed = true
	return s.camera.Close()
}

func schemeOf(spec string) string {
	scheme, _, _ := strings.Cut(spec, ":")
	return scheme
}

// hasHost tells whether an address names a host.
func hasHost(spec string) bool {
	_, rest, ok := strings.Cut(spec, "://")
	host, _, _ := strings.Cut(rest, "/")
	return ok && host[strings.LastIndexByte(host, '@')+1:] != ""
}
