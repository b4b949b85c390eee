package synth

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// lights is a scene's lighting, ready to be asked.
type lights struct {
	lamps  []lamp
	sky    rgb // from each direction of dome, times the cosine
	dome   []geom.Vec
	bounce rgb     // colour of the mat: what it throws back
	floor  float64 // height of the surface that everything lies on
}

type lamp struct {
	at      geom.Vec
	aim     geom.Vec // unit
	colour  rgb
	samples []geom.Vec // points of the panel
}

// domeSize directions make the sky: few enough to be fast, and the steps of
// the shadows that they cast (a domeSize-th of the sky's share) drown in noise.
const domeSize = 14

// newLights prepares a scene's lamps with as many samples as divisions says for
// a lamp's size, squared.
func newLights(s *Scene, divisions func(sizeMM float64) int) *lights {
	l := &lights{bounce: s.Table.Mat.Colour.linear(), floor: s.Table.Mat.ThicknessMM}
	for _, p := range s.Light.Lamps {
		at := vec(p.AtMM)
		aim := at.Unit().Mul(-1)
		u := aim.Cross(geom.Vec{X: 0.2, Y: 0.9, Z: 0.1}).Unit()
		v := aim.Cross(u)
		far := at.Norm() / meter
		one := lamp{at: at, aim: aim, colour: kelvin(p.Kelvin).mul(float32(p.Power * far * far))}
		n := divisions(p.SizeMM)
		for i := 0; i < n*n; i++ {
			a := (float64(i%n)+0.5)/float64(n) - 0.5
			b := (float64(i/n)+0.5)/float64(n) - 0.5
			one.samples = append(one.samples, at.Add(u.Mul(a*p.SizeMM)).Add(v.Mul(b*p.SizeMM)))
		}
		l.lamps = append(l.lamps, one)
	}
	up := 0.0
	for i := 0; i < domeSize; i++ { // a spiral, even in solid angle, from 20 degrees above the table to the zenith
		z := 0.35 + 0.65*(float64(i)+0.5)/domeSize
		s, c := math.Sincos(float64(i) * goldenAngle)
		r := math.Sqrt(1 - z*z)
		l.dome = append(l.dome, geom.Vec{X: r * c, Y: r * s, Z: z})
		up += z
	}
	l.sky = kelvin(s.Light.SkyKelvin).mul(float32(s.Light.Sky / up))
	return l
}

const (
	meter       = 1000.0
	goldenAngle = 2.399963 // radians: spreads any number of points evenly around a circle
)

// on returns what a lamp gives a surface at p with the normal n.
func (m *lamp) on(p, n geom.Vec) float64 {
	to := m.at.Sub(p)
	d2 := to.Dot(to)
	cosIn, cosOut := n.Dot(to), -m.aim.Dot(to)
	if cosIn <= 0 || cosOut <= 0 {
		return 0
	}
	return cosIn * cosOut / (d2 * d2) * meter * meter
}

// at returns the light that falls on a surface at p with normal n, and the
// share of the lamps' light that reaches it past the blockers.
func (l *lights) at(p, n geom.Vec, blockers []*solid) (e rgb, open float32) {
	var full, got float32
	for i := range l.lamps {
		m := &l.lamps[i]
		on := float32(m.on(p, n))
		if on == 0 {
			continue
		}
		free := 0
		for _, s := range m.samples {
			to := s.Sub(p)
			d := to.Norm()
			if !blocked(p, to.Mul(1/d), d, blockers) {
				free++
			}
		}
		share := float32(free) / float32(len(m.samples))
		e = e.add(m.colour.mul(on * share))
		full, got = full+on*m.colour.g, got+on*m.colour.g*share
	}
	for _, d := range l.dome {
		if c := n.Dot(d); c > 0 && !blocked(p, d, skyReach, blockers) {
			e = e.add(l.sky.mul(float32(c)))
		}
	}
	if full == 0 {
		return e, 0
	}
	return e, got / full
}

// skyReach is how far away a thing can dim the sky (mm): everything on a table
// is nearer.
const skyReach = 2000

func blocked(p, dir geom.Vec, reach float64, blockers []*solid) bool {
	for _, b := range blockers {
		if b.blocks(p, dir, reach) {
			return true
		}
	}
	return false
}

// fromMat returns the light that the mat throws onto a surface at p with
// normal n: most on what faces down, little right above the mat, which is then
// in the surface's own shadow.
func (l *lights) fromMat(p, n geom.Vec, onMat rgb) rgb {
	down := 0.5 - 0.5*n.Z
	if down <= 0 {
		return rgb{}
	}
	const clear = 25.0 // mm above the mat at which its light is mostly there
	h := math.Max(p.Z-l.floor, 0)
	return onMat.times(l.bounce).mul(float32(down * (0.25 + 0.75*h/(h+clear))))
}

// glint returns the lamps' mirror light at p towards the unit direction eye:
// Blinn's highlight with a normalised power of 2^sharp (J. Blinn 1977), Fresnel
// after Schlick (1994) for plastic.
func (l *lights) glint(p, n, eye geom.Vec, sharp int, strength float32) rgb {
	var e rgb
	for i := range l.lamps {
		m := &l.lamps[i]
		on := m.on(p, n)
		if on == 0 {
			continue
		}
		to := m.at.Sub(p).Unit()
		h := to.Add(eye).Unit()
		nh := n.Dot(h)
		if nh < 0.5 {
			continue
		}
		pow := nh
		for k := 0; k < sharp; k++ {
			pow *= pow
		}
		e = e.add(m.colour.mul(float32(on * pow * fresnel(eye.Dot(h)) * (float64(int(1)<<sharp) + 8) / 8)))
	}
	return e.mul(strength)
}

// sheen returns the sky's mirror image in a surface.
func (l *lights) sheen(n, eye geom.Vec, strength float32) rgb {
	return l.sky.mul(domeSize / 2 * strength * float32(fresnel(math.Max(n.Dot(eye), 0))))
}

func fresnel(c float64) float64 {
	const plastic = 0.04 // reflectance straight on, refractive index 1.5
	d := 1 - c
	return plastic + (1-plastic)*d*d*d*d*d
}

func vec(v [3]float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }
