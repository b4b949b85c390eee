//go:build browser

package browser

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/plustwo/plustwo/stream/accounts"
	"github.com/plustwo/plustwo/stream/web"
)

// shelf is an accounts.Shelf in memory.
type shelf struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (s *shelf) All() (map[string][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.kept), nil
}

func (s *shelf) Commit(id string, value []byte, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[id] = value
	return nil
}

func (s *shelf) Delete(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, id)
	return nil
}

// claim serves the hall once more, where people have accounts and nobody has come
// in yet, and answers with where that is and the first organiser's word.
func (s *site) claim(w http.ResponseWriter) {
	book, err := accounts.Open(&shelf{kept: map[string][]byte{}}, time.Now)
	if err != nil {
		s.t.Error(err)
		return
	}
	word, err := book.First()
	if err != nil {
		s.t.Error(err)
		return
	}
	screens, err := web.New(web.Config{Hall: s.hall, Accounts: book, PINs: web.PINs{Tables: map[string]string{"t3": judgePIN}},
		Authority: &web.Authority{Name: "plustwo hall 2026-12-01", Certificate: []byte("DER")}})
	if err != nil {
		s.t.Error(err)
		return
	}
	h := httptest.NewServer(screens.Handler())
	s.t.Cleanup(func() {
		if err := screens.Close(); err != nil {
			s.t.Error(err)
		}
		h.Close()
	})
	if err := json.NewEncoder(w).Encode(map[string]string{"at": h.URL, "word": word}); err != nil {
		s.t.Error(err)
	}
}
