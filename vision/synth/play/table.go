package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/synth"
)

// ErrUnplugged means that a script has unplugged the camera for a while.
var ErrUnplugged = problem.New(nil, problem.SynthUnplugged)

// Table plays scripts one after another. It is what stands before the camera:
// Open gives the camera, again where that was lost, and the table plays on
// meanwhile.
type Table struct {
	o      Options
	clock  func() time.Duration
	tell   func(Cue)
	cam    calib.Camera
	reel   *Reel
	start  time.Duration   // of the first frame, by the clock
	ahead  chan *shot      // drawn and not yet due
	newest chan *shot      // due: the newest one only
	ctx    context.Context // done when the table is closed
	cancel context.CancelFunc
	wait   sync.WaitGroup

	decided   atomic.Bool
	unplugged atomic.Bool
	last      atomic.Pointer[vision.Image] // that was handed out
	broken    error                        // why no further shot comes; set before ahead is closed
}

// shot is one frame that is to be taken.
type shot struct {
	seq    uint64
	due    time.Duration // by the clock
	cues   []Cue
	moment Moment
	layers []*synth.Layer // nil where it came too late to be drawn
}

// lookAhead is how many frames are drawn before they are due: the longest, of a
// puzzle with many pieces and two hands, takes as long as three.
const lookAhead = 6

// NewTable starts to play. The clock gives moments from any origin; frames and
// cues are told by it, and nil is for one that starts now. Played fast, frames
// and cues bear the moments at which they would be due. tell, where not nil, is
// told what happens: by the clock's pace from a goroutine of the table's, or,
// played fast, by Live.Next before the first frame that shows it. It must not
// wait for the table. Errors are those of Next, or synth.ErrScene for a camera
// of an impossible width.
func NewTable(o Options, clock func() time.Duration, tell func(Cue)) (*Table, error) {
	if clock == nil {
		origin := time.Now()
		clock = func() time.Duration { return time.Since(origin) }
	}
	if tell == nil {
		tell = func(Cue) {}
	}
	if _, err := next(o, 0); err != nil {
		return nil, err
	}
	t := &Table{o: o, clock: clock, tell: tell, cam: Camera(o.View, o.Width), ahead: make(chan *shot, lookAhead), newest: make(chan *shot, 1)}
	var err error
	if t.reel, err = NewReel(o.Seed, t.cam); err != nil {
		return nil, err
	}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.start = clock()
	t.wait.Go(t.draw)
	if !o.Fast {
		t.wait.Go(t.play)
	}
	return t, nil
}

// Script returns the script of attempt n, from 0. Errors are those of Next.
func (t *Table) Script(n int) (Script, error) { return next(t.o, n) }

// Camera returns the camera's model.
func (t *Table) Camera() calib.Camera { return t.cam }

// Decided says that the judge has decided: the waiting for it ends. Said before
// the timer's stop it means nothing.
func (t *Table) Decided() { t.decided.Store(true) }

// Close stops playing and waits until it has. It may be called twice.
func (t *Table) Close() {
	t.cancel()
	t.wait.Wait()
}

// draw draws what is to come.
func (t *Table) draw() {
	defer close(t.ahead)
	for n, seq := 0, uint64(0); ; n++ {
		s, err := next(t.o, n)
		if err == nil {
			seq, err = t.drawScript(&s, n, seq)
		}
		switch {
		case errors.Is(err, io.EOF):
			t.broken = err
			return
		case err != nil:
			t.broken = fmt.Errorf("attempt %d: %w", n, err)
			return
		}
	}
}

// drawScript draws one script and returns the number of the frame after it.
func (t *Table) drawScript(s *Script, attempt int, seq uint64) (uint64, error) {
	c := course{Script: s, wait: t.o.Wait, decided: &t.decided}
	if attempt == 0 {
		c.at = t.o.from
	}
	for ; c.at < s.Length; seq++ {
		due := t.start + time.Duration(seq)*time.Second/Rate
		x := &shot{seq: seq, due: due, cues: c.passed(attempt, due)}
		var err error
		if x.moment, err = s.Moment(c.at); err != nil {
			return seq, err
		}
		// Late frames are left out, so that the table catches up.
		const late = 2 * time.Second / Rate
		if t.o.Fast || t.clock()-due < late {
			if x.layers, err = t.reel.Draw(&x.moment); err != nil {
				return seq, err
			}
		}
		select {
		case t.ahead <- x:
		case <-t.ctx.Done():
			return seq, io.EOF
		}
		c.step()
	}
	return seq, nil
}

// course is how far a script is played.
type course struct {
	*Script
	at      time.Duration // in the script
	cue     int           // the next one
	waited  time.Duration // since the stop
	wait    time.Duration
	decided *atomic.Bool
}

// passed returns the cues up to now, by the clock.
func (c *course) passed(attempt int, due time.Duration) []Cue {
	var out []Cue
	for c.cue < len(c.Cues) && c.Cues[c.cue].At <= c.at {
		q := c.Cues[c.cue]
		q.At, q.Attempt = due-(c.at-q.At), attempt
		out = append(out, q)
		c.cue++
	}
	return out
}

// step goes on by one frame, which is later in the script where the judge has
// decided, and not where it is waited for.
func (c *course) step() {
	const frame = time.Second / Rate
	before, next := c.at, c.at+frame
	if c.Truth.Stop > before && c.Truth.Stop <= next {
		c.decided.Store(false)
	}
	if before >= c.Truth.Stop {
		c.waited += frame
	}
	if c.Wait.Holds(before) {
		switch {
		case c.decided.Load() || c.wait > 0 && c.waited >= c.wait:
			next = max(next, c.Wait.To)
		case next >= c.Wait.To:
			next = before
		}
	}
	c.at = next
}

// play hands on what was drawn as it falls due.
func (t *Table) play() {
	defer close(t.newest)
	for x := range t.ahead {
		if !t.until(x.due) {
			return
		}
		t.happen(x)
		select { // only the newest counts
		case <-t.newest:
		default:
		}
		t.newest <- x
	}
}

func (t *Table) happen(x *shot) {
	t.unplugged.Store(x.moment.Fault == Unplugged)
	for _, c := range x.cues {
		t.tell(c)
	}
}

// until waits for a moment; false where the table was closed before.
func (t *Table) until(due time.Duration) bool {
	d := due - t.clock()
	if d <= 0 {
		return t.ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-t.ctx.Done():
		return false
	}
}
