package puzzle

import (
	"math/big"
	"math/rand/v2"
)

// perm is a permutation of the points 0 to len-1: point x goes to perm[x].
type perm []uint16

func newPerm(n int) perm {
	p := make(perm, n)
	for i := range p {
		p[i] = uint16(i)
	}
	return p
}

// after returns the permutation that does q first, then p.
func (p perm) after(q perm) perm {
	out := make(perm, len(p))
	for x, y := range q {
		out[x] = p[y]
	}
	return out
}

func (p perm) inverse() perm {
	out := make(perm, len(p))
	for x, y := range p {
		out[y] = uint16(x)
	}
	return out
}

// moves returns the first point that p does not fix, or -1.
func (p perm) moves() int {
	for x, y := range p {
		if x != int(y) {
			return x
		}
	}
	return -1
}

// chain is a permutation group, held as a base and strong generating set
// (Sims 1970): level i holds the group of those elements that fix the bases of
// all levels before.
type chain struct {
	n      int
	levels []*level
}

type level struct {
	base  int
	gens  []perm
	orbit []uint16 // of the base
	back  []perm   // back[y] takes the orbit's point y to the base; nil outside the orbit
}

// doubts is how many random elements in a row must be explained by a chain
// before it counts as whole. While one is missing, at least every second
// random element shows it, so that a gap stays with probability 2^-64. The
// generator's seed is fixed and the tests compare each puzzle's group with its
// published order, which a chain with a gap cannot reach.
const doubts = 64

// newChain returns the group that gens generate on n points. Its first bases
// are those given; more are added as they are needed.
func newChain(n int, gens []perm, bases []int) *chain {
	c := &chain{n: n}
	for _, b := range bases {
		c.addLevel(b)
	}
	for _, g := range gens {
		if g.moves() >= 0 {
			c.add(g, c.fixes(g))
		}
	}
	random := shaker(n, gens)
	for sure := 0; sure < doubts; sure++ {
		if rest, at := c.sift(random()); rest.moves() >= 0 {
			c.add(rest, at)
			sure = -1
		}
	}
	return c
}

func (c *chain) addLevel(base int) {
	l := &level{base: base, orbit: []uint16{uint16(base)}, back: make([]perm, c.n)}
	l.back[base] = newPerm(c.n)
	c.levels = append(c.levels, l)
}

// fixes returns the first level whose base g moves.
func (c *chain) fixes(g perm) int {
	for i, l := range c.levels {
		if int(g[l.base]) != l.base {
			return i
		}
	}
	return len(c.levels)
}

// sift divides g by the coset representatives of one level after the other.
// It returns what is left (the identity for a member) and the level that could
// not take it.
func (c *chain) sift(g perm) (perm, int) {
	g = append(perm(nil), g...)
	for i, l := range c.levels {
		u := l.back[g[l.base]]
		if u == nil {
			return g, i
		}
		for x, y := range g {
			g[x] = u[y]
		}
	}
	return g, len(c.levels)
}

func (c *chain) contains(g perm) bool {
	rest, _ := c.sift(g)
	return rest.moves() < 0
}

// add takes in a new element that fixes the bases before the level at.
func (c *chain) add(g perm, at int) {
	if at == len(c.levels) {
		c.addLevel(g.moves())
	}
	for i := 0; i <= at; i++ {
		c.levels[i].extend(g)
	}
}

// extend adds a generator and the points that the base now reaches.
func (l *level) extend(g perm) {
	l.gens = append(l.gens, g)
	old := len(l.orbit)
	for i := 0; i < len(l.orbit); i++ {
		gens := l.gens
		if i < old {
			gens = gens[len(gens)-1:]
		}
		y := l.orbit[i]
		for _, s := range gens {
			if z := s[y]; l.back[z] == nil {
				l.orbit = append(l.orbit, z)
				l.back[z] = l.back[y].after(s.inverse())
			}
		}
	}
}

// tail returns the group of the elements that fix the first k bases.
func (c *chain) tail(k int) *chain { return &chain{c.n, c.levels[k:]} }

func (c *chain) order() *big.Int {
	out := big.NewInt(1)
	for _, l := range c.levels {
		out.Mul(out, big.NewInt(int64(len(l.orbit))))
	}
	return out
}

// elements lists the group, which must be small.
func (c *chain) elements() []perm {
	out := []perm{newPerm(c.n)}
	for i := len(c.levels) - 1; i >= 0; i-- {
		var next []perm
		for _, y := range c.levels[i].orbit {
			u := c.levels[i].back[y].inverse()
			for _, g := range out {
				next = append(next, u.after(g))
			}
		}
		out = next
	}
	return out
}

// shaker returns a source of nearly uniform random elements of the group
// (product replacement with an accumulator: Celler et al. 1995, Leedham-Green
// and Murray 2002).
func shaker(n int, gens []perm) func() perm {
	const least, rounds = 12, 30 // list length and mixing steps per entry
	rnd := rand.New(rand.NewPCG(1, uint64(n)))
	list := []perm{newPerm(n)}
	for len(list) <= max(least, len(gens)) {
		if len(gens) == 0 {
			return func() perm { return newPerm(n) }
		}
		list = append(list, gens[(len(list)-1)%len(gens)])
	}
	sum := newPerm(n)
	step := func() perm {
		i, j := rnd.IntN(len(list)), rnd.IntN(len(list)-1)
		if j >= i {
			j++
		}
		other := list[j]
		if rnd.IntN(2) == 0 {
			other = other.inverse()
		}
		if rnd.IntN(2) == 0 {
			list[i] = list[i].after(other)
		} else {
			list[i] = other.after(list[i])
		}
		sum = sum.after(list[i])
		return sum
	}
	for i := 0; i < rounds*len(list); i++ {
		step()
	}
	return step
}
