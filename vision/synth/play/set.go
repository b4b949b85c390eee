package play

import (
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/synth"
)

// The table: places in the mat frame (mm).
const (
	timerY    = -128.0
	timerWide = 290.0
	timerDeep = 78.0
	timerHigh = 20.0
	padX      = 0.37 * timerWide
)

// Set returns the table that all scripts play at, with nobody there.
func Set(seed uint64) synth.Scene {
	return synth.Scene{
		Seed: seed,
		Table: synth.Table{
			Colour: synth.RGB{0x9c, 0xa2, 0xa8}, Streaks: 0.1, WidthMM: 1800, DepthMM: 900, Floor: synth.RGB{0x60, 0x5a, 0x54}, Grain: 0.012,
			Mat: synth.Mat{WidthMM: 620, DepthMM: 370, ThicknessMM: 3, RoundMM: 15, Colour: synth.RGB{0x3c, 0x41, 0x4b}, Prints: []synth.Print{
				{Shape: synth.Frame, SizeMM: 9, WidthMM: 2.5, Colour: synth.RGB{0x8c, 0x93, 0x9e}},
				{Shape: synth.Text, Text: "PLUSTWO OPEN", XMM: 205, YMM: 152, SizeMM: 12, Colour: synth.RGB{0x8c, 0x93, 0x9e}},
			}},
		},
		Light: synth.Lighting{
			Sky: 0.55, SkyKelvin: 6000,
			Lamps: []synth.Lamp{
				{AtMM: [3]float64{-650, 420, 2300}, SizeMM: 280, Power: 1, Kelvin: 5200},
				{AtMM: [3]float64{800, -60, 2300}, SizeMM: 280, Power: 0.7, Kelvin: 5000},
			},
		},
		Things: []synth.Thing{
			{What: synth.Timer, YMM: timerY, WidthMM: timerWide, DepthMM: timerDeep, HeightMM: timerHigh, Colour: synth.RGB{0xd8, 0xb8, 0x1c}, Second: synth.RGB{0x30, 0x30, 0x34}},
			{What: synth.Card, XMM: -255, YMM: 95, YawDeg: 8, WidthMM: 100, DepthMM: 140, HeightMM: 0.3, Colour: synth.RGB{0xd8, 0xd6, 0xce}, Second: synth.RGB{0x18, 0x30, 0x90}, Text: "333 - Group 2"},
			{What: synth.Pen, XMM: -190, YMM: 100, YawDeg: 14, WidthMM: 10, DepthMM: 138, HeightMM: 10, Colour: synth.RGB{0x18, 0x40, 0xb8}, Second: synth.RGB{0xc0, 0xc0, 0xc4}},
		},
		Sensor: synth.Sensor{Mean: 0.16, Adapt: 1, WB: [3]float64{1, 1, 1}, BlurPx: 0.5, Noise: 0.008, Vignette: 0.08},
	}
}

// Camera returns a camera of the set with pictures of a width, 16 by 9.
func Camera(v View, width int) calib.Camera {
	w, h := float64(width), float64(width*9/16)
	focal, at, to := 0.86*w, geom.Vec{Y: 245, Z: 640}, geom.Vec{Y: 4}
	switch v {
	case Left:
		at, to = geom.Vec{X: -480, Y: 260, Z: 330}, geom.Vec{Y: 20, Z: 20}
	case Right:
		at, to = geom.Vec{X: 480, Y: 260, Z: 330}, geom.Vec{Y: 20, Z: 20}
	}
	return calib.Camera{Width: width, Height: width * 9 / 16, Fx: focal, Fy: focal, Cx: w/2 - 0.5, Cy: h/2 - 0.5, CamFromMat: synth.LookAt(at, to, 0)}
}

// View is one of the set's cameras.
type View string

// The views.
const (
	Overhead View = "overhead"
	Left     View = "left"
	Right    View = "right"
)
