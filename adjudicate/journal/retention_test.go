package journal

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// footage opens a record whose clock the caller holds, with an undisputed
// attempt a of competitor 7 and a disputed one b of 8, each with a clip of 100
// bytes.
func footage(t *testing.T, open opener) (j *Journal, now *time.Time, a, b string) {
	now = new(time.Time)
	*now = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	j = open(t, Options{Outbox: true, Now: func() time.Time { return *now }})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	a = put(t, j, Evidence{Table: "t1", Attempt: "a", Kind: Clip, MediaType: "video/mp4"}, fmt.Sprintf("%0100d", 1))
	add(t, j, "t1", "b", disputing("b", "8", 100*second)...)
	b = put(t, j, Evidence{Table: "t1", Attempt: "b", Kind: Clip, MediaType: "video/mp4"}, fmt.Sprintf("%0100d", 2))
	return j, now, a, b
}

// keeping is DefaultRetention on a disk of any size.
var keeping = Retention{Undisputed: DefaultRetention.Undisputed, Disputed: DefaultRetention.Disputed}

// uphold lets the dispute of b end.
var uphold = attempt.Event{At: 200 * second, By: delegate, Data: attempt.Uphold{}}

func sweep(t *testing.T, j *Journal, r Retention) Swept {
	t.Helper()
	s, err := j.Sweep(bg, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// there checks which files are there, and that the record is whole.
func there(t *testing.T, j *Journal, want map[string]bool) {
	t.Helper()
	for hash, kept := range want {
		f, _, err := j.Evidence(bg, hash)
		if kept != (err == nil) || !kept && !errors.Is(err, ErrDeleted) {
			t.Errorf("%s: %v", hash, err)
		}
		if err == nil {
			f.Close()
		}
		if _, err := os.Stat(j.files.Path(hash)); kept != (err == nil) {
			t.Errorf("file %s: %v", hash, err)
		}
	}
	sound(t, j)
}

func testRetention(t *testing.T, open opener) {
	j, now, a, b := footage(t, open)
	day := 24 * time.Hour
	*now = now.Add(day)
	if s := sweep(t, j, keeping); s != (Swept{Kept: 200}) {
		t.Error("after a day", s)
	}
	*now = now.Add(1)
	if s := sweep(t, j, keeping); s != (Swept{Files: 1, Bytes: 100, Kept: 100}) {
		t.Error("after more than a day", s)
	}
	there(t, j, map[string]bool{a: false, b: true})
	*now = now.Add(90 * day)
	if s := sweep(t, j, keeping); s.Files != 0 {
		t.Error("waits for a Delegate", s)
	}
	add(t, j, "t1", "b", uphold)
	*now = now.Add(-time.Hour - day)
	if s := sweep(t, j, keeping); s.Files != 0 {
		t.Error("before 90 days", s)
	}
	*now = now.Add(time.Hour + day)
	if s := sweep(t, j, keeping); s.Files != 1 {
		t.Error("after 90 days", s)
	}
	there(t, j, map[string]bool{a: false, b: false})
	h, err := j.History(bg, "t1", "b")
	if err != nil || h[len(h)-1].Kind != KindDeleted || string(h[len(h)-1].Payload) != fmt.Sprintf(`{"hashes":[%q],"why":"expired","bytes":100}`, b) {
		t.Errorf("%s %v", h[len(h)-1].Payload, err)
	}
}

// The cap takes undisputed footage, oldest first, and nothing else.
func TestSizeCap(t *testing.T) {
	j, now, a, b := footage(t, stores["sqlite"](t))
	*now = now.Add(time.Minute)
	add(t, j, "t1", "c", decided("c", "9", 300*second)...)
	c := put(t, j, Evidence{Table: "t1", Attempt: "c", Kind: Still}, fmt.Sprintf("%0100d", 3))
	add(t, j, "t1", "d", solve("d", "9", 400*second)...)
	d := put(t, j, Evidence{Table: "t1", Attempt: "d", Kind: Still}, fmt.Sprintf("%0100d", 4))
	r := keeping
	r.MaxBytes = 300
	if s := sweep(t, j, r); s != (Swept{Files: 1, Bytes: 100, Kept: 300}) {
		t.Error(s)
	}
	there(t, j, map[string]bool{a: false, b: true, c: true, d: true})
	r.MaxBytes = 120
	if s := sweep(t, j, r); s != (Swept{Files: 1, Bytes: 100, Kept: 200, Over: 80}) {
		t.Error(s)
	}
	there(t, j, map[string]bool{a: false, b: true, c: false, d: true})
}

// Where the disk has too little left the same goes as with the cap.
func TestMinFree(t *testing.T) {
	files := []kept{{Hash: "old", Bytes: 100, Finished: 1}, {Hash: "disputed", Bytes: 100, Finished: 1, Disputed: 1}, {Hash: "waiting", Bytes: 100, Waiting: "dispute"},
		{Hash: "now", Bytes: 100}, {Hash: "new", Bytes: 100, Finished: 1}, {Hash: "newest", Bytes: 100, Finished: 1}}
	for _, c := range []struct {
		free int64
		want Swept
	}{
		{1000, Swept{Kept: 600}},
		{999, Swept{Files: 1, Bytes: 100, Kept: 500}},
		{900, Swept{Files: 1, Bytes: 100, Kept: 500}},
		{899, Swept{Files: 2, Bytes: 200, Kept: 400}},
		{0, Swept{Files: 3, Bytes: 300, Kept: 300, Over: 700}},
	} {
		r := keeping
		r.MinFree = 1000
		if _, got := r.choose(files, time.Unix(0, 0), c.free); got != c.want {
			t.Errorf("%d left: %+v, want %+v", c.free, got, c.want)
		}
	}
}

// A picture that two attempts have goes with the last of them.
func TestSharedFile(t *testing.T) {
	j, _, _, _ := footage(t, stores["sqlite"](t))
	x := put(t, j, Evidence{Table: "t1", Attempt: "a", Kind: Still}, "same")
	put(t, j, Evidence{Table: "t1", Attempt: "b", Kind: Still}, "same")
	if f, err := j.Forget(bg, "7", delegate, false); err != nil || f.Files != 2 {
		t.Error(f, err)
	}
	there(t, j, map[string]bool{x: true})
	if f, err := j.Forget(bg, "8", delegate, true); err != nil || f.Files != 2 {
		t.Error(f, err)
	}
	there(t, j, map[string]bool{x: false})
	put(t, j, Evidence{Table: "t1", Attempt: "a", Kind: Still}, "same")
	there(t, j, map[string]bool{x: true})
}

func testRelease(t *testing.T, open opener) {
	j, _, a, b := footage(t, open)
	if err := j.Release(bg, "t1", "b", judge, ""); !errors.Is(err, attempt.ErrRole) {
		t.Error(err)
	}
	if err := j.Release(bg, "t1", "b", delegate, ""); !errors.Is(err, attempt.ErrFrozen) {
		t.Error(err)
	}
	if err := j.Release(bg, "t1", "x", delegate, ""); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	add(t, j, "t1", "b", uphold)
	if err := j.Release(bg, "t1", "b", delegate, "settled"); err != nil {
		t.Fatal(err)
	}
	if files, err := j.Files(bg, "t1", "b"); err != nil || files[0].Pinned {
		t.Error(files, err)
	}
	// A new call takes the release back.
	add(t, j, "t1", "b", attempt.Event{At: 300 * second, By: judge, Data: attempt.Freeze{Why: attempt.Incident}},
		attempt.Event{At: 400 * second, By: delegate, Data: attempt.Amend{Verdict: rules.IsDNF, Reason: "more_moves"}})
	if s := sweep(t, j, keeping); s.Files != 0 {
		t.Error(s)
	}
	if err := j.Release(bg, "t1", "b", delegate, "settled"); err != nil {
		t.Fatal(err)
	}
	if s := sweep(t, j, keeping); s.Files != 1 {
		t.Error(s)
	}
	there(t, j, map[string]bool{a: true, b: false})
}

func testForget(t *testing.T, open opener) {
	j, _, a, b := footage(t, open)
	f, err := j.Forget(bg, "8", delegate, false)
	if err != nil || f.Files != 0 || len(f.Kept) != 1 || f.Kept[0].ID != "b" {
		t.Error(f, err)
	}
	there(t, j, map[string]bool{a: true, b: true})
	add(t, j, "t1", "b", uphold)
	if f, err = j.Forget(bg, "8", delegate, false); err != nil || f.Files != 1 || f.Bytes != 100 || f.Attempts != 1 || len(f.Kept) != 0 {
		t.Error(f, err)
	}
	there(t, j, map[string]bool{a: true, b: false})
	if f, err = j.Forget(bg, "nobody", delegate, false); err != nil || f.Files != 0 {
		t.Error(f, err)
	}
	add(t, j, "t1", "c", decided("c", "", 900*second)...)
	c := put(t, j, Evidence{Table: "t1", Attempt: "c", Kind: Still}, "nobody's")
	if _, err := j.Forget(bg, "", delegate, true); !errors.Is(err, ErrEntry) {
		t.Error(err)
	}
	j.Close()
	j = open(t, Options{})
	there(t, j, map[string]bool{a: true, b: false, c: true})
}
