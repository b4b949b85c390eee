package still

import "math"

// pose is how a patch has moved in the picture since it was taken: by (x, y)
// small pixels and a turn (radians, from x to y) about its centre.
type pose struct{ x, y, turn float32 }

// grain is one pixel of a patch: its place from the patch's centre, its
// channels with toe and their slopes.
type grain struct {
	x, y      float32
	v, gx, gy [3]float32
	textured  bool // shows an edge that the noise does not hide
}

// patch is what the puzzle looked like at one moment.
type patch struct {
	cx, cy   float32 // centre, small pixels
	light    float32
	grains   []grain
	edges    int // textured grains
	gain     [3]float32
	residual [512]int32
}

// maxGrains bounds the work of one alignment; a puzzle of spanPx has about 700
// pixels.
const maxGrains = 1400

func newPatch() *patch { return &patch{grains: make([]grain, 0, maxGrains)} }

// edgeSigmas is how many times the noise a change across one pixel must be to
// count as an edge.
const edgeSigmas = 4

// take fills the patch with the pixels inside an outline (small pixels), its
// border left out, where other things shine in.
func (q *patch) take(p *picture, o *outline, sigma float32) {
	q.cx, q.cy, q.light = o.cx, o.cy, p.light
	q.grains, q.edges = q.grains[:0], 0
	const border = 1 // pixel: what a pixel averages over and its neighbour
	x0, y0, x1, y1 := o.bounds()
	area := (x1 - x0 + 1) * (y1 - y0 + 1)
	step := int(math.Ceil(math.Sqrt(float64(area) / maxGrains)))
	for y := max(y0, 1); y <= min(y1, p.h-2); y += step {
		for x := max(x0, 1); x <= min(x1, p.w-2); x += step {
			if len(q.grains) == maxGrains || !o.holds(float32(x), float32(y), border) {
				continue
			}
			g := grain{x: float32(x) - q.cx, y: float32(y) - q.cy}
			j := y*p.w + x
			p.value(j, &g.v)
			steep := float32(0)
			for k := range g.v {
				g.gx[k] = (float32(p.pix[3*(j+1)+k]) - float32(p.pix[3*(j-1)+k])) / 2
				g.gy[k] = (float32(p.pix[3*(j+p.w)+k]) - float32(p.pix[3*(j-p.w)+k])) / 2
				steep = max(steep, g.gx[k]*g.gx[k]+g.gy[k]*g.gy[k])
			}
			if g.textured = steep > edgeSigmas*edgeSigmas*sigma*sigma; g.textured {
				q.edges++
			}
			q.grains = append(q.grains, g)
		}
	}
}

// blend adds what a picture shows at a pose to the patch, the n-th of a mean:
// the mean has less noise than one frame.
func (q *patch) blend(p *picture, at pose, n int) {
	sin, cos := sincos(at.turn)
	keep := 1 - 1/float32(n)
	var v, l, r, u, d [3]float32
	for i := range q.grains {
		g := &q.grains[i]
		x, y := q.cx+at.x+cos*g.x-sin*g.y, q.cy+at.y+sin*g.x+cos*g.y
		if !p.sample(x, y, &v) || !p.sample(x-1, y, &l) || !p.sample(x+1, y, &r) || !p.sample(x, y-1, &u) || !p.sample(x, y+1, &d) {
			continue
		}
		for k := range v {
			f := (1 - keep) / q.gain[k]
			gx, gy := (r[k]-l[k])/2, (d[k]-u[k])/2
			g.v[k] = keep*g.v[k] + f*v[k]
			g.gx[k] = keep*g.gx[k] + f*(cos*gx+sin*gy)
			g.gy[k] = keep*g.gy[k] + f*(cos*gy-sin*gx)
		}
	}
}

// fewEdges is too little to tell a place by: half a sticker's outline.
const fewEdges = 12

// deepest is the least light on the puzzle against that on the whole picture: a
// hand over it takes half. Darker or brighter is something else.
const deepest = 0.5

// align finds the pose near a guess at which a picture shows the patch, and
// the share of its edges that are seen there. It is Gauss-Newton on pose and
// one gain for each channel, with Tukey's weights, so that what covers a part
// of the puzzle does not count (Baker and Matthews, IJCV 56, 2004).
func (q *patch) align(p *picture, guess pose, sigma float32) (pose, float32) {
	at := guess
	for k := range q.gain {
		q.gain[k] = p.light / q.light
	}
	const rounds, enough = 12, 0.004 // small pixels
	for range rounds {
		var n normal
		q.collect(p, at, q.spread(p, at, sigma), &n)
		d, ok := n.solve()
		if !ok {
			break
		}
		at.x, at.y, at.turn = at.x+d[0], at.y+d[1], at.turn+d[2]
		for k := range q.gain {
			q.gain[k] = min(max(q.gain[k]+d[3+k], deepest*p.light/q.light), 1/deepest*p.light/q.light)
		}
		if d[0]*d[0]+d[1]*d[1] < enough*enough && d[2]*d[2]*spanPx*spanPx/4 < enough*enough {
			break
		}
	}
	return at, q.seen(p, at, sigma)
}

// spread is the residuals' robust standard deviation at a pose.
func (q *patch) spread(p *picture, at pose, sigma float32) float32 {
	clear(q.residual[:])
	sin, cos := sincos(at.turn)
	total := int32(0)
	var v [3]float32
	const bin = 4 // a quarter step
	for i := range q.grains {
		g := &q.grains[i]
		if !p.sample(q.cx+at.x+cos*g.x-sin*g.y, q.cy+at.y+sin*g.x+cos*g.y, &v) {
			continue
		}
		for k := range v {
			d := v[k] - q.gain[k]*g.v[k]
			q.residual[min(int(max(d, -d)/bin), len(q.residual)-1)]++
			total++
		}
	}
	sum := int32(0)
	for i, n := range q.residual {
		if sum += n; sum > total/2 {
			return max(1.4826*bin*(float32(i)+0.5), sigma)
		}
	}
	return sigma
}

// collect adds up the normal equations at a pose.
func (q *patch) collect(p *picture, at pose, s float32, n *normal) {
	const tukey = 4.685 // times the standard deviation: 95 % efficient (Huber 1981)
	limit := tukey * s
	sin, cos := sincos(at.turn)
	var v [3]float32
	for i := range q.grains {
		g := &q.grains[i]
		rx, ry := cos*g.x-sin*g.y, sin*g.x+cos*g.y
		if !p.sample(q.cx+at.x+rx, q.cy+at.y+ry, &v) {
			continue
		}
		for k := range v {
			r := v[k] - q.gain[k]*g.v[k]
			u := r / limit
			if u >= 1 || u <= -1 {
				continue
			}
			w := (1 - u*u) * (1 - u*u)
			gx := q.gain[k] * (cos*g.gx[k] - sin*g.gy[k])
			gy := q.gain[k] * (sin*g.gx[k] + cos*g.gy[k])
			n.add(w, r, [4]float32{gx, gy, gy*rx - gx*ry, -g.v[k]}, k)
		}
	}
}

// seen is the share of the patch's edges that a picture shows at a pose: their
// pixels agree up to noise, a quarter pixel and a few percent of light. It is 0
// where those that agree do not vary as the patch does: on something plain.
func (q *patch) seen(p *picture, at pose, sigma float32) float32 {
	var one [1]tally
	q.compare(p, at, sigma, one[:], 0)
	all := &one[0]
	if all.tried == 0 || !all.varies() {
		return 0
	}
	return float32(all.hit) / float32(all.tried)
}

// thirds is how many cells a patch has each way for least: the layers of a 3x3.
const thirds = 3

// least is the share of the edges that are seen in the cell of the patch that
// shows the fewest of its own: a layer that was turned changes some cells, a
// push none.
func (q *patch) least(p *picture, at pose, sigma, radius float32) float32 {
	var cells [thirds * thirds]tally
	q.compare(p, at, sigma, cells[:], radius)
	worst := float32(1)
	for _, c := range cells {
		if c.tried >= fewEdges {
			worst = min(worst, float32(c.hit)/float32(c.tried))
		}
	}
	return worst
}

// tally counts edges that were looked for and seen, with sums over those seen
// of the channels in the patch, in the picture, and of their products.
type tally struct {
	tried, hit        int
	patch, picture    [3]float64
	squares, products [3]float64
}

func (t *tally) add(v, want *[3]float32) {
	t.hit++
	for k := range v {
		a, b := float64(want[k]), float64(v[k])
		t.patch[k] += a
		t.picture[k] += b
		t.squares[k] += a * a
		t.products[k] += a * b
	}
}

// varies tells whether what was seen varies at least half as much as the patch.
func (t *tally) varies() bool {
	own, shared := 0.0, 0.0
	n := float64(max(t.hit, 1))
	for k := range t.patch {
		own += t.squares[k] - t.patch[k]*t.patch[k]/n
		shared += t.products[k] - t.patch[k]*t.picture[k]/n
	}
	return shared >= own/2
}

// cell returns which of the thirds of a patch of a radius a grain lies in.
func (g *grain) cell(radius float32) int {
	third := func(v float32) int { return min(max(int((v/radius+1)/2*thirds), 0), thirds-1) }
	return third(g.y)*thirds + third(g.x)
}

// compare looks for each edge of the patch and notes it in the tally of its
// cell, or in the only one.
func (q *patch) compare(p *picture, at pose, sigma float32, cells []tally, radius float32) {
	const shift, shade = 0.25, 0.06
	sin, cos := sincos(at.turn)
	var v, want [3]float32
	for i := range q.grains {
		g := &q.grains[i]
		if !g.textured && q.edges >= fewEdges {
			continue
		}
		t := &cells[0]
		if len(cells) > 1 {
			t = &cells[g.cell(radius)]
		}
		t.tried++
		if !p.sample(q.cx+at.x+cos*g.x-sin*g.y, q.cy+at.y+sin*g.x+cos*g.y, &v) {
			continue
		}
		ok := true
		for k := range v {
			want[k] = q.gain[k] * g.v[k]
			d := v[k] - want[k]
			slope := sqrt(g.gx[k]*g.gx[k] + g.gy[k]*g.gy[k])
			ok = ok && max(d, -d) <= edgeSigmas*sigma+shift*slope+shade*g.v[k]
		}
		if ok {
			t.add(&v, &want)
		}
	}
}

// search finds the whole-pixel move, within reach of a guess, at which a
// picture looks most like the patch: the least sum of differences over a
// sample of it. A puzzle that is farther than its own width is not looked for,
// whatever the reach: a scale that makes no sense would have it search for ever.
func (q *patch) search(p *picture, guess pose, reach int) pose {
	const sample = 120 // grains
	if reach < 0 || reach > spanPx {
		reach = spanPx
	}
	step := max(1, len(q.grains)/sample)
	gain := p.light / q.light
	best, at := float32(math.Inf(1)), guess
	sin, cos := sincos(guess.turn)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			x0, y0 := q.cx+guess.x+float32(dx), q.cy+guess.y+float32(dy)
			sum := float32(0)
			for i := 0; i < len(q.grains) && sum < best; i += step {
				g := &q.grains[i]
				sum += p.differs(x0+cos*g.x-sin*g.y, y0+sin*g.x+cos*g.y, &g.v, gain)
			}
			if sum < best {
				best, at = sum, pose{guess.x + float32(dx), guess.y + float32(dy), guess.turn}
			}
		}
	}
	return at
}

// differs is how far the pixel at a place is from a colour, bounded so that
// what covers a part of a patch counts only so much.
func (p *picture) differs(x, y float32, v *[3]float32, gain float32) float32 {
	const most = 40 * unit // steps of a channel
	ix, iy := int(x+0.5), int(y+0.5)
	if ix < 0 || iy < 0 || ix >= p.w || iy >= p.h {
		return 3 * most
	}
	sum := float32(0)
	for k, c := range p.pix[3*(iy*p.w+ix):][:3] {
		d := float32(c) + toe - gain*v[k]
		sum += min(max(d, -d), most)
	}
	return sum
}

func sincos(a float32) (sin, cos float32) {
	s, c := math.Sincos(float64(a))
	return float32(s), float32(c)
}

// normal is a system of normal equations for a pose and three gains.
type normal struct {
	a [6][6]float64
	b [6]float64
}

// add adds an equation of weight w: the residual r and its slopes over a move
// (x, y), a turn and the gain of channel k.
func (n *normal) add(w, r float32, slopes [4]float32, k int) {
	idx := [4]int{0, 1, 2, 3 + k}
	for i, a := range slopes {
		wa := float64(w) * float64(a)
		for l := i; l < 4; l++ {
			n.a[idx[i]][idx[l]] += wa * float64(slopes[l])
		}
		n.b[idx[i]] -= wa * float64(r)
	}
}

// solve returns the solution by Cholesky's method; false where the equations
// do not tell.
func (n *normal) solve() (out [6]float32, ok bool) {
	const least = 1e-6
	var l [6][6]float64
	for i := range l {
		for j := 0; j <= i; j++ {
			sum := n.a[j][i]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i == j {
				if sum <= least*(n.a[i][i]+1) {
					return out, false
				}
				l[i][i] = math.Sqrt(sum)
			} else {
				l[i][j] = sum / l[j][j]
			}
		}
	}
	var y, x [6]float64
	for i := range y {
		sum := n.b[i]
		for k := range i {
			sum -= l[i][k] * y[k]
		}
		y[i] = sum / l[i][i]
	}
	for i := 5; i >= 0; i-- {
		sum := y[i]
		for k := i + 1; k < 6; k++ {
			sum -= l[k][i] * x[k]
		}
		x[i] = sum / l[i][i]
		out[i] = float32(x[i])
	}
	return out, true
}
