package synth

import (
	"math"

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
	wide := (im.Width + mcu - 1) / mcu * mcu
	s := &strip{im: im, wide: wide, luma: make([]float32, wide*mcu), cb: make([]float32, wide*mcu/4), cr: make([]float32, wide*mcu/4)}
	light, colour := newQuantiser(lumaTable, quality), newQuantiser(chromaTable, quality)
	for y := 0; y < im.Height; y += mcu {
		s.load(y)
		for x := 0; x < wide; x += blockSide {
			light.lose(s.luma[x:], wide)
			light.lose(s.luma[blockSide*wide+x:], wide)
		}
		for x := 0; x < wide/2; x += blockSide {
			colour.lose(s.cb[x:], wide/2)
			colour.lose(s.cr[x:], wide/2)
		}
		s.store(y)
	}
}

// strip is mcu rows of a picture in Y, Cb and Cr, each about 0.
type strip struct {
	im           *vision.Image
	wide         int
	luma, cb, cr []float32
}

// load takes rows y to y+mcu; what lies outside the picture repeats its border.
func (s *strip) load(y int) {
	w := s.im.Width
	clear(s.cb)
	clear(s.cr)
	for j := range mcu {
		row := s.im.Pix[3*w*min(y+j, s.im.Height-1):][:3*w]
		luma := s.luma[j*s.wide : (j+1)*s.wide]
		cb, cr := s.cb[j/2*(s.wide/2):], s.cr[j/2*(s.wide/2):]
		for x := range luma {
			k := 3 * min(x, w-1)
			r, g, b := float32(row[k]), float32(row[k+1]), float32(row[k+2])
			l := 0.299*r + 0.587*g + 0.114*b // JFIF 1.02
			luma[x] = l - 128
			cb[x/2] += (b - l) * (0.5 / (1 - 0.114) / 4)
			cr[x/2] += (r - l) * (0.5 / (1 - 0.299) / 4)
		}
	}
}

// store puts the strip back.
func (s *strip) store(y int) {
	w := s.im.Width
	for j := 0; j < mcu && y+j < s.im.Height; j++ {
		row := s.im.Pix[3*w*(y+j):][:3*w]
		luma := s.luma[j*s.wide:][:w]
		cb, cr := s.cb[j/2*(s.wide/2):], s.cr[j/2*(s.wide/2):]
		for x, l := range luma {
			l += 128.5
			u, v := cb[x/2], cr[x/2]
			row[3*x] = clampByte(l + 1.402*v)
			row[3*x+1] = clampByte(l - 0.344136*u - 0.714136*v)
			row[3*x+2] = clampByte(l + 1.772*u)
		}
	}
}

func clampByte(v float32) uint8 {
	n := int32(v)
	if n < 0 {
		return 0
	}
	if n > 255 {
		return 255
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

// lose transforms a block, rounds its coefficients and transforms it back.
func (q *quantiser) lose(px []float32, stride int) {
	var b [blockSide * blockSide]float32
	for y := range blockSide {
		copy(b[y*blockSide:(y+1)*blockSide], px[y*stride:])
	}
	for y := range blockSide {
		forward(b[y*blockSide:], 1)
	}
	for x := range blockSide {
		forward(b[x:], blockSide)
	}
	const magic = 1.5 * (1 << 23) // adding it leaves no bits for fractions: rounds to even
	for i, v := range b {
		r := v*q.before[i] + magic
		b[i] = (r - magic) * q.after[i]
	}
	for x := range blockSide {
		inverse(b[x:], blockSide)
	}
	for y := range blockSide {
		inverse(b[y*blockSide:], 1)
		copy(px[y*stride:], b[y*blockSide:(y+1)*blockSide])
	}
}

// forward is the scaled cosine transform of eight values, s apart, after Arai,
// Agui and Nakajima.
func forward(d []float32, s int) {
	_ = d[7*s]
	a0, a7 := d[0]+d[7*s], d[0]-d[7*s]
	a1, a6 := d[s]+d[6*s], d[s]-d[6*s]
	a2, a5 := d[2*s]+d[5*s], d[2*s]-d[5*s]
	a3, a4 := d[3*s]+d[4*s], d[3*s]-d[4*s]
	b0, b3, b1, b2 := a0+a3, a0-a3, a1+a2, a1-a2
	z1 := (b2 + b3) * 0.70710678
	d[0], d[4*s], d[2*s], d[6*s] = b0+b1, b0-b1, b3+z1, b3-z1
	c0, c1, c2 := a4+a5, a5+a6, a6+a7
	z5 := (c0 - c2) * 0.38268343
	z2, z4, z3 := 0.54119610*c0+z5, 1.30656296*c2+z5, c1*0.70710678
	e1, e3 := a7+z3, a7-z3
	d[5*s], d[3*s], d[s], d[7*s] = e3+z2, e3-z2, e1+z4, e1-z4
}

// inverse undoes forward but for its scale.
func inverse(d []float32, s int) {
	_ = d[7*s]
	t0, t1, t2, t3 := d[0]+d[4*s], d[0]-d[4*s], d[2*s]+d[6*s], (d[2*s]-d[6*s])*1.41421356
	t3 -= t2
	a0, a3, a1, a2 := t0+t2, t0-t2, t1+t3, t1-t3
	z13, z10 := d[5*s]+d[3*s], d[5*s]-d[3*s]
	z11, z12 := d[s]+d[7*s], d[s]-d[7*s]
	b7 := z11 + z13
	z5 := (z10 + z12) * 1.84775907
	b6 := z5 - z10*2.61312593 - b7
	b5 := (z11-z13)*1.41421356 - b6
	b4 := z5 - z12*1.08239220 - b5
	d[0], d[7*s], d[s], d[6*s] = a0+b7, a0-b7, a1+b6, a1-b6
	d[2*s], d[5*s], d[3*s], d[4*s] = a2+b5, a2-b5, a3+b4, a3-b4
}
