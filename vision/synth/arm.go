package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// arm is a hand and its forearm: round cones between joints, which a smooth
// skin joins.
type arm struct {
	bones []bone
	lying []*solid // rods that cast its shadow
}

// bone is a round cone from a to b with a radius at each (mm).
type bone struct {
	a, b   geom.Vec
	ra, rb float64
	colour rgb
	cloth  bool
	back   geom.Vec // of a finger's last bone: the direction in which the nail looks
}

// hand sizes are those of an adult's (mm); they scale with the breadth of the
// knuckles. x goes from the thumb to the little finger, y along the fingers, z
// up from the palm.
const (
	knuckles    = 84.0
	knuckleHigh = 21.0 // of the knuckles' middle over the underside
	fingerGap   = 21.0
)

// fingers are the lengths from knuckle to tip, index to little finger, and how
// far each knuckle is set back.
var fingers = [4]struct{ long, back float64 }{{72, 3}, {80, 0}, {75, 4}, {58, 13}}

// newArm makes an arm, palm down where its roll is 0.
func newArm(t *Thing, top float64) *arm {
	k := t.WidthMM / knuckles
	flip := 1.0 // a right hand's thumb is on its left
	if t.Left {
		flip = -1
	}
	sin, cos := math.Sincos(t.RollDeg * math.Pi / 180)
	dir := func(x, y, z float64) geom.Vec {
		q := turned(pt{flip * (x*cos + z*sin), y}, t.YawDeg)
		return geom.Vec{X: q.x, Y: q.y, Z: z*cos - x*sin}
	}
	at := func(x, y, z float64) geom.Vec {
		return dir(x*k, y*k, (z-knuckleHigh)*k).Add(geom.Vec{X: t.XMM, Y: t.YMM, Z: top + t.LiftMM + knuckleHigh*k})
	}
	m := &arm{}
	skin, sleeve := t.Colour.linear(), t.Second.linear()
	add := func(a, b geom.Vec, ra, rb float64, c rgb) *bone {
		m.bones = append(m.bones, bone{a: a, b: b, ra: ra * k, rb: rb * k, colour: c})
		return &m.bones[len(m.bones)-1]
	}
	add(at(3, -440, 62), at(3, -196, 33), 52, 37, sleeve).cloth = true
	add(at(3, -196, 33), at(2, -100, 24), 29, 24, skin)
	for i, f := range fingers {
		m.finger(t, i, f.long, f.back, at, dir, add, skin)
	}
	m.thumb(t.Curl, at, dir, add, skin)
	m.cast()
	return m
}

// cast makes the rods that cast the shadow: fewer than there are bones.
func (m *arm) cast() {
	const around = 5 // points: soft shadows show no more
	rod := func(from, to int) {
		a, b := &m.bones[from], &m.bones[to]
		m.lying = append(m.lying, rodWith(a.a, b.b, (a.ra+b.rb)/2, around))
	}
	rod(0, 0)
	rod(1, 1)
	const wrist, each = 2, 4 // bones before the fingers, and of each
	for i := range fingers {
		first := wrist + each*i
		rod(first, first)
		rod(first+1, first+3)
	}
	rod(len(m.bones)-2, len(m.bones)-1)
}

type (
	place func(x, y, z float64) geom.Vec
	adder func(a, b geom.Vec, ra, rb float64, c rgb) *bone
)

func (m *arm) finger(t *Thing, i int, long, back float64, at, dir place, add adder, skin rgb) {
	x := fingerGap * (float64(i) - 1.5)
	fan := t.SpreadMM * (float64(i) - 1.5) / 3 / long
	add(at(0.62*x+1, -86, 22), at(x, -back, knuckleHigh), 15, 11.5, skin)
	shares := [3]float64{0.46, 0.30, 0.24}
	bends := [3]float64{6 + 62*t.Curl, 10 + 80*t.Curl, 6 + 45*t.Curl} // degrees
	radii := [4]float64{10.6, 9.6, 8.6, 7.2}
	if i == 3 {
		radii = [4]float64{9.4, 8.4, 7.6, 6.4}
	}
	px, py, pz, bent := x, -back, knuckleHigh, 0.0
	for j, s := range shares {
		bent += bends[j] * math.Pi / 180
		sin, cos := math.Sincos(bent)
		qx, qy, qz := px+fan*s*long, py+cos*s*long, pz-sin*s*long
		b := add(at(px, py, pz), at(qx, qy, qz), radii[j], radii[j+1], skin)
		if j == 2 {
			b.back = dir(0, sin, cos)
		}
		px, py, pz = qx, qy, qz
	}
}

// thumb lies beside the hand, and opposite to the fingers as they bend.
func (m *arm) thumb(curl float64, at, dir place, add adder, skin rgb) {
	mixed := func(open, shut [3]float64) geom.Vec {
		return at(mixf(open[0], shut[0], curl), mixf(open[1], shut[1], curl), mixf(open[2], shut[2], curl))
	}
	root := at(-17, -78, 19)
	ball := mixed([3]float64{-41, -42, 15}, [3]float64{-36, -40, 2})
	joint := mixed([3]float64{-56, -12, 12}, [3]float64{-42, -4, -12})
	tip := mixed([3]float64{-59, 16, 9}, [3]float64{-34, 22, -24})
	add(root, ball, 19, 15, skin)
	add(ball, joint, 13.5, 10.5, skin)
	add(joint, tip, 10.5, 8.2, skin).back = dir(-0.55, 0, 0.83)
}

func mixf(a, b, t float64) float64 { return a + (b-a)*t }

func (m *arm) solids() []*solid { return m.lying }
