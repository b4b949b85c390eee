package locate

import (
	"math"
	"slices"
	"sort"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Candidate is a place where a puzzle may lie.
type Candidate struct {
	Mat    geom.Vec   // core's place in the mat frame, mm
	Centre geom.Pixel // where the core appears
	Span   float64    // pixels that the puzzle's size covers there
	SizeMM float64    // the size that was looked for
	Score  float64    // 0..1: how much it stands out as a compact thing of that size
}

// Scene is what locate makes of one view.
type Scene struct {
	Ground     *Ground
	Candidates []Candidate // best first
	fg         *small      // how little each pixel looks like the mat, 0..1, in channel 0
}

// shrinkBy is the scale of the search: a 3x3 is about 30 pixels wide on it in
// a 720p picture of a whole mat.
const shrinkBy = 4

// The smallest mat that the WCA allows is 30 x 25 cm (7f1b); its colour is
// learnt on that much around the mat's centre.
const (
	matHalfX = 150.0 // mm
	matHalfY = 125.0
)

// reach is how far from the mat's centre a puzzle is looked for (mm): a
// full-size mat is 68 cm wide.
const (
	reachX = 340.0
	reachY = 220.0
)

// Find looks for things of a puzzle's size (mm) in a view with a camera.
func Find(v *vision.View, sizeMM float64) *Scene {
	s := shrink(v.Image, shrinkBy)
	g := fitGround(s, zone(s, v.Camera))
	sc := &Scene{Ground: g, fg: foreground(s, g)}
	sums := integral(sc.fg)
	const pitch = 6.0 // mm between places tried: a tenth of a puzzle
	var all []Candidate
	for y := -reachY; y <= reachY; y += pitch {
		for x := -reachX; x <= reachX; x += pitch {
			c, ok := At(v, geom.Vec{X: x, Y: y, Z: sizeMM / 2}, sizeMM)
			if !ok {
				continue
			}
			c.Score = standout(sums, s, c)
			all = append(all, c)
		}
	}
	sc.Candidates = apart(all)
	return sc
}

// At returns the candidate at a place of the mat frame (mm) as a view sees it,
// and whether it lies in the picture.
func At(v *vision.View, p geom.Vec, size float64) (Candidate, bool) {
	q := v.Camera.CamFromMat.Apply(p)
	px, ok := v.Camera.ProjectCam(q)
	if !ok || px.U < 0 || px.V < 0 || px.U > float64(v.Image.Width) || px.V > float64(v.Image.Height) {
		return Candidate{}, false
	}
	return Candidate{Mat: p, Centre: px, Span: v.Camera.Fx * size / q.Z, SizeMM: size}, true
}

// maxCandidates bounds the places that the fit looks at.
const maxCandidates = 6

// apart keeps the best candidates that are at least half a puzzle from a better
// one; all is used up.
func apart(all []Candidate) []Candidate {
	var out []Candidate
	for len(out) < maxCandidates {
		best := -1
		for i := range all {
			if all[i].Score > 0 && (best < 0 || all[i].Score > all[best].Score) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		o := all[best]
		out = append(out, o)
		all = slices.DeleteFunc(all, func(c Candidate) bool {
			return math.Hypot(c.Centre.U-o.Centre.U, c.Centre.V-o.Centre.V) < o.Span/2
		})
	}
	return out
}

// zone marks the pixels that show the mat's middle.
func zone(s *small, cam *calib.Camera) []bool {
	in := make([]bool, s.w*s.h)
	o := cam.Centre()
	for j := range in {
		u, v := s.place(j)
		d := cam.Ray(geom.Pixel{U: u, V: v})
		if d.Z >= 0 {
			continue
		}
		p := o.Add(d.Mul(-o.Z / d.Z))
		in[j] = math.Abs(p.X) < matHalfX && math.Abs(p.Y) < matHalfY
	}
	return in
}

// foreground rates each pixel's difference from the mat: 0 below 3 sigmas, 1
// from 8 on. A shadow darkens all channels alike, so the mat's colour scaled
// down counts as mat.
func foreground(s *small, g *Ground) *small {
	const none, sure = 3, 8
	sigma := math.Sqrt((g.Sigma[0]*g.Sigma[0] + g.Sigma[1]*g.Sigma[1] + g.Sigma[2]*g.Sigma[2]) / 3)
	out := &small{w: s.w, h: s.h, scale: s.scale, pix: make([]float32, 3*s.w*s.h)}
	for j := 0; j < s.w*s.h; j++ {
		u, v := s.place(j)
		l, a, b := g.At(u, v)
		d := shadowed(float64(s.pix[3*j]), float64(s.pix[3*j+1]), float64(s.pix[3*j+2]), l, a, b)
		out.pix[3*j] = float32(math.Min(math.Max((d/sigma-none)/(sure-none), 0), 1))
	}
	return out
}

// darkest is the deepest shadow taken for mat, as a share of its colour.
const darkest = 0.25

// shadowed returns the distance of a colour from the mat's colour or the
// nearest of its shadows.
func shadowed(l, rg, yb, gl, grg, gyb float64) float64 {
	k := (l*gl + rg*grg + yb*gyb) / math.Max(gl*gl+grg*grg+gyb*gyb, 1)
	k = math.Min(math.Max(k, darkest), 1)
	l, rg, yb = l-k*gl, rg-k*grg, yb-k*gyb
	return math.Sqrt(l*l + rg*rg + yb*yb)
}

// integral returns the summed-area table of channel 0, one larger each way.
func integral(s *small) []float64 {
	w := s.w + 1
	t := make([]float64, w*(s.h+1))
	for y := 0; y < s.h; y++ {
		row := 0.0
		for x := 0; x < s.w; x++ {
			row += float64(s.pix[3*(y*s.w+x)])
			t[(y+1)*w+x+1] = t[y*w+x+1] + row
		}
	}
	return t
}

// boxMean returns the mean over a box of the picture, what lies outside it
// counting as full: no mat is there.
func boxMean(t []float64, s *small, u0, v0, u1, v1 float64) float64 {
	x0, x1 := int(math.Floor(u0/s.scale)), int(math.Floor(u1/s.scale))+1
	y0, y1 := int(math.Floor(v0/s.scale)), int(math.Floor(v1/s.scale))+1
	area := float64((x1 - x0) * (y1 - y0))
	x0, x1, y0, y1 = max(x0, 0), min(x1, s.w), max(y0, 0), min(y1, s.h)
	if x1 <= x0 || y1 <= y0 {
		return 1
	}
	w := s.w + 1
	sum := t[y1*w+x1] - t[y0*w+x1] - t[y1*w+x0] + t[y0*w+x0]
	return (sum + area - float64((x1-x0)*(y1-y0))) / area
}

// standout is how much fuller the middle of a place is than its surroundings:
// a puzzle fills a box of 0.8 of its size whatever its yaw, and leaves the ring
// from 1.6 to 2.2 sizes to the mat, but for one side, where a timer, print or
// the mat's border may be. Corners of the table beside the mat have two full
// sides: with the second fullest side counted, 1 of 128 rendered puzzles was not
// among the candidates, with the ring's mean alone 12.
func standout(t []float64, s *small, c Candidate) float64 {
	const middle, inner, outer = 0.40, 0.80, 1.10 // half sides of boxes, puzzle sizes
	u, v, i, o := c.Centre.U, c.Centre.V, inner*c.Span, outer*c.Span
	side := []float64{
		boxMean(t, s, u-o, v-o, u-i, v+o), boxMean(t, s, u+i, v-o, u+o, v+o),
		boxMean(t, s, u-o, v-o, u+o, v-i), boxMean(t, s, u-o, v+i, u+o, v+o),
	}
	mean := (side[0] + side[1] + side[2] + side[3]) / 4
	sort.Float64s(side)
	m := middle * c.Span
	return boxMean(t, s, u-m, v-m, u+m, v+m) - 0.35*mean - 0.7*side[2]
}

// Foreground returns how little a picture pixel looks like the mat: 0 like it, 1 surely not.
func (s *Scene) Foreground(u, v float64) float64 {
	x, y := int((u+0.5)/s.fg.scale), int((v+0.5)/s.fg.scale)
	if x < 0 || y < 0 || x >= s.fg.w || y >= s.fg.h {
		return 0
	}
	return float64(s.fg.pix[3*(y*s.fg.w+x)])
}
