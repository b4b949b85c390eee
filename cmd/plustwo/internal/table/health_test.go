package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

func TestTroublesOf(t *testing.T) {
	const least = 1 << 30
	good := journal.Health{Free: least, Writes: fewWrites, P99: tooSlow}
	with := func(change func(*journal.Health)) journal.Health {
		h := good
		change(&h)
		return h
	}
	for name, c := range map[string]struct {
		health journal.Health
		worst  web.Health // empty for nothing wrong
		says   []string   // each trouble, in its order
	}{
		"well":             {good, "", nil},
		"full":             {with(func(h *journal.Health) { h.Failing = journal.ErrFull }), web.Lost, []string{"the record cannot be written (the disk is full): use the paper score sheet"}},
		"full to the last": {with(func(h *journal.Health) { h.Failing, h.Free = journal.ErrFull, 0 }), web.Lost, []string{"(the disk is full)"}},
		"read only":        {with(func(h *journal.Health) { h.Failing = fmt.Errorf("x: %w", journal.ErrReadOnly) }), web.Lost, []string{"(the disk cannot be written)"}},
		"damaged":          {with(func(h *journal.Health) { h.Failing = journal.ErrCorrupt }), web.Lost, []string{"(the record is damaged)"}},
		"nearly full":      {with(func(h *journal.Health) { h.Free = 3_000_000 }), web.Poor, []string{"3 MB are left"}},
		"slow":             {with(func(h *journal.Health) { h.P99 = 1500 * time.Millisecond }), web.Poor, []string{"1500 ms"}},
		"slow, few":        {with(func(h *journal.Health) { h.P99, h.Writes = time.Hour, fewWrites-1 }), "", nil},
		"a chain's fault":  {with(func(h *journal.Health) { h.Faults = make([]journal.Fault, 2) }), web.Poor, []string{"damaged in 2 places"}},
		"no deletion":      {with(func(h *journal.Health) { h.Sweeping = errors.New("x") }), web.Poor, []string{"cannot be deleted"}},
		"two": {with(func(h *journal.Health) { h.Failing, h.Free = journal.ErrReadOnly, 0 }), web.Lost,
			[]string{"paper score sheet", "0 MB"}},
	} {
		got := troublesOf(c.health, least)
		if len(got) != len(c.says) || len(got) > 0 && got[0].Health != c.worst {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		for i, x := range got {
			for _, l := range rules.Langs() {
				if x.Text[l] == "" || strings.Contains(x.Text[l], "{") {
					t.Errorf("%s: %s: %q", name, l, x.Text[l])
				}
			}
			if !strings.Contains(x.Text.In(rules.English), c.says[i]) {
				t.Errorf("%s: %q, want %q", name, x.Text.In(rules.English), c.says[i])
			}
		}
	}
}

// patient is a record that says how it does.
type patient struct {
	*fakeRecord
	says []web.Trouble
}

func (p *patient) Troubles() []web.Trouble { return p.says }

// A record that is unwell shows on the table's screens, and judging goes on; when
// it is well again nothing is left of it.
func TestRecordsHealthOnScreens(t *testing.T) {
	play(t, func(r *rig) {
		p := &patient{fakeRecord: r.record}
		tell := func(says ...web.Trouble) {
			if err := r.ask(context.Background(), func() error { p.says = says; r.own.cfg.Record = p; return nil }); err != nil {
				t.Fatal(err)
			}
		}
		low := web.Trouble{Health: web.Poor, Text: diskLow}
		tell(low)
		r.until("unwell", func(s web.Snapshot) bool {
			return len(s.Trouble) == 1 && s.Trouble[0].Text.In(rules.English) == low.Text.In(rules.English)
		})
		tell()
		r.until("well", func(s web.Snapshot) bool { return len(s.Trouble) == 0 })
	})
}
