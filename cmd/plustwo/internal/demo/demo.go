// Package demo plays attempts at a table that does not exist: a puzzle slides
// into view as its timer stops.
package demo

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
)

const (
	rate    = 30 // frames a second
	slide   = 8  // frames
	startAt = 2 * time.Second
	stopAt  = 6 * time.Second
	resetAt = 14 * time.Second
	length  = 15 * time.Second
)

// ends are how the top layer lies at the end of each attempt, in turn (degrees).
var ends = []float64{2, 52, 3, 44.6}

// Table is a table that does not exist. It is a camera.Source.
type Table struct {
	Clock  func() time.Duration
	Report func(kind string, at, shows time.Duration)

	cam   *calib.Camera
	empty *vision.Image
	films [][]*vision.Image
	noise []uint8
	seq   uint64
	start time.Duration
	said  int
}

// New draws the pictures.
func New() (*Table, error) {
	rng := rand.New(rand.NewPCG(7, 11))
	rig, err := synth.RandomRig(rng, "overhead")
	if err != nil {
		return nil, err
	}
	s, err := synth.Random(rng, synth.Options{Event: "333", Case: synth.Aligned, Plain: true})
	if err != nil {
		return nil, err
	}
	t := &Table{cam: rig["overhead"], start: -1}
	bare := s
	bare.Puzzle = nil
	if t.empty, err = synth.Render(bare, *t.cam); err != nil {
		return nil, err
	}
	for _, deg := range ends {
		p := *s.Puzzle
		p.LayersDeg = []float64{0, 0, deg}
		s.Puzzle = &p
		s.Settle(rng)
		home := s.Puzzle.XMM
		var film []*vision.Image
		for i := range slide + 1 {
			s.Puzzle.XMM = home + 12*float64(slide-i)
			im, err := synth.Render(s, *t.cam)
			if err != nil {
				return nil, err
			}
			film = append(film, im)
		}
		t.films = append(t.films, film)
	}
	t.noise = make([]uint8, 1<<20)
	for i := range t.noise {
		t.noise[i] = uint8(rng.IntN(5))
	}
	return t, nil
}

// Camera is the camera's calibration.
func (t *Table) Camera() *calib.Camera { return t.cam }

// Next implements camera.Source.
func (t *Table) Next(ctx context.Context) (vision.Frame, error) {
	if t.start < 0 {
		t.start = t.Clock()
	}
	due := t.start + time.Duration(t.seq)*time.Second/rate
	wait := time.NewTimer(max(0, due-t.Clock()))
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return vision.Frame{}, ctx.Err()
	case <-wait.C:
	}
	at := due - t.start
	n := int(at / length)
	t.tell(n, at%length, due)
	f := vision.Frame{Camera: "overhead", Seq: t.seq, At: due, Image: t.picture(n, at%length)}
	t.seq++
	return f, nil
}

// tell reports what the timer does at a moment of attempt n.
func (t *Table) tell(n int, at, now time.Duration) {
	begun := now - at
	for step, say := range []func(){
		func() { t.Report("running", begun+startAt, 0) },
		func() { t.Report("stopped", begun+stopAt, stopAt-startAt) },
		func() { t.Report("reset", begun+resetAt, 0) },
	} {
		if i := 3*n + step; i == t.said && at >= []time.Duration{startAt, stopAt, resetAt}[step] {
			say()
			t.said++
		}
	}
}

// picture is what the camera sees at a moment of attempt n.
func (t *Table) picture(n int, at time.Duration) *vision.Image {
	film := t.films[n%len(t.films)]
	im := t.empty
	if i := slide + int((at-stopAt)*rate/time.Second); i >= 0 && at < resetAt {
		im = film[min(i, slide)]
	}
	out := &vision.Image{Width: im.Width, Height: im.Height, Pix: make([]uint8, len(im.Pix))}
	shift := rand.IntN(len(t.noise) / 2)
	for i, v := range im.Pix {
		out.Pix[i] = uint8(min(int(v)+int(t.noise[(shift+i)&(len(t.noise)-1)]), 255))
	}
	return out
}

// Close implements camera.Source.
func (t *Table) Close() error { return nil }
