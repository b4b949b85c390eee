package web

import (
	"net/http"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestEvidence(t *testing.T) {
	s := newSite(t)
	s.hall.tables["a"].play(t, "A1")
	judge, chief := s.as(rules.Judge), s.as(rules.Delegate)
	const clip = "/api/tables/a/evidence/c11b"
	a := judge.get("/api/tables/a/evidence/" + still).want(http.StatusOK)
	if a.Header.Get("Cache-Control") != forever || a.Header.Get("Content-Type") != "image/jpeg" || a.Header.Get("ETag") != `"`+still+`"` {
		t.Errorf("%v", a.Header)
	}
	judge.head.Set("If-None-Match", `"`+still+`"`)
	judge.get("/api/tables/a/evidence/" + still).want(http.StatusNotModified)
	judge.get(clip).fails(codeNoRight, "")
	judge.get("/api/tables/a/evidence/none").fails(codeNoEvidence, "")
	if a := chief.get(clip).want(http.StatusOK); string(a.body) != "0123456789 MP4" || a.Header.Get("Content-Type") != "video/mp4" {
		t.Errorf("%s %v", a.body, a.Header)
	}
	chief.head.Set("Range", "bytes=2-4")
	if a := chief.get(clip).want(http.StatusPartialContent); string(a.body) != "234" || a.Header.Get("Content-Range") != "bytes 2-4/14" {
		t.Errorf("%s %v", a.body, a.Header)
	}
	chief.head.Set("Range", "bytes=99-")
	chief.get(clip).want(http.StatusRequestedRangeNotSatisfiable)
	s.screen().get(clip).fails(codeNoSession, "")
}

// Pictures one by one are served to the one whose view with a reason is on
// record, and to nobody else.
func TestSlow(t *testing.T) {
	s := newSite(t)
	s.hall.tables["a"].play(t, "A1")
	judge, chief := s.as(rules.Judge), s.as(rules.Delegate)
	const at = "/api/tables/a/attempts/A1"
	const frame = at + "/clips/c11b/frames/2.jpg"
	if got := read[Review](chief.get(at)); got.Slow != (Slow{NeedsReason: true}) || len(got.Clips) != 1 || got.Shown == nil ||
		got.Previews[rules.IsPlusTwo].Text != "12.19 + 2 = 14.19" || got.Epoch != 1 {
		t.Errorf("%+v", got)
	}
	judge.get(frame).fails(codeNoRight, "")
	chief.get(frame).fails(codeLocked, "")
	chief.send("POST", acts, act("real", "view", `{"speed_pct":100}`)).want(http.StatusOK)
	chief.send("POST", acts, act("noreason", "view", `{"speed_pct":100,"step":true}`)).fails(codeEvidence, "")
	chief.send("POST", acts, act("slowmotion", "view", `{"speed_pct":25,"reason":"major_final"}`))
	chief.get(frame).fails(codeLocked, "") // slow motion is not stepping
	reason := s.hall.tables["a"].book.Procedure.Evidence.Reasons[0].ID
	chief.send("POST", acts, act("step", "view", `{"speed_pct":100,"step":true,"reason":"`+reason+`","clip":"c11b"}`)).want(http.StatusOK)
	if a := chief.get(frame).want(http.StatusOK); string(a.body) != "c11b 2" || a.Header.Get("X-Frame-At-NS") != "3" {
		t.Errorf("%s %v", a.body, a.Header)
	}
	if got := read[Review](chief.get(at)); !got.Slow.Open {
		t.Errorf("%+v", got.Slow)
	}
	other := s.screen()
	other.send("POST", "/api/session", Login{Role: rules.Delegate, Name: "Eve", PIN: pinD}).want(http.StatusOK)
	other.get(frame).fails(codeLocked, "")
	for _, x := range []struct {
		path  string
		code  code
		field string
	}{
		{at + "/clips/c11b/frames/3.jpg", codeNoEvidence, "frame"}, {at + "/clips/" + still + "/frames/0.jpg", codeNoEvidence, "frame"},
		{at + "/clips/c11b/frames/-1.jpg", codeBadRequest, "frame"}, {at + "/clips/c11b/frames/01.jpg", codeBadRequest, "frame"},
		{at + "/clips/c11b/frames/1", codeBadRequest, "frame"}, {at + "/clips/c11b/frames/1e1.jpg", codeBadRequest, "frame"},
		{"/api/tables/a/attempts/none/clips/c11b/frames/1.jpg", codeNoAttempt, ""},
	} {
		chief.get(x.path).fails(x.code, x.field)
	}
	chief.get("/api/tables/a/attempts/none").fails(codeNoAttempt, "")
}

// A rulebook without the limit wants the view on record and no reason.
func TestSlowOf(t *testing.T) {
	me := attempt.Actor{Role: rules.Delegate, ID: "Dee"}
	view := attempt.Viewing{By: me, View: attempt.View{SpeedPct: 100, Step: true}}
	for _, x := range []struct {
		rulebook string
		views    []attempt.Viewing
		want     Slow
	}{
		{"sra-trial", nil, Slow{}}, {"sra-trial", []attempt.Viewing{view}, Slow{Open: true}},
		{rules.Default, []attempt.Viewing{view}, Slow{NeedsReason: true}}, {"none", []attempt.Viewing{view}, Slow{NeedsReason: true}},
	} {
		a := attempt.State{Opened: &attempt.Open{Rulebook: x.rulebook}, Views: x.views}
		if got := slowOf(a, me); got != x.want {
			t.Errorf("%s, %d views: %+v, want %+v", x.rulebook, len(x.views), got, x.want)
		}
	}
}
