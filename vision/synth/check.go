package synth

import (
	"encoding/json"
	"fmt"
)

// ReadScene reads a scene as json.Marshal writes it. The error is ErrScene, and
// says which field is wrong.
func ReadScene(raw []byte) (Scene, error) {
	var s Scene
	if err := json.Unmarshal(raw, &s); err != nil {
		return Scene{}, fmt.Errorf("%w: %w", ErrScene, err)
	}
	return s, s.check()
}

// The bounds of what a scene may hold: wide enough for any table, narrow
// enough that drawing stays finite and quick.
const (
	maxMM     = 5000
	maxThings = 100
	maxText   = 80
	maxBlur   = 10
)

// limits is one number of a scene with its limits.
type limits struct {
	name      string
	v, lo, hi float64
}

func (s *Scene) check() error {
	if len(s.Things) > maxThings || len(s.Light.Lamps) > maxThings || len(s.Table.Mat.Prints) > maxThings {
		return fmt.Errorf("%w: more than %d things, lamps or prints", ErrScene, maxThings)
	}
	for _, l := range s.numbers() {
		if !(l.v >= l.lo && l.v <= l.hi) {
			return fmt.Errorf("%w: %s is %g: use %g to %g", ErrScene, l.name, l.v, l.lo, l.hi)
		}
	}
	if s.Puzzle == nil {
		return nil
	}
	if vec(s.Puzzle.Down).Norm() < 1e-6 {
		return fmt.Errorf("%w: puzzle.down: has no direction; use Settle", ErrScene)
	}
	_, err := s.Puzzle.load()
	return err
}

func (s *Scene) numbers() []limits {
	t, m := &s.Table, &s.Table.Mat
	out := []limits{
		{"table.streaks", t.Streaks, 0, 1}, {"table.grain", t.Grain, 0, 0.5},
		{"table.width_mm", t.WidthMM, 1, maxMM}, {"table.depth_mm", t.DepthMM, 1, maxMM},
		{"table.mat.width_mm", m.WidthMM, 1, maxMM}, {"table.mat.depth_mm", m.DepthMM, 1, maxMM},
		{"table.mat.thickness_mm", m.ThicknessMM, 0, 50}, {"table.mat.round_mm", m.RoundMM, 0, maxMM},
		{"light.sky", s.Light.Sky, 0, 100}, {"light.sky_kelvin", s.Light.SkyKelvin, 1500, 20000},
		{"sensor.mean", s.Sensor.Mean, 0, 10}, {"sensor.adapt", s.Sensor.Adapt, 0, 1},
		{"sensor.blur_px", s.Sensor.BlurPx, 0, maxBlur}, {"sensor.noise", s.Sensor.Noise, 0, 1},
		{"sensor.vignette", s.Sensor.Vignette, 0, 1}, {"sensor.jpeg", float64(s.Sensor.JPEG), 0, 100},
	}
	for _, g := range s.Sensor.WB {
		out = append(out, limits{"sensor.wb", g, 0.01, 10})
	}
	for _, l := range s.Light.Lamps {
		out = append(out, limits{"light.lamps.at_mm", vec(l.AtMM).Norm(), 200, 100 * maxMM}, limits{"light.lamps.at_mm z", l.AtMM[2], 600, 100 * maxMM},
			limits{"light.lamps.size_mm", l.SizeMM, 0, maxMM}, limits{"light.lamps.power", l.Power, 0, 1000}, limits{"light.lamps.kelvin", l.Kelvin, 1500, 20000})
	}
	for _, p := range m.Prints {
		out = append(out, within("table.mat.prints", p.XMM, p.YMM, p.YawDeg)...)
		out = append(out, limits{"table.mat.prints.size_mm", p.SizeMM, 0, maxMM}, limits{"table.mat.prints.width_mm", p.WidthMM, 0, maxMM},
			limits{"table.mat.prints.text length", float64(len(p.Text)), 0, maxText})
	}
	for _, p := range s.Things {
		out = append(out, within("things", p.XMM, p.YMM, p.YawDeg, p.SpreadMM, p.RollDeg, p.Curl)...)
		out = append(out, limits{"things.lift_mm", p.LiftMM, 0, 500}, limits{"things.width_mm", p.WidthMM, 1, 1000}, limits{"things.depth_mm", p.DepthMM, 1, 1000},
			limits{"things.height_mm", p.HeightMM, 0, 400}, limits{"things.text length", float64(len(p.Text)), 0, maxText})
	}
	if s.Puzzle != nil {
		out = append(out, s.Puzzle.numbers()...)
	}
	return out
}

func (p *Puzzle) numbers() []limits {
	b := &p.Build
	out := append(within("puzzle", p.XMM, p.YMM, p.YawDeg), within("puzzle.layers_deg", p.LayersDeg...)...)
	out = append(out, within("puzzle.down", p.Down[:]...)...)
	out = append(out, limits{"puzzle.size_mm", p.SizeMM, 10, 300}, limits{"puzzle.lift_mm", p.LiftMM, 0, 500},
		limits{"puzzle.build.gap_mm", b.GapMM, 0, 5}, limits{"puzzle.build.bevel_mm", b.BevelMM, 0, 5}, limits{"puzzle.build.inset_mm", b.InsetMM, 0, 20},
		limits{"puzzle.build.round_mm", b.RoundMM, 0, 50}, limits{"puzzle.build.hollow_mm", b.HollowMM, 0, 50},
		limits{"puzzle.build.gloss", b.Gloss, 0, 1}, limits{"puzzle.build.wear", b.Wear, 0, 1})
	if b.Logo != nil {
		out = append(out, limits{"puzzle.build.logo.share", b.Logo.Share, 0, 1}, limits{"puzzle.build.logo.text length", float64(len(b.Logo.Text)), 0, maxText})
	}
	return out
}

func within(name string, vs ...float64) []limits {
	out := make([]limits, len(vs))
	for i, v := range vs {
		out[i] = limits{name, v, -maxMM, maxMM}
	}
	return out
}
