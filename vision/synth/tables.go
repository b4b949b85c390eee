package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// randomTable draws everything but the puzzle, whose place it chooses.
func randomTable(rng *rand.Rand, s *Scene, o Options) {
	s.Table = Table{
		Colour:  jitter(rng, pick(rng, RGB{0xc8, 0xaa, 0x80}, RGB{0x8a, 0x60, 0x3c}, RGB{0xe8, 0xe6, 0xe0}, RGB{0xb4, 0xb6, 0xb8}, RGB{0x40, 0x3c, 0x3a}, RGB{0xf4, 0xf2, 0xee}, RGB{0x3a, 0x58, 0x78}), 8),
		WidthMM: between(rng, 1100, 2400), DepthMM: between(rng, 700, 1200),
		Floor: jitter(rng, pick(rng, RGB{0x60, 0x5a, 0x54}, RGB{0x90, 0x8c, 0x84}, RGB{0x30, 0x34, 0x3c}, RGB{0xa0, 0x78, 0x50}), 8),
		Grain: between(rng, 0.005, 0.05),
	}
	if chance(rng, 0.5) {
		s.Table.Streaks = between(rng, 0.1, 0.7)
	}
	s.Table.Mat = randomMat(rng, o.Plain)
	s.Light = randomLight(rng)
	s.Sensor = randomSensor(rng)
	m := &s.Table.Mat
	t := randomTimer(rng, m)
	s.Things = append(s.Things, t)
	// Competitors put the puzzle down between the timer and the mat's middle; a
	// camera that RandomRig mounts sees all of this.
	half := 0.8 * s.Puzzle.SizeMM
	s.Puzzle.XMM = between(rng, -1, 1) * math.Min(130, m.WidthMM/2-half)
	low := math.Max(t.YMM+t.DepthMM/2+half, -70)
	s.Puzzle.YMM = between(rng, low, math.Max(low+20, math.Min(80, m.DepthMM/2-0.7*half)))
	if !o.Plain {
		scatter(rng, s, &t)
	}
	if o.Reach {
		s.Things = append(s.Things, reachingHand(rng, s.Puzzle))
	}
}

func randomMat(rng *rand.Rand, plain bool) Mat {
	dark := []RGB{{0x26, 0x26, 0x28}, {0x38, 0x3a, 0x3e}, {0x22, 0x2c, 0x40}, {0x40, 0x24, 0x28}, {0x20, 0x3a, 0x2c}, {0x2c, 0x2c, 0x2e}}
	other := []RGB{{0x9c, 0x1c, 0x24}, {0x18, 0x48, 0xa0}, {0x1c, 0x78, 0x48}, {0x58, 0x2c, 0x80}, {0xd8, 0xd8, 0xd4}, {0x88, 0x8c, 0x90}, {0xe0, 0xa0, 0xb8}, {0xd8, 0xb0, 0x30}, {0x40, 0x90, 0xb8}, {0xe0, 0x70, 0x28}}
	m := Mat{WidthMM: between(rng, 300, 700), ThicknessMM: between(rng, 2, 4), RoundMM: pick(rng, 0.0, 6, 15)}
	m.DepthMM = math.Max(250, m.WidthMM*between(rng, 0.48, 0.7)) // 7f1b+: 30 cm by 25 cm at least
	m.Colour = jitter(rng, pick(rng, dark...), 4)
	if chance(rng, 0.4) {
		m.Colour = jitter(rng, pick(rng, other...), 10)
	}
	if plain {
		return m
	}
	ink := pick(rng, RGB{0xf0, 0xf0, 0xf0}, RGB{0xff, 0xcc, 0x00}, RGB{0xd0, 0x28, 0x28}, RGB{0x38, 0xa0, 0xf0}, RGB{0x30, 0xc0, 0x60}, RGB{0x20, 0x20, 0x22})
	second := pick(rng, ink, RGB{0xf0, 0xf0, 0xf0}, RGB{0xe0, 0x60, 0x10}, RGB{0x80, 0x80, 0x84})
	if chance(rng, 0.35) {
		m.Prints = append(m.Prints, Print{Shape: Frame, SizeMM: between(rng, 4, 20), WidthMM: between(rng, 1, 6), Colour: second})
	}
	for range rng.IntN(5) {
		m.Prints = append(m.Prints, randomPrint(rng, &m, pick(rng, ink, ink, second)))
	}
	return m
}

func randomPrint(rng *rand.Rand, m *Mat, ink RGB) Print {
	p := Print{XMM: between(rng, -0.42, 0.42) * m.WidthMM, YMM: between(rng, -0.2, 0.42) * m.DepthMM, YawDeg: pick(rng, 0, 0, 0, between(rng, -20, 20)), Colour: ink}
	switch rng.IntN(6) {
	case 0, 1:
		p.Shape, p.SizeMM = Text, between(rng, 8, 50)
		p.Text = pick(rng, "OPEN 2026", "SPEED", "CUBING", "FINALS", "+2", "TIMER MAT", "City Championship", "NATIONALS", "www.example.org", "SPIN LAB")
	case 2:
		p.Shape, p.SizeMM = Glyphs, between(rng, 8, 40)
		p.Text = fmt.Sprintf("%0*d", 2+rng.IntN(4), rng.IntN(10000))
	case 3:
		p.Shape, p.SizeMM, p.WidthMM = Bar, between(rng, 1, 25), between(rng, 30, m.WidthMM)
	case 4:
		p.Shape, p.SizeMM = Disc, between(rng, 10, 90)
	default:
		p.Shape, p.SizeMM = Ring, between(rng, 30, 140)
		p.WidthMM = between(rng, 0.04, 0.2) * p.SizeMM
	}
	return p
}

func randomLight(rng *rand.Rand) Lighting {
	k := between(rng, 2900, 6800)
	l := Lighting{Sky: between(rng, 0.25, 1.2), SkyKelvin: math.Min(9000, k+between(rng, -300, 1200))}
	for range 1 + rng.IntN(4) {
		a := between(rng, 0, 2*math.Pi)
		r := between(rng, 200, 2200)
		l.Lamps = append(l.Lamps, Lamp{
			AtMM:   [3]float64{r * math.Cos(a), r * math.Sin(a), between(rng, 1300, 2800)},
			SizeMM: between(rng, 60, 1300), Power: between(rng, 0.3, 1.4), Kelvin: k + between(rng, -250, 250),
		})
	}
	return l
}

func randomSensor(rng *rand.Rand) Sensor {
	s := Sensor{
		Mean: between(rng, 0.12, 0.32), Adapt: between(rng, 0.6, 1), BlurPx: between(rng, 0.3, 0.95),
		Noise: between(rng, 0.004, 0.03), Vignette: between(rng, 0, 0.25), JPEG: 78 + rng.IntN(18),
	}
	for i := range s.WB {
		s.WB[i] = between(rng, 0.92, 1.08)
	}
	return s
}

func randomTimer(rng *rand.Rand, m *Mat) Thing {
	t := Thing{What: Timer, WidthMM: between(rng, 270, 300), DepthMM: between(rng, 60, 85), HeightMM: between(rng, 16, 26), XMM: between(rng, -25, 25), YawDeg: between(rng, -3, 3)}
	t.YMM = -m.DepthMM/2 + t.DepthMM/2 + between(rng, -15, 15)
	t.Colour = pick(rng, RGB{0x18, 0x18, 0x1a}, RGB{0xe8, 0xd0, 0x18}, RGB{0x2c, 0x2c, 0x30}, RGB{0x20, 0x50, 0xb0}, RGB{0xd8, 0xd8, 0xd8}, RGB{0xb0, 0x20, 0x28})
	t.Second = pick(rng, RGB{0x38, 0x38, 0x3c}, RGB{0x20, 0x20, 0x22}, RGB{0x60, 0x60, 0x64})
	t.Text = fmt.Sprintf("%.3f", between(rng, 3, 59))
	return t
}

// scatter lays things about the table, clear of puzzle and timer.
func scatter(rng *rand.Rand, s *Scene, timer *Thing) {
	put := func(t Thing, radius float64) {
		m := &s.Table.Mat
		for range 30 {
			t.XMM, t.YMM = between(rng, -0.65, 0.65)*m.WidthMM, between(rng, -0.6, 0.75)*m.DepthMM
			t.YawDeg = between(rng, 0, 360)
			if clearOf(s, timer, &t, radius) {
				s.Things = append(s.Things, t)
				return
			}
		}
	}
	if chance(rng, 0.7) {
		put(Thing{What: Card, WidthMM: 105, DepthMM: 148, HeightMM: 0.3, Colour: jitter(rng, RGB{0xf4, 0xf2, 0xea}, 5), Second: RGB{0x18, 0x30, 0x90}, Text: pick(rng, "333 - Group 2", "Pyraminx", "Square", "A. Person")}, 75)
	}
	if chance(rng, 0.5) {
		t := Thing{What: Phone, WidthMM: between(rng, 68, 79), DepthMM: between(rng, 142, 166), HeightMM: between(rng, 7, 10), ScreenUp: chance(rng, 0.5), Lit: chance(rng, 0.5)}
		t.Colour = pick(rng, RGB{0x10, 0x10, 0x12}, RGB{0xd8, 0xd8, 0xdc}, RGB{0x30, 0x50, 0x80}, RGB{0x88, 0x30, 0x40}, RGB{0xf0, 0xe8, 0xd8}, RGB{0x40, 0xa0, 0x80})
		t.Second = pick(rng, RGB{0x20, 0x50, 0xa0}, RGB{0xf2, 0xf2, 0xf2}, RGB{0x18, 0x48, 0x30}, RGB{0x14, 0x14, 0x16})
		put(t, 80)
	}
	for range rng.IntN(3) {
		put(Thing{What: Pen, WidthMM: between(rng, 8, 12), DepthMM: between(rng, 130, 148), HeightMM: 10, Colour: pick(rng, RGB{0x18, 0x40, 0xb8}, RGB{0x14, 0x14, 0x14}, RGB{0xc0, 0x18, 0x20}, RGB{0xf0, 0xf0, 0xf0}), Second: pick(rng, RGB{0xc0, 0xc0, 0xc4}, RGB{0x20, 0x20, 0x24})}, 74)
	}
	if chance(rng, 0.4) {
		w := between(rng, 95, 130)
		put(Thing{What: Cover, WidthMM: w, DepthMM: w, HeightMM: between(rng, 80, 120), Colour: jitter(rng, pick(rng, RGB{0x28, 0x28, 0x2a}, RGB{0xb8, 0x20, 0x20}, RGB{0xe8, 0xe8, 0xe6}, RGB{0x20, 0x50, 0xa0}, RGB{0x30, 0x80, 0x40}), 6)}, 80)
	}
	if chance(rng, 0.5) {
		s.Things = append(s.Things, restingHands(rng, timer)...)
	}
}

// clearOf reports whether a thing keeps its distance from all others.
func clearOf(s *Scene, timer, t *Thing, radius float64) bool {
	if math.Hypot(t.XMM-s.Puzzle.XMM, t.YMM-s.Puzzle.YMM) < radius+0.8*s.Puzzle.SizeMM+6 {
		return false
	}
	if math.Abs(t.XMM-timer.XMM) < timer.WidthMM/2+radius && math.Abs(t.YMM-timer.YMM) < timer.DepthMM/2+radius {
		return false
	}
	for _, o := range s.Things {
		if o.What != Timer && math.Hypot(t.XMM-o.XMM, t.YMM-o.YMM) < radius+math.Hypot(o.WidthMM, o.DepthMM)/2 {
			return false
		}
	}
	return true
}

var (
	skins   = []RGB{{0xe8, 0xb8, 0x94}, {0xd0, 0x98, 0x6c}, {0xa8, 0x70, 0x48}, {0x78, 0x4c, 0x30}, {0x50, 0x34, 0x24}, {0xf4, 0xcc, 0xb0}}
	sleeves = []RGB{{0x20, 0x24, 0x34}, {0x90, 0x28, 0x28}, {0xd8, 0xd8, 0xd4}, {0x2c, 0x54, 0x34}, {0x40, 0x40, 0x44}, {0x30, 0x60, 0xa0}}
)

// restingHands lays both hands on the timer's pads or on the table before it.
func restingHands(rng *rand.Rand, timer *Thing) []Thing {
	skin, sleeve := jitter(rng, pick(rng, skins...), 6), pick(rng, sleeves...)
	onPads := chance(rng, 0.6)
	wide := between(rng, 70, 90)
	var out []Thing
	for _, side := range []float64{-1, 1} {
		h := Thing{What: Hand, Left: side < 0, WidthMM: wide, DepthMM: 180, HeightMM: 40, Colour: skin, Second: sleeve, SpreadMM: between(rng, 0, 12)}
		h.YawDeg = side * between(rng, -5, 25)
		h.XMM = timer.XMM + side*(timer.WidthMM*0.37+between(rng, -15, 15))
		h.YMM = timer.YMM - between(rng, 35, 60)
		if onPads {
			h.LiftMM = timer.HeightMM
		} else {
			h.YMM -= timer.DepthMM/2 + 60
			h.XMM += side * between(rng, 0, 60)
		}
		out = append(out, h)
	}
	return out
}

// reachingHand holds a hand's fingertips over a part of the puzzle.
func reachingHand(rng *rand.Rand, p *Puzzle) Thing {
	side := sign(rng)
	h := Thing{What: Hand, Left: side < 0, WidthMM: between(rng, 70, 90), DepthMM: 180, HeightMM: 40, Colour: pick(rng, skins...), Second: pick(rng, sleeves...), SpreadMM: between(rng, 0, 20)}
	h.YawDeg = side * between(rng, 0, 60)
	reach := between(rng, 75, 110) // mm from the knuckles to the puzzle's middle
	q := turned(pt{0, -reach}, h.YawDeg)
	h.XMM, h.YMM, h.LiftMM = p.XMM+q.x, p.YMM+q.y, p.SizeMM+between(rng, 0, 15)
	return h
}
