package synth

import (
	"math"
	"runtime"
	"sync"

	"github.com/plustwo/plustwo/vision"
)

// blockSide is the side of JPEG's blocks, mcu that of the square of pixels that
// share blocks where chroma has half the resolution (4:2:0).
const (
	blockSide = 8
	mcu       = 2 * blockSide
)

// lose does to a picture what writing it as a JPEG file and reading it back
// does, but for the last rounding: colour conversion, 4:2:0 chroma, the cosine
// transform and its quantisation (ITU-T T.81). It is twice as fast, as nothing
// is entropy-coded. The picture is changed in place.
func lose(im *vision.Image, quality int) {
	light, colour := newQuantiser(lumaTable, quality), newQuantiser(chromaTable, quality)
	workers := runtime.GOMAXPROCS(0)
	var done sync.WaitGroup
	for k := range workers { // each has its own strips of rows
		done.Go(func() {
			s := newStrip(im)
			for y := k * mcu; y < im.Height; y += workers * mcu {
				s.lose(y, light, colour)
			}
		})
	}
	done.Wait()
}

// strip is mcu rows of a picture in Y, Cb and Cr, each about 0.
type strip struct {
	im           *vision.Image
	wide         int
	luma, cb, cr []float32
}

func newStrip(im *vision.Image) *strip {
	wide := (im.Width + mcu - 1) / mcu * mcu
	return &strip{im: im, wide: wide, luma: make([]float32, wide*mcu), cb: make([]float32, wide*mcu/4), cr: make([]float32, wide*mcu/4)}
}

// lose takes rows y to y+mcu through the losses.
func (s *strip) lose(y int, light, colour *quantiser) {
	s.load(y)
	for x := 0; x < s.wide; x += blockSide {
		light.lose(s.luma[x:], s.wide)
		light.lose(s.luma[blockSide*s.wide+x:], s.wide)
	}
	for x := 0; x < s.wide/2; x += blockSide {
		colour.lose(s.cb[x:], s.wide/2)
		colour.lose(s.cr[x:], s.wide/2)
	}
	s.store(y)
}

// load takes rows y to y+mcu; what lies outside the picture repeats its border.
func (s *strip) load(y int) {
	const blue, red = 0.5 / (1 - 0.114) / 4, 0.5 / (1 - 0.299) / 4 // JFIF 1.02, of four pixels
	last := 3 * (s.im.Width - 1)
	for j := 0; j < mcu; j += 2 {
		above, below := s.pixels(y+j), s.pixels(y+j+1)
		high, low := s.luma[j*s.wide:][:s.wide], s.luma[(j+1)*s.wide:][:s.wide]
		cb, cr := s.cb[j/2*(s.wide/2):][:s.wide/2], s.cr[j/2*(s.wide/2):][:s.wide/2]
		for i := range cb {
			k, m := min(6*i, last), min(6*i+3, last)
			l0, b0, r0 := split3(above[k : k+3])
			l1, b1, r1 := split3(above[m : m+3])
			l2, b2, r2 := split3(below[k : k+3])
			l3, b3, r3 := split3(below[m : m+3])
			high[2*i], high[2*i+1], low[2*i], low[2*i+1] = l0-128, l1-128, l2-128, l3-128
			cb[i], cr[i] = (b0+b1+b2+b3)*blue, (r0+r1+r2+r3)*red
		}
	}
}

// pixels returns a row of the picture, the last one for those below it.
func (s *strip) pixels(y int) []uint8 {
	return s.im.Pix[3*s.im.Width*min(y, s.im.Height-1):][:3*s.im.Width]
}

// split3 returns a pixel's luma, and how far blue and red are from it.
func split3(p []uint8) (l, b, r float32) {
	_ = p[2]
	r, b = float32(p[0]), float32(p[2])
	l = 0.299*r + 0.587*float32(p[1]) + 0.114*b
	return l, b - l, r - l
}

// store puts the strip back.
func (s *strip) store(y int) {
	w := s.im.Width
	for j := 0; j < mcu && y+j < s.im.Height; j++ {
		row, luma := s.pixels(y+j), s.luma[j*s.wide:][:w]
		cb, cr := s.cb[j/2*(s.wide/2):], s.cr[j/2*(s.wide/2):]
		for x, l := range luma {
			u, v, p := cb[x/2], cr[x/2], row[:3]
			l += 128.5
			p[0], p[1], p[2] = clampByte(l+1.402*v), clampByte(l-0.344136*u-0.714136*v), clampByte(l+1.772*u)
			row = row[3:]
		}
	}
}

func clampByte(v float32) uint8 {
	n := int32(v)
	if uint32(n) > 255 {
		n = ^(n >> 31) // all ones above, none below
	}
	return uint8(n)
}

// quantiser holds, for each coefficient, what to multiply by before rounding
// and after; the scales of the fast transforms are part of both.
type quantiser struct {
	before, after [blockSide * blockSide]float32
}

// The tables of T.81, annex K, row by row.
var (
	lumaTable = [64]int{
		16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
		14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
		18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
		49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
	}
	chromaTable = [64]int{
		17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
		24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
	}
)

// newQuantiser scales a table as encoders do (libjpeg's quality, which
// image/jpeg shares).
func newQuantiser(table [64]int, quality int) *quantiser {
	scale := 200 - 2*quality
	if quality < 50 {
		scale = 5000 / max(quality, 1)
	}
	var aan [blockSide]float64 // the scales of the transform of Arai, Agui and Nakajima (1988)
	for k := range aan {
		aan[k] = 1
		if k > 0 {
			aan[k] = math.Sqrt2 * math.Cos(float64(k)*math.Pi/16)
		}
	}
	q := &quantiser{}
	for i, v := range table {
		step := float64(max(1, min((v*scale+50)/100, 255)))
		s := aan[i/blockSide] * aan[i%blockSide]
		q.before[i] = float32(1 / (8 * step * s))
		q.after[i] = float32(step * s / 8)
	}
	return q
}

// octet is a row or column of a block, square a block by rows.
type (
	octet  = [blockSide]float32
	square = [blockSide * blockSide]float32
)

// lose transforms a block, rounds its coefficients and transforms it back. Each
// pass takes rows and leaves columns, so that the next one finds rows again.
func (q *quantiser) lose(px []float32, stride int) {
	var a, b square
	for y := range blockSide {
		forward((*octet)(px[y*stride:]), &a, y)
	}
	for x := range blockSide {
		forward((*octet)(a[x*blockSide:]), &b, x)
	}
	const magic = 1.5 * (1 << 23) // adding it leaves no bits for fractions: rounds to even
	for i, v := range b {
		r := v*q.before[i] + magic
		b[i] = (r - magic) * q.after[i]
	}
	for y := range blockSide {
		inverse((*octet)(b[y*blockSide:]), &a, y)
	}
	for x := range blockSide {
		inverse((*octet)(a[x*blockSide:]), &b, x)
	}
	for y := range blockSide {
		*(*octet)(px[y*stride:]) = *(*octet)(b[y*blockSide:])
	}
}

// forward is the scaled cosine transform of eight values, after Arai, Agui and
// Nakajima, into column i of a block.
func forward(d *octet, out *square, i int) {
	i &= blockSide - 1
	a0, a7 := d[0]+d[7], d[0]-d[7]
	a1, a6 := d[1]+d[6], d[1]-d[6]
	a2, a5 := d[2]+d[5], d[2]-d[5]
	a3, a4 := d[3]+d[4], d[3]-d[4]
	b0, b3, b1, b2 := a0+a3, a0-a3, a1+a2, a1-a2
	z1 := (b2 + b3) * 0.70710678
	out[i], out[i+32], out[i+16], out[i+48] = b0+b1, b0-b1, b3+z1, b3-z1
	c0, c1, c2 := a4+a5, a5+a6, a6+a7
	z5 := (c0 - c2) * 0.38268343
	z2, z4, z3 := 0.54119610*c0+z5, 1.30656296*c2+z5, c1*0.70710678
	e1, e3 := a7+z3, a7-z3
	out[i+40], out[i+24], out[i+8], out[i+56] = e3+z2, e3-z2, e1+z4, e1-z4
}

// inverse undoes forward but for its scale, into column i of a block.
func inverse(d *octet, out *square, i int) {
	i &= blockSide - 1
	if d[0] == 0 && d[1] == 0 && d[2] == 0 && d[3] == 0 && d[4] == 0 && d[5] == 0 && d[6] == 0 && d[7] == 0 { // most rows of high frequencies
		out[i], out[i+8], out[i+16], out[i+24] = 0, 0, 0, 0
		out[i+32], out[i+40], out[i+48], out[i+56] = 0, 0, 0, 0
		return
	}
	t0, t1, t2, t3 := d[0]+d[4], d[0]-d[4], d[2]+d[6], (d[2]-d[6])*1.41421356
	t3 -= t2
	a0, a3, a1, a2 := t0+t2, t0-t2, t1+t3, t1-t3
	z13, z10 := d[5]+d[3], d[5]-d[3]
	z11, z12 := d[1]+d[7], d[1]-d[7]
	b7 := z11 + z13
	z5 := (z10 + z12) * 1.84775907
	b6 := z5 - z10*2.61312593 - b7
	b5 := (z11-z13)*1.41421356 - b6
	b4 := z5 - z12*1.08239220 - b5
	out[i], out[i+56], out[i+8], out[i+48] = a0+b7, a0-b7, a1+b6, a1-b6
	out[i+16], out[i+40], out[i+24], out[i+32] = a2+b5, a2-b5, a3+b4, a3-b4
}
