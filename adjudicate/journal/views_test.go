package journal

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// anything draws an event for an attempt; many do not fit where it stands.
func anything(r *rand.Rand, id string, at attempt.Time) attempt.Event {
	verdicts := map[rules.Verdict]string{rules.IsOK: "aligned", rules.IsPlusTwo: "one_move", rules.IsDNF: "more_moves"}
	v := []rules.Verdict{rules.IsOK, rules.IsPlusTwo, rules.IsDNF}[r.IntN(3)]
	people := []attempt.Actor{judge, delegate, delegate}
	sense := []attempt.Event{
		{By: camera, Data: attempt.Open{ID: id, Event: "333", Rulebook: rules.Default, Competitor: fmt.Sprint(r.IntN(4)), Round: "333-r1", Number: 1 + r.IntN(5)}},
		{By: camera, Data: attempt.Cover{}}, {By: camera, Data: attempt.Inspect{}}, {By: timer, Data: attempt.Start{}},
		{By: timer, Data: attempt.Stop{TimeMS: attempt.Millis(r.IntN(60000))}}, {By: timer, Data: attempt.Stop{TimeMS: 9990}}, {By: timer, Data: attempt.Reset{}},
		{By: camera, Data: attempt.Rest{Still: "h"}}, {By: camera, Data: attempt.RaiseFlag{Flag: rules.FlagTouched, Note: "備註 <&>\u2028\x00"}},
		{By: camera, Data: attempt.Suggest{Ruling: adjudicate.Ruling{Rulebook: rules.Default, Suggestion: adjudicate.PlusTwo, Possible: []adjudicate.Outcome{adjudicate.PlusTwo}}}},
		{By: judge, Data: attempt.Decide{Verdict: v, Seen: 1, Reason: verdicts[v]}}, {By: judge, Data: attempt.Decide{Verdict: v, Reason: verdicts[v]}},
		{By: judge, Data: attempt.Decide{Verdict: rules.IsDNS}}, {By: judge, Data: attempt.TakeBack{}}, {By: judge, Data: attempt.Sign{}},
		{By: judge, Data: attempt.Freeze{Why: []attempt.Why{attempt.Unsure, attempt.Dispute, attempt.Incident}[r.IntN(3)]}},
		{By: judge, Data: attempt.Request{Note: "n"}}, {By: judge, Data: attempt.Penalise{Penalty: "A4b"}}, {By: judge, Data: attempt.Forgive{Entry: 1}},
		{By: delegate, Data: attempt.View{SpeedPct: 50, Reason: "final"}}, {By: delegate, Data: attempt.Amend{Verdict: v, Reason: verdicts[v]}},
		{By: delegate, Data: attempt.Uphold{}}, {By: delegate, Data: attempt.Grant{Extra: id + "x", Reason: "timer", Provisional: r.IntN(2) == 0}},
		{By: delegate, Data: attempt.Settle{Extra: id + "x", Use: r.IntN(2) == 0}}, {By: people[r.IntN(3)], Data: attempt.Nullify{Reason: "opened_wrong"}},
		{By: delegate, Data: attempt.Restore{}}, {By: delegate, Data: attempt.Decide{Verdict: v, Seen: 1, Reason: verdicts[v]}}, {By: camera, Data: attempt.Tick{}},
	}
	for range 4 { // more of what seldom fits
		sense = append(sense, attempt.Event{By: judge, Data: attempt.TakeBack{}}, sense[10], sense[11], sense[20])
	}
	e := sense[r.IntN(len(sense))]
	e.At = at
	return e
}

// course draws what happens to a record.
type course struct {
	j      *Journal
	r      *rand.Rand
	book   *rules.Rulebook
	states map[key]attempt.State
	taken  map[string]int // what was recorded, by kind
}

// step does the n-th thing.
func (c *course) step(t *testing.T, n int) {
	k := key{fmt.Sprintf("t%d", c.r.IntN(2)), fmt.Sprintf("a%d", n/60+c.r.IntN(2))}
	switch x := c.r.IntN(100); {
	case x < 3:
		put(t, c.j, Evidence{Table: k.table, Attempt: []string{k.id, ""}[c.r.IntN(2)], Kind: Still, MediaType: "image/jpeg"}, fmt.Sprint(c.r.IntN(40)))
	case x < 5:
		if err := c.j.Release(bg, k.table, k.id, delegate, ""); err == nil {
			c.taken["release"]++
		}
	case x < 7:
		s := sweep(t, c.j, Retention{Undisputed: time.Second, Disputed: time.Minute, MaxBytes: 20})
		c.taken["swept"] += s.Files
	default:
		c.event(t, k, attempt.Time(n)*second/2)
	}
}

// event appends an event, mostly one that fits, so that attempts get far.
func (c *course) event(t *testing.T, k key, at attempt.Time) {
	e := anything(c.r, k.id, at)
	next, _, refused := attempt.Step(c.book, c.states[k], e)
	for range 30 {
		if refused == nil || c.r.IntN(20) == 0 {
			break
		}
		e = anything(c.r, k.id, at)
		next, _, refused = attempt.Step(c.book, c.states[k], e)
	}
	c.states[k] = next
	_, err := c.j.Append(bg, Of(k.table, k.id, e))
	if err == nil {
		c.taken[string(e.Kind())]++
	}
	if (err == nil) != (refused == nil) {
		t.Fatalf("%s: the record says %v, the state machine %v", e.Kind(), err, refused)
	}
}

// replays compares every attempt with what its events come to.
func (c *course) replays(t *testing.T) {
	for k, state := range c.states {
		events, err := c.j.Events(bg, k.table, k.id)
		if err != nil {
			t.Fatal(err)
		}
		replayed, refused := attempt.Replay(c.book, events)
		kept, err := c.j.Attempt(bg, k.table, k.id)
		if len(events) > 0 && (err != nil || refused > 0 || !alike(kept, replayed) || !alike(kept, state)) {
			t.Errorf("attempt %v: %v, %d refused, the state is not what the events come to", k, err, refused)
		}
	}
}

// Whatever is recorded in whatever order, the views are those that the events
// come to.
func testViews(t *testing.T, open opener) {
	opts := Options{Now: stepping(), Outbox: true}
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	c := &course{open(t, opts), rand.New(rand.NewPCG(1, 2)), book, map[key]attempt.State{}, map[string]int{}}
	steps := 1200
	if raceOn {
		steps = 350
	}
	for n := range steps {
		c.step(t, n)
	}
	for _, kind := range []string{"decide", "amend", "uphold", "freeze", "request", "grant", "settle", "void", "restore", "take_back", "release", "swept"} {
		if c.taken[kind] == 0 {
			t.Errorf("nothing drawn reaches %s: %v", kind, c.taken)
		}
	}
	sound(t, c.j)
	c.replays(t)
	live := dump(t, c.j)
	if n, err := c.j.Rebuild(bg); err != nil || n == 0 {
		t.Fatal(n, err)
	}
	if again := dump(t, c.j); again != live {
		t.Errorf("rebuilt views differ:\n%s\nlive:\n%s", again, live)
	}
	c.j.Close()
	j := open(t, opts)
	if _, err := j.write.Exec("DELETE FROM attempts"); err != nil {
		t.Fatal(err)
	}
	if r, err := j.Verify(bg); err != nil || len(r.Faults) == 0 || r.Faults[0].Kind != FaultView {
		t.Error(r.Faults, err)
	}
	if _, err := j.Rebuild(bg); err != nil {
		t.Fatal(err)
	}
	if again := dump(t, j); again != live {
		t.Error("rebuilt views differ after they were lost")
	}
}

// dump writes the views as text.
func dump(t testing.TB, j *Journal) string {
	t.Helper()
	var b strings.Builder
	for _, q := range []string{"SELECT * FROM attempts ORDER BY table_id, id", "SELECT * FROM evidence ORDER BY table_id, attempt_id, hash",
		"SELECT * FROM chains ORDER BY table_id"} {
		rows, err := j.read.Query(q)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		cols, _ := rows.Columns()
		for rows.Next() {
			cells := make([]any, len(cols))
			for i := range cells {
				cells[i] = new(any)
			}
			if err := rows.Scan(cells...); err != nil {
				t.Fatal(err)
			}
			for i, c := range cells {
				fmt.Fprintf(&b, "%s=%v ", cols[i], *c.(*any))
			}
			b.WriteByte('\n')
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
