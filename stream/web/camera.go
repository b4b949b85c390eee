package web

import (
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	usualFPS = 10 // pictures a second of a live view without WebRTC
	maxFPS   = 30
	// firstPicture is how long one waits for a camera's picture.
	firstPicture = 2 * time.Second
)

// watchCamera streams a camera as MJPEG.
func (s *Server) watchCamera(c echo.Context) error {
	fps := float64(usualFPS)
	if text := c.QueryParam("fps"); text != "" {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !(f > 0 && f <= maxFPS) {
			return failField(codeBadRequest, "fps", err)
		}
		fps = f
	}
	t, err := s.table(c)
	if err != nil {
		return err
	}
	pictures, err := t.Live(c.Request().Context(), param(c, "camera"), fps)
	if err != nil {
		return err
	}
	if err := s.sendPictures(c, pictures); err != nil {
		s.log.Debug("web: a live view broke off", "path", c.Request().URL.Path, "error", err)
	}
	return nil
}

// sendPictures sends pictures until they or the request end, the session is no
// more, or the browser takes none.
func (s *Server) sendPictures(c echo.Context, pictures <-chan Picture) error {
	parts := multipart.NewWriter(c.Response())
	c.Response().Header().Set("Content-Type", "multipart/x-mixed-replace; boundary="+parts.Boundary())
	out := http.NewResponseController(c.Response())
	ticks := time.NewTicker(beat)
	defer ticks.Stop()
	for {
		select {
		case p, ok := <-pictures:
			if !ok {
				return nil
			}
			if err := out.SetWriteDeadline(time.Now().Add(patience)); err != nil {
				return err
			}
			h := textproto.MIMEHeader{"Content-Type": {"image/jpeg"}, "Content-Length": {strconv.Itoa(len(p.JPEG))}}
			for k, v := range stamps(p) {
				h.Set(k, v)
			}
			w, err := parts.CreatePart(h)
			if err != nil {
				return err
			}
			if _, err := w.Write(p.JPEG); err != nil {
				return err
			}
			if err := out.Flush(); err != nil {
				return err
			}
		case <-ticks.C:
			if s.gone(c) {
				return nil
			}
		case <-c.Request().Context().Done():
			return nil
		}
	}
}

// stamps are the headers that tell which picture it is.
func stamps(p Picture) map[string]string {
	return map[string]string{"X-Frame-Seq": fmt.Sprint(p.Seq), "X-Frame-At-NS": fmt.Sprint(int64(p.At))}
}

// getFrame sends a camera's newest picture.
func (s *Server) getFrame(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), firstPicture)
	defer cancel()
	pictures, err := t.Live(ctx, param(c, "camera"), maxFPS)
	if err != nil {
		return err
	}
	select {
	case p, ok := <-pictures:
		if !ok {
			return fail(codeNoPicture)
		}
		for k, v := range stamps(p) {
			c.Response().Header().Set(k, v)
		}
		return c.Blob(http.StatusOK, "image/jpeg", p.JPEG)
	case <-ctx.Done():
		return fail(codeNoPicture)
	}
}
