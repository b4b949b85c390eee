// Package colour reads sticker colours.
//
// It works on logarithms of linear light. There a reading is a sum: the scene's
// light, what the side that the sticker is on gets of it, the shade that the
// puzzle's maker gave to a colour, and noise; haze, white light that a glossy
// surface adds, moves it along a known curve. An account of a picture names
// every sticker. Read weighs many accounts by the probability of all readings
// together (a Kalman filter over the sums, a beam search over the names, as
// in Doucet et al. 2000, "Rao-Blackwellised particle filtering"). So one shade
// serves the whole puzzle, one light a side, and no colour has too many stickers.
// A channel that the camera clipped counts by the probability of all values above.
//
// Which stickers share a colour is surer than what the colour is called. Reading.P
// therefore holds probabilities after the accounts' names have been matched to
// those of the best account, and Reading.Confidence tells of the name.
package colour

import (
	"cmp"
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// Patch is what the picture shows of one sticker.
type Patch struct {
	Mean    RGB     // linear light, robust mean of its inside
	Clipped [3]bool // channels at the top of their range: lower bounds
	Face    int     // stickers of one face of one layer share light and glare
	// Normal is the face's outward unit normal, in any frame; zero where it is
	// not known. Faces of almost one normal share light and glare too.
	Normal geom.Vec
	Trust  float64 // 0..1: how surely these pixels are the sticker's own
	Even   float64 // 0..1: share of them that look like the mean
}

// Reading is the colour of one sticker.
type Reading struct {
	Colour     puzzle.Colour
	Confidence float64 // of the name
	// P holds the probability of each colour given the names of the groups:
	// what matters to a ruling is which stickers share a colour.
	P [puzzle.NumColours]float64
}

// Read names the stickers; the readings come in the patches' order. allowed are
// the colours that the puzzle's schemes use; others are possible but unlikely.
// most is the number of stickers that a puzzle has of each colour, 0 where that
// is not known. mat is the mat's colour in linear light, taken as dark and nearly
// neutral; black where no mat is seen.
//
// odd, 0 or less, is the log prior of what the likeliest account needs that
// puzzles hardly show: colours that no scheme has, readings that say nothing. It
// is low where the patches are not all stickers.
func Read(patches []Patch, allowed []puzzle.Colour, most int, mat RGB) (readings []Reading, odd float64) {
	out := make([]Reading, len(patches))
	for i := range out {
		out[i].P[puzzle.Unknown] = 1
	}
	patches = clip(patches)
	segs, faces := segments(patches)
	if len(segs) == 0 {
		return out, 0
	}
	s := search{segs: segs, faces: faces, most: most, allowed: allowed}
	s.run(mat)
	s.readings(patches, out)
	shareBurnt(segs, patches, out)
	return out, s.found[0].odd
}

// segment is a set of patches of one face that look the same.
type segment struct {
	members []int
	face    int // counted from 0 over the faces seen
	at      triple
	noise   triple // variance on each axis
	clipped [3]bool
	unsure  float64 // chance that the reading says nothing
	peak    float64 // the greatest log density that it can have
}

// same is the distance in log chroma and, weighed down, lightness within which
// two stickers of a face look the same: a third of what the nearest shades of
// two names differ by under one light (white and cream, 0.3 with 0.1 of haze).
const (
	same       = 0.10
	lightScale = 0.4
)

// Deviations of a reading, on the axes. readNoise: of stickers of one colour and
// face, measured by TestSpreads. mixedNoise: added for trust 0, where half of the
// pixels are a groove's or a neighbour's.
var (
	readNoise  = triple{0.04, 0.03, 0.12}
	mixedNoise = triple{0.35, 0.25, 0.6}
)

// pixelNoise is a channel's deviation in linear light: one step of 8 bits where
// sRGB is steepest, in a JPEG's coarse chroma.
const pixelNoise = 0.004

// unreadable is the chance that the reading of an even sticker says nothing. It
// was chosen among 0.002, 0.0005 and 0.0002 on 210 rendered pictures: each left
// the true outcome possible on all of them, and less referred fewer. Where less
// than most of a sticker is even (a logo, a glare's edge, wear) the chance grows
// by uneven for each share missing.
const (
	unreadable = 0.0003
	mostEven   = 0.75
	uneven     = 0.6
)

// side is a face, or faces of neighbouring layers that are turned little against
// each other.
type side struct {
	normal geom.Vec
	faces  []int
	weight float64
}

// parallel is the cosine (8 degrees) from which two faces' light and glare is one:
// the glossiest plastic spreads a lamp's image over more (roughness 0.2 and up,
// Walter et al. 2007).
const parallel = 0.99

// sides lists the sides that the patches show, taken in order, those that
// tell most first.
func sides(patches []Patch, order []int) []side {
	var out []side
next:
	for _, i := range order {
		p := &patches[i]
		if !(p.Trust > 0) {
			continue
		}
		for k := range out {
			s := &out[k]
			if slices.Contains(s.faces, p.Face) {
				s.weight += p.weight()
				continue next
			}
		}
		for k := range out {
			s := &out[k]
			if p.Normal.Dot(s.normal) > parallel {
				s.faces, s.weight = append(s.faces, p.Face), s.weight+p.weight()
				continue next
			}
		}
		out = append(out, side{p.Normal, []int{p.Face}, p.weight()})
	}
	slices.SortStableFunc(out, func(a, b side) int { return cmp.Compare(b.weight, a.weight) })
	return out
}

// weight says how much a patch tells: half as much for each clipped channel.
func (p *Patch) weight() float64 {
	w := p.Trust
	for _, c := range p.Clipped {
		if c {
			w /= 2
		}
	}
	return w
}

// segments joins the patches of each side that look the same. Their order does
// not depend on that of the patches.
func segments(patches []Patch) ([]segment, int) {
	order := make([]int, len(patches))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &patches[i], &patches[j]
		return cmp.Or(cmp.Compare(a.Face, b.Face), slices.Compare(a.Mean[:], b.Mean[:]))
	})
	all := sides(patches, order)
	var out []segment
	for k, s := range all {
		first := len(out)
		for _, i := range order {
			if patches[i].Trust > 0 && slices.Contains(s.faces, patches[i].Face) {
				out = append(out, patches[i].segment(i, k))
			}
		}
		out = append(out[:first], joined(out[first:])...)
		slices.SortStableFunc(out[first:], func(a, b segment) int { return cmp.Compare(a.clips(), b.clips()) })
	}
	return out, len(all)
}

// segment returns the segment of one patch.
func (p *Patch) segment(i, face int) segment {
	s := segment{members: []int{i}, face: face, clipped: p.Clipped, at: p.Mean.log(dark).onAxes()}
	doubt := 1 - math.Min(p.Trust, 1)
	e := floor*p.Mean.mean() + dark
	for j := range s.noise {
		s.noise[j] = readNoise[j]*readNoise[j] + doubt*doubt*mixedNoise[j]*mixedNoise[j]
		for k, x := range p.Mean {
			d := axes[j][k] * pixelNoise / (x + e)
			s.noise[j] += d * d
		}
	}
	s.unsure = p.unsure()
	return s
}

// unsure returns the chance that the patch says nothing.
func (p *Patch) unsure() float64 {
	return 1 - (1-unreadable-uneven*math.Max(mostEven-p.Even, 0))*math.Min(math.Max(p.Trust, 0), 1)
}

// joined joins segments of one face, nearest pair first.
func joined(s []segment) []segment {
	for {
		bi, bj, best := 0, 0, same*same
		for i := range s {
			for j := i + 1; j < len(s); j++ {
				if d := s[i].apart(&s[j]); d < best {
					bi, bj, best = i, j, d
				}
			}
		}
		if bj == 0 {
			return s
		}
		s[bi] = s[bi].join(&s[bj])
		s = append(s[:bj], s[bj+1:]...)
	}
}

// apart returns the squared distance of two segments of a face.
func (s *segment) apart(o *segment) float64 {
	if s.clipped != o.clipped || s.clips() == 2 {
		return math.Inf(1) // two clipped channels hide what sets yellow and orange apart
	}
	a, b := s.at[warm]-o.at[warm], s.at[green]-o.at[green]
	l := lightScale * (s.at[light] - o.at[light])
	return a*a + b*b + l*l
}

// join returns both as one.
func (s *segment) join(o *segment) segment {
	a, b := float64(len(s.members)), float64(len(o.members))
	out := segment{members: append(append([]int(nil), s.members...), o.members...), face: s.face, clipped: s.clipped}
	for j := range out.at {
		out.at[j] = (a*s.at[j] + b*o.at[j]) / (a + b)
		out.noise[j] = (a*s.noise[j] + b*o.noise[j]) / (a + b)
	}
	out.unsure = (a*s.unsure + b*o.unsure) / (a + b)
	return out
}

// clips counts the clipped channels.
func (s *segment) clips() (n int) {
	for _, c := range s.clipped {
		if c {
			n++
		}
	}
	return n
}
