package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// opener opens a record; what it opens again is the same one.
type opener func(t testing.TB, opts Options) *Journal

// stores are the databases that hold to one contract.
var stores = map[string]func(t testing.TB) opener{
	"sqlite": func(t testing.TB) opener {
		dir := t.TempDir()
		return func(t testing.TB, opts Options) *Journal { return openTest(t, dir, opts) }
	},
	"postgres": func(t testing.TB) opener {
		dsn, dir := postgres(t), t.TempDir()
		return func(t testing.TB, opts Options) *Journal {
			opts.NoSweep = opts.Retention == nil
			j, err := OpenPostgres(context.Background(), dsn, dir, opts)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { j.Close() })
			return j
		}
	},
}

func TestContract(t *testing.T) {
	for name, store := range stores {
		for _, c := range []struct {
			name string
			test func(*testing.T, opener)
		}{
			{"append", testAppend}, {"refuse", testRefuse}, {"together", testTogether}, {"resume", testResume}, {"lists", testLists},
			{"evidence", testEvidence}, {"outbox", testOutbox}, {"receive", testReceive}, {"retention", testRetention},
			{"release", testRelease}, {"forget", testForget}, {"views", testViews}, {"append only", testAppendOnly}, {"clock", testClock}, {"restore", testRestore}, {"shelf", testShelf},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) { c.test(t, store(t)) })
		}
	}
}

var bg = context.Background()

func sound(t testing.TB, j *Journal) Report {
	t.Helper()
	r, err := j.Verify(bg)
	if err != nil || len(r.Faults) > 0 {
		t.Fatalf("verify: %v, %+v", err, r.Faults)
	}
	return r
}

func testAppend(t *testing.T, open opener) {
	j := open(t, Options{Software: "v1"})
	events := decided("a", "7", second)
	for i, e := range events {
		got, err := j.Append(bg, Of("t1", "a", e))
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := json.Marshal(e)
		if len(got) != 1 || got[0].Seq != int64(i+1) || got[0].Hash != got[0].sum() || !bytes.Equal(got[0].Payload, raw) ||
			got[0].Software != "v1" || got[0].Rulebook != rules.Default || got[0].At != e.At || got[0].By != e.By {
			t.Fatalf("%+v", got)
		}
	}
	if _, err := j.Append(bg, Entry{Table: "t2", Kind: KindStart, By: camera, Data: map[string]string{"host": "x"}},
		Entry{Table: "t1", Attempt: "a", Kind: KindObservation, By: camera, At: 7 * second, Calibration: "rig1", Data: []int{1}}); err != nil {
		t.Fatal(err)
	}
	j.Close()
	j = open(t, Options{Software: "v2"})
	log, err := j.Log(bg, "t1", 1, 100)
	if err != nil || len(log) != len(events)+1 || log[8].Calibration != "rig1" || string(log[8].Payload) != "[1]" {
		t.Fatal(log, err)
	}
	back, err := j.Events(bg, "t1", "a")
	if err != nil || len(back) != len(events) {
		t.Fatal(back, err)
	}
	book, _ := rules.Load(rules.Default)
	want, refused := attempt.Replay(book, back)
	got, err := j.Attempt(bg, "t1", "a")
	if err != nil || refused > 0 || !alike(got, want) {
		t.Fatal(refused, err, got)
	}
	if r := sound(t, j); r.Events != int64(len(events)+2) || r.Tables != 2 || r.Attempts != 1 {
		t.Error(r)
	}
}

// alike compares states as JSON has them.
func alike(a, b attempt.State) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

func testRefuse(t *testing.T, open opener) {
	j := open(t, Options{})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	before := sound(t, j).Events
	decide := decided("a", "7", 100*second)[7]
	odd := Of("t1", "a", attempt.Event{At: 50 * second, By: judge, Data: attempt.Sign{}})
	odd.By = delegate
	for _, c := range []struct {
		name string
		e    Entry
		want error
	}{
		{"decided twice", Of("t1", "a", decide), attempt.ErrDecided},
		{"opened twice", Of("t1", "a", solve("a", "7", 0)[0]), attempt.ErrPhase},
		{"not open", Of("t1", "b", decide), attempt.ErrPhase},
		{"other table", Of("t2", "a", decide), attempt.ErrPhase},
		{"other id", Of("t1", "b", solve("c", "7", 0)[0]), ErrEntry},
		{"unknown rulebook", Of("t1", "b", attempt.Event{By: camera, Data: attempt.Open{ID: "b", Event: "333", Rulebook: "x"}}), attempt.ErrRulebook},
		{"other sender", odd, ErrEntry},
		{"no data", Entry{Table: "t1", Attempt: "a", Kind: "attempt.sign", By: judge}, attempt.ErrEvent},
		{"no attempt", Of("t1", "", solve("a", "7", 0)[0]), ErrEntry},
		{"no table", Of("", "a", decide), ErrEntry},
		{"control character", Of("t\x00", "a", decide), ErrEntry},
		{"bad UTF-8", Entry{Table: "t1", Kind: KindAct, By: judge, Data: json.RawMessage("\"\xff\"")}, ErrEntry},
		{"bad JSON", Entry{Table: "t1", Kind: KindAct, By: judge, Data: json.RawMessage("{")}, ErrEntry},
		{"no role", Entry{Table: "t1", Kind: KindAct}, ErrEntry},
		{"kind of its own", Entry{Table: "t1", Kind: KindDeleted, By: judge}, ErrEntry},
		{"too large", Entry{Table: "t1", Kind: KindAct, By: judge, Data: strings.Repeat("x", maxPayload)}, ErrEntry},
	} {
		// An entry that is refused takes those beside it along.
		good := Entry{Table: "t1", Kind: KindAct, By: judge}
		for _, entries := range [][]Entry{{c.e}, {good, c.e}, {c.e, good}} {
			if got, err := j.Append(bg, entries...); !errors.Is(err, c.want) || got != nil {
				t.Errorf("%s: %v, %v", c.name, got, err)
			}
		}
	}
	if r := sound(t, j); r.Events != before {
		t.Errorf("%d events, had %d", r.Events, before)
	}
}

// Many at once, some of them refused: chains hold, and every answer is true.
func testTogether(t *testing.T, open opener) {
	j := open(t, Options{Outbox: true})
	var wg sync.WaitGroup
	for n := range 24 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			table, id := fmt.Sprintf("t%d", n%3), fmt.Sprintf("a%d", n/2) // two fight for each attempt of a table
			for _, e := range decided(id, "7", second) {
				_, err := j.Append(bg, Of(table, id, e))
				if err != nil && !errors.Is(err, attempt.ErrPhase) && !errors.Is(err, attempt.ErrDecided) && !errors.Is(err, attempt.ErrStale) {
					t.Errorf("%s: %v", e.Kind(), err)
				}
			}
		}()
	}
	wg.Wait()
	if r := sound(t, j); r.Tables != 3 || r.Refused != 0 || r.Pending != r.Events {
		t.Error(r)
	}
}

func testResume(t *testing.T, open opener) {
	j := open(t, Options{})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	add(t, j, "t1", "b", disputing("b", "8", 100*second)...)
	add(t, j, "t2", "c", solve("c", "9", 900*second)...)
	add(t, j, "t1", "d", solve("d", "9", 200*second)[:4]...)
	j.Close()
	j = open(t, Options{})
	r, err := j.Resume(bg, "t1", 2)
	if err != nil || !slices.Equal(idsOf(r.Open), []string{"b", "d"}) || !slices.Equal(idsOf(r.Recent), []string{"d", "b"}) || r.Latest != 210*second {
		t.Fatal(idsOf(r.Open), idsOf(r.Recent), r.Latest, err)
	}
	add(t, j, "t1", "d", solve("d", "9", 200*second)[4:]...)
	if r, err := j.Resume(bg, "t9", 2); err != nil || len(r.Open)+len(r.Recent) > 0 {
		t.Error(r, err)
	}
	if _, err := j.Attempt(bg, "t1", "c"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	sound(t, j)
}

func idsOf(states []attempt.State) (ids []string) {
	for _, s := range states {
		ids = append(ids, s.Opened.ID)
	}
	return ids
}

func testLists(t *testing.T, open opener) {
	j := open(t, Options{Now: stepping()})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	add(t, j, "t1", "b", disputing("b", "8", 100*second)...)
	add(t, j, "t2", "c", disputing("c", "9", 100*second)...)
	add(t, j, "t2", "d", append(decided("d", "9", 200*second), attempt.Event{At: 230 * second, By: judge, Data: attempt.Request{}})...)
	list := func(s []Summary, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, x := range s {
			out = append(out, fmt.Sprintf("%s %s %s", x.ID, x.Waiting, x.Result))
		}
		return strings.Join(out, ", ")
	}
	check := func(name, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	check("queue", list(j.Queue(bg, 10)), "b dispute 12.19, c dispute 12.19, d request 12.19")
	check("queue of two", list(j.Queue(bg, 2)), "b dispute 12.19, c dispute 12.19")
	add(t, j, "t1", "b", attempt.Event{At: 160 * second, By: delegate, Data: attempt.Amend{Verdict: rules.IsPlusTwo, Reason: "one_move"}})
	add(t, j, "t2", "d", attempt.Event{At: 260 * second, By: delegate, Data: attempt.Uphold{}})
	check("queue", list(j.Queue(bg, 10)), "c dispute 12.19")
	check("disputes", list(j.Disputes(bg, 10)), "b  12.19 + 2 = 14.19, c dispute 12.19, d  12.19")
	check("results", list(j.Results(bg, "333", "333-r1")), "a  12.19, b  12.19 + 2 = 14.19, c dispute 12.19, d  12.19")
	check("another round", list(j.Results(bg, "333", "333-r2")), "")
	sound(t, j)
}

// stepping is a wall clock that goes on by a second each time it is read.
func stepping() func() time.Time {
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

func testOutbox(t *testing.T, open opener) {
	j := open(t, Options{Outbox: true})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	add(t, j, "t2", "b", decided("b", "8", second)...)
	p, err := j.Pending(bg, 5)
	if err != nil || len(p) != 5 || p[0].Seq != 1 || p[4].Seq != 5 {
		t.Fatal(p, err)
	}
	j.Close()
	j = open(t, Options{Outbox: true})
	if err := j.Ack(bg, p[0].ID, p[1].ID, p[0].ID, "unknown"); err != nil {
		t.Fatal(err)
	}
	p2, err := j.Pending(bg, 100)
	if err != nil || len(p2) != 14 || !reflect.DeepEqual(p2[0], p[2]) {
		t.Fatal(len(p2), err)
	}
	if r := sound(t, j); r.Pending != 14 {
		t.Error(r)
	}
}

func testAppendOnly(t *testing.T, open opener) {
	j := open(t, Options{})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	for _, q := range []string{"UPDATE events SET kind = 'x' WHERE seq = 1", "DELETE FROM events WHERE seq = 8"} {
		if _, err := j.write.Exec(q); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", q, err)
		}
	}
	sound(t, j)
}

// A wall clock that jumps changes no order.
func testClock(t *testing.T, open opener) {
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	opts := Options{Outbox: true, Now: func() time.Time { return now }}
	j := open(t, opts)
	jumps := []time.Duration{0, 5 * time.Hour, -9 * time.Hour, time.Millisecond, -60 * 365 * 24 * time.Hour, time.Hour, 0, time.Hour}
	for i, e := range decided("a", "7", second) {
		now = now.Add(jumps[i])
		add(t, j, "t1", "a", e)
		if i == 3 {
			j.Close()
			j = open(t, opts)
		}
	}
	sound(t, j)
	p, err := j.Pending(bg, 100)
	if err != nil || len(p) != 8 || !slices.IsSortedFunc(p, func(a, b Event) int { return int(a.Seq - b.Seq) }) {
		t.Error(p, err)
	}
}
