package colour

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// mirrored lists how much of a neighbouring sticker's light a glossy sticker may
// send on, as shares of what the neighbour has: a layer that stands out over a
// face is mirrored at grazing angles, where Fresnel's law gives plastic 0.1 to
// 0.5, and lit from closer.
var mirrored = [...]float64{0.05, 0.12, 0.3, 0.6}

// mirrorPrior is the log prior of that: on the stills and some hundred rendered
// scenes like them, one sticker in a thousand shows it. Then others of its side
// are likely to show it too.
const (
	mirrorPrior = -7.0
	mirrorAgain = -1.0
)

// mirrorNoise is the variance that it adds, on the axes: half a step of mirrored
// and the neighbour's own light.
var mirrorNoise = triple{0.15 * 0.15, 0.1 * 0.1, 0.2 * 0.2}

// mirrors holds what a shade looks like with a share of another name's light.
var mirrors = func() (out [puzzle.NumColours][][puzzle.NumColours][len(mirrored)]triple) {
	for c, list := range linearShades {
		out[c] = make([][puzzle.NumColours][len(mirrored)]triple, len(list))
		for i, s := range list {
			for n, others := range linearShades {
				for w, share := range mirrored {
					if len(others) > 0 {
						o := others[len(others)/2]
						sum := RGB{s[0] + haze[1] + share*o[0], s[1] + haze[1] + share*o[1], s[2] + haze[1] + share*o[2]}
						out[c][i][n][w] = sum.log(0).onAxes()
					}
				}
			}
		}
	}
	return out
}()

// mirror adds the ways to go on with an account in which the segment shows a
// colour that the account knows with another such one mirrored in it.
func (s *search) mirror(a *account, g *segment) {
	r := rater{g: g, from: a}
	for _, c := range s.names {
		if a.slot[c] == 0 || s.most > 0 && int(a.count[c])+len(g.members) > s.most {
			continue
		}
		r.e = a.expect(c, g.face)
		v := g.lens(&r.e, &mirrorNoise)
		w := a.weight + math.Log(1-g.unsure) + v.log
		if w+mirrorAgain < s.top-slight {
			continue
		}
		t := step{from: a, name: c, shade: int(a.shade[c]), haze: 1, weight: math.Inf(-1)}
		for n := puzzle.White; n < puzzle.NumColours; n++ {
			if s.prior[n] < 0 || n == c {
				continue
			}
			prior := mirrorPrior
			if a.mirrors[g.face] == n {
				prior = mirrorAgain
			}
			for m := range mirrored {
				var d triple
				for k := range d {
					d[k] = g.at[k] - r.e.mean[k] - mirrors[c][t.shade][n][m][k]
				}
				l := v.raise(g, &d)
				if l += w + prior - v.square(&d)/2; l > t.weight {
					t.weight, t.innovation, t.mirrors = l, d, n
				}
			}
		}
		for k := range t.noise {
			t.noise[k] = v.noise[k] + v.added[k]
		}
		s.add(t)
	}
}
