package camera

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/plustwo/plustwo/vision"
)

const exampleFile = "file:/home/me/clip.mp4?loop=1"

// played is a video file that plays as a camera does.
type played struct {
	spec, path, name string
	clock            Clock
	fast, loop       bool

	video  *Video
	start  time.Duration // when the first frame of this run through the file is due
	due    time.Duration // when the newest frame was
	step   time.Duration // between the two newest frames
	seq    uint64
	closed bool
}

func openFile(spec, name string, o Options) (Source, error) {
	s := &played{spec: spec, name: name, clock: o.Clock}
	path, err := split(spec,
		option{"pace", "pace=fast", func(v string) bool { s.fast = v == "fast"; return s.fast || v == "real" }},
		option{"loop", "loop=1", func(v string) bool { s.loop = v == "1"; return s.loop || v == "0" }})
	if err != nil {
		return nil, err
	}
	s.path = path
	if s.video, err = s.rewound(); err != nil {
		return nil, err
	}
	s.start = s.clock()
	s.due = s.start
	return s, nil
}

// rewound opens the file at its beginning.
func (s *played) rewound() (*Video, error) {
	v := &Video{path: s.path, said: redact(s.spec), camera: s.name}
	if err := v.open(); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// Next implements Source: it waits until the frame is due. As fast as it is
// read, a frame's At is when it would have been due.
func (s *played) Next(ctx context.Context) (vision.Frame, error) {
	if s.closed {
		return vision.Frame{}, io.EOF
	}
	f, err := s.video.Next(ctx)
	if errors.Is(err, io.EOF) && s.loop {
		f, err = s.again(ctx)
	}
	if err != nil {
		return vision.Frame{}, err
	}
	due := s.start + f.At
	if s.seq > 0 {
		s.step = due - s.due
	}
	if !s.fast {
		if err := s.wait(ctx, &due); err != nil {
			return vision.Frame{}, err
		}
	}
	s.due = due
	f.Seq, f.At = s.seq, due
	s.seq++
	return f, nil
}

// again begins the file anew, one step after its last frame.
func (s *played) again(ctx context.Context) (vision.Frame, error) {
	if err := s.video.Close(); err != nil {
		return vision.Frame{}, err
	}
	v, err := s.rewound()
	if err != nil {
		return vision.Frame{}, err
	}
	s.video = v
	s.start = s.due + s.step
	return v.Next(ctx)
}

// wait waits until a moment. Where that is long past, as after the program was
// paused, the rest of the file is put off so that it does not race to catch up.
func (s *played) wait(ctx context.Context, due *time.Duration) error {
	const late = 200 * time.Millisecond
	left := *due - s.clock()
	if left < -late {
		s.start -= left
		*due -= left
		left = 0
	}
	return pause(ctx, left)
}

// pause waits for a while, or until the context is done.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close implements Source.
func (s *played) Close() error {
	s.closed = true
	return s.video.Close()
}
