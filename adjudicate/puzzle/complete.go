package puzzle

import (
	"iter"
	"math"
	"math/big"
	"sort"
)

// Unseen stands for the face colour of a place that nobody saw.
const Unseen uint8 = 255

// effort bounds the search of one orbit, in tried placements of a piece.
const effort = 20_000

// LegalFaces reports whether some legal state, in any orientation of the whole
// puzzle, shows these face colours: one index into Puzzle.Faces for each place,
// or Unseen. Where the search was given up it says true, so that false is
// always proven; with nothing Unseen the answer is exact.
func (p *Puzzle) LegalFaces(faces []uint8) bool {
	complete := true
	for range p.completions(faces, 1, &complete) {
		return true
	}
	return !complete
}

// Completions returns patterns of face colours of legal states, in any
// orientation of the whole puzzle, that agree with faces wherever that is not
// Unseen: every one of them, each once, or limit of them where there are more.
// Complete is false where the search was given up before it was sure to have
// found so many. A limit below 1 counts as 1.
//
// The first call for a puzzle takes up to 50 ms (Megaminx), later ones around
// 0.2 ms for a 3x3 and 1 ms for a 7x7 or Megaminx with a limit of 20.
func (p *Puzzle) Completions(faces []uint8, limit int) (patterns [][]uint8, complete bool) {
	complete, limit = true, max(limit, 1)
	for f := range p.completions(faces, limit, &complete) {
		patterns = append(patterns, f)
		if len(patterns) == limit {
			return patterns, true
		}
	}
	return patterns, complete
}

func (p *Puzzle) completions(faces []uint8, limit int, complete *bool) iter.Seq[[]uint8] {
	return func(yield func([]uint8) bool) {
		if len(faces) != len(p.Stickers) {
			return
		}
		c := p.colouring()
		for _, hold := range c.holds {
			held := make([]uint8, len(faces))
			for place, from := range hold.Perm {
				held[from] = faces[place]
			}
			s := search{p: p, c: c, seen: held, limit: limit, complete: complete}
			if !s.run(func(f []uint8) bool {
				out := make([]uint8, len(f))
				for place, from := range hold.Perm {
					out[place] = f[from]
				}
				return yield(out)
			}) {
				return
			}
		}
	}
}

// search looks for the completions in one orientation of the whole puzzle.
type search struct {
	p        *Puzzle
	c        *colouring
	seen     []uint8
	limit    int
	complete *bool
}

// run yields completions and reports whether to go on.
func (s search) run(yield func([]uint8) bool) bool {
	var fills [][][]uint8 // for each lookalike orbit
	for _, o := range s.p.orbits {
		if o.Lookalikes {
			f := s.fill(o)
			if len(f) == 0 {
				return true
			}
			fills = append(fills, f)
		}
	}
	parts := make([][][]perm, len(s.c.orbits)) // by orbit and class
	for i, o := range s.c.orbits {
		if parts[i] = s.arrange(o); len(parts[i]) == 0 {
			return true
		}
	}
	return s.join(newPerm(len(s.c.plain)), parts, func(choice [][]perm) bool {
		return s.spread(choice, newPerm(len(s.c.plain)), fills, yield)
	}, nil)
}

// join tries one class for each orbit and passes on those that make a legal
// state together. A class is as good as its first arrangement.
func (s search) join(g perm, parts [][][]perm, use func([][]perm) bool, chosen [][]perm) bool {
	if len(parts) == 0 {
		return !s.c.group.contains(g) || use(chosen)
	}
	for _, class := range parts[0] {
		if !s.join(g.after(class[0]), parts[1:], use, append(chosen[:len(chosen):len(chosen)], class)) {
			return false
		}
	}
	return true
}

// spread yields every combination of the chosen classes' arrangements and of
// the lookalike orbits' fillings.
func (s search) spread(choice [][]perm, g perm, fills [][][]uint8, yield func([]uint8) bool) bool {
	if len(choice) > 0 {
		for _, a := range choice[0] {
			if !s.spread(choice[1:], g.after(a), fills, yield) {
				return false
			}
		}
		return true
	}
	f := append([]uint8(nil), s.seen...)
	for i, from := range g {
		f[s.c.plain[i]] = uint8(s.p.Stickers[s.c.plain[from]].Face)
	}
	return s.pour(f, fills, yield)
}

func (s search) pour(f []uint8, fills [][][]uint8, yield func([]uint8) bool) bool {
	if len(fills) == 0 {
		return yield(append([]uint8(nil), f...))
	}
	for _, fill := range fills[0] {
		for place, face := range fill {
			if face != Unseen {
				f[place] = face
			}
		}
		if !s.pour(f, fills[1:], yield) {
			return false
		}
	}
	return true
}

// fill returns up to limit ways to lay out a lookalike orbit, as face colours
// by place (Unseen outside the orbit).
func (s search) fill(o Orbit) [][]uint8 {
	left := s.p.perFace(o)
	f := make([]uint8, len(s.seen))
	for i := range f {
		f[i] = Unseen
	}
	var open []int
	for _, q := range o.Pieces {
		place := s.p.Pieces[q].Stickers[0]
		face := s.seen[place]
		if face == Unseen {
			open = append(open, place)
			continue
		}
		if int(face) >= len(left) || left[face] == 0 {
			return nil
		}
		left[face]--
		f[place] = face
	}
	var out [][]uint8
	var place func(i int) bool
	place = func(i int) bool {
		if i == len(open) {
			out = append(out, append([]uint8(nil), f...))
			return len(out) < s.limit
		}
		for face := range left {
			if left[face] == 0 {
				continue
			}
			left[face]--
			f[open[i]] = uint8(face)
			more := place(i + 1)
			left[face]++
			if !more {
				return false
			}
		}
		return true
	}
	place(0)
	return out
}

// arrange returns the orbit's arrangements that agree with what was seen, by
// class and up to limit in each.
func (s search) arrange(o orbitGroup) [][]perm {
	b := bins{o: o, limit: s.limit}
	if o.few != nil {
		for _, g := range o.few {
			if s.agrees(o, g) && !b.put(g) {
				break
			}
		}
		return b.classes
	}
	d := s.newPlacing(o, &b)
	if d != nil && !d.place(0) && d.tried > effort {
		*s.complete = false
	}
	return b.classes
}

func (s search) agrees(o orbitGroup, g perm) bool {
	for _, q := range o.Pieces {
		for _, place := range s.p.Pieces[q].Stickers {
			want := s.seen[place]
			sticker := s.c.plain[g[s.c.point[place]]]
			if want != Unseen && int(want) != s.p.Stickers[sticker].Face {
				return false
			}
		}
	}
	return true
}

// bins sorts arrangements of an orbit into the cosets of what the orbit can do
// alone: with the rest of the puzzle given, all of a coset are legal or none.
type bins struct {
	o       orbitGroup
	limit   int
	classes [][]perm
}

// put adds an arrangement and reports whether more are wanted.
func (b *bins) put(g perm) bool {
	at := -1
	for i, class := range b.classes {
		if b.o.alone.contains(g.after(class[0].inverse())) {
			at = i
			break
		}
	}
	if at < 0 {
		at = len(b.classes)
		b.classes = append(b.classes, nil)
	}
	if len(b.classes[at]) < b.limit {
		b.classes[at] = append(b.classes[at], append(perm(nil), g...))
	}
	if len(b.classes) < b.o.classes {
		return true
	}
	for _, class := range b.classes {
		if len(class) < b.limit {
			return true
		}
	}
	return false
}

// placing lays out an orbit piece by piece, the most constrained place first.
type placing struct {
	o     orbitGroup
	bins  *bins
	slots [][]sitting // for each place, what agrees with what was seen; the filled ones first
	used  []bool      // by piece
	g     perm
	tried int
}

// sitting is a piece in a place in one orientation: the sticker points that
// the place's points show.
type sitting struct {
	piece         int
	points, shows []uint16
}

func (s search) newPlacing(o orbitGroup, b *bins) *placing {
	d := &placing{o: o, bins: b, used: make([]bool, len(s.p.Pieces)), g: newPerm(len(s.c.plain))}
	for _, slot := range o.Pieces {
		list := s.sittings(o, slot)
		if len(list) == 0 {
			return nil
		}
		d.slots = append(d.slots, list)
	}
	return d
}

func (s search) sittings(o orbitGroup, slot int) []sitting {
	var out []sitting
	places := s.p.around[slot]
	for _, piece := range o.Pieces {
	turns:
		for t := range places {
			sit := sitting{piece: piece}
			for i, place := range places {
				sticker := s.p.around[piece][(i+t)%len(places)]
				want := s.seen[place]
				if s.p.stickerOrbit[place] != s.p.stickerOrbit[sticker] || (want != Unseen && int(want) != s.p.Stickers[sticker].Face) {
					continue turns
				}
				sit.points = append(sit.points, uint16(s.c.point[place]))
				sit.shows = append(sit.shows, uint16(s.c.point[sticker]))
			}
			out = append(out, sit)
		}
	}
	return out
}

// place fills the slots from i on and reports whether to go on.
func (d *placing) place(i int) bool {
	if i == len(d.slots) {
		return !d.o.reach.contains(d.g) || d.bins.put(d.g)
	}
	next := d.tightest(i)
	d.slots[i], d.slots[next] = d.slots[next], d.slots[i]
	defer func() { d.slots[i], d.slots[next] = d.slots[next], d.slots[i] }()
	for _, sit := range d.slots[i] {
		if d.used[sit.piece] {
			continue
		}
		if d.tried++; d.tried > effort {
			return false
		}
		d.used[sit.piece] = true
		for k, point := range sit.points {
			d.g[point] = sit.shows[k]
		}
		more := d.place(i + 1)
		d.used[sit.piece] = false
		if !more {
			return false
		}
	}
	return true
}

// tightest returns the slot from i on with the fewest choices left.
func (d *placing) tightest(i int) int {
	best, fewest := i, math.MaxInt
	for k := i; k < len(d.slots); k++ {
		n := 0
		for _, sit := range d.slots[k] {
			if !d.used[sit.piece] {
				n++
			}
			if n >= fewest {
				break
			}
		}
		if n < fewest {
			best, fewest = k, n
		}
	}
	return best
}

func sortByFew(o []orbitGroup) {
	size := func(g orbitGroup) int {
		if g.few != nil {
			return len(g.few)
		}
		return listed + len(g.Pieces)
	}
	sort.SliceStable(o, func(i, j int) bool { return size(o[i]) < size(o[j]) })
}

func div(a, b *big.Int) int64 { return new(big.Int).Div(a, b).Int64() }
