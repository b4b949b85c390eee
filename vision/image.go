package vision

// Shrunk returns the picture at 1/k of its size: means of k x k pixels, the
// rest at the right and lower borders left out. The picture itself for k = 1.
func (im *Image) Shrunk(k int) *Image {
	if k <= 1 {
		return im
	}
	out := &Image{Width: im.Width / k, Height: im.Height / k}
	out.Pix = make([]uint8, 3*out.Width*out.Height)
	n := k * k
	for y := 0; y < out.Height; y++ {
		for x := 0; x < out.Width; x++ {
			var sum [3]int
			for j := 0; j < k; j++ {
				o := 3 * ((y*k+j)*im.Width + x*k)
				for i, v := range im.Pix[o : o+3*k] {
					sum[i%3] += int(v)
				}
			}
			for c, s := range sum {
				out.Pix[3*(y*out.Width+x)+c] = uint8((s + n/2) / n)
			}
		}
	}
	return out
}

// Crop returns a copy of the pixels from (x0, y0) to before (x1, y1), which lie
// in the picture.
func (im *Image) Crop(x0, y0, x1, y1 int) *Image {
	out := &Image{Width: x1 - x0, Height: y1 - y0, Pix: make([]uint8, 0, 3*(x1-x0)*(y1-y0))}
	for y := y0; y < y1; y++ {
		out.Pix = append(out.Pix, im.Pix[3*(y*im.Width+x0):3*(y*im.Width+x1)]...)
	}
	return out
}
