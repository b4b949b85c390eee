package synth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/vision"
)

// What a stage shows is what the full renderer shows.
func TestStageShowsWhatRawShows(t *testing.T) {
	for n, o := range []Options{{Event: "333", Reach: true}, {Event: "minx"}, {Event: "pyram", Plain: true, Reach: true}} {
		s, cam := scene(t, uint64(30+n), o, "overhead")
		s.Sensor.JPEG, s.Sensor.Noise = 0, 0
		base := s
		var moving []Thing
		base.Things = nil
		for _, th := range s.Things {
			if th.What == Hand {
				moving = append(moving, th)
			} else {
				th.Text = ""
				base.Things = append(base.Things, th)
			}
		}
		s.Things = append(append([]Thing(nil), base.Things...), moving...)
		st, err := NewStage(base, *cam)
		if err != nil {
			t.Fatal(err)
		}
		p, err := paint(&s, cam)
		if err != nil {
			t.Fatal(err)
		}
		st.gain = exposure(p.frame, s.Sensor.Mean)
		layers, err := st.Draw(s.Puzzle, moving)
		if err != nil {
			t.Fatal(err)
		}
		if len(layers) == 0 {
			t.Fatalf("%s: nothing was drawn", s.ID)
		}
		e := newAmplifier(p.frame, &s.Sensor, p.onMat, st.gain)
		want := &vision.Image{Width: cam.Width, Height: cam.Height, Pix: make([]uint8, 3*cam.Width*cam.Height)}
		e.through(blurTaps(s.Sensor.BlurPx), newDeveloper(want, &s.Sensor, rand.New(rand.NewPCG(1, 1))).row)
		for _, l := range layers {
			sum, worst := 0.0, 0.0
			for y := range l.h {
				for x := range 3 * l.w {
					d := math.Abs(float64(l.pix[3*l.w*y+x]) - float64(want.Pix[3*cam.Width*(l.y+y)+3*l.x+x]))
					sum, worst = sum+d, math.Max(worst, d)
				}
			}
			const most = 0.8 // levels: shadows that fall on shadows
			if mean := sum / float64(len(l.pix)); mean > most {
				t.Errorf("%s: %d x %d at %d, %d differ by %.2f levels, at worst %.0f", s.ID, l.w, l.h, l.x, l.y, mean, worst)
			}
		}
	}
}

func BenchmarkStage(b *testing.B) {
	s, cam := scene(b, 30, Options{Event: "333", Reach: true}, "overhead")
	hands := s.Things[len(s.Things)-1:]
	other := hands[0]
	other.XMM = -other.XMM
	hands = append(hands, other)
	s.Things = s.Things[:len(s.Things)-2]
	st, err := NewStage(s, *cam)
	if err != nil {
		b.Fatal(err)
	}
	var layers []*Layer
	b.Run("draw", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if layers, err = st.Draw(s.Puzzle, hands); err != nil {
				b.Fatal(err)
			}
		}
		area := 0
		for _, l := range layers {
			area += l.w * l.h
		}
		b.ReportMetric(float64(area), "pixels")
	})
	b.Run("puzzle", func(b *testing.B) {
		for b.Loop() {
			if layers, err = st.Draw(s.Puzzle, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("picture", func(b *testing.B) {
		for b.Loop() {
			st.Picture(layers, Shot{Gain: 1, Noise: 1, Display: "12.345"})
		}
	})
	b.Run("exposed", func(b *testing.B) {
		for b.Loop() {
			st.Picture(layers, Shot{Gain: 1.1, Noise: 1})
		}
	})
}
