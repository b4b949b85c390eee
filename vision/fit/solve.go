package fit

import (
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// solve adds the priors and moves the pose by the least-squares step.
func (r *refiner) solve(p *pose) bool {
	np := r.params()
	// residuals are in pixels; one sample is worth edgeSigma
	const w = 1 / (edgeSigma * edgeSigma)
	for a := 0; a < np; a++ {
		r.atb[a] *= w
		for c := a; c < np; c++ {
			r.ata[a][c] *= w
		}
		if !r.free[a] {
			r.ata[a] = [maxParams]float64{}
			for c := 0; c < np; c++ {
				r.ata[c][a] = 0
			}
			r.ata[a][a], r.atb[a] = 1, 0
			continue
		}
		if s := r.priors[a].sigma; s > 0 {
			r.ata[a][a] += 1 / (s * s)
			r.atb[a] += (r.priors[a].mean - p.get(a)) / (s * s)
		}
		r.ata[a][a] *= 1 + 1e-6
	}
	r.lattice(p)
	dx, ok := cholesky(&r.ata, &r.atb, np)
	if !ok {
		return false
	}
	for k := 0; k < np; k++ {
		d := dx[k]
		switch {
		case k == pX || k == pY:
			d = max(-10, min(10, d))
		case k == pSize || k == pZ:
			d = max(-4, min(4, d))
		case k == pFill || k == pRim:
			d = max(-0.06, min(0.06, d))
		default:
			d = max(-0.15, min(0.15, d))
		}
		p.add(k, d)
	}
	p.fill = max(0.6, min(0.99, p.fill))
	p.rim = max(0.9, min(1, p.rim))
	return true
}

// Prior on an interface: most lie within a degree or so of an aligned position
// (alignSigma), the others anywhere; beyond alignReach the pull fades away.
const (
	alignSigma = 1.5 * geom.Degree
	alignReach = 3 * geom.Degree
)

// lattice adds that prior for each interface.
func (r *refiner) lattice(p *pose) {
	for l := 1; l < len(r.m.layers); l++ {
		w, d := r.pull(p, l)
		r.normal(l, w, -d)
	}
}

// pull returns the weight of the prior on the interface below layer l, and the
// interface's angle (rad) from the nearest aligned position.
func (r *refiner) pull(p *pose, l int) (w, d float64) {
	d = geom.Angle(p.turn[l] - p.turn[l-1]).Fold(r.m.step).Radians()
	f := d / alignReach.Radians()
	return 1 / (alignSigma.Radians() * alignSigma.Radians()) / (1 + f*f), d
}

// normal adds an observation of the interface below layer l: residual e (rad),
// weight w.
func (r *refiner) normal(l int, w, e float64) {
	b := pTurn + l - 1
	r.ata[b][b] += w
	r.atb[b] += w * e
	if a := b - 1; l > 1 {
		r.ata[a][a] += w
		r.ata[a][b] -= w
		r.atb[a] -= w * e
	}
}

// edgeSigma is the deviation of one border sample (pixels), correlation along
// the border included.
const edgeSigma = 2.0

// cholesky solves the symmetric positive system whose upper triangle is a.
func cholesky(a *[maxParams][maxParams]float64, b *[maxParams]float64, n int) (x [maxParams]float64, ok bool) {
	var l [maxParams][maxParams]float64
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			s := a[j][i]
			for k := 0; k < j; k++ {
				s -= l[i][k] * l[j][k]
			}
			if i == j {
				if !(s > 1e-12) {
					return x, false
				}
				l[i][i] = math.Sqrt(s)
			} else {
				l[i][j] = s / l[j][j]
			}
		}
	}
	var y [maxParams]float64
	for i := 0; i < n; i++ {
		s := b[i]
		for k := 0; k < i; k++ {
			s -= l[i][k] * y[k]
		}
		y[i] = s / l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		s := y[i]
		for k := i + 1; k < n; k++ {
			s -= l[k][i] * x[k]
		}
		x[i] = s / l[i][i]
	}
	return x, true
}

// unseen is the deviation from which an interface's angle counts as not seen:
// a twelfth of a cube's step is worse than a judge's glance.
const unseen = 7.5 * geom.Degree

// What an interface's angle is worth, measured on 578 interfaces of 314 rendered
// pictures. Noise alone explains fitNoise of what the normal equations say;
// but the errors of the few borders that a hidden layer shows (a rounded rim, a
// shadow, another layer's border taken for its own) do not average out: with one
// puzzle size of border they are loneSigma, and more with less.
const (
	fitNoise  = 0.75
	loneSigma = 0.4 * geom.Degree
)

// spread writes each interface's standard deviation after the last step:
// infinite where the picture alone does not tell its angle.
func (r *refiner) spread(p *pose, out *[maxLayers]geom.Angle) {
	for l := 1; l < len(r.m.layers); l++ {
		shown := min(r.shown[l-1], r.shown[l])
		out[l-1] = geom.Angle(math.Hypot(fitNoise*float64(r.deviation(l)), float64(loneSigma)/shown))
		w, _ := r.pull(p, l)
		r.normal(l, -w, 0)
		if !(r.deviation(l) < unseen) {
			out[l-1] = geom.Angle(math.Inf(1))
		}
		r.normal(l, w, 0)
	}
}

// deviation returns the standard deviation of the interface below layer l;
// infinite where the normal equations do not determine it.
func (r *refiner) deviation(l int) geom.Angle {
	var e [maxParams]float64
	e[pTurn+l-1] = 1
	if l > 1 {
		e[pTurn+l-2] = -1
	}
	x, ok := cholesky(&r.ata, &e, r.params())
	v := 0.0
	for k := range e {
		v += e[k] * x[k]
	}
	if !ok || !(v > 0) {
		return geom.Angle(math.Inf(1))
	}
	return geom.Angle(math.Sqrt(v))
}
