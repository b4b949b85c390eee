package main

import (
	"log/slog"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
)

// sessions keeps who is logged in on a shelf of the record, and in memory what the
// shelf does not take: on a full disk judges still come in. It is a scs.Store.
type sessions struct {
	shelf scs.Store
	log   *slog.Logger

	mu    sync.Mutex
	spare map[string]spare // by token; goes before the shelf
}

// spare is a session that the shelf does not have as it is.
type spare struct {
	data   []byte // nil for one that has ended
	expiry time.Time
}

// ended is how long it is remembered that a session has ended which the shelf
// could not forget: longer than any session lasts.
const ended = 48 * time.Hour

func newSessions(shelf scs.Store, log *slog.Logger) *sessions {
	return &sessions{shelf: shelf, log: log, spare: map[string]spare{}}
}

// Find implements scs.Store.
func (s *sessions) Find(token string) (b []byte, found bool, err error) {
	s.mu.Lock()
	x, ok := s.spare[token]
	s.mu.Unlock()
	if !ok {
		return s.shelf.Find(token)
	}
	return x.data, x.data != nil && time.Now().Before(x.expiry), nil
}

// Commit implements scs.Store.
func (s *sessions) Commit(token string, b []byte, expiry time.Time) error {
	s.keep(token, spare{b, expiry}, s.shelf.Commit(token, b, expiry))
	return nil
}

// Delete implements scs.Store.
func (s *sessions) Delete(token string) error {
	s.keep(token, spare{expiry: time.Now().Add(ended)}, s.shelf.Delete(token))
	return nil
}

// keep remembers what the shelf has refused, and forgets what it has taken.
func (s *sessions) keep(token string, x spare, refused error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if refused == nil {
		delete(s.spare, token)
		return
	}
	s.log.Error("a session is kept in memory only", "err", refused)
	for t, old := range s.spare {
		if time.Now().After(old.expiry) {
			delete(s.spare, t)
		}
	}
	s.spare[token] = x
}
