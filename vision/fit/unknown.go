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
// picture widths (the longer side). A phone's main lens, 26 to 28 mm of 36, has
// 0.72 to 0.78 of the sensor's width; puzzles are mostly photographed enlarged or
// cropped. In a study on photographs 1.2 worked, and 0.85 failed.
const usualFocal = 1.2

// lensDoubt is what an unknown focal length adds to an angle's deviation: one
// of 1.7 instead of 1.2 changed measured angles by at most 1 degree.
const lensDoubt = 1 * geom.Degree

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
	faces := make([][]locate.Face, len(views))
	for i := range views {
		if !cube {
			break
		}
		faces[i] = locate.Faces(views[i].Image, n)
		for _, face := range faces[i] {
			if locate.Larger(views[i].Image, face.Centre, face.Span, n) {
				continue // a chequer's corner, say
			}
			o := fitFace(&views[i], usualCamera(views[i].Image), p, &face)
			if o == nil {
				continue
			}
			if o.support() >= faceSupport && take(o.measurement(&views[i]), faceSupport) && face.Off < evenOff {
				return best
			}
			if !flat.Found && plainFace(&face, n) {
				flat = o.alone(&views[i])
			}
		}
	}
	for i := range views {
		if best.Found {
			break
		}
		m := fitTilts(&views[i], p)
		least := someSupport
		if slices.ContainsFunc(faces[i], func(f locate.Face) bool { return agrees(&m, views[i].Name, &f, n) }) {
			least = faceSupport
		}
		take(m, least)
	}
	if !best.Found && flat.Found {
		return flat
	}
	return best
}

// agrees tells whether a measurement has stickers where a lattice saw them: most
// within a third of one.
func agrees(m *vision.Measurement, view string, f *locate.Face, n int) bool {
	const most, near = 0.8, 1.0 / 3
	hit := 0
	for _, c := range f.Seen {
		if slices.ContainsFunc(m.Stickers, func(s vision.SeenSticker) bool {
			p, ok := s.Px[view]
			return ok && math.Hypot(p.U-c.Px.U, p.V-c.Px.V) < near*f.Span/float64(n)
		}) {
			hit++
		}
	}
	return float64(hit) > most*float64(len(f.Seen))
}

// plainFace tells whether a lattice is a face beyond doubt, so that its colours
// may be read where nothing else of the puzzle is sure: all stickers but one are
// seen (a logo), and more than fix the lattice. Their middles were 0.041 stickers
// off it at the most on the faces of 50 photographs.
func plainFace(f *locate.Face, n int) bool {
	const least, off = 3, 0.05
	return n >= least && len(f.Seen) >= n*n-1 && f.Off < off
}

// evenOff is how far off, in stickers, those of a face are that no other face need
// be looked at for: they were mostly 0.01 to 0.02 on photographs, and 0.05 where two of a
// layer turned by 38 degrees were taken for the face's, which hid the turn.
const evenOff = 0.03

// usualCamera is what is assumed of an unknown camera.
func usualCamera(im *vision.Image) *calib.Camera {
	w, h := float64(im.Width), float64(im.Height)
	f := usualFocal * math.Max(w, h)
	return &calib.Camera{Width: im.Width, Height: im.Height, Fx: f, Fy: f, Cx: (w - 1) / 2, Cy: (h - 1) / 2}
}

// measurement is what the face leads to, in the whole picture.
func (o *onFace) measurement(v *vision.View) vision.Measurement {
	m := o.f.measurement(o.found)
	enlarge(&m, v, o.shrunk)
	reframe(&m, o.camera)
	return m
}

// alone is what the face itself shows: its colours, and no angle.
func (o *onFace) alone(v *vision.View) vision.Measurement {
	g := o.start[0]
	for i := range g.sigma {
		g.sigma[i] = geom.Angle(math.Inf(1))
	}
	m := o.f.measurement([]guess{g})
	top, most := 0, -1.0
	for i, face := range m.Puzzle.Faces {
		if z := m.MatFromPuzzle.R.Apply(face.Normal).Z; z > most {
			top, most = i, z
		}
	}
	hidden := func(place int) bool { return m.Puzzle.Stickers[place].Face != top }
	m.Stickers = slices.DeleteFunc(m.Stickers, func(s vision.SeenSticker) bool { return hidden(s.Place) })
	e := &m.Observation.Explanations[0]
	e.Sightings = slices.DeleteFunc(e.Sightings, func(s adjudicate.Sighting) bool { return hidden(s.Place) })
	enlarge(&m, v, o.shrunk)
	reframe(&m, o.camera)
	return m
}

// enlarge turns a measurement in a picture shrunk by k to the whole one, and
// widens its angles by what an unknown lens adds.
func enlarge(m *vision.Measurement, v *vision.View, k int) {
	f := float64(k)
	for i := range m.Stickers {
		px := m.Stickers[i].Px
		for name, p := range px {
			px[name] = geom.Pixel{U: (p.U+0.5)*f - 0.5, V: (p.V+0.5)*f - 0.5}
		}
	}
	whole := usualCamera(v.Image)
	for name, c := range m.Cameras {
		w := *whole
		w.CamFromMat = c.CamFromMat
		m.Cameras[name] = &w
	}
	for i := range m.Observation.Explanations {
		for j := range m.Observation.Explanations[i].Slips {
			s := &m.Observation.Explanations[i].Slips[j].Sigma
			*s = geom.Angle(math.Hypot(s.Radians(), lensDoubt.Radians()))
		}
	}
}

// reframe turns the frame of a measurement so that people find the puzzle's
// sides in it as they see them in the picture: up is the side that looks most
// to the camera if it does so almost straight, else the one that looks most up
// in the picture; x is the picture's right.
func reframe(m *vision.Measurement, cam *calib.Camera) {
	const straight = 0.9 // cosine: 25 degrees; the next side is seen at half its size then
	up, best := geom.Vec{Z: 1}, -1.0
	eye := cam.Centre().Sub(m.MatFromPuzzle.T).Unit()
	camFromMat := cam.CamFromMat.R
	for _, face := range m.Puzzle.Faces {
		n := m.MatFromPuzzle.R.Apply(face.Normal)
		q := n.Dot(eye)
		if q <= 0 {
			continue
		}
		score := -camFromMat.Apply(n).Y // up in the picture
		if q > straight {
			score = 1 + q
		}
		if score > best {
			up, best = n, score
		}
	}
	right := camFromMat.Inverse().Apply(geom.Vec{X: 1})
	x := right.Sub(up.Mul(right.Dot(up))).Unit()
	y := up.Cross(x)
	turn := geom.Pose{R: geom.Rot{x.X, x.Y, x.Z, y.X, y.Y, y.Z, up.X, up.Y, up.Z}}
	m.MatFromPuzzle = turn.Mul(m.MatFromPuzzle)
	for name, c := range m.Cameras {
		w := *c
		w.CamFromMat = c.CamFromMat.Mul(turn.Inverse())
		m.Cameras[name] = &w
	}
	for i := range m.Observation.Explanations {
		m.Observation.Explanations[i].FaceWhere = directions(m.Puzzle, m.MatFromPuzzle.R)
	}
}
