package colour

import (
	"fmt"
	"math"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

var six = []puzzle.Colour{puzzle.White, puzzle.Yellow, puzzle.Red, puzzle.Orange, puzzle.Blue, puzzle.Green}

// paint is a made-up puzzle's look: a shade for each colour under one light.
type paint struct {
	gain  RGB
	shade [puzzle.NumColours]RGB
}

func drawPaint(t *rapid.T) (p paint) {
	warmth := rapid.Float64Range(-0.2, 0.2).Draw(t, "warmth")
	p.gain = RGB{math.Exp(warmth), 1, math.Exp(-warmth)}
	for _, c := range six {
		v := rapid.SampledFrom(shades[c]).Draw(t, c.String())
		p.shade[c] = RGB{Linear(float64(v >> 16)), Linear(float64(v >> 8 & 255)), Linear(float64(v & 255))}
	}
	return p
}

// see returns the patch of a sticker of a colour on a face.
func (p *paint) see(c puzzle.Colour, face int, light, haze float64) Patch {
	out := Patch{Face: face, Trust: 1, Even: 1}
	for k := range out.Mean {
		v := light * p.gain[k] * (p.shade[c][k] + haze)
		out.Clipped[k] = v >= 0.95
		out.Mean[k] = math.Min(v, 1)
	}
	return out
}

// table is the mat under a paint's light.
func (p *paint) table() RGB { return RGB{0.04 * p.gain[0], 0.04 * p.gain[1], 0.04 * p.gain[2]} }

// drawScene paints up to three faces of nine stickers of one or two colours,
// with little haze and no clipping.
func drawScene(t *rapid.T) (p paint, patches []Patch, names []puzzle.Colour) {
	p = drawPaint(t)
	order := rapid.Permutation(six).Draw(t, "order")
	for f := range rapid.IntRange(1, 3).Draw(t, "faces") {
		light := rapid.Float64Range(0.2, 0.65).Draw(t, "light")
		haze := rapid.Float64Range(0.01, 0.08).Draw(t, "haze")
		odd := rapid.IntRange(0, 3).Draw(t, "odd")
		for i := range 9 {
			c := order[f]
			if i < odd {
				c = order[3+f]
			}
			patches = append(patches, p.see(c, f, light, haze+0.002*float64(i)))
			names = append(names, c)
		}
	}
	return p, patches, names
}

// What looks different is never joined for certain, and what looks the same is
// never parted for certain.
func TestSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, patches, names := drawScene(t)
		got, _ := Read(patches, six, 9, p.table())
		for i := range got {
			sum := 0.0
			for _, q := range got[i].P {
				if !(q >= 0) {
					t.Fatalf("P = %v", got[i].P)
				}
				sum += q
			}
			if math.Abs(sum-1) > 1e-9 || got[i].Confidence < 0 || got[i].Confidence > 1+1e-9 {
				t.Fatalf("P adds up to %v, confidence %v", sum, got[i].Confidence)
			}
			for j := range i {
				joined, parted := together(&got[i], &got[j])
				if names[i] != names[j] && joined > 0.95 {
					t.Fatalf("%v and %v joined: %v %v", names[i], names[j], got[i].P, got[j].P)
				}
				if names[i] == names[j] && parted > 0.95 {
					t.Fatalf("two of %v parted: %v %v", names[i], got[i].P, got[j].P)
				}
			}
		}
	})
}

// The order of the stickers does not matter.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, patches, _ := drawScene(t)
		want, _ := Read(patches, six, 9, p.table())
		index := make([]int, len(patches))
		for i := range index {
			index[i] = i
		}
		index = rapid.Permutation(index).Draw(t, "index")
		moved := make([]Patch, len(patches))
		for i, j := range index {
			moved[i] = patches[j]
		}
		got, _ := Read(moved, six, 9, p.table())
		for i, j := range index {
			if got[i] != want[j] {
				t.Fatalf("sticker %d: %v, in another order %v", j, want[j], got[i])
			}
		}
	})
}

// A shorter exposure changes no name, as long as nothing drowns.
func TestExposure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, patches, _ := drawScene(t)
		mat := p.table()
		want, _ := Read(patches, six, 9, mat)
		by := rapid.Float64Range(0.6, 1).Draw(t, "by")
		for i := range patches {
			for k := range patches[i].Mean {
				patches[i].Mean[k] *= by
			}
		}
		for k := range mat {
			mat[k] *= by
		}
		got, _ := Read(patches, six, 9, mat)
		for i := range got {
			if got[i].Colour != want[i].Colour && want[i].Confidence > 0.95 {
				t.Fatalf("sticker %d: %v, darker by %.2f %v", i, want[i].Colour, by, got[i].Colour)
			}
		}
	})
}

// Whatever the pixels are, a reading is a probability distribution.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		patches := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Patch {
			unit := rapid.Float64Range(0, 1)
			return Patch{
				Mean:    RGB{unit.Draw(t, "r"), unit.Draw(t, "g"), unit.Draw(t, "b")},
				Clipped: [3]bool{rapid.Bool().Draw(t, "cr"), rapid.Bool().Draw(t, "cg"), rapid.Bool().Draw(t, "cb")},
				Face:    rapid.IntRange(0, 5).Draw(t, "face"), Trust: unit.Draw(t, "trust"), Even: unit.Draw(t, "even"),
				Normal: geom.Vec{Z: float64(rapid.IntRange(-1, 1).Draw(t, "z"))},
			}
		}), 0, 12).Draw(t, "patches")
		got, odd := Read(patches, six, rapid.IntRange(0, 9).Draw(t, "most"), RGB{})
		if len(got) != len(patches) || math.IsNaN(odd) {
			t.Fatalf("%d readings of %d patches, %v", len(got), len(patches), odd)
		}
		for i := range got {
			sum := 0.0
			for _, q := range got[i].P {
				sum += q
			}
			if !(math.Abs(sum-1) < 1e-9) {
				t.Fatalf("patch %v: P = %v", patches[i], got[i].P)
			}
		}
	})
}

func TestCases(t *testing.T) {
	p := paint{gain: RGB{1, 1, 1}}
	for c, v := range shades {
		if len(v) > 0 {
			v := v[len(v)/2]
			p.shade[c] = RGB{Linear(float64(v >> 16)), Linear(float64(v >> 8 & 255)), Linear(float64(v & 255))}
		}
	}
	nine := func(c puzzle.Colour, face int, light, haze float64) (out []Patch) {
		for range 9 {
			out = append(out, p.see(c, face, light, haze))
		}
		return out
	}
	tests := []struct {
		name    string
		patches []Patch
		want    []puzzle.Colour // of each nine
	}{
		{"one face of orange that clips", nine(puzzle.Orange, 0, 1.7, 0.03), []puzzle.Colour{puzzle.Orange}},
		{"one face of yellow that clips", nine(puzzle.Yellow, 0, 1.3, 0.03), []puzzle.Colour{puzzle.Yellow}},
		{"one white face, all clipped", nine(puzzle.White, 0, 2, 0.03), []puzzle.Colour{puzzle.White}},
		{"white in the light, blue in the shade", append(nine(puzzle.White, 0, 0.8, 0.03), nine(puzzle.Blue, 1, 0.2, 0.1)...),
			[]puzzle.Colour{puzzle.White, puzzle.Blue}},
		{"hazy orange beside clear yellow", append(nine(puzzle.Orange, 0, 0.6, 0.3), nine(puzzle.Yellow, 1, 0.6, 0.03)...),
			[]puzzle.Colour{puzzle.Orange, puzzle.Yellow}},
		{"red beside orange", append(nine(puzzle.Red, 0, 0.8, 0.03), nine(puzzle.Orange, 1, 0.5, 0.03)...),
			[]puzzle.Colour{puzzle.Red, puzzle.Orange}},
		{"two faces alike cannot be one colour", append(nine(puzzle.Orange, 0, 1.7, 0.03), nine(puzzle.Yellow, 1, 1.7, 0.1)...),
			[]puzzle.Colour{puzzle.Orange, puzzle.Yellow}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, odd := Read(tt.patches, six, 9, p.table())
			for i := range got {
				if want := tt.want[i/9]; got[i].Colour != want {
					t.Fatalf("sticker %d of face %d: %v (%.2f), want %v", i%9, i/9, got[i].Colour, got[i].Confidence, want)
				}
			}
			if odd < -1 {
				t.Errorf("odd by %.1f nats", odd)
			}
		})
	}
}

// Black where no sticker is black says little, and that it is odd.
func TestNoSticker(t *testing.T) {
	p := paint{gain: RGB{1, 1, 1}}
	p.shade[puzzle.Green] = RGB{0.02, 0.4, 0.1}
	p.shade[puzzle.Black] = RGB{0.005, 0.005, 0.006}
	var patches []Patch
	for i, c := range []puzzle.Colour{puzzle.Green, puzzle.Green, puzzle.Green, puzzle.Black, puzzle.Black, puzzle.Black} {
		patches = append(patches, p.see(c, i/3, 0.8, 0.01))
	}
	got, odd := Read(patches, six, 9, p.table())
	if odd > rare/2 {
		t.Errorf("odd by %.1f nats", odd)
	}
	if q := got[4].P[puzzle.Unknown]; q < 0.9 {
		t.Errorf("%.2f of a black reading says nothing: %v", q, got[4].P)
	}
	if got[0].Colour != puzzle.Green {
		t.Errorf("%v, want green", got[0].Colour)
	}
}

func ExampleRead() {
	red, white := RGB{0.4, 0.02, 0.03}, RGB{0.6, 0.6, 0.58}
	got, _ := Read([]Patch{
		{Mean: red, Trust: 1, Even: 1},
		{Mean: white, Trust: 1, Even: 1},
	}, []puzzle.Colour{puzzle.White, puzzle.Red, puzzle.Orange}, 9, RGB{0.02, 0.02, 0.02})
	fmt.Println(got[0].Colour, got[1].Colour)
	// Output: red white
}

// Green stickers that mirror an orange neighbour at one edge stay green.
func TestMirror(t *testing.T) {
	p := paint{gain: RGB{1, 1, 1}}
	p.shade[puzzle.Green] = RGB{0.02, 0.4, 0.06}
	p.shade[puzzle.Orange] = RGB{1, 0.2, 0.01}
	var patches []Patch
	for i := range 9 {
		q := p.see(puzzle.Green, 0, 0.7, 0.02)
		if i < 3 {
			for k := range q.Mean {
				q.Mean[k] += 0.7 * 0.15 * p.shade[puzzle.Orange][k]
			}
		}
		patches = append(patches, q)
	}
	for range 9 {
		patches = append(patches, p.see(puzzle.Orange, 1, 0.7, 0.02))
	}
	got, _ := Read(patches, six, 9, p.table())
	for i := range 9 {
		if got[i].Colour != puzzle.Green {
			t.Errorf("sticker %d: %v, want green: %.3f", i, got[i].Colour, got[i].P)
		}
	}
}

func TestPlateau(t *testing.T) {
	flat := func(g ...float64) (out []Patch) {
		for _, x := range g {
			out = append(out, Patch{Mean: RGB{0.9, x, 0.1}, Trust: 1})
		}
		return out
	}
	tests := []struct {
		name    string
		patches []Patch
		want    bool
	}{
		{"other channels differ", flat(0.3, 0.4, 0.5), true},
		{"one colour under one light", flat(0.3, 0.3, 0.31), false},
		{"two of a kind", flat(0.3, 0.5), false},
		{"values that follow each other", func() []Patch {
			p := flat(0.3, 0.4, 0.5)
			p[1].Mean[0], p[2].Mean[0] = 0.88, 0.86
			return p
		}(), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for i, q := range clip(tt.patches) {
				if q.Clipped != [3]bool{tt.want, false, false} {
					t.Errorf("patch %d clipped %v, want red %v", i, q.Clipped, tt.want)
				}
			}
			if tt.patches[0].Clipped[0] {
				t.Error("the caller's patches changed")
			}
		})
	}
}
