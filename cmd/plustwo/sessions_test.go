package main

import (
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/journal"
)

// stiff is a shelf that can refuse to be written.
type stiff struct {
	journal.Shelf
	refuses error
}

func (s *stiff) Commit(token string, b []byte, expiry time.Time) error {
	if s.refuses != nil {
		return s.refuses
	}
	return s.Shelf.Commit(token, b, expiry)
}

func (s *stiff) Delete(token string) error {
	if s.refuses != nil {
		return s.refuses
	}
	return s.Shelf.Delete(token)
}

// People come and go on a full disk too; a session that has ended does not come
// back, and what the disk has taken outlasts the program.
func TestSessionsOnAFullDisk(t *testing.T) {
	j, err := journal.Open(t.Context(), t.TempDir(), journal.Options{NoSweep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	shelf := &stiff{Shelf: j.Shelf("sessions")}
	s := newSessions(shelf, slog.New(slog.DiscardHandler))
	later := time.Now().Add(time.Hour)
	want := func(token, data string) {
		t.Helper()
		if b, found, err := s.Find(token); string(b) != data || found != (data != "") || err != nil {
			t.Errorf("%s: %q, %v, %v, want %q", token, b, found, err, data)
		}
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	do(s.Commit("a", []byte("A"), later))
	do(s.Commit("b", []byte("B"), later))
	shelf.refuses = errors.New("no room")
	do(s.Commit("c", []byte("C"), later))
	do(s.Commit("a", []byte("A2"), later))
	do(s.Commit("d", []byte("D"), time.Now().Add(-time.Second)))
	do(s.Delete("b"))
	for token, data := range map[string]string{"a": "A2", "b": "", "c": "C", "d": "", "e": ""} {
		want(token, data)
	}
	shelf.refuses = nil
	do(s.Commit("c", []byte("C2"), later))
	want("c", "C2")
	s = newSessions(shelf, slog.New(slog.DiscardHandler))
	want("c", "C2")
	want("a", "A") // as it was last on disk
}
