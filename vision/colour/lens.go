package colour

import "math"

// lens compares one segment with expectations of one variance.
type lens struct {
	noise    triple // the reading's own variance
	weight   triple // of a difference on each axis: one over its variance
	log      float64
	clips    int
	channels [3][3]float64 // covariance of the channels, where some are clipped
	rows     [4]triple     //
}

// lens returns what g needs to be compared with e, its noise being wider by extra.
func (g *segment) lens(e *expectation, extra *triple) lens {
	var l lens
	det := 1.0
	for k := range l.noise {
		l.noise[k] = g.noise[k] + extra[k]
		v := e.variance[k] + l.noise[k]
		l.weight[k] = 1 / v
		det *= v
	}
	l.log = -0.5 * math.Log(det)
	if l.clips = g.clips(); l.clips > 1 {
		for i := range l.channels {
			for j := range l.channels {
				for k, a := range axes {
					l.channels[i][j] += a[i] * a[j] / l.weight[k]
				}
			}
		}
	}
	return l
}

func (l *lens) square(d *triple) float64 {
	return d[0]*d[0]*l.weight[0] + d[1]*d[1]*l.weight[1] + d[2]*d[2]*l.weight[2]
}

// distance returns the squared distance of a segment from an expectation of a
// shade, in deviations; clipped channels take the nearest value above their bound.
func (l *lens) distance(g *segment, e *expectation, shade *triple) float64 {
	var d triple
	for k := range d {
		d[k] = g.at[k] - e.mean[k] - shade[k]
	}
	l.raise(g, &d)
	return l.square(&d)
}

// compare returns how far a segment is from an expectation of a kind at a step
// of haze, on the axes, and the log density of that. The haze is free to differ
// from the step by about half of one. added is the variance that clipping leaves.
func (l *lens) compare(g *segment, e *expectation, kind *kind, h int) (d triple, log float64, added triple) {
	u := &kind.moves[h]
	uu := 1/(between*between) + l.square(u)
	for k := range d {
		d[k] = g.at[k] - e.mean[k] - kind.at[h][k]
	}
	raw := d
	l.raise(g, &d)
	t := (d[0]*u[0]*l.weight[0] + d[1]*u[1]*l.weight[1] + d[2]*u[2]*l.weight[2]) / uu
	for k := range d {
		d[k] = raw[k] - t*u[k]
	}
	l.raise(g, &d)
	log, added = l.clipped(g)
	q := t*t/(between*between) + l.square(&d)
	return d, log + l.log - 0.5*math.Log(uu*between*between) - q/2, added
}

// between is the deviation of the haze from a step, in steps.
const between = 0.5

// raise raises the clipped channels of a difference to where it is least.
func (l *lens) raise(g *segment, d *triple) {
	switch l.clips {
	case 0:
	case 1:
		for k := range axes {
			if g.clipped[k] {
				l.raiseOne(k, d)
			}
		}
	default:
		l.raiseMany(g, d)
	}
}

func (l *lens) raiseOne(channel int, d *triple) {
	a := triple{axes[0][channel], axes[1][channel], axes[2][channel]}
	by := -(d[0]*a[0]*l.weight[0] + d[1]*a[1]*l.weight[1] + d[2]*a[2]*l.weight[2]) / l.square(&a)
	if by > 0 {
		for j := range d {
			d[j] += by * a[j]
		}
	}
}

// raiseMany tries every choice of the clipped channels that stay at their
// bounds: the others follow by regression.
func (l *lens) raiseMany(g *segment, d *triple) {
	from := d.channels()
	best, at := math.Inf(1), *d
	for held := 0; held < 8; held++ { // none first
		c := from
		if !l.regress(g, held, &c) {
			continue
		}
		feasible := true
		for k := range c {
			feasible = feasible && c[k] >= from[k]-1e-9
		}
		if p := c.onAxes(); feasible {
			if q := l.square(&p); q < best {
				best, at = q, p
			}
			if held == 0 {
				break // no bound matters
			}
		}
	}
	*d = at
}

// regress sets the clipped channels that are not held to their expectation
// given the others. It fails where held names a channel that is not clipped.
func (l *lens) regress(g *segment, held int, c *triple) bool {
	var known, free []int
	var kb, fb [3]int
	known, free = kb[:0], fb[:0]
	for k := range c {
		on := held>>k&1 == 1
		if on && !g.clipped[k] {
			return false
		}
		if on || !g.clipped[k] {
			known = append(known, k)
		} else {
			free = append(free, k)
		}
	}
	s := &l.channels
	switch len(known) {
	case 0:
		*c = triple{}
	case 1:
		k := known[0]
		for _, f := range free {
			c[f] = s[f][k] / s[k][k] * c[k]
		}
	case 2:
		i, j, f := known[0], known[1], 0
		if len(free) == 0 {
			return true
		}
		f = free[0]
		det := s[i][i]*s[j][j] - s[i][j]*s[i][j]
		a := (s[j][j]*c[i] - s[i][j]*c[j]) / det
		b := (s[i][i]*c[j] - s[i][j]*c[i]) / det
		c[f] = s[f][i]*a + s[f][j]*b
	}
	return true
}

// clipped returns the log volume over which the density of clipped channels is
// added up, and the variance that they leave.
func (l *lens) clipped(g *segment) (log float64, added triple) {
	if l.clips == 0 {
		return 0, added
	}
	var p [3][3]float64 // precision of the channels
	for i := range p {
		for j := range p {
			for k, a := range axes {
				p[i][j] += a[i] * a[j] * l.weight[k]
			}
		}
	}
	var at []int
	var buf [3]int
	at = buf[:0]
	for k := range p {
		if g.clipped[k] {
			at = append(at, k)
			for j := range added {
				added[j] += axes[j][k] * axes[j][k] / p[k][k]
			}
		}
	}
	switch len(at) {
	case 1:
		log = -math.Log(p[at[0]][at[0]])
	case 2:
		log = -math.Log(p[at[0]][at[0]]*p[at[1]][at[1]] - p[at[0]][at[1]]*p[at[0]][at[1]])
	default:
		log = -math.Log(l.weight[0] * l.weight[1] * l.weight[2])
	}
	return log / 2, added
}
