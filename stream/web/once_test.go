package web

import (
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// A server that is started again asks the table whether what comes was sent before.
func TestSentBeforeTheStart(t *testing.T) {
	s := newSite(t)
	s.hall.tables["a"].play(t, "A1")
	const events = "/api/tables/a/attempts/A1/events"
	decide := Act{ID: "decide-one", Kind: "decide", Data: []byte(`{"verdict":"ok","seen":1}`)}
	if got := read[Acted](s.as(rules.Judge).send("POST", events, decide)); got.Repeated {
		t.Error("repeated at first")
	}
	done := s.hall.tables["a"].done
	s.web.acts = newOnce() // as a start finds it
	if got := read[Acted](s.as(rules.Judge).send("POST", events, decide)); !got.Repeated || s.hall.tables["a"].done != done {
		t.Errorf("done again: %+v", got)
	}
	s.web.acts = newOnce()
	decide.Data = []byte(`{"verdict":"DNF","seen":1,"reason":"looked"}`)
	s.as(rules.Judge).send("POST", events, decide).fails(codeIDUsed, "")
}
