package timer

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestReports(t *testing.T) {
	run := Report{Kind: Running, At: second}
	cases := []struct {
		name    string
		reports []Report
		refused bool // the last
		want    []string
	}{
		{"time by the clock", []Report{run, {Kind: Stopped, At: 4 * second}}, false, []string{"running #1", "stopped #1 3s"}},
		{"time by the clock from a reading", []Report{{Kind: Running, At: second, Time: 500 * ms}, {Kind: Stopped, At: 4 * second}}, false, []string{"running #1", "stopped #1 3.5s"}},
		{"time that the timer shows", []Report{run, {Kind: Stopped, At: 4 * second, Time: 2990 * ms}}, false, []string{"running #1", "stopped #1 2.99s"}},
		{"only the end", []Report{{Kind: Stopped, At: 4 * second, Time: 2 * second}, {Kind: Reset, At: 9 * second}}, false, []string{"stopped #1 2s", "reset #1 2s"}},
		{"the next run without a reset", []Report{run, {Kind: Stopped, At: 4 * second}, {Kind: Running, At: 9 * second}}, false, []string{"running #1", "stopped #1 3s", "reset #1 3s", "running #2"}},
		{"a key that bounced", []Report{run, {Kind: Stopped, At: second + 59*ms}}, false, []string{"running #1", "early stop #1 59ms still"}},
		{"0.06 s", []Report{run, {Kind: Stopped, At: second + 60*ms}}, false, []string{"running #1", "stopped #1 60ms"}},
		{"an hour", []Report{{Kind: Stopped, Time: time.Hour}}, false, []string{"stopped #1 1h0m0s"}},
		{"a day", []Report{{Kind: Stopped, Time: 24 * time.Hour}}, true, nil},
		{"negative", []Report{{Kind: Running, Time: -1}}, true, nil},
		{"stop without a start or a time", []Report{{Kind: Stopped, At: second}}, true, nil},
		{"stop before the start", []Report{run, {Kind: Stopped, At: 0}}, true, []string{"running #1"}},
		{"another time after the stop", []Report{run, {Kind: Stopped, Time: second}, {Kind: Stopped, Time: 2 * second}}, true, []string{"running #1", "stopped #1 1s"}},
		{"runs backwards", []Report{{Kind: Running, Time: 3 * second}, {Kind: Running, Time: 2 * second}}, true, []string{"running #1"}},
		{"kind that is told, not reported", []Report{{Kind: Suspect}}, true, nil},
		{"no kind", []Report{{}}, true, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := NewManual()
				events := collect(m)
				for i, r := range c.reports {
					err := m.Report(r)
					if refused := c.refused && i == len(c.reports)-1; (err != nil) != refused || refused && !errors.Is(err, ErrReport) {
						t.Errorf("report %d: %v", i, err)
					}
				}
				synctest.Wait()
				if err := m.Close(); err != nil {
					t.Error(err)
				}
				same(t, story(events()), c.want)
			})
		})
	}
}

func TestKindNames(t *testing.T) {
	for k := Connected; k <= Suspect; k++ {
		text, err := k.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Kind
		if err := back.UnmarshalText(text); err != nil || back != k {
			t.Errorf("%s came back as %v: %v", text, back, err)
		}
	}
	for _, name := range []string{"", "Ready", "kind 3", "reset "} {
		var k Kind
		if err := k.UnmarshalText([]byte(name)); !errors.Is(err, ErrKind) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if got := Kind(0).String() + Why(0).String() + Why(99).String(); got != "kind 0reason 99" {
		t.Errorf("got %q", got)
	}
}
