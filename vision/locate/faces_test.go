package locate

import (
	"math"
	"reflect"
	"testing"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	"pgregory.net/rapid"
)

// pattern is a lattice of stickers as it appears in a picture.
type pattern struct {
	pxFromFace calib.Homography // the face from -1/2 to 1/2, y up
	cols, rows int
	fill       float64           // a sticker's share of its cell's side
	paint      map[int][3]uint8  // other colours, by row*cols + col; black ones are hidden
	logo       int               // 1 + the cell with a logo, a dark bar over its middle
	inverse    *calib.Homography // faceFromPx
}

var stickerColours = [6][3]uint8{{235, 235, 235}, {200, 30, 40}, {30, 150, 60}, {240, 210, 30}, {240, 120, 20}, {30, 70, 190}}

// colour returns what the pattern shows at a place of its face; false off it.
func (p *pattern) colour(x, y float64) ([3]uint8, bool) {
	if math.Abs(x) > 0.5 || math.Abs(y) > 0.5 {
		return [3]uint8{}, false
	}
	fx, fy := (x+0.5)*float64(p.cols), (0.5-y)*float64(p.rows)
	col, row := min(int(fx), p.cols-1), min(int(fy), p.rows-1)
	dx, dy := math.Abs(fx-float64(col)-0.5), math.Abs(fy-float64(row)-0.5)
	i := row*p.cols + col
	if max(dx, dy) > p.fill/2 || p.logo == i+1 && dx < 0.3 && dy < 0.1 {
		return [3]uint8{12, 12, 14}, true
	}
	if c, ok := p.paint[i]; ok {
		return c, true
	}
	return stickerColours[(i*7+i/3)%len(stickerColours)], true
}

// drawn draws patterns on grey ground, 2 x 2 samples a pixel.
func drawn(w, h int, ps ...pattern) *vision.Image {
	for i := range ps {
		inv := inverse(ps[i].pxFromFace)
		ps[i].inverse = &inv
	}
	return picture(w, h, func(x, y int) [3]uint8 {
		var sum [3]int
		for _, o := range [4][2]float64{{-0.25, -0.25}, {0.25, -0.25}, {-0.25, 0.25}, {0.25, 0.25}} {
			c := [3]uint8{110, 112, 108}
			for i := range ps {
				at := ps[i].inverse.Apply(float64(x)+o[0], float64(y)+o[1])
				if d, ok := ps[i].colour(at.U, at.V); ok {
					c = d
				}
			}
			for k := range sum {
				sum[k] += int(c[k])
			}
		}
		return [3]uint8{uint8(sum[0] / 4), uint8(sum[1] / 4), uint8(sum[2] / 4)}
	})
}

func inverse(h calib.Homography) calib.Homography {
	minor := func(a, b, c, d int) float64 { return h[a]*h[d] - h[b]*h[c] }
	return calib.Homography{minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5),
		-minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
		minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4)}
}

// through returns the homography that takes the face's corners, from the lower
// left counter-clockwise, to pixels.
func through(t interface{ Fatalf(string, ...any) }, px [4]geom.Pixel) calib.Homography {
	h, ok := calib.FitHomography(square[:], px[:])
	if !ok {
		t.Fatalf("no homography through %v", px)
	}
	return h
}

var square = [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}

// upright is a face that stands straight in the picture.
func upright(centre geom.Pixel, width, height float64) calib.Homography {
	return calib.Homography{width, 0, centre.U, 0, -height, centre.V, 0, 0, 1}
}

// cornersOff returns how far the corners of a face are from the true ones, in
// pixels, whichever of the four sides is called up.
func cornersOff(f *Face, want calib.Homography) float64 {
	best := math.Inf(1)
	for turn := range 4 {
		worst := 0.0
		for i, p := range square {
			q := square[(i+turn)%4]
			a, b := f.PxFromFace.Apply(p[0], p[1]), want.Apply(q[0], q[1])
			worst = math.Max(worst, math.Hypot(a.U-b.U, a.V-b.V))
		}
		best = math.Min(best, worst)
	}
	return best
}

// anyView draws a camera's view of a face, its stickers least pixels wide about.
func anyView(t *rapid.T, n, w, h int, least float64) calib.Homography {
	tilt := geom.Angle(rapid.Float64Range(0, 50).Draw(t, "tilt")) * geom.Degree
	toward := geom.Angle(rapid.Float64Range(-180, 180).Draw(t, "toward")) * geom.Degree
	roll := geom.Angle(rapid.Float64Range(-180, 180).Draw(t, "roll")) * geom.Degree
	sin, cos := math.Sincos(toward.Radians())
	r := geom.AxisAngle(geom.Vec{X: cos, Y: sin}, tilt).Mul(geom.AxisAngle(geom.Vec{Z: 1}, roll)).
		Mul(geom.AxisAngle(geom.Vec{X: 1}, 180*geom.Degree)) // y up, seen from outside
	const far = 6.0 // the camera's distance, faces
	span := rapid.Float64Range(least*float64(n), 0.62*float64(min(w, h))).Draw(t, "span")
	f := span * far
	cu, cv := float64(w)/2+rapid.Float64Range(-6, 6).Draw(t, "u"), float64(h)/2+rapid.Float64Range(-6, 6).Draw(t, "v")
	var px [4]geom.Pixel
	for i, p := range square {
		q := r.Apply(geom.Vec{X: p[0], Y: p[1]}).Add(geom.Vec{Z: far})
		px[i] = geom.Pixel{U: cu + f*q.X/q.Z, V: cv + f*q.Y/q.Z}
	}
	return through(t, px)
}

// A face is found from any side, its corners right within a fifth of a sticker.
func TestFacesAnyView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "n")
		p := pattern{pxFromFace: anyView(t, n, 200, 190, 16), cols: n, rows: n, fill: rapid.Float64Range(0.82, 0.92).Draw(t, "fill")}
		fs := Faces(drawn(200, 190, p), n)
		if len(fs) != 1 {
			t.Fatalf("%d faces", len(fs))
		}
		if off := cornersOff(&fs[0], p.pxFromFace) / fs[0].Span * float64(n); off > 0.2 {
			t.Fatalf("corners are %.2f stickers off", off)
		}
		if len(fs[0].Seen) != n*n {
			t.Fatalf("%d stickers of %d", len(fs[0].Seen), n*n)
		}
	})
}

// What hides some stickers hides no face.
func TestFacesHidden(t *testing.T) {
	ground := [3]uint8{12, 12, 14}
	for _, c := range []struct {
		name  string
		n     int
		logo  int
		dark  []int
		found bool
		least int // stickers seen
	}{
		{"all", 3, 0, nil, true, 9},
		{"a logo", 3, 5, nil, true, 8},
		{"two hidden", 3, 0, []int{0, 5}, true, 7},
		{"a logo and a corner", 3, 5, []int{2}, true, 7},
		{"a logo, a corner and an edge", 3, 5, []int{0, 1}, true, 6},
		{"in two parts", 3, 5, []int{2, 6}, false, 0},
		{"five of nine", 3, 0, []int{0, 2, 6, 8}, false, 0},
		{"three of four", 2, 0, []int{3}, false, 0}, // a plane needs four points
		{"ten of 16", 4, 0, []int{0, 3, 12, 15, 1, 14}, true, 10},
		{"nine of 16", 4, 0, []int{0, 3, 12, 15, 1, 14, 7}, false, 0},
	} {
		p := pattern{pxFromFace: upright(geom.Pixel{U: 150, V: 140}, 120, 120), cols: c.n, rows: c.n, fill: 0.88, logo: c.logo, paint: map[int][3]uint8{}}
		for _, i := range c.dark {
			p.paint[i] = ground
		}
		fs := Faces(drawn(300, 280, p), c.n)
		if (len(fs) > 0) != c.found {
			t.Errorf("%s: %d faces", c.name, len(fs))
			continue
		}
		if c.found && (len(fs[0].Seen) < c.least || cornersOff(&fs[0], p.pxFromFace) > 6) {
			t.Errorf("%s: %d stickers, corners %.1f pixels off", c.name, len(fs[0].Seen), cornersOff(&fs[0], p.pxFromFace))
		}
	}
}

// A pattern of more squares than a face has is larger, and no face.
func TestLarger(t *testing.T) {
	const cellPx = 26
	for _, c := range []struct {
		n, cols, rows int
		larger        bool
	}{
		{2, 2, 2, false}, {2, 3, 3, true}, {2, 5, 4, true}, {2, 3, 2, false},
		{3, 3, 3, false}, {3, 4, 4, true}, {3, 9, 5, true}, {3, 4, 3, false},
		{4, 4, 4, false}, {4, 5, 5, true}, {4, 5, 4, false},
		{5, 5, 5, false}, {5, 6, 6, true},
		{6, 6, 6, false}, {6, 7, 7, true},
		{7, 7, 7, false}, {7, 8, 8, true}, {7, 9, 9, true},
	} {
		at := geom.Pixel{U: 160, V: 150}
		im := drawn(320, 300, pattern{pxFromFace: upright(at, float64(cellPx*c.cols), float64(cellPx*c.rows)), cols: c.cols, rows: c.rows, fill: 0.88})
		if got := Larger(im, at, float64(cellPx*c.n), c.n); got != c.larger {
			t.Errorf("%d x %d squares for a face of %d: larger is %v", c.cols, c.rows, c.n, got)
		}
		if fs := Faces(im, c.n); (len(fs) == 0) != c.larger {
			t.Errorf("%d x %d squares for a face of %d: %d faces", c.cols, c.rows, c.n, len(fs))
		}
		if Larger(im, geom.Pixel{U: 5000, V: 150}, float64(cellPx*c.n), c.n) {
			t.Errorf("%d x %d squares: larger outside the picture", c.cols, c.rows)
		}
	}
}

// isometric draws three faces about their common corner, seen equally flat.
func isometric(n int, side float64) (*vision.Image, geom.Pixel, []pattern) {
	at := geom.Pixel{U: 160, V: 150}
	s := side * math.Sqrt(3) / 2
	to := func(u, v float64) geom.Pixel { return geom.Pixel{U: at.U + u, V: at.V + v} }
	left, right, down := to(-s, -side/2), to(s, -side/2), to(0, side)
	top := to(0, -side)
	var ps []pattern
	for _, px := range [3][4]geom.Pixel{
		{left, at, right, top},
		{to(-s, side/2), down, at, left},
		{down, to(s, side/2), right, at},
	} {
		h, _ := calib.FitHomography(square[:], px[:])
		ps = append(ps, pattern{pxFromFace: h, cols: n, rows: n, fill: 0.88})
	}
	return drawn(320, 300, ps...), at, ps
}

// Three faces of a cube that are seen equally flat are three faces, none larger.
func TestIsometric(t *testing.T) {
	for n := 2; n <= 5; n++ {
		im, at, ps := isometric(n, 125)
		if Larger(im, at, 125, n) {
			t.Errorf("%d: the cube's corner is larger than a face", n)
		}
		fs := Faces(im, n)
		if len(fs) == 0 {
			t.Errorf("%d: no face", n)
		}
		right := 0
		for _, p := range ps {
			for i := range fs {
				if cornersOff(&fs[i], p.pxFromFace) < 0.3*fs[i].Span/float64(n) {
					right++
					break
				}
			}
		}
		if right < 1 {
			t.Errorf("%d: none of %d faces is one of the cube's", n, len(fs))
		}
	}
}

// Textures hold no face and no more blobs than may be, of whatever size they are.
func TestFacesTextures(t *testing.T) {
	for _, x := range textures {
		im := x.draw(1280, 960)
		for _, side := range searchSide {
			if b := blobs(im, scaleTo(im, side)); len(b) > len(evenness)*mostBlobs {
				t.Errorf("%s: %d blobs", x.name, len(b))
			}
		}
		for _, n := range []int{3, 7} {
			if fs := Faces(im, n); len(fs) > 0 && x.regular {
				t.Errorf("%s: %d faces of %d", x.name, len(fs), n)
			}
		}
	}
}

// The same picture gives the same faces; one twice as large gives them twice as
// large.
func TestFacesScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(t, "n")
		im := drawn(150, 140, pattern{pxFromFace: anyView(t, n, 150, 140, 18), cols: n, rows: n, fill: 0.88})
		once, twice, large := Faces(im, n), Faces(im, n), Faces(doubled(im), n)
		if !reflect.DeepEqual(once, twice) {
			t.Fatalf("once %v, twice %v", once, twice)
		}
		if len(once) != 1 || len(large) != 1 {
			t.Fatalf("%d faces, %d in the large picture", len(once), len(large))
		}
		want := large[0].PxFromFace
		for i := range 3 { // to the small picture's pixels
			want[i] = want[i]/2 - want[6+i]/4
			want[3+i] = want[3+i]/2 - want[6+i]/4
		}
		if off := cornersOff(&once[0], want) / once[0].Span * float64(n); off > 0.1 {
			t.Fatalf("corners are %.2f stickers off", off)
		}
	})
}

func doubled(im *vision.Image) *vision.Image {
	return picture(2*im.Width, 2*im.Height, func(x, y int) [3]uint8 {
		return [3]uint8(im.Pix[3*(y/2*im.Width+x/2):])
	})
}

// Of faces at one place the best is kept, and no more than six.
func TestFew(t *testing.T) {
	at := func(u float64) Face { return Face{Centre: geom.Pixel{U: u}, Span: 100} }
	var many []Face
	for i := range 9 {
		many = append(many, at(float64(100*i)))
	}
	for _, c := range []struct {
		name string
		in   []Face
		want []float64
	}{
		{"none", nil, nil},
		{"near", []Face{at(0), at(39)}, []float64{0}},
		{"apart", []Face{at(0), at(41)}, []float64{0, 41}},
		{"near what was dropped", []Face{at(0), at(39), at(50)}, []float64{0, 50}},
		{"many", many, []float64{0, 100, 200, 300, 400, 500}},
	} {
		var got []float64
		for _, f := range few(c.in) {
			got = append(got, f.Centre.U)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Pictures of any shape, also of a few pixels, are no trouble.
func TestFacesTinyAndLong(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {7, 4}, {48, 48}, {9000, 4}, {3, 9000}, {4000, 48}} {
		im := tiling(size[0], size[1], 3, 3, 0.4)
		for n := 2; n <= 7; n++ {
			for _, f := range Faces(im, n) {
				checkFace(t, &f, n)
			}
			Larger(im, geom.Pixel{U: 1, V: 1}, 20, n)
		}
		if thing, ok := Foremost(im); ok && !(thing.Area > 0) {
			t.Errorf("%v: a thing of area %g", size, thing.Area)
		}
	}
}

// checkFace fails where a face could not have been grown.
func checkFace(t testing.TB, f *Face, n int) {
	t.Helper()
	if !(f.Span > 0) || math.IsInf(f.Span, 1) || !(f.Off < mostOff) || float64(len(f.Seen)) < leastSeen*float64(n*n) || len(f.Seen) > n*n {
		t.Fatalf("a face of %d spans %g with %d stickers, %g off", n, f.Span, len(f.Seen), f.Off)
	}
	for _, c := range f.Seen {
		if math.Abs(c.X) > 0.5 || math.Abs(c.Y) > 0.5 {
			t.Fatalf("a sticker at %g, %g of the face", c.X, c.Y)
		}
	}
}

func FuzzFaces(f *testing.F) {
	f.Add(uint8(3), uint8(90), uint8(90), []byte{255, 0, 0, 10, 10, 20, 0, 255, 0, 33, 10, 20, 0, 0, 255, 10, 33, 20, 255, 255, 255, 33, 33, 20})
	f.Add(uint8(2), uint8(255), uint8(3), []byte{9})
	f.Fuzz(func(t *testing.T, kind, w, h uint8, blocks []byte) {
		n := 2 + int(kind)%6
		im := picture(1+int(w), 1+int(h), func(x, y int) [3]uint8 { return [3]uint8{40, 43, 46} })
		for ; len(blocks) >= 6; blocks = blocks[6:] {
			x0, y0, side := int(blocks[3]), int(blocks[4]), int(blocks[5])
			for y := y0; y < min(y0+side, im.Height); y++ {
				for x := x0; x < min(x0+side, im.Width); x++ {
					copy(im.Pix[3*(y*im.Width+x):], blocks[:3])
				}
			}
		}
		once := Faces(im, n)
		if !reflect.DeepEqual(once, Faces(im, n)) {
			t.Fatal("the same picture gives other faces")
		}
		if len(once) > maxFaces {
			t.Fatalf("%d faces", len(once))
		}
		for i := range once {
			checkFace(t, &once[i], n)
			Larger(im, once[i].Centre, once[i].Span, n)
		}
	})
}

func BenchmarkFaces(b *testing.B) {
	for _, x := range textures {
		im := x.draw(1600, 1200)
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				Faces(im, 7)
			}
		})
	}
}
