package wcif

import (
	"strconv"

	"github.com/plustwo/plustwo/adjudicate/problem"
)

// stationsExtension is where Groupifier keeps the number of tables in a room,
// the only place where files have it.
const stationsExtension = "groupifier.RoomConfig"

func (r *reader) rooms(venue object) []Room {
	var out []Room
	name, zone := r.text(venue, "name"), r.text(venue, "timezone")
	r.objects(venue, "rooms", false, func(o object) {
		room := Room{ID: r.id(o, "id", 0), Name: r.text(o, "name"), Colour: r.maybeText(o, "color"), Venue: name, Timezone: zone, Stations: r.stations(o)}
		r.own("room ", strconv.Itoa(room.ID), o.at("id"))
		room.Activities = r.activities(o, "activities", nil)
		out = append(out, room)
	})
	return out
}

func (r *reader) stations(room object) int {
	n := 0
	r.objects(room, "extensions", true, func(o object) {
		if r.text(o, "id") != stationsExtension || o.missing("data") {
			return
		}
		if data := r.object(o, "data"); !data.missing("stations") {
			n = int(r.whole(data, "stations", 0, mostStations))
		}
	})
	return n
}

// mostStations bounds the tables of a room; world championships have about
// forty on a stage.
const mostStations = 1000

func (r *reader) activities(o object, key string, parent *Code) []Activity {
	var out []Activity
	r.objects(o, key, parent != nil, func(x object) {
		a := Activity{ID: r.id(x, "id", 0), Name: r.text(x, "name"), Start: r.moment(x, "startTime"), End: r.moment(x, "endTime")}
		r.own("activity ", strconv.Itoa(a.ID), x.at("id"))
		text := r.text(x, "activityCode")
		code, ok := ParseCode(text)
		if (!ok || parent != nil && !code.Within(*parent)) && r.err == nil {
			like := "333-r1-g2"
			if parent != nil {
				like = parent.String() + "-g1"
			}
			r.fail(x.at("activityCode"), problem.WCIFLike, "found", strconv.Quote(text), "like", like)
		}
		a.Code = code
		a.Children = r.activities(x, "childActivities", &code)
		out = append(out, a)
	})
	return out
}

// checkRounds makes sure that rounds which share something are there.
func (r *reader) checkRounds(top object) {
	r.objects(top, "events", false, func(e object) {
		r.objects(e, "rounds", false, func(o object) {
			r.known(o, "linkedRounds")
			if !o.missing("timeLimit") {
				r.known(r.object(o, "timeLimit"), "cumulativeRoundIds")
			}
		})
	})
}

func (r *reader) known(o object, key string) {
	for i, id := range r.texts(o, key) {
		if r.seen["round "+id] == "" {
			r.fail(o.at(key)+"["+strconv.Itoa(i)+"]", problem.WCIFNowhere, "found", strconv.Quote(id))
		}
	}
}

// checkResults makes sure that results are somebody's, one a round.
func (r *reader) checkResults(top object) {
	r.objects(top, "events", false, func(e object) {
		r.objects(e, "rounds", false, func(o object) {
			r.objects(o, "results", true, func(x object) {
				id := strconv.Itoa(r.id(x, "personId", 1))
				if r.seen["registrant "+id] == "" {
					r.fail(x.at("personId"), problem.WCIFNowhere, "found", id)
				}
				r.own("result in "+r.text(o, "id")+" ", id, x.at("personId"))
			})
		})
	})
}
