package puzzle

import "testing"

// carrier follows one orbit through moves: the piece in slot i comes from slot
// from[i] and is turned by turn[i] on the way.
type carrier struct{ from, turn []int }

func carrierOf(p *Puzzle, m Move, slots []int) carrier {
	index := map[int]int{}
	for i, q := range slots {
		index[q] = i
	}
	var c carrier
	for _, slot := range slots {
		piece, turn := p.Solved().Apply(m).PieceAt(slot)
		c.from = append(c.from, index[piece])
		c.turn = append(c.turn, turn)
	}
	return c
}

// rank numbers the permutations of n things.
func rank(a []int) int {
	r := 0
	for i, x := range a {
		smaller := 0
		for _, y := range a[i+1:] {
			if y < x {
				smaller++
			}
		}
		r = r*(len(a)-i) + smaller
	}
	return r
}

func unrank(r, n int) []int {
	digits := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		digits[i] = r % (n - i)
		r /= n - i
	}
	left, a := identity(n), []int{}
	for _, d := range digits {
		a = append(a, left[d])
		left = append(left[:d:d], left[d+1:]...)
	}
	return a
}

// twist numbers lists of turns, each below k.
func twist(a []int, k int) int {
	r := 0
	for _, x := range a {
		r = r*k + x
	}
	return r
}

func untwist(r, n, k int) []int {
	a := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		a[i], r = r%k, r/k
	}
	return a
}

// tables returns where the move takes each permutation and each list of turns.
func (c carrier) tables(k int) (perms, turns []int) {
	n := len(c.from)
	total, powers := 1, 1
	for i := 1; i <= n; i++ {
		total *= i
		powers *= k
	}
	for r := 0; r < total; r++ {
		a, b := unrank(r, n), make([]int, n)
		for i, f := range c.from {
			b[i] = a[f]
		}
		perms = append(perms, rank(b))
	}
	for r := 0; r < powers; r++ {
		a, b := untwist(r, n, k), make([]int, n)
		for i, f := range c.from {
			b[i] = (a[f] + c.turn[i]) % k
		}
		turns = append(turns, twist(b, k))
	}
	return perms, turns
}

// explore counts states by their distance from state 0, breadth first.
func explore(states, moves int, next func(state, move int) int) []int {
	seen := make([]bool, states)
	seen[0] = true
	layer, counts := []int{0}, []int{}
	for len(layer) > 0 {
		counts = append(counts, len(layer))
		var further []int
		for _, s := range layer {
			for m := 0; m < moves; m++ {
				if t := next(s, m); !seen[t] {
					seen[t] = true
					further = append(further, t)
				}
			}
		}
		layer = further
	}
	return counts
}

func checkDepths(t *testing.T, got, want []int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("states by distance: %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("states by distance: %v, want %v", got, want)
		}
	}
}

// The 2x2's 3,674,160 states by half-turn distance (Jaap Scherphuis, Mini
// Cube). The distinct moves leave one corner where it is.
func TestEveryStateOfThe222(t *testing.T) {
	p := load(t, "222")
	var slots []int
	for q := range p.Pieces {
		for _, m := range p.DistinctMoves() {
			if piece, turn := p.Solved().Apply(m).PieceAt(q); piece != q || turn != 0 {
				slots = append(slots, q)
				break
			}
		}
	}
	if len(slots) != 7 {
		t.Fatalf("moves turn %d corners, want 7", len(slots))
	}
	var perms, turns [][]int
	for _, m := range p.DistinctMoves() {
		a, b := carrierOf(p, m, slots).tables(3)
		perms, turns = append(perms, a), append(turns, b)
	}
	const twists = 2187 // 3^7; only a third is reached
	got := explore(5040*twists, len(perms), func(s, m int) int {
		return perms[m][s/twists]*twists + turns[m][s%twists]
	})
	checkDepths(t, got, []int{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644})
}

// The Pyraminx's 933,120 states without tips by distance (Jaap Scherphuis,
// Pyraminx).
func TestEveryStateOfThePyraminx(t *testing.T) {
	p := load(t, "pyram")
	var edges, axials []int
	for _, o := range p.Orbits() {
		switch o.Kind {
		case Edge:
			edges = o.Pieces
		case Axial:
			axials = append(axials, o.Pieces...)
		}
	}
	var perms, flips, turns [][]int
	for _, m := range p.OuterMoves() {
		if len(m.Layers) == 1 {
			continue // a tip
		}
		a, b := carrierOf(p, m, edges).tables(2)
		_, c := carrierOf(p, m, axials).tables(3)
		perms, flips, turns = append(perms, a), append(flips, b), append(turns, c)
	}
	const nFlips, nTurns = 64, 81
	got := explore(720*nFlips*nTurns, len(perms), func(s, m int) int {
		edge := perms[m][s/nTurns/nFlips]*nFlips + flips[m][s/nTurns%nFlips]
		return edge*nTurns + turns[m][s%nTurns]
	})
	checkDepths(t, got, []int{1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32})
}

// The Skewb's 3,149,280 states by distance (Jaap Scherphuis, Skewb). The
// notation's moves leave one corner where it is.
func TestEveryStateOfTheSkewb(t *testing.T) {
	p := load(t, "skewb")
	var corners, centres []int
	for _, o := range p.Orbits() {
		switch {
		case o.Kind == Centre:
			centres = o.Pieces
		case o.Modulus == 3:
			corners = append(corners, o.Pieces...)
		}
	}
	// The corners that change places with each other: three and four.
	var perms3, perms4, turns, places [][]int
	for _, m := range p.OuterMoves() {
		c := carrierOf(p, m, corners)
		_, b := c.tables(3)
		turns = append(turns, b)
		lo, hi := splitCarrier(c)
		a3, _ := lo.tables(1)
		a4, _ := hi.tables(1)
		perms3, perms4 = append(perms3, a3), append(perms4, a4)
		a, _ := carrierOf(p, m, centres).tables(1)
		places = append(places, a)
	}
	const n3, n4, nTurns = 6, 24, 2187
	pack := map[[3]int]int{} // the even arrangements, numbered as they come up
	var packed [][3]int
	number := func(k [3]int) int {
		if _, ok := pack[k]; !ok {
			pack[k] = len(packed)
			packed = append(packed, k)
		}
		return pack[k]
	}
	number([3]int{})
	for i := 0; i < len(packed); i++ {
		for m := range perms3 {
			k := packed[i]
			number([3]int{perms3[m][k[0]], perms4[m][k[1]], places[m][k[2]]})
		}
	}
	if len(packed) != n3/2*n4/2*360 {
		t.Fatalf("%d arrangements, want %d", len(packed), n3/2*n4/2*360)
	}
	next := make([][]int, len(perms3))
	for m := range next {
		for _, k := range packed {
			next[m] = append(next[m], pack[[3]int{perms3[m][k[0]], perms4[m][k[1]], places[m][k[2]]}])
		}
	}
	got := explore(len(packed)*nTurns, len(next), func(s, m int) int {
		return next[m][s/nTurns]*nTurns + turns[m][s%nTurns]
	})
	checkDepths(t, got, []int{1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90})
}

// splitCarrier parts the Skewb's seven moving corners into the three and the
// four that change places with each other.
func splitCarrier(c carrier) (three, four carrier) {
	part := func(lo, hi int) carrier {
		var out carrier
		for i := lo; i < hi; i++ {
			out.from = append(out.from, c.from[i]-lo)
			out.turn = append(out.turn, 0)
		}
		return out
	}
	split := 3
	for i := 0; i < 3; i++ {
		if c.from[i] > 2 {
			split = 4
		}
	}
	if split == 3 {
		return part(0, 3), part(3, 7)
	}
	return part(4, 7), part(0, 4)
}
