package fit

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/colour"
)

// seen is one sticker of a guess that at least one view shows.
type seen struct {
	place int // in the nearest aligned position
	px    map[string]geom.Pixel
	patch colour.Patch // from the view that shows it best
}

// steps returns, for each layer, the whole steps in its turn: what is left of
// every interface then lies within half a step.
func (m *model) steps(p *pose) []int {
	k := make([]int, len(m.layers))
	for l := 1; l < len(m.layers); l++ {
		k[l] = k[l-1] + geom.Angle(p.turn[l]-p.turn[l-1]).Steps(m.step)
	}
	return k
}

// minFacing is the cosine (7 degrees) below which a sticker is seen too flat for its colour to count.
const minFacing = 0.12

// sightings lists the stickers whose centre a view shows, with their pixels; their
// colours are as the view has them that sees most.
func (f *fitter) sightings(p *pose) []seen {
	lists := make([][]seen, len(f.wins))
	main := 0
	for i, w := range f.wins {
		lists[i] = f.sightingsIn(w, p)
		if trust(lists[i]) > trust(lists[main]) {
			main = i
		}
	}
	out := slices.Clone(lists[main])
	for i, w := range f.wins {
		if i == main {
			continue
		}
		for _, s := range balanced(lists[i], lists[main], w.matColour(), f.wins[main].matColour()) {
			j := slices.IndexFunc(out, func(o seen) bool { return o.place == s.place })
			if j < 0 {
				out = append(out, s)
				continue
			}
			out[j].px[w.name] = s.px[w.name]
			if s.patch.Trust > out[j].patch.Trust {
				out[j].patch = s.patch
			}
		}
	}
	return out
}

// matColour is the mat's colour beside the puzzle, in linear light.
func (w *window) matColour() colour.RGB {
	r, g, b := w.ground.RGB(w.fine.x0, w.fine.y0)
	return colour.RGB{colour.Linear(r), colour.Linear(g), colour.Linear(b)}
}

func (f *fitter) sightingsIn(w *window, p *pose) []seen {
	r, lv := f.r, &w.fine
	r.use(w, full)
	if !r.look(p, borderReach, 1.5) {
		return nil
	}
	k := f.m.steps(p)
	var out []seen
	var looks []*look
	for _, l := range r.d.order {
		x := &r.d.xf[l]
		perm := f.m.puz.Permutation(f.m.axis, []int{l}, k[l])
		to := make([]int, len(perm))
		for place, from := range perm {
			to[from] = place
		}
		for i := range f.m.layers[l].stickers {
			s := &f.m.layers[l].stickers[i]
			c := x.apply(s.centre)
			if facing := -x.a.Apply(s.normal).Unit().Dot(c.Unit()); facing < minFacing {
				continue
			}
			px, ok := w.cam.ProjectCam(c)
			if !ok {
				continue
			}
			q := lv.to(px)
			u, v := int(math.Round(q.U)), int(math.Round(q.V))
			if u < 0 || v < 0 || u >= lv.w || v >= lv.h || r.lab.id[v*lv.w+u] != f.m.tileID(s.place) {
				continue
			}
			looks = append(looks, f.lookAt(w, x, s))
			out = append(out, seen{place: to[s.place], px: map[string]geom.Pixel{w.name: px}, patch: f.trusted(f.sample(w, x, s, p.fill, l), f.m.tileID(s.place))})
		}
	}
	spreadCover(looks)
	for i, l := range looks {
		if l.covered {
			out[i].patch.Trust = min(out[i].patch.Trust, doubtful)
		}
	}
	return out
}

// borderReach is how far (hundredths of a puzzle) a sticker's own border may
// lie from the fitted one.
const borderReach = 2.5

// Of a sticker that is in plain sight the picture shows most of the border (0.8
// and more of a face that looks at the camera, 0.55 and more of a side seen flat);
// of six that a finger or a hand covered in two pictures it showed 0 to 0.54.
const (
	bareBorder    = 0.30
	visibleBorder = 0.60
)

// trusted lowers the trust in a sticker whose border the picture does not show.
func (f *fitter) trusted(p colour.Patch, id int16) colour.Patch {
	t := f.r.tiles[id]
	if t.tried > 0 {
		p.Trust *= min(max((t.hit/t.tried-bareBorder)/(visibleBorder-bareBorder), doubtful), 1)
	}
	return p
}

// inside is the share of a sticker, about its centre, whose pixels give its colour.
const inside = 0.7

// sample reads a sticker's colour: the median of the pixels well inside it.
func (f *fitter) sample(w *window, x *affine, s *tile, fill float64, layer int) colour.Patch {
	lv, d := &w.fine, &f.r.d
	d.project(w.cam, x, s.corners, s.centre, fill*inside, lv.patch)
	var v [3][]float64
	var mat float64
	lo, hi, left, right := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, q := range d.pts {
		lo, hi = min(lo, q.V), max(hi, q.V)
		left, right = min(left, q.U), max(right, q.U)
	}
	add := func(x, y int) {
		if x < 0 || y < 0 || x >= lv.w || y >= lv.h {
			return
		}
		o := 3 * ((y+int(lv.y0))*w.im.Width + x + int(lv.x0))
		for k := range v {
			v[k] = append(v[k], float64(w.im.Pix[o+k]))
		}
		mat += float64(lv.mat[y*lv.w+x])
	}
	for y := int(math.Ceil(lo)); y <= int(hi); y++ {
		for x := int(math.Ceil(left)); x <= int(right); x++ {
			if holds(d.pts, float64(x), float64(y)) {
				add(x, y)
			}
		}
	}
	area := polygonArea(d.pts) / (inside * inside)
	if len(v[0]) == 0 {
		c := geom.Pixel{U: (left + right) / 2, V: (lo + hi) / 2}
		add(int(math.Round(c.U)), int(math.Round(c.V)))
	}
	p := colour.Patch{Face: layer*len(f.m.puz.Faces) + s.face, Normal: w.cam.CamFromMat.R.Inverse().Apply(x.a.Apply(s.normal)).Unit()}
	for k := range v {
		if len(v[k]) == 0 {
			return p
		}
		sort.Float64s(v[k])
		m := v[k][len(v[k])/2]
		p.Mean[k] = colour.Linear(m)
		p.Clipped[k] = m >= clipped
	}
	thickness := area / max(math.Hypot(right-left, hi-lo)/inside, 1)
	p.Trust = min(max((thickness-thin)/(thick-thin), 0.05), 1)
	p.Even = even(v)
	if mat < likeMat*float64(len(v[0])) {
		p.Trust = min(p.Trust, doubtful)
	}
	return p
}

// clipped is the sRGB value from which a channel counts as a lower bound:
// noise and JPEG leave a saturated channel a few steps below 255.
const clipped = 250

// A sticker thinner than thin (pixels) shows its neighbours as much as itself;
// from thick on its middle is its own, for a webcam's sharpness.
const (
	thin  = 0.6
	thick = 2.6
)

// A sticker whose pixels are mat or its shadow (a mean cost below likeMat) is
// more likely not there than of the mat's colour.
const (
	likeMat  = 0.5
	doubtful = 0.1
)

// even returns the share of a sticker's pixels that look like its median.
func even(v [3][]float64) float64 {
	const like = 24 // sRGB steps: three deviations of a dark webcam's noise
	n := len(v[0])
	share := 1.0
	for k := range v { // sorted
		m, c := v[k][n/2], 0
		for _, x := range v[k] {
			if math.Abs(x-m) <= like {
				c++
			}
		}
		share = min(share, float64(c)/float64(n))
	}
	return share
}

func holds(poly []geom.Pixel, u, v float64) bool {
	in := false
	for i, j := 0, len(poly)-1; i < len(poly); j, i = i, i+1 {
		a, b := poly[i], poly[j]
		if (a.V > v) != (b.V > v) && u < (b.U-a.U)*(v-a.V)/(b.V-a.V)+a.U {
			in = !in
		}
	}
	return in
}

func polygonArea(p []geom.Pixel) float64 {
	a := 0.0
	for i := range p {
		q := p[(i+1)%len(p)]
		a += p[i].U*q.V - q.U*p[i].V
	}
	return math.Abs(a) / 2
}

// temperature turns a difference of costs into one of log likelihoods: costs
// add correlated pixels as if they were independent. With 160, twice the
// deviation covers the error of 95 % of 562 interfaces of 314 rendered pictures.
const temperature = 160.0

// slips returns each interface's turn from the nearest aligned position.
func (f *fitter) slips(g weighted, all []weighted) []adjudicate.Slip {
	out := make([]adjudicate.Slip, len(f.m.layers)-1)
	scatter := f.scatter(g, all)
	for l := range out {
		d := geom.Angle(g.pose.turn[l+1] - g.pose.turn[l]).Fold(f.m.step)
		out[l] = adjudicate.Slip{Turn: d, Sigma: g.sigma[l], Scatter: scatter[l]}
	}
	return out
}

// read is a guess with its stickers' colours.
type read struct {
	*guess
	seen    []seen
	colours []colour.Reading
	log     float64 // log likelihood, up to a constant
}

// readAll reads the guesses' stickers, and orders the guesses by geometry and
// colours together: a pose that makes stickers of the mat or of shadows needs
// colours that no puzzle of the kind has.
func (f *fitter) readAll(gs []guess) []read {
	out := make([]read, len(gs))
	for i := range gs {
		s := f.sightings(&gs[i].pose)
		c, odd := f.colours(s)
		out[i] = read{&gs[i], s, c, odd - gs[i].cost/temperature}
	}
	slices.SortStableFunc(out, func(a, b read) int { return cmp.Compare(b.log, a.log) })
	return out
}

// directions tells where each face of a puzzle looks, turned to the mat.
func directions(p *puzzle.Puzzle, matFromPuzzle geom.Rot) []rules.Text {
	out := make([]rules.Text, len(p.Faces))
	for i, face := range p.Faces {
		out[i] = phrase.Direction(matFromPuzzle.Apply(face.Normal))
	}
	return out
}

// measurement turns guesses to what the adjudicator and the drawing need.
func (f *fitter) measurement(gs []guess) vision.Measurement {
	m := vision.Measurement{Puzzle: f.m.puz, Found: true, Axis: f.m.axis, Cameras: map[string]*calib.Camera{}}
	for _, w := range f.wins {
		m.Cameras[w.name] = w.cam
	}
	all := f.readAll(gs)
	best := &all[0]
	m.Support = best.support
	m.SizeMM = best.pose.size
	m.MatFromPuzzle = best.pose.matFromPuzzle(f.m)
	k := f.m.steps(&best.pose)
	for l := range f.m.layers {
		m.Layers = append(m.Layers, geom.Angle(best.pose.turn[l])-f.m.step*geom.Angle(k[l]))
	}
	for i, s := range best.seen {
		if best.colours[i].Colour == puzzle.Unknown {
			continue
		}
		m.Stickers = append(m.Stickers, vision.SeenSticker{Place: s.place, Px: s.px,
			Colour: best.colours[i].Colour, Confidence: best.colours[i].Confidence})
	}
	m.Observation.Puzzle = f.m.puz
	if overExposed(best.seen) {
		m.Observation.Flags = append(m.Observation.Flags, phrase.OverExposed)
	}
	weights := f.weights(all)
	for _, r := range all {
		e := adjudicate.Explanation{LogWeight: r.log - best.log, Axis: f.m.axis, Slips: f.slips(weighted{r.guess, r.log}, weights), FaceWhere: directions(f.m.puz, r.pose.matFromPuzzle(f.m).R)}
		for i, s := range r.seen {
			e.Sightings = append(e.Sightings, adjudicate.Sighting{Place: s.place, P: r.colours[i].P})
		}
		m.Observation.Explanations = append(m.Observation.Explanations, e)
	}
	return m
}

// overExposed tells whether most stickers are clipped in two channels or more:
// only white is in a picture that is lit well, and hardly.
func overExposed(list []seen) bool {
	n := 0
	for i := range list {
		clips := 0
		for _, c := range list[i].patch.Clipped {
			if c {
				clips++
			}
		}
		if clips >= 2 {
			n++
		}
	}
	return 2*n > len(list)
}

func (f *fitter) colours(s []seen) ([]colour.Reading, float64) {
	patches := make([]colour.Patch, len(s))
	for i := range s {
		patches[i] = s[i].patch
	}
	var allowed []puzzle.Colour
	for _, sc := range f.m.puz.Schemes {
		for _, n := range sc.Colours {
			if c, ok := puzzle.ParseColour(n); ok {
				allowed = append(allowed, c)
			}
		}
	}
	return colour.Read(patches, allowed, len(f.m.puz.Stickers)/len(f.m.puz.Faces), f.win.matColour())
}
