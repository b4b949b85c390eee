package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	// beat is how often a stream says that it is alive.
	beat = time.Second
	// patience is how long one write may take: a client that takes nothing for so
	// long is gone.
	patience = 10 * time.Second
	// retry is when a browser comes back by itself after a stream has broken off.
	retry = 500 * time.Millisecond
	// calm is how often a table's summary may change in the Delegate's queue; a
	// running timer changes it ten times a second.
	calm = 500 * time.Millisecond
)

// Beat says that a stream is alive.
type Beat struct {
	At int64 `json:"at_ms"` // the server's wall clock, milliseconds since 1970
}

// stream writes server-sent events.
type stream struct {
	c   echo.Context
	out *http.ResponseController
}

func newStream(c echo.Context) (*stream, error) {
	h := c.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // a proxy in front must not hold events back
	s := &stream{c, http.NewResponseController(c.Response())}
	return s, s.write(fmt.Appendf(nil, "retry: %d\n\n", retry.Milliseconds()))
}

// send writes one event.
func (s *stream) send(event string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.write(fmt.Appendf(nil, "event: %s\ndata: %s\n\n", event, raw))
}

func (s *stream) write(raw []byte) error {
	if err := s.out.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := s.c.Response().Write(raw); err != nil {
		return err
	}
	return s.out.Flush()
}

// follow sends what comes out of a channel, and beats, until the channel or the
// request ends or the session is no more. What breaks off is no error: the
// screen comes back.
func follow[T any](s *Server, c echo.Context, event string, news <-chan T) error {
	out, err := newStream(c)
	if err != nil {
		return nil
	}
	ticks := time.NewTicker(beat)
	defer ticks.Stop()
	for err == nil {
		select {
		case v, ok := <-news:
			if !ok {
				return nil
			}
			err = out.send(event, v)
		case now := <-ticks.C:
			if s.gone(c) {
				return nil
			}
			err = out.send("beat", Beat{s.start.Add(now.Sub(s.start)).UnixMilli()}) // steady, whatever sets the wall clock
		case <-c.Request().Context().Done():
			return nil
		}
	}
	s.log.Debug("web: a stream broke off", "path", c.Request().URL.Path, "error", err)
	return nil
}

// watchTable streams a table's snapshots.
func (s *Server) watchTable(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	return follow(s, c, "snapshot", t.Watch(c.Request().Context()))
}

// watchHall streams the summaries of all tables.
func (s *Server) watchHall(c echo.Context) error {
	ctx, cancel := context.WithCancel(c.Request().Context())
	defer cancel()
	news := make(chan Summary)
	for _, id := range s.cfg.Hall.Tables() {
		t := s.cfg.Hall.Table(id)
		if t == nil {
			continue
		}
		s.running.Add(1) // the request counts too, so that Close waits still
		go func() {
			defer s.running.Done()
			summarise(ctx, t.Watch(ctx), news)
		}()
	}
	return follow(s, c, "table", news)
}

// summarise sends a table's summaries, not too often, until its snapshots or the
// context end.
func summarise(ctx context.Context, snapshots <-chan Snapshot, news chan<- Summary) {
	for s := range snapshots {
		select {
		case news <- summaryOf(s):
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(calm):
		case <-ctx.Done():
			return
		}
	}
}
