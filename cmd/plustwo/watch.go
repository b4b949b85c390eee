package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/still"
)

// watchCmd is "plustwo watch".
type watchCmd struct {
	Event    string   `placeholder:"ID" help:"${judge_event}"`
	Rulebook string   `default:"${rulebook}" help:"${judge_rulebook}"`
	Rig      string   `placeholder:"RIG.json" help:"${watch_rig}"`
	View     string   `default:"overhead" placeholder:"NAME" help:"${watch_view}"`
	Stop     *float64 `placeholder:"SECONDS" help:"${watch_stop}"`
	JSON     bool     `name:"json" help:"${judge_json}"`
	Clip     string   `arg:"" help:"${watch_clip}"`
}

// Run watches the clip and prints what it saw.
func (c *watchCmd) Run(s *streams) error {
	book, err := loadBook(c.Rulebook)
	if err != nil {
		return err
	}
	clip, cam, err := c.open()
	if err != nil {
		return badInput{err}
	}
	defer clip.Close()
	w := &watching{cmd: c, book: book, cam: cam, view: c.View, lang: s.lang}
	if !c.JSON {
		w.out = s.out
	}
	if err := w.run(clip); err != nil {
		return err
	}
	if c.JSON {
		enc := json.NewEncoder(s.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(w.report())
	}
	return w.printText(s)
}

// open checks the input and opens the clip.
func (c *watchCmd) open() (*camera.Video, *calib.Camera, error) {
	if c.Event != "" {
		if _, err := puzzleOf(c.Event); err != nil {
			return nil, nil, err
		}
	}
	if c.Stop != nil && !(*c.Stop >= 0 && *c.Stop < math.MaxInt32) {
		return nil, nil, problem.New(nil, problem.StopTime, "stop", fmt.Sprint(*c.Stop))
	}
	cam, err := c.camera()
	if err != nil {
		return nil, nil, err
	}
	clip, err := camera.OpenVideo(c.Clip, c.View)
	if err != nil {
		return nil, nil, err
	}
	if cam != nil {
		if err := cam.CheckSize(clip.Size()); err != nil {
			clip.Close()
			var f *calib.Fault
			if errors.As(err, &f) {
				f.File, f.View = c.Rig, c.View
			}
			return nil, nil, problem.At(c.Clip, tellRig(err))
		}
	}
	return clip, cam, nil
}

// camera finds the clip's camera; nil without a rig.
func (c *watchCmd) camera() (*calib.Camera, error) {
	if c.Rig == "" {
		return nil, nil
	}
	rig, err := calib.ReadRig(c.Rig)
	if err != nil {
		return nil, tellRig(err)
	}
	if views := rig.Views(); len(views) == 1 {
		c.View = views[0]
	}
	cam, err := rig.Camera(c.View)
	return cam, tellRig(err)
}

// watching is one clip being watched.
type watching struct {
	cmd  *watchCmd
	book *rules.Rulebook
	cam  *calib.Camera
	view string
	lang rules.Lang
	out  io.Writer // nil for silence

	watcher *still.Watcher
	event   string
	seen    watchReport
	verdict *verdict
	last    time.Duration
}

// run feeds the clip's frames to the watcher and answers what it asks.
func (w *watching) run(clip camera.Source) error {
	const usual = "333" // whose size is looked for where no puzzle is named
	w.event = w.cmd.Event
	size := usual
	if w.event != "" {
		size = w.event
	}
	p, err := puzzleOf(size)
	if err != nil {
		return err
	}
	w.seen.Contacts, w.seen.Covered = []reportSpan{}, []reportSpan{}
	w.watcher = still.New(still.Config{Camera: w.cam, SizeMM: p.Size.TypicalMM})
	if w.cmd.Stop != nil {
		at := time.Duration(*w.cmd.Stop * float64(time.Second))
		w.watcher.Stop(at)
		w.seen.StopS = seconds(at)
	}
	for {
		f, err := clip.Next(context.Background())
		switch {
		case errors.Is(err, io.EOF):
			if w.cmd.Stop != nil && w.last.Seconds() < *w.cmd.Stop {
				return badInput{problem.New(nil, problem.StopLate, "stop", fmt.Sprint(*w.cmd.Stop), "end", fmt.Sprintf("%.3f", w.last.Seconds()))}
			}
			return w.handle(w.watcher.End())
		case err != nil:
			return badInput{err}
		}
		w.last = f.At
		if err := w.handle(w.watcher.Feed(f)); err != nil {
			return err
		}
	}
}

// handle notes events and answers those that ask.
func (w *watching) handle(events []still.Event) error {
	for _, e := range events {
		switch e.Kind {
		case still.Look:
			// The last event of a frame: what follows from the answer replaces the list.
			return w.look(e.Frame)
		case still.Taken:
			if err := w.judge(e.Still); err != nil {
				return err
			}
		default:
			w.note(e)
		}
	}
	return nil
}

// look measures where the puzzle lies in a frame.
func (w *watching) look(f vision.Frame) error {
	m, err := w.measure(f.Image)
	if err != nil {
		return err
	}
	if at, ok := still.PlaceOf(&m, m.Cameras[w.view]); ok {
		return w.handle(w.watcher.Place(f.Seq, &at))
	}
	return w.handle(w.watcher.Place(f.Seq, nil))
}

// measure fits the event's puzzle to a picture; where no event was named, the
// first that is told holds from then on.
func (w *watching) measure(im *vision.Image) (vision.Measurement, error) {
	views := []vision.View{{Name: w.view, Image: im, Camera: w.cam}}
	if w.event != "" {
		m, err := judging.Measure(views, w.event)
		return m, tellView(views, err)
	}
	event, m, err := judging.Identify(views)
	w.event = event
	return m, tellView(views, err)
}

// judge rules on the still. One that was taken after a contact changes no
// ruling: it shows whether a layer was moved.
func (w *watching) judge(s *still.Still) error {
	v, err := w.rule(s)
	switch {
	case err != nil:
		return err
	case s.After:
		w.compare(v, s.At)
		return nil
	}
	w.verdict = v
	w.seen.StillS = seconds(s.At)
	w.tell(s.At, sayStill, s.Count, rules.OutcomeName(v.Ruling.Suggestion.String()).In(w.lang))
	return nil
}

// rule judges a still.
func (w *watching) rule(s *still.Still) (*verdict, error) {
	view := vision.View{Name: w.view, Image: s.Sharp, Camera: w.cam}
	v, err := judging.Still(s, view, w.event, w.book)
	if err != nil {
		return nil, tellView([]vision.View{view}, err)
	}
	return &verdict{v}, nil
}

// compare marks the last contact as one that moved a layer, where the
// measurements before and after it say so.
func (w *watching) compare(after *verdict, at time.Duration) {
	n := len(w.seen.Contacts)
	if n == 0 || w.verdict == nil || w.seen.Contacts[n-1].Article != still.TouchedAfter || !judging.LayerMoved(w.verdict.Verdict, after.Verdict) {
		return
	}
	w.seen.Contacts[n-1].Article = still.MovedLayer
	w.tell(at, sayLayer)
}

// tell says what was seen.
func (w *watching) tell(at time.Duration, text rules.Text, args ...any) {
	if w.out != nil {
		fmt.Fprintf(w.out, "%7.3f s  %s\n", at.Seconds(), fmt.Sprintf(text.In(w.lang), args...))
	}
}

// note takes an event into the report and says it.
func (w *watching) note(e still.Event) {
	r := &w.seen
	switch e.Kind {
	case still.Stopped:
		r.StopS, r.BySight = seconds(e.From), true
		w.tell(e.From, sayStopped)
	case still.Rested:
		r.RestS = seconds(e.At)
		w.tell(e.At, sayRested)
	case still.Contact:
		r.Contacts = append(r.Contacts, span(e))
		w.tell(e.At, sayContact[e.Article], clock(e.From), clock(e.To))
	case still.Covered:
		r.Covered = append(r.Covered, span(e))
		w.tell(e.At, sayCovered, clock(e.From), clock(e.To))
	case still.Moved:
		w.tell(e.At, sayMoved, clock(e.From), clock(e.To))
	case still.Left:
		r.LeftView = true
		w.tell(e.At, sayLeft)
	case still.Back:
		r.LeftView = false
		w.tell(e.At, sayBack)
	}
}

// watchReport is the object that "watch --json" prints; the ruling's fields
// follow those of its own.
type watchReport struct {
	StopS    *float64     `json:"stop_s"` // null where it was not told
	BySight  bool         `json:"stop_by_sight"`
	RestS    *float64     `json:"rest_s"` // null where rest was not seen
	StillS   *float64     `json:"still_s"`
	LeftView bool         `json:"left_view"`
	Contacts []reportSpan `json:"contacts"`
	Covered  []reportSpan `json:"covered"` // something hid a part of the puzzle, which did not move
	report
}

type reportSpan struct {
	FromS   float64 `json:"from_s"`
	ToS     float64 `json:"to_s"`
	Article string  `json:"article,omitempty"`
}

func span(e still.Event) reportSpan {
	return reportSpan{round(e.From.Seconds(), 3), round(e.To.Seconds(), 3), e.Article}
}

func seconds(d time.Duration) *float64 {
	s := round(d.Seconds(), 3)
	return &s
}

// ruled returns the verdict, or one that refers where there is no still of the
// puzzle where it lies.
func (w *watching) ruled() *verdict {
	if w.verdict != nil && !w.seen.LeftView {
		return w.verdict
	}
	v := &verdict{&judging.Verdict{Event: w.event, Ruling: adjudicate.Adjudicate(adjudicate.Observation{}, w.book)}}
	v.Seen.Why = w.why()
	return v
}

func (w *watching) report() watchReport {
	r := w.seen
	r.report = w.ruled().report(w.lang)
	return r
}

func (w *watching) printText(s *streams) error {
	fmt.Fprintln(s.out)
	return w.ruled().printText(s, w.lang)
}
