package synth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"pgregory.net/rapid"
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
		moving = append(moving, Thing{What: Arm, XMM: 120, YMM: -10, LiftMM: 40, YawDeg: 30, RollDeg: 50, Curl: 0.4, WidthMM: 80, DepthMM: 180, HeightMM: 40, Colour: RGB{0xa8, 0x70, 0x48}, Second: RGB{0x20, 0x24, 0x34}})
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
		perCPU(b, func() {
			if layers, err = st.Draw(s.Puzzle, hands); err != nil {
				b.Fatal(err)
			}
		})
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

// Whatever an arm does, wherever it is, it can be drawn, and what is drawn stays
// within the picture.
func TestAnyArm(t *testing.T) {
	s, _ := scene(t, 3, Options{Event: "333", Plain: true}, "overhead")
	cam := calib.Camera{Width: 96, Height: 54, Fx: 80, Fy: 80, Cx: 47.5, Cy: 26.5, CamFromMat: LookAt(geom.Vec{Y: 150, Z: 560}, geom.Vec{}, 0)}
	st, err := NewStage(s, cam)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		mm := rapid.Float64Range(-maxMM, maxMM)
		near := rapid.Float64Range(-300, 300)
		arm := Thing{What: Arm, Left: rapid.Bool().Draw(t, "left"), XMM: near.Draw(t, "x"), YMM: near.Draw(t, "y"), LiftMM: rapid.Float64Range(0, 500).Draw(t, "lift"),
			YawDeg: mm.Draw(t, "yaw"), RollDeg: mm.Draw(t, "roll"), Curl: rapid.Float64Range(-2, 3).Draw(t, "curl"), SpreadMM: near.Draw(t, "spread"),
			WidthMM: rapid.Float64Range(1, 1000).Draw(t, "width"), DepthMM: 1, Colour: RGB{200, 150, 120}, Second: RGB{20, 30, 60}}
		layers, err := st.Draw(s.Puzzle, []Thing{arm})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range layers {
			if l.x < 0 || l.y < 0 || l.w < 1 || l.h < 1 || l.x+l.w > cam.Width || l.y+l.h > cam.Height || len(l.pix) != 3*l.w*l.h {
				t.Fatalf("%d x %d at %d, %d", l.w, l.h, l.x, l.y)
			}
		}
		if im := st.Picture(layers, Shot{Gain: 1, Display: "1.234"}); len(im.Pix) != 3*cam.Width*cam.Height {
			t.Fatal("a picture of another size")
		}
	})
}

// The display shows its time, in front of everything but what hides it.
func TestDisplay(t *testing.T) {
	s := Scene{Seed: 1, Table: Table{Colour: RGB{150, 150, 150}, WidthMM: 900, DepthMM: 600, Mat: Mat{WidthMM: 500, DepthMM: 300, ThicknessMM: 3, Colour: RGB{60, 64, 70}}},
		Light: Lighting{Sky: 1, SkyKelvin: 6000}, Sensor: Sensor{Mean: 0.2, WB: [3]float64{1, 1, 1}},
		Things: []Thing{{What: Timer, WidthMM: 290, DepthMM: 80, HeightMM: 20, Colour: RGB{220, 190, 30}, Second: RGB{40, 40, 40}}}}
	cam := calib.Camera{Width: 640, Height: 360, Fx: 600, Fy: 600, Cx: 319.5, Cy: 179.5, CamFromMat: LookAt(geom.Vec{Y: 40, Z: 500}, geom.Vec{}, 0)}
	st, err := NewStage(s, cam)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(layers []*Layer) (n int, where rect) {
		blank, shown := st.Picture(layers, Shot{Gain: 1}), st.Picture(layers, Shot{Gain: 1, Display: "12.345"})
		where = nowhere
		for i, v := range shown.Pix {
			if v != blank.Pix[i] {
				n++
				x, y := i/3%cam.Width, i/3/cam.Width
				where = where.union(rect{x, y, x + 1, y + 1})
			}
		}
		return n, where
	}
	n, where := changed(nil)
	if n < 1000 || where.union(st.display.at) != st.display.at {
		t.Errorf("%d changes in %v, the display is at %v", n, where, st.display.at)
	}
	hand := Thing{What: Arm, YMM: 10, LiftMM: 60, WidthMM: 84, DepthMM: 180, HeightMM: 40, Colour: RGB{200, 150, 120}}
	layers, err := st.Draw(nil, []Thing{hand})
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := changed(layers); m > n/2 {
		t.Errorf("%d of %d changes behind a hand", m, n)
	}
}
