package truth

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

const small = `{"id":"a","event":"333","case":"near_plus2","order":4,"axis_world":[0,0,1],"relative_deg":[-46,89.5],
 "suggestion":"+2","expected_all_views":"+2",
 "cameras":{"overhead":{"file":"a-overhead.jpg","expected":"ok"},"left":{"file":"a-left.jpg","expected":"+2"}},
 "stickers":[
  {"colour":"white","px":{"overhead":[100,100],"left":[10,10]},"visible":{"overhead":true,"left":false}},
  {"colour":"red","px":{"overhead":[130,100],"left":[50,10]},"visible":{"overhead":true,"left":true}},
  {"colour":"blue","px":{"overhead":[100,130],"left":[90,10]},"visible":{"overhead":true}},
  {"colour":"green","px":{"overhead":[160,160]},"visible":{"overhead":false}}]}`

func scene(t *testing.T) *Scene {
	t.Helper()
	s, err := parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answer reports the given stickers in the overhead view, and turns about the
// puzzle's y axis, which stands upright.
func answer(t *testing.T, stickers []vision.SeenSticker, turns ...float64) (vision.Measurement, adjudicate.Ruling) {
	t.Helper()
	p, err := puzzle.Load("333")
	if err != nil {
		t.Fatal(err)
	}
	m := vision.Measurement{Found: true, Puzzle: p, Stickers: stickers,
		MatFromPuzzle: geom.Pose{R: geom.Rot{1, 0, 0, 0, 0, -1, 0, 1, 0}}} // y up
	r := adjudicate.Ruling{Suggestion: adjudicate.OK, Possible: []adjudicate.Outcome{adjudicate.OK, adjudicate.PlusTwo}}
	for i, d := range turns {
		r.Interfaces = append(r.Interfaces, adjudicate.Interface{Axis: 1, Between: [2]int{i, i + 1}, Turn: geom.Angle(d) * geom.Degree, Sigma: geom.Degree})
	}
	return m, r
}

func at(c puzzle.Colour, u, v float64) vision.SeenSticker {
	return vision.SeenSticker{Colour: c, Px: map[string]geom.Pixel{"overhead": {U: u, V: v}}}
}

func TestStickers(t *testing.T) {
	for _, c := range []struct {
		name     string
		stickers []vision.SeenSticker
		found    bool
		right    float64
	}{
		{"all right", []vision.SeenSticker{at(puzzle.White, 101, 100), at(puzzle.Red, 130, 102), at(puzzle.Blue, 100, 130)}, true, 1},
		{"one colour wrong", []vision.SeenSticker{at(puzzle.White, 100, 100), at(puzzle.Orange, 130, 100), at(puzzle.Blue, 100, 130)}, true, 2.0 / 3},
		{"one missing", []vision.SeenSticker{at(puzzle.White, 100, 100), at(puzzle.Red, 130, 100)}, true, 2.0 / 3},
		{"just within a third of the spread", []vision.SeenSticker{at(puzzle.White, 109.9, 100), at(puzzle.Red, 130, 100)}, true, 2.0 / 3},
		{"just beyond a third", []vision.SeenSticker{at(puzzle.White, 110, 100), at(puzzle.Red, 130, 90)}, false, 0},
		{"less than half", []vision.SeenSticker{at(puzzle.White, 100, 100)}, false, 1.0 / 3},
		{"nothing", nil, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, r := answer(t, c.stickers)
			row := scene(t).Compare([]string{"overhead"}, m, r)
			if row.Found != c.found || math.Abs(row.Stickers-c.right) > 1e-9 {
				t.Errorf("found %v, %v right; want %v, %v", row.Found, row.Stickers, c.found, c.right)
			}
		})
	}
}

func TestAngles(t *testing.T) {
	for _, c := range []struct {
		name  string
		turns []float64
		down  bool // the puzzle's axis points down
		want  []float64
		sigma float64
	}{
		{"exact", []float64{-46, 89.5}, false, []float64{0, 0}, 1},
		{"a step further", []float64{44, -0.5}, false, []float64{0, 0}, 1},
		{"off", []float64{-45, 90.5}, false, []float64{1, 1}, 1},
		{"upside down, listed from the other end", []float64{89.5, -46}, true, []float64{0, 0}, 1},
		{"not listed: held to be aligned", nil, false, []float64{44, 0.5}, 0},
		{"wrong number of interfaces", []float64{-46}, false, []float64{44, 0.5}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, r := answer(t, nil, c.turns...)
			if c.down {
				m.MatFromPuzzle.R = geom.Rot{1, 0, 0, 0, 0, 1, 0, -1, 0}
			}
			row := scene(t).Compare([]string{"overhead"}, m, r)
			for i, w := range c.want {
				if got := row.Angles[i]; math.Abs(got.Error.Degrees()-w) > 1e-9 || math.Abs(got.Sigma.Degrees()-c.sigma) > 1e-9 {
					t.Errorf("interface %d: off by %v with sigma %v, want %v, %v", i, got.Error, got.Sigma, w, c.sigma)
				}
			}
		})
	}
}

func TestRuling(t *testing.T) {
	s := scene(t)
	m, r := answer(t, nil)
	if row := s.Compare([]string{"overhead"}, m, r); !row.OK || row.Unsound || row.Expected != "ok" || row.True != "+2" {
		t.Errorf("one view: %+v", row)
	}
	if row := s.Compare([]string{"left", "overhead"}, m, r); row.OK || row.Expected != "+2" {
		t.Errorf("all views: %+v", row)
	}
	r.Possible = []adjudicate.Outcome{adjudicate.OK}
	if row := s.Compare([]string{"overhead"}, m, r); !row.Unsound {
		t.Error("the true outcome was ruled out")
	}
	m.Found = false
	if row := s.Compare([]string{"overhead"}, m, r); row.OK || row.Found || row.Unsound || len(row.Angles) != 0 {
		t.Errorf("not found: %+v", row)
	}
}

func TestSummarise(t *testing.T) {
	deg := func(e, s float64) Error { return Error{geom.Angle(e) * geom.Degree, geom.Angle(s) * geom.Degree} }
	got := Summarise("x", []Row{
		{Found: true, Stickers: 1, OK: true, Got: "ok", TookMS: 10, Angles: []Error{deg(0.5, 1), deg(1.5, 1)}},
		{Found: true, Stickers: 0.5, Got: "refer", TookMS: 30, Angles: []Error{deg(6, 2), deg(9, 0)}},
		{Got: "+2", Unsound: true, TookMS: 20},
		{Found: true, Stickers: 0.5, OK: true, Got: "DNF", TookMS: 40},
	})
	if got.Scenes != 4 || got.Found != 0.75 || got.Stickers != 0.5 || got.Ruling != 0.5 || got.Unsound != 1 || got.Wrong != 1 || got.MedianMS != 30 {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct{ got, want float64 }{{got.Median.Degrees(), 6}, {got.P90.Degrees(), 9}, {got.Worst.Degrees(), 9}, {got.Within1, 1.0 / 3}, {got.Within2, 2.0 / 3}} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if none := Summarise("none", nil); none.Scenes != 0 || !math.IsNaN(float64(none.Median)) || !math.IsNaN(none.Within1) {
		t.Errorf("no rows: %+v", none)
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	if err := os.WriteFile(path, []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Read(path)
	if err != nil || !slices.Equal(s.Views(), []string{"left", "overhead"}) {
		t.Fatalf("%v, %v", s, err)
	}
	if _, ok := s.Picture("overhead"); ok {
		t.Error("a picture that is not there was found")
	}
	if err := os.WriteFile(filepath.Join(dir, "a-overhead.jpg"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if p, ok := s.Picture("overhead"); !ok || p != filepath.Join(dir, "a-overhead.jpg") {
		t.Errorf("got %v, %v", p, ok)
	}
	if _, err := Read(path + "none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

func TestBadScene(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{small, "{", "not JSON: byte 1"},
		{`"order":4`, `"order":"4"`, "order: a JSON string does not belong there"},
		{`"event":"333"`, `"e":"333"`, "event: missing"},
		{`"order":4`, `"order":1`, "order: is 1"},
		{`[-46,89.5]`, `[]`, "relative_deg"},
		{`"cameras"`, `"kameras"`, "cameras"},
		{`"stickers"`, `"tiles"`, "stickers"},
	} {
		path := filepath.Join(t.TempDir(), "bad.json")
		if err := os.WriteFile(path, []byte(strings.Replace(small, c.old, c.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); !errors.Is(err, ErrScene) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: got %v", c.new, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := parse(raw)
		if err != nil {
			return
		}
		// A scene that was read can be compared with anything.
		s.Compare(s.Views(), vision.Measurement{}, adjudicate.Ruling{})
		p, err := puzzle.Load("222")
		if err != nil {
			t.Fatal(err)
		}
		s.Compare(s.Views()[:1], vision.Measurement{Found: true, Puzzle: p}, adjudicate.Ruling{})
	})
}
