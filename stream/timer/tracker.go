package timer

import "time"

const (
	// silence without a valid packet means that the timer is not connected. Two
	// packets in a row may be lost, and what looks every 50 ms still tells within
	// the half second after which other programs give up at the latest.
	silence = 4 * packetPeriod

	// slack is how far the time may seem ahead of the clock: USB adapters hold
	// bytes back for 16 ms, a busy machine for longer, and never as long as this.
	slack = 250 * time.Millisecond

	// lag is how far a reading may stay behind the one before and be told as
	// running: beyond it the display may stand still already. Twice what a USB
	// adapter holds back.
	lag = 32 * time.Millisecond

	// earlyStop: a timer that shows less when it stops is taken for faulty (A6b1).
	earlyStop = 60 * time.Millisecond

	// limit is from where a Stackmat stops by itself, the last that it shows
	// before wrap, where its minutes have no more digits.
	limit = 9*time.Minute + 59*time.Second + 800*time.Millisecond
	wrap  = 10 * time.Minute
)

// mode is what the tracker holds the timer to be doing.
type mode int

const (
	unknown  mode = iota // nothing believed yet
	zero                 // shows 0
	starting             // showed 0, then once something else
	running              // increased
	frozen               // stands still at something else than 0
)

// reading is one time that the timer showed, and when.
type reading struct{ shown, at, end time.Duration }

// follows tells whether a timer that showed a may show b now: the same time, or
// one later by no more than what went by.
func (a reading) follows(b reading) bool {
	return b.shown == a.shown || b.shown > a.shown && b.shown-a.shown <= b.at-a.at+slack
}

// began is when a run that shows this reading began, if it runs.
func (a reading) began() time.Duration { return a.at - a.shown }

// tracker makes events of packets. It believes a packet that follows from the
// one before; one that does not is set aside until the next agrees with it.
type tracker struct {
	scribe
	mode    mode
	last    reading // the last believed
	first   reading // the first of those that show the same as last
	before  reading // the last that showed something else; valid where moved
	moved   bool
	same    int           // how many in a row show the same as first, without it
	start   time.Duration // the earliest that the run seems to have begun; the last zero where none is on
	aside   reading
	doubted bool // whether aside holds one

	any    bool // whether last holds one
	linked bool
	broken bool          // not heard for a while since zero was shown
	heard  time.Duration // end of the last valid packet
	why    Why           // why the end of this run will be suspect
	hint   hint
	odd    int // packets set aside and found wrong, since last asked
}

// packet takes a valid packet.
func (t *tracker) packet(p packet) {
	t.heard = p.end
	if !t.linked {
		t.linked = true
		t.write(Event{Kind: Connected, Solve: t.solve, At: p.at, Seen: p.end})
	}
	r := reading{p.shown, p.at, p.end}
	switch {
	case !t.any:
		t.any = true
		t.restart(r)
	case t.possible(r):
		t.drop()
		t.believe(r, p.status)
	case t.doubted && t.aside.follows(r):
		c := t.aside
		t.doubted = false
		t.turn(c, r)
		t.restart(c)
		t.believe(r, p.status)
	default:
		t.drop()
		t.aside, t.doubted = r, true
	}
	t.hint.packet(&t.scribe, p)
}

// possible tells whether r can come next. It is held against the start of the
// run, not against the reading before, as that may have come late.
func (t *tracker) possible(r reading) bool {
	if r.shown == t.last.shown {
		return true
	}
	return t.mode != frozen && r.shown > t.last.shown && r.began() >= t.start-slack
}

// drop forgets a reading that was set aside and that nothing agreed with.
func (t *tracker) drop() {
	if t.doubted {
		t.odd++
	}
	t.doubted = false
}

// restart makes r the only reading known, leaving the mode.
func (t *tracker) restart(r reading) {
	t.last, t.first, t.same, t.moved, t.start = r, r, 0, false, r.began()
}

// believe takes a reading that follows from the last.
func (t *tracker) believe(r reading, status byte) {
	if r.shown != t.last.shown {
		t.advance(r)
		return
	}
	t.last = r
	t.same++
	switch {
	case r.shown == 0:
		t.mode, t.why, t.broken, t.start = zero, 0, false, r.at
		t.reset(t.first.at, r.end)
	case t.mode != frozen && (t.same > 1 || status != statusRunning): // where the hint objects, once more
		t.freeze(r)
	}
}

// advance takes a reading that is later than the last.
func (t *tracker) advance(r reading) {
	t.before, t.moved = t.last, true
	t.last, t.first, t.same = r, r, 0
	if t.before.shown == 0 { // one reading alone is not believed
		t.mode, t.start = starting, r.began()
		return
	}
	t.mode, t.start = running, min(t.start, r.began())
	if r.began()-t.before.began() <= lag {
		t.running(r.shown, r.at, r.end)
	}
}

// freeze tells that the display stands still.
func (t *tracker) freeze(r reading) {
	at := t.first.at
	if t.moved && t.before.shown > 0 { // it ran from there to here
		at = min(at, t.before.at+r.shown-t.before.shown)
	}
	t.end(t.reason(r), r.shown, at, r.end)
	t.mode = frozen
}

// reason gives why an end at r would be suspect; 0 for a plain stop.
func (t *tracker) reason(r reading) Why {
	seen := t.mode == running || t.mode == starting && !t.broken
	switch {
	case t.why != 0:
		return t.why
	case r.shown < earlyStop:
		return EarlyStop
	case r.shown >= limit:
		return AtLimit
	case !seen:
		return UnseenRun
	}
	return 0
}

// turn tells what it means that the display, which showed last, cannot show c
// but does, as r confirms.
func (t *tracker) turn(c, r reading) {
	fresh := c.began() >= t.last.at-slack // a run that began since
	switch t.mode {
	case unknown: // the only reading was wrong
		t.odd++
	case zero, starting:
		if t.mode == starting { // so was the first after zero
			t.odd++
		}
		t.mode = zero
		if !fresh {
			t.mode, t.why = unknown, Jump
			t.doubt(Jump, c.shown, c.at, r.end)
		}
	case running:
		t.turnRunning(c, r, fresh)
	case frozen:
		t.turnFrozen(c, r, fresh)
	}
}

func (t *tracker) turnRunning(c, r reading, fresh bool) {
	wrapped := t.last.shown + c.at - t.last.at - wrap
	switch {
	case r.shown > 0 && c.shown >= wrapped-slack && c.shown <= wrapped+slack:
		t.why = Rollover
		t.doubt(Rollover, c.shown, c.at, r.end)
	case c.shown < t.last.shown && fresh:
		t.doubt(LostRunning, t.last.shown, c.at, r.end)
		t.renew(c, r)
	case c.shown < t.last.shown:
		t.why = Backwards
		t.doubt(Backwards, c.shown, c.at, r.end)
	default:
		t.why = Jump
		t.doubt(Jump, c.shown, c.at, r.end)
	}
}

func (t *tracker) turnFrozen(c, r reading, fresh bool) {
	goesOn := c.began() >= t.start-slack && c.began() <= t.start+slack
	switch {
	case c.shown > t.last.shown && r.shown > c.shown && goesOn:
		t.mode = running
		t.resume(c.shown, c.at, r.end)
	case fresh:
		t.renew(c, r)
	default:
		t.mode, t.why = running, Jump
		if c.shown < t.last.shown {
			t.why = Backwards
		}
		t.resume(c.shown, c.at, r.end)
	}
}

// renew takes the timer for reset just before it showed c.
func (t *tracker) renew(c, r reading) {
	t.reset(c.began(), r.end)
	t.mode, t.why = zero, 0
	if c.shown > 0 { // that zero was not seen
		t.mode, t.broken = starting, true
	}
}

// tick tells of silence, and whether it did just now.
func (t *tracker) tick(now time.Duration) bool {
	if !t.linked || now-t.heard < silence {
		return false
	}
	t.lose(now, "")
	return true
}

// lose tells that the timer is not heard any more.
func (t *tracker) lose(now time.Duration, detail string) {
	if !t.linked {
		return
	}
	t.linked, t.broken, t.doubted = false, true, false
	t.hint = hint{}
	t.write(Event{Kind: Disconnected, Solve: t.solve, At: t.heard, Seen: now, Detail: detail})
}
