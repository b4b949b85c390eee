package camera

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/internal/cv"
)

// ErrLost means that a camera gives no pictures any more, or cannot be opened;
// the message says what to do.
var ErrLost = errors.New("lost camera")

// mjpeg is a network camera that sends one JPEG picture after the other. A
// goroutine of its own receives them and keeps only the newest, so that pictures
// never queue up on the line, and each has the moment when it came.
type mjpeg struct {
	spec, name string
	clock      Clock
	dial       Dial

	body    io.ReadCloser // nil until it was dialled
	newest  chan received // holds at most one
	done    chan struct{} // closed when nothing more is received
	failed  error         // why, set before done is closed
	unread  int           // pictures in a row that could not be read
	stopped error         // what Next gives from now on
}

// received is a picture as it came.
type received struct {
	raw []byte
	seq uint64
	at  time.Duration
}

func openHTTP(spec, name string, o Options) (Source, error) {
	if !hasHost(spec) {
		scheme := schemeOf(spec)
		return nil, problem.New(ErrSpec, problem.CameraNoPath, "scheme", scheme+"://", "like", examples[scheme])
	}
	if o.Dial == nil {
		return nil, problem.New(ErrSpec, problem.CameraNoDialler)
	}
	return &mjpeg{spec: spec, name: name, clock: o.Clock, dial: o.Dial}, nil
}

// Next implements Source. The camera is dialled when the first frame is asked
// for. Pictures that cannot be read are left out and leave a gap in the numbers.
func (s *mjpeg) Next(ctx context.Context) (vision.Frame, error) {
	if s.stopped != nil {
		return vision.Frame{}, s.stopped
	}
	f, err := s.next(ctx)
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		s.stopped = err
		s.hangUp()
		return vision.Frame{}, err
	}
	return f, nil
}

func (s *mjpeg) next(ctx context.Context) (vision.Frame, error) {
	if err := ctx.Err(); err != nil {
		return vision.Frame{}, err
	}
	if s.body == nil {
		body, err := s.dial(ctx, s.spec)
		if err != nil {
			return vision.Frame{}, problem.At(redact(s.spec), told(err))
		}
		s.body, s.newest, s.done = body, make(chan received, 1), make(chan struct{})
		go s.receive()
	}
	for {
		p, err := s.wait(ctx)
		if err != nil {
			return vision.Frame{}, err
		}
		img, err := liveJPEG(p.raw)
		if err == nil {
			s.unread = 0
			return vision.Frame{Camera: s.name, Seq: p.seq, At: p.at, Image: img}, nil
		}
		const patience = 30 // a second of a usual camera
		if s.unread++; s.unread >= patience {
			return vision.Frame{}, problem.At(redact(s.spec), problem.New(fmt.Errorf("%w: %w", ErrLost, err), problem.CameraBadPictures, "n", patience))
		}
	}
}

// receive reads pictures until the stream ends or is closed.
func (s *mjpeg) receive() {
	defer close(s.done)
	in := newJPEGs(s.body)
	for seq := uint64(0); ; seq++ {
		raw, broken, err := in.next()
		seq += uint64(broken)
		if err != nil {
			s.failed = problem.At(redact(s.spec), broke(err, seq))
			return
		}
		p := received{bytes.Clone(raw), seq, s.clock()}
		select {
		case <-s.newest: // nobody took the last one in time
		default:
		}
		s.newest <- p
	}
}

// wait waits for a picture that was not read yet.
func (s *mjpeg) wait(ctx context.Context) (received, error) {
	select {
	case p := <-s.newest:
		return p, nil
	case <-ctx.Done():
		return received{}, ctx.Err()
	case <-s.done:
	}
	select {
	case p := <-s.newest: // the last one
		return p, nil
	default:
		return received{}, s.failed
	}
}

// told gives a dialler's error words where it has none.
func told(err error) error {
	if p := (*problem.Error)(nil); errors.As(err, &p) {
		return problem.New(fmt.Errorf("%w: %w", ErrLost, err), p.Text)
	}
	return problem.New(fmt.Errorf("%w: %w", ErrLost, err), problem.CameraUnreachable)
}

// broke tells why a stream has ended, after a number of pictures.
func broke(err error, pictures uint64) error {
	text := problem.CameraStopped
	if errors.Is(err, ErrJPEGs) || errors.Is(err, io.EOF) && pictures == 0 {
		text = problem.CameraNoPictures
	}
	// An end is no io.EOF to the reader: a camera does not end.
	return problem.New(fmt.Errorf("%w: %v", ErrLost, err), text)
}

// liveJPEG decodes a picture of a stream. libjpeg, which OpenCV uses, takes a
// third of the time of Go's decoder; the size is checked before.
func liveJPEG(raw []byte) (*vision.Image, error) {
	if err := (format{name: "JPEG", config: jpeg.DecodeConfig}).checkSize(raw); err != nil {
		return nil, err
	}
	return cv.Decode(raw)
}

// hangUp ends the connection, whose errors say nothing new, and waits for the
// receiver.
func (s *mjpeg) hangUp() {
	if s.body != nil {
		s.body.Close()
		<-s.done
	}
}

// Close implements Source.
func (s *mjpeg) Close() error {
	if s.stopped == nil {
		s.stopped = io.EOF
	}
	s.hangUp()
	return nil
}
