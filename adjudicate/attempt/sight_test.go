package attempt

import (
	"errors"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// A stop that was told by sight is marked as such once the time is entered, at the
// moment at which it was seen; a timer's stop is not.
func TestSight(t *testing.T) {
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	begin := []Event{{By: table, Data: Open{ID: "A", Event: "333", Rulebook: book.Name}}, {At: 1e9, By: table, Data: Start{}}}
	sight, entered := Event{At: 10e9, By: table, Data: Sight{}}, Event{At: 15e9, By: judge, Data: EnterTime{TimeMS: 9000}}
	for name, c := range map[string]struct {
		events []Event
		at     Time
		marked bool
	}{
		"by sight":         {[]Event{sight, entered}, 10e9, true},
		"the last one":     {[]Event{{At: 5e9, By: table, Data: Sight{}}, sight, entered}, 10e9, true},
		"by a timer":       {[]Event{sight, {At: 11e9, By: table, Data: Stop{9000}}}, 11e9, false},
		"timer, then time": {[]Event{sight, {At: 11e9, By: table, Data: Stop{9000}}, entered}, 11e9, false},
		"by hand alone":    {[]Event{entered}, 15e9, false},
		"before the start": {[]Event{{At: 2e9, By: table, Data: Cover{}}, entered}, 15e9, false},
	} {
		from := begin
		if name == "before the start" {
			from = []Event{begin[0], {At: 1e9, By: table, Data: Sight{}}}
		}
		s, refused := Replay(book, append(append([]Event{}, from...), c.events...))
		if refused != 0 || s.StoppedAt == nil || *s.StoppedAt != c.at || s.BySight != c.marked {
			t.Errorf("%s: %d refused, stopped %v, by sight %v", name, refused, s.StoppedAt, s.BySight)
		}
		if _, _, err := Step(book, s, Event{At: 20e9, By: table, Data: Sight{}}); !errors.Is(err, ErrPhase) {
			t.Errorf("%s: seen after the stop: %v", name, err)
		}
	}
}
