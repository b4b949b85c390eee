package locate

import (
	"cmp"
	"math"
	"slices"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Face is one face of a cube-shaped puzzle, seen as a lattice of stickers.
type Face struct {
	// PxFromFace takes the face to the picture: x to the right and y up as seen
	// from outside, the face from -1/2 to 1/2 in both.
	PxFromFace calib.Homography
	Seen       []Cell  // the stickers that were seen, of N x N
	Off        float64 // root mean square of what they are off, in stickers
	Centre     geom.Pixel
	Span       float64 // pixels from side to side, mean
}

// Cell is the middle of one sticker: on the face and in the picture.
type Cell struct {
	X, Y float64
	Px   geom.Pixel
}

// searchSide is the longest side, in pixels, of the pictures that lattices are
// looked for in: a face on a tenth of the picture has stickers 20 pixels wide
// (3x3) then; the larger one is for what is smaller.
var searchSide = [...]int{640, 1280}

// maxFaces bounds the faces returned.
const maxFaces = 6

// Faces finds square lattices of n x n stickers, n at least 2, in a picture,
// those with the most stickers first. It needs no camera and no mat.
func Faces(im *vision.Image, n int) []Face {
	for _, side := range searchSide {
		scale := scaleTo(im, side)
		if fs := lattices(blobs(im, scale), n); len(fs) > 0 {
			return fs
		}
		if scale == 1 {
			break
		}
	}
	return nil
}

// leastSide is the fewest pixels that a picture is shrunk to: a pixel and its
// neighbours on both sides.
const leastSide = 3

// scaleTo returns by how much a picture must shrink for its longer side to be
// side pixels at most; less where nothing would be left of the shorter one.
func scaleTo(im *vision.Image, side int) int {
	return max(1, min((max(im.Width, im.Height)+side-1)/side, min(im.Width, im.Height)/leastSide))
}

// lattices grows a lattice from every blob and keeps the best faces of n x n.
func lattices(list []blob, n int) []Face {
	var out []Face
	used := make([]bool, len(list))
	g := newGrower(list, n)
	g.each(func(i int) bool { return used[i] }, func() bool {
		if g.larger() {
			g.pass()
		} else if f, ok := g.face(); ok {
			out = append(out, f)
			for _, c := range g.order {
				used[g.at(c)] = true
			}
		}
		return true
	})
	slices.SortStableFunc(out, func(a, b Face) int {
		return cmp.Or(cmp.Compare(len(b.Seen), len(a.Seen)), cmp.Compare(a.Off, b.Off))
	})
	return few(out)
}

// few drops what overlaps a better face, and the worst of too many.
func few(fs []Face) []Face {
	const apart = 0.4 // spans: neighbouring faces seen at 60 degrees are half a span apart
	var out []Face
next:
	for _, f := range fs {
		for _, o := range out {
			if math.Hypot(f.Centre.U-o.Centre.U, f.Centre.V-o.Centre.V) < apart*math.Min(f.Span, o.Span) {
				continue next
			}
		}
		if out = append(out, f); len(out) == maxFaces {
			break
		}
	}
	return out
}

// Larger tells whether a lattice of more than n x n stickers covers a place: what
// is there is no face of such a puzzle.
func Larger(im *vision.Image, at geom.Pixel, span float64, n int) bool {
	scale := max(1, int(math.Round(span/largerSpan)))
	r := int(largerReach * span)
	x0, y0 := max(0, int(at.U)-r), max(0, int(at.V)-r)
	x1, y1 := min(im.Width, int(at.U)+r), min(im.Height, int(at.V)+r)
	if x1-x0 < 4*scale || y1-y0 < 4*scale {
		return false
	}
	found := false
	g := newGrower(blobs(im.Crop(x0, y0, x1, y1), scale), n)
	g.each(func(int) bool { return false }, func() bool {
		found = g.larger() && g.covers(at.U-float64(x0), at.V-float64(y0))
		return !found
	})
	return found
}

// Larger looks at a face largerSpan pixels wide, in a square of largerReach
// spans to each side: squares half as large again as the stickers still show one
// more than the face has.
const (
	largerSpan  = 120.0
	largerReach = 1.6
)
