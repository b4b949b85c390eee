package web

import (
	"net/http"
	"net/url"
	"sync"

	"github.com/labstack/echo/v4"
)

// maxConnections bounds whose WebRTC connections are remembered; who is
// forgotten can no longer hang up, and the connection ends with its browser.
const maxConnections = 2000

// connections tells who made a WebRTC connection, so that nobody ends another's.
type connections struct {
	mu    sync.Mutex
	owner map[string]string // session's token by the connection's id
	order []string
}

func (k *connections) add(id, owner string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.owner == nil {
		k.owner = map[string]string{}
	}
	if len(k.order) >= maxConnections {
		delete(k.owner, k.order[0])
		k.order = k.order[1:]
	}
	k.owner[id] = owner
	k.order = append(k.order, id)
}

// drop forgets a connection and tells whether it was the owner's.
func (k *connections) drop(id, owner string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if by, ok := k.owner[id]; !ok || by != owner {
		return false
	}
	delete(k.owner, id)
	return true
}

// offerVideo answers a browser's offer of a WebRTC connection (WHEP).
func (s *Server) offerVideo(c echo.Context) error {
	if _, err := s.table(c); err != nil {
		return err
	}
	if s.cfg.Peers == nil {
		return fail(codeNoWebRTC)
	}
	offer, err := s.body(c, "application/sdp")
	if err != nil {
		return err
	}
	id, answer, err := s.cfg.Peers.Answer(c.Request().Context(), param(c, "table"), param(c, "camera"), string(offer))
	if err != nil {
		return err
	}
	s.peers.add(id, token(c.Request()))
	c.Response().Header().Set("Location", c.Request().URL.EscapedPath()+"/"+url.PathEscape(id))
	return c.Blob(http.StatusCreated, "application/sdp", []byte(answer))
}

// hangUp ends a connection of one's own.
func (s *Server) hangUp(c echo.Context) error {
	if s.cfg.Peers == nil || !s.peers.drop(param(c, "connection"), token(c.Request())) {
		return failField(codeNotFound, "connection", nil)
	}
	s.cfg.Peers.HangUp(param(c, "connection"))
	return c.NoContent(http.StatusNoContent)
}
