package fit

import "github.com/plustwo/plustwo/calib/geom"

// sameThing is the largest colour step (sRGB, opponent channels) between
// neighbouring coarse pixels of one thing: shade within it is softer, the
// border of another thing harder.
const sameThing = 14.0

// clutter finds what reaches into the window from outside with one colour: the
// timer, a hand, a card. The puzzle lies wholly inside its window.
func clutter(p *patch, fg *mask) mask {
	var out mask
	var queue [][2]int
	w, h := min(p.w, maskSide), min(p.h, maskSide)
	set := func(x, y int) {
		if fg[y]>>x&1 == 1 && out[y]>>x&1 == 0 {
			out[y] |= 1 << x
			queue = append(queue, [2]int{x, y})
		}
	}
	for x := 0; x < w; x++ {
		set(x, 0)
		set(x, h-1)
	}
	for y := 0; y < h; y++ {
		set(0, y)
		set(w-1, y)
	}
	for len(queue) > 0 {
		q := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			x, y := q[0]+d[0], q[1]+d[1]
			if x >= 0 && y >= 0 && x < w && y < h && p.step(q[0], q[1], x, y) < sameThing*sameThing {
				set(x, y)
			}
		}
	}
	return out
}

// step returns the squared colour difference of two pixels.
func (p *patch) step(x0, y0, x1, y1 int) float32 {
	a, b := p.pix[3*(y0*p.w+x0):], p.pix[3*(y1*p.w+x1):]
	u, v, w := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return u*u + v*v + w*w
}

// excuse lowers the cost of calling clutter mat: it is as good an explanation.
func (w *window) excuse(lv *level, c *mask) {
	const cost = 0.5 // like a pixel of mat with a deviation of noise
	for y := 0; y < lv.h; y++ {
		for x := 0; x < lv.w; x++ {
			q := w.coarse.to(lv.from(geom.Pixel{U: float64(x), V: float64(y)}))
			i, j := int(q.U+0.5), int(q.V+0.5)
			if i >= 0 && j >= 0 && i < maskSide && j < maskSide && c[j]>>i&1 == 1 {
				m := &lv.mat[y*lv.w+x]
				*m = min(*m, cost)
			}
		}
	}
}
