package colour

import "math"

// lens compares one segment with expectations of one variance.
type lens struct {
	noise  triple  // the reading's own variance
	weight triple  // of a difference on each axis: one over its variance
	log    float64 // density at no distance, added up over clipped channels
	added  triple  // variance that clipping leaves in a difference
	clips  int
	p      [3][3]float64 // precision of the channels, where some are clipped
	spread triple        // deviation of each clipped channel, given those that are not
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
	l.log = -math.Log(det) / 2
	if l.clips = g.clips(); l.clips > 0 {
		l.addUp(g)
	}
	return l
}

func (l *lens) square(d *triple) float64 {
	return d[0]*d[0]*l.weight[0] + d[1]*d[1]*l.weight[1] + d[2]*d[2]*l.weight[2]
}

// likeness returns the log likelihood of a shade of one haze, up to a constant.
func (l *lens) likeness(g *segment, e *expectation, shade *triple) float64 {
	var d triple
	for k := range d {
		d[k] = g.at[k] - e.mean[k] - shade[k]
	}
	log := l.raise(g, &d)
	return log - l.square(&d)/2
}

// compare returns how far a segment is from an expectation of a kind at a step
// of haze, on the axes, and the log density of that. The haze is free to differ
// from the step by about half of one.
func (l *lens) compare(g *segment, e *expectation, kind *kind, h int) (d triple, log float64) {
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
	log = l.raise(g, &d)
	q := t*t/(between*between) + l.square(&d)
	return d, log + l.log - math.Log(uu*between*between)/2 - q/2
}

// between is the deviation of the haze from a step, in steps.
const between = 0.5

// raise raises the clipped channels of a difference to where it is least. With
// the bounds in force its square is that of the raised difference; log is what
// the likelihood of all values above the bounds has besides.
func (l *lens) raise(g *segment, d *triple) (log float64) {
	z := 0.0
	switch l.clips {
	case 0:
		return 0
	case 1:
		for k := range axes {
			if g.clipped[k] {
				z = l.raiseOne(k, d)
			}
		}
	default:
		z = l.raiseMany(g, d)
	}
	return above(z)
}

// above returns the log probability that a normal deviate is below z, without
// the square of a negative z.
func above(z float64) float64 {
	const far = -5 // Mills' ratio is within 4 % of its limit
	if z < far {
		return -math.Log(-z * math.Sqrt(2*math.Pi))
	}
	log := math.Log(math.Erfc(-z/math.Sqrt2) / 2)
	if z < 0 {
		log += z * z / 2
	}
	return log
}

// raiseOne returns how many deviations above its bound the channel is expected.
func (l *lens) raiseOne(channel int, d *triple) float64 {
	a := triple{axes[0][channel], axes[1][channel], axes[2][channel]}
	by := -(d[0]*a[0]*l.weight[0] + d[1]*a[1]*l.weight[1] + d[2]*a[2]*l.weight[2]) * l.spread[channel] * l.spread[channel]
	if by > 0 {
		for j := range d {
			d[j] += by * a[j]
		}
	}
	return by / l.spread[channel]
}

// raiseMany tries every choice of the clipped channels that stay at their
// bounds: the others follow by regression. It returns how many deviations above
// the tightest bound the channels are expected, or the distance to the bounds.
func (l *lens) raiseMany(g *segment, d *triple) float64 {
	from := d.channels()
	best, at, none := math.Inf(1), from, 0.0
	for held := 0; held < 8; held++ { // none first
		c := from
		if !l.regress(g, held, &c) {
			continue
		}
		room := math.Inf(1)
		for k := range c {
			if g.clipped[k] && held>>k&1 == 0 {
				room = math.Min(room, (c[k]-from[k])/l.spread[k])
			}
		}
		if held > 0 && room < 0 {
			continue
		}
		q := 0.0
		for k := range c {
			q += c[k] * (l.p[k][0]*c[0] + l.p[k][1]*c[1] + l.p[k][2]*c[2])
		}
		if held == 0 {
			if none = q; room >= 0 {
				*d = c.onAxes()
				return room
			}
		} else if q < best {
			best, at = q, c
		}
	}
	*d = at.onAxes()
	return -math.Sqrt(math.Max(best-none, 0))
}

// regress sets the clipped channels that are not held to their expectation
// given the others. It fails where held names a channel that is not clipped.
func (l *lens) regress(g *segment, held int, c *triple) bool {
	free, n := [3]int{}, 0
	for k, clipped := range g.clipped {
		switch {
		case held>>k&1 == 0 && clipped:
			free[n] = k
			n++
		case held>>k&1 == 1 && !clipped:
			return false
		}
	}
	p := &l.p
	switch n {
	case 1:
		f := free[0]
		c[f] = 0
		c[f] = -(p[f][0]*c[0] + p[f][1]*c[1] + p[f][2]*c[2]) / p[f][f]
	case 2:
		i, j := free[0], free[1]
		k := 3 - i - j
		det := p[i][i]*p[j][j] - p[i][j]*p[i][j]
		c[i], c[j] = (p[i][j]*p[j][k]-p[j][j]*p[i][k])/det*c[k], (p[i][j]*p[i][k]-p[i][i]*p[j][k])/det*c[k]
	case 3:
		*c = triple{}
	}
	return true
}

// products holds, for each axis, what it adds to a matrix of the channels.
var products = func() (out [3][3][3]float64) {
	for k, a := range axes {
		for i := range a {
			for j := range a {
				out[k][i][j] = a[i] * a[j]
			}
		}
	}
	return out
}()

// matrix returns the channels' matrix that is diagonal on the axes.
func (t *triple) matrix() (m [3][3]float64) {
	for i := range m {
		for j := range m {
			m[i][j] = t[0]*products[0][i][j] + t[1]*products[1][i][j] + t[2]*products[2][i][j]
		}
	}
	return m
}

// addUp integrates the density over the clipped channels, as if they had no bound.
func (l *lens) addUp(g *segment) {
	l.p = l.weight.matrix()
	p := &l.p
	var c [3][3]float64 // covariance of the clipped channels, given the others
	det := 1.0
	switch i, j := g.clippedPair(); l.clips {
	case 1:
		det = p[i][i]
		c[i][i] = 1 / det
	case 2:
		det = p[i][i]*p[j][j] - p[i][j]*p[i][j]
		c[i][i], c[j][j], c[i][j], c[j][i] = p[j][j]/det, p[i][i]/det, -p[i][j]/det, -p[i][j]/det
	default:
		det = l.weight[0] * l.weight[1] * l.weight[2]
		v := triple{1 / l.weight[0], 1 / l.weight[1], 1 / l.weight[2]}
		c = v.matrix()
	}
	l.log -= math.Log(det) / 2
	for k := range c {
		l.spread[k] = math.Sqrt(c[k][k])
	}
	for j := range axes {
		for k := range c {
			for m := range c {
				l.added[j] += products[j][k][m] * c[k][m]
			}
		}
	}
}

// clippedPair returns the first and the last clipped channel.
func (g *segment) clippedPair() (first, last int) {
	first = -1
	for k, c := range g.clipped {
		if c {
			if last = k; first < 0 {
				first = k
			}
		}
	}
	return first, last
}
