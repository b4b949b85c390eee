package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/labstack/echo/v4"
)

// Authority has signed the server's certificate, where it is this computer's own.
type Authority struct {
	Name        string // as a phone lists it
	Certificate []byte // DER
}

// Trust tells a screen of the Authority.
type Trust struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"` // SHA-256 of the certificate, hexadecimal
}

func (s *Server) getTrust(c echo.Context) error {
	if s.cfg.Authority == nil {
		return fail(codeNotFound)
	}
	sum := sha256.Sum256(s.cfg.Authority.Certificate)
	return c.JSON(http.StatusOK, Trust{s.cfg.Authority.Name, hex.EncodeToString(sum[:])})
}

// getAuthority sends the authority's certificate as phones install it. It holds no
// secret.
func (s *Server) getAuthority(c echo.Context) error {
	if s.cfg.Authority == nil {
		return fail(codeNotFound)
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="plustwo-ca.crt"`)
	return c.Blob(http.StatusOK, "application/x-x509-ca-cert", s.cfg.Authority.Certificate)
}
