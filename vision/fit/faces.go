package fit

import (
	"math"
	"slices"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// usualFocal is the focal length that is assumed of an unknown camera, in
// picture widths (the longer side): a phone's main lens, 26 to 28 mm of 36. Of
// three tried on photographs it left the least error.
const usualFocal = 1.2

// lensDoubt is what an unknown focal length adds to an angle's deviation: one
// of 1.7 instead of 1.2 changed measured angles by at most 1 degree.
const lensDoubt = 1 * geom.Degree

// faceSpan is the most pixels that a face is fitted at: more tell no more.
const faceSpan = 220.0

// fitUnknown measures a puzzle in pictures of unknown cameras: it takes the
// picture that shows it best. Where the puzzle stands comes from the lattice
// of stickers on its faces, or else from its silhouette.
func fitUnknown(views []vision.View, p *puzzle.Puzzle) vision.Measurement {
	best := vision.Measurement{Puzzle: p, Why: phrase.NoCamera}
	take := func(m vision.Measurement, least float64) (sure bool) {
		if m.Support >= least && m.Support > best.Support {
			best = m
		}
		return best.Support > sureSupport
	}
	n, cube := gridOf(p)
	var flat vision.Measurement // the best single face
	for i := range views {
		if !cube {
			break
		}
		for _, face := range locate.Faces(views[i].Image, n) {
			m, alone := fitFace(&views[i], p, face)
			if take(m, faceSupport) {
				return best
			}
			if !flat.Found {
				flat = alone
			}
		}
	}
	for i := range views {
		if best.Found {
			break
		}
		take(fitTilts(&views[i], p), someSupport)
	}
	if !best.Found && flat.Found {
		return flat
	}
	return best
}

// faceSupport is the least support where a face was seen as a lattice besides:
// on rendered pictures no puzzle that was measured right had less.
const faceSupport = 0.40

// gridOf returns how many stickers stand in a row on each face of a cube.
func gridOf(p *puzzle.Puzzle) (int, bool) {
	const faces = 6
	n := int(math.Round(math.Sqrt(float64(len(p.Stickers)) / faces)))
	return n, len(p.Faces) == faces && n*n*faces == len(p.Stickers)
}

// fitFace measures the puzzle that shows a face: all of it, and the face alone.
func fitFace(v *vision.View, p *puzzle.Puzzle, face locate.Face) (whole, alone vision.Measurement) {
	k := max(1, int(math.Ceil(face.Span/faceSpan)))
	small := vision.View{Name: v.Name, Image: v.Image.Shrunk(k)}
	cam := usualCamera(small.Image)
	poses, ok := cam.PlanePoses(onFace(&face, k, p.Size.TypicalMM))
	if !ok {
		return whole, alone
	}
	m := newModel(p, 0)
	pins := pinsOf(&face, k)
	for i, pose := range poses {
		// the face is the top of the puzzle that lies on the mat
		up := geom.Pose{R: geom.Identity, T: geom.Vec{Z: -surfaceMM - p.Size.TypicalMM}}
		c := *cam
		c.CamFromMat = pose.Mul(up)
		view := small
		view.Camera = &c
		at, ok := locate.At(&view, geom.Vec{Z: surfaceMM + p.Size.TypicalMM/2}, m.extent*p.Size.TypicalMM)
		if !ok {
			continue
		}
		f := newFitter(m, newWindow(&view, locate.Around(&view, at), at))
		for _, t := range []int{pTiltX, pTiltY} {
			f.r.priors[t] = prior{0, poseDoubt.Radians()}
		}
		start := flats(m, p.Size.TypicalMM, pins)
		if i == 0 {
			alone = f.topOnly(start[0])
			enlarge(&alone, v, k)
		}
		g := f.improve(start, len(p.Axes))
		if len(g) > 0 && g[0].support > whole.Support {
			whole = f.measurement(g)
			enlarge(&whole, v, k)
		}
	}
	return whole, alone
}

// topOnly measures nothing but the colours of the face that looks up in a guess.
func (f *fitter) topOnly(g guess) vision.Measurement {
	for i := range g.sigma {
		g.sigma[i] = geom.Angle(math.Inf(1))
	}
	m := f.measurement([]guess{g})
	top, most := 0, -1.0
	for i, face := range f.m.puz.Faces {
		if z := m.MatFromPuzzle.R.Apply(face.Normal).Z; z > most {
			top, most = i, z
		}
	}
	on := func(place int) bool { return f.m.puz.Stickers[place].Face == top }
	m.Stickers = slices.DeleteFunc(m.Stickers, func(s vision.SeenSticker) bool { return !on(s.Place) })
	e := &m.Observation.Explanations[0]
	e.Sightings = slices.DeleteFunc(e.Sightings, func(s adjudicate.Sighting) bool { return !on(s.Place) })
	return m
}

// poseDoubt is the deviation of a face's direction from its lattice's
// homography, under an unknown lens.
const poseDoubt = 10 * geom.Degree

// usualCamera is what is assumed of an unknown camera.
func usualCamera(im *vision.Image) *calib.Camera {
	w, h := float64(im.Width), float64(im.Height)
	f := usualFocal * max(w, h)
	return &calib.Camera{Width: im.Width, Height: im.Height, Fx: f, Fy: f, Cx: (w - 1) / 2, Cy: (h - 1) / 2}
}

// onFace returns the homography from the face in mm to the shrunk picture.
func onFace(f *locate.Face, k int, size float64) calib.Homography {
	h := f.PxFromFace
	s := 1 / float64(k)
	o := (s - 1) / 2 // pixel centres: u' = (u + 1/2)/k - 1/2
	for j := range 3 {
		h[j] = s*h[j] + o*h[6+j]
		h[3+j] = s*h[3+j] + o*h[6+j]
	}
	for i := range 3 {
		h[3*i] /= size
		h[3*i+1] /= size
	}
	return h
}

// flats lists guesses of the aligned puzzle that lies square to the frame's
// axes, one for each direction of the model's axis.
func flats(m *model, size float64, pins []pin) []guess {
	var out []guess
	var seen []geom.Vec
	for _, e := range restsOf(m, [maxLayers]float64{}) {
		for k := range 4 {
			p := pose{rest: e.rest, z: surfaceMM, size: size, yaw: float64(k) * math.Pi / 2, fill: 0.9, rim: 0.975}
			a := p.matFromPuzzle(m).R.Apply(m.normal)
			known := false
			for _, b := range seen {
				known = known || math.Abs(a.Dot(b)) > 0.9
			}
			if !known {
				seen = append(seen, a)
				out = append(out, guess{pose: p, pins: m.pinned(&p, pins)})
			}
		}
	}
	return out
}

// enlarge turns a measurement in a shrunk picture to the whole one, and widens
// its angles by what an unknown lens adds.
func enlarge(m *vision.Measurement, v *vision.View, k int) {
	f := float64(k)
	for i := range m.Stickers {
		px := m.Stickers[i].Px
		for name, p := range px {
			px[name] = geom.Pixel{U: (p.U+0.5)*f - 0.5, V: (p.V+0.5)*f - 0.5}
		}
	}
	for name, c := range m.Cameras {
		c := *c
		c.Width, c.Height = v.Image.Width, v.Image.Height
		c.Fx, c.Fy, c.Cx, c.Cy = c.Fx*f, c.Fy*f, (c.Cx+0.5)*f-0.5, (c.Cy+0.5)*f-0.5
		m.Cameras[name] = &c
	}
	for i := range m.Observation.Explanations {
		for j := range m.Observation.Explanations[i].Slips {
			s := &m.Observation.Explanations[i].Slips[j].Sigma
			*s = geom.Angle(math.Hypot(s.Radians(), lensDoubt.Radians()))
		}
	}
}

// pinSigma is the deviation of a lattice's sticker's middle, in stickers: the
// root mean square over the faces of photographs was 0.01 to 0.02, and rounded
// stickers are not quite where their cells are.
const pinSigma = 0.04

// pinsOf returns the stickers of a face as pins on a square from -1/2 to 1/2,
// in the picture shrunk by k.
func pinsOf(f *locate.Face, k int) []pin {
	out := make([]pin, len(f.Seen))
	sticker := f.Span / math.Sqrt(float64(len(f.Seen))) / float64(k)
	for i, c := range f.Seen {
		out[i] = pin{at: geom.Vec{X: c.X, Y: c.Y}, px: shrunk(c.Px, k), sigma: pinSigma * sticker}
	}
	return out
}

// shrunk returns where a pixel is in the picture shrunk by k.
func shrunk(p geom.Pixel, k int) geom.Pixel {
	f := float64(k)
	return geom.Pixel{U: (p.U+0.5)/f - 0.5, V: (p.V+0.5)/f - 0.5}
}

// pinned moves pins from the top of a pose that lies square to the frame to the
// puzzle and its layers.
func (m *model) pinned(p *pose, pins []pin) []pin {
	puzzleFromMat := p.matFromPuzzle(m).Inverse()
	out := make([]pin, len(pins))
	for i, q := range pins {
		q.at = puzzleFromMat.Apply(geom.Vec{X: q.at.X * p.size, Y: q.at.Y * p.size, Z: p.z + p.size}).Mul(1 / p.size)
		d := q.at.Dot(m.normal)
		for q.layer < len(m.cuts) && d > m.cuts[q.layer] {
			q.layer++
		}
		out[i] = q
	}
	return out
}
