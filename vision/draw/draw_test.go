package draw

import (
	"flag"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// The annotated pictures of three scenes, a quarter as large, look as they did
// when they were last looked at.
func TestSheetGolden(t *testing.T) {
	for _, c := range []struct {
		name, scene string
		lang        rules.Lang
		views       []string
	}{
		{"flat-arc", "333-01005", rules.English, []string{"overhead"}},
		{"two-arcs", "333-01012", rules.Traditional, []string{"overhead"}},
		{"two-views", "333-01010", rules.Simplified, []string{"overhead", "offset"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			views, m, r := trueScene(t, c.scene, c.views...)
			full := Sheet(views, m, r, c.lang)
			got := image.NewRGBA(image.Rect(0, 0, Width/4, Height/4))
			xdraw.ApproxBiLinear.Scale(got, got.Rect, full, full.Bounds(), xdraw.Src, nil)
			path := filepath.Join("testdata", c.name+".png")
			if *update {
				writePNG(t, path, got)
			}
			want := readPNG(t, path)
			if d := meanDifference(got, want); !(d < 1) { // of 255: the last bits of floats may differ by machine
				t.Errorf("differs from %s by %.2f a channel; look at it and use -update if it is right", path, d)
			}
		})
	}
}

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// meanDifference is in units of 1/255; infinite where the sizes differ.
func meanDifference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return math.Inf(1)
	}
	sum, n := 0.0, 0.0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r, g, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			sum += math.Abs(float64(r)-float64(r2)) + math.Abs(float64(g)-float64(g2)) + math.Abs(float64(b1)-float64(b2))
			n += 3
		}
	}
	return sum / n / 257
}

// Whatever was or was not measured, a picture comes out.
func TestSheetOfAnything(t *testing.T) {
	views0, m0, r0 := trueScene(t, "333-01005", "overhead")
	views, m, r := views0, m0, r0
	nan, inf := geom.Angle(math.NaN()), geom.Angle(math.Inf(1))
	for name, change := range map[string]func(){
		"not found":      func() { m = vision.Measurement{Why: rules.Text{rules.English: "There is nothing on the mat."}} },
		"no camera":      func() { m.Cameras, views[0].Camera = nil, nil },
		"no stickers":    func() { m.Stickers = nil },
		"no size":        func() { m.SizeMM = 0 },
		"endless size":   func() { m.SizeMM = math.Inf(1) },
		"no layers":      func() { m.Layers = nil },
		"behind":         func() { m.MatFromPuzzle.T.Z = 5000 },
		"far away":       func() { m.MatFromPuzzle.T.X = 1e12 },
		"unknown angles": func() { m.Layers = []geom.Angle{nan, nan, nan}; r.Interfaces[0].Turn = nan },
		"no certainty":   func() { r.Interfaces[0].Sigma, r.Interfaces[1].Sigma = inf, nan },
		"no interfaces":  func() { r.Interfaces = nil },
		"wrong layers":   func() { r.Interfaces[0].Between = [2]int{7, 8} },
		"tiny picture":   func() { views[0].Image = &vision.Image{Width: 1, Height: 1, Pix: []uint8{1, 2, 3}} },
		"no margin":      func() { r.Interfaces[0].Margin, r.Interfaces[1].Margin = inf, nan },
		"many layers":    func() { r.Interfaces = slices.Repeat(r.Interfaces, 4); r.Interfaces[3].Margin = inf },
		"out of place":   func() { r.OutOfPlace = []int{-1, 5, 1000} },
		"many flags":     func() { r.Flags = slices.Repeat(r.Checks, 50) },
		"no grounds":     func() { r.Grounds, r.Checks = nil, nil },
	} {
		t.Run(name, func(t *testing.T) {
			views, m, r = slices.Clone(views0), m0, r0
			r.Interfaces = slices.Clone(r0.Interfaces)
			change()
			if got := Sheet(views, m, r, rules.English); got.Bounds() != image.Rect(0, 0, Width, Height) {
				t.Errorf("size %v", got.Bounds())
			}
		})
	}
}

// Every puzzle in a plain pose can be drawn: all layers have outlines.
func TestOutlinesOfEveryPuzzle(t *testing.T) {
	_, m, _ := trueScene(t, "333-01005", "overhead")
	for _, e := range puzzle.Events() {
		p, err := puzzle.Load(e)
		if err != nil {
			t.Fatal(err)
		}
		b := &body{Measurement: m, cam: m.Cameras["overhead"], at: func(p geom.Pixel) pt { return pt{p.U, p.V} }}
		b.Puzzle, b.SizeMM, b.Axis = p, p.Size.TypicalMM, 0
		b.Layers = make([]geom.Angle, p.Axes[0].Layers())
		b.Layers[0] = 20 * geom.Degree
		drawn := 0
		for i, l := range b.outlines() {
			if len(b.outline(i)) < 3 {
				t.Errorf("%s: layer %d has no outline", e, i)
			}
			drawn += len(l)
		}
		if drawn < 3 {
			t.Errorf("%s: %d lines", e, drawn)
		}
	}
}

// No visible line runs through a layer that is nearer to the camera.
func TestOutlinesHideWhatIsBehind(t *testing.T) {
	_, m, _ := trueScene(t, "333-01012", "overhead")
	b := &body{Measurement: m, cam: m.Cameras["overhead"], at: func(p geom.Pixel) pt { return pt{p.U, p.V} }}
	height := b.eye().Dot(b.axis().Normal)
	for i, lines := range b.outlines() {
		for j := range b.Layers {
			if !hides(b.axis().Cuts, height, j, i) {
				continue
			}
			for _, l := range lines {
				for k := 1; k < len(l); k++ {
					if in, from, to := within(l[k-1], l[k], b.outline(j)); in && (to-from)*l[k].sub(l[k-1]).norm() > 1e-6 {
						t.Fatalf("layer %d shows through layer %d", i, j)
					}
				}
			}
		}
	}
}

func TestHides(t *testing.T) {
	cuts := []float64{-1, 1} // layers 0, 1, 2
	for _, c := range []struct {
		height float64
		j, i   int
		want   bool
	}{
		{5, 2, 1, true}, {5, 1, 2, false}, {5, 2, 0, true}, {-5, 0, 1, true}, {-5, 1, 0, false},
		{0, 1, 2, true}, {0, 2, 1, false}, {0, 1, 0, true}, {5, 1, 1, false},
	} {
		if got := hides(cuts, c.height, c.j, c.i); got != c.want {
			t.Errorf("from %v layer %d hides %d: got %v", c.height, c.j, c.i, got)
		}
	}
}

// The parts of a segment inside and outside a convex outline add up to it.
func TestOutsideAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		point := rapid.Custom(func(t *rapid.T) pt {
			return pt{rapid.Float64Range(-10, 10).Draw(t, "x"), rapid.Float64Range(-10, 10).Draw(t, "y")}
		})
		block := hull(rapid.SliceOfN(point, 5, 12).Draw(t, "block"))
		p, q := point.Draw(t, "p"), point.Draw(t, "q")
		length := 0.0
		for _, l := range outside([]pt{p, q}, block) {
			for i := 1; i < len(l); i++ {
				length += l[i].sub(l[i-1]).norm()
			}
		}
		if in, from, to := within(p, q, block); in {
			length += (to - from) * q.sub(p).norm()
		}
		if math.Abs(length-q.sub(p).norm()) > 1e-6 {
			t.Fatalf("%v of %v", length, q.sub(p).norm())
		}
	})
}

func TestDashed(t *testing.T) {
	got := dashed([]pt{{0, 0}, {10, 0}, {10, 10}}, 4, 2)
	want := [][]pt{{{0, 0}, {4, 0}}, {{6, 0}, {10, 0}}, {{10, 2}, {10, 6}}, {{10, 8}, {10, 10}}}
	if !slices.EqualFunc(got, want, func(a, b []pt) bool {
		return len(a) == len(b) && a[0].sub(b[0]).norm() < 1e-9 && a[len(a)-1].sub(b[len(b)-1]).norm() < 1e-9
	}) {
		t.Errorf("got %v", got)
	}
}

func TestWrap(t *testing.T) {
	f := faceOf(rules.Traditional, regular, 20)
	for _, s := range []string{"Look at the face towards you, and at the bottom.", "請查看朝向你的一面，以及底面。請查看朝向你的一面。", ""} {
		got := f.wrap(s, 150)
		joined := ""
		for i, l := range got {
			if w := f.width(l); w > 150+20 { // a closing mark may hang over
				t.Errorf("%q is %v wide", l, w)
			}
			if i > 0 && s != "" && s[0] == 'L' {
				joined += " "
			}
			joined += l
		}
		if joined != s {
			t.Errorf("got %q of %q", joined, s)
		}
	}
}

// Every character of every text that may be drawn is in every font. Where this
// fails run fonts/build.sh.
func TestFontsHoldEveryCharacter(t *testing.T) {
	root := filepath.Join("..", "..")
	var files []string
	for _, pattern := range []string{"adjudicate/rules/*.json", "adjudicate/rules/books/*.json", "adjudicate/phrase/*.go", "models/puzzles/*.json", "vision/draw/words.txt"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	fonts, err := filepath.Glob("fonts/*.otf")
	if err != nil || len(fonts) != 4 {
		t.Fatalf("%v, %v", fonts, err)
	}
	for _, name := range fonts {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := opentype.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		var buf sfnt.Buffer
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range string(text) {
				if i, err := f.GlyphIndex(&buf, r); r > ' ' && (err != nil || i == 0) {
					t.Errorf("%s lacks %q (%U) of %s", name, r, r, file)
				}
			}
		}
	}
}

func TestStandingInk(t *testing.T) {
	if standingInk(adjudicate.Interface{Close: true, Over: true}) != askInk {
		t.Error("too close to call must not look like a verdict")
	}
}
