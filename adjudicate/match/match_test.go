package match

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"pgregory.net/rapid"
)

func load(t interface {
	Helper()
	Fatal(...any)
}, event string) *Table {
	t.Helper()
	p, err := puzzle.Load(event)
	if err != nil {
		t.Fatal(err)
	}
	return For(p)
}

// The assignment against all permutations.
func TestAssign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 6).Draw(t, "columns")
		n := rapid.IntRange(1, m).Draw(t, "rows")
		cost := rapid.SliceOfN(rapid.Float64Range(-5, 20), n*m, n*m).Draw(t, "cost")
		best := math.Inf(1)
		var try func(row int, used uint, sum float64)
		try = func(row int, used uint, sum float64) {
			if row == n {
				best = math.Min(best, sum)
				return
			}
			for j := 0; j < m; j++ {
				if used>>j&1 == 0 {
					try(row+1, used|1<<j, sum+cost[row*m+j])
				}
			}
		}
		try(0, 0, 0)
		var a assigner
		column := make([]int, n)
		sum, used := a.solve(n, m, cost, column), uint(0)
		own := 0.0
		for i, j := range column {
			if used>>j&1 == 1 {
				t.Fatalf("column %d twice in %v", j, column)
			}
			used |= 1 << j
			own += cost[i*m+j]
		}
		if math.Abs(sum-best) > 1e-9 || math.Abs(own-sum) > 1e-9 {
			t.Fatalf("sum %v (columns give %v), want %v", sum, own, best)
		}
	})
}

// One near state for each interface and number of steps, no two alike; each as
// far from solved as package puzzle says.
func TestNear(t *testing.T) {
	for event, want := range map[string]int{"222": 9, "333": 18, "444": 27, "555": 36, "666": 45, "777": 54,
		"pyram": 16, "skewb": 8, "minx": 48} {
		m := load(t, event)
		if len(m.Near) != 1+want {
			t.Errorf("%s: %d near states, want solved and %d", event, len(m.Near), want)
		}
		for i := range m.Near {
			if j, ok := m.Find(m.Near[i].Faces); !ok || j != i {
				t.Errorf("%s: near state %d is found as %d", event, i, j)
			}
			if len(m.Near[i].Faces) != len(m.Puzzle.Stickers) {
				t.Fatalf("%s: near state %d has %d places", event, i, len(m.Near[i].Faces))
			}
		}
	}
}

// Doubles are all states of two turned interfaces of one axis, and none is near.
func TestDouble(t *testing.T) {
	for _, c := range []struct {
		event string
		want  int
	}{
		{"222", 0},          // one interface an axis
		{"333", 3 * 9},      // 3 axes of 2 interfaces, 3 turns each
		{"444", 3 * 3 * 9},  // 3 pairs of interfaces
		{"777", 3 * 15 * 9}, // 15 pairs
		{"skewb", 0},
	} {
		p, err := puzzle.Load(c.event)
		if err != nil {
			t.Fatal(err)
		}
		m := For(p)
		if len(m.Double) != c.want {
			t.Errorf("%s: %d doubles, want %d", c.event, len(m.Double), c.want)
		}
		for _, d := range m.Double {
			if i, near := m.Find(d.Faces); near {
				t.Errorf("%s: %v about axis %d is near state %d", c.event, d.Turns, d.Axis, i)
			}
		}
	}
}

// Find's count of moves is package puzzle's, for states of any depth.
func TestFindIsDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := load(t, rapid.SampledFrom(puzzle.Events()).Draw(t, "event"))
		s := m.Puzzle.Solved().Rotate(rapid.SampledFrom(m.Puzzle.Rotations()).Draw(t, "rotation"))
		for i := rapid.IntRange(0, 3).Draw(t, "moves"); i > 0; i-- {
			s = s.Apply(rapid.SampledFrom(m.Puzzle.OuterMoves()).Draw(t, "move"))
		}
		got := 2
		if i, ok := m.Find(s.Faces()); ok {
			got = m.Near[i].Moves
		}
		if got != s.Distance() {
			t.Fatalf("%d moves, want %d", got, s.Distance())
		}
	})
}

// Slots and ways, as published: 8 corners in 3 ways, 12 edges in 2, and so on.
// One piece of the 2x2, 4x4, 6x6 and Skewb stays put, for reference.
func TestOrbits(t *testing.T) {
	type size struct{ n, k, ways int }
	for event, want := range map[string]map[size]int{
		"222":   {{7, 3, 3}: 1, {1, 3, 1}: 1},
		"333":   {{8, 3, 3}: 1, {12, 2, 2}: 1, {1, 1, 1}: 6},
		"444":   {{7, 3, 3}: 1, {1, 3, 1}: 1, {24, 2, 1}: 1, {24, 1, 1}: 1},
		"555":   {{8, 3, 3}: 1, {12, 2, 2}: 1, {24, 2, 1}: 1, {24, 1, 1}: 2, {1, 1, 1}: 6},
		"666":   {{7, 3, 3}: 1, {1, 3, 1}: 1, {24, 2, 1}: 2, {24, 1, 1}: 4},
		"777":   {{8, 3, 3}: 1, {12, 2, 2}: 1, {24, 2, 1}: 2, {24, 1, 1}: 6, {1, 1, 1}: 6},
		"pyram": {{1, 3, 3}: 8, {6, 2, 2}: 1},
		"skewb": {{4, 3, 3}: 1, {3, 3, 3}: 1, {1, 3, 1}: 1, {6, 1, 1}: 1},
		"minx":  {{20, 3, 3}: 1, {30, 2, 2}: 1, {1, 1, 1}: 12},
	} {
		got := map[size]int{}
		for _, o := range load(t, event).orbits {
			got[size{o.n, o.k, o.ways}]++
		}
		if len(got) != len(want) {
			t.Errorf("%s: orbits %v, want %v", event, got, want)
		}
		for s, n := range want {
			if got[s] != n {
				t.Errorf("%s: orbits %v, want %v", event, got, want)
			}
		}
	}
}

// sure reads a pattern's seen places without doubt, label f as colour f+1.
func sure(pattern []uint8, seen func(int) bool, limit float64) *Evidence {
	e := &Evidence{}
	for place, f := range pattern {
		if seen(place) {
			var p [puzzle.NumColours]float64
			p[f+1] = 1
			e.Add(place, &p, maxFaces, limit)
		}
	}
	return e
}

// A search that answers No has missed no legal state: package puzzle finds the
// legal states another way.
func TestExhaustMissesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := load(t, rapid.SampledFrom([]string{"222", "333", "pyram", "skewb"}).Draw(t, "event"))
		s := m.Puzzle.Solved()
		for i := rapid.IntRange(0, 2).Draw(t, "moves"); i > 0; i-- {
			s = s.Apply(rapid.SampledFrom(m.Puzzle.OuterMoves()).Draw(t, "move"))
		}
		keep := make([]bool, len(m.Puzzle.Stickers))
		shown := s.Faces()
		for i := range keep {
			if keep[i] = rapid.IntRange(0, 5).Draw(t, "seen") > 0; !keep[i] {
				shown[i] = puzzle.Unseen
			}
		}
		far := func(pattern []uint8) bool { _, near := m.Find(pattern); return !near }
		matcher := m.Match(sure(s.Faces(), func(i int) bool { return keep[i] }, 10))
		defer matcher.Release()
		if len(matcher.Places) == 0 {
			return
		}
		answer := matcher.Exhaust(5, func(pattern []uint8) bool {
			if c := matcher.Cost(pattern, nil); c > 5 {
				t.Fatalf("a pattern that costs %v is offered", c)
			}
			return far(pattern)
		})
		patterns, _ := m.Puzzle.Completions(shown, 200)
		for _, p := range patterns {
			if far(p) && answer == No {
				t.Fatal("a legal state of two moves looks so, but the search answers No")
			}
		}
	})
}

// What is seen entirely is known entirely.
func TestExhaustOfAllSeen(t *testing.T) {
	for _, event := range puzzle.Events() {
		m := load(t, event)
		for _, i := range []int{0, 1, len(m.Near) - 1} {
			matcher := m.Match(sure(m.Near[i].Faces, func(int) bool { return true }, 10))
			offered := 0
			got := matcher.Exhaust(5, func(p []uint8) bool {
				offered++
				return !alike(p, m.Near[i].Faces)
			})
			if got != No || offered == 0 {
				t.Errorf("%s, near state %d: answer %d after %d patterns, want No after at least one", event, i, got, offered)
			}
			matcher.Release()
		}
	}
}

// Assemblies of scrambled puzzles seen from one side: found, and free of cost.
func TestAssembleScrambled(t *testing.T) {
	for _, event := range puzzle.Events() {
		m := load(t, event)
		s := m.Puzzle.Solved()
		moves := m.Puzzle.OuterMoves()
		for i := 0; i < 40; i++ {
			s = s.Apply(moves[(i*i+7*i)%len(moves)])
		}
		eye := m.Puzzle.Faces[0].Normal.Add(m.Puzzle.Faces[1].Normal.Mul(0.7)).Add(m.Puzzle.Faces[2].Normal.Mul(0.5))
		matcher := m.Match(sure(s.Faces(), func(place int) bool {
			return m.Puzzle.Faces[m.Puzzle.Stickers[place].Face].Normal.Dot(eye) > 0.2
		}, 10))
		a, complete := matcher.Assemble(1000, nil)
		if a.Cost != 0 || !complete || a.Pattern == nil {
			t.Errorf("%s: cost %v, complete %v, want 0, true", event, a.Cost, complete)
		}
		matcher.Release()
	}
}

func TestAddReadings(t *testing.T) {
	var e Evidence
	var p [puzzle.NumColours]float64
	p[puzzle.Unknown] = 1
	e.Add(0, &p, 6, 10)
	if len(e.Places) != 0 {
		t.Error("a reading that says nothing was taken in")
	}
	p = [puzzle.NumColours]float64{puzzle.Red: 1}
	e.Add(3, &p, 6, 10)
	if c := e.Costs[0]; c[puzzle.Red] != 0 || c[puzzle.Blue] != 10 || e.Mean != 0 {
		t.Errorf("a sure reading costs %v, mean %v; want 0 for red, the limit for others, mean 0", c, e.Mean)
	}
	p = [puzzle.NumColours]float64{puzzle.Red: 0.6, puzzle.Orange: 0.4}
	e.Add(4, &p, 6, 10)
	if got, want := e.Costs[1][puzzle.Orange], math.Log(0.6/0.4); math.Abs(got-want) > 1e-12 {
		t.Errorf("orange costs %v, want %v", got, want)
	}
	p = [puzzle.NumColours]float64{puzzle.Orange: 1}
	e.Add(4, &p, 6, 10)
	if c := e.Costs[1]; len(e.Places) != 2 || c[puzzle.Orange] != 0 || c[puzzle.Red] < 9 || c[puzzle.Blue] != 10 {
		t.Errorf("two readings of a sticker join to %v", c)
	}
	p = [puzzle.NumColours]float64{puzzle.Unknown: 0.06, puzzle.Red: 0.94}
	e.Add(5, &p, 6, 10)
	if got, want := e.Costs[2][puzzle.Blue], math.Log(0.95/0.01); math.Abs(got-want) > 1e-9 {
		t.Errorf("with 6%% chance of saying nothing, another of 6 colours costs %v, want %v", got, want)
	}
}

// A turned layer is one spot, stray stickers are one each.
func TestSpots(t *testing.T) {
	m := load(t, "333")
	all := m.Match(sure(m.Near[0].Faces, func(int) bool { return true }, 10))
	defer all.Release()
	stray := append([]uint8(nil), m.Near[0].Faces...)
	stray[0], stray[4] = stray[9], stray[20]
	for _, c := range []struct {
		pattern []uint8
		want    int
	}{{m.Near[0].Faces, 0}, {m.Near[1].Faces, 1}, {stray, 2}} {
		if got := all.Spots(m.Near[0].Faces, c.pattern); got != c.want {
			t.Errorf("%d spots, want %d", got, c.want)
		}
	}
}
