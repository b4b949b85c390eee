package web

import (
	"context"
	"net/http"
	"testing"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// rejudged is a table that judges again.
type rejudged struct{ *fakeTable }

func (rejudged) Again(_ context.Context, id string) (Again, error) {
	if id == "A1" {
		return Again{Before: "v1", First: adjudicate.Ruling{Suggestion: adjudicate.OK}, Second: adjudicate.Ruling{Suggestion: adjudicate.PlusTwo}}, nil
	}
	return Again{}, ErrNoEvidence
}

// Judging again is for whoever may see recordings, and tells both versions.
func TestAgain(t *testing.T) {
	s := newSite(t)
	s.hall.tables["a"].play(t, "A1")
	judge, chief := s.as(rules.Judge), s.as(rules.Delegate)
	const at = "/api/tables/a/attempts/A1/again"
	chief.send("POST", at, nil).fails(codeNoEvidence, "attempt") // a table that does not
	s.hall.again = true
	if got := read[Again](chief.send("POST", at, nil).want(http.StatusOK)); got.Before != "v1" || got.Now != s.web.cfg.Version || got.Second.Suggestion != adjudicate.PlusTwo {
		t.Errorf("%+v", got)
	}
	judge.send("POST", at, nil).fails(codeNoRight, "")
	chief.send("POST", "/api/tables/a/attempts/none/again", nil).fails(codeNoAttempt, "")
	s.screen().send("POST", at, nil).fails(codeNoSession, "")
}
