package table

import (
	"slices"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/web"
)

// Turn is a competitor who is expected at the table.
type Turn struct {
	Competitor string
	Registrant int // number in the competition; 0 for none
	Event      string
	Round      string    // such as 333-r1
	Attempts   int       // how many the round has
	Until      time.Time // when the group ends; zero for never
}

// seat is whose turn it is.
type seat struct {
	turn int   // index into the table's turns; their number for nobody's
	done []int // attempts of each turn that are over
}

// firstSeat passes over turns whose time was over when the table started.
func (o *owner) firstSeat() seat {
	out := seat{done: make([]int, len(o.cfg.Turns))}
	now := o.cfg.Epoch.Add(o.clock())
	for out.turn < len(o.cfg.Turns) && !o.cfg.Turns[out.turn].Until.IsZero() && !o.cfg.Turns[out.turn].Until.After(now) {
		out.turn++
	}
	return out
}

// expected is the next attempt as far as it is known; at least its event.
func (o *owner) expected() web.Turn {
	if o.seat.turn >= len(o.cfg.Turns) {
		return web.Turn{Event: o.cfg.Event}
	}
	return o.turn(o.seat.turn)
}

func (o *owner) turn(i int) web.Turn {
	t := o.cfg.Turns[i]
	return web.Turn{Competitor: t.Competitor, Registrant: t.Registrant, Event: t.Event, Round: t.Round, Number: o.seat.done[i] + 1}
}

// mostTurns is how many expected attempts the screens are told.
const mostTurns = 12

// turns lists what is expected, the next first: an extra attempt before all.
func (o *owner) turns() []web.Turn {
	var out []web.Turn
	for _, x := range o.extras {
		out = append(out, web.Turn{Competitor: x.Competitor, Event: x.Event, Round: x.Round, Number: x.Number})
	}
	for i := o.seat.turn; i < len(o.cfg.Turns) && len(out) < mostTurns; i++ {
		if o.unfinished(i) {
			out = append(out, o.turn(i))
		}
	}
	return out
}

// unfinished tells whether a turn has attempts left.
func (o *owner) unfinished(i int) bool { return o.seat.done[i] < o.cfg.Turns[i].Attempts }

// advance notes whose attempt makes room for the next. One that was set aside, or
// that replaces another, leaves the turn where it is; so does one of somebody who
// is not expected. The same competitor goes on until no attempts are left, then
// the first after the latest turn that has any.
func (o *owner) advance(s attempt.State) {
	if s.Phase == attempt.Void || s.Opened.Replaces != "" {
		return
	}
	i := slices.IndexFunc(o.cfg.Turns, func(t Turn) bool {
		return t.Competitor == s.Opened.Competitor && t.Event == s.Opened.Event && t.Round == s.Opened.Round
	})
	if i < 0 {
		return
	}
	o.seat.done[i] = max(s.Opened.Number, o.seat.done[i])
	if s.Opened.Number == 0 {
		o.seat.done[i]++
	}
	for o.seat.turn = i; o.seat.turn < len(o.cfg.Turns) && !o.unfinished(o.seat.turn); {
		o.seat.turn++
	}
}
