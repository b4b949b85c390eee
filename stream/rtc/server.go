package rtc

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pion/webrtc/v4"

	"github.com/plustwo/plustwo/stream/encode"
	"github.com/plustwo/plustwo/stream/web"
)

// ErrClosed means that the server was closed.
var ErrClosed = errors.New("the video server is closed")

// Source is one camera's encoded stream; encode.Stage is one.
type Source interface {
	Live() *encode.Reader
	Key() // asks for a key frame
}

var (
	_ Source    = (*encode.Stage)(nil)
	_ web.Peers = (*Server)(nil)
)

// Config says where to listen and what to send.
type Config struct {
	Listen string // host:port of UDP and TCP, such as ":8189"; port 0 takes a free one
	// Camera returns a table's camera; false where there is none of that name.
	Camera func(table, camera string) (Source, bool)
	// Overlay gives what belongs to a frame, as a JSON object whose members are
	// sent with it; nil or empty for nothing. It is called for each picture and
	// viewer, so it is to be quick.
	Overlay func(table, camera string, seq uint64) []byte
	// Messages gives the table's texts (JSON) for one viewer of a camera until
	// the context ends, the newest first at once; nil for none. The channel is
	// closed by its maker.
	Messages func(ctx context.Context, table, camera string) <-chan []byte
	// Stall is how long a browser may take to connect or be silent before it is
	// dropped; 10 s.
	Stall time.Duration
	Log   *slog.Logger // nil for none
	// Observe is told of each change of the number of viewers; nil for nobody.
	Observe func(Stats)
}

// Stats counts viewers.
type Stats struct {
	Open    int    // connections, those being made included
	Opened  uint64 // connections so far
	Stalled uint64 // those that were dropped for silence
	Keys    uint64 // key frames that viewers asked for
	Skipped uint64 // pictures that slow viewers did not get
}

// Server answers browsers' offers. Its methods may be called from many goroutines.
type Server struct {
	cfg  Config
	port *port
	api  *webrtc.API

	mu     sync.Mutex
	peers  map[string]*peer
	making sync.WaitGroup // Answers that have not made their peer yet
	closed bool

	opened, stalled, keys, skipped atomic.Uint64
}

// New listens and returns a server.
func New(cfg Config) (*Server, error) {
	if cfg.Stall == 0 {
		cfg.Stall = 10 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	p, err := listen(cfg.Listen, pionLog{cfg.Log})
	if err != nil {
		return nil, err
	}
	api, err := newAPI(p, cfg)
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	return &Server{cfg: cfg, port: p, api: api, peers: map[string]*peer{}}, nil
}

// Port is the number that it listens on.
func (s *Server) Port() int { return s.port.number }

// Answer answers a browser's offer for a camera: the connection's id and the
// answer's SDP. The error is web.ErrNoCamera, wraps web.ErrOffer where the SDP is
// not usable, or is ErrClosed or that of the context.
func (s *Server) Answer(ctx context.Context, table, camera, offer string) (id, answer string, err error) {
	source, ok := s.cfg.Camera(table, camera)
	if !ok {
		return "", "", web.ErrNoCamera
	}
	if !s.begin() {
		return "", "", ErrClosed
	}
	defer s.making.Done()
	p, err := newPeer(s, table, camera, source)
	if err != nil {
		return "", "", err
	}
	if answer, err = p.answer(ctx, offer); err != nil {
		return "", "", errors.Join(err, p.pc.GracefulClose())
	}
	p.id = rand.Text()
	s.add(p)
	go p.run()
	return p.id, answer, nil
}

// begin counts an Answer in; false where the server is closed.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.making.Add(1)
	return true
}

func (s *Server) add(p *peer) {
	s.mu.Lock()
	s.peers[p.id] = p
	s.mu.Unlock()
	s.opened.Add(1)
	s.observe()
}

// remove forgets a peer that has ended for a reason.
func (s *Server) remove(p *peer, why error) {
	s.mu.Lock()
	delete(s.peers, p.id)
	s.mu.Unlock()
	if errors.Is(why, errStalled) {
		s.stalled.Add(1)
	}
	s.cfg.Log.Info("viewer left", "table", p.table, "camera", p.camera, "viewer", p.id, "why", why)
	s.observe()
}

func (s *Server) observe() {
	if s.cfg.Observe != nil {
		s.cfg.Observe(s.Stats())
	}
}

// Stats counts the viewers.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	open := len(s.peers)
	s.mu.Unlock()
	return Stats{Open: open, Opened: s.opened.Load(), Stalled: s.stalled.Load(), Keys: s.keys.Load(), Skipped: s.skipped.Load()}
}

// HangUp ends a connection and waits until it has ended. An id that is not
// known is none to end.
func (s *Server) HangUp(id string) {
	s.mu.Lock()
	p := s.peers[id]
	s.mu.Unlock()
	if p != nil {
		p.end(errHungUp)
		<-p.done
	}
}

// Close ends all connections and waits. It may be called twice.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.making.Wait()
	s.mu.Lock()
	var peers []*peer
	for _, p := range s.peers {
		peers = append(peers, p)
	}
	s.mu.Unlock()
	for _, p := range peers {
		p.end(ErrClosed)
	}
	for _, p := range peers {
		<-p.done
	}
	if err := s.port.close(); err != nil {
		return fmt.Errorf("closing the video server: %w", err)
	}
	return nil
}
