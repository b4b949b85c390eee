package wcif

import (
	"strconv"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/results"
)

// Read reads a competition's file. The error is ErrWCIF, tells people in three
// languages what is wrong, and begins with the JSON path of it.
func Read(raw []byte) (*Competition, error) {
	v, err := parse(raw)
	if err != nil {
		return nil, err
	}
	r := &reader{seen: map[string]string{}}
	top := r.as(root, v)
	c := &Competition{tree: top.fields, Version: r.version(top), ID: r.text(top, "id"), Name: r.text(top, "name"), ShortName: r.maybeText(top, "shortName")}
	r.objects(top, "events", false, func(o object) { c.Events = append(c.Events, r.event(o)) })
	r.checkRounds(top)
	r.objects(r.object(top, "schedule"), "venues", false, func(o object) { c.Rooms = append(c.Rooms, r.rooms(o)...) })
	r.persons(top, c)
	r.checkResults(top)
	if r.err != nil {
		return nil, r.err
	}
	return c, nil
}

func (r *reader) version(o object) string {
	v := r.text(o, "formatVersion")
	major, _, _ := strings.Cut(v, ".")
	if r.err == nil && major != "1" && major != "2" {
		r.fail(o.at("formatVersion"), problem.WCIFVersion, "found", strconv.Quote(v))
	}
	return v
}

// persons reads everybody, and removes from the tree what is not public.
func (r *reader) persons(top object, c *Competition) {
	kept := []any{}
	r.objects(top, "persons", false, func(o object) {
		c.Dropped += drop(o, "birthdate", "email")
		if !o.missing("registration") {
			reg := r.object(o, "registration")
			c.Dropped += drop(reg, "guests", "comments", "administrativeNotes")
			if s := r.maybeText(reg, "status"); s != "" && s != "accepted" {
				c.Dropped++
				return
			}
		}
		c.Persons = append(c.Persons, r.person(o))
		kept = append(kept, o.fields)
	})
	if r.err == nil {
		top.fields["persons"] = kept
	}
}

// drop removes fields and returns how many were there.
func drop(o object, keys ...string) int {
	n := 0
	for _, k := range keys {
		if _, ok := o.fields[k]; ok {
			delete(o.fields, k)
			n++
		}
	}
	return n
}

func (r *reader) person(o object) Person {
	p := Person{RegistrantID: r.maybeID(o, "registrantId"), Name: r.text(o, "name"), WCAUserID: r.maybeID(o, "wcaUserId"),
		WCAID: r.maybeText(o, "wcaId"), CountryISO2: r.maybeText(o, "countryIso2"), Gender: r.maybeText(o, "gender"), Roles: r.texts(o, "roles")}
	if p.RegistrantID > 0 {
		r.own("registrant ", strconv.Itoa(p.RegistrantID), o.at("registrantId"))
	}
	if !o.missing("registration") {
		reg := r.object(o, "registration")
		p.RegistrationID = r.maybeID(reg, "wcaRegistrationId")
		p.Events = r.texts(reg, "eventIds")
		p.Competing = p.RegistrantID > 0
		if !reg.missing("isCompeting") {
			yes, ok := reg.fields["isCompeting"].(bool)
			if !ok {
				r.wrong(reg, "isCompeting", problem.WCIFBool)
			}
			p.Competing = p.Competing && yes
		}
	}
	r.objects(o, "assignments", true, func(a object) {
		x := Assignment{ActivityID: r.id(a, "activityId", 0), Code: r.text(a, "assignmentCode"), Station: r.maybeID(a, "stationNumber")}
		if id := strconv.Itoa(x.ActivityID); r.seen["activity "+id] == "" {
			r.fail(a.at("activityId"), problem.WCIFNowhere, "found", id)
		}
		p.Assignments = append(p.Assignments, x)
	})
	return p
}

func (r *reader) event(o object) Event {
	e := Event{ID: r.text(o, "id")}
	r.own("event ", e.ID, o.at("id"))
	r.objects(o, "rounds", false, func(x object) { e.Rounds = append(e.Rounds, r.round(x, e.ID)) })
	return e
}

func (r *reader) round(o object, event string) Round {
	out := Round{ID: r.text(o, "id"), Event: event, Format: r.word(o, "format", "1", "2", "3", "5", "a", "m", "h"), Linked: r.texts(o, "linkedRounds")}
	code, ok := ParseCode(out.ID)
	if (!ok || code != Code{Event: event, Round: code.Round} || code.Round == 0) && r.err == nil {
		r.fail(o.at("id"), problem.WCIFLike, "found", strconv.Quote(out.ID), "like", event+"-r1")
	}
	out.Number = code.Round
	r.own("round ", out.ID, o.at("id"))
	if !o.missing("scrambleSetCount") {
		out.ScrambleSet = r.id(o, "scrambleSetCount", 0)
	}
	if !o.missing("timeLimit") {
		l := r.object(o, "timeLimit")
		out.Limit = &TimeLimit{r.whole(l, "centiseconds", 1, mostCentiseconds), r.texts(l, "cumulativeRoundIds")}
	}
	if !o.missing("cutoff") {
		c := r.object(o, "cutoff")
		// Version 2 calls the values of attempts so; of cutoffs it does not say.
		out.Cutoff = &Cutoff{r.id(c, "numberOfAttempts", 1), r.value(c, "attemptResult", "value")}
	}
	r.objects(o, "results", true, func(x object) { out.Results = append(out.Results, r.result(x)) })
	return out
}

// mostCentiseconds bounds a time limit: 100 hours.
const mostCentiseconds = 100 * 3600 * 100

func (r *reader) result(o object) Result {
	out := Result{RegistrantID: r.id(o, "personId", 1), Ranking: r.maybeID(o, "ranking"), Best: r.value(o, "best"), Average: r.value(o, "average")}
	// Version 1 has result, version 2 value; the WCA's site wrote result in both
	// until July 2026.
	r.objects(o, "attempts", true, func(a object) { out.Attempts = append(out.Attempts, r.value(a, "value", "result")) })
	return out
}

// mostValue is the largest value of an attempt, a packed one of the old
// multi-blind (1SSAATTTTT).
const mostValue = 1_999_999_999

// value reads a result by the first of some names that is there.
func (r *reader) value(o object, names ...string) results.Value {
	name := names[0]
	for _, n := range names {
		if !o.missing(n) {
			name = n
			break
		}
	}
	return results.Value(r.whole(o, name, int64(results.DNS), mostValue))
}
