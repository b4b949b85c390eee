package still

import (
	"time"

	"github.com/plustwo/plustwo/vision"
)

// spanPx is how many pixels a puzzle is wide on the small picture: a sixth of
// a sticker's width then moves an edge by most of a pixel, and a hand-width is
// 40 pixels.
const spanPx = 25

// unit is one 8-bit step of the small picture, whose values are finer.
const unit = 16

// toe turns the power part of the sRGB curve into a plain power: 1.055 L^(1/2.4)
// - 0.055 (IEC 61966-2-1) plus 0.055 of white. More or less light then is a
// factor on value + toe.
const toe = 0.055 * 255 * unit

// picture is a frame at a fraction of its size: 3 channels, unit to a step.
type picture struct {
	w, h, scale int
	pix         []uint16
	seq         uint64
	at          time.Duration
	light       float32 // factor on value + toe against the first picture
	full        *vision.Image
}

func newPicture(w, h, scale int) *picture {
	return &picture{w: w / scale, h: h / scale, scale: scale, pix: make([]uint16, 3*(w/scale)*(h/scale)), light: 1}
}

// fill shrinks a frame into the picture: each pixel is the mean of a square,
// of which two rows are read at most. Sums is scratch of the picture's width.
func (p *picture) fill(f *vision.Frame, sums []uint32) {
	p.seq, p.at, p.full = f.Seq, f.At, f.Image
	s := p.scale
	rows := min(s, 2)
	factor := uint32(unit<<16) / uint32(s*rows)
	stride := 3 * f.Image.Width
	for y := range p.h {
		out := p.pix[3*y*p.w : 3*(y+1)*p.w]
		first := f.Image.Pix[(y*s+s/4)*stride:][:stride]
		second := first
		if rows == 2 {
			second = f.Image.Pix[(y*s+s/4+(s+1)/2)*stride:][:stride]
		}
		clear(sums)
		addRow(sums, first, s)
		if rows == 2 {
			addRow(sums, second, s)
		}
		for i, v := range sums {
			out[i] = uint16(v * factor >> 16)
		}
	}
}

// addRow adds the pixels of a row to the sums of squares s wide. The usual
// widths, 4 for 720p and 2 for 360p, are written out: they take half as long.
func addRow(sums []uint32, row []uint8, s int) {
	switch s {
	case 2:
		for ; len(sums) >= 3 && len(row) >= 6; sums, row = sums[3:], row[6:] {
			sums[0] += uint32(row[0]) + uint32(row[3])
			sums[1] += uint32(row[1]) + uint32(row[4])
			sums[2] += uint32(row[2]) + uint32(row[5])
		}
		return
	case 4:
		for ; len(sums) >= 3 && len(row) >= 12; sums, row = sums[3:], row[12:] {
			sums[0] += uint32(row[0]) + uint32(row[3]) + uint32(row[6]) + uint32(row[9])
			sums[1] += uint32(row[1]) + uint32(row[4]) + uint32(row[7]) + uint32(row[10])
			sums[2] += uint32(row[2]) + uint32(row[5]) + uint32(row[8]) + uint32(row[11])
		}
		return
	}
	for x := 0; x+2 < len(sums); x += 3 {
		q := row[x*s:][:3*s]
		for i := 0; i+2 < len(q); i += 3 {
			sums[x] += uint32(q[i])
			sums[x+1] += uint32(q[i+1])
			sums[x+2] += uint32(q[i+2])
		}
	}
}

// sample reads the three channels at a place between pixels, with toe added,
// and whether it lies in the picture.
func (p *picture) sample(x, y float32, v *[3]float32) bool {
	if !(x >= 0 && y >= 0 && x < float32(p.w-1) && y < float32(p.h-1)) {
		return false
	}
	ix, iy := int(x), int(y)
	fx, fy := x-float32(ix), y-float32(iy)
	a := p.pix[3*(iy*p.w+ix):][:6]
	b := p.pix[3*((iy+1)*p.w+ix):][:6]
	wa, wb, wc, wd := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	for k := range v {
		v[k] = toe + wa*float32(a[k]) + wb*float32(a[k+3]) + wc*float32(b[k]) + wd*float32(b[k+3])
	}
	return true
}

// at reads a pixel with toe added.
func (p *picture) value(j int, v *[3]float32) {
	q := p.pix[3*j:][:3]
	v[0], v[1], v[2] = toe+float32(q[0]), toe+float32(q[1]), toe+float32(q[2])
}
