package wcif

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/results"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func file(t testing.TB, version string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", "competition", "wcif-"+version+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func read(t testing.TB, raw []byte) *Competition {
	t.Helper()
	c, err := Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var versions = []string{"1.1", "2.1.1"}

// The made-up competition of testdata says the same in both versions.
func TestRead(t *testing.T) {
	one, two := read(t, file(t, "1.1")), read(t, file(t, "2.1.1"))
	one.tree, two.tree, two.Version = nil, nil, one.Version
	if !reflect.DeepEqual(one, two) {
		t.Error("the versions differ")
	}
	for _, version := range versions {
		c := read(t, file(t, version))
		if c.Version != version || c.ID != "PlusTwoOpen2099" || c.Dropped != 0 {
			t.Errorf("%s %s, %d dropped", c.Version, c.ID, c.Dropped)
		}
		competing := 0
		for _, p := range c.Persons {
			if p.Competing {
				competing++
			}
		}
		if competing != 120 || len(c.Persons) != 121 || len(c.Rooms) != 3 {
			t.Errorf("%d of %d compete in %d rooms", competing, len(c.Persons), len(c.Rooms))
		}
		p, ok := c.Person(7)
		if !ok || p.Name != "Hsiao-Fang Shih (石小方)" || p.WCAID != "" || p.Gender != "m" || !slices.Contains(p.Events, "333") {
			t.Errorf("person 7: %+v", p)
		}
		if r := c.Rooms[2]; r.Stations != 6 || r.Name != "Side room" || r.Colour != "#2e7d32" || r.Timezone != "Asia/Taipei" {
			t.Errorf("room: %+v", r)
		}
		r, ok := c.Round("666-r1")
		if !ok || r.Format != "m" || r.Limit.Centiseconds != 120000 || len(r.Limit.Rounds) != 2 || *r.Cutoff != (Cutoff{1, 30000}) || r.Number != 1 {
			t.Errorf("666-r1: %+v", r)
		}
		if r, ok := c.Round("333mbf-r1"); !ok || r.Limit != nil || r.Cutoff != nil {
			t.Errorf("333mbf-r1: %+v", r)
		}
	}
}

// Everybody who registered has a seat of their own in each event's first round.
func TestSeats(t *testing.T) {
	c := read(t, file(t, "2.1.1"))
	seated := map[string]int{} // by event
	for _, g := range c.Groups() {
		taken := map[int]bool{}
		for _, s := range c.Seats(g.Activity.ID, Competitor) {
			if n := s.Assignment.Station; n < 1 || n > g.Room.Stations || taken[n] {
				t.Errorf("%s: station %d", g.Activity.Code, n)
			}
			taken[s.Assignment.Station] = true
			seated[g.Activity.Code.Event]++
		}
		if len(c.Seats(g.Activity.ID, Competitor)) == 0 && g.Activity.Code.Round == 1 {
			t.Errorf("%s: nobody", g.Activity.Code)
		}
	}
	registered := map[string]int{}
	for _, p := range c.Persons {
		for _, e := range p.Events {
			registered[e]++
		}
	}
	if !reflect.DeepEqual(seated, registered) || seated["333"] != 120 {
		t.Errorf("seated %v, registered %v", seated, registered)
	}
}

func TestTable(t *testing.T) {
	c := read(t, file(t, "1.1"))
	turns := c.Table(2, 3)
	if len(turns) < 5 {
		t.Fatalf("only %d turns", len(turns))
	}
	for i, turn := range turns {
		if i > 0 && turn.Activity.Start.Before(turns[i-1].Activity.Start) {
			t.Errorf("turn %d comes before the one before it", i)
		}
		if !slices.ContainsFunc(turn.Person.Assignments, func(a Assignment) bool {
			return a.ActivityID == turn.Activity.ID && a.Code == Competitor && a.Station == 3
		}) {
			t.Errorf("turn %d is not for this table: %+v", i, turn)
		}
	}
	if first := turns[0]; first.Person.RegistrantID != 15 || first.Activity.Code.String() != "333-r1-g2" {
		t.Errorf("first: %s, %d", first.Activity.Code, first.Person.RegistrantID)
	}
	if got := c.Tables(3); !slices.Equal(got, []int{1, 2, 3, 4, 5, 6}) {
		t.Errorf("tables of room 3: %v", got)
	}
	if len(c.Table(2, 13)) != 0 || len(c.Table(9, 1)) != 0 {
		t.Error("turns at a table that does not exist")
	}
}

// Who has no table comes last, by number.
func TestSeatsWithoutTable(t *testing.T) {
	c := &Competition{}
	for i, station := range []int{0, 2, 0, 1} {
		c.Persons = append(c.Persons, Person{RegistrantID: 4 - i, Assignments: []Assignment{{7, Competitor, station}}})
	}
	var got []int
	for _, s := range c.Seats(7, Competitor) {
		got = append(got, s.Person.RegistrantID)
	}
	if !slices.Equal(got, []int{1, 3, 2, 4}) {
		t.Errorf("%v", got)
	}
}

func TestCard(t *testing.T) {
	c := read(t, file(t, "2.1.1"))
	r, p, err := c.Card("PlusTwoOpen2099", "333-r1", 15)
	if err != nil || r.ID != "333-r1" || p.RegistrantID != 15 {
		t.Errorf("%v, %v, %v", r.ID, p.RegistrantID, err)
	}
	for what, card := range map[string]struct {
		competition, round string
		registrant         int
	}{"competition": {"Other2099", "333-r1", 15}, "round": {c.ID, "333-r9", 15}, "person": {c.ID, "333-r1", 121}, "nobody": {c.ID, "333-r1", 0}} {
		if _, _, err := c.Card(card.competition, card.round, card.registrant); !errors.Is(err, ErrWCIF) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The results in the file are what their attempts make.
func TestCounting(t *testing.T) {
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	c := read(t, file(t, "2.1.1"))
	r, _ := c.Round("pyram-r1")
	round, err := r.Counting(book)
	if err != nil || round.Limit != (results.Limit{MS: 600000}) || round.Cutoff != (results.Cutoff{Attempts: 2, Value: 2000}) {
		t.Fatalf("%+v, %v", round, err)
	}
	barred := 0
	var all []results.Result
	for _, x := range r.Results {
		var tries []results.Attempt
		for _, v := range x.Attempts {
			tries = append(tries, results.Attempt{Value: v})
		}
		got, err := round.Count(tries, 0)
		if err != nil || got.Best != x.Best || got.Average != x.Average {
			t.Errorf("%d: %+v, %v; want %d, %d", x.RegistrantID, got, err, x.Best, x.Average)
		}
		if got.Barred {
			barred++
		}
		all = append(all, got)
	}
	ranks, err := round.Rank(all)
	for i, x := range r.Results {
		if err != nil || ranks[i] != x.Ranking {
			t.Errorf("%d: rank %d, want %d (%v)", x.RegistrantID, ranks[i], x.Ranking, err)
		}
	}
	if len(all) < 50 || barred == 0 || barred == len(all) {
		t.Errorf("%d results, %d missed the cutoff", len(all), barred)
	}
	shared, _ := c.Round("777-r1")
	if got, err := shared.Counting(book); err != nil || got.Limit != (results.Limit{MS: 1200000, Shared: true}) {
		t.Errorf("777-r1: %+v, %v", got, err)
	}
	sra, err := rules.Load("sra-trial")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Counting(sra); err != nil || got.Cutoff.Value != 20000 {
		t.Errorf("in thousandths: %+v, %v", got, err)
	}
	if _, err := r.Counting(&rules.Rulebook{}); !errors.Is(err, results.ErrRound) {
		t.Errorf("a rulebook without attempts: %v", err)
	}
}

// What Read does not know survives; numbers keep their digits.
func TestRoundTrip(t *testing.T) {
	for _, version := range versions {
		raw := file(t, version)
		raw = bytes.Replace(raw, []byte(`"series": null`), []byte(`"series": {"news": [1.50, 12345678901234567890, "<&>", true]}`), 1)
		raw = bytes.Replace(raw, []byte(`"assignmentCode": "competitor"`), []byte(`"assignmentCode": "competitor", "novel": {"a": null}`), 1)
		out, err := read(t, raw).Write()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(out, []byte(`"series":{"news":[1.50,12345678901234567890,"<&>",true]}`)) || !bytes.Contains(out, []byte(`"novel":{"a":null}`)) {
			t.Errorf("%s: something was lost", version)
		}
		var before, after any
		if json.Unmarshal(raw, &before) != nil || json.Unmarshal(out, &after) != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%s: the file has changed", version)
		}
	}
}

// What is not public goes at once.
func TestPrivate(t *testing.T) {
	raw := string(file(t, "1.1"))
	for _, c := range []struct{ old, new string }{
		{`"gender": "m"`, `"gender": "m", "birthdate": "2099-01-01", "email": "secret@example.org"`},
		{`"isCompeting": true`, `"isCompeting": true, "guests": 2, "comments": "secret", "administrativeNotes": "secret"`},
	} {
		raw = strings.Replace(raw, c.old, c.new, 1)
	}
	raw = strings.Replace(raw, `"persons": [`, `"persons": [{"registrantId": null, "name": "secret", "registration": {"status": "pending"}},`, 1)
	c := read(t, []byte(raw))
	out, err := c.Write()
	if err != nil {
		t.Fatal(err)
	}
	if c.Dropped != 6 || bytes.Contains(out, []byte("secret")) || bytes.Contains(out, []byte("birthdate")) {
		t.Errorf("%d dropped; kept: %v", c.Dropped, bytes.Contains(out, []byte("secret")))
	}
	if len(c.Persons) != 121 {
		t.Errorf("%d persons: who was not accepted is still there", len(c.Persons))
	}
}

func TestReadLenient(t *testing.T) {
	small := `{"formatVersion":"1.0","id":"X2099","name":"X","events":[],"persons":[{"name":"Y","registrantId":null,"registration":null}],"schedule":{"venues":[]}}`
	c := read(t, []byte(small))
	if len(c.Persons) != 1 || c.Persons[0].Competing || len(c.Rooms) != 0 {
		t.Errorf("%+v", c)
	}
	// Version 2 with the old name of an attempt's value, as the site wrote it for a while.
	old := strings.Replace(string(file(t, "1.1")), `"formatVersion": "1.1"`, `"formatVersion": "2.1.1"`, 1)
	if r, _ := read(t, []byte(old)).Round("pyram-r1"); len(r.Results) == 0 || r.Results[0].Attempts[0] == 0 {
		t.Error("attempts of the old name were not read")
	}
}

func TestTell(t *testing.T) {
	_, err := Read([]byte(`{"formatVersion": 2}`))
	for l, want := range map[rules.Lang]string{
		rules.English:     "$.formatVersion: it is a number: a text belongs there",
		rules.Traditional: "$.formatVersion：現在是數字：這裡要有文字",
		rules.Simplified:  "$.formatVersion：现在是数字：这里要有文字",
	} {
		if got := problem.Tell(err, l); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
