package still

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Place is where a puzzle was found in a frame.
type Place struct {
	Outline []geom.Pixel  // convex, in picture pixels, in order round it
	MMPerPx float64       // millimetres on the puzzle for one picture pixel
	Camera  *calib.Camera // given or estimated; may be nil
	Support float64       // 0..1: share of the puzzle's borders that the picture shows
}

// PlaceOf returns where a measured puzzle is seen by a camera; false where it
// was not found or lies behind the camera.
func PlaceOf(m *vision.Measurement, cam *calib.Camera) (Place, bool) {
	if !m.Found || cam == nil {
		return Place{}, false
	}
	var pts []geom.Pixel
	normal := m.Puzzle.Axes[m.Axis].Normal
	for i, l := range m.Puzzle.Layers(m.Axis) {
		turn := geom.AxisAngle(normal, m.Layers[i])
		for _, c := range l.Corners {
			p, ok := cam.Project(m.MatFromPuzzle.Apply(turn.Apply(c).Mul(m.SizeMM)))
			if !ok {
				return Place{}, false
			}
			pts = append(pts, p)
		}
	}
	depth := cam.CamFromMat.Apply(m.MatFromPuzzle.T).Z
	return Place{Hull(pts), depth / cam.Fx, cam, m.Support}, true
}

// Hull returns the convex hull of points (Andrew's monotone chain).
func Hull(pts []geom.Pixel) []geom.Pixel {
	sort.Slice(pts, func(i, j int) bool {
		return pts[i].U < pts[j].U || pts[i].U == pts[j].U && pts[i].V < pts[j].V
	})
	var out []geom.Pixel
	chain := func(p geom.Pixel, least int) {
		for len(out) >= least+2 {
			a, b := out[len(out)-2], out[len(out)-1]
			if (b.U-a.U)*(p.V-a.V)-(b.V-a.V)*(p.U-a.U) > 0 {
				break
			}
			out = out[:len(out)-1]
		}
		out = append(out, p)
	}
	for _, p := range pts {
		chain(p, 0)
	}
	least := len(out) - 1
	for i := len(pts) - 2; i >= 0; i-- {
		chain(pts[i], least)
	}
	return out[:max(len(out)-1, 0)]
}

type point struct{ x, y float32 }

// maxCorners is more than any puzzle's outline has: a Megaminx with turned
// layers has about 30.
const maxCorners = 64

// outline is a convex polygon on the small picture, clockwise as seen there.
type outline struct {
	cx, cy float32 // mean of the corners
	n      int
	at     [maxCorners]point
}

// set takes a polygon in picture pixels; false where it is none.
func (o *outline) set(px []geom.Pixel, scale int) bool {
	if len(px) < 3 || len(px) > maxCorners {
		return false
	}
	s := float64(scale)
	area := 0.0
	o.n, o.cx, o.cy = len(px), 0, 0
	for i, p := range px {
		q := px[(i+1)%len(px)]
		area += p.U*q.V - p.V*q.U
		o.at[i] = point{float32((p.U+0.5)/s - 0.5), float32((p.V+0.5)/s - 0.5)}
		o.cx += o.at[i].x / float32(len(px))
		o.cy += o.at[i].y / float32(len(px))
	}
	if area < 0 { // the other way round
		for i, j := 0, o.n-1; i < j; i, j = i+1, j-1 {
			o.at[i], o.at[j] = o.at[j], o.at[i]
		}
	}
	return math.Abs(area) > 2*s*s
}

// moved sets o to another outline after a move about a centre.
func (o *outline) moved(from *outline, cx, cy float32, by pose) {
	sin, cos := sincos(by.turn)
	move := func(p point) point {
		x, y := p.x-cx, p.y-cy
		return point{cx + by.x + cos*x - sin*y, cy + by.y + sin*x + cos*y}
	}
	o.n = from.n
	for i := range from.n {
		o.at[i] = move(from.at[i])
	}
	c := move(point{from.cx, from.cy})
	o.cx, o.cy = c.x, c.y
}

// bounds returns the box of whole pixels that holds the outline.
func (o *outline) bounds() (x0, y0, x1, y1 int) {
	lx, ly, hx, hy := o.at[0].x, o.at[0].y, o.at[0].x, o.at[0].y
	for _, p := range o.at[1:o.n] {
		lx, ly, hx, hy = min(lx, p.x), min(ly, p.y), max(hx, p.x), max(hy, p.y)
	}
	return int(math.Floor(float64(lx))), int(math.Floor(float64(ly))), int(math.Ceil(float64(hx))), int(math.Ceil(float64(hy)))
}

// holds tells whether a place lies inside by at least the border.
func (o *outline) holds(x, y, border float32) bool {
	for i := range o.n {
		a, b := o.at[i], o.at[(i+1)%o.n]
		dx, dy := b.x-a.x, b.y-a.y
		if dx*(y-a.y)-dy*(x-a.x) < border*sqrt(dx*dx+dy*dy) {
			return false
		}
	}
	return true
}

// inside tells whether all of the outline is in the picture, to half a small
// pixel.
func (o *outline) inside(p *picture) bool {
	const half = 0.5
	for _, q := range o.at[:o.n] {
		if q.x < -half || q.y < -half || q.x > float32(p.w)-half || q.y > float32(p.h)-half {
			return false
		}
	}
	return true
}

// radius is the largest distance of a corner from the centre.
func (o *outline) radius() float32 {
	r := float32(0)
	for _, p := range o.at[:o.n] {
		r = max(r, (p.x-o.cx)*(p.x-o.cx)+(p.y-o.cy)*(p.y-o.cy))
	}
	return sqrt(r)
}

// Where the surroundings are looked at: this far outside the outline, clear of
// what a small pixel averages over and of an outline that is a pixel off, and
// near enough that the tip of a finger that touches covers it.
const (
	besideMM = 4
	everyMM  = 2
)

// maxSamples is enough for the outline of the largest puzzle (98 mm).
const maxSamples = 256

// samples lists places along the outline, besideMM outside it and everyMM from
// each other, into a buffer.
func (o *outline) samples(mm float32, into []point) []point {
	into = into[:0]
	off, every := besideMM/mm, everyMM/mm
	left := float32(0)
	for i := range o.n {
		a, b := o.at[i], o.at[(i+1)%o.n]
		dx, dy := b.x-a.x, b.y-a.y
		long := sqrt(dx*dx + dy*dy)
		if long == 0 {
			continue
		}
		for ; left < long && len(into) < cap(into); left += every {
			k := left / long
			into = append(into, point{a.x + k*dx + off*dy/long, a.y + k*dy - off*dx/long})
		}
		left -= long
	}
	return into
}
