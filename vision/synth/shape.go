package synth

import "math"

// inset moves the edges of a convex counter-clockwise polygon inwards, edge i
// (from corner i to i+1) by by[i]. Where that leaves nothing it returns the
// polygon shrunk to a tenth.
func inset(q []pt, by []float64) []pt {
	n := len(q)
	out := make([]pt, n)
	for i, p := range q {
		a, b := q[(i+n-1)%n], q[(i+1)%n]
		e1, e2 := unit2(a, p), unit2(p, b)
		d1, d2 := by[(i+n-1)%n], by[i]
		// The corner moves to where both shifted edges meet.
		sin := e1.x*e2.y - e1.y*e2.x
		if math.Abs(sin) < 1e-6 {
			out[i] = pt{p.x - e2.y*d2, p.y + e2.x*d2}
			continue
		}
		out[i] = pt{p.x + (e2.x*d1-e1.x*d2)/sin, p.y + (e2.y*d1-e1.y*d2)/sin}
	}
	for i := range out { // an edge that turned round means that nothing is left
		e, f := unit2(q[i], q[(i+1)%n]), unit2(out[i], out[(i+1)%n])
		if e.x*f.x+e.y*f.y < 0.5 {
			return shrunk(q, 0.1)
		}
	}
	return out
}

// evenly returns n times d.
func evenly(n int, d float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = d
	}
	return out
}

func shrunk(q []pt, k float64) []pt {
	m := middle(q)
	out := make([]pt, len(q))
	for i, p := range q {
		out[i] = pt{m.x + (p.x-m.x)*k, m.y + (p.y-m.y)*k}
	}
	return out
}

func unit2(a, b pt) pt {
	d := math.Hypot(b.x-a.x, b.y-a.y)
	if d == 0 {
		return pt{}
	}
	return pt{(b.x - a.x) / d, (b.y - a.y) / d}
}

// arc is the number of points that stand for a rounded corner.
const arc = 4

// rounded rounds the corners of a convex polygon, corner i with radius r[i] as
// far as its edges allow; each corner becomes arc points.
func rounded(q []pt, r []float64) []pt {
	n := len(q)
	out := make([]pt, 0, arc*n)
	for i, p := range q {
		a, b := q[(i+n-1)%n], q[(i+1)%n]
		e1, e2 := unit2(a, p), unit2(p, b)
		half := math.Acos(math.Max(-1, math.Min(1, e1.x*e2.x+e1.y*e2.y))) / 2 // half the turn at the corner
		cut := r[i] * math.Tan(half)
		room := 0.49 * math.Min(math.Hypot(p.x-a.x, p.y-a.y), math.Hypot(b.x-p.x, b.y-p.y))
		cut = math.Min(cut, room)
		for k := 0; k < arc; k++ { // a quadratic curve, within 5 % of the arc
			t := float64(k) / (arc - 1)
			u := 1 - t
			out = append(out, pt{
				u*u*(p.x-e1.x*cut) + 2*u*t*p.x + t*t*(p.x+e2.x*cut),
				u*u*(p.y-e1.y*cut) + 2*u*t*p.y + t*t*(p.y+e2.y*cut),
			})
		}
	}
	return out
}

// rod returns a thin rectangle from a to b.
func rod(a, b pt, width float64) []pt {
	e := unit2(a, b)
	x, y := -e.y*width/2, e.x*width/2
	return []pt{{a.x - x, a.y - y}, {b.x - x, b.y - y}, {b.x + x, b.y + y}, {a.x + x, a.y + y}}
}

// moved turns, scales and shifts contours.
func moved(contours [][]pt, scale, yawDeg float64, to pt) [][]pt {
	out := make([][]pt, len(contours))
	for i, c := range contours {
		out[i] = make([]pt, len(c))
		for k, p := range c {
			p = turned(pt{p.x * scale, p.y * scale}, yawDeg)
			out[i][k] = pt{to.x + p.x, to.y + p.y}
		}
	}
	return out
}
