package wcif

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/results"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Person returns who has a registrantId, from 1.
func (c *Competition) Person(registrant int) (Person, bool) {
	i := slices.IndexFunc(c.Persons, func(p Person) bool { return registrant > 0 && p.RegistrantID == registrant })
	if i < 0 {
		return Person{}, false
	}
	return c.Persons[i], true
}

// Round returns the round of an id, such as 333-r1.
func (c *Competition) Round(id string) (Round, bool) {
	for _, e := range c.Events {
		for _, r := range e.Rounds {
			if r.ID == id {
				return r, true
			}
		}
	}
	return Round{}, false
}

// Card finds what a score sheet is for: the competition, the round and the
// registrantId that stand on it. The error is ErrWCIF and says which of them the
// file does not have.
func (c *Competition) Card(competition, round string, registrant int) (Round, Person, error) {
	if competition != c.ID {
		return Round{}, Person{}, bad(root+".id", problem.WCIFNowhere, "found", competition)
	}
	r, ok := c.Round(round)
	if !ok {
		return Round{}, Person{}, bad(root+".events", problem.WCIFNowhere, "found", round)
	}
	p, ok := c.Person(registrant)
	if !ok || !p.Competing {
		return Round{}, Person{}, bad(root+".persons", problem.WCIFNowhere, "found", registrant)
	}
	return r, p, nil
}

// Group is an activity without parts, such as one group of a round, and its room.
type Group struct {
	Room     Room
	Activity Activity
}

// Groups returns what has no parts, of all rooms, by time, room and id.
func (c *Competition) Groups() []Group {
	var out []Group
	for _, room := range c.Rooms {
		for _, a := range leaves(room.Activities) {
			out = append(out, Group{room, a})
		}
	}
	slices.SortStableFunc(out, func(a, b Group) int {
		return cmp.Or(a.Activity.Start.Compare(b.Activity.Start), cmp.Compare(a.Room.ID, b.Room.ID), cmp.Compare(a.Activity.ID, b.Activity.ID))
	})
	return out
}

func leaves(list []Activity) []Activity {
	var out []Activity
	for _, a := range list {
		if len(a.Children) == 0 {
			out = append(out, a)
			continue
		}
		out = append(out, leaves(a.Children)...)
	}
	return out
}

// Seat is a person in a group, at a table.
type Seat struct {
	Person     Person
	Assignment Assignment
}

// Seats returns who has an assignment of a code (Competitor) in an activity, by
// table, those without one last, then by registrantId.
func (c *Competition) Seats(activity int, code string) []Seat {
	var out []Seat
	for _, p := range c.Persons {
		for _, a := range p.Assignments {
			if a.ActivityID == activity && a.Code == code {
				out = append(out, Seat{p, a})
			}
		}
	}
	last := func(s Seat) bool { return s.Assignment.Station == 0 }
	slices.SortStableFunc(out, func(a, b Seat) int {
		if last(a) != last(b) {
			return cmp.Compare(b.Assignment.Station, a.Assignment.Station)
		}
		return cmp.Or(cmp.Compare(a.Assignment.Station, b.Assignment.Station), cmp.Compare(a.Person.RegistrantID, b.Person.RegistrantID))
	})
	return out
}

// Turn is a competitor at a table in a group.
type Turn struct {
	Activity Activity
	Person   Person
}

// Tables returns the tables of a room at which somebody competes, in order.
func (c *Competition) Tables(room int) []int {
	var out []int
	for _, g := range c.Groups() {
		if g.Room.ID != room {
			continue
		}
		for _, s := range c.Seats(g.Activity.ID, Competitor) {
			if s.Assignment.Station > 0 {
				out = append(out, s.Assignment.Station)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Table returns who competes at one table of a room, in the order of the
// schedule: the next competitors of that table.
func (c *Competition) Table(room, station int) []Turn {
	var out []Turn
	for _, g := range c.Groups() {
		if g.Room.ID != room {
			continue
		}
		for _, s := range c.Seats(g.Activity.ID, Competitor) {
			if s.Assignment.Station == station {
				out = append(out, Turn{g.Activity, s.Person})
			}
		}
	}
	return out
}

// Counting returns a round as package results counts it under a rulebook, whose
// formats must have the WCA's names. What earlier rounds took of a limit that is
// shared is for the caller.
func (r Round) Counting(book *rules.Rulebook) (results.Round, error) {
	if book.Procedure == nil {
		return results.Round{}, fmt.Errorf("%w: the rulebook says nothing of attempts", results.ErrRound)
	}
	out := results.Round{Book: book, Event: r.Event, Format: r.Format}
	if r.Limit != nil {
		out.Limit = results.Limit{MS: r.Limit.Centiseconds * 10, Shared: len(r.Limit.Rounds) > 0}
	}
	if r.Cutoff != nil {
		out.Cutoff = results.Cutoff{Attempts: r.Cutoff.Attempts, Value: results.FromWCA(book, r.Event, r.Cutoff.Value)}
	}
	return out, nil
}
