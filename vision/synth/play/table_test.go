package play_test

import (
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/camera/cameratest"
	"github.com/plustwo/plustwo/vision/synth"
	"github.com/plustwo/plustwo/vision/synth/play"
	"pgregory.net/rapid"
)

// A table's camera keeps to what every source must, by the clock and fast.
func TestContract(t *testing.T) {
	for _, pace := range []string{"real", "fast"} {
		t.Run(pace, func(t *testing.T) {
			o, err := play.Parse("synth:?width=320&pace=" + pace)
			if err != nil {
				t.Fatal(err)
			}
			cameratest.Contract(t, func(t *testing.T, name string) camera.Source {
				table, err := play.NewTable(o, nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(table.Close)
				live, err := table.Open(name)
				if err != nil {
					t.Fatal(err)
				}
				return live
			})
		})
	}
}

// fast starts a small table that plays as fast as it is read, from a time within
// its first script.
func fast(t testing.TB, k play.Kind, from time.Duration, tell func(play.Cue)) (*play.Table, *play.Live) {
	t.Helper()
	o := play.Defaults()
	o.Script, o.Width, o.Fast = k, 320, true
	table, err := play.NewTable(o.From(from), func() time.Duration { return time.Hour }, tell)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(table.Close)
	live, err := table.Open("overhead")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { live.Close() })
	return table, live
}

// Frames and cues come in order, by the clock that was given, and a decision
// ends the waiting.
func TestFast(t *testing.T) {
	var cues []play.Cue
	var table *play.Table
	table, live := fast(t, "ok", 11500*time.Millisecond, func(c play.Cue) {
		cues = append(cues, c)
		if c.Kind == play.Rested {
			table.Decided() // before the stop it means nothing
		}
	})
	var last vision.Frame
	decided := time.Duration(0)
	for n := range 2000 {
		f, err := live.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if f.Seq != uint64(n) || f.At != time.Hour+play.FrameTime(n) || f.Camera != "overhead" || f.Image.Width != 320 {
			t.Fatalf("frame %d: %d at %v", n, f.Seq, f.At)
		}
		last = f
		at := cues[len(cues)-1]
		if at.Kind == play.Hands && at.Attempt == 0 && decided == 0 && f.At > at.At+2*time.Second {
			decided = f.At
			table.Decided()
		}
		if at.Kind == play.Covered && at.Attempt == 1 {
			break
		}
	}
	if took := last.At - decided; decided == 0 || took > 5*time.Second {
		t.Errorf("decided at %v, and the next attempt began %v later", decided, took)
	}
	var kinds []play.CueKind
	for i, c := range cues {
		if i > 0 && c.At < cues[i-1].At || c.At > last.At {
			t.Errorf("%v at %v after %v at %v", c.Kind, c.At, cues[i-1].Kind, cues[i-1].At)
		}
		if c.Kind != play.Running || c.Time == 0 {
			kinds = append(kinds, c.Kind)
		}
	}
	want := []play.CueKind{play.Touched, play.Released, play.Rested, play.Hands, play.Stopped, play.Hands, play.Reset, play.Covered}
	if len(kinds) < len(want) {
		t.Fatalf("cues %v", kinds)
	}
	kinds = kinds[len(kinds)-len(want):] // what came before where it began is told at once
	if !slices.Equal(kinds, want) {
		t.Errorf("cues %v, want %v", kinds, want)
	}
	table.Close()
	for range 20 { // what was drawn ahead may still come
		if _, err := live.Next(context.Background()); errors.Is(err, io.EOF) {
			return
		}
	}
	t.Error("a closed table plays on")
}

// By the clock frames come at its pace, and a slow reader gets the newest.
func TestReal(t *testing.T) {
	o := play.Defaults()
	o.Width = 320
	origin := time.Now()
	clock := func() time.Duration { return time.Since(origin) }
	table, err := play.NewTable(o, clock, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	live, err := table.Open("left")
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	first := clock()
	var f vision.Frame
	for n := 0; f.At < first+400*time.Millisecond; n++ {
		seq := f.Seq
		if f, err = live.Next(context.Background()); err != nil {
			t.Fatal(err)
		}
		if now := clock(); f.At > now || n > 0 && f.Seq <= seq {
			t.Errorf("frame %d after %d, due at %v, came at %v", f.Seq, seq, f.At, now)
		}
	}
	live.Close()
	if _, err := live.Next(context.Background()); !errors.Is(err, io.EOF) {
		t.Errorf("closed: %v, want io.EOF", err)
	}
	table.Close()
}

// A frozen camera repeats its picture byte for byte, a silent one gives none,
// one that is unplugged breaks off and can be opened again.
func TestFaults(t *testing.T) {
	_, live := fast(t, "frozen", 7900*time.Millisecond, nil)
	same := 0
	for before := (*vision.Image)(nil); same < 59; {
		f, err := live.Next(context.Background())
		if err != nil || f.At > time.Hour+4*time.Second {
			t.Fatalf("%d pictures alike (%v)", same, err)
		}
		if same++; before == nil || !slices.Equal(f.Image.Pix, before.Pix) {
			same = 0
		}
		before = f.Image
	}
	_, live = fast(t, "silent", 7900*time.Millisecond, nil)
	gap, before := time.Duration(0), time.Hour
	for gap < 1900*time.Millisecond {
		f, err := live.Next(context.Background())
		if err != nil || f.At > time.Hour+4*time.Second {
			t.Fatalf("no gap longer than %v (%v)", gap, err)
		}
		gap, before = max(gap, f.At-before), f.At
	}
	table, live := fast(t, "unplugged", 7900*time.Millisecond, nil)
	var err error
	for err == nil {
		_, err = live.Next(context.Background())
	}
	_, again := live.Next(context.Background())
	if !errors.Is(err, play.ErrUnplugged) || !errors.Is(again, play.ErrUnplugged) {
		t.Fatalf("%v, then %v", err, again)
	}
	live.Close()
	if live, err = table.Open("overhead"); err != nil {
		t.Fatal(err)
	}
	if f, err := live.Next(context.Background()); err != nil || f.At < time.Hour+1900*time.Millisecond {
		t.Errorf("plugged in again: %v at %v", err, f.At)
	}
}

func TestParse(t *testing.T) {
	usual := play.Defaults()
	all := play.Options{Seed: 7, Event: "222", Script: "bounce", View: play.Left, Width: 640, Fast: true, Short: true, Counter: play.CountsMS, Wait: 90 * time.Second}
	for spec, want := range map[string]play.Options{
		"synth:": usual, "synth:?": usual,
		"synth:?seed=7&event=222&script=bounce&view=left&width=640&pace=fast&length=short&counter=ms&wait=90s": all,
	} {
		if got, err := play.Parse(spec); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", spec, got, err)
		}
	}
	if o, err := play.Parse("synth:?wait=forever"); err != nil || o.Wait != 0 {
		t.Errorf("wait=forever: %v, %v", o.Wait, err)
	}
	for spec, says := range map[string]string{
		"synth": "synth:?seed=7", "usb:1": "synth:?seed=7", "synth:seed=7": "synth:?seed=7",
		"synth:?speed=2": "unknown option speed: a synthetic camera takes counter=ms, event=333, length=short",
		"synth:?seed=x":  "seed=7", "synth:?seed=-1": "seed=7", "synth:?seed": "seed=7",
		"synth:?event=888": "222, 333", "synth:?script=dance": "demo, all, ok", "synth:?view=below": "overhead, left, right",
		"synth:?width=100000": "1280", "synth:?width=333": "1280", "synth:?pace=slow": "real, fast", "synth:?length=2": "usual, short", "synth:?counter=1": "frames, ms",
		"synth:?wait=0s": "forever", "synth:?wait=8": "forever", "synth:?seed=1&seed=2": "twice",
	} {
		_, err := play.Parse(spec)
		if !errors.Is(err, play.ErrSpec) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", spec, err, says)
		}
		if problem.Tell(err, rules.Traditional) == err.Error() || problem.Tell(err, rules.Simplified) == err.Error() {
			t.Errorf("%s: only in English", spec)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("synth:?seed=7&event=333&script=demo&wait=8s")
	f.Fuzz(func(t *testing.T, spec string) {
		if o, err := play.Parse(spec); err == nil {
			if _, err := play.Next(o.Script, o.Event, o.Seed, 0); err != nil {
				t.Errorf("%q reads well and cannot be played: %v", spec, err)
			}
		} else if !errors.Is(err, play.ErrSpec) {
			t.Errorf("%q: %v", spec, err)
		}
	})
}

// A counter is read as it was drawn, also where a camera's picture was scaled
// and its contrast is poor; damaged it is not read as another.
func TestCounter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.SampledFrom([]int{320, 640, 960, 1280, 1920}).Draw(t, "width")
		n := rapid.Uint64().Draw(t, "n")
		im := &vision.Image{Width: width, Height: width / 8, Pix: make([]uint8, 3*width*(width/8))}
		play.DrawCounter(im, n)
		for i, v := range im.Pix {
			im.Pix[i] = uint8(40 + int(v)/2 + (i*7919)%23)
		}
		got, ok := play.ReadCounter(im)
		if !ok || uint64(got) != n&(1<<24-1) {
			t.Fatalf("%d x: read %d (%v), want %d", width, got, ok, n&(1<<24-1))
		}
		cell := rapid.IntRange(2, play.CounterCells-1).Draw(t, "cell")
		for y := range im.Height {
			for x := int((float64(cell) + 0.5) * float64(width) / 64); x < int((float64(cell)+1.5)*float64(width)/64); x++ {
				for c := range 3 {
					v := &im.Pix[3*(y*width+x)+c]
					*v = 255 - *v
				}
			}
		}
		if got, ok := play.ReadCounter(im); ok {
			t.Fatalf("read %d of a damaged counter", got)
		}
	})
	im := &vision.Image{Width: 640, Height: 360, Pix: make([]uint8, 3*640*360)}
	play.DrawCounter(im, 0xabcdef)
	const poor = 10 // quality: worse than any live video
	raw, err := synth.Encode(im, poor)
	if err != nil {
		t.Fatal(err)
	}
	if im, err = camera.Decode(raw); err != nil {
		t.Fatal(err)
	}
	if n, ok := play.ReadCounter(im); !ok || n != 0xabcdef {
		t.Errorf("read %x (%v) of a poor JPEG", n, ok)
	}
	if _, ok := play.ReadCounter(&vision.Image{Width: 64, Height: 36, Pix: make([]uint8, 3*64*36)}); ok {
		t.Error("read a counter of a black picture")
	}
}

// Every kind of every event can be written and shown, and its truth fits its
// cues. The demo begins with what it promises.
func TestScripts(t *testing.T) {
	for n, event := range puzzle.Events() {
		for i, k := range play.Kinds() {
			if event != "333" && (n+i)%4 != 0 {
				continue
			}
			s, err := play.Next(k, event, uint64(n), 0)
			if err != nil {
				t.Fatalf("%s %s: %v", event, k, err)
			}
			checkScript(t, &s)
			p, _ := play.PlanOf(k)
			p.Event, p.Short = event, true
			if s, err = play.Write(p, uint64(n)); err != nil {
				t.Fatalf("%s %s, short: %v", event, k, err)
			}
			checkScript(t, &s)
		}
	}
	var got []string
	for n := range 5 {
		s, err := play.Next(play.Demo, "333", 1, n)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(s.Kind)+" "+s.Truth.Suggestion)
	}
	if want := []string{"ok ok", "plus2 +2", "dnf DNF", "touch ok", "frozen ok"}; !slices.Equal(got, want) {
		t.Errorf("the demo begins with %v, want %v", got, want)
	}
	if _, err := play.Next("dance", "333", 1, 0); !errors.Is(err, play.ErrSpec) {
		t.Errorf("an unknown kind: %v", err)
	}
	if _, err := play.Next("ok", "888", 1, 0); !errors.Is(err, puzzle.ErrUnknown) {
		t.Errorf("an unknown event: %v", err)
	}
}

func checkScript(t *testing.T, s *play.Script) {
	t.Helper()
	for i := 1; i < len(s.Puzzle); i++ {
		if s.Puzzle[i].At < s.Puzzle[i-1].At {
			t.Errorf("%s %s: the puzzle's key %d at %v comes after one at %v", s.Event, s.Kind, i, s.Puzzle[i].At, s.Puzzle[i-1].At)
		}
	}
	for _, h := range s.Hands {
		for i := 1; i < len(h.Keys); i++ {
			if h.Keys[i].At < h.Keys[i-1].At {
				t.Errorf("%s %s: a hand's key %d at %v comes after one at %v", s.Event, s.Kind, i, h.Keys[i].At, h.Keys[i-1].At)
			}
		}
	}
	for i := 1; i < len(s.Turns); i++ {
		if u := s.Turns[i-1]; s.Turns[i].At < u.At+u.For {
			t.Errorf("%s %s: turn %d begins before the last one has ended", s.Event, s.Kind, i)
		}
	}
	if !s.Wait.Holds(s.Wait.From) || s.Wait.To > s.Length || s.Wait.From < s.Truth.Rest {
		t.Errorf("%s %s: waits from %v to %v of %v", s.Event, s.Kind, s.Wait.From, s.Wait.To, s.Length)
	}
	var stop, start time.Duration
	for i, c := range s.Cues {
		if i > 0 && c.At < s.Cues[i-1].At || c.At > s.Length {
			t.Errorf("%s %s: cue %s at %v", s.Event, s.Kind, c.Kind, c.At)
		}
		switch c.Kind {
		case play.Running:
			if c.Time == 0 {
				start = c.At
			}
			if c.Time != c.At-start {
				t.Errorf("%s %s: the timer shows %v at %v", s.Event, s.Kind, c.Time, c.At)
			}
		case play.Stopped:
			if stop = c.At; c.Time != stop-start {
				t.Errorf("%s %s: the result is %v", s.Event, s.Kind, c.Time)
			}
		}
	}
	if stop != s.Truth.Stop || start != s.Truth.Start || stop == 0 {
		t.Errorf("%s %s: from %v to %v, but %+v", s.Event, s.Kind, start, stop, s.Truth)
	}
	for at := time.Duration(0); at < s.Length; at += 250 * time.Millisecond {
		m, err := s.Moment(at)
		if err != nil {
			t.Fatalf("%s %s at %v: %v", s.Event, s.Kind, at, err)
		}
		if m.AtRest && m.Touched || m.AtRest && m.Puzzle == nil && at < s.Wait.To && !s.Truth.LeftView {
			t.Errorf("%s %s at %v: at rest %v, touched %v", s.Event, s.Kind, at, m.AtRest, m.Touched)
		}
	}
}
