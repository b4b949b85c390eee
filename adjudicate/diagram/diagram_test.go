package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

var update = flag.Bool("update", false, "write the golden files")

// drawing is a puzzle after some moves with the first layer of an axis turned,
// seen from a direction. Everything that the moves put elsewhere is wrong.
func drawing(t testing.TB, event, moves string, axis int, turns []float64, from geom.Vec) Drawing {
	t.Helper()
	p, err := puzzle.Load(event)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	d := Drawing{Puzzle: p, Colours: make([]puzzle.Colour, len(p.Stickers)), Axis: axis}
	ink := p.Definition.Colours(p.Schemes[0])
	for i, f := range p.Solved().ApplyAll(m).Faces() {
		s := p.Stickers[i]
		if from.Unit().Dot(s.Normal) < 0.15 {
			continue
		}
		d.Colours[i] = ink[f]
		if int(f) != s.Face {
			d.Wrong = append(d.Wrong, i)
		}
	}
	for _, x := range turns {
		d.Turns = append(d.Turns, geom.Angle(x)*geom.Degree)
	}
	return d
}

// cases are the golden drawings.
var cases = []struct {
	name, event, moves string
	axis               int
	turns              []float64
	from               geom.Vec
	lang               rules.Lang
}{
	{"222", "222", "", 1, []float64{0, 52}, geom.Vec{X: 0.5, Y: 1, Z: 0.7}, rules.English},
	{"333", "333", "", 1, []float64{0, 0, 52.3}, geom.Vec{X: 0.5, Y: 1, Z: 0.7}, rules.English},
	{"333-solved", "333", "", 1, nil, geom.Vec{X: -0.5, Y: 1, Z: 0.7}, rules.Simplified},
	{"333-wrong", "333", "R", 0, []float64{0, 0, 0}, geom.Vec{X: 0.5, Y: 1, Z: 0.7}, rules.Traditional},
	{"333-slice", "333", "", 0, []float64{0, 31, 0}, geom.Vec{X: 0.5, Y: 1, Z: -0.7}, rules.English},
	{"333-below", "333", "", 2, []float64{-23, 0, 14}, geom.Vec{X: -0.5, Y: -1, Z: 0.7}, rules.English},
	{"333-unseen", "333", "", 0, nil, geom.Vec{Y: 0.1}, rules.English},
	{"444", "444", "", 1, []float64{0, 0, 40, 40}, geom.Vec{X: 0.5, Y: 1, Z: 0.7}, rules.English},
	{"555", "555", "U", 1, []float64{0, 0, 0, 0, -30}, geom.Vec{X: 0.3, Y: 1, Z: 0.2}, rules.English},
	{"666", "666", "", 0, []float64{0, 0, 0, 0, 0, 47}, geom.Vec{X: 0.5, Y: 1, Z: 0.7}, rules.English},
	{"777", "777", "", 2, []float64{-44, 0, 0, 0, 0, 0, 0}, geom.Vec{X: 0.5, Y: 1, Z: -0.7}, rules.English},
	{"pyram", "pyram", "", 0, []float64{0, 55, 55}, geom.Vec{X: 0.2, Y: 1, Z: 0.5}, rules.English},
	{"pyram-tip", "pyram", "R", 2, []float64{0, 0, -61}, geom.Vec{X: 0.4, Y: 0.5, Z: 0.5}, rules.Traditional},
	{"skewb", "skewb", "", 0, []float64{0, 58}, geom.Vec{X: 0.5, Y: 1, Z: 0.7}, rules.English},
	{"minx", "minx", "", 0, []float64{0, 33}, geom.Vec{X: 0.1, Y: 1, Z: 0.3}, rules.English},
	{"minx-wrong", "minx", "F", 1, []float64{0, 0}, geom.Vec{Y: 0.6, Z: 1}, rules.Simplified},
}

func TestGolden(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := SVG(drawing(t, c.event, c.moves, c.axis, c.turns, c.from), c.lang)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join("testdata", c.name+".svg")
			if *update {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("differs from %s: look at it with -update", name)
			}
		})
	}
}

// Every sticker shows in exactly one of the two views, hatched where it was not
// seen and crossed where it is wrong, whatever is drawn; and the drawing is well
// formed.
func TestDrawings(t *testing.T) {
	events := puzzle.Events()
	rapid.Check(t, func(t *rapid.T) {
		p, err := puzzle.Load(rapid.SampledFrom(events).Draw(t, "event"))
		if err != nil {
			t.Fatal(err)
		}
		d := Drawing{Puzzle: p, Axis: rapid.IntRange(0, len(p.Axes)-1).Draw(t, "axis")}
		hidden, wrong := 0, 0
		chance := rapid.IntRange(0, 4).Draw(t, "chance")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for i := range p.Stickers {
			c := puzzle.Unknown
			if random.IntN(4) < chance {
				c = puzzle.Colour(1 + i%int(puzzle.NumColours-1))
			} else {
				hidden++
			}
			d.Colours = append(d.Colours, c)
			if c != puzzle.Unknown && i%7 == 0 {
				d.Wrong = append(d.Wrong, i)
				wrong++
			}
		}
		for range p.Axes[d.Axis].Layers() {
			d.Turns = append(d.Turns, geom.Angle(rapid.Float64Range(-60, 60).Draw(t, "turn"))*geom.Degree)
		}
		raw, err := SVG(d, rapid.SampledFrom(rules.Langs()).Draw(t, "lang"))
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, raw)
		s := string(raw)
		if got, want := strings.Count(s, `<path fill="url(#u)"`), hidden; got != want {
			t.Fatalf("%d hatched stickers, want %d", got, want)
		}
		if got, want := strings.Count(s, "Q")/4, len(p.Stickers)*3/4; got < want {
			t.Fatalf("%d rounded corners", got)
		}
		legend := min(wrong, 1)
		if got, want := strings.Count(s, `stroke="#000"`), wrong+legend; got != want {
			t.Fatalf("%d crosses, want %d", got, want)
		}
	})
}

func wellFormed(t interface{ Fatalf(string, ...any) }, raw []byte) {
	for d := xml.NewDecoder(bytes.NewReader(raw)); ; {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			t.Fatalf("%v", err)
		}
	}
}

// The first view shows the seen side, its best-seen face on top.
func TestBestView(t *testing.T) {
	for _, event := range puzzle.Events() {
		for _, from := range []geom.Vec{{X: 0.5, Y: 1, Z: 0.7}, {X: -1, Y: -0.3, Z: 0.4}, {X: 0.2, Y: 0.1, Z: -1}} {
			d := drawing(t, event, "", 0, nil, from)
			v := bestView(d)
			shown, all := 0, 0
			for i, s := range d.Puzzle.Stickers {
				if d.Colours[i] != puzzle.Unknown {
					all++
					if v.toward.Dot(s.Normal) > 0 {
						shown++
					}
				}
			}
			if least := map[bool]float64{true: 0.6, false: 0.8}[event == "pyram"]; float64(shown) < least*float64(all) {
				t.Errorf("%s from %v: %d of %d seen stickers show", event, from, shown, all)
			}
			if math.Abs(v.toward.Dot(v.up)) > 1e-9 || math.Abs(v.toward.Norm()-1) > 1e-9 || math.Abs(v.up.Norm()-1) > 1e-9 {
				t.Errorf("%s: %+v is no frame", event, v)
			}
		}
	}
	if v := bestView(drawing(t, "333", "", 0, nil, geom.Vec{Y: 1})); v.up.Y < 0.5 {
		t.Errorf("only U is seen, and up is %v", v.up)
	}
}

func TestBlocks(t *testing.T) {
	deg := func(x ...float64) (out []geom.Angle) {
		for _, a := range x {
			out = append(out, geom.Angle(a)*geom.Degree)
		}
		return out
	}
	for _, c := range []struct {
		turns []geom.Angle
		want  string
	}{
		{nil, ""}, {deg(0, 4.9, 9.7), ""}, {deg(0, 0, 5), "2-2 5; "}, {deg(0, 1.3, 5.5), ""},
		{deg(0, 0, 0, -30), "3-3 -30; "}, {deg(40, 40.9, 0, 0, 0), "0-1 41; "}, // against its neighbour
		{deg(0, 31, 0), "1-1 31; "}, {deg(-23, 0, 14), "0-0 -23; 2-2 14; "}, {deg(0, 52), "1-1 52; "}, {deg(52, 0), "0-0 52; "},
		{deg(0, 0, 30, 50), "2-2 30; 3-3 20; "}, {deg(30, 30, 30, 0), "3-3 -30; "}, {deg(0, 0, 20, 0), "2-2 20; "},
	} {
		got := ""
		event := map[int]string{0: "333", 2: "222", 3: "333", 4: "444", 5: "555"}[len(c.turns)]
		p, err := puzzle.Load(event)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range (Drawing{Puzzle: p, Turns: c.turns}).blocks() {
			got += fmt.Sprintf("%d-%d %.0f; ", b.from, b.to, b.turn.Degrees())
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.turns, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, change := range map[string]func(*Drawing){
		"no puzzle": func(d *Drawing) { d.Puzzle = nil }, "few colours": func(d *Drawing) { d.Colours = d.Colours[1:] },
		"no colour": func(d *Drawing) { d.Colours[3] = puzzle.NumColours }, "wrong -1": func(d *Drawing) { d.Wrong = []int{-1} },
		"wrong 54": func(d *Drawing) { d.Wrong = []int{54} }, "axis -1": func(d *Drawing) { d.Axis = -1 },
		"axis 3": func(d *Drawing) { d.Axis = 3 }, "two turns": func(d *Drawing) { d.Turns = d.Turns[:2] },
		"NaN": func(d *Drawing) { d.Turns[0] = geom.Angle(math.NaN()) }, "far": func(d *Drawing) { d.Turns[0] = 7 },
	} {
		d := drawing(t, "333", "", 1, []float64{0, 0, 10}, geom.Vec{Y: 1})
		change(&d)
		if _, err := SVG(d, rules.English); !errors.Is(err, ErrDrawing) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
