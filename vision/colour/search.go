package colour

import (
	"cmp"
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Means and deviations, on the axes. gain: lamps of 2700 to 6500 K lie within 0.5
// of each other along the first axis and hardly across it (black bodies), and
// cameras take out most of that; an automatic exposure puts white near the top.
// faceSpread: between faces that see different lamps, measured by TestSpreads.
// mat: 4.5 % of white within a factor of two, as black and dark cloth has, and
// of any faint colour.
var (
	gain       = triple{0, 0, 0.1 * math.Sqrt(3)}
	gainSpread = triple{0.25, 0.08, 0.5 * math.Sqrt(3)}
	faceSpread = triple{0.13, 0.06, 0.6 * math.Sqrt(3)}
	matMean    = triple{0, 0, math.Log(0.045) * math.Sqrt(3)}
	matSpread  = triple{0.4, 0.15, 0.8 * math.Sqrt(3)}
)

// Log priors. They are rough odds; TestStills and the property tests hold what
// they lead to.
const (
	// rare: a colour that no scheme of the puzzle uses, on one puzzle in 20,000.
	rare = -10.0
	// another: one more colour on a side, for most puzzles end solved or nearly so.
	another = -0.7
	// hazeStep: each step between the hazes of one side.
	hazeStep = -1.5
	// void: the log density of a reading that says nothing, even over the axes'
	// ranges (4.5, 3.3 and 3).
	void = -4.0
)

// tails are the noises that widen a reading's own: none; an edge of glare or
// shadow, one in fifty (the 95 % that TestSpreads measures); dirt, wear or a
// mirror image, one in several hundred.
var tails = [...]tail{
	{},
	{-4, triple{0.25 * 0.25, 0.15 * 0.15, 0.4 * 0.4}},
	{-6.5, triple{0.6 * 0.6, 0.4 * 0.4, 0.8 * 0.8}},
}

type tail struct {
	prior float64 // log
	noise triple  // variance
}

const (
	// beam is the number of accounts kept: half as many leave some certain pairs
	// of TestStills wrong, twice as many do no better in twice the time.
	beam = 32
	// alike is the number of accounts kept that give the same names.
	alike = 3
	// slight is how much less than the heaviest account is worth keeping, in
	// nats: less than any sticker can count in a ruling.
	slight = 10.0
)

// search goes through the segments, side by side, and keeps the likeliest
// accounts of what they are.
type search struct {
	segs    []segment
	faces   int
	most    int
	allowed []puzzle.Colour
	prior   [puzzle.NumColours]float64
	names   []puzzle.Colour // allowed ones first
	found   []*account      // heaviest first
	steps   []step          // scratch
	order   []int32         // scratch
	top     float64         // the greatest weight of steps
	// strained tells that the step which has it takes a tail, or gives up.
	strained bool
}

// step is one way to go on with an account.
type step struct {
	from       *account
	name       puzzle.Colour
	shade      int
	haze, tail int
	mirrors    puzzle.Colour // of what neighbour it mirrors the light, or Unknown
	weight     float64
	odd        float64 // log prior of what is out of the ordinary about it
	innovation triple
	noise      triple
}

// run goes through all segments, from what the mat tells of the light.
func (s *search) run(mat RGB) {
	for c := range s.prior {
		s.prior[c] = rare
	}
	for _, c := range s.allowed {
		s.prior[c] = 0
	}
	for c := puzzle.White; c < puzzle.NumColours; c++ {
		s.names = append(s.names, c)
	}
	slices.SortStableFunc(s.names, func(x, y puzzle.Colour) int { return cmp.Compare(s.prior[y], s.prior[x]) })
	a := &account{face: make([]int8, s.faces), hazes: make([]uint8, s.faces),
		mirrors: make([]puzzle.Colour, s.faces), on: make([]uint16, s.faces)}
	m := mat.log(dark).onAxes()
	for k := range a.axes {
		v := gainSpread[k] * gainSpread[k]
		a.axes[k] = belief{[]float64{gain[k]}, []float64{v}}
		if mat.mean() > 0 {
			a.axes[k].update(-1, -1, m[k]-matMean[k]-gain[k], matSpread[k]*matSpread[k])
		}
	}
	s.found = []*account{a}
	for i := range s.segs {
		s.next(&s.segs[i])
	}
}

// next takes in a segment.
func (s *search) next(g *segment) {
	sure := g.lens(&expectation{}, &triple{})
	g.peak = sure.log
	s.steps, s.top, s.strained = s.steps[:0], math.Inf(-1), false
	for _, a := range s.found {
		s.extend(a, g)
	}
	strained := s.strained
	for _, a := range s.found {
		if strained || a.mirrors[g.face] != puzzle.Unknown {
			s.mirror(a, g)
		}
	}
	order := s.order[:0]
	for i := range s.steps {
		if s.steps[i].weight >= s.top-slight {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(s.steps[y].weight, s.steps[x].weight), cmp.Compare(x, y))
	})
	s.order = order
	s.keep(g)
}

// keep takes the likeliest steps, few of them with the same names.
func (s *search) keep(g *segment) {
	var found []*account
	for _, i := range s.order {
		t := &s.steps[i]
		same := 0
		for _, a := range found {
			if a.key == t.key() {
				same++
			}
		}
		if same == alike {
			continue
		}
		if found = append(found, t.take(g)); len(found) == beam {
			break
		}
	}
	s.found = found
}

// key extends the hash of the account's names (FNV-1).
func (t *step) key() uint64 { return t.from.key*1099511628211 ^ (uint64(t.name) + 1) }

// take returns the account that the step leads to.
func (t *step) take(g *segment) *account {
	a := t.from.clone()
	a.weight, a.key = t.weight, t.key()
	a.odd += t.odd
	a.shade[t.name] = int8(t.shade)
	a.names = append(a.names, t.name)
	a.count[t.name] += int8(len(g.members))
	if t.name != puzzle.Unknown {
		a.on[g.face] |= 1 << t.name
		if t.mirrors != puzzle.Unknown {
			a.mirrors[g.face] = t.mirrors
		}
		a.learn(t.name, g.face, t.haze, t.innovation, t.noise)
	}
	return a
}

// extend adds the ways to go on with an account.
func (s *search) extend(a *account, g *segment) {
	nothing := void + math.Log(g.unsure)
	s.add(step{from: a, weight: a.weight + nothing, odd: nothing})
	sure := a.weight + math.Log(1-g.unsure)
	r := rater{g: g, from: a}
	for _, c := range s.names {
		if s.most > 0 && int(a.count[c])+len(g.members) > s.most {
			continue
		}
		w, odd, first, last := sure, 0.0, int(a.shade[c]), int(a.shade[c])
		if a.slot[c] == 0 {
			first, last, odd = 0, len(kinds[c])-1, s.prior[c]
			w += s.prior[c] - math.Log(float64(len(kinds[c])))
		}
		if w+g.peak < s.top-slight {
			continue
		}
		if on := a.on[g.face]; on != 0 && on>>c&1 == 0 {
			w += another
		}
		r.expect(c)
		if w+r.lenses[0].log < s.top-slight {
			continue // even a perfect match would not do
		}
		for i := first; i <= last; i++ {
			t := r.step(c, i, w, s.top-slight)
			t.odd += odd
			s.add(t)
		}
	}
}

func (s *search) add(t step) {
	s.steps = append(s.steps, t)
	if t.weight > s.top {
		s.top, s.strained = t.weight, t.tail > 0 || t.name == puzzle.Unknown
	}
}

// rater compares a segment with names under one account.
type rater struct {
	g      *segment
	from   *account
	e      expectation
	lenses [len(tails)]lens // for each tail, where ready
	ready  int
}

// expect turns to another name.
func (r *rater) expect(c puzzle.Colour) {
	r.e = r.from.expect(c, r.g.face)
	r.lenses[0], r.ready = r.g.lens(&r.e, &tails[0].noise), 1
}

// step rates a shade of a name, with the likeliest haze and tail. What weighs
// less than least need not be exact.
func (r *rater) step(c puzzle.Colour, shade int, w, least float64) step {
	best := step{from: r.from, name: c, shade: shade, weight: math.Inf(-1)}
	k := &kinds[c][shade]
	used := r.from.hazes[r.g.face]
	q := math.Inf(-1)
	for h := range haze {
		p := hazePrior(used, h)
		if p < q {
			continue
		}
		if l := p + r.lenses[0].likeness(r.g, &r.e, &k.at[h]); l > q {
			q, best.haze = l, h
		}
	}
	p := w + hazePrior(used, best.haze)
	for i := range tails {
		if i > 0 && q > tails[i].prior {
			break
		}
		if i == r.ready {
			r.lenses[i] = r.g.lens(&r.e, &tails[i].noise)
			r.ready++
		}
		if i == 0 && w+q+r.lenses[0].log < least+tails[1].prior {
			continue
		}
		if other := best; p+tails[i].prior+r.lenses[i].log > math.Max(least, best.weight) {
			other.tail = i
			other.rate(r.g, &r.e, k, &r.lenses[i], p+tails[i].prior)
			if other.weight > best.weight {
				best = other
			}
		}
	}
	return best
}

// rate sets the step's weight and what it teaches.
func (t *step) rate(g *segment, e *expectation, k *kind, v *lens, prior float64) {
	d, l := v.compare(g, e, k, t.haze)
	t.weight, t.innovation = prior+l, d
	for j := range t.noise {
		t.noise[j] = v.noise[j] + v.added[j]
	}
}

// hazePrior is the log prior of a step of haze on a face where the steps in
// used were found.
func hazePrior(used uint8, h int) float64 {
	if used == 0 {
		return hazy[h]
	}
	for d := 0; ; d++ {
		if used>>(h+d)&1 == 1 || h >= d && used>>(h-d)&1 == 1 {
			return hazeStep * float64(d)
		}
	}
}
