package play_test

import (
	"slices"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/still"
	"github.com/plustwo/plustwo/vision/synth"
	"github.com/plustwo/plustwo/vision/synth/play"
)

// Package still tells rest, contacts and leaving the picture as the scripts have
// them: rest no earlier than it is and at most 300 ms after it and the stop.
func TestStillSeesWhatIsScripted(t *testing.T) {
	const width = 384 // pixels: a sticker has 9
	cam := play.Camera(play.Overhead, width)
	reel, err := play.NewReel(1, cam)
	if err != nil {
		t.Fatal(err)
	}
	kinds := []play.Kind{"bounce", "roll", "creep", "gone", "touch", "turn", "grab", "pass", "hold", "phone", "flicker", "exposure"}
	if racing {
		kinds = []play.Kind{"bounce", "touch"}
	}
	for _, k := range kinds {
		t.Run(string(k), func(t *testing.T) {
			s, err := play.Next(k, "333", 2, 0)
			if err != nil {
				t.Fatal(err)
			}
			checkSeen(t, &s, watch(t, reel, &cam, &s))
		})
	}
}

// watch feeds the frames about the stop and the contacts to a watcher, and tells
// it where the puzzle was drawn.
func watch(t *testing.T, reel *play.Reel, cam *calib.Camera, s *play.Script) []still.Event {
	t.Helper()
	until := s.Truth.Stop + 1200*time.Millisecond
	for _, c := range s.Truth.Contacts {
		until = max(until, c.To+900*time.Millisecond)
	}
	w := still.New(still.Config{Camera: cam, SizeMM: s.SizeMM})
	w.Stop(s.Truth.Stop)
	var out []still.Event
	var handle func(m *play.Moment, events []still.Event)
	handle = func(m *play.Moment, events []still.Event) {
		for _, e := range events {
			if e.Kind == still.Look {
				handle(m, w.Place(e.Frame.Seq, placeOf(t, cam, m.Puzzle)))
				return
			}
			out = append(out, e)
		}
	}
	const before = 600 * time.Millisecond
	for n := 0; play.FrameTime(n) < until; n++ {
		at := play.FrameTime(n)
		if at < s.Truth.Stop-before {
			continue
		}
		m, err := s.Moment(at)
		if err != nil {
			t.Fatal(err)
		}
		layers, err := reel.Draw(&m)
		if err != nil {
			t.Fatal(err)
		}
		handle(&m, w.Feed(vision.Frame{Camera: "overhead", Seq: uint64(n), At: at, Image: reel.Picture(&m, layers, uint64(n))}))
	}
	handle(&play.Moment{}, w.End())
	return out
}

// placeOf is what a measurement would tell of a puzzle: nothing where a part of
// it is outside the picture.
func placeOf(t *testing.T, cam *calib.Camera, p *synth.Puzzle) *still.Place {
	t.Helper()
	if p == nil {
		return nil
	}
	def, err := puzzle.Load(p.Event)
	if err != nil {
		t.Fatal(err)
	}
	m := vision.Measurement{Found: true, Puzzle: def, SizeMM: p.SizeMM, Axis: p.Axis}
	down := geom.Vec{X: p.Down[0], Y: p.Down[1], Z: p.Down[2]}
	m.MatFromPuzzle.R = geom.AxisAngle(geom.Vec{Z: 1}, geom.Angle(p.YawDeg)*geom.Degree).Mul(geom.Between(down, geom.Vec{Z: -1}))
	low := 0.0
	for i, l := range def.Layers(p.Axis) {
		m.Layers = append(m.Layers, geom.Angle(p.LayersDeg[i])*geom.Degree)
		for _, q := range l.Corners {
			low = min(low, m.MatFromPuzzle.R.Apply(geom.AxisAngle(def.Axes[p.Axis].Normal, m.Layers[i]).Apply(q)).Z*p.SizeMM)
		}
	}
	m.MatFromPuzzle.T = geom.Vec{X: p.XMM, Y: p.YMM, Z: play.Set(1).Table.Mat.ThicknessMM + p.LiftMM - low}
	at, ok := still.PlaceOf(&m, cam)
	if !ok || slices.ContainsFunc(at.Outline, func(q geom.Pixel) bool {
		return q.U < 0 || q.V < 0 || q.U > float64(cam.Width) || q.V > float64(cam.Height)
	}) {
		return nil
	}
	at.Support = 1
	return &at
}

func checkSeen(t *testing.T, s *play.Script, events []still.Event) {
	t.Helper()
	const early, late, slack = 50 * time.Millisecond, 300 * time.Millisecond, 200 * time.Millisecond
	var contacts []still.Event
	rested, left := time.Duration(0), false
	for _, e := range events {
		switch e.Kind {
		case still.Rested:
			if rested != 0 {
				t.Errorf("at rest twice, at %v and %v", rested, e.At)
			}
			rested = e.At
		case still.Contact:
			contacts = append(contacts, e)
		case still.Left:
			left = true
		case still.Back:
			t.Errorf("back at %v", e.At)
		}
	}
	if left != s.Truth.LeftView {
		t.Errorf("left the picture: %v, want %v", left, s.Truth.LeftView)
	}
	if s.Truth.Rest == 0 {
		if rested != 0 {
			t.Errorf("at rest at %v, want never", rested)
		}
	} else if rested < s.Truth.Rest-early || rested > max(s.Truth.Rest, s.Truth.Stop)+late {
		t.Errorf("at rest at %v, want %v, stop %v", rested, s.Truth.Rest, s.Truth.Stop)
	}
	if len(contacts) != len(s.Truth.Contacts) {
		t.Fatalf("contacts %v, want %v", contacts, s.Truth.Contacts)
	}
	for i, want := range s.Truth.Contacts {
		if c := contacts[i]; c.Article != want.Article || c.From > want.To || c.To < want.From || c.From < want.From-slack {
			t.Errorf("%s from %v to %v, want %s from %v to %v", c.Article, c.From, c.To, want.Article, want.From, want.To)
		}
	}
}
