package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
)

// dist is what "make ui" builds of folder ui; without it there is a page that
// says so.
//
//go:embed all:dist
var dist embed.FS

//go:embed placeholder.html
var placeholder []byte

// page is one file of the screens.
type page struct {
	raw, zipped []byte // zipped is nil where it would not be smaller
	kind        string // media type
	etag        string
	lasting     bool // its name changes with its content
}

// index is the page that all addresses of the screens show.
const index = "index.html"

// loadPages reads the built screens, by their paths without a leading slash.
func loadPages(built fs.FS) (map[string]page, error) {
	out := map[string]page{index: newPage(index, placeholder)}
	err := fs.WalkDir(built, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		raw, err := fs.ReadFile(built, name)
		if err != nil {
			return err
		}
		out[name] = newPage(name, raw)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("screens: %w", err)
	}
	return out, nil
}

func newPage(name string, raw []byte) page {
	sum := sha256.Sum256(raw)
	p := page{raw: raw, kind: mime.TypeByExtension(path.Ext(name)), etag: `"` + hex.EncodeToString(sum[:16]) + `"`,
		lasting: strings.HasPrefix(name, "assets/")} // Vite puts what it names by content there
	if p.kind == "" {
		p.kind = http.DetectContentType(raw)
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is a valid one
	if _, err := z.Write(raw); err == nil && z.Close() == nil && b.Len() < len(raw) {
		p.zipped = b.Bytes()
	}
	return p
}

// servePage serves a file of the screens, and the index for every other address
// that is none of a file, so that each screen has an address of its own.
func (s *Server) servePage(c echo.Context) error {
	name := strings.TrimPrefix(path.Clean("/"+c.Request().URL.Path), "/")
	p, ok := s.pages[name]
	if !ok {
		if path.Ext(name) != "" || strings.HasPrefix(name, "assets/") || strings.HasPrefix(name, "api/") {
			return fail(codeNotFound)
		}
		p = s.pages[index]
	}
	h := c.Response().Header()
	h.Set("Content-Type", p.kind)
	h.Set("ETag", p.etag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if p.lasting {
		h.Set("Cache-Control", forever)
	}
	body := p.raw
	if p.zipped != nil && strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip") {
		body = p.zipped
		h.Set("Content-Encoding", "gzip")
	}
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(body))
	return nil
}

// forever is for what never changes under its name.
const forever = "private, max-age=31536000, immutable"
