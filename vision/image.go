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
