package play

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// ErrSpec means that a synthetic camera is named in a way that cannot be used;
// the message says what to write.
var ErrSpec = errors.New("unusable name of a synthetic camera")

// Scheme begins the name of every synthetic camera.
const Scheme = "synth"

// Options say what a Table plays and how. The zero value is not usable: begin
// with Defaults or Parse.
type Options struct {
	Seed    uint64
	Event   string
	Script  Kind // one of Kinds, All or Demo
	View    View
	Width   int  // of the pictures, which are 16 by 9
	Fast    bool // as fast as frames are taken, not by the clock
	Short   bool // quick attempts, for tests of many
	Counter Counter
	Wait    time.Duration // how long to wait for a decision at most; 0 for as long as it takes

	from time.Duration // where the first script begins
}

// Counter says what is drawn for programs to read; see DrawCounter.
type Counter string

// The counters.
const (
	NoCounter    Counter = ""
	CountsFrames Counter = "frames" // the frame's number
	CountsMS     Counter = "ms"     // milliseconds since 1970, when the picture was handed out
)

// Defaults are the options of "synth:".
func Defaults() Options {
	return Options{Seed: 1, Event: "333", Script: Demo, View: Overhead, Width: 1280, Wait: waitFor}
}

// Widths of pictures: the puzzle is measured down to 320 pixels, and no camera
// of a table has more than 1920.
const (
	leastWidth = 320
	mostWidth  = 1920
)

// longestWait bounds what may be written: an hour.
const longestWait = time.Hour

// setters read the value of each option; false where it does not fit.
var setters = map[string]struct {
	like string
	set  func(o *Options, v string) bool
}{
	"seed": {"seed=7", func(o *Options, v string) bool {
		n, err := strconv.ParseUint(v, 10, 64)
		o.Seed = n
		return err == nil
	}},
	"event": {"event=333", func(o *Options, v string) bool {
		o.Event = v
		return slices.Contains(puzzle.Events(), v)
	}},
	"script": {"script=demo", func(o *Options, v string) bool {
		o.Script = Kind(v)
		_, ok := PlanOf(o.Script)
		return ok || o.Script == Demo || o.Script == All
	}},
	"view": {"view=overhead", func(o *Options, v string) bool {
		o.View = View(v)
		return o.View == Overhead || o.View == Left || o.View == Right
	}},
	"width": {"width=1280", func(o *Options, v string) bool {
		n, err := strconv.Atoi(v)
		o.Width = n
		return err == nil && n >= leastWidth && n <= mostWidth && n%32 == 0
	}},
	"pace": {"pace=real", func(o *Options, v string) bool {
		o.Fast = v == "fast"
		return o.Fast || v == "real"
	}},
	"length": {"length=short", func(o *Options, v string) bool {
		o.Short = v == "short"
		return o.Short || v == "usual"
	}},
	"counter": {"counter=ms", func(o *Options, v string) bool {
		o.Counter = Counter(v)
		return o.Counter == CountsFrames || o.Counter == CountsMS
	}},
	"wait": {"wait=8s", func(o *Options, v string) bool {
		if v == "forever" {
			o.Wait = 0
			return true
		}
		d, err := time.ParseDuration(v)
		o.Wait = d
		return err == nil && d > 0 && d <= longestWait
	}},
}

// may says what an option may be, for messages.
func may(option string) []string {
	switch option {
	case "event":
		return puzzle.Events()
	case "script":
		out := []string{string(Demo), string(All)}
		for _, k := range Kinds() {
			out = append(out, string(k))
		}
		return out
	case "view":
		return []string{string(Overhead), string(Left), string(Right)}
	case "width":
		return []string{"320", "640", "960", "1280", "1920"}
	case "pace":
		return []string{"real", "fast"}
	case "length":
		return []string{"usual", "short"}
	case "counter":
		return []string{string(CountsFrames), string(CountsMS)}
	case "wait":
		return []string{"8s", "1m", "forever"}
	}
	return nil
}

// Parse reads options from a name such as
//
//	synth:?seed=7&event=333&script=demo&view=overhead&width=1280&pace=fast&counter=ms&wait=8s
//
// of which all but "synth:" may be left out. Errors are problem.Errors that wrap
// ErrSpec.
func Parse(spec string) (Options, error) {
	o := Defaults()
	rest, ok := strings.CutPrefix(spec, Scheme+":")
	if !ok || rest != "" && !strings.HasPrefix(rest, "?") {
		return o, problem.New(ErrSpec, problem.SynthName, "name", spec, "like", "synth:?seed=7&event=333")
	}
	if rest == "" || rest == "?" {
		return o, nil
	}
	seen := map[string]bool{}
	for field := range strings.SplitSeq(rest[1:], "&") {
		name, value, _ := strings.Cut(field, "=")
		s, ok := setters[name]
		switch {
		case !ok:
			return o, problem.New(ErrSpec, problem.SynthOption, "option", name, "known", known())
		case seen[name]:
			return o, problem.New(ErrSpec, problem.SynthTwice, "option", name)
		case !s.set(&o, value) && name == "seed":
			return o, problem.New(ErrSpec, problem.SynthSeed, "value", value)
		case !s.set(&o, value):
			return o, problem.New(ErrSpec, problem.SynthValue, "option", name, "value", value, "known", may(name))
		}
		seen[name] = true
	}
	return o, nil
}

// known lists the options as they are written.
func known() []string {
	var out []string
	for _, s := range setters {
		out = append(out, s.like)
	}
	slices.Sort(out)
	return out
}

func unknownKind(name string) error {
	return problem.New(ErrSpec, problem.SynthValue, "option", "script", "value", name, "known", may("script"))
}
