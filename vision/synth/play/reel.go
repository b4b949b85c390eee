package play

import (
	"reflect"
	"time"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
)

// Rate is how many frames a second scripts are drawn at, as by most cameras.
const Rate = 30

// FrameTime returns when frame n is taken.
func FrameTime(n int) time.Duration { return time.Duration(n) * time.Second / Rate }

// Reel draws moments of scripts through one camera. It serves one goroutine.
type Reel struct {
	stage *synth.Stage
	seen  Moment // whose layers these are
	drawn []*synth.Layer
}

// NewReel makes a reel for the table of a seed and a camera.
func NewReel(seed uint64, cam calib.Camera) (*Reel, error) {
	st, err := synth.NewStage(Set(seed), cam)
	if err != nil {
		return nil, err
	}
	return &Reel{stage: st}, nil
}

// Draw draws a moment but for noise and exposure; what has not changed since the
// last one is not drawn again.
func (r *Reel) Draw(m *Moment) ([]*synth.Layer, error) {
	if r.drawn != nil && reflect.DeepEqual(m.Puzzle, r.seen.Puzzle) && reflect.DeepEqual(m.Things, r.seen.Things) {
		return r.drawn, nil
	}
	layers, err := r.stage.Draw(m.Puzzle, m.Things)
	if err != nil {
		return nil, err
	}
	if layers == nil {
		layers = []*synth.Layer{}
	}
	r.seen, r.drawn = *m, layers
	return layers, nil
}

// Picture makes a drawn moment a camera's picture, with noise of a number.
func (r *Reel) Picture(m *Moment, layers []*synth.Layer, number uint64) *vision.Image {
	return r.stage.Picture(layers, synth.Shot{Gain: m.Gain, Noise: number, Display: m.Display})
}

// Frames draws a whole script, faults aside, for each frame calling f until it
// returns false.
func (r *Reel) Frames(s *Script, camera string, f func(vision.Frame, *Moment) bool) error {
	for n := 0; FrameTime(n) < s.Length; n++ {
		m, err := s.Moment(FrameTime(n))
		if err != nil {
			return err
		}
		layers, err := r.Draw(&m)
		if err != nil {
			return err
		}
		if !f(vision.Frame{Camera: camera, Seq: uint64(n), At: m.At, Image: r.Picture(&m, layers, uint64(n))}, &m) {
			return nil
		}
	}
	return nil
}
