package adjudicate

import (
	"math/rand"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// misread reads stickers as a classifier does: fairly sure, and wrong for a
// share of them.
func misread(x *Explanation, faces int, wrong float64, rng *rand.Rand) {
	for i := range x.Sightings {
		p := &x.Sightings[i].P
		c := 0
		for j := range p {
			if p[j] == 1 {
				c = j
			}
		}
		if rng.Float64() < wrong {
			c = 1 + rng.Intn(faces)
		}
		*p = [puzzle.NumColours]float64{puzzle.Unknown: 0.02}
		for j := 1; j <= faces; j++ {
			p[j] = 0.01 / float64(faces)
		}
		p[c] += 0.97
	}
}

// upwards sees the faces that a camera above and to one side sees.
func upwards(s scene) func(int) bool {
	eye := geom.Vec{X: 0.5, Y: 0.9, Z: 0.45}
	return func(place int) bool { return s.puzzle.Faces[s.puzzle.Stickers[place].Face].Normal.Dot(eye) > 0.2 }
}

// A ruling is to take less than 1 ms for a 3x3 and 10 ms for a 7x7 or a Megaminx,
// so that it never delays the judge.
func BenchmarkAdjudicate(b *testing.B) {
	k := book(b, rules.Default)
	for _, event := range []string{"222", "333", "777", "pyram", "skewb", "minx"} {
		s := aligned(b, event)
		m := s.puzzle.OuterMoves()
		last := s.puzzle.Axes[0].Layers() - 1
		deg := make([]float64, last+1)
		deg[last] = s.puzzle.Axes[0].Step().Degrees()/2 - 0.2
		scrambled := s
		rng := rand.New(rand.NewSource(1))
		for i := 0; i < 30; i++ {
			scrambled.state = scrambled.state.Apply(m[rng.Intn(len(m))])
		}
		twisted := s
		twisted.state = twisted.state.Apply(m[0]).Apply(m[len(m)-1])
		for _, c := range []struct {
			name  string
			scene scene
			wrong float64
		}{
			{"solved", s, 0}, {"solved, 3% misread", s, 0.03}, {"close to the limit", s.layers(0, deg...), 0.01},
			{"two moves", twisted, 0.01}, {"scrambled", scrambled, 0}, {"scrambled, 3% misread", scrambled, 0.03},
		} {
			b.Run(event+"/"+c.name, func(b *testing.B) {
				x := c.scene.look(c.scene.turns, geom.Degree/4, upwards(c.scene))
				misread(&x, len(s.puzzle.Faces), c.wrong, rng)
				o := c.scene.observe(x)
				b.ReportAllocs()
				for b.Loop() {
					Adjudicate(o, k)
				}
			})
		}
	}
}
