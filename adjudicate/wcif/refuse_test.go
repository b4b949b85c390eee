package wcif

import (
	"errors"
	"strings"
	"testing"
)

// tiny is a small file with one of everything.
const tiny = `{
 "formatVersion": "2.1.1", "id": "Tiny2099", "name": "Tiny 2099", "shortName": "Tiny",
 "persons": [
  {"registrantId": 1, "name": "A", "wcaUserId": 5, "wcaId": null, "roles": ["delegate"],
   "registration": {"wcaRegistrationId": 9, "eventIds": ["333"], "status": "accepted", "isCompeting": true},
   "assignments": [{"activityId": 2, "assignmentCode": "competitor", "stationNumber": 4}]},
  {"registrantId": 3, "name": "B", "registration": null}
 ],
 "events": [
  {"id": "333", "rounds": [
   {"id": "333-r1", "format": "a", "timeLimit": {"centiseconds": 60000, "cumulativeRoundIds": ["333-r1"]},
    "cutoff": {"numberOfAttempts": 2, "attemptResult": 3000}, "linkedRounds": ["333-r1"], "scrambleSetCount": 1,
    "results": [{"personId": 1, "ranking": 1, "best": 900, "average": 0, "attempts": [{"value": 900}, {"value": -1}]}]}
  ]}
 ],
 "schedule": {"venues": [{"name": "V", "timezone": "Asia/Taipei", "rooms": [
  {"id": 1, "name": "R", "color": "#fff", "extensions": [{"id": "groupifier.RoomConfig", "data": {"stations": 8}}],
   "activities": [{"id": 1, "name": "333", "activityCode": "333-r1", "startTime": "2099-05-02T01:00:00Z", "endTime": "2099-05-02T02:00:00Z",
    "childActivities": [{"id": 2, "name": "G1", "activityCode": "333-r1-g1", "startTime": "2099-05-02T01:00:00Z", "endTime": "2099-05-02T02:00:00Z"}]}]}
 ]}]}
}`

// A broken file is refused, with the path of what is wrong.
func TestRefuses(t *testing.T) {
	if c := read(t, []byte(tiny)); c.Rooms[0].Stations != 8 || c.Persons[0].Assignments[0].Station != 4 {
		t.Fatalf("%+v", c)
	}
	for _, c := range []struct{ what, old, new, path, says string }{
		{"empty", tiny, ``, "$", "line 1, column 1"},
		{"no object", tiny, `[]`, "$", "it is a list: an object"},
		{"null", tiny, `null`, "$", "it is null: an object"},
		{"cut short", tiny, tiny[:300], "$.persons[0]", "not JSON"},
		{"more after it", tiny, tiny + `{}`, "$", "not JSON"},
		{"a key twice", `"id": "Tiny2099"`, `"id": "Tiny2099", "id": "Tiny2098"`, "$.id", "twice"},
		{"an odd key twice", `"id": "Tiny2099"`, `"id": "Tiny2099", "a b": 1, "a b": 2`, `$["a b"]`, "twice"},
		{"too deep", `"shortName": "Tiny"`, `"x": ` + strings.Repeat("[", 70) + strings.Repeat("]", 70), "$", "deeper than 64"},
		{"no version", `"formatVersion": "2.1.1",`, ``, "$.formatVersion", "missing: a text"},
		{"old version", `"2.1.1"`, `"0.3"`, "$.formatVersion", `"0.3"`},
		{"no id", `"id": "Tiny2099", `, ``, "$.id", "missing"},
		{"a name that is a number", `"name": "Tiny 2099"`, `"name": 7`, "$.name", "a number: a text"},
		{"persons that are no list", `"persons": [`, `"persons": 1, "x": [`, "$.persons", "a number: a list"},
		{"a person that is none", `{"registrantId": 3, "name": "B", "registration": null}`, `"B"`, "$.persons[1]", "a text: an object"},
		{"a registrant twice", `"registrantId": 3`, `"registrantId": 1`, "$.persons[1].registrantId", "$.persons[0].registrantId"},
		{"registrant 0", `"registrantId": 3`, `"registrantId": 0`, "$.persons[1].registrantId", "from 1"},
		{"half a registrant", `"registrantId": 3`, `"registrantId": 3.5`, "$.persons[1].registrantId", "3.5"},
		{"a role that is none", `["delegate"]`, `["delegate", 1]`, "$.persons[0].roles[1]", "a number: a text"},
		{"competing", `"isCompeting": true`, `"isCompeting": "yes"`, "$.persons[0].registration.isCompeting", "true or false"},
		{"an assignment to nothing", `"activityId": 2`, `"activityId": 3`, "$.persons[0].assignments[0].activityId", "3 names nothing"},
		{"station 0", `"stationNumber": 4`, `"stationNumber": 0`, "$.persons[0].assignments[0].stationNumber", "from 1"},
		{"no events", `"events": [`, `"eventz": [`, "$.events", "missing: a list"},
		{"a round of another event", `"id": "333-r1", "format"`, `"id": "222-r1", "format"`, "$.events[0].rounds[0].id", "333-r1"},
		{"no round", `"id": "333-r1", "format"`, `"id": "333", "format"`, "$.events[0].rounds[0].id", "333-r1"},
		{"a format", `"format": "a"`, `"format": "4"`, "$.events[0].rounds[0].format", "1, 2, 3, 5, a, m, h"},
		{"a limit of 0", `"centiseconds": 60000`, `"centiseconds": 0`, "$.events[0].rounds[0].timeLimit.centiseconds", "from 1"},
		{"a limit shared with nothing", `"cumulativeRoundIds": ["333-r1"]`, `"cumulativeRoundIds": ["333-r1", "222-r1"]`, "$.events[0].rounds[0].timeLimit.cumulativeRoundIds[1]", "222-r1"},
		{"a link to nothing", `"linkedRounds": ["333-r1"]`, `"linkedRounds": ["x"]`, "$.events[0].rounds[0].linkedRounds[0]", `"x"`},
		{"a cutoff without result", `, "attemptResult": 3000`, ``, "$.events[0].rounds[0].cutoff.attemptResult", "missing"},
		{"a result of nobody", `"personId": 1`, `"personId": 2`, "$.events[0].rounds[0].results[0].personId", "2 names nothing"},
		{"an attempt of -3", `{"value": -1}`, `{"value": -3}`, "$.events[0].rounds[0].results[0].attempts[1].value", "-3"},
		{"no schedule", `"schedule": {`, `"scheduled": {`, "$.schedule", "missing: an object"},
		{"a room twice", `{"id": 1, "name": "R"`, `{"id": 1, "name": "Q", "activities": []}, {"id": 1, "name": "R"`, "$.schedule.venues[0].rooms[1].id", "rooms[0].id"},
		{"stations", `"stations": 8`, `"stations": "8"`, "$.schedule.venues[0].rooms[0].extensions[0].data.stations", "a text: a whole number"},
		{"an activity twice", `{"id": 2, "name": "G1"`, `{"id": 1, "name": "G1"`, "$.schedule.venues[0].rooms[0].activities[0].childActivities[0].id", "activities[0].id"},
		{"a code", `"333-r1-g1"`, `"333-x1"`, "$.schedule.venues[0].rooms[0].activities[0].childActivities[0].activityCode", "333-r1-g1"},
		{"a part of another round", `"333-r1-g1"`, `"333-r2-g1"`, "$.schedule.venues[0].rooms[0].activities[0].childActivities[0].activityCode", "333-r1-g1"},
		{"a time", `"startTime": "2099-05-02T01:00:00Z", "endTime": "2099-05-02T02:00:00Z",`, `"startTime": "9:00", "endTime": "2099-05-02T02:00:00Z",`, "$.schedule.venues[0].rooms[0].activities[0].startTime", "2026-05-02T09:00:00Z"},
	} {
		broken := strings.Replace(tiny, c.old, c.new, 1)
		if broken == tiny {
			t.Fatalf("%s: the replacement does nothing", c.what)
		}
		got, err := Read([]byte(broken))
		if got != nil || !errors.Is(err, ErrWCIF) || !strings.HasPrefix(err.Error(), c.path+": ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want %s with %q", c.what, err, c.path, c.says)
		}
	}
	if _, err := Read(make([]byte, mostMB<<20+1)); !errors.Is(err, ErrWCIF) || !strings.Contains(err.Error(), "64 MB") {
		t.Errorf("too large: %v", err)
	}
}

func TestCode(t *testing.T) {
	for s, want := range map[string]Code{
		"333": {Event: "333"}, "333-r1": {Event: "333", Round: 1}, "333-r1-g3": {Event: "333", Round: 1, Group: "3"},
		"333-r1-g3-a1": {Event: "333", Round: 1, Group: "3", Attempt: 1}, "333mbf-r1-a2": {Event: "333mbf", Round: 1, Attempt: 2},
		"other-lunch": {Other: "lunch"}, "other-unofficial-magic-r1-g3": {Other: "unofficial-magic-r1-g3"}, "minx-r2-gBlue": {Event: "minx", Round: 2, Group: "Blue"},
	} {
		got, ok := ParseCode(s)
		if !ok || got != want || got.String() != s {
			t.Errorf("%s: %+v, %v, %s", s, got, ok, got)
		}
	}
	for _, s := range []string{"", "-r1", "333-", "333-r", "333-r0", "333-r01", "333-r1-r2", "333-r100", "333-g1-g2", "333-rx", "other-"} {
		if c, ok := ParseCode(s); ok {
			t.Errorf("%q: %+v", s, c)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{{"333-r1-g3", "333-r1", true}, {"444bf-r1-g3-a1", "444bf-r1-g3", true}, {"333-g3", "333-r1", false}, {"333-r2-g3", "333-r1", false},
		{"333-r1", "333-r1", true}, {"other-lunch", "other-lunch", true}, {"333", "other-lunch", false}} {
		a, _ := ParseCode(c.a)
		b, _ := ParseCode(c.b)
		if a.Within(b) != c.want {
			t.Errorf("%s within %s: %v", c.a, c.b, !c.want)
		}
	}
}

// No file breaks the reader, and what it reads it writes so that it reads it
// again alike.
func FuzzRead(f *testing.F) {
	f.Add([]byte(tiny))
	for _, s := range []string{`{}`, `[`, `{"formatVersion":"1.1","id":"","name":"","persons":[],"events":[],"schedule":{"venues":[]}}`,
		strings.Replace(tiny, `"value": 900`, `"value": 1e2`, 1), strings.Replace(tiny, `"333-r1-g1"`, `"other-x"`, 1)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := Read(raw)
		if err != nil {
			if c != nil || !errors.Is(err, ErrWCIF) || !strings.HasPrefix(err.Error(), "$") {
				t.Fatalf("%v, %v", c, err)
			}
			return
		}
		out, err := c.Write()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(out)
		if err != nil || again.Dropped != 0 || len(again.Persons) != len(c.Persons) || len(again.Groups()) != len(c.Groups()) {
			t.Fatalf("read again: %v", err)
		}
		for _, g := range c.Groups() {
			c.Seats(g.Activity.ID, Competitor)
		}
	})
}

func FuzzParseCode(f *testing.F) {
	for _, s := range []string{"333-r1-g3-a1", "other-lunch", "333mbf-r1-a2", "-", "333-r01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, ok := ParseCode(s)
		if again, okay := ParseCode(c.String()); ok && (!okay || again != c || !c.Within(c)) {
			t.Errorf("%q: %+v, again %+v", s, c, again)
		}
	})
}
