package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// secured are the connections of a listener that may speak TLS. A browser that
// speaks plain HTTP there, since somebody typed the address without https, is
// sent to the same address by HTTPS and gets nothing else.
type secured struct{ net.Listener }

// Accept implements net.Listener.
func (l secured) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &greeting{Conn: c}, nil
}

// handshake is the first byte of TLS (RFC 8446, 5.1: content type 22).
const handshake = 22

// greeting looks at what a connection says first.
type greeting struct {
	net.Conn
	begun bool
}

// errPlain is what is told of a connection that speaks plain HTTP.
var errPlain = errors.New("it speaks plain HTTP: sent to HTTPS")

// Read implements io.Reader. One goroutine reads at a time (crypto/tls).
func (g *greeting) Read(p []byte) (int, error) {
	if g.begun || len(p) == 0 {
		return g.Conn.Read(p)
	}
	n, err := g.Conn.Read(p[:1])
	if n == 0 {
		return n, err
	}
	g.begun = true
	if p[0] == handshake {
		return n, err
	}
	return 0, g.redirect(p[0])
}

// redirect answers a plain request whose first byte was read.
func (g *greeting) redirect(first byte) error {
	if err := g.Conn.SetDeadline(time.Now().Add(grace)); err != nil {
		return err
	}
	const most = 16 << 10 // bytes of a request
	r, err := http.ReadRequest(bufio.NewReader(io.LimitReader(io.MultiReader(bytes.NewReader([]byte{first}), g.Conn), most)))
	if err != nil {
		return errors.Join(errPlain, err)
	}
	to := "https://" + r.Host + r.URL.RequestURI()
	answer := http.Response{StatusCode: http.StatusTemporaryRedirect, ProtoMajor: 1, ProtoMinor: 1, Close: true,
		Header: http.Header{"Location": {to}, "Cache-Control": {"no-store"}}}
	return errors.Join(errPlain, answer.Write(g.Conn))
}
