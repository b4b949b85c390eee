package phrase

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

func TestDirection(t *testing.T) {
	at := func(deg float64) geom.Vec {
		s, c := math.Sincos(deg * math.Pi / 180)
		return geom.Vec{X: c, Y: s}
	}
	for _, c := range []struct {
		normal geom.Vec
		want   string
	}{
		{geom.Vec{Z: 1}, "top"}, {geom.Vec{Z: -1}, "bottom"},
		{at(0), "right side"}, {at(22), "right side"}, {at(23), "far right side"}, {at(90), "far side"},
		{at(180), "left side"}, {at(-180), "left side"}, {at(-90), "near side"}, {at(-45), "near right side"},
		{geom.Vec{X: 0.89, Z: 0.45}, "upper right side"}, {geom.Vec{Y: -0.89, Z: -0.45}, "lower near side"},
	} {
		if got := Direction(c.normal).In(rules.English); got != c.want {
			t.Errorf("%v: got %q, want %q", c.normal, got, c.want)
		}
	}
}

// Every phrase exists in every language.
func TestComplete(t *testing.T) {
	all := []rules.Text{Suggestion, Proven, Possible, Layers, Turn, Limit, Within, Over, TooClose, Aligned, Why, Check,
		NotFound, NotSeen, NotClear, Unseen, OutOfPlace, Stickers, Seen, Rulebook, Time, Stop, Judge, Flags, OverExposed,
		LayersOf(rules.Plain("x"), [2]int{1, 2}), OverBy(geom.Degree), Direction(geom.Vec{X: 1, Z: 0.5})}
	for _, p := range all {
		for _, l := range rules.Langs() {
			if p[l] == "" {
				t.Errorf("%q has no %s", p[rules.English], l)
			}
		}
	}
}

func TestAngle(t *testing.T) {
	for _, c := range []struct {
		turn, sigma, margin float64
		want                string
	}{{-12.345, 0.42, 1.76, "12.3° ± 1.8°"}, {45, 0.04, 0.6, "45.0° ± 0.6°"}, {-0.01, 0.04, 0.6, "0.0° ± 0.6°"},
		{10, math.Inf(1), math.Inf(1), "not seen"}, {10, math.NaN(), 1, "not seen"}} {
		if got := Angle(geom.Angle(c.turn)*geom.Degree, geom.Angle(c.sigma)*geom.Degree, geom.Angle(c.margin)*geom.Degree, rules.English); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestLayersOf(t *testing.T) {
	got := LayersOf(text("the white face (top)", "白色面（上方）", "白色面（上方）"), [2]int{1, 2})
	for l, want := range map[rules.Lang]string{rules.English: "layers 1 and 2 from the white face (top)", rules.Traditional: "從白色面（上方）起第 1、2 層"} {
		if got.In(l) != want {
			t.Errorf("got %q, want %q", got.In(l), want)
		}
	}
}
