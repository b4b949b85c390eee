package table

import (
	"sync/atomic"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
)

// lens is one camera of a table: its frames are handed out, and watched where it
// is the one that is judged. What comes is new: the keeper leaves out a picture
// that is the one before, byte for byte, which is no evidence of rest.
type lens struct {
	*Table
	cfg     Camera
	frames  feed.Feed[vision.Frame]
	jpegs   jpegs
	watcher *watching // nil but for the camera that is judged
	keeper  *camera.Keeper
	overlay atomic.Pointer[overlay]
}

func newLens(t *Table, c Camera) *lens {
	l := &lens{Table: t, cfg: c}
	if c.Name == Overhead {
		l.watcher = newWatching(t, c)
	}
	return l
}

// open starts to read the camera.
func (l *lens) open() {
	l.keeper = camera.Keep(camera.Keeping{Name: l.cfg.Name, Open: l.cfg.Open, Frames: l, Clock: camera.Clock(l.clock)})
}

// close ends it. A camera whose driver hangs is left behind.
func (l *lens) close() {
	if err := l.keeper.Close(); err != nil {
		l.Table.cfg.Log.Error("camera not closed", "camera", l.cfg.Name, "err", err)
	}
	l.frames.Close()
}

// Publish implements camera.Sink.
func (l *lens) Publish(f vision.Frame) {
	l.Table.cfg.Metrics.frame(l.Table.cfg.ID, l.cfg.Name)
	l.frames.Publish(f)
	if l.watcher != nil {
		l.watcher.feed(f)
	}
}

// healths are how cameras do, for screens.
var healths = map[camera.State]web.Health{camera.Opening: web.Poor, camera.Live: web.Good, camera.Frozen: web.Lost, camera.Lost: web.Lost}

// health tells how the camera does.
func (l *lens) health() web.CameraHealth {
	s := l.keeper.Status()
	return web.CameraHealth{Name: l.cfg.Name, Health: healths[s.State], Why: s.Why, FPS: float64(int(10*s.FPS+0.5)) / 10,
		Last: attempt.Time(s.Last), Width: s.Width, Height: s.Height, Rig: l.cfg.Camera != nil}
}
