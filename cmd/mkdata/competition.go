package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"github.com/plustwo/plustwo/adjudicate/results"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// A made-up competition: nobody in it exists. 120 competitors, three rooms.
const (
	competitors = 120
	attemptTime = 25 * time.Minute // for one group
)

// obj is a JSON object.
type obj = map[string]any

// wcifVersions are the versions that are written, with the name of what an
// attempt's value is called in each.
var wcifVersions = map[string]string{"1.1": "result", "2.1.1": "value"}

// roomPlan is a room with its tables and the rounds held in it.
type roomPlan struct {
	id, stations int
	name, colour string
}

var rooms = []roomPlan{{1, 12, "Red stage", "#c62828"}, {2, 12, "Blue stage", "#1565c0"}, {3, 6, "Side room", "#2e7d32"}}

// roundPlan is a round, the rooms that hold it and how many of ten take part.
type roundPlan struct {
	event, format string
	number        int
	limit         obj
	cutoff        obj
	rooms         []int
	share         int
}

func limit(centiseconds int, shared ...string) obj {
	return obj{"centiseconds": centiseconds, "cumulativeRoundIds": append([]string{}, shared...)}
}

var rounds = []roundPlan{
	{"333", "a", 1, limit(60000), nil, []int{1, 2}, 10},
	{"pyram", "a", 1, limit(60000), obj{"numberOfAttempts": 2, "attemptResult": 2000}, []int{1, 2}, 6},
	{"222", "a", 1, limit(60000), nil, []int{1, 2}, 7},
	{"333bf", "5", 1, limit(60000), nil, []int{3}, 2},
	{"666", "m", 1, limit(120000, "666-r1", "777-r1"), obj{"numberOfAttempts": 1, "attemptResult": 30000}, []int{3}, 2},
	{"777", "m", 1, limit(120000, "666-r1", "777-r1"), nil, []int{3}, 1},
	{"333mbf", "1", 1, nil, nil, []int{3}, 1},
	{"333", "a", 2, limit(60000), nil, []int{1}, 0},
}

func (r roundPlan) id() string { return fmt.Sprintf("%s-r%d", r.event, r.number) }

// competition writes the made-up competition in every version.
func (j *job) competition() error {
	for version := range wcifVersions {
		raw, err := makeCompetition(j.Seed, version)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(j.Out, "wcif-"+version+".json"), raw); err != nil {
			return err
		}
	}
	return nil
}

// makeCompetition returns the competition as a public WCIF of a version.
func makeCompetition(seed uint64, version string) ([]byte, error) {
	rng := rand.New(rand.NewPCG(seed, competitors))
	persons := makePersons(rng)
	seats, children := assign(persons)
	for i, p := range persons {
		p["assignments"] = seats[i]
	}
	events, err := makeEvents(rng, persons, version)
	if err != nil {
		return nil, err
	}
	c := obj{"formatVersion": version, "id": "PlusTwoOpen2099", "name": "Plus Two Open 2099", "shortName": "Plus Two Open 2099",
		"series": nil, "competitorLimit": competitors, "extensions": []any{},
		"persons": append(persons, staff()), "events": events,
		"schedule": obj{"startDate": "2099-05-02", "numberOfDays": 1, "venues": []any{venue(children)}},
		"registrationInfo": obj{"openTime": "2099-03-01T04:00:00Z", "closeTime": "2099-04-18T04:00:00Z", "baseEntryFee": 50000,
			"currencyCode": "TWD", "onTheSpotRegistration": false, "useWcaRegistration": true},
	}
	raw, err := json.MarshalIndent(c, "", " ")
	return append(raw, '\n'), err
}

// Parts of names, in Latin letters and in Chinese.
var (
	families = [][2]string{{"Lin", "林"}, {"Chen", "陳"}, {"Huang", "黃"}, {"Wu", "吳"}, {"Hsu", "許"}, {"Kao", "高"}, {"Shih", "石"}, {"Chiang", "江"}, {"Yun", "雲"}, {"Ho", "何"}, {"Mok", "莫"}, {"Feng", "風"}}
	givens   = [][2]string{{"Hsiao-Fang", "小方"}, {"Ta-Fang", "大方"}, {"Chuan", "轉"}, {"Chieh", "界"}, {"Su", "速"}, {"Ning", "凝"}, {"Mo", "墨"}, {"Pai", "白"}, {"Ching", "青"}, {"Tan", "丹"}}
)

func makePersons(rng *rand.Rand) []obj {
	var out []obj
	for i := range competitors {
		f, g := families[i%len(families)], givens[i/len(families)]
		name, wcaID := fmt.Sprintf("%s %s (%s%s)", g[0], f[0], f[1], g[1]), any(fmt.Sprintf("2099%.4s%02d", "MADEUP", 1+i%99))
		if i%7 == 6 {
			wcaID = nil // a newcomer
		}
		events := []string{}
		for _, r := range rounds {
			if r.number == 1 && rng.IntN(10) < r.share {
				events = append(events, r.event)
			}
		}
		roles := []string{}
		if i < 2 {
			roles = []string{"delegate"}
		}
		out = append(out, obj{"registrantId": i + 1, "name": name, "wcaUserId": 900000 + i, "wcaId": wcaID, "countryIso2": "TW",
			"gender": []string{"m", "f", "o"}[i%3], "avatar": nil, "roles": roles, "personalBests": []any{}, "extensions": []any{},
			"registration": obj{"wcaRegistrationId": 800000 + i, "eventIds": events, "status": "accepted", "isCompeting": true}})
	}
	return out
}

// staff is somebody who does not compete.
func staff() obj {
	return obj{"registrantId": nil, "name": "Yuan Shu (舒園)", "wcaUserId": 999999, "wcaId": nil, "countryIso2": "TW", "gender": "o",
		"avatar": nil, "roles": []string{"organizer"}, "registration": nil, "assignments": []any{}, "personalBests": []any{}, "extensions": []any{}}
}

// entered lists the places of those who registered for an event.
func entered(persons []obj, event string) []int {
	var out []int
	for i, p := range persons {
		if slices.Contains(p["registration"].(obj)["eventIds"].([]string), event) {
			out = append(out, i)
		}
	}
	return out
}

// assign seats everybody who registered, group by group, and returns each
// person's assignments and each room's activities.
func assign(persons []obj) (seats map[int][]obj, activities map[int][]obj) {
	seats, activities = map[int][]obj{}, map[int][]obj{}
	id := 100
	free := map[int]time.Time{}
	for _, room := range rooms {
		free[room.id] = time.Date(2099, 5, 2, 1, 0, 0, 0, time.UTC)
	}
	for i := range persons {
		seats[i] = []obj{}
	}
	for _, r := range rounds {
		waiting := entered(persons, r.event)
		if r.number > 1 {
			waiting = nil // nobody knows so far
		}
		parts, begin, group := map[int][]any{}, map[int]time.Time{}, 0
		for n := 0; n == 0 || len(waiting) > 0; n++ {
			room := rooms[r.rooms[n%len(r.rooms)]-1]
			sitting := waiting[:min(room.stations, len(waiting))]
			waiting = waiting[len(sitting):]
			group, id = group+1, id+1
			if _, ok := begin[room.id]; !ok {
				begin[room.id] = free[room.id]
			}
			code := fmt.Sprintf("%s-g%d", r.id(), group)
			if r.event == "333mbf" {
				code += "-a1"
			}
			parts[room.id] = append(parts[room.id], activity(id, code, free[room.id], free[room.id].Add(attemptTime), []any{}))
			free[room.id] = free[room.id].Add(attemptTime)
			for seat, who := range sitting {
				seats[who] = append(seats[who], obj{"activityId": id, "assignmentCode": "competitor", "stationNumber": seat + 1})
			}
			for seat, who := range waiting[:min(room.stations, len(waiting))] { // the next group judges
				seats[who] = append(seats[who], obj{"activityId": id, "assignmentCode": "staff-judge", "stationNumber": seat + 1})
			}
		}
		for _, room := range r.rooms {
			if len(parts[room]) > 0 {
				id++
				activities[room] = append(activities[room], activity(id, r.id(), begin[room], free[room], parts[room]))
			}
		}
	}
	return seats, activities
}

func activity(id int, code string, start, end time.Time, children []any) obj {
	return obj{"id": id, "name": code, "activityCode": code, "startTime": start.Format(time.RFC3339), "endTime": end.Format(time.RFC3339),
		"childActivities": children, "scrambleSetId": nil, "extensions": []any{}}
}

func venue(activities map[int][]obj) obj {
	list := []any{}
	for _, r := range rooms {
		list = append(list, obj{"id": r.id, "name": r.name, "color": r.colour, "activities": activities[r.id], "extensions": []any{
			obj{"id": "groupifier.RoomConfig", "specUrl": "https://groupifier.jonatanklosko.com/wcif-extensions/RoomConfig.json", "data": obj{"stations": r.stations}}}})
	}
	return obj{"id": 1, "name": "A hall that does not exist", "latitudeMicrodegrees": 25040000, "longitudeMicrodegrees": 121560000,
		"countryIso2": "TW", "timezone": "Asia/Taipei", "rooms": list, "extensions": []any{}}
}

func makeEvents(rng *rand.Rand, persons []obj, version string) ([]any, error) {
	byEvent, order := map[string][]any{}, []string{}
	for _, r := range rounds {
		round := obj{"id": r.id(), "format": r.format, "timeLimit": r.limit, "cutoff": r.cutoff, "results": []any{},
			"scrambleSetCount": 10, "extensions": []any{}}
		if r.limit == nil {
			round["timeLimit"] = nil
		}
		if r.cutoff == nil {
			round["cutoff"] = nil
		}
		if version == "1.1" {
			round["advancementCondition"] = nil
		} else {
			round["linkedRounds"], round["participationRuleset"] = nil, obj{"participationSource": source(r), "reservedPlaces": nil}
		}
		if r.event == "pyram" {
			done, err := madeResults(rng, r, entered(persons, r.event), wcifVersions[version])
			if err != nil {
				return nil, err
			}
			round["results"] = done
		}
		if byEvent[r.event] == nil {
			order = append(order, r.event)
		}
		byEvent[r.event] = append(byEvent[r.event], round)
	}
	out := []any{}
	for _, e := range order {
		out = append(out, obj{"id": e, "rounds": byEvent[e], "competitorLimit": nil, "qualification": nil, "extensions": []any{}})
	}
	return out, nil
}

// source says who takes part in a round, as version 2 does.
func source(r roundPlan) obj {
	if r.number == 1 {
		return obj{"type": "registrations"}
	}
	return obj{"type": "round", "roundId": fmt.Sprintf("%s-r%d", r.event, r.number-1), "resultCondition": obj{"type": "ranking", "scope": "average", "value": 12}}
}

// madeResults makes up the results of a round of average of 5 with a cutoff.
func madeResults(rng *rand.Rand, plan roundPlan, who []int, key string) ([]any, error) {
	book, err := rules.Load(rules.Default)
	if err != nil {
		return nil, err
	}
	round := results.Round{Book: book, Event: plan.event, Format: plan.format, Cutoff: results.Cutoff{Attempts: 2, Value: 2000}}
	all := make([]results.Result, len(who))
	for i := range who {
		var tries []results.Attempt
		skill := 300 + rng.IntN(2500)
		for range 5 {
			v := results.Value(skill + rng.IntN(skill))
			if rng.IntN(12) == 0 {
				v = results.DNF
			}
			tries = append(tries, results.Attempt{Value: v})
		}
		if all[i], err = round.Count(tries, 0); err != nil {
			return nil, err
		}
	}
	ranks, err := round.Rank(all)
	out := []any{}
	for i, x := range all {
		list := []any{}
		for _, v := range x.Attempts {
			list = append(list, obj{key: v, "reconstruction": nil})
		}
		out = append(out, obj{"personId": who[i] + 1, "ranking": ranks[i], "attempts": list, "best": x.Best, "average": x.Average})
	}
	return out, err
}
