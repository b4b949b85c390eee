package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"maps"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/still"
)

// look is a frame in which the watcher asks for the puzzle.
type look struct {
	frame  vision.Frame
	view   vision.View
	puzzle string
}

// job is a still to be judged.
type job struct {
	entry  *entry
	still  *still.Still
	view   vision.View
	puzzle string
	seq    uint64
	rested time.Duration // when the frame that showed rest came
}

// sketch is a picture to be made once nobody waits for anything: what was
// measured, or a flag's.
type sketch struct {
	entry *entry
	n     int // number of the suggestion
	v     *judging.Verdict
	flag  rules.Flag // with its picture
	at    time.Duration
	still *vision.Image
}

// seek answers looks until they have ended. It has a goroutine of its own: where
// there is no puzzle, looking for one takes long.
func (t *Table) seek() {
	for l := range t.looks {
		t.look(l)
	}
}

// measure judges stills until they have ended.
func (t *Table) measure() {
	for j := range t.stills {
		t.judge(j)
	}
}

// look finds the puzzle in a frame and tells the watcher.
func (t *Table) look(l look) {
	begin := time.Now()
	l.view.Image = l.frame.Image
	var place *still.Place
	m, err := t.cfg.Eyes.Measure(l.view, l.puzzle)
	if err != nil {
		t.cfg.Log.Error("not measured", "err", err)
	} else if at, ok := still.PlaceOf(&m, m.Cameras[l.view.Name]); ok {
		place = &at
	}
	t.cfg.Metrics.looked(t.cfg.ID, place != nil, time.Since(begin))
	w := t.own.overhead()
	w.order(func() []still.Event { return w.watcher.Place(l.frame.Seq, place) })
	if place != nil {
		t.post(func() {
			if e := t.own.cur; e.state.Course == attempt.Stopped {
				t.own.report(e, attempt.Time(l.frame.At), attempt.Moving{})
			}
		})
	}
}

// judge rules on a still, while its picture is put among the evidence.
func (t *Table) judge(j job) {
	stored := make(chan string, 1)
	go func() { stored <- t.store(j.entry, StillPicture, j.still.At, toYCbCr(j.still.Sharp)) }()
	v, err := t.cfg.Eyes.Judge(j.still, j.view, j.puzzle, t.cfg.Book)
	picture := <-stored
	if err != nil {
		t.cfg.Log.Error("not judged", "err", err)
		t.post(func() { t.own.hold(j.entry, attempt.Time(j.still.At), attempt.Rest{Still: picture}) })
		return
	}
	shown := show(v, j, picture)
	t.post(func() { t.own.suggest(j, v, shown) })
}

// suggest puts a ruling before the judge. One of a still after a contact changes
// nothing: it shows whether a layer was moved.
func (o *owner) suggest(j job, v *judging.Verdict, s web.Shown) {
	e := j.entry
	at := attempt.Time(j.still.At)
	if j.still.After {
		if e.first != nil && judging.LayerMoved(e.first, v) {
			o.flag(e, j.still.At, rules.FlagMoved, s.Still)
		}
		return
	}
	if e.state.Phase >= attempt.Decided {
		return // it comes too late to help anybody
	}
	e.first, e.kept.Shown = v, &s
	o.hold(e, at, attempt.Rest{Still: s.Still})
	o.hold(e, at, attempt.Suggest{Cube: o.cube(e), Ruling: v.Ruling, Still: s.Still})
	o.dirty = true
	o.publish()
	if e == o.cur {
		o.lay(s)
	}
	o.cfg.Metrics.suggested(o.cfg.ID, v.Ruling.Suggestion, v.Took, o.clock()-j.rested)
	o.cfg.Log.Info("suggestion", "attempt", e.id, "suggestion", v.Ruling.Suggestion, "took", v.Took, "since_rest", o.clock()-j.rested)
	select {
	case o.draws <- sketch{entry: e, v: v, n: len(e.state.Suggestions)}:
	default:
		o.cfg.Log.Warn("no picture is drawn: drawing does not keep up")
	}
}

// cube is which of several puzzles lies on the mat: the first that is not
// marked; 0 where there is one.
func (o *owner) cube(e *entry) int {
	cubes := e.state.Cubes()
	for i, v := range cubes {
		if v == "" {
			return i + 1
		}
	}
	return len(cubes)
}

// draw makes pictures until draws is closed.
func (t *Table) draw() {
	for s := range t.draws {
		if s.v == nil {
			hash := t.store(s.entry, StillPicture, s.at, toYCbCr(s.still))
			t.post(func() { t.own.flag(s.entry, s.at, s.flag, hash) })
			continue
		}
		drawn := map[rules.Lang]string{}
		for _, l := range rules.Langs() {
			drawn[l] = t.store(s.entry, DrawnPicture, t.clock(), t.cfg.Eyes.Draw(s.v, l))
			now := maps.Clone(drawn)
			t.post(func() { t.own.drawn(s, now) })
		}
		t.post(func() { t.own.keep(s.entry) })
	}
}

// drawn shows the pictures of a suggestion, unless a newer one has come.
func (o *owner) drawn(s sketch, pictures map[rules.Lang]string) {
	e := s.entry
	if e.kept.Shown == nil || e.first != s.v {
		return
	}
	shown := *e.kept.Shown // what was published stays as it is
	shown.Drawn = pictures
	e.kept.Shown, o.dirty = &shown, true
}

// store puts a picture among the evidence and returns its hash. Where that
// fails the picture is kept in memory, for the screens.
func (t *Table) store(e *entry, kind EvidenceKind, at time.Duration, im image.Image) string {
	raw, err := encodeJPEG(im, evidenceQuality)
	if err != nil {
		t.cfg.Log.Error("a picture is not encoded", "err", err)
		return ""
	}
	sum := sha256.Sum256(raw)
	hash := hex.EncodeToString(sum[:])
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	id := make(chan string, 1)
	t.post(func() { id <- e.id })
	select {
	case name := <-id:
		err = t.cfg.Evidence.Put(ctx, t.cfg.ID, name, kind, attempt.Time(at), raw)
	case <-t.over:
		err = ErrClosed
	}
	if err != nil {
		t.recent.add(hash, raw)
	}
	t.post(func() { t.own.stored(err) })
	return hash
}
