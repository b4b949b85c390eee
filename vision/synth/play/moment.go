package play

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/synth"
)

// Moment is what a script's table shows and does at one time.
type Moment struct {
	At      time.Duration
	Puzzle  *synth.Puzzle // nil where it is out of sight; also where it is out of the picture it is set
	Things  []synth.Thing // that move: hands, cover, telephone
	Display string        // of the timer
	Gain    float64       // exposure; 1 is the usual one
	Fault   FaultKind     // "" for none

	Stopped bool // the timer has stopped
	AtRest  bool // the puzzle lies still and nobody touches it, after the stop or shortly before
	Touched bool // a hand touches it
}

// Moment returns what the script's table shows at a time. The error is
// synth.ErrScene where the script's turns do not fit its puzzle.
func (s *Script) Moment(t time.Duration) (Moment, error) {
	m := Moment{At: t, Display: s.display(t), Gain: s.gain(t), Stopped: s.Truth.Stop > 0 && t >= s.Truth.Stop}
	for _, f := range s.Faults {
		if f.Holds(t) {
			m.Fault = f.Kind
		}
	}
	for _, c := range s.Cues {
		if c.At > t {
			break
		}
		switch c.Kind {
		case Touched:
			m.Touched, m.AtRest = true, false
		case Released:
			m.Touched = false
		case Rested:
			m.AtRest = true
		}
	}
	key, seen := puzzleAt(s.Puzzle, t)
	if seen && !key.Covered {
		p, err := s.puzzle(t)
		if err != nil {
			return m, err
		}
		p.lay(key)
		m.Puzzle = &p.Puzzle
	}
	for i := range s.Hands {
		if k, ok := handAt(&s.Hands[i], key, t); ok {
			m.Things = append(m.Things, s.Hands[i].thing(k))
		}
	}
	if s.Cover != nil {
		m.Things = append(m.Things, cover(coverAt(s.Cover, t)))
	}
	if p := s.Phone; p != nil && p.Here.Holds(t) {
		m.Things = append(m.Things, p.thing(t))
	}
	return m, nil
}

func (s *Script) gain(t time.Duration) float64 {
	g := 1.0
	for _, l := range s.Light {
		if l.At <= t {
			g = l.Gain
		}
	}
	if f := s.Flicker; f != nil && f.Holds(t) {
		g *= 1 + f.Share*math.Sin(2*math.Pi*f.Hz*t.Seconds())
	}
	return g
}

// display is what the timer shows: its cues tell.
func (s *Script) display(t time.Duration) string {
	var last Cue
	for _, c := range s.Cues {
		if c.At <= t && (c.Kind == Running || c.Kind == Stopped || c.Kind == Reset) {
			last = c
		}
	}
	shown := last.Time
	switch last.Kind {
	case Running:
		shown += t - last.At
	case Reset:
		shown = 0
	}
	if shown >= time.Minute {
		return fmt.Sprintf("%d:%06.3f", shown/time.Minute, (shown % time.Minute).Seconds())
	}
	return fmt.Sprintf("%.3f", shown.Seconds())
}

// laid is a puzzle that is to be laid somewhere.
type laid struct {
	synth.Puzzle
	def *puzzle.Puzzle
}

// puzzle returns the puzzle as its layers are turned at a time.
func (s *Script) puzzle(t time.Duration) (*laid, error) {
	def, err := puzzle.Load(s.Event)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", synth.ErrScene, err)
	}
	if len(s.Colours) != len(def.Stickers) {
		return nil, fmt.Errorf("%w: colours: %s needs %d", synth.ErrScene, s.Event, len(def.Stickers))
	}
	p := &laid{synth.Puzzle{Event: s.Event, SizeMM: s.SizeMM, Build: s.Build, Colours: slices.Clone(s.Colours)}, def}
	p.LayersDeg = make([]float64, def.Axes[0].Layers())
	for i := range s.Turns {
		if s.Turns[i].At > t {
			break
		}
		if err := p.turn(&s.Turns[i], t); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// turn applies a turn as far as it has come.
func (p *laid) turn(u *Turn, t time.Duration) error {
	if u.Axis < 0 || u.Axis >= len(p.def.Axes) {
		return fmt.Errorf("%w: turns: %s has axes 0 to %d", synth.ErrScene, p.Event, len(p.def.Axes)-1)
	}
	axis := p.def.Axes[u.Axis]
	if u.Axis != p.Axis {
		for _, a := range p.LayersDeg {
			if a != 0 {
				return fmt.Errorf("%w: turns: one about axis %d while layers of axis %d are askew", synth.ErrScene, u.Axis, p.Axis)
			}
		}
		p.Axis, p.LayersDeg = u.Axis, make([]float64, axis.Layers())
	}
	step := axis.Step().Degrees()
	done := Smooth.share(t, u.At, u.At+u.For)
	for _, l := range u.Layers {
		if l < 0 || l >= len(p.LayersDeg) {
			return fmt.Errorf("%w: turns: %s has layers 0 to %d on that axis", synth.ErrScene, p.Event, len(p.LayersDeg)-1)
		}
		p.LayersDeg[l] += done * u.Deg
		if steps := math.Round(p.LayersDeg[l] / step); done == 1 && steps != 0 && math.Abs(p.LayersDeg[l]-steps*step) < 1e-6 {
			old := slices.Clone(p.Colours)
			for place, from := range p.def.Permutation(u.Axis, []int{l}, int(steps)) {
				p.Colours[place] = old[from]
			}
			p.LayersDeg[l] = 0
		}
	}
	return nil
}

// lay puts the puzzle where a key says.
func (p *laid) lay(k PuzzleKey) {
	p.XMM, p.YMM, p.LiftMM = k.X, k.Y, math.Max(0, k.Lift)
	down := k.R.Inverse().Apply(geom.Vec{Z: -1})
	yaw := k.R.Mul(geom.Between(down, geom.Vec{Z: -1}).Inverse())
	p.Down = [3]float64{down.X, down.Y, down.Z}
	p.YawDeg = math.Atan2(yaw[3], yaw[0]) * 180 / math.Pi
}

func (h *Hand) thing(k HandKey) synth.Thing {
	return synth.Thing{What: synth.Arm, Left: h.Left, Colour: h.Skin, Second: h.Sleeve, WidthMM: h.WidthMM, DepthMM: 180, HeightMM: 40,
		XMM: k.X, YMM: k.Y, LiftMM: k.Lift, YawDeg: k.Yaw, RollDeg: k.Roll, Curl: math.Max(0, math.Min(k.Curl, 1)), SpreadMM: k.Spread}
}

// Sizes of the cover (mm): a 7x7 on its corner fits beneath.
const (
	coverWide = 124
	coverHigh = 96
)

func cover(k CoverKey) synth.Thing {
	return synth.Thing{What: synth.Cover, XMM: k.X, YMM: k.Y, LiftMM: k.Lift, YawDeg: k.Yaw, WidthMM: coverWide, DepthMM: coverWide, HeightMM: coverHigh,
		Colour: synth.RGB{0x2a, 0x5c, 0x9c}}
}

func (p *Phone) thing(t time.Duration) synth.Thing {
	return synth.Thing{What: synth.Phone, XMM: p.X, YMM: p.Y, YawDeg: p.Yaw, WidthMM: 72, DepthMM: 150, HeightMM: 8,
		Colour: synth.RGB{0x10, 0x10, 0x12}, Second: synth.RGB{0xe6, 0xeb, 0xf0}, ScreenUp: true, Lit: p.Lit.Holds(t)}
}
