package match

import "math"

// most is the largest assignment problem: the 30 edges of the Megaminx.
const most = 32

// assigner solves assignment problems without allocating.
type assigner struct {
	u, v, least [most + 1]float64
	rowOf, way  [most + 1]int
	done        [most + 1]bool
}

// solve gives each of n rows its own one of m >= n columns so that the sum of
// cost[row*m+column] is least, by the Hungarian method with potentials
// (Kuhn 1955, in the O(n n m) form of Jonker and Volgenant 1987). It writes each
// row's column and returns the sum. Costs must be finite.
func (a *assigner) solve(n, m int, cost []float64, column []int) float64 {
	for j := 0; j <= m; j++ {
		a.v[j], a.rowOf[j] = 0, 0
	}
	for i := 0; i <= n; i++ {
		a.u[i] = 0
	}
	for i := 1; i <= n; i++ {
		a.augment(i, m, cost)
	}
	sum := 0.0
	for j := 1; j <= m; j++ {
		if i := a.rowOf[j]; i > 0 {
			column[i-1] = j - 1
			sum += cost[(i-1)*m+j-1]
		}
	}
	return sum
}

// augment finds a column for row i along the cheapest alternating path. Rows
// and columns count from 1; column 0 stands for "none yet".
func (a *assigner) augment(i, m int, cost []float64) {
	a.rowOf[0] = i
	for j := 0; j <= m; j++ {
		a.least[j], a.done[j] = math.Inf(1), false
	}
	at := 0
	for a.rowOf[at] != 0 {
		a.done[at] = true
		row := a.rowOf[at]
		step, next := math.Inf(1), 0
		for j := 1; j <= m; j++ {
			if a.done[j] {
				continue
			}
			if d := cost[(row-1)*m+j-1] - a.u[row] - a.v[j]; d < a.least[j] {
				a.least[j], a.way[j] = d, at
			}
			if a.least[j] < step {
				step, next = a.least[j], j
			}
		}
		for j := 0; j <= m; j++ {
			if a.done[j] {
				a.u[a.rowOf[j]] += step
				a.v[j] -= step
			} else {
				a.least[j] -= step
			}
		}
		at = next
	}
	for at != 0 {
		from := a.way[at]
		a.rowOf[at] = a.rowOf[from]
		at = from
	}
}
