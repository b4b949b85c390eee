package camera

import (
	"testing"
	"time"

	"github.com/plustwo/plustwo/vision"
	"pgregory.net/rapid"
)

// Whatever numbers and times sources give, a camera's rise, and a source's gaps
// stay.
func TestTimeline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l timeline
		var last vision.Frame
		any := false
		for range rapid.IntRange(1, 5).Draw(t, "sources") {
			l.begin()
			for range rapid.IntRange(0, 20).Draw(t, "frames") {
				f := vision.Frame{Seq: rapid.Uint64().Draw(t, "seq"), At: time.Duration(rapid.Int64Range(0, 1<<40).Draw(t, "at"))}
				l.place(&f)
				if any && (f.Seq <= last.Seq || f.At <= last.At) {
					t.Fatalf("%+v follows %+v", f, last)
				}
				last, any = f, true
			}
		}
	})
}

func TestTimelineOfTwoSources(t *testing.T) {
	var l timeline
	type given struct {
		seq uint64
		at  time.Duration
	}
	for _, c := range []struct {
		what  string
		first bool
		in    given
		want  given
		lost  uint64
	}{
		{"the first frame", true, given{0, 5 * ms}, given{0, 5 * ms}, 0},
		{"the next one", false, given{1, 38 * ms}, given{1, 38 * ms}, 0},
		{"after two lost ones", false, given{4, 138 * ms}, given{4, 138 * ms}, 2},
		{"a number twice", false, given{4, 171 * ms}, given{5, 171 * ms}, 0},
		{"time stands still", false, given{5, 171 * ms}, given{6, 171*ms + time.Microsecond}, 0},
		{"another source leaves one number out", true, given{0, 900 * ms}, given{8, 900 * ms}, 0},
		{"one whose time begins at 0", true, given{0, 0}, given{10, 900*ms + time.Microsecond}, 0},
		{"its time goes on", false, given{1, 33 * ms}, given{11, 933*ms + time.Microsecond}, 0},
	} {
		if c.first {
			l.begin()
		}
		f := vision.Frame{Seq: c.in.seq, At: c.in.at}
		lost := l.place(&f)
		if (given{f.Seq, f.At}) != c.want || lost != c.lost {
			t.Errorf("%s: got %d at %v, %d lost", c.what, f.Seq, f.At, lost)
		}
	}
}

func TestMeter(t *testing.T) {
	var m meter
	var got float64
	for i := range 100 {
		got = m.add(time.Duration(i) * 20 * ms)
	}
	want(t, "50 frames a second", got, 50.0)
	want(t, "times kept", len(m.times), 100)
	for i := range 300 {
		got = m.add(2*time.Second + time.Duration(i)*40*ms)
	}
	want(t, "25 frames a second", got, 25.0)
	want(t, "times kept then", len(m.times), 51)
	want(t, "one frame alone", (&meter{}).add(ms), 0.0)
}
