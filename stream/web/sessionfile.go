package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// SessionFile keeps who is logged in in a file, so that a restart logs nobody
// out. The file holds no token, only hashes of tokens. It is a scs.Store for one
// process.
type SessionFile struct {
	name string

	mu       sync.Mutex
	sessions map[string]storedSession // by the token's hash
}

type storedSession struct {
	Data   []byte    `json:"data"`
	Expiry time.Time `json:"expiry"`
}

// OpenSessions reads a file of sessions, or begins one. A file that cannot be
// read as one is an error; removing it logs everybody out.
func OpenSessions(name string) (*SessionFile, error) {
	f := &SessionFile{name: name, sessions: map[string]storedSession{}}
	raw, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: sessions: %w", ErrConfig, err)
	}
	if err := json.Unmarshal(raw, &f.sessions); err != nil || f.sessions == nil {
		return nil, fmt.Errorf("%w: sessions: %s is no such file (%v): remove it, and everybody logs in again", ErrConfig, name, err)
	}
	return f, nil
}

// Find implements scs.Store.
func (f *SessionFile) Find(token string) (b []byte, found bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, ok := f.sessions[token]
	if !ok || !time.Now().Before(s.Expiry) {
		return nil, false, nil
	}
	return s.Data, true, nil
}

// Commit implements scs.Store.
func (f *SessionFile) Commit(token string, b []byte, expiry time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sessions[token] = storedSession{b, expiry}
	return f.save()
}

// Delete implements scs.Store.
func (f *SessionFile) Delete(token string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.sessions[token]; !ok {
		return nil
	}
	delete(f.sessions, token)
	return f.save()
}

// save replaces the file by one without what has expired. The lock is held.
func (f *SessionFile) save() error {
	for token, s := range f.sessions {
		if !time.Now().Before(s.Expiry) {
			delete(f.sessions, token)
		}
	}
	raw, err := json.Marshal(f.sessions)
	if err != nil {
		return fmt.Errorf("sessions: %w", err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(f.name), filepath.Base(f.name)+".*") // for its owner only
	if err != nil {
		return fmt.Errorf("sessions: %w", err)
	}
	_, err = tmp.Write(raw)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), f.name)
	}
	if err != nil {
		return fmt.Errorf("sessions: %w", errors.Join(err, os.Remove(tmp.Name())))
	}
	return nil
}
