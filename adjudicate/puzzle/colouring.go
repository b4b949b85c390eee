package puzzle

// colouring is what LegalFaces and Completions know about a puzzle. Pieces of
// a lookalike orbit can be laid out in every way without regard to the rest
// (two of one colour can always be swapped to mend a parity; States, checked
// against published numbers, relies on the same), so that only the other
// stickers, the plain ones, need a group.
type colouring struct {
	plain  []int  // places, ascending; a point of the group is an index into it
	point  []int  // by place: its point, or -1
	group  *chain // what moves do to the plain places
	holds  []Rotation
	orbits []orbitGroup // of plain pieces, few arrangements first
}

// orbitGroup is one orbit's share of the group. Its permutations fix the
// points of other orbits.
type orbitGroup struct {
	Orbit
	reach   *chain // what the group does to the orbit
	alone   *chain // what the group can do to the orbit while all else stays
	classes int    // the cosets of alone in reach
	few     []perm // all of reach, where that is short; else nil
}

// listed is up to which size an orbit's arrangements are kept as a list.
const listed = 2000

func (p *Puzzle) colouring() *colouring {
	p.colouringOnce.Do(func() { p.colours = newColouring(p) })
	return p.colours
}

func newColouring(p *Puzzle) *colouring {
	c := &colouring{point: make([]int, len(p.Stickers))}
	for i := range c.point {
		c.point[i] = -1
	}
	for _, o := range p.orbits {
		if o.Lookalikes {
			continue
		}
		for _, q := range o.Pieces {
			for _, s := range p.Pieces[q].Stickers {
				c.point[s] = len(c.plain)
				c.plain = append(c.plain, s)
			}
		}
	}
	var gens []perm
	for _, m := range p.outer {
		if m.Steps == 1 {
			gens = append(gens, c.restrict(p.Permutation(m.Axis, m.Layers, m.Steps)))
		}
	}
	c.group = newChain(len(c.plain), gens, nil)
	c.findHolds(p)
	for _, o := range p.orbits {
		if !o.Lookalikes {
			c.orbits = append(c.orbits, c.split(p, o, gens))
		}
	}
	sortByFew(c.orbits)
	return c
}

// restrict returns what a permutation of places does to the plain ones.
func (c *colouring) restrict(places []int) perm {
	out := make(perm, len(c.plain))
	for i, place := range c.plain {
		out[i] = uint16(c.point[places[place]])
	}
	return out
}

// findHolds keeps one rotation of the whole puzzle from each set of those that
// moves can turn into each other: on cubes the identity alone.
func (c *colouring) findHolds(p *Puzzle) {
	var kept []perm
next:
	for _, r := range p.rotations {
		g := c.restrict(r.Perm)
		for _, k := range kept {
			if c.group.contains(g.after(k.inverse())) {
				continue next
			}
		}
		kept = append(kept, g)
		c.holds = append(c.holds, r)
	}
}

func (c *colouring) split(p *Puzzle, o Orbit, gens []perm) orbitGroup {
	inside := make([]bool, len(c.plain))
	for _, q := range o.Pieces {
		for _, s := range p.Pieces[q].Stickers {
			inside[c.point[s]] = true
		}
	}
	var shares []perm
	for _, g := range gens {
		shares = append(shares, g.within(inside))
	}
	g := orbitGroup{Orbit: o, reach: newChain(len(c.plain), shares, nil)}
	var others []int // one sticker of every other piece, which holds the piece
	for _, other := range p.orbits {
		if other.Lookalikes || other.Pieces[0] == o.Pieces[0] {
			continue
		}
		for _, q := range other.Pieces {
			others = append(others, c.point[p.Pieces[q].Stickers[0]])
		}
	}
	g.alone = newChain(len(c.plain), gens, others).tail(len(others))
	size := g.reach.order()
	g.classes = int(div(size, g.alone.order()))
	if size.IsInt64() && size.Int64() <= listed {
		g.few = g.reach.elements()
	}
	return g
}

// within returns p on the marked points, which p keeps together, and the
// identity elsewhere.
func (p perm) within(marked []bool) perm {
	out := newPerm(len(p))
	for i, m := range marked {
		if m {
			out[i] = p[i]
		}
	}
	return out
}
