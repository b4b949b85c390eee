package colour

import (
	"encoding/json"
	"image"
	_ "image/jpeg"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// still is one view of a scene, as testdata/README.md tells, read at the true
// places of its stickers.
type still struct {
	name    string
	puzzle  *puzzle.Puzzle
	patches []Patch
	colours []puzzle.Colour
	mat     RGB
}

type stillFile struct {
	ID       string
	Event    string
	Cameras  map[string]struct{ File string }
	Stickers []struct {
		Colour  puzzle.Colour
		Normal  [3]float64
		Px      map[string][2]float64
		Visible map[string]bool
	}
}

// stills reads the views of a folder's scenes.
func stills(t testing.TB, dir string) (out []still) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenes in %s: %v", dir, err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var s stillFile
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(f, err)
		}
		p, err := puzzle.Load(s.Event)
		if err != nil {
			t.Fatal(f, err)
		}
		views := make([]string, 0, len(s.Cameras))
		for v := range s.Cameras {
			views = append(views, v)
		}
		slices.Sort(views)
		for _, v := range views {
			if r, err := os.Open(filepath.Join(dir, s.Cameras[v].File)); err == nil { // not every view is kept
				im, _, err := image.Decode(r)
				r.Close()
				if err != nil {
					t.Fatal(f, err)
				}
				out = append(out, s.read(p, v, im))
			}
		}
	}
	return out
}

func (s *stillFile) read(p *puzzle.Puzzle, view string, im image.Image) still {
	out := still{name: s.ID + " " + view, puzzle: p}
	var normals []geom.Vec
	for i, k := range s.Stickers {
		if !k.Visible[view] {
			continue
		}
		at := k.Px[view]
		room := math.Inf(1)
		for j, o := range s.Stickers {
			if q := o.Px[view]; j != i && o.Visible[view] {
				room = math.Min(room, math.Hypot(q[0]-at[0], q[1]-at[1]))
			}
		}
		n := geom.Vec{X: k.Normal[0], Y: k.Normal[1], Z: k.Normal[2]}
		face := slices.IndexFunc(normals, func(o geom.Vec) bool { return o.Dot(n) > 0.9999 })
		if face < 0 {
			face = len(normals)
			normals = append(normals, n)
		}
		patch := window(im, at, int(math.Min(room/6, 3)))
		patch.Face, patch.Normal = face, n
		patch.Trust = math.Min(math.Max((room*0.7-2)/6, 0.05), 1)
		out.patches = append(out.patches, patch)
		out.colours = append(out.colours, k.Colour)
	}
	b := im.Bounds()
	out.mat = window(im, [2]float64{float64(b.Dx()) / 2, float64(b.Dy()) / 2}, b.Dy()/4).Mean
	return out
}

// window reads the median of a square of pixels, r to each side.
func window(im image.Image, at [2]float64, r int) (p Patch) {
	var v [3][]float64
	x0, y0 := int(math.Round(at[0])), int(math.Round(at[1]))
	for y := y0 - r; y <= y0+r; y++ {
		for x := x0 - r; x <= x0+r; x++ {
			cr, cg, cb, _ := im.At(x, y).RGBA()
			for k, c := range [3]uint32{cr, cg, cb} {
				v[k] = append(v[k], float64(c>>8))
			}
		}
	}
	const top, like = 250, 24 // as package fit reads them
	p.Even = 1
	for k := range v {
		slices.Sort(v[k])
		m := v[k][len(v[k])/2]
		p.Mean[k], p.Clipped[k] = Linear(m), m >= top
		n := 0
		for _, x := range v[k] {
			if math.Abs(x-m) <= like {
				n++
			}
		}
		p.Even = math.Min(p.Even, float64(n)/float64(len(v[k])))
	}
	return p
}

// allowed lists the colours of a puzzle's schemes.
func (s *still) allowed() (out []puzzle.Colour) {
	for _, sc := range s.puzzle.Schemes {
		for _, n := range sc.Colours {
			if c, ok := puzzle.ParseColour(n); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

func (s *still) most() int { return len(s.puzzle.Stickers) / len(s.puzzle.Faces) }

const testdata = "../../testdata/stills"

// On the stills nearly every sticker gets its name, and stickers share a colour
// or not as the readings say.
func TestStills(t *testing.T) {
	named, all := 0, 0
	var pairs [2][2]int // [certain][right]
	for _, s := range stills(t, testdata) {
		got, _ := Read(s.patches, s.allowed(), s.most(), s.mat)
		for i := range got {
			all++
			if got[i].Colour == s.colours[i] {
				named++
			}
			for j := range i {
				joined, parted := together(&got[i], &got[j])
				same, certain, right := s.colours[i] == s.colours[j], 0, 0
				if joined > 0.99 || parted > 0.99 {
					certain = 1
				}
				if (joined > parted) == same {
					right = 1
				}
				pairs[certain][right]++
			}
		}
	}
	if share := float64(named) / float64(all); share < 0.98 {
		t.Errorf("%d of %d stickers named, want 98 %%", named, all)
	}
	if n := pairs[1]; float64(n[0]) > 0.002*float64(n[0]+n[1]) {
		t.Errorf("%d of %d pairs that are told apart or joined for certain are wrong, want 0.2 %%", n[0], n[0]+n[1])
	}
	t.Logf("named %d of %d; certain pairs wrong %d right %d; others wrong %d right %d",
		named, all, pairs[1][0], pairs[1][1], pairs[0][0], pairs[0][1])
}

// together returns the probabilities that two readings show one colour and that
// they show two. What is left of 1 says nothing.
func together(a, b *Reading) (joined, parted float64) {
	for c := puzzle.White; c < puzzle.NumColours; c++ {
		joined += a.P[c] * b.P[c]
	}
	return joined, (1-a.P[puzzle.Unknown])*(1-b.P[puzzle.Unknown]) - joined
}

// TestSpreads measures what readNoise and faceSpread hold: how far stickers of
// one colour lie from their face's mean, and faces' means from their view's.
func TestSpreads(t *testing.T) {
	var within, between [3][]float64
	for _, s := range stills(t, testdata) {
		means := map[puzzle.Colour][]triple{}
		type key struct {
			face   int
			colour puzzle.Colour
		}
		groups := map[key][]triple{}
		for i := range s.patches {
			if p := &s.patches[i]; p.Trust == 1 && p.Even == 1 && p.Clipped == [3]bool{} {
				k := key{p.Face, s.colours[i]}
				groups[k] = append(groups[k], p.Mean.log(dark).onAxes())
			}
		}
		for k, g := range groups {
			means[k.colour] = append(means[k.colour], deviations(g, &within))
		}
		for _, m := range means {
			deviations(m, &between)
		}
	}
	for k := range axes {
		t.Logf("axis %d: within a face %.3f (68 %%), %.3f (95 %%) of %d; between faces %.3f, %.3f of %d", k,
			quantile(within[k], 0.68), quantile(within[k], 0.95), len(within[k]),
			quantile(between[k], 0.68), quantile(between[k], 0.95), len(between[k]))
		if got := quantile(within[k], 0.68); got > readNoise[k]*1.3 || got < readNoise[k]/3 {
			t.Errorf("axis %d: %.3f within a face, readNoise says %.3f", k, got, readNoise[k])
		}
		if got := quantile(between[k], 0.68); got > faceSpread[k]*1.3 || got < faceSpread[k]/3 {
			t.Errorf("axis %d: %.3f between faces, faceSpread says %.3f", k, got, faceSpread[k])
		}
	}
}

// deviations adds each member's distance from the mean, freed from the mean's
// own share, and returns the mean.
func deviations(g []triple, out *[3][]float64) (mean triple) {
	for k := range mean {
		for _, x := range g {
			mean[k] += x[k] / float64(len(g))
		}
		for _, x := range g {
			if n := float64(len(g)); n > 1 {
				out[k] = append(out[k], math.Abs(x[k]-mean[k])*math.Sqrt(n/(n-1)))
			}
		}
	}
	return mean
}

func quantile(v []float64, q float64) float64 {
	slices.Sort(v)
	return v[int(q*float64(len(v)))]
}

func BenchmarkRead(b *testing.B) {
	for _, s := range stills(b, testdata) {
		b.Run(s.name, func(b *testing.B) {
			allowed, most := s.allowed(), s.most()
			b.ReportAllocs()
			for b.Loop() {
				Read(s.patches, allowed, most, s.mat)
			}
			b.ReportMetric(float64(len(s.patches)), "stickers")
		})
	}
}
