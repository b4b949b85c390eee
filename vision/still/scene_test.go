package still

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
)

const rate = 30 // frames a second

// film draws a script's frames of one table, 30 a second. The stages that
// measure are left out: where the puzzle lies is what was drawn.
type film struct {
	scene  synth.Scene
	camera calib.Camera
	frames []vision.Frame
	places []*Place // of each frame; nil where the puzzle is not in the picture
}

// shot is one frame of a script: changes to the still scene.
type shot struct {
	x, y, yaw float64 // of the puzzle from where it lies at last: mm, degrees
	turn      float64 // of a side layer, more than at first: degrees
	gone      bool
	things    []synth.Thing
	light     float64 // factor on the exposure; 0 for 1
	phone     bool    // a phone beside the puzzle lights up
}

// table is a plain scene with a 3x3 in the middle of a dark mat, seen from
// straight above the far side in pictures of a width.
func table(t testing.TB, seed uint64, width int) (synth.Scene, calib.Camera) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	s, err := synth.Random(rng, synth.Options{Event: "333", Case: synth.Slight, Kind: synth.Stickered, Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Table.Mat.Colour, s.Table.Mat.WidthMM, s.Table.Mat.DepthMM = synth.RGB{44, 46, 52}, 600, 400
	s.Puzzle.XMM, s.Puzzle.YMM = 20, 40
	s.Puzzle.LayersDeg, s.Puzzle.Down = []float64{0, 3, 3}, [3]float64{0, -1, 0} // its axis lies level
	s.Sensor.JPEG = 0
	s.Things[0].YMM = -165
	w, f := float64(width), 0.8125*float64(width)
	cam := calib.Camera{Width: width, Height: width * 9 / 16, Fx: f, Fy: f, Cx: w/2 - 0.5, Cy: w*9/32 - 0.5,
		CamFromMat: synth.LookAt(geom.Vec{X: 10, Y: 120, Z: 560}, geom.Vec{Y: 20}, 2*geom.Degree)}
	return s, cam
}

// shoot draws the frames.
func shoot(t testing.TB, seed uint64, width int, shots []shot) *film {
	t.Helper()
	s, cam := table(t, seed, width)
	f := &film{scene: s, camera: cam}
	var last *vision.Image
	for i, c := range shots {
		if i == 0 || c.differs(&shots[i-1]) || i%4 == 0 { // noise repeats for some frames, as encoders make it
			last = f.draw(t, uint64(i), c)
		}
		f.frames = append(f.frames, vision.Frame{Camera: "overhead", Seq: uint64(i), At: time.Duration(i) * time.Second / rate, Image: last})
		f.places = append(f.places, f.place(t, c))
	}
	return f
}

func (c *shot) differs(o *shot) bool {
	if c.x != o.x || c.y != o.y || c.yaw != o.yaw || c.turn != o.turn || c.gone != o.gone || c.light != o.light || c.phone != o.phone || len(c.things) != len(o.things) {
		return true
	}
	for i := range c.things {
		if c.things[i] != o.things[i] {
			return true
		}
	}
	return false
}

func (f *film) draw(t testing.TB, seed uint64, c shot) *vision.Image {
	t.Helper()
	s := f.scene
	s.Things = append(append([]synth.Thing(nil), s.Things...), c.things...)
	p := *s.Puzzle
	p.XMM, p.YMM, p.YawDeg = p.XMM+c.x, p.YMM+c.y, p.YawDeg+c.yaw
	if c.turn != 0 {
		p.LayersDeg = append([]float64(nil), p.LayersDeg...)
		p.LayersDeg[0] += c.turn
	}
	s.Puzzle = &p
	if c.gone {
		s.Puzzle = nil
	}
	phone := synth.Thing{What: synth.Phone, XMM: 150, YMM: 60, WidthMM: 72, DepthMM: 150, HeightMM: 8, Colour: synth.RGB{16, 16, 18}, Second: synth.RGB{230, 235, 240}, ScreenUp: true, Lit: c.phone}
	s.Things = append(s.Things, phone)
	if c.light > 0 {
		s.Sensor.Mean *= c.light
	}
	s.Seed += seed
	im, err := synth.Render(s, f.camera)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// place is where the puzzle was drawn.
func (f *film) place(t testing.TB, c shot) *Place {
	t.Helper()
	if c.gone {
		return nil
	}
	s := f.scene.Puzzle
	p, err := puzzle.Load(s.Event)
	if err != nil {
		t.Fatal(err)
	}
	m := vision.Measurement{Found: true, Puzzle: p, SizeMM: s.SizeMM, Axis: s.Axis}
	down := geom.Vec{X: s.Down[0], Y: s.Down[1], Z: s.Down[2]}
	m.MatFromPuzzle.R = geom.AxisAngle(geom.Vec{Z: 1}, geom.Angle(s.YawDeg+c.yaw)*geom.Degree).Mul(geom.Between(down, geom.Vec{Z: -1}))
	low := 0.0
	for i, l := range p.Layers(s.Axis) {
		m.Layers = append(m.Layers, geom.Angle(s.LayersDeg[i])*geom.Degree)
		for _, q := range l.Corners {
			low = min(low, m.MatFromPuzzle.R.Apply(geom.AxisAngle(p.Axes[s.Axis].Normal, m.Layers[i]).Apply(q)).Z*s.SizeMM)
		}
	}
	m.MatFromPuzzle.T = geom.Vec{X: s.XMM + c.x, Y: s.YMM + c.y, Z: f.scene.Table.Mat.ThicknessMM - low}
	at, ok := PlaceOf(&m, &f.camera)
	if !ok {
		t.Fatal("the puzzle lies behind the camera")
	}
	for _, px := range at.Outline {
		if px.U < 0 || px.V < 0 || px.U > float64(f.camera.Width) || px.V > float64(f.camera.Height) {
			return nil // a part is outside: nothing that a measurement would find
		}
	}
	at.Support = 1
	return &at
}

// watch feeds the film and answers what is asked, after some frames.
func (f *film) watch(stop time.Duration, late int) []Event {
	w := New(Config{Camera: &f.camera, SizeMM: 56})
	w.Stop(stop)
	var out []Event
	asked, due := -1, -1
	note := func(events []Event) {
		for _, e := range events {
			if e.Kind == Look {
				asked = int(e.Frame.Seq)
				due = asked + late
				continue
			}
			out = append(out, e)
		}
	}
	for i, fr := range f.frames {
		note(w.Feed(fr))
		for asked >= 0 && i >= due {
			k := asked
			asked = -1
			note(w.Place(uint64(k), f.places[k]))
		}
	}
	note(w.End())
	return out
}

// hand is a right or left hand with its knuckles at a place of the mat, fingers
// pointing to yaw degrees from away.
func hand(left bool, x, y, yaw, lift float64) synth.Thing {
	return synth.Thing{What: synth.Hand, Left: left, XMM: x, YMM: y, YawDeg: yaw, LiftMM: lift, WidthMM: 80, DepthMM: 180, HeightMM: 40,
		Colour: synth.RGB{0xc0, 0x90, 0x68}, Second: synth.RGB{0x24, 0x30, 0x50}}
}
