package locate

import (
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/vision"
)

// textures are pictures full of what might be stickers, at a size in pixels.
var textures = []struct {
	name    string
	regular bool // one lattice all over
	draw    func(w, h int) *vision.Image
}{
	{"noise", false, func(w, h int) *vision.Image { return noise(w, h, 255, 1) }},
	{"faint noise", false, func(w, h int) *vision.Image { return noise(w, h, 24, 1) }},
	{"coarse noise", false, func(w, h int) *vision.Image { return noise(w, h, 60, 8) }},
	{"coarse strong noise", false, func(w, h int) *vision.Image { return noise(w, h, 255, 12) }},
	{"fabric", true, fabric},
	{"keyboard", true, func(w, h int) *vision.Image { return tiling(w, h, w/20, h/20, 0.15) }},
	{"small tiles", true, func(w, h int) *vision.Image { return tiling(w, h, 16, 16, 0.25) }},
	{"tiny tiles", true, func(w, h int) *vision.Image { return tiling(w, h, 12, 12, 0.34) }},
	{"large tiles", true, func(w, h int) *vision.Image { return tiling(w, h, 44, 44, 0.1) }},
	{"printed page", false, page},
}

// picture asks for each pixel's colour.
func picture(w, h int, colour func(x, y int) [3]uint8) *vision.Image {
	im := &vision.Image{Width: w, Height: h, Pix: make([]uint8, 0, 3*w*h)}
	for i := range w * h {
		c := colour(i%w, i/w)
		im.Pix = append(im.Pix, c[:]...)
	}
	return im
}

// noise is grains of any colour below depth, cell pixels wide.
func noise(w, h, depth, cell int) *vision.Image {
	rng := rand.New(rand.NewPCG(1, 2))
	cw := w/cell + 1
	v := make([][3]uint8, cw*(h/cell+1))
	for i := range v {
		for k := range v[i] {
			v[i][k] = uint8(rng.IntN(depth))
		}
	}
	return picture(w, h, func(x, y int) [3]uint8 { return v[y/cell*cw+x/cell] })
}

// fabric is a weave of 18 pixels a thread.
func fabric(w, h int) *vision.Image {
	return picture(w, h, func(x, y int) [3]uint8 {
		v := uint8(120 + 60*math.Sin(float64(x)*0.35)*math.Sin(float64(y)*0.35))
		return [3]uint8{v, v, v / 2}
	})
}

// tiling is tiles of tw x th pixels, of which gap is the dark groove.
func tiling(w, h, tw, th int, gap float64) *vision.Image {
	rng := rand.New(rand.NewPCG(1, 2))
	c := make([][3]uint8, (w/tw+1)*(h/th+1))
	for i := range c {
		c[i] = [3]uint8{uint8(100 + rng.IntN(156)), uint8(100 + rng.IntN(156)), uint8(100 + rng.IntN(156))}
	}
	return picture(w, h, func(x, y int) [3]uint8 {
		if float64(x%tw) < gap*float64(tw) || float64(y%th) < gap*float64(th) {
			return [3]uint8{10, 10, 10}
		}
		return c[y/th*(w/tw+1)+x/tw]
	})
}

// page is lines of what may be letters.
func page(w, h int) *vision.Image {
	rng := rand.New(rand.NewPCG(1, 2))
	im := picture(w, h, func(int, int) [3]uint8 { return [3]uint8{240, 240, 235} })
	for y := 20; y+14 < h; y += 24 {
		for x := 20; x+14 < w; x += 13 {
			for range 4 {
				x0, y0 := x+rng.IntN(6), y+rng.IntN(8)
				x1, y1 := x0+2+rng.IntN(4), y0+2+rng.IntN(6)
				for j := y0; j < y1; j++ {
					for i := x0; i < x1; i++ {
						copy(im.Pix[3*(j*w+i):], []uint8{30, 30, 34})
					}
				}
			}
		}
	}
	return im
}
