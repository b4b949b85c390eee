package camera

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/plustwo/plustwo/vision"
)

// toRGB converts any decoded picture, on white where it is transparent.
func toRGB(src image.Image) *vision.Image {
	if y, ok := src.(*image.YCbCr); ok {
		return fromYCbCr(y)
	}
	b := src.Bounds()
	flat := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Bounds(), src, b.Min, draw.Over)
	out := &vision.Image{Width: b.Dx(), Height: b.Dy(), Pix: make([]uint8, 3*b.Dx()*b.Dy())}
	for i, j := 0, 0; i < len(out.Pix); i, j = i+3, j+4 {
		copy(out.Pix[i:i+3], flat.Pix[j:j+3])
	}
	return out
}

// fromYCbCr converts a JPEG's or WebP's planes. The colour planes are coarser
// than the picture in one or both directions; Go's own conversion repeats
// their samples, which shows as steps along the border of a sticker, so they
// are interpolated here, each sample in the middle of the pixels it covers
// (JFIF 1.02, page 4).
func fromYCbCr(src *image.YCbCr) *vision.Image {
	b := src.Bounds()
	out := &vision.Image{Width: b.Dx(), Height: b.Dy(), Pix: make([]uint8, 3*b.Dx()*b.Dy())}
	h, v := subsampling(src.SubsampleRatio)
	cols := (b.Max.X-1)/h - b.Min.X/h + 1
	rows := (b.Max.Y-1)/v - b.Min.Y/v + 1
	across := blends(b.Min.X, b.Dx(), h, cols)
	down := blends(b.Min.Y, b.Dy(), v, rows)
	cb, cr := make([]int, cols), make([]int, cols)
	i := 0
	for y := range b.Dy() {
		d := down[y]
		for x := range cols {
			lo, hi := d.at*src.CStride+x, d.next*src.CStride+x
			cb[x] = (unit-d.weight)*int(src.Cb[lo]) + d.weight*int(src.Cb[hi])
			cr[x] = (unit-d.weight)*int(src.Cr[lo]) + d.weight*int(src.Cr[hi])
		}
		luma := src.Y[y*src.YStride:]
		for x, a := range across {
			out.Pix[i], out.Pix[i+1], out.Pix[i+2] = color.YCbCrToRGB(luma[x], a.of(cb), a.of(cr))
			i += 3
		}
	}
	return out
}

// unit is the weight of a whole sample: distances between samples and pixels
// are multiples of an eighth of a sample, for steps of 1, 2 and 4.
const unit = 8

// blend is a place between two samples: weight/unit of the way from at to next.
type blend struct{ at, next, weight int }

// of blends samples that are already multiplied by unit.
func (b blend) of(samples []int) uint8 {
	return uint8(((unit-b.weight)*samples[b.at] + b.weight*samples[b.next] + unit*unit/2) / (unit * unit))
}

// blends tells for each of n pixels, the first at min, where it lies among the
// samples, each of which covers step pixels.
func blends(min, n, step, samples int) []blend {
	out := make([]blend, n)
	last := samples - 1
	for i := range out {
		// in eighths of a sample, from the middle of the first sample
		place := (2*(min%step+i)+1)*unit/(2*step) - unit/2
		at := clamp(floorDiv(place, unit), last)
		out[i] = blend{at: at, next: clamp(floorDiv(place, unit)+1, last), weight: place - floorDiv(place, unit)*unit}
	}
	return out
}

func clamp(i, last int) int { return max(0, min(i, last)) }

func floorDiv(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// subsampling returns how many pixels one colour sample covers in each direction.
func subsampling(r image.YCbCrSubsampleRatio) (h, v int) {
	switch r {
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	}
	return 1, 1
}
