package still

// fingerSamples is how many neighbouring samples beside the outline a
// fingertip covers at least: 12 mm; a child's index finger is 12 mm wide, an
// adult's 16 to 20.
const fingerSamples = 12 / everyMM

// around looks at what lies beside the puzzle.
type around struct {
	places  []point
	mask    [maxSamples]bool // of the last call of foreign
	covered int              // how many samples the mask has
}

func (a *around) start() { a.places = make([]point, 0, maxSamples) }

// at moves the samples to where the puzzle is.
func (a *around) at(t *track) { a.places = t.outline.samples(t.mm, a.places) }

// foreign marks the samples where something lies that is not the mat, in runs
// of a finger's width or more, and returns how many there are.
func (a *around) foreign(p *picture, g *ground, h *hands) int {
	var v [3]float32
	for i, q := range a.places {
		x, y := int(q.x+0.5), int(q.y+0.5)
		a.mask[i] = false
		if x < 0 || y < 0 || x >= p.w || y >= p.h {
			continue // what the picture does not show is no hand
		}
		j := y*p.w + x
		p.value(j, &v)
		a.mask[i] = notMat(j, &v, p.light, g, h)
	}
	a.covered = onlyRuns(a.mask[:len(a.places)], fingerSamples)
	return a.covered
}

// notMat tells whether a pixel shows something other than the mat.
func notMat(j int, v *[3]float32, light float32, g *ground, h *hands) bool {
	return g.foreign(j, v, light) > foreignSigmas || h.like(v, light)
}

// onlyRuns clears the runs of a closed row that are shorter than least and
// returns how many are left.
func onlyRuns(mask []bool, least int) int {
	n, start := len(mask), -1
	for i, m := range mask {
		if !m {
			start = i
			break
		}
	}
	if start < 0 {
		return n // all of them, or none at all
	}
	left, run := 0, 0
	for k := 1; k <= n; k++ {
		i := (start + k) % n
		if mask[i] {
			run++
			continue
		}
		if run >= least {
			left += run
		} else {
			for j := 1; j <= run; j++ {
				mask[(i-j+n)%n] = false
			}
		}
		run = 0
	}
	return left
}

// differing returns how many samples show something else in two pictures.
func (a *around) differing(p, before *picture, sigma float32) int {
	count := 0
	for _, q := range a.places {
		if pixelChanged(p, before, q, sigma) {
			count++
		}
	}
	return count
}

// movingMask returns how many of the masked samples show something else in
// two pictures.
func (a *around) movingMask(p, before *picture, sigma float32) int {
	count := 0
	for i, q := range a.places {
		if a.mask[i] && pixelChanged(p, before, q, sigma) {
			count++
		}
	}
	return count
}

func pixelChanged(p, before *picture, q point, sigma float32) bool {
	var a, b [3]float32
	if !p.sample(q.x, q.y, &a) || !before.sample(q.x, q.y, &b) {
		return false
	}
	return changed(&a, &b, p.light/before.light, sigma)
}
