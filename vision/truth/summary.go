package truth

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/calib/geom"
)

// Summary is what a set of rows amounts to.
type Summary struct {
	Name               string
	Scenes             int
	Found              float64 // share
	Stickers           float64 // mean share
	Median, P90, Worst geom.Angle
	Ruling             float64 // share ruled as expected
	Unsound            int
	MedianMS           float64
	Within1, Within2   float64 // share of the reported angles within 1 and 2 sigma
	Deviates           []float64
	Wrong              int // ruled neither as expected nor "refer"
}

// Summarise sums up rows. Where there are no rows, or no angles, the figures
// that need them are NaN.
func Summarise(name string, rows []Row) Summary {
	s := Summary{Name: name, Scenes: len(rows)}
	var angles, ms []float64
	n := float64(len(rows))
	for _, r := range rows {
		s.Stickers += r.Stickers / n
		if r.Found {
			s.Found += 1 / n
		}
		if r.OK {
			s.Ruling += 1 / n
		} else if r.Got != "refer" {
			s.Wrong++
		}
		if r.Unsound {
			s.Unsound++
		}
		ms = append(ms, r.TookMS)
		for _, a := range r.Angles {
			angles = append(angles, float64(a.Error))
			if a.Measured() {
				s.Deviates = append(s.Deviates, float64(a.Error/a.Sigma))
			}
		}
	}
	s.Median, s.P90, s.Worst = geom.Angle(quantile(angles, 0.5)), geom.Angle(quantile(angles, 0.9)), geom.Angle(quantile(angles, 1))
	s.MedianMS = quantile(ms, 0.5)
	sort.Float64s(s.Deviates)
	s.Within1, s.Within2 = shareBelow(s.Deviates, 1), shareBelow(s.Deviates, 2)
	return s
}

// quantile returns the value at a rank: element floor(q n) of the sorted list.
func quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	v = append([]float64(nil), v...)
	sort.Float64s(v)
	return v[min(len(v)-1, int(q*float64(len(v))))]
}

// shareBelow returns the share of a sorted list that is at most x.
func shareBelow(sorted []float64, x float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return float64(sort.Search(len(sorted), func(i int) bool { return sorted[i] > x })) / float64(len(sorted))
}
