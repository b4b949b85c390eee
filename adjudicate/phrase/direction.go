package phrase

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

var (
	top    = text("top", "上方", "上方")
	bottom = text("bottom", "底部", "底部")
	upper  = text("upper ", "上方", "上方")
	lower  = text("lower ", "下方", "下方")
	// sides in steps of 45 degrees from the competitor's right, counter-clockwise from above
	sides = []rules.Text{
		text("right side", "右側", "右侧"), text("far right side", "右後側", "右后侧"),
		text("far side", "後側", "后侧"), text("far left side", "左後側", "左后侧"),
		text("left side", "左側", "左侧"), text("near left side", "左前側", "左前侧"),
		text("near side", "前側", "前侧"), text("near right side", "右前側", "右前侧"),
	}
)

// Direction names the way a face looks, from its normal in the mat frame, as
// the competitor sees it: near is the competitor's side.
func Direction(normal geom.Vec) rules.Text {
	n := normal.Unit()
	// cosines of 30 and 70 degrees from the vertical: faces of a cube on its
	// base are at 0 and 90, those of a Megaminx at 0, 63, 117 and 180
	const steep, slanting = 0.87, 0.34
	switch {
	case n.Z > steep:
		return top
	case n.Z < -steep:
		return bottom
	}
	octant := int(math.Round(math.Atan2(n.Y, n.X)/(math.Pi/4))+8) % 8
	side := sides[octant]
	switch {
	case n.Z > slanting:
		return join(upper, side)
	case n.Z < -slanting:
		return join(lower, side)
	}
	return side
}

func join(a, b rules.Text) rules.Text {
	out := rules.Text{}
	for _, l := range rules.Langs() {
		out[l] = a[l] + b[l]
	}
	return out
}
