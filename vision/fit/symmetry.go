package fit

import (
	"fmt"
	"math"

	"github.com/plustwo/plustwo/calib/geom"
)

// symmetry is a rotation of the solved puzzle's shape onto itself that keeps
// the axis, or turns it round.
type symmetry struct {
	r    geom.Rot
	flip bool
}

// symmetries lists the rotations that keep the solid, the axis and its cuts.
func symmetries(m *model) []symmetry {
	f := m.puz.Faces
	var out []symmetry
	// A rotation is fixed by where it takes two faces that are not opposite.
	a, b := 0, 1
	for b < len(f) && math.Abs(f[a].Normal.Dot(f[b].Normal)) > 1-1e-6 {
		b++
	}
	from := frame(f[a].Normal, f[b].Normal)
	for i := range f {
		for j := range f {
			if i == j || math.Abs(f[i].Normal.Dot(f[j].Normal)-f[a].Normal.Dot(f[b].Normal)) > 1e-6 {
				continue
			}
			r := frame(f[i].Normal, f[j].Normal).Mul(from.Inverse())
			if s, ok := keeps(m, r); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// frame returns the rotation whose first column is a and whose second lies in
// the plane of a and b.
func frame(a, b geom.Vec) geom.Rot {
	x := a.Unit()
	y := b.Sub(x.Mul(b.Dot(x))).Unit()
	z := x.Cross(y)
	return geom.Rot{x.X, y.X, z.X, x.Y, y.Y, z.Y, x.Z, y.Z, z.Z}
}

// keeps tells whether r keeps the solid and the model's axis with its cuts.
func keeps(m *model, r geom.Rot) (symmetry, bool) {
	for _, f := range m.puz.Faces {
		found := false
		for _, g := range m.puz.Faces {
			found = found || (r.Apply(f.Normal).Dot(g.Normal) > 1-1e-6 && math.Abs(f.Distance-g.Distance) < 1e-6)
		}
		if !found {
			return symmetry{}, false
		}
	}
	d := r.Apply(m.normal).Dot(m.normal)
	if d > 1-1e-6 {
		return symmetry{r, false}, true
	}
	for i, c := range m.cuts {
		if math.Abs(c+m.cuts[len(m.cuts)-1-i]) > 1e-6 {
			return symmetry{}, false
		}
	}
	return symmetry{r, true}, d < -1+1e-6
}

// canonical returns a key that all entries alike under the symmetries share,
// and how many symmetries leave the entry as it is (its yaw repeats that often).
func canonical(m *model, group []symmetry, e entry) (string, int) {
	n, _ := e.rest.down(m, &e.turn)
	own := name(m, e.turn, n)
	best, alike := own, 0
	for _, s := range group {
		turn, d := e.turn, s.r.Apply(n)
		if s.flip {
			last := len(m.layers) - 1
			for l := range m.layers {
				turn[l] = e.turn[last] - e.turn[last-l]
			}
			d = geom.AxisAngle(m.normal, geom.Angle(e.turn[last])).Apply(d)
		}
		k := name(m, turn, d)
		if k < best {
			best = k
		}
		if k == own {
			alike++
		}
	}
	return best, alike
}

// name prints interface turns and a direction to about 0.01 degrees.
func name(m *model, turn [maxLayers]float64, d geom.Vec) string {
	s := ""
	for l := 1; l < len(m.layers); l++ {
		s += fmt.Sprintf("%.4f ", geom.Angle(turn[l]-turn[l-1]).Fold(m.step).Radians()+0.00001)
	}
	return s + fmt.Sprintf("%.3f %.3f %.3f", d.X+0.00001, d.Y+0.00001, d.Z+0.00001)
}
