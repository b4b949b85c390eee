package still

import "math"

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// noise measures the sensor's noise from the frames themselves: the median
// change of a pixel from one frame to the next. Most of a picture is still.
type noise struct {
	sigma float32 // standard deviation of a small pixel's channel
	count [512]int32
}

// leastNoise is half an 8-bit step: what a recording's rounding leaves where
// its encoder repeats still parts bit by bit.
const leastNoise = unit / 2.0

// update compares two pictures of one light each.
func (n *noise) update(a, b *picture) {
	clear(n.count[:])
	const every = 3 * 23 // values: thousands are left
	ratio := a.light / b.light
	total := int32(0)
	for i := 1; i < len(a.pix); i += every {
		d := float32(a.pix[i]) + toe - (float32(b.pix[i])+toe)*ratio
		n.count[min(int(max(d, -d)), len(n.count)-1)]++
		total++
	}
	sum := int32(0)
	for d, k := range n.count {
		if sum += k; sum > total/2 {
			// The median of |difference| of two normal values is 0.954 sigma.
			now := max((float32(d)+0.5)/0.954, leastNoise)
			if n.sigma == 0 {
				n.sigma = now
			}
			const keep = 0.9 // over some ten frames
			n.sigma = keep*n.sigma + (1-keep)*now
			return
		}
	}
}
