package web

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/stream/accounts"
)

// ErrConfig means that a server cannot be made of a Config.
var ErrConfig = errors.New("bad server settings")

// Config says what a server serves.
type Config struct {
	Hall   Hall
	Peers  Peers  // nil: no WebRTC, browsers take MJPEG
	Frames Frames // nil: no pictures one by one
	Log    *slog.Logger
	PINs   PINs
	// Accounts are the people who may log in, and the PINs of tables that PINs has
	// none of; nil for PINs alone.
	Accounts *accounts.Book
	// Note puts a privileged act on record; nil where there is no record.
	Note func(ctx context.Context, by attempt.Actor, d Deed) error
	// Open is for demonstrations: nobody needs a PIN. Never on a network that
	// others can reach.
	Open bool
	// Sessions keeps who is logged in; nil for memory, which a restart forgets.
	Sessions  scs.Store
	Authority *Authority // of the server's certificate; nil where it is none of its own
	Secure    bool       // served over TLS: cookies go over nothing else
	Address   string     // such as http://192.168.1.5:8080, for QR codes; empty for that of the request
	Version   string
	Key       ed25519.PrivateKey // signs bundles; nil where they are not signed
	Pages     fs.FS              // the built screens; nil for those in the program
}

// Server answers the screens of a hall.
type Server struct {
	cfg      Config
	log      *slog.Logger
	echo     *echo.Echo
	handler  http.Handler
	sessions *scs.SessionManager
	pages    map[string]page
	api      []byte // openapi.yaml as JSON
	pins     *pins
	acts     *once
	peers    connections

	start    time.Time
	patience time.Duration   // with who sends a body
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc
	mu       sync.Mutex
	closed   bool
	running  sync.WaitGroup // requests
}

// New makes a server. The error is ErrConfig.
func New(cfg Config) (*Server, error) {
	if cfg.Hall == nil {
		return nil, fmt.Errorf("%w: Hall: a server needs tables", ErrConfig)
	}
	if err := cfg.PINs.check(cfg.Hall.Tables(), cfg.Open || cfg.Accounts != nil); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, log: cfg.Log, sessions: newSessions(cfg), pins: newPINs(time.Now), acts: newOnce(), start: time.Now(), patience: patience}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if cfg.Pages == nil {
		built, err := fs.Sub(dist, "dist")
		if err != nil {
			return nil, fmt.Errorf("%w: screens: %w", ErrConfig, err)
		}
		cfg.Pages = built
	}
	var err error
	if s.pages, err = loadPages(cfg.Pages); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if s.api, err = apiJSON(); err != nil {
		return nil, fmt.Errorf("%w: openapi.yaml: %w", ErrConfig, err)
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if err := s.newEcho(); err != nil {
		return nil, err
	}
	return s, nil
}

// Handler serves everything: the screens and their API. It may be mounted at the
// root of a site only. Live streams last for hours, so the http.Server around it
// sets ReadHeaderTimeout and no WriteTimeout.
func (s *Server) Handler() http.Handler { return s.handler }

// Close ends all requests, streams too, and waits for them. It may be called
// twice; later requests are refused.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.running.Wait()
	return nil
}

func (s *Server) newEcho() error {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.answerError
	e.IPExtractor = echo.ExtractIPDirect()
	e.Use(headers, sameOrigin, s.withSession)
	s.echo, s.handler = e, s.counted(e)
	return s.routes(e)
}

// counted ends requests when the server is closed, and lets Close wait for them.
func (s *Server) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			http.Error(w, "closed", http.StatusServiceUnavailable)
			return
		}
		s.running.Add(1)
		s.mu.Unlock()
		defer s.running.Done()
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.ctx, cancel)()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// routes lists everything that is served.
func (s *Server) routes(e *echo.Echo) error {
	const table, one = "/api/tables/:table", "/api/tables/:table/attempts/:attempt"
	for _, r := range []struct {
		method, path string
		handler      echo.HandlerFunc
	}{
		{"GET", "/api/openapi.json", s.getAPI}, {"GET", "/api/trust", s.getTrust}, {"GET", "/api/trust/ca.crt", s.getAuthority},
		{"GET", "/api/session", s.getSession}, {"POST", "/api/session", s.login}, {"DELETE", "/api/session", s.logout},
		{"PUT", "/api/session/table", s.hop}, {"POST", "/api/invitation", s.accept},
		{"GET", "/api/people", s.getPeople}, {"POST", "/api/people", s.invite}, {"DELETE", "/api/people/:name", s.removePerson},
		{"GET", "/api/events", s.watchHall}, {"GET", "/api/tables", s.getTables},
		{"GET", "/api/rulebooks", s.getRulebooks}, {"GET", "/api/rulebooks/:rulebook", s.getRulebook},

		{"GET", table, s.getTable}, {"GET", table + "/events", s.watchTable}, {"GET", table + "/qr.svg", s.getQR},
		{"POST", table + "/pin", s.renewPIN}, {"POST", table + "/timer", s.reportTimer}, {"GET", table + "/evidence/:hash", s.getEvidence},
		{"GET", table + "/cameras/:camera/live.mjpeg", s.watchCamera}, {"GET", table + "/cameras/:camera/frame.jpg", s.getFrame},
		{"POST", table + "/cameras/:camera/whep", s.offerVideo}, {"DELETE", table + "/cameras/:camera/whep/:connection", s.hangUp},

		{"GET", one, s.getAttempt}, {"POST", one + "/events", s.act}, {"POST", one + "/again", s.judgeAgain}, {"GET", one + "/diagram.svg", s.getDiagram},
		{"GET", one + "/sheet.pdf", s.getSheet}, {"GET", one + "/bundle.zip", s.getBundle},
		{"GET", one + "/clips/:hash/frames/:frame", s.getClipFrame},
	} {
		if err := s.handle(e, r.method, r.path, r.handler); err != nil {
			return err
		}
	}
	e.GET("/*", s.servePage)
	e.HEAD("/*", s.servePage)
	return nil
}
