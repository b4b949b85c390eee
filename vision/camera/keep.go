package camera

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision"
)

// ErrHung means that a camera's driver did not come back when the camera was
// closed, so that it was left behind.
var ErrHung = errors.New("the camera's driver hangs")

// Sink takes frames and never waits. A feed.Feed[vision.Frame] is one.
type Sink interface{ Publish(vision.Frame) }

// Keeping is what Keep keeps going.
type Keeping struct {
	Name   string                 // of the camera, in its frames
	Open   func() (Source, error) // opens the source; called again after each loss
	Frames Sink
	Clock  Clock // the one that the source reads
	// Changed is told each change of State or Why, from one goroutine. It must
	// not wait, nor close the Keeper. It may be nil.
	Changed func(Status)
}

// When a lost source is opened again, and how long one that hangs is waited for.
const (
	firstRetry = 250 * time.Millisecond
	lastRetry  = 4 * time.Second
	// grace is how long a source may take to come back from Next once its
	// context is done. OpenCV cannot be interrupted.
	grace = time.Second
	// mostHung is how many sources may hang at once, each with a goroutine and a
	// frame's memory, before no further one is opened until one comes back.
	mostHung = 4
)

// Keeper keeps a camera going: it reads the camera's source, publishes its
// frames, tells when there is nothing new to see, and closes and opens the
// source again after a loss, ever more slowly. What it publishes is new: a
// picture that is byte for byte the one before is counted and left out, so that
// nothing takes a camera that is stuck for a puzzle at rest.
type Keeper struct {
	k      Keeping
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	err    error // set before done is closed

	// Of the owner, the goroutine that run is.
	pulse pulse
	line  timeline
	meter meter
	hung  []*session

	mu     sync.Mutex
	status Status
}

// Keep starts to keep a camera. Close it.
func Keep(k Keeping) *Keeper {
	ctx, cancel := context.WithCancel(context.Background())
	out := &Keeper{k: k, ctx: ctx, cancel: cancel, done: make(chan struct{})}
	out.status = Status{Why: problem.CameraOpening, Since: k.Clock()}
	go out.run()
	return out
}

// Status tells how the camera does now.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.status
}

// Close closes the camera and waits for it, but not for long where its driver
// hangs: the error wraps ErrHung then. It may be called twice.
func (k *Keeper) Close() error {
	k.cancel()
	<-k.done
	return k.err
}

// run opens the source again and again.
func (k *Keeper) run() {
	defer close(k.done)
	for wait := firstRetry; ; wait = min(2*wait, lastRetry) {
		start := k.k.Clock()
		k.session()
		if k.pulse.came-start >= lastRetry { // it was well for a while
			wait = firstRetry
		}
		if pause(k.ctx, wait) != nil || !k.room() {
			break
		}
	}
	if k.stillHung() > 0 {
		k.err = fmt.Errorf("camera %s: %w; unplug it and plug it in again, or end the program", k.k.Name, ErrHung)
	}
	k.change(Lost, problem.CameraClosed, k.err)
}

// session reads one opening of the source until it is lost or the Keeper closed.
func (k *Keeper) session() {
	s := begin(k.ctx, k.k.Open)
	k.line.begin()
	k.pulse.open(k.k.Clock())
	defer k.leave(s)
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		select {
		case n := <-s.news:
			if n.err != nil {
				k.lose(n.err)
				return
			}
			k.take(n.frame)
		case <-alarm.C:
		case <-k.ctx.Done():
			return
		}
		now := k.k.Clock()
		health, reopen, next := k.pulse.check(now)
		k.tell(health)
		if reopen {
			return
		}
		alarm.Reset(next - now)
	}
}

// take publishes a frame, if its picture is a new one.
func (k *Keeper) take(f vision.Frame) {
	now := k.k.Clock()
	first := k.line.any && k.line.first
	f.Camera = k.k.Name
	lost := k.line.place(&f)
	fresh := f.Image != nil && k.pulse.beat(now, f.Image)
	k.mu.Lock()
	s := &k.status
	s.Dropped += lost
	if first {
		s.Reconnects++
	}
	switch {
	case fresh:
		s.Frames++
		s.FPS, s.Last, s.Width, s.Height = k.meter.add(now), f.At, f.Image.Width, f.Image.Height
	case f.Image == nil:
		s.Dropped++
	default:
		s.Repeated++
	}
	k.mu.Unlock()
	if fresh {
		k.change(Live, nil, nil)
		k.k.Frames.Publish(f)
	}
}

// tell says that a camera is frozen. That it is live is told by a new frame.
func (k *Keeper) tell(h health) {
	switch h {
	case silent:
		k.change(Frozen, problem.New(nil, problem.CameraFrozen, "ms", silence.Milliseconds()).Text, nil)
	case stuck:
		k.change(Frozen, problem.New(nil, problem.CameraRepeats, "ms", sameness.Milliseconds()).Text, nil)
	}
}

// lose says that a source has ended by itself.
func (k *Keeper) lose(err error) {
	if k.ctx.Err() != nil {
		return
	}
	text := problem.CameraStopped
	switch p := (*problem.Error)(nil); {
	case errors.Is(err, io.EOF):
		text = problem.CameraEnded
	case errors.As(err, &p):
		text = p.Text
	}
	k.change(Lost, text, err)
}

// change notes a state and why it is so, and tells it where it is another.
func (k *Keeper) change(to State, why rules.Text, err error) {
	k.mu.Lock()
	s := &k.status
	same := s.State == to && s.Why.In(rules.English) == why.In(rules.English)
	if s.State != to {
		s.Since = k.k.Clock()
	}
	s.State, s.Why, s.Err = to, why, err
	if to != Live {
		s.FPS, k.meter.times = 0, nil
	}
	now := *s
	k.mu.Unlock()
	if !same && k.k.Changed != nil {
		k.k.Changed(now)
	}
}
