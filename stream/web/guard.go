package web

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// policy lets a page load nothing from elsewhere and run no script that is not a
// file of this server.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// headers sets what every answer carries.
func headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		if strings.HasPrefix(c.Request().URL.Path, "/api/") {
			h.Set("Cache-Control", "no-store")
		}
		return next(c)
	}
}

// sameOrigin refuses what another site's page makes a browser send
// (Sec-Fetch-Site, else Origin). Safe methods change nothing and pass.
func sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	check := http.NewCrossOriginProtection()
	return func(c echo.Context) error {
		if err := check.Check(c.Request()); err != nil {
			return failField(codeOrigin, "", err)
		}
		return next(c)
	}
}

// param returns a part of the address. The router leaves it escaped where the
// address is not written as Go would, such as with %3A for a colon.
func param(c echo.Context, name string) string {
	v := c.Param(name)
	if c.Request().URL.RawPath == "" {
		return v
	}
	if plain, err := url.PathUnescape(v); err == nil {
		return plain
	}
	return v
}

// maxBody bounds what a screen sends: an event with two notes of 2000 bytes, or
// an SDP, takes a tenth of it.
const maxBody = 64 << 10

// body reads a request's body of a media type.
func (s *Server) body(c echo.Context, kind string) ([]byte, error) {
	got, _, err := mime.ParseMediaType(c.Request().Header.Get("Content-Type"))
	if err != nil || got != kind {
		return nil, failField(codeMediaType, "Content-Type", err)
	}
	// Who sends nothing for so long is gone. Writers that know no deadlines have none.
	deadline := http.NewResponseController(c.Response())
	if err := deadline.SetReadDeadline(time.Now().Add(s.patience)); err == nil {
		defer func() { _ = deadline.SetReadDeadline(time.Time{}) }() // as above
	}
	raw, err := io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, maxBody))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		return nil, failField(codeTooLarge, "", err)
	}
	if err != nil {
		return nil, failField(codeBadRequest, "", err)
	}
	return raw, nil
}

// readJSON reads a request's body strictly.
func (s *Server) readJSON(c echo.Context, to any) error {
	raw, err := s.body(c, "application/json")
	if err != nil {
		return err
	}
	return decode(raw, to)
}

// decode reads JSON strictly and names the field that is wrong, where it can.
func decode(raw []byte, to any) error {
	if err := rules.Decode(raw, to); err != nil {
		return failField(codeBadRequest, badField(err), err)
	}
	return nil
}

// badField returns the field that a JSON error is about, or nothing.
func badField(err error) string {
	if t := (*json.UnmarshalTypeError)(nil); errors.As(err, &t) {
		return t.Field
	}
	const unknown = `unknown field "` // encoding/json has no type for this one
	if _, rest, ok := strings.Cut(err.Error(), unknown); ok {
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	return ""
}
