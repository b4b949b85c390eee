package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
)

const acts = "/api/tables/a/attempts/A1/events"

// act is an event with an id of its own.
func act(id, kind, data string) string {
	if data != "" {
		data = `,"data":` + data
	}
	return fmt.Sprintf(`{"id":"screen-1-%s","kind":%q%s}`, id, kind, data)
}

func TestAct(t *testing.T) {
	s := newSite(t)
	x := s.hall.tables["a"]
	x.play(t, "A1")
	c := s.as(rules.Judge)
	got := read[Acted](c.send("POST", acts, act("1", "decide", `{"verdict":"ok","seen":1}`)))
	d := got.Attempt.Standing()
	if got.Repeated || d == nil || d.By != (attempt.Actor{Role: rules.Judge, ID: "Jo"}) || d.Result.Text != "12.19" {
		t.Fatalf("%+v", got)
	}
	done := x.done
	if got := read[Acted](c.send("POST", acts, act("1", "decide", `{"verdict":"ok","seen":1}`))); !got.Repeated || x.done != done || got.Attempt.Phase != attempt.Decided {
		t.Errorf("the same again: %+v, %d events", got, x.done-done)
	}
	c.send("POST", acts, act("1", "decide", `{"verdict":"DNF","seen":1}`)).fails(codeIDUsed, "id")
	s.as(rules.Delegate).send("POST", acts, act("1", "decide", `{"verdict":"ok","seen":1}`)).fails(codeIDUsed, "id")
	x.later(5000)
	c.send("POST", acts, act("2", "take_back", "")).want(http.StatusOK)
	c.send("POST", "/api/tables/a/attempts/current/events", act("3", "open",
		`{"id":"A2","event":"333","rulebook":"wca-2026-04-01"}`)).want(http.StatusOK)
	if got := read[Snapshot](c.get("/api/tables/a")).Attempt.Opened.ID; got != "A2" {
		t.Errorf("opened %s", got)
	}
}

// Every error of package attempt is told by a code, never as an internal one.
func TestActErrors(t *testing.T) {
	s := newSite(t)
	x := s.hall.tables["a"]
	x.play(t, "A1")
	c := s.as(rules.Judge)
	for i, k := range known {
		x.doErr = fmt.Errorf("decide: %w: details", k.err)
		c.send("POST", acts, act(fmt.Sprint("known", i), "sign", "")).fails(k.code, "")
	}
	x.doErr = errors.New("disk")
	c.send("POST", acts, act("again", "decide", `{"verdict":"ok","seen":1}`)).fails(codeInternal, "")
	c.send("POST", acts, act("again", "decide", `{"verdict":"ok","seen":1}`)).want(http.StatusOK) // what failed may be tried again
}

func TestActRefused(t *testing.T) {
	s := newSite(t)
	s.hall.tables["a"].play(t, "A1")
	c := s.as(rules.Judge)
	for _, x := range []struct {
		path, body string
		code       code
		field      string
	}{
		{acts, act("1", "suggest", `{"ruling":{}}`), codeBadKind, "kind"},
		{acts, act("1", "rest", ""), codeBadKind, "kind"}, {acts, act("1", "nothing", ""), codeBadKind, "kind"},
		{acts, act("1", "stop", `{"time_ms":1}`), codeBadKind, "kind"},
		{acts, act("1", "decide", `{"verdict":1}`), codeBadRequest, "data.verdict"},
		{acts, act("1", "decide", `{"verdict":"ok","more":1}`), codeBadRequest, "data.more"},
		{acts, act("1", "decide", `[]`), codeBadRequest, "data"},
		{acts, act("1", "decide", ""), codeEvent, ""},
		{acts, `{"id":"short","kind":"sign"}`, codeBadRequest, "id"},
		{acts, `{"id":"screen-1-1","kind":"sign","by":{"role":"delegate","id":"Dee"}}`, codeBadRequest, "by"},
		{acts, act("1", "amend", `{"verdict":"DNF","reason":"other","note":"x"}`), codeNoRight, ""},
		{acts, act("1", "decide", `{"verdict":"DNF","seen":1}`), codeReason, ""},
		{acts, act("1", "decide", `{"verdict":"ok","seen":0}`), codeStale, ""},
		{"/api/tables/a/attempts/none/events", act("1", "sign", ""), codeNoAttempt, ""},
		{"/api/tables/a/attempts/current/events", act("1", "decide", `{"verdict":"ok","seen":1}`), codeBadKind, "kind"},
		{"/api/tables/c/attempts/A1/events", act("1", "sign", ""), codeNoTable, "table"},
	} {
		c.send("POST", x.path, x.body).fails(x.code, x.field)
	}
	s.screen().send("POST", acts, act("1", "sign", "")).fails(codeNoSession, "")
}

// What a flag or the evidence rule holds is told with the rulebook's own words.
func TestExplained(t *testing.T) {
	s := newSite(t)
	x := s.hall.tables["a"]
	x.play(t, "A1")
	c := s.as(rules.Judge)
	if err := x.Do(t.Context(), "A1", attempt.Actor{Role: rules.Device}, attempt.Reset{}); err != nil {
		t.Fatal(err)
	}
	x.later(5000)
	rule := x.book.Procedure.Flags[rules.FlagReset]
	a := c.send("POST", acts, act("1", "decide", `{"verdict":"ok","seen":1}`)).fails(codeHeld, "")
	if !strings.Contains(string(a.body), rule.Text.In(rules.English)) || !strings.Contains(string(a.body), "("+rule.Article+")") {
		t.Errorf("%s, want %v", a.body, rule)
	}
	c.head.Set("Accept-Language", "zh-TW")
	a = c.send("POST", acts, act("2", "decide", `{"verdict":"ok","seen":1}`))
	if !strings.Contains(string(a.body), codeHeld.text().In(rules.Traditional)+rule.Text.In(rules.Traditional)) {
		t.Errorf("%s", a.body)
	}
	a = s.as(rules.Delegate).send("POST", acts, act("3", "view", `{"speed_pct":50}`)).fails(codeEvidence, "")
	if !strings.Contains(string(a.body), "(11f") {
		t.Errorf("%s", a.body)
	}
}

// A screen whose connection breaks off has done what it began, once.
func TestBrokenOff(t *testing.T) {
	s := newSite(t)
	x := s.hall.tables["a"]
	x.play(t, "A1")
	c := s.as(rules.Judge)
	begun, finish := make(chan struct{}), make(chan struct{})
	x.hold = func(ctx context.Context) {
		close(begun)
		<-finish
		if ctx.Err() != nil {
			t.Error("the event ended with its request")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", s.URL+acts, strings.NewReader(act("1", "penalise", `{"penalty":"A6c"}`)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	go func() {
		<-begun
		cancel()
	}()
	if _, err := c.Do(r); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(finish)
	got := read[Acted](c.send("POST", acts, act("1", "penalise", `{"penalty":"A6c"}`)))
	if !got.Repeated || len(got.Attempt.Pad) != 1 {
		t.Errorf("repeated %v, %d penalties", got.Repeated, len(got.Attempt.Pad))
	}
}

func TestTimer(t *testing.T) {
	s := newSite(t)
	c := s.as(rules.Judge)
	const path = "/api/tables/a/timer"
	for range 2 {
		c.send("POST", path, `{"id":"report-1","kind":"running"}`).want(http.StatusNoContent)
	}
	c.send("POST", path, `{"id":"report-2","kind":"stopped","time_ms":12190}`).want(http.StatusNoContent)
	c.send("POST", path, `{"id":"report-2","kind":"reset"}`).fails(codeIDUsed, "id")
	if got := s.hall.tables["a"].reports; len(got) != 2 || got[1] != (timer.Report{Kind: timer.Stopped, Time: 12190 * time.Millisecond}) {
		t.Errorf("%+v", got)
	}
	for _, x := range []struct {
		body  string
		code  code
		field string
	}{
		{`{"id":"report-3","kind":"flying"}`, codeBadKind, "kind"}, {`{"id":"report-3"}`, codeBadKind, "kind"},
		{`{"id":"report-3","kind":"stopped","time_ms":-1}`, codeBadRequest, "time_ms"},
		{`{"id":"report-3","kind":"stopped","time_ms":9223372036854775807}`, codeBadRequest, "time_ms"},
		{`{"id":"report-3","kind":"disconnected"}`, codeNoTimer, ""}, {`{"kind":"reset"}`, codeBadRequest, "id"},
	} {
		c.send("POST", path, x.body).fails(x.code, x.field)
	}
}

// The same id at the same time is done once, and all are told that it was done.
func TestOnceTogether(t *testing.T) {
	o := newOnce()
	var ran, repeats atomic.Int32
	go1 := make(chan struct{})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			again, err := o.do(t.Context(), "x", nil, func() error {
				<-go1
				ran.Add(1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			if again {
				repeats.Add(1)
			}
		})
	}
	close(go1)
	all.Wait()
	if ran.Load() != 1 || repeats.Load() != 7 {
		t.Errorf("ran %d times, repeated %d", ran.Load(), repeats.Load())
	}
}

func TestOnceForgets(t *testing.T) {
	o := newOnce()
	for i := range 2 * maxOnce {
		if _, err := o.do(t.Context(), fmt.Sprint(i), nil, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if len(o.known) != maxOnce || len(o.order) != maxOnce {
		t.Errorf("%d, %d", len(o.known), len(o.order))
	}
	for range 2 * maxOnce { // failing ones do not pile up either
		_, _ = o.do(t.Context(), "same", nil, func() error { return errors.New("no") })
	}
	if len(o.order) > maxOnce {
		t.Errorf("%d ids in order", len(o.order))
	}
}
