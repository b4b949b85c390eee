package still

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
	"pgregory.net/rapid"
)

const small = 400 // pixels of width: a sticker has 11

const length = 45 // frames of a script: a second and a half

// stopFrame is when the timer stops in every script.
const stopFrame = 12

func at(frame float64) time.Duration { return time.Duration(frame * float64(time.Second) / rate) }

// script makes shots frame by frame.
func script(f func(i int, s *shot)) []shot {
	out := make([]shot, length)
	for i := range out {
		f(i, &out[i])
	}
	return out
}

// pads puts both hands on the timer, from where they came by the stop.
func pads(i int, s *shot) {
	k := math.Min(1, float64(i)/8)
	s.things = append(s.things, hand(true, -110, -120-90*k, 0, 24), hand(false, 110, -120-90*k, 0, 24))
}

func of(events []Event, k Kind) []Event {
	var out []Event
	for _, e := range events {
		if e.Kind == k {
			out = append(out, e)
		}
	}
	return out
}

// Rest is told no earlier than the true rest and at most 300 ms after it and
// the stop, whatever else happens.
func TestRest(t *testing.T) {
	for _, c := range []struct {
		name string
		rest float64 // true frame of rest
		late int     // frames until it is answered where the puzzle lies
		f    func(i int, s *shot)
	}{
		{"lying still", 0, 0, pads},
		{"answered late", 0, 5, pads},
		{"slides on and slows down", 24, 0, func(i int, s *shot) {
			pads(i, s)
			k := math.Max(0, 24-float64(i)) / 24
			s.x, s.y, s.yaw = -70*k*k, 20*k*k, 40*k*k
		}},
		{"bounces", 22, 0, func(i int, s *shot) {
			pads(i, s)
			if i < 22 {
				s.y = 6 * math.Exp(-float64(i)/12) * math.Cos(float64(i)*math.Pi/3)
			}
		}},
		{"a slow roll", 26, 0, func(i int, s *shot) {
			pads(i, s)
			s.x = math.Min(0, float64(i)-26) * 1.0
		}},
		{"mains flicker", 0, 0, func(i int, s *shot) {
			pads(i, s)
			s.light = 1 + 0.03*math.Sin(2*math.Pi*100.3/30*float64(i))
		}},
		{"exposure steps", 0, 0, func(i int, s *shot) {
			pads(i, s)
			if s.light = 1; i >= 10 {
				s.light = 0.85
			}
			if i >= 14 {
				s.light = 1.1
			}
		}},
		{"a phone lights up", 0, 0, func(i int, s *shot) {
			pads(i, s)
			s.phone = i >= 11
		}},
		{"a hand withdraws past it", 0, 0, func(i int, s *shot) {
			k := math.Max(0, math.Min(1, float64(i-8)/10))
			s.things = append(s.things, hand(false, 130, 60-250*k, -10, 30), hand(true, -110, -210, 0, 24))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			events := shoot(t, 5, small, script(c.f)).watch(at(stopFrame), c.late)
			rest := of(events, Rested)
			if len(rest) != 1 {
				t.Fatalf("%d times at rest: %v", len(rest), events)
			}
			least, most := at(c.rest)-50*time.Millisecond, at(math.Max(c.rest, stopFrame))+300*time.Millisecond
			if got := rest[0].At; got < least || got > most || got < at(stopFrame) {
				t.Errorf("at rest at %v, want %v to %v", got, least, most)
			}
			if bad := append(of(events, Contact), of(events, Left)...); len(bad) > 0 {
				t.Errorf("%v", bad)
			}
			checkStill(t, events, c.rest)
		})
	}
}

// checkStill wants one still, of frames after the stop and the true rest.
func checkStill(t *testing.T, events []Event, rest float64) {
	t.Helper()
	taken := of(events, Taken)
	for _, e := range taken {
		if e.Still.After {
			t.Errorf("a still after a contact")
		}
	}
	if len(taken) != 1 {
		t.Fatalf("%d stills", len(taken))
	}
	s := taken[0].Still
	if s.At < at(stopFrame) || s.At < at(rest)-50*time.Millisecond || s.Count < 2 || s.Sharp == nil || s.Mean == nil {
		t.Errorf("still of %v, %d frames", s.At, s.Count)
	}
	if s.Mean.Width != s.Sharp.Width || s.Mean.Height != s.Sharp.Height || len(s.Mean.Pix) != len(s.Sharp.Pix) {
		t.Errorf("the mean is %d x %d", s.Mean.Width, s.Mean.Height)
	}
}

// reach is a right hand whose fingertips are a distance (mm) from the puzzle's
// side, over the mat.
func reach(gap float64) synth.Thing { return hand(false, 20+28+gap+75, 40-30, 75, 15) }

// Contacts are told with their spans and articles; what passes without
// touching is none.
func TestContacts(t *testing.T) {
	type want struct {
		article  string
		from, to float64 // frames that the true contact spans
	}
	for _, c := range []struct {
		name    string
		want    []want
		covered bool
		left    bool
		f       func(i int, s *shot)
	}{
		{"a push after the stop", []want{{TouchedAfter, 28, 31}}, false, false, func(i int, s *shot) {
			gap := 120.0
			switch {
			case i >= 24 && i < 28:
				gap = 120 - 30*float64(i-23)
			case i >= 28 && i <= 31:
				gap = -2 - 1.5*float64(i-28)
				s.x = -1.5 * float64(i-27)
			case i > 31:
				s.x, gap = -6, math.Min(160, 30*float64(i-31))
			}
			s.things = append(s.things, reach(gap))
		}},
		{"a layer turned after the stop", []want{{MovedLayer, 28, 31}}, false, false, func(i int, s *shot) {
			gap := 120.0
			switch {
			case i >= 24 && i < 28:
				gap = 120 - 30*float64(i-23)
			case i >= 28 && i <= 31:
				gap, s.x = -2, -1.5*float64(i-27)
				s.turn = 15 * float64(i-27)
			case i > 31:
				s.x, s.turn, gap = -6, 60, math.Min(160, 30*float64(i-31))
			}
			s.things = append(s.things, reach(gap))
		}},
		{"a hand passes over it", nil, true, false, func(i int, s *shot) {
			if i >= 20 && i <= 34 {
				s.things = append(s.things, hand(false, 40, -200+16*float64(min(i-20, 34-i)*2), 5, 100))
			}
		}},
		{"a hand holds it at the stop", []want{{HeldAtStop, 0, 22}}, false, false, func(i int, s *shot) {
			k := math.Max(0, float64(i-22))
			h := reach(-4)
			h.XMM, h.YMM = h.XMM+14*k, h.YMM-14*k
			r := hand(true, -110, math.Max(-210, 40-30*float64(i)), 0, 24)
			s.things = append(s.things, h, r)
		}},
		{"a grab", []want{{TouchedAfter, 26, 34}}, false, true, func(i int, s *shot) {
			gap := 150.0
			switch {
			case i >= 22 && i < 26:
				gap = 150 - 37*float64(i-21)
			case i >= 26:
				gap = -3
				s.x, s.y = 18*float64(i-25), -18*float64(i-25)
			}
			h := reach(gap)
			h.XMM, h.YMM = h.XMM+s.x, h.YMM+s.y
			s.gone = i > 36
			if i <= 36 {
				s.things = append(s.things, h)
			}
		}},
		{"it slides out of the picture", nil, false, true, func(i int, s *shot) {
			pads(i, s)
			s.x = 40 * math.Max(0, float64(i-8))
			s.gone = s.x > 380
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			events := shoot(t, 7, small, script(c.f)).watch(at(stopFrame), 0)
			got := of(events, Contact)
			if len(got) != len(c.want) {
				t.Fatalf("contacts %v, want %v", got, c.want)
			}
			const slack = 200 * time.Millisecond
			for i, w := range c.want {
				if g := got[i]; g.Article != w.article || g.From > at(w.to) || g.To < at(w.from) || g.From < at(w.from)-slack {
					t.Errorf("%s from %v to %v, want %s from %v to %v", g.Article, g.From, g.To, w.article, at(w.from), at(w.to))
				}
			}
			if len(of(events, Covered)) > 0 != c.covered {
				t.Errorf("covered: %v", of(events, Covered))
			}
			left := of(events, Left)
			if len(left) > 0 != c.left || len(of(events, Back)) > 0 {
				t.Errorf("left the picture: %v", left)
			}
		})
	}
}

// What has lain untouched since long before the stop is not the competitor's
// puzzle, and one that is found late must be found surely.
func TestFalseFinds(t *testing.T) {
	idle := script(func(i int, s *shot) {})
	events := shoot(t, 5, small, idle).watch(at(20), 0)
	if r := of(events, Rested); len(r) > 0 && r[0].At < at(20)+leftAfter {
		t.Errorf("a thing that nobody touched is at rest at %v", r[0].At)
	}
	f := shoot(t, 5, small, script(pads))
	w := New(Config{Camera: &f.camera, SizeMM: 56})
	w.Stop(at(stopFrame))
	looks := 0
	for _, fr := range f.frames {
		for _, e := range w.Feed(fr) {
			if e.Kind != Look {
				continue
			}
			looks++
			p := *f.places[0]
			if p.Support = 0.55; looks == 1 {
				w.Place(fr.Seq, nil)
			} else {
				w.Place(fr.Seq, &p)
			}
		}
	}
	if looks < 3 || w.guard.on || w.track.on {
		t.Errorf("after %d looks a doubtful place was taken", looks)
	}
}

// A watcher that is reset tells of the same attempt the same as a new one.
func TestReset(t *testing.T) {
	f := shoot(t, 5, small, script(pads))
	w := New(Config{Camera: &f.camera, SizeMM: 56})
	var told [2][]Event
	for k := range told {
		w.Stop(at(stopFrame))
		for _, fr := range f.frames {
			events := w.Feed(fr)
			for len(events) > 0 {
				e := events[0]
				if events = events[1:]; e.Kind == Look {
					events = w.Place(fr.Seq, f.places[fr.Seq])
					continue
				}
				e.Still = nil
				told[k] = append(told[k], e)
			}
		}
		w.Reset()
	}
	if len(told[0]) < 2 || !slices.EqualFunc(told[0], told[1], func(a, b Event) bool { return a.Kind == b.Kind && a.At == b.At }) {
		t.Errorf("first %v, then %v", told[0], told[1])
	}
}

// Whatever is fed and answered, nothing breaks and times do not go back.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		cam := calib.Camera{Width: 64, Height: 36, Fx: 60, Fy: 60, Cx: 31.5, Cy: 17.5, CamFromMat: synth.LookAt(geom.Vec{Y: 90, Z: 500}, geom.Vec{}, 0)}
		w := New(Config{Camera: &cam, SizeMM: 56})
		w.Stop(at(float64(rng.IntN(10))))
		im := &vision.Image{Width: 64, Height: 36, Pix: make([]uint8, 3*64*36)}
		var now time.Duration
		handle := func(events []Event) (look bool) {
			for _, e := range events {
				if e.At > now || e.To > now || e.From > e.To {
					t.Fatalf("at %v: %+v", now, e)
				}
				look = look || e.Kind == Look
			}
			return look
		}
		for i := range 24 {
			if rng.IntN(3) == 0 {
				im = &vision.Image{Width: 64, Height: 36, Pix: append([]uint8(nil), im.Pix...)}
				for range rng.IntN(3000) {
					im.Pix[rng.IntN(len(im.Pix))] = uint8(rng.Uint32())
				}
			}
			now += time.Duration(rng.IntN(60)) * time.Millisecond
			if handle(w.Feed(vision.Frame{Seq: uint64(i), At: now, Image: im})) || rng.IntN(9) == 0 {
				p := &Place{MMPerPx: 8 * rng.Float64(), Support: rng.Float64()}
				x, y, r := 64*rng.Float64(), 36*rng.Float64(), 12*rng.Float64()
				for k := range rng.IntN(8) {
					sin, cos := math.Sincos(float64(k))
					p.Outline = append(p.Outline, geom.Pixel{U: x + r*cos, V: y + r*sin})
				}
				handle(w.Place(uint64(max(0, i-rng.IntN(5))), p))
			}
		}
		handle(w.End())
	})
}
