package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/certs"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/config"
	"github.com/plustwo/plustwo/stream/accounts"
	"github.com/plustwo/plustwo/stream/web"
)

// entrance is how people come in: by what connection, and who may.
type entrance struct {
	tls       *tls.Config    // nil for plain HTTP
	authority *web.Authority // nil where the certificate is another's
	pins      web.PINs
	accounts  *accounts.Book // nil in a demonstration
	sessions  scs.Store
	record    *journal.Journal
	log       *slog.Logger
	chain     string // by which privileged acts are on record
}

// newEntrance opens what the record's folder knows of people, or begins it.
func newEntrance(cfg *config.Document, record *journal.Journal, log *slog.Logger, demo bool) (*entrance, error) {
	e := &entrance{sessions: newSessions(record.Shelf("sessions"), log), record: record, log: log}
	if err := e.encrypt(cfg); err != nil {
		return nil, err
	}
	if demo {
		return e, nil
	}
	e.pins = web.PINs{Delegate: cfg.PINs.Delegate, Tables: map[string]string{}}
	for _, t := range cfg.Tables {
		if t.PIN != "" {
			e.pins.Tables[t.ID] = t.PIN
		}
	}
	var err error
	if e.accounts, err = accounts.Open(record.Shelf("accounts"), time.Now); err != nil {
		return nil, err
	}
	e.chain, err = chainOf(record.Shelf("own"))
	return e, err
}

// encrypt chooses the certificate.
func (e *entrance) encrypt(cfg *config.Document) error {
	pair, err := cfg.Pair()
	if err != nil {
		return badInput{err}
	}
	switch {
	case pair != nil:
		e.tls = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{*pair}}
	case cfg.Encrypted():
		host, err := os.Hostname()
		if err != nil {
			return err
		}
		a, err := certs.Open(cfg.Data, host, time.Now)
		if err != nil {
			return err
		}
		e.tls, e.authority = a.Config(), &web.Authority{Name: a.Name(), Certificate: a.DER()}
	}
	return nil
}

// chainOf returns the chain by which this record's privileged acts are told from
// those of others that are gathered with it: no table has an id like that.
func chainOf(own journal.Shelf) (string, error) {
	const id = "chain"
	name, found, err := own.Find(id)
	if err != nil || found {
		return string(name), err
	}
	const letters = 10 // of 32: 50 bits
	chain := "@" + strings.ToLower(rand.Text()[:letters])
	return chain, own.Commit(id, []byte(chain), time.Time{})
}

// note puts a privileged act on record; those of a demonstration are not kept.
func (e *entrance) note(ctx context.Context, by attempt.Actor, d web.Deed) error {
	if e.chain == "" {
		return nil
	}
	_, err := e.record.Append(ctx, journal.Entry{Table: e.chain, Kind: journal.KindAct, By: by, Data: d})
	return err
}

// welcome says where the screens are, and how the first organiser comes in.
func (e *entrance) welcome(at net.Addr, out io.Writer) error {
	scheme := "http"
	if e.tls != nil {
		scheme = "https"
	}
	site := scheme + "://" + reachable(at)
	says := fmt.Sprintf("plustwo serves at %s/\n", site)
	if e.authority != nil {
		says += fmt.Sprintf("How phones come to trust it: %s/trust\n", site)
	}
	if e.accounts != nil {
		word, err := e.accounts.First()
		if err != nil {
			return err
		}
		if word != "" {
			says += fmt.Sprintf("Nobody lets people in yet. The first organiser comes in once by\n  %s/invitation#%s\n", site, word)
		}
	}
	_, err := io.WriteString(out, says)
	return err
}

// reachable is an address as others reach it: where the server listens everywhere,
// by one of the hall's network, if there is any.
func reachable(at net.Addr) string {
	a, err := netip.ParseAddrPort(at.String())
	if err != nil || !a.Addr().IsUnspecified() {
		return at.String()
	}
	all, err := net.InterfaceAddrs()
	if err != nil {
		return at.String()
	}
	for _, x := range all {
		if n, ok := x.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsPrivate() {
			return net.JoinHostPort(n.IP.String(), fmt.Sprint(a.Port()))
		}
	}
	return net.JoinHostPort("localhost", fmt.Sprint(a.Port()))
}
