package still

import "github.com/plustwo/plustwo/vision/locate"

// ground is the mat's colour at every pixel of the small picture, toe included.
type ground struct {
	l, rg, yb []float32
	sigma     float32 // standard deviation of the mat's colour, of the worst channel
	light     float32 // of the picture that it was learnt from
}

func newGround(p *picture) *ground {
	n := p.w * p.h
	return &ground{l: make([]float32, n), rg: make([]float32, n), yb: make([]float32, n)}
}

// known tells whether the mat's colour has been learnt.
func (g *ground) known() bool { return g.sigma > 0 }

// learn takes the mat's colour from what locate made of a picture.
func (g *ground) learn(p *picture, sc *locate.Scene) {
	s := sc.Ground.Sigma
	g.sigma, g.light = unit*float32(max(s[0], s[1], s[2])), p.light
	for j := range g.l {
		u, v := place(j, p)
		r, gr, b := sc.Ground.RGB(u, v)
		l, rg, yb := locate.Opponent(r*unit+toe, gr*unit+toe, b*unit+toe)
		g.l[j], g.rg[j], g.yb[j] = float32(l), float32(rg), float32(yb)
	}
}

// place returns the middle of a small pixel in picture pixels.
func place(j int, p *picture) (u, v float64) {
	s := float64(p.scale)
	return (float64(j%p.w)+0.5)*s - 0.5, (float64(j/p.w)+0.5)*s - 0.5
}

// opponent is locate.Opponent in single precision.
func opponent(v *[3]float32) (l, rg, yb float32) {
	const a, b, c = 0.57735027, 0.70710678, 0.81649658
	return (v[0] + v[1] + v[2]) * a, (v[0] - v[1]) * b, ((v[0]+v[1])/2 - v[2]) * c
}

// Bins of the light's histogram: a fifth of a percent each, from a quarter to
// 2.8 times the light; a camera's exposure moves it by less at a time.
const (
	lightLow  = 0.25
	lightStep = 0.002
	lightBin  = 1280
)

// light measures the light against a reference picture.
type light struct {
	points []int32 // every so many pixels
	ref    []float32
	ratio  [lightBin]int32
}

// refer takes a picture as the reference.
func (l *light) refer(p *picture) {
	const every = 11 // pixels: thousands are left for one figure
	l.points, l.ref = l.points[:0], l.ref[:0]
	for j := 0; j < p.w*p.h; j += every {
		l.points = append(l.points, int32(j))
		l.ref = append(l.ref, p.grey(j))
	}
}

// measure returns the light of a picture against the reference: the median
// over its pixels, so that what moves on less than half of it does not count.
func (l *light) measure(p *picture) float32 {
	clear(l.ratio[:])
	for i, j := range l.points {
		l.ratio[min(max(int((p.grey(int(j))/l.ref[i]-lightLow)/lightStep), 0), lightBin-1)]++
	}
	half, sum := int32(len(l.points)/2), int32(0)
	for i, n := range l.ratio {
		if sum+n > half {
			return lightLow + lightStep*(float32(i)+float32(half-sum)/float32(n))
		}
		sum += n
	}
	return 1
}

// grey is the sum of a pixel's channels, toe included.
func (p *picture) grey(j int) float32 {
	q := p.pix[3*j:][:3]
	return 3*toe + float32(q[0]) + float32(q[1]) + float32(q[2])
}

// Shadows darken all channels alike; darker ones than this share of the light
// are taken for something dark that lies there (as in locate).
const darkest = 0.25

// foreign is how far a colour (toe included) is from the mat's at a pixel or
// the nearest of its shadows, in standard deviations of the mat; 0 where the mat
// is not known.
func (g *ground) foreign(j int, v *[3]float32, light float32) float32 {
	if !g.known() {
		return 0
	}
	l, rg, yb := opponent(v)
	light /= g.light
	gl, grg, gyb := g.l[j]*light, g.rg[j]*light, g.yb[j]*light
	k := (l*gl + rg*grg + yb*gyb) / max(gl*gl+grg*grg+gyb*gyb, 1)
	k = min(max(k, darkest), 1)
	l, rg, yb = l-k*gl, rg-k*grg, yb-k*gyb
	return sqrt(l*l+rg*rg+yb*yb) / g.sigma
}
