package synth

import (
	"math"
	"sync"
)

// rgb is a linear-light colour, 1 for a white surface in full light.
type rgb struct{ r, g, b float32 }

func (c rgb) mul(s float32) rgb { return rgb{c.r * s, c.g * s, c.b * s} }
func (c rgb) add(d rgb) rgb     { return rgb{c.r + d.r, c.g + d.g, c.b + d.b} }
func (c rgb) times(d rgb) rgb   { return rgb{c.r * d.r, c.g * d.g, c.b * d.b} }

// mix returns c for t = 0 and d for t = 1.
func (c rgb) mix(d rgb, t float32) rgb {
	return rgb{c.r + (d.r-c.r)*t, c.g + (d.g-c.g)*t, c.b + (d.b-c.b)*t}
}

// pt is a place in a picture whose pixel (x, y) covers [x, x+1) x [y, y+1).
type pt struct{ x, y float64 }

// frame is a picture in linear light.
type frame struct {
	w, h int
	pix  []rgb
	r    raster
}

// frames holds frames for use again: 15 MB each, which the system would have
// to clear for each picture.
var frames sync.Pool

// newFrame returns a frame with any content.
func newFrame(w, h int) *frame {
	if f, ok := frames.Get().(*frame); ok && f.w == w && f.h == h {
		return f
	}
	return &frame{w: w, h: h, pix: make([]rgb, w*h), r: newRaster(w, h)}
}

// free gives a frame back; nobody may use it afterwards.
func (f *frame) free() { frames.Put(f) }

// fill paints the inside of the contours (non-zero winding, all wound one way,
// holes the other) in one colour, each pixel by the share that they cover.
func (f *frame) fill(contours [][]pt, c rgb) {
	top, bottom := f.r.add(contours)
	for y := top; y <= bottom; y++ {
		cells, lo := f.r.row(y)
		row := f.pix[y*f.w:][:f.w]
		var sum float32
		for i := 0; i < len(cells); {
			sum += cells[i]
			end := i + 1
			for end < len(cells) && cells[end] == 0 {
				end++
			}
			run := row[min(lo+i, f.w):min(lo+end, f.w)]
			switch a := share(sum); {
			case a >= opaque:
				for k := range run {
					run[k] = c
				}
			case a > 0:
				for k := range run {
					run[k] = run[k].mix(c, a)
				}
			}
			i = end
		}
		f.r.done(y)
	}
}

// fillFunc is fill with a colour for each pixel.
func (f *frame) fillFunc(contours [][]pt, at func(x, y int) rgb) {
	f.r.each(contours, func(y, x0 int, cover []float32) {
		row := f.pix[y*f.w+x0 : y*f.w+x0+len(cover)]
		for i, a := range cover {
			if a > 0 {
				row[i] = row[i].mix(at(x0+i, y), a)
			}
		}
	})
}

// fillSmooth is fillFunc for a colour that changes slowly: it is asked for
// every smooth-th pixel of a row and goes straight between.
func (f *frame) fillSmooth(contours [][]pt, at func(x, y int) rgb) {
	f.r.each(contours, func(y, x0 int, cover []float32) {
		row := f.pix[y*f.w+x0 : y*f.w+x0+len(cover)]
		next := at(x0, y)
		for i := 0; i < len(row); i += smooth {
			c := next
			next = at(x0+i+smooth, y)
			step := next.add(c.mul(-1)).mul(1.0 / smooth)
			for k := i; k < min(i+smooth, len(row)); k++ {
				if a := cover[k]; a >= opaque {
					row[k] = c
				} else {
					row[k] = row[k].mix(c, a)
				}
				c = c.add(step)
			}
		}
	})
}

const smooth = 8 // pixels

// opaque is a coverage that no 8-bit picture tells from 1.
const opaque = 0.999

// raster turns contours into the share of each pixel that they cover, exactly:
// it accumulates signed areas from left to right (as font renderers do;
// R. Levien, "Inside the fastest font renderer in the world", 2016).
type raster struct {
	w, h   int
	acc    []float32 // w+2 a row; zero between calls
	lo, hi []int     // columns that a row's acc may hold
	buf    []pt
}

func newRaster(w, h int) raster {
	r := raster{w: w, h: h, acc: make([]float32, (w+2)*h), lo: make([]int, h), hi: make([]int, h)}
	for y := range r.lo {
		r.lo[y], r.hi[y] = w+1, -1
	}
	return r
}

// each calls row with the coverage, 0 to 1, of each row's touched columns.
func (r *raster) each(contours [][]pt, row func(y, x0 int, cover []float32)) {
	top, bottom := r.add(contours)
	for y := top; y <= bottom; y++ {
		cells, lo := r.row(y)
		if len(cells) == 0 {
			continue
		}
		var sum, a float32
		for i, d := range cells {
			if d != 0 {
				sum += d
				a = share(sum)
			}
			cells[i] = a
		}
		row(y, lo, cells[:min(len(cells), r.w-lo)])
		r.done(y)
	}
}

// share returns the coverage for a sum of signed areas.
func share(sum float32) float32 {
	if sum < 0 {
		sum = -sum
	}
	if sum > 1 {
		return 1
	}
	return sum
}

// add accumulates contours and returns the rows that they touch.
func (r *raster) add(contours [][]pt) (top, bottom int) {
	top, bottom = r.h, -1
	for _, c := range contours {
		c = r.clip(c)
		for i, a := range c {
			r.line(a, c[(i+1)%len(c)])
			y := int(a.y)
			top, bottom = min(top, y), max(bottom, y)
		}
	}
	return top, min(bottom, r.h-1)
}

// row returns the touched cells of a row, and the column of the first.
func (r *raster) row(y int) ([]float32, int) {
	lo, hi := r.lo[y], r.hi[y]
	if hi < lo {
		return nil, 0
	}
	return r.acc[y*(r.w+2):][lo : hi+1], lo
}

// done clears a row for the next contours.
func (r *raster) done(y int) {
	if cells, _ := r.row(y); cells != nil {
		clear(cells)
		r.lo[y], r.hi[y] = r.w+1, -1
	}
}

// clip returns the contour cut to the picture; the result is valid until the
// next call.
func (r *raster) clip(c []pt) []pt {
	inside := true
	for _, p := range c {
		if !(p.x >= 0 && p.x <= float64(r.w) && p.y >= 0 && p.y <= float64(r.h)) {
			inside = false
			break
		}
	}
	if inside {
		return c
	}
	in := append([]pt(nil), c...)
	for side := 0; side < 4; side++ {
		in, r.buf = cutSide(r.buf[:0], in, side, float64(r.w), float64(r.h)), in
	}
	return in
}

// cutSide appends to out the part of c on the picture's side of one border.
func cutSide(out, c []pt, side int, w, h float64) []pt {
	depth := func(p pt) float64 {
		switch side {
		case 0:
			return p.x
		case 1:
			return w - p.x
		case 2:
			return p.y
		}
		return h - p.y
	}
	for i, p := range c {
		q := c[(i+1)%len(c)]
		dp, dq := depth(p), depth(q)
		if dp >= 0 {
			out = append(out, p)
		}
		if (dp > 0 && dq < 0) || (dp < 0 && dq > 0) {
			t := dp / (dp - dq)
			x := pt{p.x + t*(q.x-p.x), p.y + t*(q.y-p.y)}
			switch side {
			case 0:
				x.x = 0
			case 1:
				x.x = w
			case 2:
				x.y = 0
			default:
				x.y = h
			}
			out = append(out, x)
		}
	}
	return out
}

// line accumulates one edge that lies inside the picture.
func (r *raster) line(a, b pt) {
	if a.y == b.y {
		return
	}
	dir := float32(1)
	if a.y > b.y {
		a, b, dir = b, a, -1
	}
	slope := (b.x - a.x) / (b.y - a.y)
	x := a.x
	for y := int(a.y); y < r.h && float64(y) < b.y; y++ {
		y0, y1 := math.Max(float64(y), a.y), math.Min(float64(y+1), b.y)
		next := x + slope*(y1-y0)
		r.span(y, x, next, dir*float32(y1-y0))
		x = next
	}
}

// span accumulates the part of an edge in one row, between columns x0 and x1,
// of height d.
func (r *raster) span(y int, x0, x1 float64, d float32) {
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	x0, x1 = math.Max(x0, 0), math.Min(x1, float64(r.w))
	i0, i1 := int(x0), int(math.Ceil(x1))
	row := r.acc[y*(r.w+2) : (y+1)*(r.w+2)]
	if i0 < r.lo[y] {
		r.lo[y] = i0
	}
	if i1 <= i0+1 { // within one pixel
		if i0+1 > r.hi[y] {
			r.hi[y] = i0 + 1
		}
		right := float32((x0+x1)/2 - float64(i0))
		row[i0] += d * (1 - right)
		row[i0+1] += d * right
		return
	}
	if i1 > r.hi[y] {
		r.hi[y] = i1
	}
	s := 1 / (x1 - x0)
	first := 1 - (x0 - float64(i0)) // width of the edge in its first pixel
	area := 0.5 * s * first * first
	row[i0] += d * float32(area)
	done := area
	for i := i0 + 1; i < i1-1; i++ {
		upTo := s * (float64(i) + 0.5 - x0) // mean coverage of pixel i by what lies left
		row[i] += d * float32(upTo-done)
		done = upTo
	}
	last := x1 - float64(i1-1)
	upTo := 1 - 0.5*s*last*last
	row[i1-1] += d * float32(upTo-done)
	row[i1] += d * float32(1-upTo)
}
