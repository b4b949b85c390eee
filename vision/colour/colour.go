package colour

import (
	"math"
	"sort"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Patch is what the picture shows of one sticker.
type Patch struct {
	Mean    RGB     // linear light, robust mean of its inside
	Clipped [3]bool // channels at the top of their range: lower bounds
	Face    int     // stickers of one face of one layer share light and glare
	Trust   float64 // 0..1: how surely these pixels are the sticker's own
	Even    float64 // 0..1: share of them that look like the mean
}

// Reading is the colour of one sticker.
type Reading struct {
	Colour     puzzle.Colour
	Confidence float64 // of the name
	// P holds the probability of each colour given the names of the groups:
	// what matters to a ruling is which stickers share a colour.
	P [puzzle.NumColours]float64
}

// Spreads in log chroma. Within one colour of one puzzle under one light:
// measured on rendered and real puzzles by TestWithinSpread; between makes of
// one name: the spread of the table of shades about its means.
const (
	within  = 0.10
	across  = 0.20 // the same between faces, which see different lamps
	between = 0.24
)

// Read names the stickers. allowed are the colours that the puzzle's schemes
// use; others are possible but unlikely. mat is the mat's colour, which is
// nearly neutral on most tables.
func Read(patches []Patch, allowed []puzzle.Colour, mat RGB) []Reading {
	groups := group(patches)
	gain := balance(patches, groups, allowed, mat)
	names, _ := nameAll(groups, allowed, gain)
	doubt := doubts(groups, names, allowed, gain)
	out := make([]Reading, len(patches))
	for i, p := range patches {
		out[i] = p.read(groups, doubt)
	}
	return out
}

// cluster is a set of patches that look alike.
type cluster struct {
	members []int
	mean    feature
	rgb     RGB
	light   float64
	weight  float64
	clipped [3]bool
}

// alikeLimit is the chroma distance up to which clusters join: four deviations
// of the difference of two readings.
const alikeLimit = 4 * math.Sqrt2 * within / 2

// group joins patches with like chroma, nearest pair first, by mean linkage.
func group(patches []Patch) []cluster {
	var c []cluster
	for i, p := range patches {
		if p.Trust <= 0 {
			continue
		}
		c = append(c, cluster{[]int{i}, p.Mean.feature(), p.Mean, p.Mean.light(), p.Trust, p.Clipped})
	}
	for len(c) > 1 {
		bi, bj, best := 0, 0, math.Inf(1)
		for i := range c {
			for j := i + 1; j < len(c); j++ {
				d := apart(&c[i], &c[j])
				// black, grey and white share a chroma
				l := math.Log((c[i].light + 1e-3) / (c[j].light + 1e-3))
				d += lightShare * lightShare * l * l
				if d < best {
					bi, bj, best = i, j, d
				}
			}
		}
		if best > alikeLimit*alikeLimit {
			break
		}
		c[bi] = merge(c[bi], c[bj])
		c = append(c[:bj], c[bj+1:]...)
	}
	sort.SliceStable(c, func(i, j int) bool { return c[i].weight > c[j].weight })
	return c
}

// lightShare is the weight of a step of log lightness against one of chroma:
// faces of one colour differ by a factor of three in lightness with their slope
// to the lamps.
const lightShare = 0.08

func merge(a, b cluster) cluster {
	w := a.weight + b.weight
	m := feature{(a.mean[0]*a.weight + b.mean[0]*b.weight) / w, (a.mean[1]*a.weight + b.mean[1]*b.weight) / w}
	l := math.Exp((math.Log(a.light+1e-4)*a.weight + math.Log(b.light+1e-4)*b.weight) / w)
	var rgb RGB
	for k := range rgb {
		rgb[k] = (a.rgb[k]*a.weight + b.rgb[k]*b.weight) / w
	}
	out := cluster{append(append([]int(nil), a.members...), b.members...), m, rgb, l, w, a.clipped}
	for k := range out.clipped {
		out.clipped[k] = a.clipped[k] && b.clipped[k]
	}
	return out
}

// haze lists how much white light a glossy surface may add to a sticker's own,
// as shares of its own, and rarity the log prior against a unit of it.
var haze = []float64{0, 0.05, 0.12, 0.25, 0.5, 0.9}

const rarity = 8.0

// logLik returns the log likelihood of a group's chroma under a name.
func (c *cluster) logLik(name puzzle.Colour, gain RGB) float64 {
	best := math.Inf(-1)
	for _, s := range linearShades[name] {
		for _, h := range haze {
			w := h * s.light()
			lit := RGB{s[0] + w, s[1] + w, s[2] + w}
			d := c.mean.minus(lit.times(gain).feature())
			best = math.Max(best, -c.bounded(d).square()/(2*between*between)-rarity*h)
		}
	}
	return best
}

// clippedShare is what is left of a difference that a clipped channel, a lower
// bound of the light that came in, explains.
const clippedShare = 0.3

func (c *cluster) bounded(d feature) feature {
	if c.clipped[0] && !c.clipped[1] && d[0] < 0 {
		d[0] *= clippedShare
	}
	if c.clipped[2] && !c.clipped[1] && d[1] < 0 {
		d[1] *= clippedShare
	}
	if c.clipped[1] {
		if d[0] > 0 && !c.clipped[0] {
			d[0] *= clippedShare
		}
		if d[1] > 0 && !c.clipped[2] {
			d[1] *= clippedShare
		}
	}
	if c.clipped[0] && c.clipped[1] { // red against green says nothing
		d[0] *= clippedShare
	}
	if c.clipped[1] && c.clipped[2] {
		d[1] *= clippedShare
	}
	return d
}

// rare is the log prior of a colour that no scheme of the puzzle uses.
const rare = -12.0

func prior(name puzzle.Colour, allowed []puzzle.Colour) float64 {
	for _, a := range allowed {
		if a == name {
			return 0
		}
	}
	return rare
}

// nameAll gives each group, largest first, the likeliest name that no group
// before it has, or that of a group which it resembles, and the log likelihood
// of the whole.
func nameAll(groups []cluster, allowed []puzzle.Colour, gain RGB) ([]puzzle.Colour, float64) {
	names := make([]puzzle.Colour, len(groups))
	total := 0.0
	for i := range groups {
		best := math.Inf(-1)
		for n := puzzle.White; n < puzzle.NumColours; n++ {
			if l := score(groups, names, i, i, n, allowed, gain); l > best {
				best, names[i] = l, n
			}
		}
		total += best * math.Min(groups[i].weight, 3)
	}
	return names, total
}

// score is the log likelihood of a name for group i beside the first `before`
// groups' names.
func score(groups []cluster, names []puzzle.Colour, i, before int, n puzzle.Colour, allowed []puzzle.Colour, gain RGB) float64 {
	l := groups[i].logLik(n, gain) + prior(n, allowed)
	for j := 0; j < before; j++ {
		if j != i && names[j] == n { // a second group of one colour: glare or shade
			l -= apart(&groups[i], &groups[j])/(2*2*across*across) + again
		}
	}
	return l
}

// doubts returns each group's probability of each name, the other groups' names given.
func doubts(groups []cluster, names []puzzle.Colour, allowed []puzzle.Colour, gain RGB) [][puzzle.NumColours]float64 {
	out := make([][puzzle.NumColours]float64, len(groups))
	for i := range groups {
		sum := 0.0
		top := score(groups, names, i, len(groups), names[i], allowed, gain)
		for n := puzzle.White; n < puzzle.NumColours; n++ {
			out[i][n] = math.Exp(math.Min(score(groups, names, i, len(groups), n, allowed, gain)-top, 0))
			sum += out[i][n]
		}
		for n := range out[i] {
			out[i][n] /= sum
		}
	}
	return out
}

// again is the log prior against a colour's splitting into two groups.
const again = 1.0

// apart is the squared chroma distance of two groups, but for what haze on
// either explains.
func apart(a, b *cluster) float64 {
	best := math.Inf(1)
	for _, h := range haze {
		best = math.Min(best, a.hazed(h).minus(b.mean).square())
		best = math.Min(best, b.hazed(h).minus(a.mean).square())
	}
	return best
}

func (c *cluster) hazed(h float64) feature {
	w := h * c.light
	return RGB{c.rgb[0] + w, c.rgb[1] + w, c.rgb[2] + w}.feature()
}

// Spread of the light's colour in log gain: lamps from 2700 to 6500 K after
// the camera's own balance; and of a mat's chroma about neutral.
const (
	gainSpread = 0.15
	matSpread  = 0.35
)

// balance finds the light's colour that makes groups and mat likeliest.
func balance(patches []Patch, groups []cluster, allowed []puzzle.Colour, mat RGB) RGB {
	best, out := math.Inf(-1), RGB{1, 1, 1}
	m := mat.feature()
	for r := -0.45; r <= 0.451; r += 0.09 {
		for b := -0.45; b <= 0.451; b += 0.09 {
			g := RGB{math.Exp(r), 1, math.Exp(b)}
			_, l := nameAll(groups, allowed, g)
			l -= (r*r + b*b) / (2 * gainSpread * gainSpread)
			l -= m.minus(feature{r, b}).square() / (2 * matSpread * matSpread)
			if l > best {
				best, out = l, g
			}
		}
	}
	return out
}

// unreadable is the chance that the reading of an even sticker says nothing;
// where less than most of it is even (a logo, a glare's edge, wear) the chance
// grows by uneven for each share missing.
const (
	unreadable = 0.002
	most       = 0.75
	uneven     = 0.6
)

// read rates the groups for one patch.
func (p *Patch) read(groups []cluster, doubt [][puzzle.NumColours]float64) Reading {
	var r Reading
	miss := 1 - (1-unreadable-uneven*math.Max(most-p.Even, 0))*math.Max(p.Trust, 0)
	r.P[puzzle.Unknown] = miss
	f := p.Mean.feature()
	sum := 0.0
	w := make([]float64, len(groups))
	for i := range groups {
		d := f.minus(groups[i].mean).square()
		w[i] = math.Exp(-d/(2*within*within)) + 1e-9
		sum += w[i]
	}
	for i := range groups {
		for n, q := range doubt[i] {
			r.P[n] += (1 - miss) * q * w[i] / sum
		}
	}
	for n := puzzle.White; n < puzzle.NumColours; n++ {
		if r.P[n] > r.Confidence {
			r.Confidence, r.Colour = r.P[n], n
		}
	}
	return r
}
