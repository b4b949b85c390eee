package colour

import "github.com/plustwo/plustwo/adjudicate/puzzle"

// belief is what is known on one axis of the quantities that all stickers'
// readings depend on: a normal distribution of the light's gain (slot 0), of
// the difference of each colour's shade from its name's mean, and of each face's
// light from the scene's. Every reading is a sum of three of them and a step of
// haze, so that Kalman's filter gives its distribution and the next belief.
type belief struct {
	mean     []float64
	variance []float64 // n x n
}

func (b *belief) clone() belief {
	return belief{append([]float64(nil), b.mean...), append([]float64(nil), b.variance...)}
}

// grow adds an independent quantity of mean 0.
func (b *belief) grow(variance float64) {
	n := len(b.mean)
	v := make([]float64, (n+1)*(n+1))
	for i := 0; i < n; i++ {
		copy(v[i*(n+1):], b.variance[i*n:i*n+n])
	}
	v[n*(n+1)+n] = variance
	b.mean, b.variance = append(b.mean, 0), v
}

// sum returns the mean and variance of the gain plus quantities i and j; a
// negative index stands for none.
func (b *belief) sum(i, j int) (mean, variance float64) {
	n := len(b.mean)
	at := [3]int{0, i, j}
	for _, x := range at {
		if x < 0 {
			continue
		}
		mean += b.mean[x]
		for _, y := range at {
			if y >= 0 {
				variance += b.variance[x*n+y]
			}
		}
	}
	return mean, variance
}

// update takes in an observation, of variance noise, that lies by innovation off
// what was expected of the gain plus quantities i and j.
func (b *belief) update(i, j int, innovation, noise float64) {
	n := len(b.mean)
	var buf [64]float64
	k := buf[:0]
	at := [3]int{0, i, j}
	for x := 0; x < n; x++ {
		sum := 0.0
		for _, y := range at {
			if y >= 0 {
				sum += b.variance[x*n+y]
			}
		}
		k = append(k, sum)
	}
	s := noise
	for _, y := range at {
		if y >= 0 {
			s += k[y]
		}
	}
	for x := 0; x < n; x++ {
		g := k[x] / s
		b.mean[x] += g * innovation
		for y := 0; y < n; y++ {
			b.variance[x*n+y] -= g * k[y]
		}
	}
}

// account is one way to name the segments so far, with its log weight.
type account struct {
	weight  float64
	odd     float64 // log prior of what is out of the ordinary in it
	axes    [3]belief
	slot    [puzzle.NumColours]int8 // of each colour used, or 0
	shade   [puzzle.NumColours]int8 // of each colour used: index into kinds
	key     uint64                  // hash of the names
	face    []int8                  // slot of each face, or 0
	hazes   []uint8                 // by face: steps of haze found there, as bits
	mirrors []puzzle.Colour         // by face: the neighbour that it mirrors, or Unknown
	on      []uint16                // by face: the colours found there, as bits
	count   [puzzle.NumColours]int8 // stickers of each colour
	names   []puzzle.Colour         // by segment, Unknown where its reading says nothing
}

// expectation is what a segment of a face would look like under a name.
type expectation struct {
	mean, variance triple
}

func (a *account) clone() *account {
	b := *a
	for j := range b.axes {
		b.axes[j] = a.axes[j].clone()
	}
	b.face = append([]int8(nil), a.face...)
	b.mirrors = append([]puzzle.Colour(nil), a.mirrors...)
	b.on = append([]uint16(nil), a.on...)
	b.hazes = append([]uint8(nil), a.hazes...)
	b.names = append([]puzzle.Colour(nil), a.names...)
	return &b
}

// expect returns the distribution of a reading on a face of a colour, without haze.
func (a *account) expect(c puzzle.Colour, face int) (e expectation) {
	i, j := int(a.slot[c]), int(a.face[face])
	for k := range a.axes {
		extra := 0.0
		x, y := i, j
		if i == 0 {
			x, extra = -1, extra+shadeSpread[k]*shadeSpread[k]
		}
		if j == 0 {
			y, extra = -1, extra+faceSpread[k]*faceSpread[k]
		}
		e.mean[k], e.variance[k] = a.axes[k].sum(x, y)
		e.variance[k] += extra
	}
	return e
}

// learn takes in a segment as a reading of a colour.
func (a *account) learn(c puzzle.Colour, face, step int, innovation, noise triple) {
	for k := range a.axes {
		b := &a.axes[k]
		if a.slot[c] == 0 {
			b.grow(shadeSpread[k] * shadeSpread[k])
		}
		if a.face[face] == 0 {
			b.grow(faceSpread[k] * faceSpread[k])
		}
	}
	n := len(a.axes[0].mean)
	if a.face[face] == 0 {
		n--
		a.face[face] = int8(n)
	}
	if a.slot[c] == 0 {
		a.slot[c] = int8(n - 1)
	}
	for k := range a.axes {
		a.axes[k].update(int(a.slot[c]), int(a.face[face]), innovation[k], noise[k])
	}
	a.hazes[face] |= 1 << step
}
