package table

import (
	"errors"
	"fmt"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// Patient is a Record that tells how it does. A Record may be one.
type Patient interface {
	// Troubles lists what is wrong with it, worst first.
	Troubles() []web.Trouble
}

var _ Patient = Journal{}

const (
	// tooSlow is how long a write may take: what takes longer than a second is felt
	// as an interruption (Nielsen, Usability Engineering, 1993, 5.5).
	tooSlow = time.Second
	// fewWrites are too few to say that.
	fewWrites = 20
	// recordEvery is how often the record is asked how it does.
	recordEvery = attempt.Time(2 * time.Second)
)

// Troubles implements Patient.
func (j Journal) Troubles() []web.Trouble {
	return troublesOf(j.Health(), journal.DefaultRetention.MinFree)
}

// troublesOf tells how a record does that should leave some bytes of its disk free.
func troublesOf(h journal.Health, least int64) []web.Trouble {
	out := []web.Trouble{}
	add := func(how web.Health, says rules.Text, values map[string]rules.Text) {
		out = append(out, web.Trouble{Health: how, Text: says.Fill(values)})
	}
	if h.Failing != nil {
		add(web.Lost, recordSick, map[string]rules.Text{"why": told(h.Failing)})
	}
	if n := len(h.Faults); n > 0 {
		add(web.Poor, recordFaulty, number("n", int64(n)))
	}
	if h.Free < least && !errors.Is(h.Failing, journal.ErrFull) {
		const megabyte = 1e6
		add(web.Poor, diskLow, number("mb", h.Free/megabyte))
	}
	if h.Writes >= fewWrites && h.P99 > tooSlow {
		add(web.Poor, recordSlow, number("ms", h.P99.Milliseconds()))
	}
	if h.Sweeping != nil {
		add(web.Poor, footageStays, map[string]rules.Text{"why": told(h.Sweeping)})
	}
	return out
}

func number(name string, n int64) map[string]rules.Text {
	return map[string]rules.Text{name: rules.Plain(fmt.Sprint(n))}
}

// examine asks the record how it does, now and then.
func (o *owner) examine() {
	p, ok := o.cfg.Record.(Patient)
	if !ok || o.examined > 0 && o.now()-o.examined < recordEvery {
		return
	}
	o.examined = max(o.now(), 1)
	now := p.Troubles()
	if !sameTroubles(o.illness, now) {
		o.illness, o.dirty = now, true
	}
}

func sameTroubles(a, b []web.Trouble) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Health != b[i].Health || a[i].Text.In(rules.English) != b[i].Text.In(rules.English) {
			return false
		}
	}
	return true
}
