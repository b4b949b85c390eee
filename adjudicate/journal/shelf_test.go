package journal

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"
)

// Things on a shelf are there after a restart until they are over, apart by shelf,
// and no part of the record.
func testShelf(t *testing.T, open opener) {
	now := time.Unix(1000, 0)
	opts := Options{Now: func() time.Time { return now }}
	j := open(t, opts)
	a, b := j.Shelf("a"), j.Shelf("b")
	soon := now.Add(time.Minute)
	for _, err := range []error{a.Commit("x", []byte("one"), time.Time{}), a.Commit("x", []byte("two"), soon), a.Commit("y", nil, time.Time{}),
		b.Commit("x", []byte("b's"), time.Time{}), a.Delete("none")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Commit("z", make([]byte, maxShelf+1), soon); !errors.Is(err, ErrEntry) {
		t.Error(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = open(t, opts)
	a, b = j.Shelf("a"), j.Shelf("b")
	if v, ok, err := a.Find("x"); string(v) != "two" || !ok || err != nil {
		t.Errorf("%q, %v, %v", v, ok, err)
	}
	if got := slices.Sorted(maps.Keys(must(a.All()))); !slices.Equal(got, []string{"x", "y"}) {
		t.Error(got)
	}
	now = soon
	if v, ok, err := a.Find("x"); ok || err != nil {
		t.Errorf("over: %q, %v", v, err)
	}
	if got := must(a.All()); len(got) != 1 {
		t.Error(got)
	}
	if err := errors.Join(a.Delete("y"), a.Delete("y")); err != nil {
		t.Fatal(err)
	}
	if v, ok, err := b.Find("x"); string(v) != "b's" || !ok || err != nil {
		t.Errorf("%q, %v, %v", v, ok, err)
	}
	if r := sound(t, j); r.Events != 0 {
		t.Errorf("%+v", r)
	}
}
