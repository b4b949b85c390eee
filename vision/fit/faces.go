package fit

import (
	"math"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/locate"
)

// gridOf returns how many stickers stand in a row on each face of a cube.
func gridOf(p *puzzle.Puzzle) (int, bool) {
	const faces = 6
	n := int(math.Round(math.Sqrt(float64(len(p.Stickers)) / faces)))
	return n, len(p.Faces) == faces && n*n*faces == len(p.Stickers)
}

// onFace is what one face that was seen as a lattice leads to: the puzzle in a
// mat frame of its own, in which that face looks straight up.
type onFace struct {
	f      *fitter
	start  []guess // aligned, by the face alone
	found  []guess // best first
	camera *calib.Camera
	shrunk int // the picture was shrunk by this
}

// support returns the best guess's.
func (o *onFace) support() float64 {
	if o == nil || len(o.found) == 0 {
		return 0
	}
	return o.found[0].support
}

// faceSpan is the most pixels that a face is fitted at: more tell no more.
const faceSpan = 220.0

// shrinkFor returns by how much a picture is shrunk for a puzzle, span pixels
// wide, to be faceSpan wide at most; less where minSide pixels would not be left.
func shrinkFor(im *vision.Image, span float64) int {
	k := math.Min(math.Ceil(span/faceSpan), float64(min(im.Width, im.Height)/minSide))
	return max(1, int(k))
}

// poseDoubt is the deviation of a face's direction from its lattice's
// homography.
const poseDoubt = 10 * geom.Degree

// fitFace measures the puzzle that shows a face to a camera, whose place is not
// used; nil where the camera cannot see it so.
func fitFace(v *vision.View, cam *calib.Camera, p *puzzle.Puzzle, face *locate.Face) *onFace {
	k := shrinkFor(v.Image, face.Span)
	small := vision.View{Name: v.Name, Image: v.Image.Shrunk(k)}
	cam = cam.Shrunk(k)
	size := p.Size.TypicalMM
	poses, ok := cam.PlanePoses(mmOnFace(face, k, size))
	if !ok {
		return nil
	}
	m := newModel(p, 0)
	pins := pinsOf(face, k)
	var best *onFace
	for _, pose := range poses {
		c := *cam
		c.CamFromMat = pose.Mul(geom.Pose{R: geom.Identity, T: geom.Vec{Z: -surfaceMM - size}})
		small.Camera = &c
		at, ok := locate.At(&small, geom.Vec{Z: surfaceMM + size/2}, m.extent*size)
		if !ok {
			continue
		}
		view := small
		f := newFitter(m, newWindow(&view, locate.Around(&view, at), at))
		f.r.priors[pTiltX], f.r.priors[pTiltY] = prior{0, poseDoubt.Radians()}, prior{0, poseDoubt.Radians()}
		o := &onFace{f: f, start: flats(m, size, pins), camera: &c, shrunk: k}
		if o.found = f.improve(append([]guess(nil), o.start...), len(p.Axes)); best == nil || o.support() > best.support() {
			best = o
		}
	}
	return best
}

// mmOnFace returns the homography from the face, size mm wide, in mm to the
// picture shrunk by k.
func mmOnFace(f *locate.Face, k int, size float64) calib.Homography {
	h := f.PxFromFace
	s := 1 / float64(k)
	o := (s - 1) / 2 // pixel centres, as shrunk has them
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
// axes, size mm wide and with the pins in its top face, one for each direction of
// the model's axis.
func flats(m *model, size float64, pins []pin) []guess {
	const same = 0.9 // cosine: directions are 90 degrees apart
	var out []guess
	var seen []geom.Vec
	for _, e := range restsOf(m, [maxLayers]float64{}) {
		for k := range 4 {
			p := pose{rest: e.rest, z: surfaceMM, size: size, yaw: float64(k) * math.Pi / 2, fill: 0.9, rim: 0.975}
			a := p.matFromPuzzle(m).R.Apply(m.normal)
			known := false
			for _, b := range seen {
				known = known || math.Abs(a.Dot(b)) > same
			}
			if !known {
				seen = append(seen, a)
				out = append(out, guess{pose: p, pins: m.pinned(&p, pins)})
			}
		}
	}
	return out
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

// searchFaces is search by the lattices of stickers that the views show: on
// ground whose colour varies or is the puzzle's own nothing else may stand out.
// The puzzle that a face leads to is put down on the mat.
func searchFaces(m *model, views []vision.View, best []guess, by *fitter, view int) ([]guess, *fitter, int) {
	n, cube := gridOf(m.puz)
	for first := range views {
		if !cube {
			break
		}
		v := &views[first]
		for _, face := range locate.Faces(v.Image, n) {
			o := fitFace(v, v.Camera, m.puz, &face)
			if o.support() < faceSupport {
				continue
			}
			if g, f := o.putDown(m, views, first); len(g) > 0 && (best == nil || g[0].support > best[0].support) {
				best, by, view = g, f, first
			}
		}
	}
	return best, by, view
}

// faceSupport is the least support where a face was seen as a lattice besides:
// more than any other thing showed where someSupport was measured.
const faceSupport = 0.40

// putDown takes the guesses, seen in the first-th view, to the views' own mat and
// fits them there; none where the view does not show the place.
func (o *onFace) putDown(m *model, views []vision.View, first int) ([]guess, *fitter) {
	matFromHere := views[first].Camera.CamFromMat.Inverse().Mul(o.camera.CamFromMat)
	var out []guess
	var f *fitter
	for i := range o.found {
		g := &o.found[i]
		mp := matFromHere.Mul(g.pose.matFromPuzzle(m))
		if f == nil {
			c, ok := locate.At(&views[first], mp.T, m.extent*m.puz.Size.TypicalMM)
			if !ok {
				return nil, nil
			}
			scenes := make([]*locate.Scene, len(views))
			for j := range views {
				if d, ok := locate.At(&views[j], c.Mat, c.SizeMM); ok {
					scenes[j] = locate.Around(&views[j], d)
				}
			}
			f = newFitter(m, windows(views, scenes, first, c)...)
		}
		like := g.pose
		like.z = surfaceMM
		p := f.settle(free(mp, g.pose), 0, like)
		p.approach(m, views[first].Camera.Centre(), mp.T)
		out = append(out, guess{pose: p})
	}
	const sources = 2
	return f.improve(out, sources), f
}

// approach moves a pose that lies on the mat along the line of sight from the eye
// to its core at (mat frame, mm), and sizes it with the distance, so that it looks
// the same and the core is as high above the mat as the size wants. One picture alone does not tell near
// and small from far and large; where the mat is does.
func (p *pose) approach(m *model, eye, at geom.Vec) {
	_, d := p.rest.down(m, &p.turn)
	line := at.Sub(eye)
	if s := (p.z - eye.Z) / (line.Z - d*p.size); s > 0 && !math.IsInf(s, 1) {
		p.x, p.y, p.size = eye.X+s*line.X, eye.Y+s*line.Y, s*p.size
	}
}
