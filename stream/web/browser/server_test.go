//go:build browser

package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2/memstore"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/web"
)

// The PINs that the tests type.
const (
	judgePIN    = "111111"
	delegatePIN = "999999"
)

// site is a server of the screens that can be switched off and on again, and a
// second one by which a test controls it.
type site struct {
	t        testing.TB
	hall     *hall
	sessions *memstore.MemStore
	addr     string
	web      *web.Server
	http     *http.Server
	live     feed.Feed[web.Picture]
	counter  *counter
}

func newSite(t testing.TB, addr string) *site {
	t.Helper()
	s := &site{t: t, sessions: memstore.NewWithCleanupInterval(0), addr: addr, hall: &hall{tables: map[string]*table{}}, counter: newCounter(t)}
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]evidence{
		stillHash: {"image/jpeg", read(t, "stills/333-01010-overhead.jpg")},
		drawnHash: {"image/jpeg", read(t, "judged.jpg")},
		clipHash:  {"video/mp4", read(t, "clips/touch-07138.mp4")},
		sideHash:  {"video/mp4", read(t, "clips/hold-07175.mp4")},
	}
	start := time.Now().Add(-time.Hour) // attempts may begin before the test does
	for i, id := range []string{"t1", "t2", "t3"} {
		x := &table{id: id, name: "Table " + string(rune('1'+i)), start: start, book: book, files: files, live: &s.live,
			states: map[string]attempt.State{}, shown: map[string]web.Shown{}, clips: map[string][]web.Clip{}}
		if err := x.script("idle"); err != nil {
			t.Fatal(err)
		}
		s.hall.ids, s.hall.tables[id] = append(s.hall.ids, id), x
	}
	s.up()
	return s
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// up serves, on the port that was served before.
func (s *site) up() {
	var err error
	cfg := web.Config{Hall: s.hall, Peers: s.counter.peers, Frames: frames{}, Sessions: s.sessions,
		PINs: web.PINs{Delegate: delegatePIN, Tables: map[string]string{"t1": judgePIN, "t2": judgePIN, "t3": judgePIN}}}
	if s.web, err = web.New(cfg); err != nil {
		s.t.Fatal(err)
	}
	l, err := net.Listen("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.addr = l.Addr().String()
	s.http = &http.Server{Handler: s.web.Handler(), ReadHeaderTimeout: time.Second}
	go func(h *http.Server) {
		if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.t.Error(err)
		}
	}(s.http)
}

// down ends the server and every connection at once.
func (s *site) down() {
	if err := errors.Join(s.http.Close(), s.web.Close()); err != nil {
		s.t.Error(err)
	}
}

// control answers the test's own requests.
func (s *site) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /hall", func(w http.ResponseWriter, _ *http.Request) { s.claim(w) })
	mux.HandleFunc("POST /down", func(http.ResponseWriter, *http.Request) { s.down() })
	mux.HandleFunc("POST /up", func(http.ResponseWriter, *http.Request) { s.up() })
	mux.HandleFunc("POST /{table}/reset", func(_ http.ResponseWriter, r *http.Request) { s.hall.tables[r.PathValue("table")].reset() })
	mux.HandleFunc("POST /{table}/script/{name}", func(w http.ResponseWriter, r *http.Request) {
		if err := s.hall.tables[r.PathValue("table")].script(r.PathValue("name")); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	})
	mux.HandleFunc("GET /{table}/events", func(w http.ResponseWriter, r *http.Request) {
		x := s.hall.tables[r.PathValue("table")]
		x.mu.Lock()
		defer x.mu.Unlock()
		if err := json.NewEncoder(w).Encode(append([]did{}, x.events...)); err != nil {
			s.t.Error(err)
		}
	})
	return mux
}

// film publishes live pictures, ten a second, until the context ends.
func (s *site) film(ctx context.Context) {
	still, err := jpeg.Decode(bytes.NewReader(read(s.t, "stills/333-01010-overhead.jpg")))
	if err != nil {
		s.t.Fatal(err)
	}
	var pictures [][]byte
	for i := range 10 {
		pictures = append(pictures, picture(s.t, still, i))
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for seq := uint64(0); ; seq++ {
		select {
		case <-ctx.Done():
			s.live.Close()
			return
		case <-tick.C:
			s.live.Publish(web.Picture{Seq: seq, At: s.hall.tables["t1"].now(), JPEG: pictures[seq%10]})
		}
	}
}

// picture is a still at half its size with a bar that moves.
func picture(t testing.TB, still image.Image, n int) []byte {
	const w, h = 640, 360
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, still.At(2*x, 2*y))
			if y > h-12 && x/64 == n {
				m.Set(x, y, color.White)
			}
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// frames cuts pictures that tell their number: n grey columns of 4 pixels.
type frames struct{}

func (frames) Frame(_ context.Context, _, clip string, n int) ([]byte, error) {
	if n < 0 || n >= clipFrames || clip != clipHash && clip != sideHash {
		return nil, web.ErrNoEvidence
	}
	m := image.NewGray(image.Rect(0, 0, 640, 360))
	for y := range 360 {
		for x := range 4 * n {
			m.SetGray(x, y, color.Gray{Y: 200})
		}
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, m, nil)
	return b.Bytes(), err
}
